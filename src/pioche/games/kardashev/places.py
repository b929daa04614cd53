"""Where cards lie: carrying them, and what the other seat learns from it.

What a seat knows of the other's hidden cards is kept as it happens (K29):
SURE  cards known to lie in the hand (or, just laid, in the quantum zone);
PACK  the most of each card that the deck can hold, known since it was reshuffled;
LIST  the least of each card that the other plays this game with.
"""

from pioche.core.random import below, shuffle
from pioche.core.rules import EVERYONE, jit, lowest, tell

from .cards import (
    BASE,
    BITS,
    DOMAIN,
    FIRST_STANDING,
    SPLIT,
    STAMP,  # noqa: F401  # the machine code depends on it
    STANDING_AMOUNT,
    STANDING_HOOK,
    STANDING_SIDE,
    WEIGHT,
    bit_of,
    word_of,
)
from .state import DREW, NONE, RESHUFFLED, State
from .vocabulary import (
    DECK,
    DISCARD,
    DOMAINS,
    HAND,
    HOOKS,
    IN_PLAY,
    LIST,
    PACK,
    POOL,
    SIDE,
    SURE,
    ZONES,
)


@jit
def add(s: State, seat: int, zone: int, card: int) -> None:
    """Note one more of a card in a place."""
    s.zone[seat][zone][card] += 1
    s.sizes[seat][zone] += 1
    s.bits[seat][zone][word_of(card)] |= bit_of(card)


@jit
def remove(s: State, seat: int, zone: int, card: int) -> None:
    """Note one less of a card in a place."""
    s.zone[seat][zone][card] -= 1
    s.sizes[seat][zone] -= 1
    if s.zone[seat][zone][card] == 0:
        s.bits[seat][zone][word_of(card)] &= ~bit_of(card)


@jit
def clear(s: State, seat: int, zone: int) -> None:
    """Empty a place."""
    for word in range(BITS):
        cards = s.bits[seat][zone][word]
        while cards != 0:
            s.zone[seat][zone][lowest(cards) + SPLIT * word] = 0
            cards &= cards - 1
        s.bits[seat][zone][word] = 0
    s.sizes[seat][zone] = 0


# Decks


@jit
def top(s: State, seat: int) -> int:
    """Take the top card of a deck that is not empty."""
    s.deck_size[seat] -= 1
    return s.deck[seat][s.deck_size[seat]]


@jit
def refill(s: State, seat: int) -> None:
    """Shuffle the discard as soon as the deck is empty (K15)."""
    if s.deck_size[seat] == 0 and s.sizes[seat][DISCARD] != 0:
        reshuffle(s, seat)


@jit
def reshuffle(s: State, seat: int) -> None:
    """Make the discard the new deck: both know what it holds, nobody in what order."""
    clear(s, seat, PACK)
    s.packed[seat] = 1
    for word in range(BITS):
        cards = s.bits[seat][DISCARD][word]
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            cards &= cards - 1
            for _ in range(s.zone[seat][DISCARD][card]):
                s.deck[seat][s.deck_size[seat]] = card
                s.deck_size[seat] += 1
                add(s, seat, PACK, card)
            s.zone[seat][DISCARD][card] = 0
            note_at_least(s, seat, card, s.zone[seat][PACK][card])
        s.bits[seat][DISCARD][word] = 0
    s.sizes[seat][DISCARD] = 0
    tell(s, RESHUFFLED, EVERYONE, seat, s.deck_size[seat])
    shuffle(s, s.deck[seat], s.deck_size[seat])


@jit
def draw(s: State, seat: int, count: int) -> None:
    """Draw cards; with nothing left to draw, that is all (K15)."""
    for _ in range(count):
        if s.deck_size[seat] == 0:
            return
        take(s, seat, top(s, seat))
        refill(s, seat)


@jit
def take(s: State, seat: int, card: int) -> None:
    """Take a card from the deck into the hand; the other does not see it."""
    add(s, seat, HAND, card)
    tell(s, DREW, 1 << seat, seat, card)


# Cards in play


@jit
def enter(s: State, seat: int, card: int) -> None:
    """Put a card into play, with the rules that it overrides."""
    add(s, seat, IN_PLAY, card)
    s.tally[seat][DOMAIN[card]] += WEIGHT[card]
    s.entered = 1
    override(s, seat, card, 1)


