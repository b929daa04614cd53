"""The board of Dectana: an endless plane of spaces, territories, pyramids and piles.

A space is one number, WIDE * row + column, so a step is an addition and nothing wraps:
no game has enough moves to walk from the middle to where the numbers end (BOUND). What
lies on a space is found through its name, of which there are 256: spaces 16 rows or
columns apart share one, and are told apart by their number.

    8 │ g8 h8 i8        north is up; the start cards lie from g7 to i9
    7 │ g7 h7 i7        h8, sixteen columns further east, is h8@1,0
      └──────────
"""

import re
from functools import lru_cache
from typing import Annotated, Final

from pioche.core.rules import (
    I1,
    I2,
    I4,
    I8,
    U1,
    Header,
    Row,
    i1,
    i2,
    i4,
    i8,
    jit,
    layout,
    lowest,
    table,
)
from pioche.games.dectana.cards import CARD_COUNT

MOST_SEATS: Final = 5
NOBODY: Final = -1
NONE: Final = -1

# Spaces: anywhere that cards or pyramids may be (TB10)

SIDE: Final = 16  # rows and columns that have names of their own (T46)
SPACE_NAMES: Final = SIDE * SIDE
WIDE: Final = 1 << 15
MIDDLE: Final = WIDE // 2 + SIDE // 2 - 1  # row and column of h8
CENTRE: Final = WIDE * MIDDLE + MIDDLE
NOWHERE: Final = 0

#: Spaces touch by their sides, and by nothing else (TB5, TB11).
DIRECTIONS: Final = ("north", "east", "south", "west")
FACINGS: Final = (*DIRECTIONS, "up")
UP: Final = 4
STEP: Final = table((WIDE, 1, -WIDE, -1, 0), I4)

# Pyramids: nine a seat, three of each size, numbered by seat, size and copy (TB2).

