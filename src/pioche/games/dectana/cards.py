"""The cards of the Decktet, their suits and the powers that the suits give.

Kinds are numbered from the highest value down. A pile of cards that has no order is two
words of bits: the kinds of which it has at least one copy, and those of which it has
two. A stack on the board only ever rises, so it is one word, and its top card is the
lowest bit.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from pioche.core.rules import I1, I2, jit, lowest, table

SUITS: Final = ("suns", "leaves", "waves", "moons", "wyrms", "knots")
SUNS, LEAVES, WAVES, MOONS, WYRMS, KNOTS = (1 << suit for suit in range(6))

#: Two powers a suit, in the order of the suits (TB31).
POWERS: Final = (
    "create", "found", "grow", "cover", "move", "slide",
    "push", "take", "shrink", "destroy", "draw", "harvest",
)  # fmt: skip
(
    CREATE, FOUND, GROW, COVER, MOVE, SLIDE, PUSH, TAKE, SHRINK, DESTROY, DRAW, HARVEST
) = range(12)  # fmt: skip

BASIC, PAWN, COURT, EXCUSE = range(4)
COPIES: Final = 2  # TB3


@dataclass(frozen=True)
class Card:
    """One card of the Decktet, as printed."""

    id: str
    value: int
    suits: int
    part: int = BASIC
    crown: bool = False


DECKTET: Final = (
    #    id                  value suits
    Card("the-pact",           9, MOONS | SUNS),
    Card("the-darkness",       9, WAVES | WYRMS),
    Card("the-merchant",       9, LEAVES | KNOTS),
    Card("the-diplomat",       8, MOONS | SUNS),
    Card("the-mill",           8, WAVES | LEAVES),
    Card("the-betrayal",       8, WYRMS | KNOTS),
    Card("the-chance-meeting", 7, MOONS | LEAVES),
    Card("the-castle",         7, SUNS | KNOTS),
    Card("the-cave",           7, WAVES | WYRMS),
    Card("the-lunatic",        6, MOONS | WAVES),
    Card("the-penitent",       6, SUNS | WYRMS),
    Card("the-market",         6, LEAVES | KNOTS),
    Card("the-forest",         5, MOONS | LEAVES),
    Card("the-discovery",      5, SUNS | WAVES),
    Card("the-soldier",        5, WYRMS | KNOTS),
    Card("the-mountain",       4, MOONS | SUNS),
    Card("the-sailor",         4, WAVES | LEAVES),
    Card("the-battle",         4, WYRMS | KNOTS),
    Card("the-journey",        3, MOONS | WAVES),
    Card("the-painter",        3, SUNS | KNOTS),
    Card("the-savage",         3, LEAVES | WYRMS),
    Card("the-author",         2, MOONS | KNOTS),
    Card("the-desert",         2, SUNS | WYRMS),
    Card("the-origin",         2, WAVES | LEAVES),
    Card("ace-suns",           1, SUNS),
    Card("ace-leaves",         1, LEAVES),
    Card("ace-waves",          1, WAVES),
    Card("ace-moons",          1, MOONS),
    Card("ace-wyrms",          1, WYRMS),
    Card("ace-knots",          1, KNOTS),
    Card("crown-suns",         0, SUNS,   crown=True),
    Card("crown-leaves",       0, LEAVES, crown=True),
    Card("crown-waves",        0, WAVES,  crown=True),
    Card("crown-moons",        0, MOONS,  crown=True),
    Card("crown-wyrms",        0, WYRMS,  crown=True),
    Card("crown-knots",        0, KNOTS,  crown=True),
    # Pawns and Courts have three suits and no value (TB27), the Excuse neither (TB28).
    Card("the-watchman",       0, MOONS | WYRMS | KNOTS,  PAWN),
    Card("the-borderland",     0, WAVES | LEAVES | WYRMS, PAWN),
    Card("the-harvest",        0, MOONS | SUNS | LEAVES,  PAWN),
    Card("the-light-keeper",   0, SUNS | WAVES | KNOTS,   PAWN),
    Card("the-consul",         0, MOONS | WAVES | KNOTS,  COURT),
    Card("the-rite",           0, MOONS | LEAVES | WYRMS, COURT),
    Card("the-window",         0, SUNS | LEAVES | KNOTS,  COURT),
    Card("the-island",         0, SUNS | WAVES | WYRMS,   COURT),
    Card("the-excuse",        -1, 0,                      EXCUSE),
)  # fmt: skip
KINDS: Final = len(DECKTET)
CARD_COUNT: Final = COPIES * KINDS
IDS: Final = [card.id for card in DECKTET]
NUMBER: Final = {id: kind for kind, id in enumerate(IDS)}
NO_CARD: Final = -1
NO_VALUE: Final = -2  # below that of the Excuse
HIGHEST: Final = max(card.value for card in DECKTET)

VALUE: Final = table([card.value for card in DECKTET], I1)
POINTS: Final = table([max(card.value, 0) for card in DECKTET], I1)
USES: Final = table([3 if card.crown else 1 for card in DECKTET], I1)  # TB23


def _powers(suits: int) -> int:
    """Set the bits of the powers that some suits give."""
    return sum(3 << 2 * suit for suit in range(6) if suits >> suit & 1)


def _kinds(part: int) -> int:
    """Set the bits of the kinds of a part of the Decktet."""
    return sum(1 << k for k, card in enumerate(DECKTET) if card.part == part)


POWERS_OF: Final = table([_powers(card.suits) for card in DECKTET], I2)
BASICS: Final = _kinds(BASIC)
PAWNS: Final = _kinds(PAWN)
COURTS: Final = _kinds(COURT)
EXCUSES: Final = _kinds(EXCUSE)
ACES: Final = sum(1 << k for k, card in enumerate(DECKTET) if card.value == 1)


@jit
def best_value(cards: int) -> int:
    """Return the highest value among the cards of a word."""
    return VALUE[lowest(cards)] if cards != 0 else NO_VALUE


def card_id(kind: int) -> str | None:
    """Name a card."""
    return None if kind == NO_CARD else IDS[kind]


@lru_cache(1 << 14)
def named(once: int, twice: int) -> tuple[str, ...]:
    """Name the cards of a pile, the highest first."""
    found = []
    while once:
        kind = lowest(once)
        once &= once - 1
        found.append(IDS[kind])
        if twice >> kind & 1:
            found.append(IDS[kind])
    return tuple(found)


def card_ids(once: int, twice: int = 0) -> list[str]:
    """List the names of a pile, the highest first."""
    return list(named(once, twice))


def suit_ids(powers: int) -> list[str]:
    """Name the suits that some powers belong to."""
    return [SUITS[suit] for suit in range(6) if powers >> 2 * suit & 3]
