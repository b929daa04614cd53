"""Setting up, drawing and reshuffling: cards between deck, hands and pile."""

from pioche.core.random import shuffle
from pioche.core.rules import EVERYONE, jit, ones, tell
from pioche.games.uno.cards import (
    CARD,
    CARD_COUNT,
    COLOUR,
    FIRST_WILD,
    KIND,
    WORDS,
    bit_of,
    word_of,
)
from pioche.games.uno.state import (
    DEALT,
    DREW,
    NO_CARD,
    NOBODY,
    PLAY,
    RESHUFFLE_AT_ONCE,
    RESHUFFLED,
    STARTED,
    State,
)

HAND = 7  # UB2


@jit
def begin_round(s: State) -> None:
    """Shuffle, deal seven cards each and turn up the start card."""
    s.rounds += 1
    s.round_start = s.count
    s.direction = 1  # UB5
    s.drawn = NO_CARD
    s.exposed = s.idle = 0
    settle(s)
    gather(s)
    for seat in range(s.seats):
        for _ in range(HAND):
            take_top(s, seat)
        tell(s, DEALT, 1 << seat, seat, s.hands[seat][0], s.hands[seat][1])
    card = turn_up(s)
    while KIND[card] > 9:  # U1
        card = turn_up(s)
    s.kind = KIND[card]
    s.colour = COLOUR[card]
    s.mover = (s.dealer + 1) % s.seats
    s.phase = PLAY
    tell(s, STARTED, EVERYONE, card, s.mover)


@jit
def gather(s: State) -> None:
    """Gather all cards and shuffle them into a deck (UB3)."""
    for seat in range(s.seats):
        s.sizes[seat] = 0
        for word in range(WORDS):
            s.hands[seat][word] = s.known[seat][word] = 0
    for card in range(CARD_COUNT):
        s.deck[card] = card
    s.deck_size = CARD_COUNT
    s.pile_size = 0
    shuffle(s, s.deck, CARD_COUNT)


@jit
def turn_up(s: State) -> int:
    """Turn the top card of the deck up on the pile."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    put_down(s, card)
    return card


@jit
def put_down(s: State, card: int) -> None:
    """Put a card on the pile."""
    s.pile[s.pile_size] = card
    s.pile_size += 1


@jit
def settle(s: State) -> int:
    """Close the question that a +2 or a +4 asked, and return how many cards are due."""
    due = s.pending
    s.author = NOBODY
    s.pending = s.before = s.bluff = s.late = 0
    return due


# Drawing


@jit
def take_top(s: State, seat: int) -> int:
    """Give a seat the top card of the deck, which must not be empty."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.hands[seat][word_of(card)] |= bit_of(card)
    s.sizes[seat] += 1
    return card


@jit
def draw(s: State, seat: int) -> int:
    """Let a seat draw a card; if there is none, none is drawn."""
    if s.deck_size == 0:
        reshuffle(s)
        if s.deck_size == 0:
            return NO_CARD  # U22
    card = take_top(s, seat)
    tell(s, DREW, 1 << seat, seat, card)
    s.exposed &= ~(1 << seat)  # U34
    if seat == s.author:
        s.late += 1  # U31
    if s.deck_size == 0 and s.options[RESHUFFLE_AT_ONCE] != 0:
        reshuffle(s)  # U30
    return card


@jit
def draw_cards(s: State, seat: int, count: int) -> None:
    """Let a seat draw several cards."""
    for _ in range(count):
        draw(s, seat)


@jit
def reshuffle(s: State) -> None:
    """Make a new deck of the pile, except its top card (UB13, U23)."""
    if s.pile_size <= 1:
        return
    s.pile_size -= 1
    for i in range(s.pile_size):
        s.deck[i] = s.pile[i]
    s.deck_size = s.pile_size
    s.pile[0] = s.pile[s.pile_size]
    s.pile_size = 1
    shuffle(s, s.deck, s.deck_size)
    tell(s, RESHUFFLED, EVERYONE, s.deck_size)


# Hands


@jit
def has(s: State, seat: int, card: int) -> bool:
    """Tell whether a seat holds this very card."""
    return s.hands[seat][word_of(card)] & bit_of(card) != 0


@jit
def held(s: State, seat: int, face: int) -> int:
    """Return a card of this face in a hand, or NO_CARD."""
    card = CARD[face]
    if has(s, seat, card):
        return card
    return card + 1 if face >= FIRST_WILD and has(s, seat, card + 1) else NO_CARD


@jit
def take_out(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand; all see which one it is."""
    word, bit = word_of(card), bit_of(card)
    s.hands[seat][word] &= ~bit
    s.sizes[seat] -= 1
    for viewer in range(s.seats):
        s.known[viewer][word] &= ~bit


@jit
def blur(s: State, seat: int, face: int) -> None:
    """Let go what is known of two equal wilds of a hand, one of which is being laid."""
    pair = bit_of(CARD[face]) | bit_of(CARD[face] + 1)
    if s.hands[seat][1] & pair == pair:
        for viewer in range(s.seats):
            if s.known[viewer][1] & pair != pair:  # who knew one can't tell which stays
                s.known[viewer][1] &= ~pair


@jit
def show_hand(s: State, seat: int, viewer: int) -> None:
    """Let a seat see another's hand; it knows these cards until they leave it."""
    for word in range(WORDS):
        s.known[viewer][word] |= s.hands[seat][word]


@jit
def hand_over(s: State, giver: int, taker: int, low: int, high: int) -> None:
    """Give a hand to another seat; the giver still knows its cards (UH1)."""
    s.hands[taker][0], s.hands[taker][1] = low, high
    s.sizes[taker] = ones(low) + ones(high)
    s.known[giver][0] |= low
    s.known[giver][1] |= high
    s.known[taker][0] &= ~low
    s.known[taker][1] &= ~high
