"""What a table of Anthem is made of, and what can be read off it: hands and rows."""

from typing import Annotated, Any, Final

from pioche.core.rules import (
    I1,
    I2,
    Argument,
    Clauses,
    Events,
    Grid,
    Header,
    Moves,
    Option,
    Row,
    i1,
    i2,
    jit,
    layout,
    number,
    table,
)
from pioche.games.anthem.cards import CARD_IDS, DEATH, KINDS, LAST_NUMBER, NUMBERS

MOST_SEATS: Final = 8
MOST_SPACES: Final = 8
MOST_CARDS: Final = 10  # in a hand: nine are dealt, and each turn takes and gives one
NOBODY: Final = -1
NO_CARD: Final = 0  # also a free space: the card 0 never leaves the end of its row

# Phases: what the mover is asked.
TAKE, LAY, DECLARE, OVER = range(4)

# Moves

#: The cards that can be in a hand, in the order of the moves that lay them.
HAND_CARD: Final = table([*NUMBERS, DEATH], I1)
NUMBER_COUNT: Final = len(NUMBERS)

MOVES: Final = Moves()
TAKE_AT: Final = MOVES.add(*(f"take {place}" for place in range(MOST_CARDS)))
KEEP: Final = MOVES.add("keep")
LAY_ON: Final = MOVES.add(
    *(
        f"lay {CARD_IDS[card]} {space}"
        for card in HAND_CARD
        for space in range(1, MOST_SPACES + 1)
    )
)
CLAIM: Final = MOVES.add("declare")
GO_ON: Final = MOVES.add("continue")

# Options

OPTIONS: Final = (
    Option("spaces", (6, 8), default=6, clause="A1"),
    Option("lay_from_hand", (False, True), default=False, clause="A2"),
    Option("forbid_spoiling", (False, True), default=False, clause="A5"),
    Option("any_moment", ("auto", False, True), default="auto", clause="A8"),
    Option("automatic_victory", (True, False), default=True, clause="A9"),
    Option("stalemate", ("spaces", "draw"), default="spaces", clause="A11"),
    Option("all_deaths", ("off", "wins", "loses"), default="off", clause="A12"),
)
(
    EIGHT_SPACES,
    LAY_FROM_HAND,
    FORBID_SPOILING,
    ANY_MOMENT,
    BY_HAND,
    DRAWN_STALEMATE,
    ALL_DEATHS,
) = range(len(OPTIONS))
AUTO, NEVER = 0, 1  # values of any_moment
ALL_WIN: Final = 1  # the value "wins" of all_deaths


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other: none of these do."""
    del options, seats
    return None


# Clauses that refuse a move

CLAUSES: Final = Clauses()
GAME_OVER: Final = CLAUSES.add("A19")
NOT_YOUR_TURN: Final = CLAUSES.add("AB18")
TAKE_ONE_FIRST: Final = CLAUSES.add("AB10")
NO_SUCH_PLACE: Final = CLAUSES.add("A6")
NO_SUCH_SPACE: Final = CLAUSES.add("A1")
ONLY_THE_TAKEN: Final = CLAUSES.add("A2")
NOT_IN_HAND: Final = CLAUSES.add("A24")
DEATH_STAYS: Final = CLAUSES.add("AB14")
SAME_NUMBER: Final = CLAUSES.add("AB15")
NO_SPACE_LEFT: Final = CLAUSES.add("AB16")
OCCUPIED: Final = CLAUSES.add("AB11")
OUT_OF_ORDER: Final = CLAUSES.add("AB12")
SPOILS: Final = CLAUSES.add("A5")
NOT_ASKED: Final = CLAUSES.add("A22")
BY_ITSELF: Final = CLAUSES.add("A9")
NOT_COMPLETE: Final = CLAUSES.add("AB19")
NOT_THE_MOMENT: Final = CLAUSES.add("A8")

#: The clauses by which a game ends, by State.ending.
ENDINGS: Final = ("", "AB19", "A11", "A12", "A26")
VICTORY, STUCK, HELD_ALL, TOO_LONG = range(1, len(ENDINGS))

# What the rules tell


def card_id(card: int) -> str:
    """Name a card."""
    return CARD_IDS[card]


def hand_ids(packed: int) -> list[str]:
    """Name the cards of a packed hand."""
    return [
        CARD_IDS[card] for card in HAND_CARD for _ in range(packed >> 4 * card & 15)
    ]


SEAT: Final = Argument(number)
EVENTS: Final = Events()
DEALT: Final = EVENTS.add(
    "dealt", "AB6", seat=SEAT, cards=Argument(hand_ids, secret=True)
)
BEGAN: Final = EVENTS.add("began", "A14", seat=SEAT)
TOOK: Final = EVENTS.add(
    "took", "AB10", seat=SEAT, of=SEAT, card=Argument(card_id, secret=True)
)
LAID: Final = EVENTS.add(
    "laid", "AB11", seat=SEAT, card=Argument(card_id), space=Argument(number)
)
KEPT: Final = EVENTS.add("kept", "A17", seat=SEAT)
SKIPPED: Final = EVENTS.add("skipped", "A7", seat=SEAT)
ASKED: Final = EVENTS.add("asked", "A22", seat=SEAT)
WENT_ON: Final = EVENTS.add("went_on", "A22", seat=SEAT)
WON: Final = EVENTS.add("won", "AB19", seat=SEAT)
HOLDS_ALL: Final = EVENTS.add("holds_all", "A12", seat=SEAT)
SHOWED: Final = EVENTS.add("showed", "A11", seat=SEAT, count=Argument(number))
STALEMATE: Final = EVENTS.add("stalemate", "A11")
STOPPED: Final = EVENTS.add("stopped", "A26", count=Argument(number))

POOL: Final = MOST_SEATS  # the row of `hands` for cards that are being dealt

#: Who knows something: bits of seats, and one for those who only watch.
SPECTATOR: Final = MOST_SEATS
ALL_KNOW: Final = (1 << (MOST_SEATS + 1)) - 1


@layout
class State(Header):
    """A table of Anthem.

    A hand has no order: its owner may shuffle it before each pick (A6).
    """

    phase: i1
    mover: i1
    taken: i1  # the card taken last, while it must still be in the taker's hand
    taker: i1
    aware: i2  # who knows that card
    ending: i1  # place in ENDINGS
    winners: i2  # seats, as bits
    spoiled: i2  # seats whose row can no longer be completed, as bits
    sizes: Annotated[Row, I1, MOST_SEATS]
    free: Annotated[Row, I1, MOST_SEATS]  # free spaces of each row
    burdened: Annotated[Row, I2, MOST_SEATS]  # who knows that this seat holds a Death
    spared: Annotated[Row, I2, MOST_SEATS]  # who knows that it holds none
    hands: Annotated[Grid, I1, MOST_SEATS + 1, KINDS]  # how many of each card (A18)
    rows: Annotated[Grid, I1, MOST_SEATS, MOST_SPACES + 1]  # from space 1 on


# House rules, as questions


@jit
def spaces(s: State) -> int:
    """Count the spaces between the 0 and the 9 of a row (A1)."""
    return 8 if s.options[EIGHT_SPACES] != 0 else 6


@jit
def at_any_moment(s: State) -> bool:
    """Tell whether victory need not wait for one's own turn (A8, A23)."""
    if s.options[ANY_MOMENT] == AUTO:
        return s.options[EIGHT_SPACES] != 0
    return s.options[ANY_MOMENT] != NEVER


