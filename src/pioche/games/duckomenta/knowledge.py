"""Who knows what at a table of Duckomenta Art (D21): views, positions, imagined hands."""

from collections.abc import Iterable
from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, lists, seat_of, whole, whole_list
from pioche.core.random import below, shuffle
from pioche.core.rules import Features, jit, lowest
from pioche.games.duckomenta.cards import (
    ALL,
    ALL_EPOCHS,
    BONUS,
    BONUS_TOKENS,
    COPIES,
    DOUBLE,
    DRAW,
    EPOCH,
    EPOCH_IDS,
    EPOCHS,
    FACE_DOWN,
    HIDDEN,
    KIND_IDS,
    KINDS,
    SYMBOL,
)
from pioche.games.duckomenta.rules import (
    ACCEPT,
    ADD,
    BOUND,
    CARD_MOVE,
    DECLINE,
    DONE,
    EFFECTS_OPTIONAL,
    HIDE,
    MOST_SEATS,
    NO_CARD,
    OFFER,
    OVER,
    PICK,
    PLACE,
    PLACE_BONUS,
    PLAY_CARD,
    SEASONS,
    SECOND,
    TOKENS,
    TURN,
    State,
    can_take_effect,
    full,
    full_epoch,
    lay,
    seats_with_cards,
    take,
    total,
    worth,
)

PHASES: Final = ("turn", "offer", "second", "hide", "bonus", "pick", "add", "over")
REST: Final = "rest"  # in a position's discards: all cards that it does not name
MOST_POINTS: Final = 5000
STIRS: Final = 8  # swaps for each card of which something is known
Json = dict[str, Any]

# Positions


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


#: By phase: the symbols of the card whose effect is due.
DUE: Final = {
    OFFER: (DRAW, ALL),
    SECOND: (DOUBLE,),
    HIDE: (HIDDEN,),
    PLACE: (BONUS,),
    PICK: (ALL,),
}


def check_phase(s: State) -> None:
    """Refuse a phase that does not go with what lies on the table."""
    symbols = DUE.get(s.phase, ())
    if (s.due != NO_CARD) != bool(symbols) or (symbols and not due_fits(s, symbols)):
        raise BadPosition(
            "due",
            "c'est la carte dont l'effet est en cours, devant le joueur au trait",
            "it is the card whose effect is being done, in front of the mover",
        )
    if s.phase == OFFER and s.options[EFFECTS_OPTIONAL] == 0:
        raise BadPosition(
            "phase", "les effets sont obligatoires", "effects are not optional"
        )
    if s.phase == TURN and s.sizes[s.mover] == 0:
        raise BadPosition("mover", "il n'a pas de carte", "that seat has no cards")
    if s.phase not in (ADD, OVER) and full_epoch(s) >= 0:
        raise BadPosition(
            "front",
            f"à {full(s)} cartes d'une époque, la saison est finie",
            f"with {full(s)} cards of an epoch the season is over",
        )
    if (s.phase != PICK and any(s.picks[i] != NO_CARD for i in range(s.seats))) or (
        s.phase == PICK and s.waiting == 0
    ):
        raise BadPosition(
            "picks",
            "on choisit en phase « pick », jusqu'au dernier",
            "cards are picked in phase 'pick', up to the last",
        )
    if s.phase == OVER and s.season != SEASONS - 1:
        raise BadPosition(
            "season", "la partie finit à la dernière", "the game ends with the last"
        )


def due_fits(s: State, symbols: tuple[int, ...]) -> bool:
    """Tell whether the effect that is due can be done by the mover."""
    if SYMBOL[s.due] not in symbols or s.front[s.mover][s.due] == 0:
        return False
    return s.phase == PICK or can_take_effect(s, s.mover, s.due)


def check_tokens(s: State) -> None:
    """Refuse tokens, points and additions that no season can have given."""
    if sum(s.bonus) > BONUS_TOKENS:
        raise BadPosition(
            "bonus",
            f"il n'y a que {BONUS_TOKENS} pions",
            f"there are only {BONUS_TOKENS} tokens",
        )
    ranked = s.season + (s.phase in (ADD, OVER))  # seasons that gave tokens
    scored = s.season + (s.phase == OVER)
    for season in range(SEASONS):
        tokens = sorted((n for n in s.ranks[season] if n), reverse=True)
        if tokens != [3, 2, 1][: len(tokens)] or (season >= ranked and tokens):
            raise BadPosition(
                "ranks",
                "une saison finie donne un 3, puis un 2, puis un 1",
                "a season that ended gives a 3, then a 2, then a 1",
            )
        if season >= scored and any(s.points[season]):
            raise BadPosition(
                "points",
                f"la saison {season + 1} n'est pas comptée",
                f"season {season + 1} is not scored yet",
            )
    if s.phase in (ADD, OVER):
        check_added(s)
    elif any(s.open) or s.added:
        raise BadPosition(
            "open", "on ajoute à la fin d'une saison", "cards are added after a season"
        )


