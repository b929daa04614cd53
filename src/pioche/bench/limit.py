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

FOLDER: Final = Path(__file__).parents[3] / "bench" / "limit"
SOURCE: Final = FOLDER / "uno_search.c"  # it includes uno.c
NO_COMPILER: Final = "needs a C compiler (cc)"
NO_SOURCE: Final = "needs bench/limit/, which is in the repository only"


class Limit:
    """The games of bench/limit/uno.c, and the search beside it."""

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

    def search(  # noqa: PLR0913  # one call does a whole piece of work
        self,
        key: tuple[int, int],
        seats: int,
        iterations: int,
        most: int,
        chance: tuple[int, int],
        nodes: NDArray[np.void],
        visits: NDArray[np.int32],
    ) -> None:
        """Search the first decision of a game; count the visits of the root's moves."""
        a, b, c, d = map(ctypes.c_int64, (*key, *chance))
        self.code.search_game(
            a, b, seats, iterations, most, c, d, pointer(nodes), len(nodes),
            pointer(visits),
        )  # fmt: skip


#: No fused products: scores of moves are compared, and must be those of our own code.
FLAGS: Final = (
    "-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC", "-lm",
)  # fmt: skip


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
