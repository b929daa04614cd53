"""The rules of Anthem, in the order of its rulebook (see rulebook.en.md)."""

from typing import Annotated, Any, Final

from pioche.core.random import below
from pioche.core.rules import (
    EVERYONE,
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
    ones,
    table,
    tell,
)
from pioche.games.anthem.cards import (
    CARD_IDS,
    CARDS_OF_A_SET,
    DEATH,
    KINDS,
    LAST_NUMBER,
    NUMBERS,
)

VERSION: Final = 1
SEATS: Final = (2, 8)  # AB2, A13, AB23
MOST_SEATS: Final = 8
MOST_SPACES: Final = 8
MOST_CARDS: Final = 10  # in a hand: nine are dealt, and each turn takes and gives one
BOUND: Final = 10_000  # A26
TURN: Final = 3  # the most moves of a turn: take, lay or keep, declare or continue
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

CARDS: Final = [
    {
        "id": card.name,
        "copies": 1,
        "copies_per": "player",
        "number": card.number,
        "place": card.place,
    }
    for card in CARDS_OF_A_SET
]


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


# Set-up


@jit
def deal(s: State) -> None:
    """Deal the numbers 1 to 8 of all sets, and mix a Death into each hand."""
    left = s.seats * NUMBER_COUNT
    for card in range(1, LAST_NUMBER):
        s.hands[POOL][card] = s.seats  # AB3
    for seat in range(s.seats):
        for _ in range(NUMBER_COUNT):  # A20
            move_card(s, POOL, seat, card_at(s, POOL, below(s, left)))
            left -= 1
        s.hands[seat][DEATH] = 1  # AB8
        s.sizes[seat] = NUMBER_COUNT + 1
        s.free[seat] = spaces(s)
        tell(s, DEALT, 1 << seat, seat, packed(s, seat))
    s.mover = below(s, s.seats)  # AB9, A14, A21
    s.phase = TAKE
    tell(s, BEGAN, EVERYONE, s.mover)


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


# What is forbidden


