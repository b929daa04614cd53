"""How Numba translates our functions, and leaves those of others alone."""

import numba
import numpy as np
from numba.np import arrayobj

from pioche.core import fused, linked
from pioche.core.compiled import build


def last(row: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> int:
    """Index as Python does."""
    return int(row[-1])


def test_functions_of_others_keep_negative_indices() -> None:
    assert arrayobj.fix_integer_index is linked.fix_index
    assert numba.njit(last)(np.arange(3)) == 2


def test_a_translated_function_carries_the_mark_of_ours() -> None:
    made = build(fused, "fused for a test")
    assert linked.OURS in made.turn.py_func.__qualname__
