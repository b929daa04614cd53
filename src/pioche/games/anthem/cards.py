"""The cards of Anthem: one set of eleven for each player."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Card:
    """One kind of card; a set holds one of each (AB4)."""

    name: str
    number: int | None
    place: str  # where a game begins for it


CARDS_OF_A_SET: Final = (
    #    name       number place
    Card("number-0", 0,    "front"),  # AB5, AB7
    Card("number-1", 1,    "dealt"),
    Card("number-2", 2,    "dealt"),
    Card("number-3", 3,    "dealt"),
    Card("number-4", 4,    "dealt"),
    Card("number-5", 5,    "dealt"),
    Card("number-6", 6,    "dealt"),
    Card("number-7", 7,    "dealt"),
    Card("number-8", 8,    "dealt"),
    Card("number-9", 9,    "front"),  # AB5, AB7
    Card("death",    None, "hand"),   # AB5, AB8
)  # fmt: skip

CARD_IDS: Final = [card.name for card in CARDS_OF_A_SET]
KINDS: Final = len(CARDS_OF_A_SET)
LAST_NUMBER: Final = 9  # the card at the right end of every row
NUMBERS: Final = range(1, LAST_NUMBER)  # those that are dealt
DEATH: Final = CARD_IDS.index("death")
