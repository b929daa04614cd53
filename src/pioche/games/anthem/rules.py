"""The rules of Anthem, in the order of its rulebook (see rulebook.en.md)."""

from typing import Any, Final

from pioche.core.random import below
from pioche.core.rules import EVERYONE, jit, ones, tell
from pioche.games.anthem.cards import CARDS_OF_A_SET, DEATH, LAST_NUMBER
from pioche.games.anthem.legality import forbids, legal
from pioche.games.anthem.state import (
    ALL_DEATHS,
    ALL_KNOW,
    ALL_WIN,
    ASKED,
    BEGAN,
    BY_HAND,
    CLAIM,
    CLAUSES,
    DEALT,
    DECLARE,
    DRAWN_STALEMATE,
    ENDINGS,
    EVENTS,
    GO_ON,
    HAND_CARD,
    HELD_ALL,
    HOLDS_ALL,
    KEEP,
    KEPT,
    LAID,
    LAY,
    LAY_FROM_HAND,
    LAY_ON,
    MOST_SEATS,
    MOST_SPACES,
    MOVES,
    NO_CARD,
    NOBODY,
    NUMBER_COUNT,
    OPTIONS,
    OVER,
    POOL,
    SHOWED,
    SKIPPED,
    STALEMATE,
    STOPPED,
    STUCK,
    TAKE,
    TAKE_AT,
    TOO_LONG,
    TOOK,
    VICTORY,
    WENT_ON,
    WON,
    State,
    at_any_moment,
    card_at,
    contradiction,
    giver,
    is_complete,
    move_card,
    packed,
    spaces,
    spoils,
    wins_at_once,
)

__all__ = [
    "BOUND", "CARDS", "CLAUSES", "EVENTS", "MOVES", "OPTIONS", "SEATS", "VERSION",
    "State", "apply", "claims", "contradiction", "deal", "forbids", "legal", "over",
    "result", "shares", "to_move",
]  # fmt: skip

VERSION: Final = 1
SEATS: Final = (2, 8)  # AB2, A13, AB23
BOUND: Final = 10_000  # A26
TURN: Final = 3  # the most moves of a turn: take, lay or keep, declare or continue


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
