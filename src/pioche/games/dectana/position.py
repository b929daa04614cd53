"""Positions of Dectana: the complete state as a person would write it down.

A stack is listed from the bottom up, the deck from its bottom to its top; a pyramid is
`"small-1": "h8 north"`. How positions are read is told in reading.py.
"""

from functools import lru_cache
from typing import Any, Final

from pioche.core.rules import lowest
from pioche.games.dectana.board import (
    DISCARD,
    DRAWN,
    FACINGS,
    HAND,
    NONE,
    NOWHERE,
    OWN,
    OWNER,
    PYRAMID_IDS,
    SHOWN,
    SHUFFLED,
    State,
    space_id,
)
from pioche.games.dectana.cards import IDS, card_id, card_ids, suit_ids
from pioche.games.dectana.moves import OVER

Json = dict[str, Any]
PHASES: Final = (
    "place", "which", "face", "act", "choose", "power",
    "pushing", "shrinking", "reorient", "turning", "drop", "over",
)  # fmt: skip
REASONS: Final = ("claim", "time", "bare")


def pyramid_name(p: int) -> str | None:
    """Write a pyramid with its owner, as moves do."""
    return None if p == NONE else f"{OWNER[p]} {PYRAMID_IDS[p % OWN]}"


def bits(word: int) -> list[int]:
    """List the places of the bits that are set."""
    found = []
    while word:
        found.append(lowest(word))
        word &= word - 1
    return found


def board(s: State) -> dict[str, list[str]]:
    """Write every territory: its cards, the bottom one first."""
    return {
        space_id(s.land_at[land]): card_ids(s.stack[land])[::-1]
        for land in range(s.lands)
    }


@lru_cache(1 << 14)
def stand_text(space: int, facing: int) -> str:
    """Write where a pyramid stands and points."""
    return f"{space_id(space)} {FACINGS[facing]}"


def pyramids(s: State) -> list[dict[str, str]]:
    """Write where the pyramids of each seat stand and point."""
    found: list[dict[str, str]] = [{} for _ in range(s.seats)]
    for p in bits(s.on_board):
        found[p // OWN][PYRAMID_IDS[p % OWN]] = stand_text(s.at[p], s.facing[p])
    return found


def pile(s: State, number: int) -> list[str]:
    """Write a pile without an order, the highest card first."""
    once = s.once[number]
    return card_ids(once, s.twice[number]) if once else []


def public(s: State) -> Json:
    """Write what all may know (T37), the same in positions and views."""
    seats = range(s.seats)
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "unplaced": s.unplaced,
        "turns": s.turns,
        "reshuffled": s.reshuffled != 0,
        "reason": REASONS[s.reason] if s.phase == OVER else None,
        "board": board(s),
        "pyramids": pyramids(s),
        "shown": [pile(s, SHOWN + seat) for seat in seats],
        "discard": pile(s, DISCARD),
        "shuffled": pile(s, SHUFFLED),
        "card": card_id(s.card),
        "suits": suit_ids(s.powers),
        "uses": s.uses,
        "used": s.used,
        "eligible": [PYRAMID_IDS[k] for k in bits(s.eligible)],
        "chosen": pyramid_name(s.chosen),
        "points": s.points,
        "marked": [pyramid_name(p) for p in bits(s.marked)],
        "spot": None if s.spot == NOWHERE else space_id(s.spot),
    }


def position(s: State) -> Json:
    """Write the complete state, readable by a person."""
    seats = range(s.seats)
    return {
        **public(s),
        "hands": [pile(s, HAND + seat) for seat in seats],
        "drawn": [pile(s, DRAWN + seat) for seat in seats],
        "deck": [IDS[s.deck[i]] for i in range(s.left)],
    }