def check_added(s: State) -> None:
    """Refuse additions and ranks that do not go with the cards on the table."""
    there = [epoch for epoch in range(EPOCHS) if s.on_table[epoch] > 0]
    given = [epoch for epoch in range(EPOCHS) if s.ranks[s.season][epoch] > 0]
    if len(given) != min(TOKENS, len(there)) or not set(given) <= set(there):
        raise BadPosition(
            "ranks",
            "les trois époques les plus jouées ont un jeton cette saison",
            "the three epochs played most have a token this season",
        )
    for seat in range(s.seats):
        for epoch in range(EPOCHS):
            if s.open[seat] >> epoch & 1 and s.own[seat][epoch] == 0:
                raise BadPosition(
                    "open",
                    f"la place {seat} n'a pas de {EPOCH_IDS[epoch]}",
                    f"seat {seat} has no {EPOCH_IDS[epoch]}",
                )
    if s.added & ~s.open[s.mover] or (s.added and s.phase == OVER):
        raise BadPosition(
            "added", "ces époques ne sont pas ouvertes", "these epochs are not open"
        )


def check_hands(s: State) -> None:
    """Refuse what contradicts that which everybody can deduce."""
    hiders = sum(
        s.front[seat][kind]
        for seat in range(s.seats)
        for kind in range(KINDS)
        if SYMBOL[kind] == HIDDEN
    )
    if sum(s.down_sizes) + (s.phase == HIDE) > hiders or (
        s.phase in (ADD, OVER) and any(s.down_sizes)
    ):
        raise BadPosition(
            "face_down",
            "chacune suit une carte à ce symbole, jusqu'à la fin de la saison",
            "each follows a card with that symbol, until the season ends",
        )
    for seat in range(s.seats):
        for place in range(s.down_sizes[seat]):
            if s.barred[seat][place] >> EPOCH[s.down[seat][place]] & 1:
                raise BadPosition(
                    "face_down", "« not_of » la contredit", "'not_of' contradicts it"
                )
        if not fits(s, seat):
            raise BadPosition(
                "not_of",
                f"la main de la place {seat} le contredit",
                f"the hand of seat {seat} contradicts it",
            )


def fits(s: State, seat: int) -> bool:
    """Tell whether a hand holds no more of any epochs than is known of it."""
    cards = [0] * EPOCHS
    for kind in range(KINDS):
        cards[EPOCH[kind]] += s.hands[seat][kind]
    if s.picks[seat] != NO_CARD:
        cards[EPOCH[s.picks[seat]]] += 1
    sure = s.others[seat]
    return all(
        sum(cards[e] for e in range(EPOCHS) if sure[e] >= least) <= sum(cards) - least
        for least in sure
    )


# Views


def view(s: State, seat: int | None) -> Json:
    """Build what a seat (None: a spectator) may know."""
    seats = range(s.seats)
    return {
        **common(s),
        "hand": [] if seat is None else card_ids(s.hands[seat]),
        "pick": None if seat is None else card_id(s.picks[seat]),
        "picked": [other for other in seats if s.picks[other] != NO_CARD],
        "sizes": list(s.sizes)[: s.seats],
        "face_down": [face_down(s, other, seen=other == seat) for other in seats],
        "deck": s.deck_size,
        "on_table": by_epoch(s.on_table),
        "worth": by_epoch(worth(s, epoch) for epoch in range(EPOCHS)),
        "limit": full(s),
        "totals": [total(s, other) for other in seats],
    }


def from_view(s: State, v: Json, seat: int) -> None:
    """Fill a blank state with what a view tells; hidden cards lie anyhow."""
    box = Box()
    set_up_common(s, v, box)
    for id, n in v["discards"].items():
        s.discards[KIND_IDS.index(id)] = n
    for id in v["hand"]:
        take(s, seat, box.take("hand", id))
    for other in range(MOST_SEATS):
        s.picks[other] = NO_CARD
    for other in v["picked"]:
        s.picks[other] = 0 if v["pick"] is None else KIND_IDS.index(v["pick"])
    for other in range(s.seats):
        s.sizes[other] = v["sizes"][other]
        lay_face_down(s, other, v["face_down"][other])
        for place, card in enumerate(v["face_down"][other]):
            if card["card"] is not None:
                s.down[other][place] = KIND_IDS.index(card["card"])
    if s.phase == PICK:
        s.waiting = seats_to_pick(s)
    imagine(s, seat)


