"""Positions of Duckomenta Art: a state written for people, and read with suspicion.

What no game can reach is refused in checking.py.
"""

from collections.abc import Iterable
from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, lists, seat_of, whole, whole_list
from pioche.games.duckomenta.cards import (
    BONUS_TOKENS,
    COPIES,
    EPOCH,
    EPOCH_IDS,
    FACE_DOWN,
    KIND_IDS,
    KINDS,
)
from pioche.games.duckomenta.checking import check_hands, check_phase, check_tokens
from pioche.games.duckomenta.deck import lay, take
from pioche.games.duckomenta.rules import BOUND, seats_with_cards
from pioche.games.duckomenta.state import (
    MOST_SEATS,
    NO_CARD,
    PICK,
    SEASONS,
    TOKENS,
    State,
)

PHASES: Final = ("turn", "offer", "second", "hide", "bonus", "pick", "add", "over")
REST: Final = "rest"  # in a position's discards: all cards that it does not name
MOST_POINTS: Final = 5000
Json = dict[str, Any]


def position(s: State) -> Json:
    """Write the complete state, readable by a person."""
    seats = range(s.seats)
    return {
        **common(s),
        "hands": [card_ids(s.hands[seat]) for seat in seats],
        "picks": [card_id(s.picks[seat]) for seat in seats],
        "face_down": [face_down(s, seat, seen=True) for seat in seats],
        "deck": [KIND_IDS[s.deck[i]] for i in range(s.deck_size - 1, -1, -1)],
    }


def common(s: State) -> Json:
    """Write what lies open and what everybody can deduce."""
    seats = range(s.seats)
    return {
        "season": s.season + 1,
        "phase": PHASES[s.phase],
        "starter": s.starter,
        "mover": s.mover,
        "ender": s.ender,
        "due": card_id(s.due),
        "trend": card_id(s.trend),
        "front": [card_ids(s.front[seat]) for seat in seats],
        "discards": {KIND_IDS[k]: n for k, n in enumerate(s.discards) if n},
        "bonus": by_epoch(s.bonus),
        "ranks": [by_epoch(row) for row in s.ranks],
        "points": [list(row)[: s.seats] for row in s.points],
        "open": [epochs_in(s.open[seat]) for seat in seats],
        "added": epochs_in(s.added),
        "not_of": [by_epoch(s.others[seat]) for seat in seats],
    }


def card_id(kind: int) -> str | None:
    """Name a card, or none."""
    return None if kind == NO_CARD else KIND_IDS[kind]


def card_ids(counts: Iterable[int]) -> list[str]:
    """Name the cards that are counted by kind."""
    return [KIND_IDS[kind] for kind, n in enumerate(counts) if n for _ in range(n)]


def by_epoch(counts: Iterable[int]) -> dict[str, int]:
    """Write counts that are not zero by the names of their epochs."""
    return {EPOCH_IDS[epoch]: n for epoch, n in enumerate(counts) if n}


def epochs_in(bits: int) -> list[str]:
    """Name the epochs that are set in bits."""
    return [id for epoch, id in enumerate(EPOCH_IDS) if bits >> epoch & 1]


def face_down(s: State, seat: int, *, seen: bool) -> list[Json]:
    """Write the cards that lie face down in front of a seat."""
    return [
        {
            "card": KIND_IDS[s.down[seat][i]] if seen else None,
            "not_of": epochs_in(s.barred[seat][i]),
        }
        for i in range(s.down_sizes[seat])
    ]


class Box:
    """The 95 cards while a position is being laid out: each may be taken once."""

    def __init__(self) -> None:
        self.left = list(COPIES)

    def take(self, field: str, id: object) -> int:
        """Take a card of this kind."""
        if id not in KIND_IDS:
            raise BadPosition(
                field, f"aucune carte ne s'appelle {id!r}", f"no card is called {id!r}"
            )
        kind = KIND_IDS.index(str(id))
        if self.left[kind] == 0:
            raise BadPosition(
                field, f"la carte {id} est de trop", f"there is one {id} too many"
            )
        self.left[kind] -= 1
        return kind


def set_up(s: State, d: Json) -> None:
    """Fill a blank state from a position, or raise BadPosition."""
    box = Box()
    set_up_common(s, d, box)
    set_up_hidden(s, d, box)
    set_up_discards(s, d["discards"], box)
    check_phase(s)
    check_tokens(s)
    check_hands(s)


