"""The rules of Dectana, in the order of its rulebook (see rulebook.en.md)."""

from typing import Any, Final

from pioche.core.random import shuffle
from pioche.core.rules import EVERYONE, jit, lowest, tell
from pioche.games.dectana.board import (
    CENTRE,
    DISCARD,
    EVERY,
    HAND,
    NONE,
    NOWHERE,
    OWN,
    OWNER,
    PIPS,
    STEP,
    UP,
    UP_TO,
    State,
    add,
    add_land,
    all_of,
    name_of,
    next_space,
    pyramids_in,
    spare,
    stand,
)
from pioche.games.dectana.cards import (
    ACES,
    COPIES,
    CREATE,
    DECKTET,
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
    suit_ids,
)
from pioche.games.dectana.hands import (
    discard_one,
    draw,
    kinds_in_play,
    leave_hand,
    turn_up,
)
from pioche.games.dectana.legality import ACES_NEEDED, forbids, forbids_claim, legal
from pioche.games.dectana.moves import (
    ACT,
    ACTIVATE,
    ACTIVATED,
    BARE,
    BEGIN_TURNING,
    BY_BARE,
    BY_CLAIM,
    BY_TIME,
    CHOOSE,
    CLAIM,
    CLAIMED,
    CLAUSES,
    COVER_BY,
    DISCARD_ONE,
    DO,
    DROP,
    EVENTS,
    FACE,
    FACE_TO,
    FACED,
    FINISH,
    FURTHER,
    HERE,
    LIMIT,
    MOVE_BY,
    MOVES,
    ONLY_ON_CARD,
    OPTIONS,
    OVER,
    PLACE,
    PLACE_ON,
    PLACE_UPRIGHT,
    PLACED,
    POWER,
    POWER_OF_MOVE,
    PUSH_ONE,
    PUSHING,
    REASONS,
    RENEW,
    RENEWED,
    REORIENT,
    REORIENT_ANYONE,
    SHRINK_BY,
    SHRINKING,
    SHRUNK,
    SHRUNK_BY,
    STARTED,
    TIME,
    TURN,
    TURN_LIMIT,
    TURNING,
    USE,
    USED,
    WHICH,
    WITH,
)
from pioche.games.dectana.powers import (
    can_shrink_any,
    count_points,
    cover,
    create,
    destroy,
    found,
    grow,
    harvest,
    may_go_on,
    move_on,
    push,
    shrink,
    slide,
    standing_on,
    survey,
    take_card,
)
from pioche.games.dectana.score import rank, score

__all__ = [
    "CARDS", "CLAUSES", "EVENTS", "MOVES", "OPTIONS", "State", "forbids", "legal",
]  # fmt: skip

VERSION: Final = 1
SEATS: Final = (2, 5)  # TB1, T39
BOUND: Final = 12_000  # T30
HAND_SIZE: Final = 3  # TB6
HAND_LIMIT: Final = 6

CARDS: Final = [
    {
        "id": card.id,
        "copies": COPIES,
        "value": card.value if card.value >= 0 else None,
        "suits": suit_ids(POWERS_OF[kind]),
        "part": ("basic", "pawns", "courts", "excuses")[card.part],
        "crown": card.crown,
    }
    for kind, card in enumerate(DECKTET)
]


def contradiction(_options: dict[str, Any], _seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other: none do."""
    return None


# Set-up


@jit
def deal(s: State) -> None:
    """Shuffle two Decktets, lay out the board, deal three cards each."""
    kinds = kinds_in_play(s)
    while kinds != 0:
        for _ in range(COPIES):
            s.deck[s.left] = lowest(kinds)
            s.left += 1
        kinds &= kinds - 1
    shuffle(s, s.deck, s.left)
    for row in range(-1, 2):  # TB4
        for column in range(-1, 2):
            add_land(s, CENTRE + row * STEP[0] + column, 1 << turn_up(s))
    for _ in range(HAND_SIZE):
        for seat in range(s.seats):
            draw(s, seat)
    s.card = NO_CARD
    s.chosen = NONE
    s.unplaced = s.seats
    s.mover = s.seats - 1  # T3
    s.phase = PLACE
    tell(s, STARTED, EVERYONE, s.mover)


# Turns


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move == CLAIM:
        claim(s, seat)
    elif move < ACTIVATE:
        apply_placing(s, seat, move)
    elif move < WITH:
        apply_action(s, seat, move)
    elif move < DO:
        choose(s, OWN * seat + move - WITH)
    elif move < TURN:
        apply_power(s, seat, move)
    elif move < DISCARD_ONE:
        s.chosen = move - TURN
        s.phase = TURNING
    elif move < FINISH:
        discard_one(s, seat, move - DISCARD_ONE)
        check_hand(s)
    else:
        finish(s)
    if s.count >= BOUND and s.phase != OVER:
        end(s, BY_TIME)  # T30


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


# End and score


@jit
def claim(s: State, seat: int) -> None:
    """Discard three Aces to end the game (TB44)."""
    for _ in range(ACES_NEEDED):
        discard_one(s, seat, lowest(s.once[HAND + seat] & ACES))
    tell(s, CLAIMED, EVERYONE, seat)
    end(s, BY_CLAIM)


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


@jit
def over(s: State) -> bool:
    """Tell whether the game has ended."""
    return s.phase == OVER


@jit
def to_move(s: State) -> int:
    """Return the seat that owes a decision, as a bit."""
    return 0 if s.phase == OVER else 1 << s.mover


@jit
def claims(s: State) -> int:
    """Return the seats that may end the game out of turn, as bits."""
    bits = 0
    if s.reshuffled != 0 and s.phase != OVER:
        for seat in range(s.seats):
            if seat != s.mover and forbids_claim(s, seat) == 0:
                bits |= 1 << seat
    return bits


@jit
def shares(s: State, out: Any) -> None:
    """Write each seat's share of one point; who leads shares it (T33)."""
    best = 0
    for seat in range(s.seats):
        best = max(best, rank(s, seat))
    count = 0
    for seat in range(s.seats):
        count += rank(s, seat) == best
    for seat in range(s.seats):
        out[seat] = 1.0 / count if rank(s, seat) == best else 0.0


def result(s: State) -> tuple[list[int], list[int], str]:
    """Return the winners, the scores and the clause that ended the game."""
    seats = range(s.seats)
    best = max(rank(s, seat) for seat in seats)
    winners = [seat for seat in seats if rank(s, seat) == best]
    return winners, [score(s, seat) for seat in seats], REASONS[s.reason]
