"""A cheap, sensible way to play: push the epochs in which one leads.

It looks only at what its seat knows: its own hand and what lies open.
"""

from typing import Final

from pioche.core.random import below
from pioche.core.rules import I1, Row, jit, table
from pioche.games.duckomenta.cards import (
    EPOCH,
    EPOCHS,
    KINDS,
    OF_EPOCH,
    SYMBOL,
    SYMBOLS,
)
from pioche.games.duckomenta.season import worth
from pioche.games.duckomenta.state import (
    ACCEPT,
    DECLINE,
    DONE,
    NO_EPOCH,
    PLACE_BONUS,
    SEASONS,
    TOKENS,
    TURN,
    State,
)

#: How gladly a card is played for its symbol, in points; a plain card has none.
LIKED: Final = table((0, 3, 1, 1, 0, 3), I1)
DEAR: Final = (
    2  # tokens on an epoch from which on a card is added before the last season
)


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose one of a seat's legal moves."""
    if moves[n - 1] == DONE:
        return addition(s, moves, n)
    if moves[n - 1] == ACCEPT:
        return ACCEPT
    best, most = moves[0], -10_000
    for i in range(n):
        if moves[i] != DECLINE:
            value = 4 * promise(s, seat, moves[i]) + below(s, 4)
            if value > most:
                best, most = moves[i], value
    return best


@jit
def addition(s: State, moves: Row, n: int) -> int:
    """Add plain cards first, to epochs that score well; in the last season to all."""
    for i in range(n - 1):
        epoch = EPOCH[moves[i] % KINDS]
        if s.ranks[s.season][epoch] > 0:
            if worth(s, epoch) >= DEAR or s.season == SEASONS - 1:
                return moves[i]
    return DONE


@jit
def promise(s: State, seat: int, move: int) -> int:
    """Estimate what a card or a bonus token does for a seat, in points."""
    if move >= PLACE_BONUS:
        return 2 * lead(s, seat, NO_EPOCH, move - PLACE_BONUS)
    card = move % KINDS
    epoch = EPOCH[card]
    value = 2 * lead(s, seat, epoch, NO_EPOCH) + holding(s, seat, epoch)
    return value + LIKED[SYMBOL[card]] if s.phase == TURN else value


@jit
def holding(s: State, seat: int, epoch: int) -> int:
    """Count a seat's cards of an epoch."""
    count = 0
    for kind in range(epoch * SYMBOLS, (epoch + 1) * SYMBOLS):
        count += s.hands[seat][kind]
    return count


@jit
def lead(s: State, seat: int, laid: int, bonus: int) -> int:
    """Return by how much a seat would lead if the season ended after one more card.

    `laid` is the epoch of the card, `bonus` one that gets a bonus token, or NO_EPOCH.
    """
    mine, ranked = 0, 0
    theirs = 0  # points of each seat, 12 bits each
    for token in range(TOKENS, 0, -1):
        best, most = NO_EPOCH, 0
        for epoch in range(EPOCHS):
            count = s.on_table[epoch] + (epoch == laid)
            if count > most and ranked >> epoch & 1 == 0:
                best, most = epoch, count
        if best != NO_EPOCH:
            ranked |= 1 << best
            value = token + worth(s, best) + 2 * (best == bonus)
            for other in range(s.seats):
                theirs += value * s.own[other][best] << (12 * other)
            mine += value * more(s, seat, best, laid)
    mine += theirs >> (12 * seat) & 4095
    most = 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, theirs >> (12 * other) & 4095)
    return mine - most


@jit
def more(s: State, seat: int, epoch: int, laid: int) -> int:
    """Count the cards of an epoch that a seat would lay now and add at the season's end."""
    now = int(epoch == laid)
    there = s.own[seat][epoch] + now > 0
    held = s.held[seat] >> (SYMBOLS * epoch) & OF_EPOCH != 0
    return now + (there and held)
