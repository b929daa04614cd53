"""Who knows what in Anthem: views, imagined hands, features.

Rows and hand sizes are public, hands are not. Beyond its own hand a seat knows for
certain (decision 020): the card that was taken from it, until it may have moved on; and
of a full row that has not won, that a Death is in the way.
"""

from typing import Any, Final

from pioche.core.random import below
from pioche.core.rules import Features, jit
from pioche.games.anthem.cards import CARD_IDS, DEATH, KINDS
from pioche.games.anthem.legality import (
    may_be_laid,
)
from pioche.games.anthem.position import (
    PHASES,
    bits_of,
    hand_of,
    position,
    row_of,
    set_up,
    set_up_row,
    taken_card,
)
from pioche.games.anthem.rules import (
    deaths_are_shown,
    who_knows_a_death,
    who_knows_no_death,
)
from pioche.games.anthem.state import (
    ALL_DEATHS,
    ALL_KNOW,
    BY_HAND,
    CLAIM,
    DRAWN_STALEMATE,
    EIGHT_SPACES,
    ENDINGS,
    FORBID_SPOILING,
    HAND_CARD,
    LAY,
    LAY_FROM_HAND,
    LAY_ON,
    MOST_CARDS,
    MOST_SEATS,
    MOST_SPACES,
    MOVES,
    NO_CARD,
    NUMBER_COUNT,
    OVER,
    POOL,
    SPECTATOR,
    TAKE,
    State,
    at_any_moment,
    card_at,
    giver,
    left_of,
    move_card,
    number_at,
    right_of,
    spaces,
    spoils,
)

__all__ = [
    "FEATURES", "LENGTH",
    "expects_claim", "from_view", "imagine", "observe", "position", "set_up", "tries", "view",
]  # fmt: skip

# Views


def knows(bits: int, seat: int | None) -> bool:
    """Tell whether a seat (None: a spectator) is among those who know."""
    return bits >> (SPECTATOR if seat is None else seat) & 1 == 1


def known_deaths(s: State, viewer: int | None) -> list[str | None]:
    """Say of each seat whether a viewer knows it to hold a Death, or none."""
    said: list[str | None] = []
    for seat in range(s.seats):
        if knows(who_knows_a_death(s, seat), viewer):
            said.append("some")
        elif knows(who_knows_no_death(s, seat), viewer):
            said.append("none")
        else:
            said.append(None)
    return said


def view(s: State, seat: int | None) -> dict[str, Any]:
    """Build what a seat (None: a spectator) may know."""
    seats = range(s.seats)
    taken = None
    if s.taken != NO_CARD:
        if knows(s.aware, seat):
            taken = taken_card(s, CARD_IDS[s.taken])
        elif s.phase == LAY:
            taken = taken_card(s, None)
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "giver": giver(s, s.mover) if s.phase == TAKE else None,
        "rows": [row_of(s, other) for other in seats],
        "sizes": [s.sizes[other] for other in seats],
        "hand": [] if seat is None else hand_of(s, seat),
        "taken": taken,
        "deaths": [s.hands[other][DEATH] for other in seats]
        if deaths_are_shown(s)
        else None,
        "known_deaths": known_deaths(s, seat),
        "public_deaths": known_deaths(s, None),
        "spoiled": [other for other in seats if s.spoiled >> other & 1],
        "spoiling": spoiling(s) if seat is not None and seat == s.mover else [],
        "winners": [other for other in seats if s.winners >> other & 1],
        "ending": ENDINGS[s.ending] or None,
    }


def spoiling(s: State) -> list[str]:
    """List the mover's moves that the rules allow and that spoil its row (A5)."""
    if s.phase != LAY or s.options[FORBID_SPOILING] != 0:
        return []
    found: list[str] = []
    for i in range(NUMBER_COUNT):
        card = HAND_CARD[i]
        if may_be_laid(s, s.mover, card):
            left, right = left_of(s, s.mover, card), right_of(s, s.mover, card)
            if number_at(s, s.mover, right) != card:
                found += [
                    MOVES[LAY_ON + MOST_SPACES * i + space - 1]
                    for space in range(left + 1, right)
                    if spoils(s, s.mover, card, space)
                ]
    return found


def from_view(s: State, v: dict[str, Any], seat: int) -> None:
    """Fill a blank state with what a view tells; hidden cards lie anyhow."""
    s.phase = PHASES.index(v["phase"])
    s.mover = v["mover"]
    s.ending = ENDINGS.index(v["ending"] or "")
    s.winners = bits_of(s, "winners", v["winners"])
    for card in HAND_CARD:
        s.hands[POOL][card] = s.seats
    for other in range(s.seats):
        set_up_row(s, other, v["rows"][other])
        s.sizes[other] = v["sizes"][other]
        for card in s.rows[other]:
            if card != NO_CARD:
                s.hands[POOL][card] -= 1
        note_deaths(s, v, seat, other)
        if v["deaths"] is not None and other != seat:
            s.hands[other][DEATH] = v["deaths"][other]
            s.hands[POOL][DEATH] -= v["deaths"][other]
    for id in v["hand"]:
        move_card(s, POOL, seat, CARD_IDS.index(id))
    taken = v["taken"]
    if taken is not None:
        s.taker = taken["seat"]
        s.aware = bits_of(s, "taken", taken["known_to"])
        s.taken = CARD_IDS.index(taken["card"]) if taken["card"] else NO_CARD
    imagine(s, seat)


