"""Who knows what in Anthem: positions, views, imagined hands, features.

Rows and hand sizes are public, hands are not. Beyond its own hand a seat knows for
certain (decision 020): the card that was taken from it, until it may have moved on; and
of a full row that has not won, that a Death is in the way.
"""

from collections import Counter
from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, lists, seat_of, whole
from pioche.core.random import below
from pioche.core.rules import Features, jit, lowest
from pioche.games.anthem.cards import CARD_IDS, DEATH, KINDS, LAST_NUMBER
from pioche.games.anthem.rules import (
    ALL_DEATHS,
    ALL_KNOW,
    BOUND,
    BY_HAND,
    CLAIM,
    DRAWN_STALEMATE,
    EIGHT_SPACES,
    ENDINGS,
    FORBID_SPOILING,
    HAND_CARD,
    HELD_ALL,
    LAY,
    LAY_FROM_HAND,
    LAY_ON,
    MOST_CARDS,
    MOST_SEATS,
    MOST_SPACES,
    MOVES,
    NO_CARD,
    NOBODY,
    NUMBER_COUNT,
    OVER,
    POOL,
    SPECTATOR,
    TAKE,
    TURN,
    VICTORY,
    State,
    at_any_moment,
    best_ranked,
    card_at,
    deaths_are_shown,
    fits,
    giver,
    is_complete,
    left_of,
    may_be_laid,
    move_card,
    number_at,
    right_of,
    spaces,
    spoils,
    who_knows_a_death,
    who_knows_no_death,
    winners_beside,
    wins_at_once,
)

PHASES: Final = ("take", "lay", "declare", "over")
EVERYONE: Final = "everyone"
HAND_IDS: Final = tuple(CARD_IDS[card] for card in HAND_CARD)

# Writing a state down


def hand_of(s: State, seat: int) -> list[str]:
    """Name the cards of a hand, in order."""
    counts = s.hands[seat]
    return [CARD_IDS[card] for card in HAND_CARD for _ in range(counts[card])]


def row_of(s: State, seat: int) -> list[str | None]:
    """Name the cards of a row, from the 0 to the 9; None is a free space."""
    row = list(s.rows[seat])[1 : spaces(s) + 1]
    between = [CARD_IDS[card] if card else None for card in row]
    return [CARD_IDS[0], *between, CARD_IDS[LAST_NUMBER]]


def seats_in(s: State, bits: int) -> list[int] | str:
    """List seats given as bits; "everyone" includes those who only watch."""
    if bits == ALL_KNOW:
        return EVERYONE
    return [seat for seat in range(s.seats) if bits >> seat & 1]


def position(s: State) -> dict[str, Any]:
    """Write the complete state."""
    seats = range(s.seats)
    known = s.taken != NO_CARD
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "rows": [row_of(s, seat) for seat in seats],
        "hands": [hand_of(s, seat) for seat in seats],
        "taken": taken_card(s, CARD_IDS[s.taken]) if known else None,
        "death_known_to": [seats_in(s, s.burdened[seat]) for seat in seats],
        "no_death_known_to": [seats_in(s, s.spared[seat]) for seat in seats],
        "winners": [seat for seat in seats if s.winners >> seat & 1],
        "ending": ENDINGS[s.ending] or None,
    }


def taken_card(s: State, card: str | None) -> dict[str, Any]:
    """Write down the card taken last, or only who knows it."""
    return {"seat": s.taker, "card": card, "known_to": seats_in(s, s.aware)}


# Reading a position


def set_up(s: State, d: dict[str, Any]) -> None:
    """Fill a blank state from a position, or raise BadPosition."""
    check_fields(d)
    s.phase = choice(d, "phase", PHASES)
    s.mover = seat_of(d, "mover", s.seats)
    for seat, row in enumerate(lists(d, "rows", s.seats)):
        set_up_row(s, seat, row)
    for seat, hand in enumerate(lists(d, "hands", s.seats)):
        set_up_hand(s, seat, hand)
    check_cards(s)
    if d["taken"] is not None:
        set_up_taken(s, d["taken"])
    for field, row in (("death_known_to", s.burdened), ("no_death_known_to", s.spared)):
        for seat, who in enumerate(one_a_seat(s, d, field)):
            row[seat] = bits_of(s, field, who)
    s.winners = bits_of(s, "winners", d["winners"]) & ((1 << s.seats) - 1)
    s.ending = 0 if d["ending"] is None else 1 + choice(d, "ending", ENDINGS[1:])
    check_turn(s)
    check_knowledge(s)