# Imagining


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew all that lies hidden from a seat, true to what it can deduce."""
    gather(s, seat)
    places = known_places(s, seat)
    fill_places(s, seat, places)
    stir(s, seat, places)
    hand_out(s, seat)


@jit
def gather(s: State, seat: int) -> None:
    """Put all cards that a seat can't see into the deck, in their order."""
    s.deck_size = 0
    for kind in range(KINDS):
        for _ in range(COPIES[kind] - seen(s, seat, kind)):
            s.deck[s.deck_size] = kind
            s.deck_size += 1
    for other in range(s.seats):
        if other != seat:
            s.held[other] = 0
            for kind in range(KINDS):
                s.hands[other][kind] = 0


@jit
def seen(s: State, seat: int, kind: int) -> int:
    """Count the cards of a kind that a seat can see."""
    count = s.hands[seat][kind] + s.discards[kind]
    count += (s.trend == kind) + (s.picks[seat] == kind)
    for other in range(s.seats):
        count += s.front[other][kind]
    for place in range(s.down_sizes[seat]):
        count += s.down[seat][place] == kind
    return count


@jit
def must_hold(s: State, other: int) -> bool:
    """Tell whether a seat surely holds a second card: else its effect had lapsed (D7)."""
    return s.phase == SECOND and other == s.mover and s.options[EFFECTS_OPTIONAL] == 0


@jit
def known_cards(s: State, other: int) -> int:
    """Count the cards of a hand of which something can be deduced."""
    most = 0
    for epoch in range(EPOCHS):
        most = max(most, s.others[other][epoch])
    if must_hold(s, other):
        most = max(most, s.others[other][EPOCH[s.due]] + 1)
    return most


@jit
def known_places(s: State, seat: int) -> int:
    """Count the cards hidden from a seat of which something can be deduced."""
    places = 0
    for other in range(s.seats):
        if other != seat:
            places += known_cards(s, other) + s.down_sizes[other]
    return places


@jit
def bars_of(s: State, other: int, slot: int) -> int:
    """Return the epochs of which a card in a hand can't be, as bits.

    What is known of a hand is told slot by slot: of the first three cards that they are
    not of this epoch, of the first two that they are not of that one either.
    """
    bars = 0
    for epoch in range(EPOCHS):
        if slot < s.others[other][epoch]:
            bars |= 1 << epoch
    if must_hold(s, other) and slot == s.others[other][EPOCH[s.due]]:
        return ALL_EPOCHS & ~(1 << EPOCH[s.due])
    return bars


@jit
def bars(s: State, seat: int, place: int) -> int:
    """Return the epochs of which the card at a place can't be, as bits.

    The places are, seat by seat, the known cards of a hand and the face-down cards; the
    card of a place lies in the deck, the first on top. Below there is no bar.
    """
    for other in range(s.seats):
        if other != seat:
            known = known_cards(s, other)
            if place < known:
                return bars_of(s, other, place)
            place -= known
            if place < s.down_sizes[other]:
                return s.barred[other][place]
            place -= s.down_sizes[other]
    return 0


@jit
def is_barred(s: State, barred: int, cell: int) -> bool:
    """Tell whether a card of the deck is of a barred epoch."""
    return barred >> EPOCH[s.deck[cell]] & 1 != 0


@jit
def first_free(s: State, barred: int, cells: int) -> int:
    """Find a card below a cell of the deck that is not barred, or return -1."""
    for cell in range(cells):
        if not is_barred(s, barred, cell):
            return cell
    return -1


@jit
def swap(s: State, cell: int, other: int) -> None:
    """Swap two cards of the deck."""
    kept = s.deck[cell]
    s.deck[cell] = s.deck[other]
    s.deck[other] = kept


@jit
def fill_places(s: State, seat: int, places: int) -> None:
    """Give each place, from the top of the deck on, any card that it does not bar."""
    for place in range(places):
        cells = s.deck_size - place
        barred = bars(s, seat, place)
        if first_free(s, barred, cells) < 0:
            make_way(s, seat, place)
        assert first_free(s, barred, cells) >= 0
        cell = below(s, cells)
        while is_barred(s, barred, cell):
            cell = below(s, cells)
        swap(s, cell, cells - 1)


