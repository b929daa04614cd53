"""A plain way to play Anthem: lay what you can, where most rows remain possible."""

from math import comb
from typing import Final

from pioche.core.random import below
from pioche.core.rules import I2, Row, grid, jit
from pioche.games.anthem.state import (
    CLAIM,
    HAND_CARD,
    KEEP,
    LAY_ON,
    MOST_SPACES,
    State,
    left_of,
    number_at,
    right_of,
)

#: In how many ways some of the numbers between two others fill the places between.
WAYS: Final = grid([[comb(n, k) for k in range(9)] for n in range(9)], I2)


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose a move: declare, else lay where it leaves most choice, else keep."""
    if moves[0] < KEEP:
        return take_any(s, moves, n)
    best, most = moves[0], 0
    for i in range(n):
        move = moves[i]
        if move == CLAIM:
            return move
        if move >= LAY_ON and move < CLAIM:
            ways = ways_left(s, seat, move)
            if ways > most:
                best, most = move, ways
    return best


@jit
def take_any(s: State, moves: Row, n: int) -> int:
    """Take any card, as all are equally likely everywhere, unless one can declare."""
    if moves[n - 1] == CLAIM:
        return CLAIM
    return moves[below(s, n)]


@jit
def ways_left(s: State, seat: int, move: int) -> int:
    """Count the ways to fill the gap of a row around the card that a move lays."""
    card = HAND_CARD[(move - LAY_ON) // MOST_SPACES]
    space = (move - LAY_ON) % MOST_SPACES + 1
    left, right = left_of(s, seat, card), right_of(s, seat, card)
    below_it = WAYS[card - number_at(s, seat, left) - 1][space - left - 1]
    above_it = WAYS[number_at(s, seat, right) - card - 1][right - space - 1]
    return below_it * above_it


# Hooks of search and levels (bots/defaults.py)


@jit
def consider(s: State, seat: int, moves: Row, n: int) -> int:
    """Look at one card to take: the hand is cut first, so all are alike (A6)."""
    if moves[0] >= KEEP:
        return n
    if n > 1 and moves[n - 1] == CLAIM:
        moves[1] = CLAIM
        return 2
    return 1