FIELDS: Final = frozenset(
    (
        "phase",
        "mover",
        "rows",
        "hands",
        "taken",
        "death_known_to",
        "no_death_known_to",
        "winners",
        "ending",
    )
)


def check_fields(d: dict[str, Any]) -> None:
    """Refuse a position with a part that is missing or unknown."""
    for field in FIELDS - set(d):
        raise BadPosition(field, "il manque", "it is missing")
    for field in set(d) - FIELDS:
        raise BadPosition(field, "Anthem n'en a pas", "Anthem has none")


def bits_of(s: State, field: str, value: object) -> int:
    """Read who knows or wins something: seats, or "everyone"."""
    if value == EVERYONE:
        return ALL_KNOW
    if not isinstance(value, list):
        raise BadPosition(
            field,
            f"il faut des places ou « {EVERYONE} »",
            f"seats are needed, or {EVERYONE!r}",
        )
    found = 0
    for seat in value:
        found |= 1 << whole(field, seat, 0, s.seats - 1)
    if found.bit_count() != len(value):
        raise BadPosition(field, "une place y est deux fois", "a seat stands twice")
    return found


def one_a_seat(s: State, d: dict[str, Any], field: str) -> list[object]:
    """Read a list with one part for each seat."""
    value = d[field]
    if not isinstance(value, list) or len(value) != s.seats:
        raise BadPosition(
            field, f"il y faut {s.seats} parties", f"it needs {s.seats} parts"
        )
    return value


def card_of(field: str, value: object) -> int:
    """Read a card that a hand can hold."""
    return HAND_CARD[choice({field: value}, field, HAND_IDS)]


def set_up_row(s: State, seat: int, row: list[Any]) -> None:
    """Lay out a row; its numbers must rise."""
    ends = [CARD_IDS[0], CARD_IDS[LAST_NUMBER]]
    if len(row) != spaces(s) + 2 or [row[0], row[-1]] != ends:
        raise BadPosition(
            "rows",
            f"une rangée va de {ends[0]} à {ends[1]}, avec {spaces(s)} cases entre les deux",
            f"a row goes from {ends[0]} to {ends[1]}, with {spaces(s)} spaces between",
        )
    last = 0
    for space, id in enumerate(row[1:-1], 1):
        if id is None:
            s.free[seat] += 1
            continue
        card = card_of("rows", id)
        if card == DEATH or card <= last:
            raise BadPosition(
                "rows",
                f"{id} n'y est pas à sa place",
                f"{id} is not in its place there",
            )
        if not fits(last, card, space - 1 - last_place(s, seat, space)):
            s.spoiled |= 1 << seat
        s.rows[seat][space] = last = card
    if not fits(last, LAST_NUMBER, spaces(s) - last_place(s, seat, spaces(s) + 1)):
        s.spoiled |= 1 << seat


def last_place(s: State, seat: int, space: int) -> int:
    """Return the last place before a space that holds a card."""
    before = range(space - 1, 0, -1)
    return next((place for place in before if s.rows[seat][place]), 0)


def set_up_hand(s: State, seat: int, hand: list[Any]) -> None:
    """Fill a hand."""
    if len(hand) > MOST_CARDS:
        raise BadPosition(
            "hands",
            f"une main a {MOST_CARDS} cartes au plus",
            f"a hand has {MOST_CARDS} cards at most",
        )
    for id in hand:
        s.hands[seat][card_of("hands", id)] += 1
    s.sizes[seat] = len(hand)


def check_cards(s: State) -> None:
    """Refuse cards too many or too few: one of each for every player."""
    found = Counter(dict.fromkeys(HAND_CARD, 0))
    for seat in range(s.seats):
        found.update(card for card in s.rows[seat] if card != NO_CARD)
        for card in HAND_CARD:
            found[card] += s.hands[seat][card]
    for card, count in found.items():
        if count != s.seats:
            id = CARD_IDS[card]
            raise BadPosition(
                "hands",
                f"il y a {count} {id} au lieu de {s.seats}",
                f"there are {count} {id} instead of {s.seats}",
            )


