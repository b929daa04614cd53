"""Seat 0 tosses a coin and wins by heads; with the option it may give up instead."""

from typing import Any, Final

from pioche.core.random import below
from pioche.core.rules import (
    Clauses,
    Events,
    Header,
    Moves,
    Option,
    Row,
    i1,
    jit,
    layout,
)

VERSION: Final = 1
SEATS: Final = (2, 2)
BOUND: Final = 1
MOVES: Final = Moves()
TOSS: Final = MOVES.add("toss")
GIVE_UP: Final = MOVES.add("give-up")
OPTIONS: Final = (Option("decision", (False, True), default=False, clause="XB1"),)
CLAUSES: Final = Clauses()
NO: Final = CLAUSES.add("XB1")
EVENTS: Final = Events()
CARDS: Final[list[dict[str, Any]]] = []


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    del options, seats
    return None


@layout
class State(Header):
    """Whether the coin was tossed, and who won."""

    ended: i1
    winner: i1


@jit
def deal(s: State) -> None:
    s.winner = 0


@jit
def forbids(s: State, seat: int, move: int) -> int:
    if s.ended or seat != 0:
        return NO
    return NO if move == GIVE_UP and s.options[0] == 0 else 0


@jit
def legal(s: State, seat: int, out: Row) -> int:
    n = 0
    for move in range(2):
        if forbids(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


@jit
def apply(s: State, seat: int, move: int) -> None:
    s.winner = 1 if move == GIVE_UP else below(s, 2)
    s.ended = 1


@jit
def over(s: State) -> bool:
    return s.ended != 0


@jit
def to_move(s: State) -> int:
    return 0 if s.ended else 1


@jit
def claims(s: State) -> int:
    return 0


@jit
def shares(s: State, out: Any) -> None:
    for seat in range(2):
        out[seat] = 1.0 if seat == s.winner else 0.0


def result(s: State) -> tuple[list[int], list[int], str]:
    return [s.winner], [1 - s.winner, s.winner], "XB1"
