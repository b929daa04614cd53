"""What a player of Dectana may do: every refusal has its clause, and its one home here."""

from typing import Final

from pioche.core.rules import Row, jit, lowest, ones
from pioche.games.dectana.board import (
    EVERY,
    HAND,
    NOWHERE,
    OWN,
    OWNER,
    PIPS,
    SPACE_NAMES,
    UP_TO,
    State,
    aim,
    find,
    has_space,
    name_of,
    next_space,
    own,
    pyramids_in,
)
from pioche.games.dectana.cards import (
    ACES,
    COVER,
    MOVE,
    NO_CARD,
    POWERS_OF,
    PUSH,
    SHRINK,
    VALUE,
)
from pioche.games.dectana.hands import best_in_hand
from pioche.games.dectana.moves import (
    ACT,
    ACTIVATE,
    ASKED,
    BEGIN_TURNING,
    BETWEEN_ACTIONS,
    CHOOSE,
    CLAIM,
    COVER_BY,
    DISCARD_FIRST,
    DISCARD_ONE,
    DO,
    DROP,
    FACE,
    FACE_TO,
    FINISH,
    FIRST_SHRINK,
    FURTHER,
    GAME_OVER,
    HAS_PYRAMIDS,
    HERE,
    INSTANT_CLAIM,
    INTO_VOID,
    MOVE_BY,
    NO_ACES,
    NO_FACING,
    NO_POWER,
    NO_PYRAMID_FITS,
    NO_SMALLER,
    NOT_IN_HAND,
    NOT_NOW,
    NOT_OCCUPIED,
    NOT_ON_BOARD,
    NOT_ON_CARD,
    NOT_PUSHED,
    NOT_SHRUNK,
    NOT_YOUR_TURN,
    NOTHING_TO_END,
    ONE_ACTION,
    ONLY_ON_CARD,
    OTHER_SUIT,
    OUTSIDE,
    OVER,
    OWN_ONLY,
    PLACE,
    PLACE_FIRST,
    PLACE_ON,
    POWER,
    POWER_OF_MOVE,
    PUSH_ONE,
    PUSHING,
    REORIENT,
    REORIENT_ANYONE,
    SHRINK_BY,
    SHRINKING,
    SHRUNK,
    SHRUNK_BY,
    SPACE_CHOSEN,
    TOO_LOW,
    TOO_MANY_POINTS,
    TURN,
    TURNING,
    USE,
    USE_FIRST,
    WHICH,
    WITH,
    WITHIN_LIMIT,
)
from pioche.games.dectana.needs import (
    any_can_use,
    can_end,
    can_shrink,
    can_use,
    hinders,
    standing_on,
    targets,
)

ACES_NEEDED: Final = 3


