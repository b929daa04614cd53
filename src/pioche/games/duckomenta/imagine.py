"""Imagining the cards that a seat of Duckomenta Art cannot see (decision 031)."""

from typing import Final

from pioche.core.random import below, shuffle
from pioche.core.rules import jit, lowest
from pioche.games.duckomenta.cards import (
    ALL_EPOCHS,
    COPIES,
    EPOCH,
    EPOCHS,
    KINDS,
)
from pioche.games.duckomenta.state import (
    EFFECTS_OPTIONAL,
    NO_CARD,
    SECOND,
    State,
)

STIRS: Final = 8  # swaps for each card of which something is known


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew all that lies hidden from a seat, true to what it can deduce."""
    gather(s, seat)
    places = known_places(s, seat)
    fill_places(s, seat, places)
    stir(s, seat, places)
    hand_out(s, seat)


@jit
def gather(s: State, seat: int) -> None:
    """Put all cards that a seat can't see into the deck, in their order."""
    s.deck_size = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind] - seen(s, seat, kind)):
            s.deck[s.deck_size] = kind
            s.deck_size += 1
    for other in range(s.seats):
        if other != seat:
            s.held[other] = 0
            for kind in range(KINDS):
                s.hands[other][kind] = 0


@jit
def seen(s: State, seat: int, kind: int) -> int:
    """Count the cards of a kind that a seat can see."""
    count = s.hands[seat][kind] + s.discards[kind]
    count += (s.trend == kind) + (s.picks[seat] == kind)
    for other in range(s.seats):
        count += s.front[other][kind]
    for place in range(s.down_sizes[seat]):
        count += s.down[seat][place] == kind
    return count


@jit
def must_hold(s: State, other: int) -> bool:
    """Tell whether a seat surely holds a second card: else its effect had lapsed (D7)."""
    return s.phase == SECOND and other == s.mover and s.options[EFFECTS_OPTIONAL] == 0


@jit
def known_cards(s: State, other: int) -> int:
    """Count the cards of a hand of which something can be deduced."""
    most = 0
    for epoch in range(EPOCHS):
        most = max(most, s.others[other][epoch])
    if must_hold(s, other):
        most = max(most, s.others[other][EPOCH[s.due]] + 1)
    return most


@jit
def known_places(s: State, seat: int) -> int:
    """Count the cards hidden from a seat of which something can be deduced."""
    places = 0
    for other in range(s.seats):
        if other != seat:
            places += known_cards(s, other) + s.down_sizes[other]
    return places


@jit
def bars_of(s: State, other: int, slot: int) -> int:
    """Return the epochs of which a card in a hand can't be, as bits.

    What is known of a hand is told slot by slot: of the first three cards that they are
    not of this epoch, of the first two that they are not of that one either.
    """
    bars = 0
    for epoch in range(EPOCHS):
        if slot < s.others[other][epoch]:
            bars |= 1 << epoch
    if must_hold(s, other) and slot == s.others[other][EPOCH[s.due]]:
        return ALL_EPOCHS & ~(1 << EPOCH[s.due])
    return bars


@jit
def bars(s: State, seat: int, place: int) -> int:
    """Return the epochs of which the card at a place can't be, as bits.

    The places are, seat by seat, the known cards of a hand and the face-down cards; the
    card of a place lies in the deck, the first on top. Below there is no bar.
    """
    for other in range(s.seats):
        if other != seat:
            known = known_cards(s, other)
            if place < known:
                return bars_of(s, other, place)
            place -= known
            if place < s.down_sizes[other]:
                return s.barred[other][place]
            place -= s.down_sizes[other]
    return 0


@jit
def is_barred(s: State, barred: int, cell: int) -> bool:
    """Tell whether a card of the deck is of a barred epoch."""
    return barred >> EPOCH[s.deck[cell]] & 1 != 0


@jit
def first_free(s: State, barred: int, cells: int) -> int:
    """Find a card below a cell of the deck that is not barred, or return -1."""
    for cell in range(cells):
        if not is_barred(s, barred, cell):
            return cell
    return -1


@jit
def swap(s: State, cell: int, other: int) -> None:
    """Swap two cards of the deck."""
    kept = s.deck[cell]
    s.deck[cell] = s.deck[other]
    s.deck[other] = kept


