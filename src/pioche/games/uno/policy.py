"""A plain way to play UNO: lay what fits, keep the wilds, never draw by choice.

It looks only at what its seat knows: its own hand and what lies open.
"""

from pioche.core.random import below
from pioche.core.rules import Row, jit, ones
from pioche.games.uno.cards import (
    FIRST_WILD,
    HIGH_OF_COLOUR,
    LOW_OF_COLOUR,
    with_icon,
)
from pioche.games.uno.state import (
    ACCEPT,
    CALL,
    CATCH,
    CHALLENGE,
    CHOOSE,
    DRAW,
    KEEP,
    LAY_UNO,
    SAY,
    SWAP_WITH,
    State,
)


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose one of a seat's legal moves."""
    claim = claim_due(s, moves, n)
    if claim >= 0:
        return claim
    first = moves[0]
    if first < DRAW:
        return lay_one(s, seat, moves, n)
    if first in (DRAW, KEEP) or first >= CALL:
        return first
    if first < SAY:
        return CHOOSE + favourite(s, seat)
    if first < ACCEPT:
        return announcement(s, seat)
    if first == ACCEPT:
        return answer(s, moves, n)
    return swap(s, moves, n)


@jit
def claim_due(s: State, moves: Row, n: int) -> int:
    """Return a call or a catch that is due, or -1."""
    for i in range(n - 1, -1, -1):
        if moves[i] < CALL:
            return -1
        if moves[i] == CALL:
            return CALL
        if s.exposed >> (moves[i] - CATCH) & 1:
            return moves[i]
    return -1


@jit
def lay_one(s: State, seat: int, moves: Row, n: int) -> int:
    """Lay any coloured card that fits, or else a wild; call UNO with the last but one."""
    count, wilds, drawing = 0, 0, -1
    for i in range(n):
        move = moves[i]
        if move >= LAY_UNO:
            if move >= DRAW and move <= ACCEPT:
                drawing = move
            break
        if move < FIRST_WILD:
            count += 1
        else:
            wilds += 1
    at = below(s, count) if count > 0 else below(s, wilds)
    move = moves[at]
    if s.sizes[seat] == 2:
        for i in range(n):
            if moves[i] == move + LAY_UNO:
                return moves[i]
    return move if drawing != ACCEPT or move < FIRST_WILD else ACCEPT


@jit
def favourite(s: State, seat: int) -> int:
    """Return the colour of which a seat holds most."""
    best, most = below(s, 4), 0
    for colour in range(4):
        low = s.hands[seat][0] & LOW_OF_COLOUR[colour]
        count = ones(low) + ones(s.hands[seat][1] & HIGH_OF_COLOUR[colour])
        if count > most:
            best, most = colour, count
    return best


@jit
def announcement(s: State, seat: int) -> int:
    """Announce the icon of which one holds most, so that others hold less."""
    low, high = s.hands[seat][0], s.hands[seat][1]
    icon = int(with_icon(low, high, 1) > with_icon(low, high, 0))
    return SAY + 4 * icon + favourite(s, seat)


@jit
def answer(s: State, moves: Row, n: int) -> int:
    """Draw what is due; doubt one +4 in four."""
    if n > 1 and moves[1] == CHALLENGE and below(s, 4) == 0:
        return CHALLENGE
    return ACCEPT


@jit
def swap(s: State, moves: Row, n: int) -> int:
    """Swap with the smallest hand."""
    best = moves[0]
    for i in range(n):
        if moves[i] >= CALL:
            break
        if s.sizes[moves[i] - SWAP_WITH] < s.sizes[best - SWAP_WITH]:
            best = moves[i]
    return best
