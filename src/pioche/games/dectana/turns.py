"""The turns of Dectana: placing, the five actions with their parts, and the end."""

from typing import Final

from pioche.core.rules import EVERYONE, jit, lowest, tell
from pioche.games.dectana.board import (
    DISCARD,
    EVERY,
    HAND,
    NONE,
    NOWHERE,
    OWN,
    OWNER,
    PIPS,
    UP,
    UP_TO,
    State,
    add,
    all_of,
    name_of,
    next_space,
    pyramids_in,
    spare,
    stand,
)
from pioche.games.dectana.cards import (
    CREATE,
    DESTROY,
    DRAW,
    FOUND,
    GROW,
    MOVE,
    NO_CARD,
    POWERS_OF,
    PUSH,
    SHRINK,
    SLIDE,
    TAKE,
    USES,
)
from pioche.games.dectana.hands import (
    discard_one,
    draw,
    leave_hand,
)
from pioche.games.dectana.moves import (
    ACT,
    ACTIVATE,
    ACTIVATED,
    BARE,
    BEGIN_TURNING,
    BY_BARE,
    BY_TIME,
    CHOOSE,
    COVER_BY,
    DO,
    DROP,
    FACE,
    FACE_TO,
    FACED,
    FURTHER,
    HERE,
    LIMIT,
    MOVE_BY,
    ONLY_ON_CARD,
    OVER,
    PLACE,
    PLACE_ON,
    PLACE_UPRIGHT,
    PLACED,
    POWER,
    POWER_OF_MOVE,
    PUSH_ONE,
    PUSHING,
    RENEW,
    RENEWED,
    REORIENT,
    REORIENT_ANYONE,
    SHRINK_BY,
    SHRINKING,
    SHRUNK,
    SHRUNK_BY,
    TIME,
    TURN_LIMIT,
    USE,
    USED,
    WHICH,
)
from pioche.games.dectana.needs import (
    can_shrink_any,
    may_go_on,
    standing_on,
    survey,
)
from pioche.games.dectana.powers import (
    count_points,
    cover,
    create,
    destroy,
    found,
    grow,
    harvest,
    move_on,
    push,
    shrink,
    slide,
    take_card,
)

HAND_LIMIT: Final = 6  # TB29


@jit
def apply_placing(s: State, seat: int, move: int) -> None:
    """Choose a space or an orientation."""
    if move >= FACE_TO:
        face(s, move - FACE_TO)
    elif move == HERE:
        place(s, seat, s.spot)
    elif move == FURTHER:
        s.spot = next_space(s, name_of(s.spot), s.spot)
    else:
        choose_space(s, seat, move - PLACE_ON)


@jit
def choose_space(s: State, seat: int, name: int) -> None:
    """Place a small pyramid, or ask which space of that name is meant."""
    space = next_space(s, name, NOWHERE)
    if next_space(s, name, space) == NOWHERE:
        place(s, seat, space)
    else:
        s.spot = space
        s.phase = WHICH


@jit
def place(s: State, seat: int, space: int) -> None:
    """Place a small pyramid (TB8, TB22)."""
    s.spot = NOWHERE
    p = spare(s, seat, 1)
    stand(s, p, space, UP)
    tell(s, PLACED, EVERYONE, seat, p, space)
    if s.options[PLACE_UPRIGHT] != 0:
        after_placing(s)
    else:
        s.chosen = p
        s.phase = FACE  # T2


@jit
def after_placing(s: State) -> None:
    """Let the seat before place too (T3), or end the action."""
    if s.unplaced == 0:
        end_action(s)
        return
    s.unplaced -= 1
    if s.unplaced > 0:
        s.mover -= 1
        s.phase = PLACE
    else:
        begin_turn(s)


@jit
def face(s: State, facing: int) -> None:
    """Orient the chosen pyramid."""
    p = s.chosen
    s.chosen = NONE
    s.facing[p] = facing
    tell(s, FACED, EVERYONE, OWNER[p], p, facing)
    if s.phase == FACE:
        after_placing(s)
        return
    s.marked |= 1 << p
    s.phase = REORIENT
    others = (
        s.on_board if s.options[REORIENT_ANYONE] != 0 else s.on_board & all_of(s.mover)
    )
    if others & ~s.marked == 0:
        end_action(s)


@jit
def begin_turn(s: State) -> None:
    """Ask the mover for an action."""
    survey(s)
    s.phase = ACT


@jit
def apply_action(s: State, seat: int, move: int) -> None:
    """Begin an action."""
    if move == RENEW:
        renew(s, seat)
    elif move == BEGIN_TURNING:
        s.marked = 0
        s.phase = REORIENT
    elif move >= USE:
        s.card = move - USE
        leave_hand(s, seat, s.card)  # T8
        tell(s, USED, EVERYONE, seat, s.card)
        begin_power(s, s.card, EVERY)
    else:
        card = move - ACTIVATE
        tell(s, ACTIVATED, EVERYONE, seat, card)
        only = s.options[ONLY_ON_CARD] != 0
        begin_power(s, card, standing_on(s, seat, card) if only else EVERY)