def note_deaths(s: State, v: dict[str, Any], seat: int, other: int) -> None:
    """Note what a view tells of the Deaths in another's hand."""
    bits = ALL_KNOW if v["public_deaths"][other] else 1 << seat
    if v["known_deaths"][other] == "some":
        s.burdened[other] = bits
    elif v["known_deaths"][other] == "none":
        s.spared[other] = bits


# Imagining


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew every card that this seat does not know, all deals equally likely."""
    gather(s, seat)
    deal_deaths(s, seat)
    deal_numbers(s, seat)
    forget(s, seat)


@jit
def is_aware(s: State, seat: int) -> bool:
    """Tell whether a seat knows the card taken last."""
    return s.aware >> seat & 1 != 0


@jit
def gather(s: State, seat: int) -> None:
    """Put the cards of all others into the pool, except those that the seat knows."""
    last = DEATH - 1 if deaths_are_shown(s) else DEATH
    for other in range(s.seats):
        if other != seat:
            for card in range(1, last + 1):
                s.hands[POOL][card] += s.hands[other][card]
                s.hands[other][card] = 0
    if is_aware(s, seat) and s.taker != seat and s.taken <= last:
        move_card(s, POOL, s.taker, s.taken)


@jit
def room(s: State, other: int) -> int:
    """Count the cards that a hand still lacks."""
    left = s.sizes[other]
    for card in range(1, KINDS):
        left -= s.hands[other][card]
    return left


@jit
def has_seen_death(s: State, seat: int, other: int) -> bool:
    """Tell whether a seat has seen a Death go into another's hand."""
    return is_aware(s, seat) and s.taker == other and s.taken == DEATH


@jit
def owes_death(s: State, seat: int, other: int) -> bool:
    """Tell whether a seat knows another to hold a Death without having seen it."""
    if other == seat or who_knows_a_death(s, other) >> seat & 1 == 0:
        return False
    return not has_seen_death(s, seat, other)


@jit
def deal_deaths(s: State, seat: int) -> None:
    """Deal the Deaths of the pool.

    A hand known to hold one gets one first. Deals in which it ends up with several are
    then too frequent by that number; `is_accepted` turns as many of them down.
    """
    if deaths_are_shown(s):
        return
    while True:
        for other in range(s.seats):
            if owes_death(s, seat, other):
                move_card(s, POOL, other, DEATH)
        while s.hands[POOL][DEATH] > 0:
            move_card(s, POOL, draw_room(s, seat), DEATH)
        if is_accepted(s, seat):
            return
        for other in range(s.seats):
            if other != seat:
                kept = 1 if has_seen_death(s, seat, other) else 0
                s.hands[POOL][DEATH] += s.hands[other][DEATH] - kept
                s.hands[other][DEATH] = kept


@jit
def room_for_death(s: State, seat: int, other: int) -> int:
    """Count the hidden cards of another's hand that can be Deaths."""
    if other == seat or who_knows_no_death(s, other) >> seat & 1 != 0:
        return 0
    return room(s, other)


@jit
def draw_room(s: State, seat: int) -> int:
    """Choose whose hidden card is a Death."""
    total = 0
    for other in range(s.seats):
        total += room_for_death(s, seat, other)
    other = 0
    place = below(s, total) - room_for_death(s, seat, other)
    while place >= 0:
        other += 1
        place -= room_for_death(s, seat, other)
    return other


@jit
def is_accepted(s: State, seat: int) -> bool:
    """Tell whether a deal of the Deaths may stand."""
    for other in range(s.seats):
        deaths = s.hands[other][DEATH]
        if other == seat or deaths < 2:
            continue
        if s.options[ALL_DEATHS] != 0 and deaths == s.seats and s.phase != OVER:
            return False  # the game would have ended (A12)
        if owes_death(s, seat, other) and below(s, deaths) != 0:
            return False
    return True


@jit
def deal_numbers(s: State, seat: int) -> None:
    """Deal the numbers of the pool."""
    left = 0
    for card in range(1, KINDS):
        left += s.hands[POOL][card]
    for other in range(s.seats):
        if other != seat:
            for _ in range(room(s, other)):
                move_card(s, POOL, other, card_at(s, POOL, below(s, left)))
                left -= 1


@jit
def forget(s: State, seat: int) -> None:
    """Clear what only others knew: it may be false of the new hands."""
    for other in range(s.seats):
        if s.burdened[other] != ALL_KNOW:
            s.burdened[other] &= 1 << seat
        if s.spared[other] != ALL_KNOW:
            s.spared[other] &= 1 << seat
    if is_aware(s, seat):
        return
    if s.phase == LAY and s.aware != 0:
        s.taken = card_at(s, s.mover, below(s, s.sizes[s.mover]))
    else:
        s.taken = NO_CARD
        s.taker = s.aware = 0


