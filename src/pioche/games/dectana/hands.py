"""The deck, the hands and the discards of Dectana."""

from pioche.core.random import shuffle
from pioche.core.rules import EVERYONE, jit, lowest, tell
from pioche.games.dectana.board import (
    DISCARD,
    DRAWN,
    HAND,
    SHOWN,
    SHUFFLED,
    State,
    add,
    empty,
    take,
)
from pioche.games.dectana.cards import (
    BASICS,
    COURTS,
    EXCUSES,
    NO_CARD,
    PAWNS,
    best_value,
)
from pioche.games.dectana.moves import (
    DISCARDED,
    DREW,
    RESHUFFLE_AT_ONCE,
    RESHUFFLED,
    WITH_COURTS,
    WITH_EXCUSES,
    WITH_PAWNS,
)


@jit
def kinds_in_play(s: State) -> int:
    """Return the kinds of card that this table plays with, as bits (T34)."""
    kinds = BASICS
    if s.options[WITH_PAWNS] != 0:
        kinds |= PAWNS
    if s.options[WITH_COURTS] != 0:
        kinds |= COURTS
    if s.options[WITH_EXCUSES] != 0:
        kinds |= EXCUSES
    return kinds


@jit
def turn_up(s: State) -> int:
    """Take the top card of the deck, which must not be empty, for all to see."""
    s.left -= 1
    card = s.deck[s.left]
    take(s, SHUFFLED, card)
    return card


@jit
def draw(s: State, seat: int) -> None:
    """Let a seat draw a card; if there is none, it draws none."""
    if not refill(s):
        return
    s.left -= 1
    card = s.deck[s.left]
    add(s, HAND + seat, card)
    if s.reshuffled != 0:
        add(s, DRAWN + seat, card)
    s.held[seat] += 1
    tell(s, DREW, 1 << seat, seat, card)
    refill_at_once(s)


@jit
def refill(s: State) -> bool:
    """Reshuffle the discards if the deck is empty; tell whether it now has a card."""
    if s.left == 0 and s.once[DISCARD] != 0:
        reshuffle(s)  # T9
    return s.left > 0


@jit
def refill_at_once(s: State) -> None:
    """With the option "reshuffle_at_once", don't wait for the next draw (T9)."""
    if s.options[RESHUFFLE_AT_ONCE] != 0:
        refill(s)


@jit
def reshuffle(s: State) -> None:
    """Make a new deck of the discards; all know what it is made of."""
    cards = s.once[DISCARD]
    while cards != 0:
        card = lowest(cards)
        cards &= cards - 1
        for _ in range(1 + (s.twice[DISCARD] >> card & 1)):
            s.deck[s.left] = card
            s.left += 1
    shuffle(s, s.deck, s.left)
    s.once[SHUFFLED] = s.once[DISCARD]
    s.twice[SHUFFLED] = s.twice[DISCARD]
    empty(s, DISCARD)
    for seat in range(s.seats):
        empty(s, DRAWN + seat)
    s.reshuffled = 1
    tell(s, RESHUFFLED, EVERYONE, s.left)


@jit
def leave_hand(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand, before all eyes."""
    take(s, HAND + seat, card)
    take(s, SHOWN + seat, card)
    s.held[seat] -= 1


@jit
def discard_cards(s: State, cards: int) -> None:
    """Put cards of the board on the discards."""
    while cards != 0:
        add(s, DISCARD, lowest(cards))
        cards &= cards - 1


@jit
def discard_one(s: State, seat: int, card: int) -> None:
    """Discard a card of the hand."""
    leave_hand(s, seat, card)
    add(s, DISCARD, card)
    tell(s, DISCARDED, EVERYONE, seat, card)


@jit
def best_in_hand(s: State, seat: int, besides: int) -> int:
    """Return the highest value in a hand, one copy of a card (or NO_CARD) aside."""
    cards = s.once[HAND + seat]
    if besides != NO_CARD:
        cards &= ~(1 << besides) | s.twice[HAND + seat]
    return best_value(cards)
