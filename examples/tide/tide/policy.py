"""A cheap policy: lay the lowest card that fits, draw when none does."""

from pioche.core.rules import Row, jit
from tide.rules import State


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose the lowest card that may be laid; `draw` is the last move of the list."""
    return moves[0]