@jit
def withdraw(s: State, seat: int, card: int) -> None:
    """Take a card out of play."""
    remove(s, seat, IN_PLAY, card)
    s.tally[seat][DOMAIN[card]] -= WEIGHT[card]
    override(s, seat, card, -1)


@jit
def override(s: State, seat: int, source: int, sign: int) -> None:
    """Switch on or off the rules that a card or hero overrides (K27)."""
    for i in range(FIRST_STANDING[source], FIRST_STANDING[source + 1]):
        side = (seat + STANDING_SIDE[i]) & 1
        s.hook[side][STANDING_HOOK[i]] += sign * STANDING_AMOUNT[i]


# Carrying


@jit
def lift(s: State, seat: int, zone: int, card: int) -> None:
    """Take a card face up from a place; from the deck, `top` has taken it already."""
    if zone == IN_PLAY:
        withdraw(s, seat, card)
    elif zone == DECK:
        unpack(s, seat, card)
    else:
        remove(s, seat, zone, card)
        if zone == HAND:
            forget(s, seat, card)


@jit
def lay_down(s: State, seat: int, zone: int, card: int) -> None:
    """Put a card that both see into a place."""
    if zone == IN_PLAY:
        enter(s, seat, card)
    elif zone == DECK:
        shuffle_in(s, seat, card)
    else:
        add(s, seat, zone, card)
        if zone == HAND:
            add(s, seat, SURE, card)
    note_at_least(s, seat, card, 0)
    refill(s, seat)


@jit
def shuffle_in(s: State, seat: int, card: int) -> None:
    """Shuffle a card into a deck."""
    if s.deck_size[seat] == 0:
        clear(s, seat, PACK)
        s.packed[seat] = 1
    s.deck[seat][s.deck_size[seat]] = card
    s.deck_size[seat] += 1
    if s.packed[seat] != 0:
        add(s, seat, PACK, card)
    shuffle(s, s.deck[seat], s.deck_size[seat])


# What the other seat knows


@jit
def forget(s: State, seat: int, card: int) -> None:
    """A card left the hand face up: it may have been the one that was known."""
    if s.zone[seat][SURE][card] > 0:
        remove(s, seat, SURE, card)


@jit
def unpack(s: State, seat: int, card: int) -> None:
    """A card left the deck face up."""
    if s.zone[seat][PACK][card] > 0:
        remove(s, seat, PACK, card)


@jit
def note_at_least(s: State, seat: int, card: int, in_deck: int) -> None:
    """Note how many of a card the other now knows this seat to play with."""
    seen = in_deck + s.zone[seat][SURE][card]
    seen += s.zone[seat][IN_PLAY][card] + s.zone[seat][DISCARD][card]
    while s.zone[seat][LIST][card] < seen:
        add(s, seat, LIST, card)
    if card >= BASE:
        s.shown[word_of(card)] |= bit_of(card)


@jit
def change_sides(s: State, card: int, seat: int, to: int) -> None:
    """Both see a card go over to the other side for the rest of the game (K33)."""
    if s.zone[seat][LIST][card] > 0:
        remove(s, seat, LIST, card)
    add(s, to, LIST, card)


@jit
def show_hand(s: State, seat: int) -> None:
    """Show a hand to the other seat."""
    clear(s, seat, SURE)
    for word in range(BITS):
        cards = s.bits[seat][HAND][word]
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            cards &= cards - 1
            for _ in range(s.zone[seat][HAND][card]):
                add(s, seat, SURE, card)
            note_at_least(s, seat, card, 0)
    if s.quantum != NONE and seat == s.mover:
        s.apart = 1


@jit
def random_card(s: State, seat: int, zone: int) -> int:
    """Choose a card of a place at random."""
    k = below(s, s.sizes[seat][zone])
    for word in range(BITS):
        cards = s.bits[seat][zone][word]
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            cards &= cards - 1
            k -= s.zone[seat][zone][card]
            if k < 0:
                return card
    return 0


@jit
def clear_seat(s: State, seat: int) -> None:
    """Take back all cards of the game before, and what they did."""
    for zone in range(ZONES):
        if zone not in (POOL, SIDE):
            clear(s, seat, zone)
    for domain in range(len(DOMAINS)):
        s.tally[seat][domain] = 0
    for hook in range(len(HOOKS)):
        s.hook[seat][hook] = 0
    s.deck_size[seat] = s.packed[seat] = 0
    s.hushed[seat] = s.drought[seat] = s.more[seat] = 0
    s.sheltered[seat] = s.truce[seat] = 0
