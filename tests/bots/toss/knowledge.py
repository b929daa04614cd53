"""Everybody knows everything."""

from typing import Any, Final

from tests.bots.toss.rules import State

from pioche.core.rules import Features, jit

FEATURES: Final = Features((("ended", 1, "whether the coin was tossed"),))
Json = dict[str, Any]


def position(s: State) -> Json:
    return {"ended": s.ended, "winner": s.winner}


def set_up(s: State, d: Json) -> None:
    s.ended, s.winner = d["ended"], d["winner"]


def view(s: State, seat: int | None) -> Json:
    return position(s)


def from_view(s: State, v: Json, seat: int) -> None:
    set_up(s, v)


@jit
def imagine(s: State, seat: int) -> None:
    """Nothing is hidden."""


@jit
def shuffle_unseen(s: State) -> None:
    """Nothing lies face down."""


@jit
def observe(s: State, seat: int, out: Any) -> None:
    out[0] = s.ended


def tries(s: State, seat: int) -> list[int]:
    return []