@jit
def forbids(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids this seat this move, or 0."""
    if s.phase == OVER:
        return GAME_OVER
    if move == CLAIM:
        return forbids_claim(s, seat)
    if seat != s.mover:
        return NOT_YOUR_TURN
    if move < ACTIVATE:
        return forbids_placing(s, seat, move)
    if move < WITH:
        return forbids_action(s, seat, move)
    return forbids_part(s, seat, move)


@jit
def forbids_part(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids a decision within an action."""
    if s.phase <= FACE:
        return PLACE_FIRST if s.unplaced > 0 else NOT_NOW
    if move < DO:
        return forbids_pyramid(s, move - WITH)
    if move < TURN:
        return forbids_power(s, seat, move)
    if move < DISCARD_ONE:
        return forbids_turning(s, seat, move - TURN)
    if move < FINISH:
        return forbids_discard(s, seat, move - DISCARD_ONE)
    return forbids_finish(s)


@jit
def forbids_claim(s: State, seat: int) -> int:
    """Name the clause that forbids ending the game with three Aces."""
    aces = ones(s.once[HAND + seat] & ACES) + ones(s.twice[HAND + seat] & ACES)
    if s.reshuffled == 0 or aces < ACES_NEEDED:
        return NO_ACES
    if s.phase == ACT or s.options[INSTANT_CLAIM] != 0:
        return 0
    return DISCARD_FIRST if s.phase == DROP else BETWEEN_ACTIONS


@jit
def forbids_placing(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids a space or an orientation."""
    if move >= FACE_TO:
        return forbids_facing(s, move - FACE_TO)
    if move == HERE:
        return 0 if s.phase == WHICH else SPACE_CHOSEN
    if move == FURTHER:
        further = s.phase == WHICH and next_space(s, name_of(s.spot), s.spot) != NOWHERE
        return 0 if further else SPACE_CHOSEN
    if s.phase == ACT and own(s, seat) != 0:
        return HAS_PYRAMIDS  # TB22
    if s.phase not in (PLACE, ACT):
        return SPACE_CHOSEN if s.phase <= FACE else ONE_ACTION
    return 0 if has_space(s, move - PLACE_ON) else OUTSIDE


@jit
def forbids_facing(s: State, facing: int) -> int:
    """Name the clause that forbids an orientation."""
    if s.phase == FACE:
        return 0
    if s.phase != TURNING:
        return NO_FACING
    return 0 if s.facing[s.chosen] != facing else NO_FACING


@jit
def forbids_action(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids beginning an action."""
    if s.phase != ACT:
        return PLACE_FIRST if s.unplaced > 0 else ONE_ACTION
    if move >= BEGIN_TURNING:
        return 0  # T10, T11
    if move >= USE:
        return forbids_use(s, seat, move - USE)
    card = move - ACTIVATE
    if not s.stood >> card & 1:  # T6: who else stands there does not matter
        return NOT_OCCUPIED
    pyramids = EVERY
    if s.options[ONLY_ON_CARD] != 0:
        pyramids = standing_on(s, seat, card)  # T5
    best = best_in_hand(s, seat, NO_CARD)
    return forbids_powers(s, pyramids, card, best)


@jit
def forbids_use(s: State, seat: int, card: int) -> int:
    """Name the clause that forbids using a card of the hand (T28: from anywhere)."""
    if not s.once[HAND + seat] >> card & 1:
        return NOT_IN_HAND
    return forbids_powers(s, EVERY, card, best_in_hand(s, seat, card))  # T8


@jit
def forbids_powers(s: State, pyramids: int, card: int, best: int) -> int:
    """Name the clause that keeps some of the mover's pyramids from using a card."""
    if POWERS_OF[card] == 0:
        return NO_POWER
    return 0 if any_can_use(s, pyramids, POWERS_OF[card], best) else NO_PYRAMID_FITS


@jit
def forbids_pyramid(s: State, k: int) -> int:
    """Name the clause that forbids choosing a pyramid for the card in use."""
    if s.phase != CHOOSE:
        return NOT_NOW
    if not own(s, s.mover) >> k & 1:
        return NO_PYRAMID_FITS
    if not s.eligible >> k & 1:
        return NOT_ON_CARD
    best = best_in_hand(s, s.mover, NO_CARD)
    return 0 if can_use(s, k, s.powers, best) else NO_PYRAMID_FITS


@jit
def forbids_power(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids what the chosen pyramid would do."""
    if s.phase < POWER or s.phase > SHRINKING:
        return NOT_NOW
    if move < COVER_BY:
        return forbids_plain(s, move)
    if move < PUSH_ONE:
        return forbids_cover(s, seat, move - COVER_BY)
    if move < SHRINK_BY:
        return forbids_push(s, move - PUSH_ONE)
    at = move - SHRINK_BY
    return forbids_shrink(s, SHRUNK[at], SHRUNK_BY[at])


@jit
def forbids_kind(s: State, power: int) -> int:
    """Name the clause that forbids the chosen pyramid a power, targets aside."""
    if s.phase != POWER:
        return NOT_NOW
    if not s.powers >> power & 1:
        return OTHER_SUIT
    if s.can[s.chosen % OWN] >> power & 1:
        return 0
    target = aim(s, s.chosen)
    return hinders(s, s.chosen, power, find(s, target), pyramids_in(s, target))


@jit
def forbids_plain(s: State, move: int) -> int:
    """Name the clause that forbids a power without a target of its own."""
    power = POWER_OF_MOVE[move - DO]
    clause = forbids_kind(s, power)
    if clause != 0 or power != MOVE:
        return clause
    steps = move - MOVE_BY + 1
    if steps > PIPS[s.chosen]:
        return ASKED[MOVE]
    return 0 if can_end(s, s.chosen, steps) else INTO_VOID


@jit
def forbids_cover(s: State, seat: int, card: int) -> int:
    """Name the clause that forbids covering a territory with a card."""
    clause = forbids_kind(s, COVER)
    if clause != 0:
        return clause
    if not s.once[HAND + seat] >> card & 1:
        return NOT_IN_HAND
    return 0 if VALUE[card] > s.worth[s.chosen % OWN] else TOO_LOW


@jit
def forbids_push(s: State, target: int) -> int:
    """Name the clause that forbids pushing a pyramid by one space."""
    going = s.phase == PUSHING
    clause = 0 if going else forbids_kind(s, PUSH)
    if clause != 0:
        return clause
    points = s.points if going else PIPS[s.chosen]
    marked = s.marked if going else targets(s, PUSH)
    return 0 if marked & UP_TO[points] & 1 << target else NOT_PUSHED


@jit
def forbids_shrink(s: State, target: int, loss: int) -> int:
    """Name the clause that forbids shrinking a pyramid by some points."""
    going = s.phase == SHRINKING
    clause = 0 if going else forbids_kind(s, SHRINK)
    if clause != 0:
        return clause
    points = s.points if going else PIPS[s.chosen]
    marked = s.marked if going else targets(s, SHRINK)
    if not marked >> target & 1:
        return NOT_SHRUNK
    if loss > points:
        return TOO_MANY_POINTS
    return 0 if can_shrink(s, target, loss) else NO_SMALLER


@jit
def forbids_turning(s: State, seat: int, p: int) -> int:
    """Name the clause that forbids turning a pyramid."""
    if s.phase != REORIENT:
        return NOT_NOW
    if OWNER[p] != seat and s.options[REORIENT_ANYONE] == 0:
        return OWN_ONLY
    return 0 if s.on_board & ~s.marked & 1 << p else NOT_ON_BOARD  # T45


@jit
def forbids_discard(s: State, seat: int, card: int) -> int:
    """Name the clause that forbids discarding a card."""
    if s.phase != DROP:
        return WITHIN_LIMIT
    return 0 if s.once[HAND + seat] >> card & 1 else NOT_IN_HAND


@jit
def forbids_finish(s: State) -> int:
    """Name the clause that forbids ending an action here."""
    if s.phase in (CHOOSE, POWER):
        return 0 if s.phase == CHOOSE and s.used > 0 else USE_FIRST
    going = s.phase in (PUSHING, SHRINKING, REORIENT)
    return 0 if going else NOTHING_TO_END


# Lists of what may be done


@jit
def legal(s: State, seat: int, out: Row) -> int:
    """Write a seat's legal moves, ascending, and count them."""
    n = 0
    if s.phase == OVER:
        return n
    if seat == s.mover:
        if s.phase == ACT:
            n = list_actions(s, seat, out, n)
        elif s.phase == CHOOSE:
            n = list_bits(s, own(s, seat), WITH, out, n)
        elif s.phase == POWER:
            n = list_powers(s, seat, out, n)
        else:
            n = list_rest(s, seat, out, n)
        n = offer(s, seat, FINISH, out, n)
    return offer(s, seat, CLAIM, out, n)


@jit
def list_rest(s: State, seat: int, out: Row, n: int) -> int:
    """Add the candidates of the smaller phases that `forbids` lets through."""
    if s.phase == PLACE:
        return list_places(s, out, n)
    if s.phase == WHICH:
        return list_range(s, HERE, FACE_TO, out, n)
    if s.phase in (FACE, TURNING):
        return list_range(s, FACE_TO, ACTIVATE, out, n)
    if s.phase == PUSHING:
        return list_bits(s, s.marked, PUSH_ONE, out, n)
    if s.phase == SHRINKING:
        return list_shrinks(s, s.marked, out, n)
    if s.phase == REORIENT:
        return list_bits(s, s.on_board, TURN, out, n)
    return list_bits(s, s.once[HAND + seat], DISCARD_ONE, out, n)


@jit
def offer(s: State, seat: int, move: int, out: Row, n: int) -> int:
    """Add a move if `forbids` lets it through, and return the new count."""
    if forbids(s, seat, move) == 0:
        out[n] = move
        n += 1
    return n


@jit
def list_range(s: State, first: int, last: int, out: Row, n: int) -> int:
    """Add the mover's moves from one to before another."""
    for move in range(first, last):
        n = offer(s, s.mover, move, out, n)
    return n


@jit
def list_bits(s: State, bits: int, first: int, out: Row, n: int) -> int:
    """Add the mover's moves numbered by bits."""
    while bits != 0:
        n = offer(s, s.mover, first + lowest(bits), out, n)
        bits &= bits - 1
    return n


@jit
def list_places(s: State, out: Row, n: int) -> int:
    """Add the names of the spaces where the mover may place."""
    for name in range(SPACE_NAMES):
        if has_space(s, name):
            n = offer(s, s.mover, PLACE_ON + name, out, n)
    return n


@jit
def list_actions(s: State, seat: int, out: Row, n: int) -> int:
    """Add the five actions (T36: two of them are always there)."""
    if own(s, seat) == 0:
        n = list_places(s, out, n)
    n = list_bits(s, s.stood, ACTIVATE, out, n)
    n = list_bits(s, s.once[HAND + seat], USE, out, n)
    return list_range(s, BEGIN_TURNING, WITH, out, n)


@jit
def list_powers(s: State, seat: int, out: Row, n: int) -> int:
    """Add what the chosen pyramid can do."""
    powers = s.can[s.chosen % OWN] & s.powers
    for i in range(len(POWER_OF_MOVE)):
        if powers >> POWER_OF_MOVE[i] & 1:
            n = offer(s, seat, DO + i, out, n)
    if powers >> COVER & 1:
        n = list_bits(s, s.once[HAND + seat], COVER_BY, out, n)
    if powers & (1 << PUSH | 1 << SHRINK):
        crowd = pyramids_in(s, aim(s, s.chosen))
        n = list_bits(s, crowd, PUSH_ONE, out, n)
        n = list_shrinks(s, crowd, out, n)
    return n


@jit
def list_shrinks(s: State, targets: int, out: Row, n: int) -> int:
    """Add the shrinkings of some pyramids."""
    while targets != 0:
        target = lowest(targets)
        targets &= targets - 1
        first = SHRINK_BY + FIRST_SHRINK[target]
        n = list_range(s, first, first + PIPS[target], out, n)
    return n