SIZES: Final = ("small", "medium", "large")
OWN: Final = 9
PYRAMIDS: Final = MOST_SEATS * OWN
PYRAMID_IDS: Final = tuple(f"{size}-{copy}" for size in SIZES for copy in (1, 2, 3))
EVERY: Final = (1 << OWN) - 1  # all pyramids of a seat, as bits
OWNER: Final = table([p // OWN for p in range(PYRAMIDS)], I1)
PIPS: Final = table([p % OWN // 3 + 1 for p in range(PYRAMIDS)], I1)
#: All pyramids that have at most so many pips.
UP_TO: Final = table(
    [sum(1 << p for p in range(PYRAMIDS) if PIPS[p] <= pips) for pips in range(4)], I8
)

# Piles without an order: one a seat of HAND, SHOWN and DRAWN, then two of the table.
# SHOWN are cards of a hand that all have seen (T37). SHUFFLED holds the cards of the
# last reshuffle that nobody has seen leave the deck since, DRAWN those of them that a
# seat has drawn itself: the deck can only hold SHUFFLED without DRAWN.

HAND, SHOWN, DRAWN = 0, MOST_SEATS, 2 * MOST_SEATS
DISCARD, SHUFFLED = 3 * MOST_SEATS, 3 * MOST_SEATS + 1
PILES: Final = SHUFFLED + 1


@layout
class State(Header):
    """A table of Dectana."""

    phase: i1
    mover: i1
    unplaced: i1  # seats that have not placed their first pyramid
    reshuffled: i1
    reason: i1  # why the game is over
    card: i1  # the hand card in use
    uses: i1  # uses of the power that are left
    used: i1  # uses made in this action
    chosen: i1  # the pyramid that acts or is being turned
    points: i1  # left to push or to shrink with
    left: i1  # cards in the deck
    lands: i1  # territories
    turns: i2  # turns played
    powers: i2  # that the card in use gives, as bits
    eligible: i2  # the mover's pyramids that may use it, as bits (T5)
    spot: i4  # the space meant, when several share its name
    marked: i8  # pyramids that may still be pushed or shrunk; or that have been turned
    on_board: i8  # pyramids on the board
    stood: i8  # kinds of territory that the mover occupies (see survey)
    can: Annotated[Row, I2, OWN]  # powers that each of the mover's pyramids can use
    worth: Annotated[Row, I1, OWN]  # value of the territory that it could cover
    held: Annotated[Row, U1, MOST_SEATS]  # cards in each hand
    once: Annotated[Row, I8, PILES]  # kinds of which a pile has a card
    twice: Annotated[Row, I8, PILES]  # … and two
    deck: Annotated[Row, U1, CARD_COUNT]
    at: Annotated[Row, I4, PYRAMIDS]  # where each pyramid stands
    facing: Annotated[Row, I1, PYRAMIDS]
    crowd: Annotated[Row, I8, SPACE_NAMES]  # pyramids on the spaces of each name
    land_at: Annotated[Row, I4, CARD_COUNT]  # where each territory lies
    stack: Annotated[Row, I8, CARD_COUNT]  # its cards
    near: Annotated[
        Row, U1, SPACE_NAMES
    ]  # territories on or beside spaces of each name
    first: Annotated[Row, U1, SPACE_NAMES]  # 1 + the first territory of each name
    after: Annotated[Row, U1, CARD_COUNT]  # 1 + the next territory of the same name


# Spaces: anywhere that cards or pyramids may be (TB10)


@jit
def name_of(space: int) -> int:
    """Return the number of a space's name."""
    return space // WIDE % SIDE * SIDE + space % SIDE


def name_id(name: int) -> str:
    """Write a name: column and row."""
    return f"{chr(ord('a') + name % SIDE)}{name // SIDE + 1}"


@lru_cache(1 << 12)
def space_id(space: int) -> str:
    """Write a space: its name, and how often the names are repeated on the way to it."""
    east = (space % WIDE - WIDE // 2) // SIDE
    north = (space // WIDE - WIDE // 2) // SIDE
    far = f"@{east},{north}" if east or north else ""
    return name_id(name_of(space)) + far


#: How a space is written.
SPACE: Final = re.compile(r"([a-z])(\d+)(?:@(-?\d{1,3}),(-?\d{1,3}))?")


@jit
def beside(name: int, direction: int) -> int:
    """Return the name of the spaces one step away from those of a name."""
    row, column = name // SIDE, name % SIDE
    if direction == 0:
        row = (row + 1) % SIDE
    elif direction == 1:
        column = (column + 1) % SIDE
    elif direction == 2:
        row = (row + SIDE - 1) % SIDE
    else:
        column = (column + SIDE - 1) % SIDE
    return row * SIDE + column


# Territories


@jit
def find(s: State, space: int) -> int:
    """Return the territory on a space, or NONE."""
    entry = s.first[name_of(space)]
    while entry != 0 and s.land_at[entry - 1] != space:
        entry = s.after[entry - 1]
    return entry - 1


@jit
def top(s: State, land: int) -> int:
    """Return the card on top of a territory: the only one that counts (TB12)."""
    return lowest(s.stack[land])


@jit
def is_beside_land(s: State, space: int) -> bool:
    """Tell whether a territory touches a space, as it does a wasteland (TB13)."""
    for direction in range(4):
        if find(s, space + STEP[direction]) != NONE:
            return True
    return False


@jit
def is_void(s: State, space: int) -> bool:
    """Tell whether a space is neither territory nor wasteland (T1)."""
    if s.near[name_of(space)] == 0:
        return True
    return find(s, space) == NONE and not is_beside_land(s, space)


@jit
def has_space(s: State, name: int) -> bool:
    """Tell whether any space of this name is territory or wasteland."""
    return s.near[name] != 0


@jit
def next_space(s: State, name: int, last: int) -> int:
    """Return the territory or wasteland of this name that comes after another."""
    found = NOWHERE
    for direction in range(5):
        from_name = name if direction == UP else beside(name, direction)
        entry = s.first[from_name]
        while entry != 0:
            space = s.land_at[entry - 1] - STEP[direction]
            if space > last and (found == NOWHERE or space < found):
                found = space
            entry = s.after[entry - 1]
    return found


@jit
def hang(s: State, land: int) -> None:
    """Enter a territory under its name, in ascending order."""
    name = name_of(s.land_at[land])
    last = 0
    entry = s.first[name]
    while entry != 0 and entry <= land:
        last = entry
        entry = s.after[entry - 1]
    s.after[land] = entry
    if last == 0:
        s.first[name] = land + 1
    else:
        s.after[last - 1] = land + 1


@jit
def unhang(s: State, land: int) -> None:
    """Strike a territory off its name."""
    name = name_of(s.land_at[land])
    last = s.first[name]
    if last == land + 1:
        s.first[name] = s.after[land]
    else:
        while s.after[last - 1] != land + 1:
            last = s.after[last - 1]
        s.after[last - 1] = s.after[land]
    s.after[land] = 0


@jit
def count_near(s: State, space: int, change: int) -> None:
    """Note that a territory comes to a space, or goes."""
    for direction in range(5):
        s.near[name_of(space + STEP[direction])] += change


@jit
def add_land(s: State, space: int, stack: int) -> None:
    """Lay cards on a space that has none."""
    land = s.lands
    s.land_at[land] = space
    s.stack[land] = stack
    s.lands += 1
    hang(s, land)
    count_near(s, space, 1)


@jit
def remove_land(s: State, land: int) -> None:
    """Strike off a territory that has no cards left; the last takes its number."""
    count_near(s, s.land_at[land], -1)
    unhang(s, land)
    s.lands -= 1
    last = s.lands
    if last != land:
        unhang(s, last)
        s.land_at[land] = s.land_at[last]
        s.stack[land] = s.stack[last]
        hang(s, land)
    s.land_at[last] = NOWHERE
    s.stack[last] = 0


@jit
def remove_cards(s: State, land: int, cards: int) -> None:
    """Take cards off a territory."""
    s.stack[land] &= ~cards
    if s.stack[land] == 0:
        remove_land(s, land)


# Pyramids


@jit
def pyramids_in(s: State, space: int) -> int:
    """Return the pyramids on a space, as bits."""
    found = rest = s.crowd[name_of(space)]
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        if s.at[p] != space:
            found &= ~(1 << p)
    return found


@jit
def own(s: State, seat: int) -> int:
    """Return which of its nine pyramids a seat has on the board, as bits."""
    return s.on_board >> OWN * seat & EVERY


@jit
def all_of(seat: int) -> int:
    """Return the nine pyramids of a seat as bits of all pyramids."""
    return EVERY << OWN * seat


@jit
def spare(s: State, seat: int, pips: int) -> int:
    """Return a pyramid of this size in a seat's reserve, or NONE."""
    first = OWN * seat + 3 * (pips - 1)
    free = ~(s.on_board >> first) & 7
    return first + lowest(free) if free != 0 else NONE


@jit
def stand(s: State, p: int, space: int, facing: int) -> None:
    """Put a pyramid on a space."""
    s.at[p] = space
    s.facing[p] = facing
    s.on_board |= 1 << p
    s.crowd[name_of(space)] |= 1 << p


@jit
def lift(s: State, p: int) -> None:
    """Give a pyramid back to its owner's reserve."""
    s.crowd[name_of(s.at[p])] &= ~(1 << p)
    s.on_board &= ~(1 << p)
    s.at[p] = NOWHERE
    s.facing[p] = 0


@jit
def aim(s: State, p: int) -> int:
    """Return the space that a pyramid points at (TB16): its own if upright (TB15)."""
    return s.at[p] + STEP[s.facing[p]]


# Piles


@jit
def add(s: State, pile: int, kind: int) -> None:
    """Put a card into a pile."""
    bit = 1 << kind
    s.twice[pile] |= s.once[pile] & bit
    s.once[pile] |= bit


@jit
def take(s: State, pile: int, kind: int) -> None:
    """Take a card out of a pile, if it is there."""
    bit = 1 << kind
    s.once[pile] &= ~bit | s.twice[pile]
    s.twice[pile] &= ~bit


@jit
def empty(s: State, pile: int) -> None:
    """Take all cards out of a pile."""
    s.once[pile] = s.twice[pile] = 0
