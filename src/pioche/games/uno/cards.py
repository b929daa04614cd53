"""The 112 cards of UNO Schitt's Creek, and hands of them as bits.

Cards are numbered one by one: the four colours (25 each: a zero, then two of each kind,
one Love and one Money), then the wilds (two equal copies of each). A face is what a
card shows; only wilds have two cards of one face.

    cards    0 … 24 red   25 … 49 yellow   50 … 74 green   75 … 99 blue   100 … 111 wild
    words    0 ──────────────────────── 1 ─────────────────────────────────────────────
"""

from functools import lru_cache
from typing import Final

from pioche.core.rules import I1, I8, grid, jit, lowest, ones, table

LOVE, MONEY = 0, 1
COLOURS: Final = ("red", "yellow", "green", "blue")
ICONS: Final = ("love", "money")
SKIP, REVERSE, DRAW_TWO, WILD, ROOM, WILD_FOUR = 10, 11, 12, 13, 14, 15
NO_COLOUR = 4  # of wilds

# How often each card exists, and its icon, are not published: both are assumed (U39).
# Of each pair of equal cards one has Love and one Money; lone zeros have these icons.
ZERO_ICONS: Final = {"red": LOVE, "yellow": LOVE, "green": MONEY, "blue": MONEY}

COLOURED_KINDS: Final = (
    #  kind   id      points paired, in each colour (assumed: U39)
    (0,        "0",        0, False),
    (1,        "1",        1, True),
    (2,        "2",        2, True),
    (3,        "3",        3, True),
    (4,        "4",        4, True),
    (5,        "5",        5, True),
    (6,        "6",        6, True),
    (7,        "7",        7, True),
    (8,        "8",        8, True),
    (9,        "9",        9, True),
    (SKIP,     "skip",    20, True),
    (REVERSE,  "reverse", 20, True),
    (DRAW_TWO, "draw2",   20, True),
)  # fmt: skip
WILD_KINDS: Final = (
    #  kind     id      points; two of each icon (assumed: U39)
    (WILD,      "wild",  50),
    (ROOM,      "room",  50),  # U27
    (WILD_FOUR, "wild4", 50),
)  # fmt: skip

#: Every card: (id of its face, colour, kind, icon, points).
Row5 = tuple[str, int, int, int, int]
DECK: Final[list[Row5]] = [
    (f"{colour}-{id}-{ICONS[icon]}", number, kind, icon, points)
    for number, colour in enumerate(COLOURS)
    for kind, id, points, pair in COLOURED_KINDS
    for icon in ((LOVE, MONEY) if pair else (ZERO_ICONS[colour],))
] + [
    (f"{id}-{ICONS[icon]}", NO_COLOUR, kind, icon, points)
    for kind, id, points in WILD_KINDS
    for icon in (LOVE, MONEY)
    for _ in range(2)
]
FACE_IDS: Final = list(dict.fromkeys(id for id, *_ in DECK))
CARD_COUNT: Final = 112  # UB1
FACE_COUNT: Final = 106
WORDS: Final = 2  # of bits, to hold any hand
FIRST_WILD: Final = 100  # cards and faces from here on are wilds
SPLIT: Final = 50  # the first card of the second word

COLOUR: Final = table([colour for _, colour, *_ in DECK], I1)
KIND: Final = table([kind for _, _, kind, *_ in DECK], I1)
ICON: Final = table([icon for *_, icon, _ in DECK], I1)
POINTS: Final = table([points for *_, points in DECK], I1)
FACE: Final = table([FACE_IDS.index(id) for id, *_ in DECK], I1)
#: The first card of each face; a wild's second copy is the card after it.
CARD: Final = table([FACE.index(face) for face in range(FACE_COUNT)], I1)


def _bits(word: int, column: int, value: int) -> int:
    """Set the bits of a word's cards that have a value in a column of DECK."""
    first, last = (0, SPLIT) if word == 0 else (SPLIT, CARD_COUNT)
    return sum(1 << (c - first) for c in range(first, last) if DECK[c][column] == value)


#: The cards of a colour, of a kind, with an icon: bits, by word.
OF_COLOUR: Final = grid([[_bits(w, 1, c) for c in range(5)] for w in range(WORDS)], I8)
OF_KIND: Final = grid([[_bits(w, 2, k) for k in range(16)] for w in range(WORDS)], I8)
OF_ICON: Final = grid([[_bits(w, 3, i) for i in range(2)] for w in range(WORDS)], I8)


def card_ids(low: int, high: int) -> list[str]:
    """Name the cards of a hand given as two words of bits, in the order of the deck."""
    return list(named(low, high))


@lru_cache(4096)
def named(low: int, high: int) -> tuple[str, ...]:
    """Name them once: a hand is looked at far more often than it changes."""
    return tuple(DECK[card][0] for card in cards_in(low, high))


@lru_cache(4096)
def cards_in(low: int, high: int) -> tuple[int, ...]:
    """List the cards of a hand given as two words of bits."""
    found: list[int] = []
    for first, bits in ((0, low), (SPLIT, high)):
        while bits:
            found.append(first + lowest(bits))
            bits &= bits - 1
    return tuple(found)


@jit
def word_of(card: int) -> int:
    """Tell in which word of a hand a card has its bit."""
    return 1 if card >= SPLIT else 0


@jit
def bit_of(card: int) -> int:
    """Return the bit of a card in its word."""
    return 1 << (card - SPLIT if card >= SPLIT else card)


@jit
def bits_of_face(face: int, word: int) -> int:
    """Return the cards of a face as the bits of one word."""
    card = CARD[face]
    if word_of(card) != word:
        return 0
    return bit_of(card) | bit_of(card + 1) if face >= FIRST_WILD else bit_of(card)


@jit
def with_icon(low: int, high: int, icon: int) -> int:
    """Count the cards of a hand that carry an icon."""
    return ones(low & OF_ICON[0][icon]) + ones(high & OF_ICON[1][icon])
