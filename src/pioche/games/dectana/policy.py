"""A plain way to play Dectana: stand alone on what is worth most.

Every choice is weighed in points: what a move would win or lose now, and a rough price
for what only helps later. It looks at the board and at the seat's own hand.
"""

from math import exp
from typing import Any, Final

from pioche.core.random import below
from pioche.core.rules import I1, Row, jit, lowest, ones, table
from pioche.games.dectana.board import (
    HAND,
    NONE,
    NOWHERE,
    OWN,
    PIPS,
    STEP,
    UP,
    State,
    aim,
    all_of,
    find,
    is_void,
    next_space,
    own,
    pyramids_in,
    top,
)
from pioche.games.dectana.cards import (
    ACES,
    COVER,
    DRAW,
    HARVEST,
    MOVE,
    POINTS,
    POWERS_OF,
    PUSH,
    SHRINK,
    TAKE,
    USES,
    VALUE,
)
from pioche.games.dectana.moves import (
    ACT,
    ACTIVATE,
    BEGIN_TURNING,
    CHOOSE,
    CLAIM,
    COVER_BY,
    DISCARD_ONE,
    DO,
    FACE,
    FACE_TO,
    FINISH,
    MOVE_BY,
    PLACE_ON,
    POWER,
    POWER_OF_MOVE,
    PUSH_ONE,
    RENEW,
    REORIENT,
    SHRINK_BY,
    TURN,
    TURNING,
    USE,
    WITH,
)
from pioche.games.dectana.score import rank, score

SILENT: Final = -1  # an answer out of turn only: no claim
BAD: Final = -100
#: What a power is worth beside the points it wins at once, in quarters of a point.
PRICE: Final = table(
    #  create found grow cover move slide push take shrink destroy draw harvest
    (20, 8, 14, 4, 2, 1, 8, 6, 16, 2, 4, -12),
    I1,
)


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose the move that weighs most; SILENT only if it is not the seat's turn."""
    if moves[n - 1] == CLAIM:
        if leads(s, seat):
            return CLAIM
        n -= 1
        if n == 0:
            return SILENT
    best, most, equals = moves[0], BAD, 0
    for i in range(n):
        weight = weigh(s, seat, moves[i])
        if weight > most:
            best, most, equals = moves[i], weight, 1
        elif weight == most:
            equals += 1
            if below(s, equals) == 0:
                best = moves[i]
    return best


@jit
def leads(s: State, seat: int) -> bool:
    """Tell whether nobody else would win or share the victory now."""
    for other in range(s.seats):
        if other != seat and rank(s, other) >= rank(s, seat):
            return False
    return True


@jit
def weigh(s: State, seat: int, move: int) -> int:
    """Weigh a move, in quarters of a point."""
    if s.phase == ACT:
        return weigh_action(s, seat, move)
    if s.phase == CHOOSE:
        return 0 if move == FINISH else weigh_pyramid(s, move - WITH, s.powers)
    if s.phase == POWER:
        return weigh_power_move(s, seat, move)
    if s.phase in (FACE, TURNING):
        facing = move - FACE_TO
        return 4 * way_gain(s, s.chosen, facing) if facing != UP else 0
    if s.phase == REORIENT:
        return 0 if move == FINISH else weigh_turning(s, seat, move - TURN)
    if move < FACE_TO:
        return weigh_place(s, move - PLACE_ON)
    return weigh_rest(s, seat, move)


@jit
def weigh_rest(s: State, seat: int, move: int) -> int:
    """Weigh a discard, or one step of a push or a shrinking."""
    if move == FINISH:
        return 0
    if move >= DISCARD_ONE:
        card = move - DISCARD_ONE
        return -8 if ACES >> card & 1 else -4 * USES[card] - VALUE[card] // 4
    if move >= SHRINK_BY:
        return move - SHRINK_BY  # a large pyramid first, by most points
    return -1 if all_of(seat) >> (move - PUSH_ONE) & 1 else 1


# Spaces


@jit
def free_points(s: State, space: int) -> int:
    """Return what a space wins for who gets there and is alone."""
    land = find(s, space)
    if land == NONE or pyramids_in(s, space) != 0:
        return 0
    return POINTS[top(s, land)]


@jit
def held_points(s: State, p: int) -> int:
    """Return what a seat loses if this pyramid leaves its space."""
    land = find(s, s.at[p])
    if land == NONE or pyramids_in(s, s.at[p]) != 1 << p:
        return 0
    return POINTS[top(s, land)]


@jit
def move_gain(s: State, p: int, facing: int, steps: int) -> int:
    """Return the points won by moving a pyramid some steps in a direction."""
    space = s.at[p] + steps * STEP[facing]
    if is_void(s, space):
        return BAD
    return free_points(s, space) - held_points(s, p)


@jit
def way_gain(s: State, p: int, facing: int) -> int:
    """Return the most points won by moving a pyramid in a direction."""
    best = BAD
    for steps in range(1, PIPS[p] + 1):
        best = max(best, move_gain(s, p, facing, steps))
    return best


