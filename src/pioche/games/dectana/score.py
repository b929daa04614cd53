"""What a seat of Dectana scores, and how it ranks."""

from pioche.core.rules import jit, lowest, ones
from pioche.games.dectana.board import (
    NONE,
    OWNER,
    State,
    all_of,
    find,
    own,
    pyramids_in,
    top,
)
from pioche.games.dectana.cards import POINTS


@jit
def points_of(s: State, p: int) -> int:
    """Return the points of the card that a pyramid occupies for its owner alone.

    Of several pyramids of the owner there, the first counts them (T32).
    """
    crowd = pyramids_in(s, s.at[p])
    if lowest(crowd) != p or crowd & ~all_of(OWNER[p]) != 0:  # TB46
        return 0
    land = find(s, s.at[p])
    return POINTS[top(s, land)] if land != NONE else 0


@jit
def score(s: State, seat: int) -> int:
    """Count the points of the cards that a seat occupies alone (TB45)."""
    points = 0
    rest = s.on_board & all_of(seat)
    while rest != 0:
        points += points_of(s, lowest(rest))
        rest &= rest - 1
    return points


@jit
def rank(s: State, seat: int) -> int:
    """Return a number that is higher for a seat that ranks before another (TB48)."""
    return score(s, seat) * 16 + ones(own(s, seat))
