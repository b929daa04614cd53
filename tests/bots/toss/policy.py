"""Always toss."""

from tests.bots.toss.rules import State

from pioche.core.rules import Row, jit


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    return moves[0]