@jit
def make_way(s: State, seat: int, place: int) -> None:
    """Let places that are filled change their cards until one is free for this place.

    This is an augmenting path of a bipartite matching, by epochs; `wants` holds for each
    epoch (8 bits) the place that would take a card of it.
    """
    barred = bars(s, seat, place)
    reached = ALL_EPOCHS & ~barred
    wants = 0
    free = -1
    while free < 0:
        before = reached
        for other in range(place):
            if reached >> EPOCH[s.deck[s.deck_size - 1 - other]] & 1:
                fresh = ALL_EPOCHS & ~bars(s, seat, other) & ~reached
                reached |= fresh
                while fresh != 0:
                    wants |= other << (8 * lowest(fresh))
                    fresh &= fresh - 1
        free = first_free(s, ALL_EPOCHS & ~reached, s.deck_size - place)
        assert free >= 0 or reached != before
    while is_barred(s, barred, free):
        taker = wants >> (8 * EPOCH[s.deck[free]]) & 255
        swap(s, free, s.deck_size - 1 - taker)


@jit
def stir(s: State, seat: int, places: int) -> None:
    """Swap cards at random where no bar is in the way, so that no deal is favoured.

    Filling the places of one hand favours none; those of a second hand then had fewer
    cards to choose from. Swaps lead to all deals alike, after enough of them.
    """
    if known_hands(s, seat) < 2:
        return
    for i in range(STIRS * places):
        place = i % places
        cell = s.deck_size - 1 - place
        other = below(s, s.deck_size)
        if not is_barred(s, bars(s, seat, place), other):
            if not is_barred(s, bars(s, seat, s.deck_size - 1 - other), cell):
                swap(s, cell, other)


@jit
def known_hands(s: State, seat: int) -> int:
    """Count the seats of whose hidden cards something can be deduced."""
    hands = 0
    for other in range(s.seats):
        if other != seat and known_cards(s, other) + s.down_sizes[other] > 0:
            hands += 1
    return hands


@jit
def hand_out(s: State, seat: int) -> None:
    """Give the cards of the deck to their places, then fill the hands from the rest."""
    left = s.deck_size
    for other in range(s.seats):
        if other != seat:
            for _ in range(known_cards(s, other)):
                left = put(s, other, left)
            for place in range(s.down_sizes[other]):
                left -= 1
                s.down[other][place] = s.deck[left]
    shuffle(s, s.deck, left)
    for other in range(s.seats):
        if other != seat:
            picked = s.picks[other] != NO_CARD
            for _ in range(s.sizes[other] + picked - known_cards(s, other)):
                left = put(s, other, left)
            if picked:
                imagine_pick(s, other)
    for cell in range(left, s.deck_size):
        s.deck[cell] = 0
    s.deck_size = left


@jit
def put(s: State, other: int, left: int) -> int:
    """Put the last of the cards that are left into a hand, and return how many are."""
    card = s.deck[left - 1]
    s.hands[other][card] += 1
    s.held[other] |= 1 << card
    return left - 1


@jit
def imagine_pick(s: State, other: int) -> None:
    """Let a seat have picked any card of its hand."""
    nth = below(s, s.sizes[other] + 1)
    kind = -1
    while nth >= 0:
        kind += 1
        nth -= s.hands[other][kind]
    s.picks[other] = kind
    s.hands[other][kind] -= 1
    if s.hands[other][kind] == 0:
        s.held[other] &= ~(1 << kind)


# For learners