@jit
def best_way(s: State, p: int) -> int:
    """Return the most points won by moving a pyramid in any direction."""
    best = BAD
    for facing in range(UP):
        best = max(best, way_gain(s, p, facing))
    return best


@jit
def weigh_place(s: State, name: int) -> int:
    """Weigh a space for a pyramid."""
    return 4 * free_points(s, next_space(s, name, NOWHERE))


# Actions


@jit
def weigh_action(s: State, seat: int, move: int) -> int:
    """Weigh an action."""
    if move < ACTIVATE:
        return 40 + weigh_place(s, move - PLACE_ON)
    if move == RENEW:
        return 10 - 3 * s.held[seat] if s.held[seat] < 6 else -40
    if move == BEGIN_TURNING:
        return weigh_reorienting(s, seat)
    if move >= USE:
        return weigh_card(s, seat, move - USE) - 2  # a card spent
    return weigh_card(s, seat, move - ACTIVATE)


@jit
def weigh_card(s: State, seat: int, card: int) -> int:
    """Weigh the best use of a card."""
    best = BAD
    rest = own(s, seat)
    while rest != 0:
        best = max(best, weigh_pyramid(s, lowest(rest), POWERS_OF[card]))
        rest &= rest - 1
    return best + 6 * (USES[card] - 1)


@jit
def weigh_pyramid(s: State, k: int, powers: int) -> int:
    """Weigh the best that one of the mover's pyramids can do."""
    best = BAD
    usable = s.can[k] & powers
    while usable != 0:
        best = max(best, weigh_power(s, OWN * s.mover + k, lowest(usable)))
        usable &= usable - 1
    return best


@jit
def weigh_power(s: State, p: int, power: int) -> int:
    """Weigh a power used by a pyramid."""
    weight = PRICE[power]
    if power == MOVE:
        return weight + 4 * way_gain(s, p, s.facing[p])
    if power == DRAW:
        return weight * min(PIPS[p], max(6 - s.held[s.mover], 0))
    if power == PUSH:
        return weight + weigh_crowd(s, p)
    if power in (HARVEST, TAKE):
        return weight + weigh_reaping(s, p, power)
    return weight


@jit
def weigh_crowd(s: State, p: int) -> int:
    """Weigh pushing: rivals away from a good card, and nothing of one's own."""
    space = aim(s, p)
    land = find(s, space)
    crowd = pyramids_in(s, space)
    if crowd & all_of(s.mover) != 0 or land == NONE:
        return -8
    return 2 * POINTS[top(s, land)]


@jit
def weigh_reaping(s: State, p: int, power: int) -> int:
    """Weigh a harvest or the taking of a card."""
    card = top(s, find(s, aim(s, p)))
    if power == TAKE:
        return 12 if ACES >> card & 1 else 0
    room = max(7 - s.held[s.mover], 0)
    return 4 * min(POINTS[card], room) - 4 * held_points(s, p)


@jit
def weigh_power_move(s: State, seat: int, move: int) -> int:
    """Weigh what the chosen pyramid may do."""
    p = s.chosen
    if move >= SHRINK_BY:
        return weigh_power(s, p, SHRINK) + move - SHRINK_BY
    if move >= PUSH_ONE:
        return weigh_power(s, p, PUSH) + weigh_rest(s, seat, move)
    if move >= COVER_BY:
        return PRICE[COVER] - VALUE[move - COVER_BY]
    power = POWER_OF_MOVE[move - DO]
    if power == MOVE:
        return PRICE[MOVE] + 4 * move_gain(s, p, s.facing[p], move - MOVE_BY + 1)
    return weigh_power(s, p, power)


# Turning


@jit
def weigh_reorienting(s: State, seat: int) -> int:
    """Weigh turning pyramids: good if one then points at points."""
    best = -2
    rest = s.on_board & all_of(seat)
    while rest != 0:
        best = max(best, weigh_turning(s, seat, lowest(rest)))
        rest &= rest - 1
    return best if can_move_later(s, seat) else best // 2


@jit
def can_move_later(s: State, seat: int) -> bool:
    """Tell whether a seat has a card of the Waves to move by."""
    cards = s.once[HAND + seat] | s.stood
    while cards != 0:
        if POWERS_OF[lowest(cards)] >> MOVE & 1:
            return True
        cards &= cards - 1
    return False


@jit
def weigh_turning(s: State, seat: int, p: int) -> int:
    """Weigh turning a pyramid: towards more points than it points at now."""
    if not all_of(seat) >> p & 1 or ones(s.marked) > 3:
        return -8
    now = way_gain(s, p, s.facing[p]) if s.facing[p] != UP else 0
    return 2 * (best_way(s, p) - max(now, 0))


SPREAD: Final = 3.0  # points ahead that make a win about three times as likely

# Hooks of search and levels (bots/defaults.py)


@jit
def outlook(s: State, out: Any) -> None:
    """Estimate the shares by the scores: a few points ahead are often enough."""
    total = 0.0
    for seat in range(s.seats):
        out[seat] = exp(score(s, seat) / SPREAD)
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total