def set_up_common(s: State, d: Json, box: Box) -> None:
    """Lay out what lies open."""
    whole("count", s.count, 0, BOUND)
    s.season = whole("season", d["season"], 1, SEASONS) - 1
    s.phase = choice(d, "phase", PHASES)
    s.starter = seat_of(d, "starter", s.seats)
    s.mover = seat_of(d, "mover", s.seats)
    s.ender = seat_of(d, "ender", s.seats)
    s.due = NO_CARD if d["due"] is None else Box().take("due", d["due"])
    s.trend = NO_CARD if d["trend"] is None else box.take("trend", d["trend"])
    if s.trend != NO_CARD:
        s.on_table[EPOCH[s.trend]] += 1
    for seat, cards in enumerate(lists(d, "front", s.seats)):
        for id in cards:
            lay(s, seat, box.take("front", id))
    fill(s.bonus, "bonus", d["bonus"], BONUS_TOKENS)
    for season, row in enumerate(all_of(d, "ranks", SEASONS)):
        fill(s.ranks[season], "ranks", row, TOKENS)
    for season, row in enumerate(lists(d, "points", SEASONS)):
        points = whole_list({"points": row}, "points", s.seats, 0, MOST_POINTS)
        for seat, value in enumerate(points):
            s.points[season][seat] = value
    for seat, ids in enumerate(lists(d, "open", s.seats)):
        s.open[seat] = epoch_bits("open", ids)
    s.added = epoch_bits("added", d["added"])
    for seat, row in enumerate(all_of(d, "not_of", s.seats)):
        fill(s.others[seat], "not_of", row, len(KIND_IDS) * 4)


def all_of(d: Json, field: str, length: int) -> list[Any]:
    """Read a list of so many parts of any sort."""
    if not isinstance(d[field], list) or len(d[field]) != length:
        raise BadPosition(
            field, f"c'est une liste de longueur {length}", f"it is a list of {length}"
        )
    return list(d[field])


def fill(row: list[int], field: str, counts: object, most: int) -> None:
    """Read counts by the names of epochs into a row."""
    if not isinstance(counts, dict):
        raise BadPosition(
            field, "ce sont des nombres par époque", "it holds numbers by epoch"
        )
    for id, n in counts.items():
        row[epoch_of(field, id)] = whole(field, n, 1, most)


def epoch_of(field: str, id: object) -> int:
    """Find an epoch by its name."""
    if id not in EPOCH_IDS:
        shown = ", ".join(EPOCH_IDS)
        raise BadPosition(field, f"les époques sont {shown}", f"the epochs are {shown}")
    return EPOCH_IDS.index(str(id))


def epoch_bits(field: str, ids: object) -> int:
    """Read a list of epochs as bits."""
    if not isinstance(ids, list):
        raise BadPosition(field, "c'est une liste d'époques", "it is a list of epochs")
    bits = 0
    for id in ids:
        bits |= 1 << epoch_of(field, id)
    return bits


def set_up_hidden(s: State, d: Json, box: Box) -> None:
    """Deal out hands, picks, face-down cards and deck."""
    for seat, cards in enumerate(lists(d, "hands", s.seats)):
        for id in cards:
            take(s, seat, box.take("hands", id))
    for seat in range(MOST_SEATS):
        s.picks[seat] = NO_CARD
    for seat, id in enumerate(all_of(d, "picks", s.seats)):
        if id is not None:
            s.picks[seat] = box.take("picks", id)
    for seat, row in enumerate(lists(d, "face_down", s.seats)):
        lay_face_down(s, seat, row)
        for place, card in enumerate(row):
            s.down[seat][place] = box.take("face_down", card["card"])
    for id in reversed(lists(d, "deck")):
        s.deck[s.deck_size] = box.take("deck", id)
        s.deck_size += 1
    if s.phase == PICK:
        s.waiting = seats_to_pick(s)


def lay_face_down(s: State, seat: int, row: list[Any]) -> None:
    """Read how many cards lie face down, and what all can deduce of them."""
    if len(row) > FACE_DOWN or not all(
        isinstance(card, dict) and {"card", "not_of"} == set(card) for card in row
    ):
        raise BadPosition(
            "face_down",
            f"ce sont au plus {FACE_DOWN} cartes : {{card, not_of}}",
            f"it holds at most {FACE_DOWN} cards: {{card, not_of}}",
        )
    for place, card in enumerate(row):
        s.barred[seat][place] = epoch_bits("face_down", card["not_of"])
    s.down_sizes[seat] = len(row)


def seats_to_pick(s: State) -> int:
    """Return the seats that have not picked, as bits."""
    bits = seats_with_cards(s)
    for seat in range(s.seats):
        if s.picks[seat] != NO_CARD:
            bits &= ~(1 << seat)
    return bits


def set_up_discards(s: State, discards: object, box: Box) -> None:
    """Put the cards of past seasons aside; no card may be missing then."""
    if discards == REST:
        for kind in range(KINDS):
            s.discards[kind] = box.left[kind]
        return
    if not isinstance(discards, dict):
        raise BadPosition(
            "discards",
            f"ce sont des nombres par carte, ou « {REST} »",
            f"it holds numbers by card, or {REST!r}",
        )
    for id, n in discards.items():
        for _ in range(whole("discards", n, 1, max(COPIES))):
            s.discards[box.take("discards", id)] += 1
    missing = [KIND_IDS[kind] for kind, left in enumerate(box.left) if left]
    if missing:
        raise BadPosition(
            "discards",
            f"il manque des cartes : {', '.join(missing)}",
            f"cards are missing: {', '.join(missing)}",
        )
