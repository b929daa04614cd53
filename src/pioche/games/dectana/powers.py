"""What the twelve powers of Dectana do; what each needs is told in needs.py."""

from pioche.core.rules import EVERYONE, jit, lowest, tell
from pioche.games.dectana.board import (
    DISCARD,
    HAND,
    NONE,
    OWN,
    OWNER,
    PIPS,
    SHOWN,
    STEP,
    UP,
    State,
    add,
    add_land,
    aim,
    find,
    is_void,
    lift,
    name_of,
    pyramids_in,
    remove_cards,
    spare,
    stand,
    top,
)
from pioche.games.dectana.cards import (
    POINTS,
)
from pioche.games.dectana.hands import (
    discard_cards,
    draw,
    leave_hand,
    refill,
    refill_at_once,
    turn_up,
)
from pioche.games.dectana.moves import (
    COVERED,
    CREATED,
    CRUSHED,
    DESTROYED,
    FELL,
    FOUNDED,
    GREW,
    HARVEST_STACK,
    HARVESTED,
    MOVED,
    PUSHED,
    SHRANK,
    SLID,
    SLIDE_STACK,
    TOOK,
)
from pioche.games.dectana.needs import targets


@jit
def clear_void(s: State, space: int) -> None:
    """Destroy the pyramids that fall into the void as the card of a space goes (T18).

    They stand beside it: with pyramids on it, nothing could be done to it (TB30).
    """
    for direction in range(4):
        near = space + STEP[direction]
        if s.crowd[name_of(near)] != 0 and is_void(s, near):
            fallen = pyramids_in(s, near)
            while fallen != 0:
                fall(s, lowest(fallen))
                fallen &= fallen - 1


@jit
def fall(s: State, p: int) -> None:
    """Destroy a pyramid in the void (TB14)."""
    lift(s, p)
    tell(s, FELL, EVERYONE, OWNER[p], p)


@jit
def create(s: State, seat: int) -> None:
    """Suns: add a small pyramid beside an upright one."""
    p = spare(s, seat, 1)
    stand(s, p, s.at[s.chosen], UP)
    s.eligible |= 1 << p % OWN  # T5
    tell(s, CREATED, EVERYONE, seat, p, s.at[p])


@jit
def found(s: State, seat: int) -> None:
    """Suns: lay the top card of the deck on a wasteland."""
    refill(s)
    card = turn_up(s)
    add_land(s, aim(s, s.chosen), 1 << card)
    tell(s, FOUNDED, EVERYONE, seat, card, aim(s, s.chosen))
    refill_at_once(s)


@jit
def grow(s: State, seat: int) -> None:
    """Leaves: replace an upright pyramid by one a size larger."""
    old = s.chosen
    p = spare(s, seat, PIPS[old] + 1)
    space = s.at[old]
    lift(s, old)
    stand(s, p, space, UP)
    s.eligible |= 1 << p % OWN  # T5
    tell(s, GREW, EVERYONE, seat, old, p)


@jit
def cover(s: State, seat: int, card: int) -> None:
    """Leaves: lay a higher card of the hand on an empty territory."""
    space = aim(s, s.chosen)
    leave_hand(s, seat, card)
    s.stack[find(s, space)] |= 1 << card
    tell(s, COVERED, EVERYONE, seat, card, space)


@jit
def move_on(s: State, seat: int, steps: int) -> None:
    """Waves: move a lying pyramid as it points; it ends upright."""
    p = s.chosen
    space = s.at[p] + steps * STEP[s.facing[p]]
    lift(s, p)
    stand(s, p, space, UP)
    tell(s, MOVED, EVERYONE, seat, p, space)
    if is_void(s, space):
        fall(s, p)  # T15


@jit
def slide(s: State, seat: int) -> None:
    """Waves: slide the card of an empty territory to the next wasteland (T17)."""
    space = aim(s, s.chosen)
    step = STEP[s.facing[s.chosen]]
    land = find(s, space)
    goal = space + step
    while find(s, goal) != NONE:
        goal += step
    card = top(s, land)
    cards = s.stack[land] if s.options[SLIDE_STACK] != 0 else 1 << card  # T16
    remove_cards(s, land, cards)
    add_land(s, goal, cards)
    tell(s, SLID, EVERYONE, seat, card, goal)
    clear_void(s, space)


@jit
def count_points(s: State, power: int) -> None:
    """Moons and Wyrms: count the points, and mark the pyramids they may be spent on."""
    s.points = PIPS[s.chosen]
    s.marked = targets(s, power)


@jit
def push(s: State, target: int) -> None:
    """Moons: push a marked pyramid by one space."""
    s.points -= PIPS[target]
    space = s.at[target] + STEP[s.facing[s.chosen]]
    facing = s.facing[target]
    lift(s, target)
    stand(s, target, space, facing)
    tell(s, PUSHED, EVERYONE, OWNER[target], target, space)
    if is_void(s, space):  # T20
        s.marked &= ~(1 << target)
        fall(s, target)


@jit
def lift_card(s: State, space: int) -> int:
    """Take the top card off a territory."""
    land = find(s, space)
    card = top(s, land)
    remove_cards(s, land, 1 << card)
    return card


@jit
def take_card(s: State, seat: int) -> None:
    """Moons: take the top card of an empty territory into the hand."""
    space = aim(s, s.chosen)
    card = lift_card(s, space)
    add(s, HAND + seat, card)
    add(s, SHOWN + seat, card)
    s.held[seat] += 1
    tell(s, TOOK, EVERYONE, seat, card)
    clear_void(s, space)


@jit
def shrink(s: State, target: int, loss: int) -> None:
    """Wyrms: shrink a marked pyramid by some points, once (T40)."""
    s.points -= loss
    s.marked &= ~(1 << target)
    replace_smaller(s, target, loss)


@jit
def replace_smaller(s: State, target: int, loss: int) -> None:
    """Replace a pyramid by a smaller one, or by none (T21)."""
    owner, space, facing = OWNER[target], s.at[target], s.facing[target]
    pips = PIPS[target] - loss
    while pips > 0 and spare(s, owner, pips) == NONE:
        pips -= 1
    p = spare(s, owner, pips) if pips > 0 else NONE
    lift(s, target)
    if p == NONE:
        tell(s, CRUSHED, EVERYONE, owner, target)
    else:
        stand(s, p, space, facing)
        tell(s, SHRANK, EVERYONE, owner, target, p)


@jit
def destroy(s: State, seat: int) -> None:
    """Wyrms: discard the top card of an empty territory."""
    space = aim(s, s.chosen)
    card = lift_card(s, space)
    add(s, DISCARD, card)
    tell(s, DESTROYED, EVERYONE, seat, card)
    clear_void(s, space)


@jit
def harvest(s: State, seat: int) -> None:
    """Knots: draw a territory's value; then it and the pyramid are destroyed."""
    p = s.chosen
    space = aim(s, p)
    card = top(s, find(s, space))
    tell(s, HARVESTED, EVERYONE, seat, card, p)
    for _ in range(POINTS[card]):  # T24
        draw(s, seat)
    lift(s, p)
    land = find(s, space)
    cards = s.stack[land] if s.options[HARVEST_STACK] != 0 else 1 << card  # T25
    remove_cards(s, land, cards)
    discard_cards(s, cards)
    clear_void(s, space)