@jit
def forbids(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids this seat this move, or 0."""
    if s.phase == OVER:
        return GAME_OVER
    if move == CLAIM:
        return forbids_claim(s, seat)
    if seat != s.mover:
        return NOT_YOUR_TURN
    if move == GO_ON or s.phase == DECLARE:
        return 0 if move == GO_ON and s.phase == DECLARE else NOT_ASKED
    if move < KEEP:
        return forbids_take(s, seat, move - TAKE_AT)
    if s.phase == TAKE:
        return TAKE_ONE_FIRST
    if move == KEEP:
        return 0  # AB13, AB17
    card = HAND_CARD[(move - LAY_ON) // MOST_SPACES]
    return forbids_lay(s, seat, card, (move - LAY_ON) % MOST_SPACES + 1)


@jit
def forbids_take(s: State, seat: int, place: int) -> int:
    """Name the clause that forbids taking the card at a place."""
    if s.phase != TAKE:
        return TAKE_ONE_FIRST
    return 0 if place < s.sizes[giver(s, seat)] else NO_SUCH_PLACE


@jit
def forbids_lay(s: State, seat: int, card: int, space: int) -> int:
    """Name the clause that forbids laying a card on a space."""
    if space > spaces(s):
        return NO_SUCH_SPACE
    if s.options[LAY_FROM_HAND] == 0 and card != s.taken:
        return ONLY_THE_TAKEN
    if s.hands[seat][card] == 0:
        return NOT_IN_HAND
    if card == DEATH:
        return DEATH_STAYS
    left, right = left_of(s, seat, card), right_of(s, seat, card)
    if number_at(s, seat, right) == card:
        return SAME_NUMBER  # A3: in this row, not in another
    if right - left == 1:
        return NO_SPACE_LEFT  # AB20
    if s.rows[seat][space] != NO_CARD:
        return OCCUPIED
    if not left < space < right:
        return OUT_OF_ORDER  # A4
    if s.options[FORBID_SPOILING] != 0 and spoils(s, seat, card, space):
        return SPOILS
    return 0


@jit
def forbids_claim(s: State, seat: int) -> int:
    """Name the clause that forbids declaring victory."""
    if s.options[BY_HAND] == 0:
        return BY_ITSELF
    if not is_complete(s, seat):
        return NOT_COMPLETE
    if at_any_moment(s) or (s.phase == DECLARE and seat == s.mover):
        return 0
    return NOT_THE_MOMENT


@jit
def legal(s: State, seat: int, out: Row) -> int:
    """Write a seat's legal moves, ascending, and count them."""
    n = 0
    if s.phase == OVER:
        return n
    if seat == s.mover and s.phase == TAKE:
        for move in range(TAKE_AT, TAKE_AT + s.sizes[giver(s, seat)]):
            n = add_legal(s, seat, move, out, n)
    elif seat == s.mover and s.phase == LAY:
        n = add_legal(s, seat, KEEP, out, n)
        n = legal_lays(s, seat, out, n)
    if s.options[BY_HAND] != 0:
        n = add_legal(s, seat, CLAIM, out, n)
        n = add_legal(s, seat, GO_ON, out, n)
    return n


@jit
def legal_lays(s: State, seat: int, out: Row, n: int) -> int:
    """Add the legal ways to lay a card; none lies outside the gap of its number."""
    for i in range(NUMBER_COUNT):
        card = HAND_CARD[i]
        if may_be_laid(s, seat, card):
            first = LAY_ON + MOST_SPACES * i - 1
            for space in range(left_of(s, seat, card) + 1, right_of(s, seat, card)):
                n = add_legal(s, seat, first + space, out, n)
    return n


@jit
def may_be_laid(s: State, seat: int, card: int) -> bool:
    """Tell whether a card is one that this turn may lay (A2, A24)."""
    if s.options[LAY_FROM_HAND] == 0:
        return card == s.taken
    return s.hands[seat][card] > 0


@jit
def add_legal(s: State, seat: int, move: int, out: Row, n: int) -> int:
    """Add a move to a list if nothing forbids it, and return the list's length."""
    if forbids(s, seat, move) != 0:
        return n
    out[n] = move
    return n + 1


# A turn


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move == CLAIM:
        win(s, seat)
    elif move == GO_ON:
        go_on(s, seat)
    elif move < KEEP:
        take(s, seat, move - TAKE_AT)
    elif move == KEEP:
        tell(s, KEPT, EVERYONE, seat)
        finish(s, seat)
    else:
        card = HAND_CARD[(move - LAY_ON) // MOST_SPACES]
        lay(s, seat, card, (move - LAY_ON) % MOST_SPACES + 1)


@jit
def take(s: State, seat: int, place: int) -> None:
    """Take the card at a place of the neighbour's hand, shuffled by its owner (A6)."""
    owner = giver(s, seat)
    size = s.sizes[owner]
    # A cut of the hand: at every place, each card is equally likely.
    card = card_at(s, owner, (below(s, size) + place) % size)
    aware = who_knows_the_card(s, seat, owner)
    move_card(s, owner, seat, card)
    s.sizes[owner] -= 1
    s.sizes[seat] += 1
    note_the_card(s, seat, owner, card, aware)
    tell(s, TOOK, EVERYONE if aware == ALL_KNOW else aware, seat, owner, card)
    if s.options[ALL_DEATHS] != 0 and s.hands[seat][DEATH] == s.seats:
        hold_all(s, seat)
    elif wins_at_once(s) and is_complete(s, owner):
        win(s, owner)  # A8
    elif s.free[seat] == 0:
        finish(s, seat)  # A10: there is nothing to lay
    else:
        s.phase = LAY


@jit
def lay(s: State, seat: int, card: int, space: int) -> None:
    """Lay a card on a space of one's row, for good (AB21)."""
    if spoils(s, seat, card, space):
        s.spoiled |= 1 << seat
    s.hands[seat][card] -= 1
    s.sizes[seat] -= 1
    s.rows[seat][space] = card
    s.free[seat] -= 1
    if card == s.taken:
        s.taken = NO_CARD
        s.aware = 0
    tell(s, LAID, EVERYONE, seat, card, space)
    finish(s, seat)


@jit
def finish(s: State, seat: int) -> None:
    """End a turn; it is now that a complete row without Death wins (AB18, AB19)."""
    if not is_complete(s, seat):
        if s.free[seat] == 0 and not at_any_moment(s):
            s.burdened[seat] = ALL_KNOW  # or it would win, or be asked
        pass_turn(s)
    elif s.options[BY_HAND] == 0:
        win(s, seat)
    elif at_any_moment(s):
        pass_turn(s)
    else:
        s.phase = DECLARE  # A22
        tell(s, ASKED, EVERYONE, seat)


@jit
def go_on(s: State, seat: int) -> None:
    """Play on without declaring; all know now that this seat could have (A22)."""
    s.spared[seat] = ALL_KNOW
    tell(s, WENT_ON, EVERYONE, seat)
    pass_turn(s)


@jit
def pass_turn(s: State) -> None:
    """Give the turn to the next seat, unless nobody can finish any more (A25)."""
    s.mover = (s.mover + 1) % s.seats
    s.phase = TAKE
    if giver(s, s.mover) == NOBODY:
        if s.options[LAY_FROM_HAND] != 0 and s.free[s.mover] > 0:
            s.phase = LAY
        else:
            tell(s, SKIPPED, EVERYONE, s.mover)  # A7
            s.mover = (s.mover + 1) % s.seats
    if nobody_can_finish(s):
        tell(s, STALEMATE, EVERYONE)
        rank(s, STUCK)
    elif s.count + TURN > BOUND:
        tell(s, STOPPED, EVERYONE, s.count)
        rank(s, TOO_LONG)


# Who knows what


@jit
def who_knows_the_card(s: State, seat: int, owner: int) -> int:
    """Return who knows which card a seat takes: both seats, and who knew it before.

    The only card of a hand may be known (A17); of several, nobody sees which one goes.
    """
    aware = 1 << seat | 1 << owner
    if s.sizes[owner] == 1:
        aware |= who_knows_a_death(s, owner)
        if s.taken != NO_CARD and s.taker == owner:
            aware |= s.aware
    return aware


@jit
def note_the_card(s: State, seat: int, owner: int, card: int, aware: int) -> None:
    """Note what is known of two hands once a card has gone from one to the other."""
    s.taken = card
    s.taker = seat
    s.aware = aware
    still = 0 if card == DEATH else aware
    s.burdened[owner] &= still
    s.spared[seat] &= still


@jit
def who_knows_a_death(s: State, seat: int) -> int:
    """Return who knows that a seat holds a Death: why else has it not won?"""
    if s.free[seat] == 0 and wins_at_once(s) and s.phase != OVER:
        return ALL_KNOW
    return s.burdened[seat]


@jit
def who_knows_no_death(s: State, seat: int) -> int:
    """Return who knows that a seat holds no Death: it is, or was, asked to declare."""
    asked = s.phase == DECLARE and seat == s.mover
    won = s.ending == VICTORY and s.winners >> seat & 1 != 0
    if asked or won or (s.ending == HELD_ALL and seat != s.mover):
        return ALL_KNOW
    return s.spared[seat]


# The end


@jit
def win(s: State, seat: int) -> None:
    """End the game with a victory."""
    tell(s, WON, EVERYONE, seat)
    end(s, VICTORY, 1 << seat)


@jit
def hold_all(s: State, seat: int) -> None:
    """End the game because a seat holds every Death (AB22, A12)."""
    tell(s, HOLDS_ALL, EVERYONE, seat)
    end(s, HELD_ALL, winners_beside(s, seat))


@jit
def winners_beside(s: State, seat: int) -> int:
    """Return who wins when a seat holds every Death (A12)."""
    if s.options[ALL_DEATHS] == ALL_WIN:
        return 1 << seat
    return ((1 << s.seats) - 1) & ~(1 << seat)


@jit
def end(s: State, ending: int, winners: int) -> None:
    """End the game at once (A19)."""
    s.phase = OVER
    s.ending = ending
    s.winners = winners


@jit
def nobody_can_finish(s: State) -> bool:
    """Tell whether no seat can win any more, however the cards fall (A11)."""
    for seat in range(s.seats):
        if can_finish(s, seat):
            return False
    return True


@jit
def can_finish(s: State, seat: int) -> bool:
    """Tell whether a seat's row can still be completed and all Deaths lie elsewhere.

    The missing numbers always lie in some hand: each row needs one copy at most. But
    the other hands must have room for every Death, and where victory waits for one's
    own turn, for the number that is taken then too.
    """
    if s.spoiled >> seat & 1:
        return False
    elsewhere = 1 if giver(s, s.mover) == seat else 0  # a card about to leave
    for other in range(s.seats):
        if other != seat:
            elsewhere += s.sizes[other]
    return elsewhere > s.seats or (elsewhere == s.seats and at_any_moment(s))


@jit
def rank(s: State, ending: int) -> None:
    """End a game without victory; all show how many Deaths they hold (A11)."""
    for seat in range(s.seats):
        tell(s, SHOWED, EVERYONE, seat, s.hands[seat][DEATH])
    end(s, ending, best_ranked(s))


@jit
def deaths_are_shown(s: State) -> bool:
    """Tell whether the Deaths were shown to rank the seats."""
    return s.ending in (STUCK, TOO_LONG)


@jit
def best_ranked(s: State) -> int:
    """Return who wins without victory: most spaces filled, then fewest Deaths (A11)."""
    winners, best = 0, 0
    for seat in range(s.seats):
        filled = spaces(s) - s.free[seat]
        points = (MOST_SEATS + 1) * (filled + 1) - s.hands[seat][DEATH]
        if s.options[DRAWN_STALEMATE] != 0:
            points = 1
        if points > best:
            winners, best = 0, points
        if points == best:
            winners |= 1 << seat
    return winners


@jit
def to_move(s: State) -> int:
    """Return the seat that owes a decision, as a bit."""
    return 0 if s.phase == OVER else 1 << s.mover


@jit
def claims(s: State) -> int:
    """Return the seats that may declare victory out of turn, as bits."""
    found = 0
    if s.phase != OVER and s.options[BY_HAND] != 0 and at_any_moment(s):
        for seat in range(s.seats):
            if seat != s.mover and is_complete(s, seat):
                found |= 1 << seat
    return found


@jit
def over(s: State) -> bool:
    """Tell whether the game has ended."""
    return s.phase == OVER


@jit
def shares(s: State, out: Any) -> None:
    """Write each seat's share of one point; winners share it."""
    winners = s.winners if s.phase == OVER else (1 << s.seats) - 1
    for seat in range(s.seats):
        out[seat] = (winners >> seat & 1) / ones(winners)


def result(s: State) -> tuple[list[int], list[int], str]:
    """Return the winners, the filled spaces by seat and the clause that ended it."""
    seats = range(s.seats)
    winners = [seat for seat in seats if s.winners >> seat & 1]
    return winners, [spaces(s) - s.free[seat] for seat in seats], ENDINGS[s.ending]