# For learners

FEATURES: Final = Features(
    (
        ("hand", NUMBER_COUNT + 1, "how many 1 to 8 and Deaths the seat holds"),
        ("taken", NUMBER_COUNT + 1, "the card taken last, if the seat knows it"),
        ("taker", MOST_SEATS, "who took it, in clockwise order from the seat on"),
        ("rows", MOST_SEATS * MOST_SPACES, "numbers / 9 on the spaces, in that order"),
        ("free", MOST_SEATS, "free spaces / 8, in that order"),
        ("spoiled", MOST_SEATS, "who can't complete the row any more, in that order"),
        ("sizes", MOST_SEATS, "hand sizes / 10, in that order"),
        ("deaths", MOST_SEATS, "known to hold a Death 1, known to hold none -1"),
        ("mover", MOST_SEATS, "whose turn it is, in that order"),
        ("phase", len(PHASES), "what the mover is asked"),
        ("options", 8, "house rules: see observe_options"),
        ("seats", 1, "seats / 8"),
    )
)
AT_TAKEN: Final = FEATURES.start("taken")
AT_TAKER: Final = FEATURES.start("taker")
AT_ROWS: Final = FEATURES.start("rows")
AT_FREE: Final = FEATURES.start("free")
AT_SPOILED: Final = FEATURES.start("spoiled")
AT_SIZES: Final = FEATURES.start("sizes")
AT_DEATHS: Final = FEATURES.start("deaths")
AT_MOVER: Final = FEATURES.start("mover")
AT_PHASE: Final = FEATURES.start("phase")
AT_OPTIONS: Final = FEATURES.start("options")
AT_SEATS: Final = FEATURES.start("seats")
LENGTH: Final = FEATURES.length


@jit
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows as numbers."""
    for i in range(LENGTH):
        out[i] = 0
    for i in range(NUMBER_COUNT + 1):
        out[i] = s.hands[seat][HAND_CARD[i]]
        if is_aware(s, seat) and s.taken == HAND_CARD[i]:
            out[AT_TAKEN + i] = 1
    if is_aware(s, seat) and s.taken != NO_CARD:
        out[AT_TAKER + (s.taker - seat + s.seats) % s.seats] = 1
    for place in range(s.seats):
        observe_seat(s, seat, (seat + place) % s.seats, place, out)
    out[AT_PHASE + s.phase] = 1
    observe_options(s, out)
    out[AT_SEATS] = s.seats / MOST_SEATS


@jit
def observe_seat(s: State, seat: int, other: int, place: int, out: Any) -> None:
    """Write what a seat knows of another (or itself), `place` seats further on."""
    for space in range(1, spaces(s) + 1):
        out[AT_ROWS + MOST_SPACES * place + space - 1] = s.rows[other][space] / 9
    out[AT_FREE + place] = s.free[other] / MOST_SPACES
    out[AT_SPOILED + place] = s.spoiled >> other & 1
    out[AT_SIZES + place] = s.sizes[other] / MOST_CARDS
    held = who_knows_a_death(s, other) >> seat & 1
    out[AT_DEATHS + place] = held - (who_knows_no_death(s, other) >> seat & 1)
    out[AT_MOVER + place] = other == s.mover


@jit
def observe_options(s: State, out: Any) -> None:
    """Write the house rules that are in force."""
    out[AT_OPTIONS] = s.options[EIGHT_SPACES]
    out[AT_OPTIONS + 1] = s.options[LAY_FROM_HAND]
    out[AT_OPTIONS + 2] = s.options[FORBID_SPOILING]
    out[AT_OPTIONS + 3] = at_any_moment(s)
    out[AT_OPTIONS + 4] = s.options[BY_HAND]
    out[AT_OPTIONS + 5] = s.options[DRAWN_STALEMATE]
    out[AT_OPTIONS + 6] = s.options[ALL_DEATHS] == 1
    out[AT_OPTIONS + 7] = s.options[ALL_DEATHS] == 2


def expects_claim(s: State) -> bool:
    """Tell whether somebody may declare victory: a Death in hand is not seen."""
    if s.phase == OVER or s.options[BY_HAND] == 0 or not at_any_moment(s):
        return False
    return any(s.free[seat] == 0 for seat in range(s.seats) if seat != s.mover)


def tries(s: State, seat: int) -> list[int]:
    """List the moves that a player of this seat would expect to see."""
    if s.phase == OVER or seat != s.mover:
        return []
    if s.phase != LAY:
        return [] if s.options[BY_HAND] == 0 else [CLAIM]
    found: list[int] = []
    for i in range(NUMBER_COUNT + 1):
        first = LAY_ON + MOST_SPACES * i
        if HAND_CARD[i] == s.taken:
            found += range(first, first + spaces(s))
        elif s.hands[seat][HAND_CARD[i]] > 0:
            found.append(first)
    return found


@jit
def shuffle_unseen(s: State) -> None:
    """Shuffle what nobody has seen: what is to come is open again."""
    # Nothing lies face down: hands have no order until a card is taken (A6).
