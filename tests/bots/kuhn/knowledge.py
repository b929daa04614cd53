"""Each seat knows its own card."""

from typing import Any, Final

from tests.bots.kuhn.rules import State

from pioche.core.random import below
from pioche.core.rules import Features, jit

FEATURES: Final = Features(
    (("card", 3, "the seat's card"), ("past", 4, "what was played"))
)
Json = dict[str, Any]


def position(s: State) -> Json:
    return {"past": s.past, "folder": s.folder, "cards": list(s.cards)}


def set_up(s: State, d: Json) -> None:
    s.past, s.folder = d["past"], d["folder"]
    for seat in range(2):
        s.cards[seat] = d["cards"][seat]


def view(s: State, seat: int | None) -> Json:
    cards = [s.cards[i] if i == seat else None for i in range(2)]
    return {"past": s.past, "folder": s.folder, "cards": cards}


def from_view(s: State, v: Json, seat: int) -> None:
    s.past, s.folder = v["past"], v["folder"]
    s.cards[seat] = v["cards"][seat]


@jit
def imagine(s: State, seat: int) -> None:
    s.cards[1 - seat] = (s.cards[seat] + 1 + below(s, 2)) % 3


@jit
def shuffle_unseen(s: State) -> None:
    """Nothing lies face down."""


@jit
def observe(s: State, seat: int, out: Any) -> None:
    for i in range(7):
        out[i] = 0
    out[s.cards[seat]] = 1
    out[3 + s.past] = 1


def tries(s: State, seat: int) -> list[int]:
    return []
