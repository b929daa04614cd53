"""What each power of Dectana needs: its clauses, its targets, and who can use it."""

from typing import Final

from pioche.core.rules import jit, lowest
from pioche.games.dectana.board import (
    DISCARD,
    NONE,
    OWN,
    OWNER,
    PIPS,
    STEP,
    UP,
    UP_TO,
    State,
    aim,
    all_of,
    find,
    is_beside_land,
    is_void,
    own,
    pyramids_in,
    spare,
    top,
)
from pioche.games.dectana.cards import (
    COVER,
    CREATE,
    DESTROY,
    DRAW,
    FOUND,
    GROW,
    HARVEST,
    HIGHEST,
    MOVE,
    NO_VALUE,
    PUSH,
    SHRINK,
    SLIDE,
    TAKE,
    VALUE,
)
from pioche.games.dectana.moves import (
    ASKED,
    AT_VOID,
    CANNOT_SHRINK,
    CREATE_IN_WASTELAND,
    INTO_VOID,
    MOVE_INTO_VOID,
    NO_CARDS_LEFT,
    NO_RESERVE,
    NO_SMALLER,
    NOT_EMPTY,
    NOT_PUSHED,
    PUSH_RIVALS_ONLY,
    WILD_GROUND,
)

#: Powers of an upright pyramid, and of one that points at an empty territory.
BY_UPRIGHT: Final = 1 << CREATE | 1 << GROW | 1 << DRAW
AT_TERRITORY: Final = 1 << COVER | 1 << SLIDE | 1 << TAKE | 1 << DESTROY | 1 << HARVEST
COVERING: Final = 1 << COVER


@jit
def hinders(s: State, p: int, power: int, land: int, crowd: int) -> int:
    """Name the clause that keeps a pyramid from using a power, or 0.

    `land` and `crowd` are the territory and the pyramids that it points at.
    """
    if BY_UPRIGHT >> power & 1:
        return hinders_upright(s, p, power, land)
    if s.facing[p] == UP:
        return ASKED[power]
    if AT_TERRITORY >> power & 1:
        return hinders_at_territory(s, p, power, land, crowd)
    if power == FOUND:
        return hinders_founding(s, p, land, crowd)
    if power == MOVE:
        return hinders_moving(s, p)
    return hinders_at_crowd(s, p, power, crowd)


@jit
def hinders_upright(s: State, p: int, power: int, land: int) -> int:
    """Name the clause that keeps a pyramid from creating, growing or drawing."""
    if s.facing[p] != UP:
        return ASKED[power]
    if power == CREATE:
        if land == NONE and s.options[CREATE_IN_WASTELAND] == 0:
            return WILD_GROUND
        return 0 if spare(s, OWNER[p], 1) != NONE else NO_RESERVE
    if power == GROW:
        fits = PIPS[p] < 3 and spare(s, OWNER[p], PIPS[p] + 1) != NONE
        return 0 if fits else NO_RESERVE
    return 0


@jit
def hinders_at_territory(s: State, p: int, power: int, land: int, crowd: int) -> int:
    """Name the clause that keeps a pyramid from acting on a territory."""
    if land == NONE:
        return ASKED[power] if is_beside_land(s, aim(s, p)) else AT_VOID
    return NOT_EMPTY if crowd != 0 else 0  # TB30


@jit
def hinders_founding(s: State, p: int, land: int, crowd: int) -> int:
    """Name the clause that keeps a pyramid from founding a territory."""
    if land != NONE:
        return ASKED[FOUND]
    if crowd != 0:
        return NOT_EMPTY
    if not is_beside_land(s, aim(s, p)):
        return AT_VOID
    return 0 if s.left > 0 or s.once[DISCARD] != 0 else NO_CARDS_LEFT


@jit
def hinders_moving(s: State, p: int) -> int:
    """Name the clause that keeps a pyramid from moving at all."""
    for steps in range(1, PIPS[p] + 1):
        if can_end(s, p, steps):
            return 0
    return INTO_VOID


@jit
def can_end(s: State, p: int, steps: int) -> bool:
    """Tell whether a pyramid may end its move some steps on (T15)."""
    if s.options[MOVE_INTO_VOID] != 0:
        return True
    return not is_void(s, s.at[p] + steps * STEP[s.facing[p]])


