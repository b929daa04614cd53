"""Who knows what at a table of Dectana (T37): views, and features for learners."""

from typing import Any, Final

from pioche.core.random import shuffle
from pioche.core.rules import Features, jit, lowest, ones
from pioche.games.dectana.board import (
    DISCARD,
    DRAWN,
    EVERY,
    HAND,
    MOST_SEATS,
    NONE,
    OWN,
    OWNER,
    PIPS,
    PYRAMIDS,
    SHOWN,
    SHUFFLED,
    SPACE_NAMES,
    State,
    all_of,
    find,
    name_of,
    own,
    top,
)
from pioche.games.dectana.cards import (
    ACES,
    KINDS,
    NO_CARD,
    POINTS,
    POWERS,
    POWERS_OF,
    SUITS,
    VALUE,
)
from pioche.games.dectana.imagine import deal_hidden, imagine, without
from pioche.games.dectana.legality import ACES_NEEDED
from pioche.games.dectana.moves import (
    ACT,
    ACTIVATE,
    BEGIN_TURNING,
    CHOOSE,
    CLAIM,
    COVER_BY,
    DISCARD_ONE,
    DO,
    DROP,
    FINISH,
    INSTANT_CLAIM,
    LIMIT,
    OVER,
    POWER,
    POWER_OF_MOVE,
    PUSH_ONE,
    PUSHING,
    RENEW,
    REORIENT,
    TURN,
    TURN_LIMIT,
    USE,
    WITH,
)
from pioche.games.dectana.needs import COVERING, survey
from pioche.games.dectana.position import PHASES, bits, pile, position, public
from pioche.games.dectana.reading import Box, read_known, read_public, set_up
from pioche.games.dectana.score import points_of, score

__all__ = ["imagine", "position", "set_up"]

# Views


def view(s: State, seat: int | None) -> dict[str, Any]:
    """Build what a seat (None: a spectator) may know."""
    seats = range(s.seats)
    return {
        **public(s),
        "sizes": [s.held[other] for other in seats],
        "deck_size": s.left,
        "reserves": [list(RESERVES[own(s, other)]) for other in seats],
        "scores": scores(s),
        "hand": [] if seat is None else pile(s, HAND + seat),
        # Cards of the last reshuffle that this seat drew itself: not in the deck.
        "drawn": [] if seat is None else pile(s, DRAWN + seat),
    }


#: How many small, medium and large pyramids are in reserve, by those on the board.
RESERVES: Final = [
    [3 - (on_board >> first & 7).bit_count() for first in (0, 3, 6)]
    for on_board in range(EVERY + 1)
]


def scores(s: State) -> list[int]:
    """Count what each seat would score now."""
    found = [0] * s.seats
    for p in bits(s.on_board):
        found[OWNER[p]] += points_of(s, p)
    return found


def from_view(s: State, v: dict[str, Any], seat: int) -> None:
    """Fill a blank state with what a view tells; hidden cards lie anyhow."""
    box = Box(s)
    read_public(s, v, box)
    box.take_all("hand", s, HAND + seat, v["hand"])
    for other in range(s.seats):
        s.held[other] = v["sizes"][other]
        read_known(s, "shown", SHOWN + other, v["shown"][other])
    read_known(s, "shuffled", SHUFFLED, v["shuffled"])
    read_known(s, "drawn", DRAWN + seat, v["drawn"])
    s.left = v["deck_size"]
    survey(s)
    deal_hidden(s, seat)


# For learners

OF_PYRAMID: Final = 10
OF_SPACE: Final = 9
FEATURES: Final = Features(
    (
        ("hand", KINDS, "how many of each card the seat holds"),
        ("shown", 4 * KINDS, "… it knows in each other hand, from the next seat on"),
        ("discard", KINDS, "… lie on the discards"),
        ("deck_may_hold", KINDS, "… the deck may hold, once it was reshuffled"),
        ("card", KINDS, "the hand card in use"),
        ("phase", len(PHASES), "what the mover is asked"),
        ("mover", MOST_SEATS, "whose turn it is, from the seat on"),
        ("sizes", MOST_SEATS, "cards in hand / 6, from the seat on"),
        ("scores", MOST_SEATS, "points if the game ended now / 50, from the seat on"),
        ("powers", len(POWERS), "what the card in use allows"),
        ("counts", 6, "seats / 5, uses / 3, points / 3, deck / 90, reshuffled, time"),
        (
            "pyramids",
            PYRAMIDS * OF_PYRAMID,
            (
                "each pyramid, from the seat on: on the board, its five orientations, on"
                " a territory, that card's value / 9, chosen, marked"
            ),
        ),
        (
            "board",
            SPACE_NAMES * OF_SPACE,
            (
                "each name of a space, by row and column: the top card's value / 9, its"
                " six suits, the seat's pips there / 3, the others' pips there / 3"
            ),
        ),
    )
)
LENGTH: Final = FEATURES.length
AT_SHOWN: Final = FEATURES.start("shown")
AT_DISCARD: Final = FEATURES.start("discard")
AT_DECK: Final = FEATURES.start("deck_may_hold")
AT_CARD: Final = FEATURES.start("card")
AT_PHASE: Final = FEATURES.start("phase")
AT_MOVER: Final = FEATURES.start("mover")
AT_SIZES: Final = FEATURES.start("sizes")
AT_SCORES: Final = FEATURES.start("scores")
AT_POWERS: Final = FEATURES.start("powers")
AT_COUNTS: Final = FEATURES.start("counts")
AT_PYRAMIDS: Final = FEATURES.start("pyramids")
AT_BOARD: Final = FEATURES.start("board")
SUIT_COUNT: Final = len(SUITS)


