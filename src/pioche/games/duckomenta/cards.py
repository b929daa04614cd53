"""The 95 cards of Duckomenta Art: five epochs, each with cards that carry a symbol.

Cards that look alike are one kind, numbered epoch by epoch; a hand is a count by kind
and, to walk through it quickly, a word of bits with one for each kind held.

    kinds   0 … 5 epoch-1   6 … 11 epoch-2   12 … 17 epoch-3   18 … 23 …   24 … 29 epoch-5
            plain, draw, double, hidden, all, bonus of each epoch
"""

from typing import Final

from pioche.core.rules import I1, table

PLAIN, DRAW, DOUBLE, HIDDEN, ALL, BONUS = range(6)
SYMBOL_IDS: Final = ("plain", "draw", "double", "hidden", "all", "bonus")

#: The numbers of cards are printed on them (DB2). How many carry which symbol is not
#: published: those columns are our guess, row by row (DB8, decision 030).
ROWS: Final = (
    #  epoch      cards  draw  double  hidden  all  bonus
    ("epoch-1",   17,    2,    2,      1,      1,   1),  # symbols: invented
    ("epoch-2",   18,    2,    2,      1,      1,   1),  # symbols: invented
    ("epoch-3",   19,    2,    2,      1,      1,   1),  # symbols: invented
    ("epoch-4",   20,    2,    2,      1,      1,   1),  # symbols: invented
    ("epoch-5",   21,    2,    2,      1,      1,   1),  # symbols: invented
)  # fmt: skip
EPOCH_IDS: Final = tuple(id for id, *_ in ROWS)
EPOCHS: Final = 5
SYMBOLS: Final = 6
KINDS: Final = 30
CARD_COUNT: Final = 95
BONUS_TOKENS: Final = 5

KIND_IDS: Final = tuple(
    f"{epoch}-{symbol}" for epoch in EPOCH_IDS for symbol in SYMBOL_IDS
)
EPOCH: Final = table([kind // SYMBOLS for kind in range(KINDS)], I1)
SYMBOL: Final = table([kind % SYMBOLS for kind in range(KINDS)], I1)
COPIES: Final = table(
    [copies for _, cards, *marked in ROWS for copies in (cards - sum(marked), *marked)],
    I1,
)
#: No more cards than this can lie face down at once.
FACE_DOWN: Final = sum(COPIES[kind] for kind in range(KINDS) if SYMBOL[kind] == HIDDEN)
OF_EPOCH: Final = (
    2**SYMBOLS - 1
)  # the bits of an epoch's kinds, once moved to its place
ALL_EPOCHS: Final = 2**EPOCHS - 1  # every epoch's bit