def set_up_taken(s: State, d: object) -> None:
    """Note the card taken last and who knows it."""
    if not isinstance(d, dict) or set(d) != {"seat", "card", "known_to"}:
        raise BadPosition(
            "taken", "c'est {seat, card, known_to}", "it is {seat, card, known_to}"
        )
    s.taker = whole("taken", d["seat"], 0, s.seats - 1)
    s.taken = card_of("taken", d["card"])
    s.aware = bits_of(s, "taken", d["known_to"])
    expected = s.mover if s.phase != TAKE else giver(s, s.mover)
    if s.phase != OVER and s.taker != expected:
        raise BadPosition(
            "taken",
            "elle est chez celui qui vient de jouer",
            "it is with the player who played last",
        )
    if s.hands[s.taker][s.taken] == 0 or not s.aware >> s.taker & 1:
        raise BadPosition(
            "taken",
            "celui qui l'a prise ne l'a pas",
            "the player who took it does not have it",
        )


def check_turn(s: State) -> None:
    """Refuse a phase that no game can be in, or a victory that nobody took."""
    ended = s.phase == OVER
    if ended != (s.winners != 0):
        raise BadPosition(
            "winners", "il y en a à la fin seulement", "there are some at the end only"
        )
    if ended != (s.ending != 0):
        raise BadPosition(
            "ending", "il y en a une à la fin seulement", "there is one at the end only"
        )
    if not 0 <= s.count <= BOUND - TURN + s.phase:
        raise BadPosition(
            "count",
            f"une partie a {BOUND} coups au plus",
            f"a game has {BOUND} moves at most",
        )
    if ended and not winners_are_right(s):
        raise BadPosition(
            "winners", "ce n'est pas ce que dit la fin", "the ending says otherwise"
        )
    if not ended and not phase_is_possible(s):
        raise BadPosition(
            "phase",
            f"la place {s.mover} n'en est pas là",
            f"seat {s.mover} cannot be there",
        )
    for seat in range(s.seats):
        all_deaths = s.options[ALL_DEATHS] != 0 and s.hands[seat][DEATH] == s.seats
        won = wins_at_once(s) and is_complete(s, seat)
        if not ended and (all_deaths or won):
            raise BadPosition(
                "hands",
                f"la main de la place {seat} a déjà mis fin à la partie",
                f"the hand of seat {seat} has ended the game before",
            )


def winners_are_right(s: State) -> bool:
    """Tell whether those won whom the ending names."""
    if s.ending == VICTORY:
        winner = lowest(s.winners)
        return s.winners == 1 << winner and is_complete(s, winner)
    if s.ending == HELD_ALL:
        held = s.hands[s.mover][DEATH] == s.seats and s.options[ALL_DEATHS] != 0
        return held and s.winners == winners_beside(s, s.mover)
    return s.winners == best_ranked(s)


def phase_is_possible(s: State) -> bool:
    """Tell whether the mover can be asked what the phase asks."""
    if s.phase == TAKE:
        return giver(s, s.mover) != NOBODY
    if s.phase == LAY:
        alone = s.options[LAY_FROM_HAND] != 0 and giver(s, s.mover) == NOBODY
        return s.free[s.mover] > 0 and (s.taken != NO_CARD or alone)
    by_hand = s.options[BY_HAND] != 0 and not at_any_moment(s)
    return by_hand and is_complete(s, s.mover)


def check_knowledge(s: State) -> None:
    """Refuse knowledge of what is not so."""
    for seat in range(s.seats):
        holds = s.hands[seat][DEATH] > 0
        for field, known, true in (
            ("death_known_to", who_knows_a_death(s, seat), holds),
            ("no_death_known_to", who_knows_no_death(s, seat), not holds),
        ):
            if known != 0 and not true:
                raise BadPosition(
                    field,
                    f"c'est faux de la place {seat}",
                    f"it is not so of seat {seat}",
                )


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
    """Put the cards of all others into the pool, except the one that the seat knows."""
    for other in range(s.seats):
        if other != seat:
            for card in range(1, KINDS):
                if card != DEATH or not deaths_are_shown(s):
                    s.hands[POOL][card] += s.hands[other][card]
                    s.hands[other][card] = 0
    shown = s.taken == DEATH and deaths_are_shown(s)
    if is_aware(s, seat) and s.taker != seat and not shown:
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
    place = below(s, total)
    for other in range(s.seats):
        place -= room_for_death(s, seat, other)
        if place < 0:
            return other
    return seat


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
