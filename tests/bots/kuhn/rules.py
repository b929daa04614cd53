"""Kuhn's poker: three cards, two seats, one bet; what is best is known (Kuhn, 1950)."""

from typing import Annotated, Any, Final

from pioche.core.random import below
from pioche.core.rules import (
    U1,
    Clauses,
    Events,
    Header,
    Moves,
    Row,
    i1,
    jit,
    layout,
)

VERSION: Final = 1
SEATS: Final = (2, 2)
BOUND: Final = 3
MOVES: Final = Moves()
PASS: Final = MOVES.add("pass")  # or fold
BET: Final = MOVES.add("bet")  # or call
OPTIONS: Final = ()
CLAUSES: Final = Clauses()
NO: Final = CLAUSES.add("KB1")
EVENTS: Final = Events()
CARDS: Final[list[dict[str, Any]]] = []
#: What was played so far, and then what ended it.
START, PASSED, PASSED_BET, BET_FIRST, SHOWN, SHOWN_DEAR, FOLDED = range(7)


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    del options, seats
    return None


@layout
class State(Header):
    """Two of three cards, and the moves so far."""

    past: i1
    folder: i1
    cards: Annotated[Row, U1, 2]


@jit
def deal(s: State) -> None:
    s.cards[0] = below(s, 3)
    s.cards[1] = (s.cards[0] + 1 + below(s, 2)) % 3


@jit
def forbids(s: State, seat: int, move: int) -> int:
    return 0 if to_move(s) >> seat & 1 else NO


@jit
def legal(s: State, seat: int, out: Row) -> int:
    if forbids(s, seat, 0) != 0:
        return 0
    out[0], out[1] = PASS, BET
    return 2


@jit
def apply(s: State, seat: int, move: int) -> None:
    if s.past == START:
        s.past = BET_FIRST if move == BET else PASSED
    elif s.past == PASSED:
        s.past = PASSED_BET if move == BET else SHOWN
    elif move == BET:
        s.past = SHOWN_DEAR
    else:
        s.past = FOLDED
        s.folder = seat


@jit
def over(s: State) -> bool:
    return s.past >= SHOWN


@jit
def to_move(s: State) -> int:
    if s.past >= SHOWN:
        return 0
    return 1 if s.past in (START, PASSED_BET) else 2


@jit
def claims(s: State) -> int:
    return 0


@jit
def shares(s: State, out: Any) -> None:
    winner = 1 - s.folder if s.past == FOLDED else s.cards[1] > s.cards[0]
    won = 0.5 if s.past == SHOWN_DEAR else 0.25
    for seat in range(2):
        out[seat] = 0.5 + won if seat == winner else 0.5 - won


def result(s: State) -> tuple[list[int], list[int], str]:
    out = [0.0, 0.0]
    shares(s, out)
    return [out.index(max(out))], [int(4 * share) for share in out], "KB1"
