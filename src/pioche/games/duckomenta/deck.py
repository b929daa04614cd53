"""Deck, hands and what lies in front of the seats of Duckomenta Art."""

from pioche.core.random import shuffle
from pioche.core.rules import EVERYONE, jit, tell
from pioche.games.duckomenta.cards import EPOCH, EPOCHS, KINDS, OF_EPOCH, SYMBOLS
from pioche.games.duckomenta.state import (
    FULL,
    NO_CARD,
    NO_EPOCH,
    RESHUFFLE_DISCARDS,
    RESHUFFLED,
    TWO_PLAYER_LIMIT,
    State,
)


@jit
def next_card(s: State) -> int:
    """Take the top card off the deck; if there is none, reshuffle or go without."""
    if s.deck_size == 0:
        if s.options[RESHUFFLE_DISCARDS] != 0:
            reshuffle(s)
        if s.deck_size == 0:
            return NO_CARD
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    return card


@jit
def reshuffle(s: State) -> None:
    """Make a new deck of the cards of past seasons (D14, D31)."""
    for kind in range(KINDS):
        for _ in range(s.discards[kind]):
            s.deck[s.deck_size] = kind
            s.deck_size += 1
        s.discards[kind] = 0
    shuffle(s, s.deck, s.deck_size)
    if s.deck_size > 0:
        tell(s, RESHUFFLED, EVERYONE, s.deck_size)


@jit
def can_draw(s: State) -> bool:
    """Tell whether there is a card to draw."""
    if s.deck_size > 0:
        return True
    if s.options[RESHUFFLE_DISCARDS] != 0:
        for kind in range(KINDS):
            if s.discards[kind] > 0:
                return True
    return False


@jit
def take(s: State, seat: int, card: int) -> None:
    """Put a card into a hand, if it is one."""
    if card != NO_CARD:
        s.hands[seat][card] += 1
        s.held[seat] |= 1 << card
        s.sizes[seat] += 1


@jit
def take_out(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    s.hands[seat][card] -= 1
    s.sizes[seat] -= 1
    if s.hands[seat][card] == 0:
        s.held[seat] &= ~(1 << card)


@jit
def has_epoch(s: State, seat: int, epoch: int) -> bool:
    """Tell whether a seat holds a card of an epoch."""
    return s.held[seat] >> (SYMBOLS * epoch) & OF_EPOCH != 0


@jit
def lay(s: State, seat: int, card: int) -> None:
    """Lay a card face up in front of a seat."""
    epoch = EPOCH[card]
    s.front[seat][card] += 1
    s.own[seat][epoch] += 1
    s.on_table[epoch] += 1


@jit
def saw_leave(s: State, seat: int, epoch: int) -> None:
    """Note what all still know of a hand that a card of this epoch has left.

    It was none of the cards known not to be of the epoch; it may have been any other.
    """
    sure = s.others[seat]
    for other in range(EPOCHS):
        if sure[other] > sure[epoch]:
            sure[other] -= 1


@jit
def left_unseen(s: State, seat: int) -> None:
    """Note what all still know of a hand that a card has left face down."""
    for epoch in range(EPOCHS):
        if s.others[seat][epoch] > 0:
            s.others[seat][epoch] -= 1


@jit
def full(s: State) -> int:
    """Return how many face-up cards of one epoch end the season (D18)."""
    return FULL - 1 if s.seats == 2 and s.options[TWO_PLAYER_LIMIT] != 0 else FULL


@jit
def full_epoch(s: State) -> int:
    """Return the first epoch of which enough cards lie face up, or NO_EPOCH."""
    for epoch in range(EPOCHS):
        if s.on_table[epoch] >= full(s):
            return epoch
    return NO_EPOCH