@jit
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows as numbers."""
    for i in range(LENGTH):
        out[i] = 0
    write_cards(s, seat, out)
    if s.card != NO_CARD:
        out[AT_CARD + s.card] = 1
    out[AT_PHASE + s.phase] = 1
    for place in range(s.seats):
        other = (seat + place) % s.seats
        out[AT_MOVER + place] = other == s.mover
        out[AT_SIZES + place] = s.held[other] / 6
        out[AT_SCORES + place] = score(s, other) / 50
    for power in range(len(POWERS)):
        out[AT_POWERS + power] = s.powers >> power & 1
    out[AT_COUNTS] = s.seats / 5
    out[AT_COUNTS + 1] = s.uses / 3
    out[AT_COUNTS + 2] = s.points / 3
    out[AT_COUNTS + 3] = s.left / 90
    out[AT_COUNTS + 4] = s.reshuffled
    if s.options[TURN_LIMIT] != 0:
        out[AT_COUNTS + 5] = s.turns / (LIMIT[s.options[TURN_LIMIT]] * s.seats)
    write_board(s, out)
    write_pyramids(s, seat, out)


@jit
def write_pile(once: int, twice: int, out: Any, at: int) -> None:
    """Count the cards of a pile."""
    while once != 0:
        card = lowest(once)
        once &= once - 1
        out[at + card] = 1 + (twice >> card & 1)


@jit
def write_cards(s: State, seat: int, out: Any) -> None:
    """Count the cards that a seat knows of."""
    write_pile(s.once[HAND + seat], s.twice[HAND + seat], out, 0)
    write_pile(s.once[DISCARD], s.twice[DISCARD], out, AT_DISCARD)
    for place in range(1, s.seats):
        shown = SHOWN + (seat + place) % s.seats
        at = AT_SHOWN + (place - 1) * KINDS
        write_pile(s.once[shown], s.twice[shown], out, at)
    drawn = DRAWN + seat
    once, twice = without(
        s.once[SHUFFLED], s.twice[SHUFFLED], s.once[drawn], s.twice[drawn]
    )
    write_pile(once, twice, out, AT_DECK)


@jit
def write_board(s: State, out: Any) -> None:
    """Write the top card of each territory."""
    for land in range(s.lands):
        at = AT_BOARD + OF_SPACE * name_of(s.land_at[land])
        card = top(s, land)
        out[at] = VALUE[card] / 9
        for suit in range(SUIT_COUNT):
            out[at + 1 + suit] = POWERS_OF[card] >> 2 * suit & 1


@jit
def write_pyramids(s: State, seat: int, out: Any) -> None:
    """Write where the pyramids stand and point."""
    rest = s.on_board
    while rest != 0:
        p = lowest(rest)
        rest &= rest - 1
        place = (OWNER[p] - seat + s.seats) % s.seats
        at = AT_PYRAMIDS + OF_PYRAMID * (OWN * place + p % OWN)
        out[at] = 1
        out[at + 1 + s.facing[p]] = 1
        land = find(s, s.at[p])
        if land != NONE:
            out[at + 6] = 1
            out[at + 7] = POINTS[top(s, land)] / 9
        out[at + 8] = p == s.chosen
        out[at + 9] = s.marked >> p & 1
        on = AT_BOARD + OF_SPACE * name_of(s.at[p]) + 1 + SUIT_COUNT
        out[on if OWNER[p] == seat else on + 1] += PIPS[p] / 3


def expects_claim(s: State) -> bool:
    """Tell whether somebody may hold three Aces, for all that all know (TB44)."""
    if s.reshuffled == 0 or s.phase == OVER:
        return False
    if s.phase != ACT and s.options[INSTANT_CLAIM] == 0:
        return False
    seen = s.once[DISCARD]
    for land in range(s.lands):
        seen |= s.stack[land]
    enough = ones(ACES & ~seen) >= ACES_NEEDED
    return enough and any(
        s.held[seat] >= ACES_NEEDED for seat in range(s.seats) if seat != s.mover
    )


def tries(s: State, seat: int) -> list[int]:
    """List the moves that a player of this seat would expect to see."""
    if s.phase == OVER:
        return []
    hand = bits(s.once[HAND + seat])
    if seat != s.mover or s.phase == ACT:
        found = [USE + card for card in hand]
        if seat == s.mover:
            found += [ACTIVATE + card for card in bits(s.stood)]
            found += [BEGIN_TURNING, RENEW]
        return [*found, CLAIM]
    return [*tries_within(s, seat, hand), CLAIM]


def tries_within(s: State, seat: int, hand: list[int]) -> list[int]:
    """List the moves that the mover would expect to see within an action."""
    if s.phase == CHOOSE:
        return [*(WITH + k for k in bits(own(s, seat))), FINISH]
    if s.phase == POWER:
        cover = [COVER_BY + card for card in hand] if s.powers & COVERING else []
        plain = [
            DO + i for i, power in enumerate(POWER_OF_MOVE) if s.powers >> power & 1
        ]
        return [*plain, *cover]
    if s.phase == REORIENT:
        return [*(TURN + p for p in bits(s.on_board & all_of(seat))), FINISH]
    if s.phase == DROP:
        return [DISCARD_ONE + card for card in hand]
    return (
        [*(PUSH_ONE + p for p in bits(s.marked)), FINISH] if s.phase == PUSHING else []
    )


@jit
def shuffle_unseen(s: State) -> None:
    """Shuffle what nobody has seen: what is to come is open again."""
    shuffle(s, s.deck, s.left)
