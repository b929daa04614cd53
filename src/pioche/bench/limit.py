"""UNO in C, the limit: compiled by the system's compiler, called beside our own."""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

SOURCE: Final = Path(__file__).parents[3] / "bench" / "limit" / "uno.c"
NO_COMPILER: Final = "needs a C compiler (cc)"
NO_SOURCE: Final = "needs bench/limit/uno.c, which is in the repository only"


class Limit:
    """The games of bench/limit/uno.c."""

    def __init__(self, compiler: str) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="pioche-limit-")
        program = Path(self.folder.name) / "uno.so"
        subprocess.run(
            [compiler, *FLAGS, "-o", program, SOURCE], check=True, capture_output=True
        )
        self.code = ctypes.CDLL(str(program))
        self.code.set_up()

    def play(
        self, key: tuple[int, int], games: int, seats: int
    ) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Play the first games of a key; return their lengths and winners (-1: nobody)."""
        lengths = np.zeros(games, np.int32)
        winners = np.zeros(games, np.int8)
        a, b = map(ctypes.c_int64, key)
        self.code.play_games(
            a, b, ctypes.c_int64(0), games, seats, pointer(lengths), pointer(winners)
        )
        return lengths, winners


FLAGS: Final = ("-O3", "-march=native", "-shared", "-fPIC", "-lm")


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    """Point at an array's numbers."""
    return array.ctypes.data_as(ctypes.c_void_p)


@cache
def limit() -> Limit | str:
    """Return UNO in C, or say why there is none."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return NO_COMPILER
    return Limit(compiler) if SOURCE.exists() else NO_SOURCE
