"""Positions of Anthem: the complete state, written for people and read with care."""

from collections import Counter
from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, lists, seat_of, whole
from pioche.core.rules import lowest
from pioche.games.anthem.cards import CARD_IDS, DEATH, LAST_NUMBER
from pioche.games.anthem.rules import (
    BOUND,
    TURN,
    best_ranked,
    who_knows_a_death,
    who_knows_no_death,
    winners_beside,
)
from pioche.games.anthem.state import (
    ALL_DEATHS,
    ALL_KNOW,
    BY_HAND,
    ENDINGS,
    HAND_CARD,
    HELD_ALL,
    LAY,
    LAY_FROM_HAND,
    MOST_CARDS,
    NO_CARD,
    NOBODY,
    OVER,
    TAKE,
    VICTORY,
    State,
    at_any_moment,
    fits,
    giver,
    is_complete,
    spaces,
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
