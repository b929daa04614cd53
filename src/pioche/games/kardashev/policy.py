"""A cheap policy: what a player does who counts cards in play and little else."""

from pioche.core.random import below
from pioche.core.rules import Row, jit

from .cards import STAMP  # noqa: F401  # the machine code depends on it
from .state import State


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose one of `n` legal moves."""
    return moves[below(s, n)]
