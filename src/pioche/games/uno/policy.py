"""A plain way to play UNO: lay what fits, keep the wilds, call, catch, never draw by choice.

It looks only at what its seat knows: its own hand, what lies open, what it was shown.
"""

from math import exp
from typing import Any, Final

from pioche.core.random import below
from pioche.core.rules import Row, jit, ones
from pioche.games.uno.cards import (
    CARD,
    COLOUR,
    FIRST_WILD,
    KIND,
    LOVE,
    MONEY,
    NO_COLOUR,
    OF_COLOUR,
    POINTS,
    WILD_FOUR,
    with_icon,
)
from pioche.games.uno.legality import (
    has_match,
)
from pioche.games.uno.rules import (
    seat_after,
)
from pioche.games.uno.state import (
    ACCEPT,
    CALL,
    CATCH,
    CHALLENGE,
    CHOOSE,
    DRAW,
    GOAL,
    KEEP,
    LAY_UNO,
    SAY,
    SWAP_WITH,
    WILDS_MATCH,
    State,
)

SILENCE: Final = -1  # out of turn
FEW: Final = 2  # cards in a hand that may soon be empty
MANY: Final = 6  # cards beside a +4, of which one is likely to match
CARDS_APART: Final = 3.5  # by which a hand must be smaller to win e times as often


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose one of a seat's legal moves."""
    claim = claim_due(s, moves, n)
    if claim != SILENCE:
        return claim
    first = moves[0]
    if first < LAY_UNO:
        return lay_best(s, seat, moves, n)
    if first in (DRAW, KEEP):
        return first
    if first < SAY:
        return CHOOSE + best_colour(s, seat)
    if first < ACCEPT:
        return SAY + 4 * best_icon(s, seat) + best_colour(s, seat)
    if first == ACCEPT:
        return CHALLENGE if n > 1 and should_challenge(s, seat) else ACCEPT
    return smallest_hand(s, moves, n) if first < CALL else SILENCE


@jit
def claim_due(s: State, moves: Row, n: int) -> int:
    """Return a call or a catch that is due."""
    for i in range(n - 1, -1, -1):
        if moves[i] < CALL:
            break
        if moves[i] == CALL or s.exposed >> (moves[i] - CATCH) & 1:
            return moves[i]
    return SILENCE


# Which card


@jit
def lay_best(s: State, seat: int, moves: Row, n: int) -> int:
    """Lay one of the best cards; call UNO with the last but one."""
    best, most, ties = moves[0], -1, 0
    for i in range(n):
        if moves[i] >= LAY_UNO:
            break
        value = worth(s, seat, CARD[moves[i]])
        ties = ties + 1 if value == most else 1
        if value > most or (value == most and below(s, ties) == 0):
            best, most = moves[i], value
    if s.sizes[seat] == 2 and moves_hold(moves, n, best + LAY_UNO):
        return best + LAY_UNO
    return best


@jit
def moves_hold(moves: Row, n: int, move: int) -> bool:
    """Tell whether a move is among those listed."""
    for i in range(n):
        if moves[i] == move:
            return True
    return False


@jit
def worth(s: State, seat: int, card: int) -> int:
    """Value laying a card: coloured before wild, in a colour that one can follow."""
    hurts = KIND[card] > 9 and s.sizes[seat_after(s, seat, 1)] <= FEW
    saves = POINTS[card] if s.options[GOAL] != 0 and is_ending(s, seat) else 0
    if card < FIRST_WILD:
        return 100 + 3 * count_colour(s, seat, COLOUR[card]) + 20 * hurts + saves
    if KIND[card] == WILD_FOUR and has_match(s, seat, s.colour, card):
        return 0  # a bluff
    return 10 + 20 * hurts + 2 * saves


@jit
def is_ending(s: State, seat: int) -> bool:
    """Tell whether somebody else may soon win the round."""
    for other in range(s.seats):
        if other != seat and s.sizes[other] <= FEW:
            return True
    return False


@jit
def count_colour(s: State, seat: int, colour: int) -> int:
    """Count a seat's cards of a colour."""
    low, high = s.hands[seat][0], s.hands[seat][1]
    return ones(low & OF_COLOUR[0][colour]) + ones(high & OF_COLOUR[1][colour])


# Answers


@jit
def best_colour(s: State, seat: int) -> int:
    """Return the colour of which a seat holds most, or any of them."""
    best, most, ties = 0, -1, 0
    for colour in range(4):
        count = count_colour(s, seat, colour)
        ties = ties + 1 if count == most else 1
        if count > most or (count == most and below(s, ties) == 0):
            best, most = colour, count
    return best


@jit
def best_icon(s: State, seat: int) -> int:
    """Return the icon that the others seem to hold less of."""
    lead = 0  # of Love over Money in the hands of others
    for other in range(s.seats):
        low, high = s.known[seat][0], s.known[seat][1]
        low &= s.hands[other][0]
        high &= s.hands[other][1]
        lead += with_icon(low, high, LOVE) - with_icon(low, high, MONEY)
    if lead == 0:  # what one holds oneself, others can't
        low, high = s.hands[seat][0], s.hands[seat][1]
        lead = with_icon(low, high, MONEY) - with_icon(low, high, LOVE)
    if lead == 0:
        return below(s, 2)
    return MONEY if lead > 0 else LOVE


@jit
def should_challenge(s: State, seat: int) -> bool:
    """Tell whether a +4 was a bluff for all one knows, or likely enough."""
    if s.author < 0:
        return False
    low = s.hands[s.author][0] & s.known[seat][0]
    high = s.hands[s.author][1] & s.known[seat][1]
    fits = OF_COLOUR[1][s.before]
    if s.options[WILDS_MATCH] != 0:
        fits |= OF_COLOUR[1][NO_COLOUR]
    if low & OF_COLOUR[0][s.before] != 0 or high & fits != 0:
        return True
    hidden = s.sizes[s.author] - s.late - ones(low) - ones(high)
    return hidden >= MANY and below(s, 3) == 0


@jit
def smallest_hand(s: State, moves: Row, n: int) -> int:
    """Swap with the smallest hand."""
    best = moves[0]
    for i in range(n):
        if moves[i] >= CALL:
            break
        if s.sizes[moves[i] - SWAP_WITH] < s.sizes[best - SWAP_WITH]:
            best = moves[i]
    return best


# Hooks of search and levels (bots/defaults.py)


@jit
def consider(s: State, seat: int, moves: Row, n: int) -> int:
    """Leave out false calls and catches, and the last card but one without its call."""
    kept = 0
    for i in range(n):
        if not is_pointless(s, seat, moves, n, moves[i]):
            moves[kept] = moves[i]
            kept += 1
    return kept if kept > 0 else n


@jit
def is_pointless(s: State, seat: int, moves: Row, n: int, move: int) -> bool:
    """Tell whether a move is never better than another one."""
    if move < LAY_UNO:
        return s.sizes[seat] == 2 and moves_hold(moves, n, move + LAY_UNO)
    if move < DRAW:
        return s.sizes[seat] != 2
    return move >= CATCH and s.exposed >> (move - CATCH) & 1 == 0


@jit
def careless(s: State, seat: int, move: int, moves: Row, n: int) -> int:
    """Forget to call UNO."""
    return move - LAY_UNO if move >= LAY_UNO and move < DRAW else move


@jit
def outlook(s: State, out: Any) -> None:
    """Estimate the shares by the hands: each card less is worth a third more."""
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(
            s.sizes[seat] / -CARDS_APART
        )  # Numba negates a byte of 0 to 256
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total
