"""What a player of Anthem may do: every refusal has its clause, and its one home here."""

from pioche.core.rules import Row, jit
from pioche.games.anthem.cards import DEATH
from pioche.games.anthem.state import (
    BY_HAND,
    BY_ITSELF,
    CLAIM,
    DEATH_STAYS,
    DECLARE,
    FORBID_SPOILING,
    GAME_OVER,
    GO_ON,
    HAND_CARD,
    KEEP,
    LAY,
    LAY_FROM_HAND,
    LAY_ON,
    MOST_SPACES,
    NO_CARD,
    NO_SPACE_LEFT,
    NO_SUCH_PLACE,
    NO_SUCH_SPACE,
    NOT_ASKED,
    NOT_COMPLETE,
    NOT_IN_HAND,
    NOT_THE_MOMENT,
    NOT_YOUR_TURN,
    NUMBER_COUNT,
    OCCUPIED,
    ONLY_THE_TAKEN,
    OUT_OF_ORDER,
    OVER,
    SAME_NUMBER,
    SPOILS,
    TAKE,
    TAKE_AT,
    TAKE_ONE_FIRST,
    State,
    at_any_moment,
    giver,
    is_complete,
    left_of,
    number_at,
    right_of,
    spaces,
    spoils,
)

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