@jit
def hinders_at_crowd(s: State, p: int, power: int, crowd: int) -> int:
    """Name the clause that keeps a pyramid from pushing or shrinking others."""
    if crowd == 0:
        return ASKED[power]
    rivals = crowd & ~all_of(OWNER[p])
    if power == PUSH:
        pushed = rivals if s.options[PUSH_RIVALS_ONLY] != 0 else crowd  # T19
        return 0 if pushed & UP_TO[PIPS[p]] else NOT_PUSHED
    if rivals == 0:
        return ASKED[SHRINK]
    return 0 if can_shrink_any(s, rivals, PIPS[p]) else NO_SMALLER


@jit
def targets(s: State, power: int) -> int:
    """Return the pyramids that the chosen one may push or shrink, points aside."""
    crowd = pyramids_in(s, aim(s, s.chosen))
    if power == PUSH and s.options[PUSH_RIVALS_ONLY] == 0:
        return crowd  # T19
    return crowd & ~all_of(s.mover)  # T22


@jit
def can_shrink(s: State, target: int, points: int) -> bool:
    """Tell whether a pyramid can lose so many points, at most its pips (T21)."""
    if points == PIPS[target] or s.options[CANNOT_SHRINK] == 0:
        return True
    return spare(s, OWNER[target], PIPS[target] - points) != NONE


@jit
def can_shrink_any(s: State, pyramids: int, most: int) -> bool:
    """Tell whether any of some pyramids can lose at most so many points."""
    while pyramids != 0:
        target = lowest(pyramids)
        pyramids &= pyramids - 1
        for points in range(1, min(most, PIPS[target]) + 1):
            if can_shrink(s, target, points):
                return True
    return False


@jit
def survey(s: State) -> None:
    """Note what each of the mover's pyramids can do; a card to cover with aside.

    It follows from the rest of the state, and saves asking it for every card.
    """
    s.stood = 0
    rest = own(s, s.mover)
    while rest != 0:
        k = lowest(rest)
        rest &= rest - 1
        p = OWN * s.mover + k
        land = find(s, s.at[p])
        if land != NONE:
            s.stood |= 1 << top(s, land)
        survey_pyramid(s, p, k)


@jit
def survey_pyramid(s: State, p: int, k: int) -> None:
    """Note what one pyramid, the mover's number `k`, can do."""
    target = aim(s, p)
    land = find(s, target)
    crowd = pyramids_in(s, target)
    powers = 0
    if s.facing[p] == UP:
        candidates = BY_UPRIGHT
    elif land == NONE:
        candidates = OVER_WASTELAND
    else:
        candidates = OVER_TERRITORY
    while candidates != 0:
        power = lowest(candidates)
        candidates &= candidates - 1
        if hinders(s, p, power, land, crowd) == 0:
            powers |= 1 << power
    s.can[k] = powers
    s.worth[k] = VALUE[top(s, land)] if land != NONE else 0


#: What a lying pyramid might do, by what it points at (`hinders` decides).
AT_CROWD: Final = 1 << PUSH | 1 << SHRINK | 1 << MOVE
OVER_WASTELAND: Final = AT_CROWD | 1 << FOUND
OVER_TERRITORY: Final = AT_CROWD | AT_TERRITORY


@jit
def can_use(s: State, k: int, powers: int, best: int) -> bool:
    """Tell whether the mover's pyramid `k` can use any of some powers."""
    usable = s.can[k] & powers
    if usable & ~COVERING != 0:
        return True
    return usable != 0 and best > s.worth[k]  # T14


@jit
def may_go_on(s: State) -> bool:
    """Tell whether, for all that others see, the mover may use its Crown again (T7).

    Any hand may hold the highest card, so that being asked tells nothing of it.
    """
    best = HIGHEST if s.held[s.mover] > 0 else NO_VALUE
    return any_can_use(s, s.eligible, s.powers, best)


@jit
def any_can_use(s: State, pyramids: int, powers: int, best: int) -> bool:
    """Tell whether any of some of the mover's pyramids can use any of some powers."""
    rest = own(s, s.mover) & pyramids
    while rest != 0:
        if can_use(s, lowest(rest), powers, best):
            return True
        rest &= rest - 1
    return False


@jit
def standing_on(s: State, seat: int, card: int) -> int:
    """Return a seat's pyramids that stand on a territory of this kind, as bits."""
    found = 0
    rest = own(s, seat)
    while rest != 0:
        k = lowest(rest)
        rest &= rest - 1
        land = find(s, s.at[OWN * seat + k])
        if land != NONE and top(s, land) == card:
            found |= 1 << k
    return found