@jit
def fill_places(s: State, seat: int, places: int) -> None:
    """Give each place, from the top of the deck on, any card that it does not bar."""
    for place in range(places):
        cells = s.deck_size - place
        barred = bars(s, seat, place)
        if first_free(s, barred, cells) < 0:
            make_way(s, seat, place)
        assert first_free(s, barred, cells) >= 0
        cell = below(s, cells)
        while is_barred(s, barred, cell):
            cell = below(s, cells)
        swap(s, cell, cells - 1)


@jit
def make_way(s: State, seat: int, place: int) -> None:
    """Let places that are filled change their cards until one is free for this place.

    This is an augmenting path of a bipartite matching, by epochs; `wants` holds for each
    epoch (8 bits) the place that would take a card of it.
    """
    barred = bars(s, seat, place)
    reached = ALL_EPOCHS & ~barred
    wants = 0
    free = -1
    while free < 0:
        before = reached
        for other in range(place):
            fresh = let_go(s, seat, other, reached)
            reached |= fresh
            while fresh != 0:
                wants |= other << (8 * lowest(fresh))
                fresh &= fresh - 1
        free = first_free(s, ALL_EPOCHS & ~reached, s.deck_size - place)
        assert free >= 0 or reached != before
    while is_barred(s, barred, free):
        taker = wants >> (8 * EPOCH[s.deck[free]]) & 255
        swap(s, free, s.deck_size - 1 - taker)


@jit
def let_go(s: State, seat: int, place: int, reached: int) -> int:
    """Return the epochs, besides those reached, that a place could take for its card."""
    if is_barred(s, ALL_EPOCHS & ~reached, s.deck_size - 1 - place):
        return 0
    return ALL_EPOCHS & ~bars(s, seat, place) & ~reached


@jit
def stir(s: State, seat: int, places: int) -> None:
    """Swap cards at random where no bar is in the way, so that no deal is favoured.

    Filling the places of one hand favours none; those of a second hand then had fewer
    cards to choose from. Swaps lead to all deals alike, after enough of them.
    """
    if known_hands(s, seat) < 2:
        return
    for i in range(STIRS * places):
        place = i % places
        cell = s.deck_size - 1 - place
        other = below(s, s.deck_size)
        if not is_barred(s, bars(s, seat, place), other):
            if not is_barred(s, bars(s, seat, s.deck_size - 1 - other), cell):
                swap(s, cell, other)


@jit
def known_hands(s: State, seat: int) -> int:
    """Count the seats of whose hidden cards something can be deduced."""
    hands = 0
    for other in range(s.seats):
        if other != seat and known_cards(s, other) + s.down_sizes[other] > 0:
            hands += 1
    return hands


@jit
def hand_out(s: State, seat: int) -> None:
    """Give the cards of the deck to their places, then fill the hands from the rest."""
    left = s.deck_size
    for other in range(s.seats):
        if other != seat:
            for _ in range(known_cards(s, other)):
                left = put(s, other, left)
            for place in range(s.down_sizes[other]):
                left -= 1
                s.down[other][place] = s.deck[left]
    shuffle(s, s.deck, left)
    for other in range(s.seats):
        if other != seat:
            picked = s.picks[other] != NO_CARD
            for _ in range(s.sizes[other] + picked - known_cards(s, other)):
                left = put(s, other, left)
            if picked:
                imagine_pick(s, other)
    for cell in range(left, s.deck_size):
        s.deck[cell] = 0
    s.deck_size = left


@jit
def put(s: State, other: int, left: int) -> int:
    """Put the last of the cards that are left into a hand, and return how many are."""
    card = s.deck[left - 1]
    s.hands[other][card] += 1
    s.held[other] |= 1 << card
    return left - 1


@jit
def imagine_pick(s: State, other: int) -> None:
    """Let a seat have picked any card of its hand."""
    nth = below(s, s.sizes[other] + 1)
    kind = -1
    while nth >= 0:
        kind += 1
        nth -= s.hands[other][kind]
    s.picks[other] = kind
    s.hands[other][kind] -= 1
    if s.hands[other][kind] == 0:
        s.held[other] &= ~(1 << kind)