FEATURES: Final = Features(
    (
        ("hand", KINDS, "how many of each kind the seat holds"),
        ("unseen", KINDS, "how many of each kind the seat can't see"),
        ("phase", len(PHASES), "what is asked"),
        ("due", KINDS, "the card whose effect is due"),
        ("on_table", EPOCHS, "face-up cards of each epoch / 6, the trend included"),
        ("worth", EPOCHS, "the tokens on each epoch / 10"),
        ("ranked", EPOCHS, "the token of each epoch in this season / 3"),
        ("bonus", EPOCHS, "bonus tokens on each epoch"),
        ("added", EPOCHS, "epochs to which the mover has added"),
        ("open", EPOCHS, "epochs to which the seat may add"),
        ("own", MOST_SEATS * EPOCHS, "face-up cards by seat and epoch / 6, from it on"),
        ("not_of", MOST_SEATS * EPOCHS, "cards known not to be of an epoch / 10, same"),
        ("sizes", MOST_SEATS, "hand sizes / 10, in the order of play from the seat on"),
        ("face_down", MOST_SEATS, "cards that lie face down, in the same order"),
        ("own_down", EPOCHS, "the seat's own face-down cards by epoch"),
        ("picked", MOST_SEATS, "who has picked, in the same order"),
        ("totals", MOST_SEATS, "points / 100, in the same order"),
        ("mover", MOST_SEATS, "whose turn it is, in the same order"),
        ("ender", MOST_SEATS, "who played last, in the same order"),
        ("season", SEASONS, "the season"),
        ("deck", 1, "cards in the deck / 100"),
        ("limit", 1, "cards of an epoch that end a season / 6"),
        ("seats", 1, "seats / 5"),
    )
)
LENGTH: Final = FEATURES.length
AT_UNSEEN: Final = FEATURES.start("unseen")
AT_PHASE: Final = FEATURES.start("phase")
AT_DUE: Final = FEATURES.start("due")
AT_TABLE: Final = FEATURES.start("on_table")
AT_OWN: Final = FEATURES.start("own")
AT_NOT_OF: Final = FEATURES.start("not_of")
AT_SIZES: Final = FEATURES.start("sizes")
AT_FACE_DOWN: Final = FEATURES.start("face_down")
AT_OWN_DOWN: Final = FEATURES.start("own_down")
AT_PICKED: Final = FEATURES.start("picked")
AT_TOTALS: Final = FEATURES.start("totals")
AT_MOVER: Final = FEATURES.start("mover")
AT_ENDER: Final = FEATURES.start("ender")
AT_SEASON: Final = FEATURES.start("season")
AT_DECK: Final = FEATURES.start("deck")


@jit
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows as numbers."""
    for i in range(LENGTH):
        out[i] = 0
    for kind in range(KINDS):
        out[kind] = s.hands[seat][kind]
        out[AT_UNSEEN + kind] = COPIES[kind] - seen(s, seat, kind)
    out[AT_PHASE + s.phase] = 1
    if s.due != NO_CARD:
        out[AT_DUE + s.due] = 1
    observe_epochs(s, seat, out)
    for place in range(s.seats):
        observe_seat(s, (seat + place) % s.seats, place, out)
    for place in range(s.down_sizes[seat]):
        out[AT_OWN_DOWN + EPOCH[s.down[seat][place]]] += 1
    out[AT_SEASON + s.season] = 1
    out[AT_DECK] = s.deck_size / 100
    out[AT_DECK + 1] = full(s) / 6
    out[AT_DECK + 2] = s.seats / 5


@jit
def observe_epochs(s: State, seat: int, out: Any) -> None:
    """Write what lies open of each epoch."""
    for epoch in range(EPOCHS):
        at = AT_TABLE + epoch
        out[at] = s.on_table[epoch] / 6
        out[at + EPOCHS] = worth(s, epoch) / 10
        out[at + 2 * EPOCHS] = s.ranks[s.season][epoch] / 3
        out[at + 3 * EPOCHS] = s.bonus[epoch]
        out[at + 4 * EPOCHS] = s.added >> epoch & 1
        out[at + 5 * EPOCHS] = s.open[seat] >> epoch & 1


@jit
def observe_seat(s: State, other: int, place: int, out: Any) -> None:
    """Write what everybody knows of a seat."""
    for epoch in range(EPOCHS):
        out[AT_OWN + place * EPOCHS + epoch] = s.own[other][epoch] / 6
        out[AT_NOT_OF + place * EPOCHS + epoch] = s.others[other][epoch] / 10
    out[AT_SIZES + place] = s.sizes[other] / 10
    out[AT_FACE_DOWN + place] = s.down_sizes[other]
    out[AT_PICKED + place] = s.picks[other] != NO_CARD
    out[AT_TOTALS + place] = total(s, other) / 100
    out[AT_MOVER + place] = other == s.mover
    out[AT_ENDER + place] = other == s.ender


def tries(s: State, seat: int) -> list[int]:
    """List the moves that a player of this seat would expect to see, legal or not."""
    if s.phase == OVER:
        return []
    verb = max(CARD_MOVE[s.phase], PLAY_CARD)
    moves = [verb + kind for kind in range(KINDS) if s.held[seat] >> kind & 1]
    if s.phase == PLACE:
        moves += range(PLACE_BONUS, PLACE_BONUS + EPOCHS)
    if s.due != NO_CARD and s.phase != PICK:
        moves.append(DECLINE)
    if s.phase == OFFER:
        moves.append(ACCEPT)
    if s.phase in (TURN, ADD):
        moves.append(DONE)
    return moves
