"""Any move."""

from tests.bots.kuhn.rules import State

from pioche.core.random import below
from pioche.core.rules import Row, jit


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    return moves[below(s, n)]