@jit
def begin_power(s: State, card: int, pyramids: int) -> None:
    """Ask which pyramid uses the card first; the card may go meanwhile (T44)."""
    s.powers = POWERS_OF[card]
    s.uses = USES[card]
    s.used = 0
    s.eligible = pyramids
    s.phase = CHOOSE


@jit
def renew(s: State, seat: int) -> None:
    """Discard the hand, then draw as many cards and one more (TB23)."""
    count = s.held[seat]
    tell(s, RENEWED, EVERYONE, seat, count)
    while s.held[seat] > 0:
        discard_one(s, seat, lowest(s.once[HAND + seat]))
    for _ in range(count + 1):
        draw(s, seat)
    end_action(s)


@jit
def finish(s: State) -> None:
    """End a push or a shrinking, the uses of a Crown, or the turning of pyramids."""
    if s.phase in (PUSHING, SHRINKING):
        after_use(s)
    else:
        end_action(s)


@jit
def end_action(s: State) -> None:
    """Discard the card in use; then the hand must be within its limit (T26)."""
    if s.card != NO_CARD:
        add(s, DISCARD, s.card)
        s.card = NO_CARD
    s.chosen = NONE
    s.powers = s.uses = s.used = s.eligible = s.points = s.marked = 0
    check_hand(s)


@jit
def check_hand(s: State) -> None:
    """Ask for a discard while the hand is over its limit, else end the turn."""
    if s.held[s.mover] > HAND_LIMIT:
        s.phase = DROP
        return
    s.turns += 1
    if s.options[TURN_LIMIT] != 0 and s.turns >= LIMIT[s.options[TURN_LIMIT]] * s.seats:
        end(s, BY_TIME)  # T30
        return
    s.mover = (s.mover + 1) % s.seats
    begin_turn(s)


@jit
def choose(s: State, p: int) -> None:
    """Choose the pyramid that uses the power."""
    if s.used == 0 and s.card == NO_CARD and s.options[ONLY_ON_CARD] != 0:
        s.eligible &= pyramids_in(s, s.at[p]) >> OWN * s.mover
    s.chosen = p
    s.phase = POWER


@jit
def apply_power(s: State, seat: int, move: int) -> None:
    """Let the chosen pyramid act."""
    if move >= SHRINK_BY:
        shrink_one(s, SHRUNK[move - SHRINK_BY], SHRUNK_BY[move - SHRINK_BY])
    elif move >= PUSH_ONE:
        push_one(s, move - PUSH_ONE)
    else:
        if move >= COVER_BY:
            cover(s, seat, move - COVER_BY)
        else:
            act(s, seat, POWER_OF_MOVE[move - DO], move - MOVE_BY + 1)
        after_use(s)


@jit
def push_one(s: State, target: int) -> None:
    """Push a pyramid, then go on while points and targets are left (T41)."""
    if s.phase != PUSHING:
        count_points(s, PUSH)
        s.phase = PUSHING
    push(s, target)
    if s.marked & UP_TO[s.points] == 0:
        after_use(s)


@jit
def shrink_one(s: State, target: int, loss: int) -> None:
    """Shrink a pyramid, then go on while points and targets are left (T41)."""
    if s.phase != SHRINKING:
        count_points(s, SHRINK)
        s.phase = SHRINKING
    shrink(s, target, loss)
    if not can_shrink_any(s, s.marked, s.points):
        after_use(s)


@jit
def act(s: State, seat: int, power: int, steps: int) -> None:
    """Use a power without a target of its own."""
    if power == CREATE:
        create(s, seat)
    elif power == FOUND:
        found(s, seat)
    elif power == GROW:
        grow(s, seat)
    elif power == MOVE:
        move_on(s, seat, steps)
    elif power == SLIDE:
        slide(s, seat)
    elif power == TAKE:
        take_card(s, seat)
    elif power == DESTROY:
        destroy(s, seat)
    elif power == DRAW:
        for _ in range(PIPS[s.chosen]):  # TB42
            draw(s, seat)
    else:
        harvest(s, seat)


@jit
def after_use(s: State) -> None:
    """Let a Crown be used again, or end the action (TB26)."""
    s.uses -= 1
    s.used += 1
    s.chosen = NONE
    s.points = s.marked = 0
    if s.lands == 0:
        tell(s, BARE, EVERYONE)
        end(s, BY_BARE)  # T31
        return
    if s.uses > 0:
        survey(s)
        if may_go_on(s):
            s.phase = CHOOSE
            return
    end_action(s)


@jit
def end(s: State, reason: int) -> None:
    """End the game; the card in use is discarded."""
    if s.card != NO_CARD:
        add(s, DISCARD, s.card)
        s.card = NO_CARD
    if reason == BY_TIME:
        tell(s, TIME, EVERYONE, s.turns)
    s.chosen = NONE
    s.spot = NOWHERE
    s.powers = s.uses = s.used = s.eligible = s.points = s.marked = 0
    s.reason = reason
    s.phase = OVER
