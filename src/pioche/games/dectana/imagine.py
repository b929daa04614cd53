"""Other tables of Dectana that a seat cannot tell from the real one (T37)."""

from typing import Final

from pioche.core.random import below, shuffle
from pioche.core.rules import jit, lowest, ones
from pioche.games.dectana.board import (
    DISCARD,
    DRAWN,
    HAND,
    OWN,
    SHOWN,
    SHUFFLED,
    State,
    add,
    empty,
)
from pioche.games.dectana.cards import NO_CARD
from pioche.games.dectana.hands import best_in_hand, kinds_in_play
from pioche.games.dectana.moves import CHOOSE, POWER
from pioche.games.dectana.needs import any_can_use, can_use

PATIENCE: Final = 1 << 14  # no deal that can be is so rare; a false view must end


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew the deck and every card of the others that was not shown."""
    deal_hidden(s, seat)
    if seat != s.mover:
        for _ in range(PATIENCE):
            if can_go_on(s):
                return
            deal_hidden(s, seat)


@jit
def can_go_on(s: State) -> bool:
    """Tell whether the mover can use the card in use, as all see that it can.

    If covering is all that is left to do, its hand has a card to cover with.
    """
    best = best_in_hand(s, s.mover, NO_CARD)
    if s.phase == CHOOSE and s.used == 0:
        return any_can_use(s, s.eligible, s.powers, best)
    return s.phase != POWER or can_use(s, s.chosen % OWN, s.powers, best)


@jit
def add_to(once: int, twice: int, more: int, more_twice: int) -> tuple[int, int]:
    """Put two piles together."""
    return once | more, twice | more_twice | once & more


@jit
def without(once: int, twice: int, less: int, less_twice: int) -> tuple[int, int]:
    """Take the cards of one pile out of another."""
    return once & ~less | twice & ~less_twice, twice & ~less


@jit
def hidden_cards(s: State, seat: int) -> tuple[int, int]:
    """Return every card that a seat neither holds nor sees nor has been shown."""
    once, twice = s.once[DISCARD], s.twice[DISCARD]
    once, twice = add_to(once, twice, s.once[HAND + seat], s.twice[HAND + seat])
    for other in range(s.seats):
        if other != seat:
            pile = SHOWN + other
            once, twice = add_to(once, twice, s.once[pile], s.twice[pile])
    for land in range(s.lands):
        once, twice = add_to(once, twice, s.stack[land], 0)
    if s.card != NO_CARD:
        once, twice = add_to(once, twice, 1 << s.card, 0)
    kinds = kinds_in_play(s)
    return without(kinds, kinds, once, twice)


@jit
def deal_hidden(s: State, seat: int) -> None:
    """Lay out the hidden cards: first the deck, then the hands of the others."""
    once, twice = hidden_cards(s, seat)
    deck_once, deck_twice = once, twice
    if s.reshuffled != 0:  # the deck holds nothing but what was shuffled in
        drawn = DRAWN + seat
        may_once, may_twice = without(
            s.once[SHUFFLED], s.twice[SHUFFLED], s.once[drawn], s.twice[drawn]
        )
        deck_once, deck_twice = once & may_once, twice & may_twice
    count = list_cards(s, 0, deck_once, deck_twice)
    shuffle(s, s.deck, count)
    once, twice = without(once, twice, deck_once, deck_twice)
    count = list_cards(s, count, once, twice)
    for i in range(count - 1, s.left, -1):
        j = s.left + below(s, i - s.left + 1)
        kept = s.deck[i]
        s.deck[i] = s.deck[j]
        s.deck[j] = kept
    deal_hands(s, seat, count)


@jit
def list_cards(s: State, count: int, once: int, twice: int) -> int:
    """Write the cards of a pile at the end of the deck, and return its new end."""
    while once != 0:
        card = lowest(once)
        once &= once - 1
        for _ in range(1 + (twice >> card & 1)):
            s.deck[count] = card
            count += 1
    return count


@jit
def deal_hands(s: State, seat: int, count: int) -> None:
    """Deal the last cards of the deck to the others, on top of what they have shown."""
    for other in range(s.seats):
        if other != seat:
            hand, shown = HAND + other, SHOWN + other
            empty(s, DRAWN + other)
            s.once[hand], s.twice[hand] = s.once[shown], s.twice[shown]
            for _ in range(s.held[other] - ones(s.once[hand]) - ones(s.twice[hand])):
                count -= 1
                add(s, hand, s.deck[count])