@jit
def wins_at_once(s: State) -> bool:
    """Tell whether nobody can hold a complete row without Death and play on."""
    return s.options[BY_HAND] == 0 and at_any_moment(s)


# Hands


@jit
def card_at(s: State, hand: int, place: int) -> int:
    """Return the card at a place of a hand laid out in order."""
    card = 1
    place -= s.hands[hand][card]
    while place >= 0:
        card += 1
        place -= s.hands[hand][card]
    return card


@jit
def move_card(s: State, hand: int, other: int, card: int) -> None:
    """Move a card from one hand to another."""
    s.hands[hand][card] -= 1
    s.hands[other][card] += 1


@jit
def packed(s: State, seat: int) -> int:
    """Write a hand as one number, four bits for each card."""
    found = 0
    for card in range(1, KINDS):
        found |= s.hands[seat][card] << 4 * card
    return found


@jit
def giver(s: State, seat: int) -> int:
    """Return the seat to take from: the first to the right that has cards (A7, A15, A16)."""
    for step in range(1, s.seats):
        other = (seat - step + s.seats) % s.seats
        if s.sizes[other] > 0:
            return other
    return NOBODY


# Rows: place 0 is the card 0, the place after the last space is the card 9.


@jit
def left_of(s: State, seat: int, card: int) -> int:
    """Return the place of the next lower number in a row."""
    row = s.rows[seat]
    for space in range(spaces(s), 0, -1):
        if NO_CARD < row[space] < card:
            return space
    return 0


@jit
def right_of(s: State, seat: int, card: int) -> int:
    """Return the place of the next higher number in a row (or of the same one)."""
    row = s.rows[seat]
    last = spaces(s)
    for space in range(1, last + 1):
        if row[space] >= card:
            return space
    return last + 1


@jit
def number_at(s: State, seat: int, place: int) -> int:
    """Return the number at a place of a row, its two ends included."""
    if place > spaces(s):
        return LAST_NUMBER
    return s.rows[seat][place]  # place 0 is never written


@jit
def fits(low: int, high: int, places: int) -> bool:
    """Tell whether there are numbers enough between two for the places between."""
    return places <= high - low - 1


@jit
def spoils(s: State, seat: int, card: int, space: int) -> bool:
    """Tell whether a row could not be completed with this card on this space."""
    left, right = left_of(s, seat, card), right_of(s, seat, card)
    return not (
        fits(number_at(s, seat, left), card, space - left - 1)
        and fits(card, number_at(s, seat, right), right - space - 1)
    )


@jit
def is_complete(s: State, seat: int) -> bool:
    """Tell whether a seat has all that victory asks for (AB1, AB19)."""
    return s.free[seat] == 0 and s.hands[seat][DEATH] == 0
