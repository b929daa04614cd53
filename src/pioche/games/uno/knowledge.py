"""Who knows what at a table of UNO (U28): views, positions, imagined hands."""

from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, flag, lists, seat_of, whole, whole_list
from pioche.core.random import shuffle
from pioche.core.rules import Features, jit, lowest, ones
from pioche.games.uno.cards import (
    CARD,
    CARD_COUNT,
    COLOUR,
    COLOURS,
    DECK,
    FACE,
    FACE_COUNT,
    FACE_IDS,
    KIND,
    NO_COLOUR,
    SPLIT,
    WILD_FOUR,
    WORDS,
    bit_of,
    card_ids,
    cards_in,
    word_of,
)
from pioche.games.uno.rules import (
    ANSWER,
    DRAW,
    DRAWN,
    LAY,
    MOST_SEATS,
    NAME_COLOUR,
    NO_CARD,
    NOBODY,
    OVER,
    State,
    can_play,
    has_match,
    matches,
)

PHASES: Final = ("play", "drawn", "colour", "announce", "answer", "swap", "over")
KINDS: Final = (
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9",
    "skip", "reverse", "draw2", "wild", "room", "wild4",
)  # fmt: skip

# Positions

#: Numbers that a position gives as they are, with the least and the most they may be.
NUMBERS: Final = {
    "late": (0, CARD_COUNT),
    "idle": (0, MOST_SEATS),
    "voids": (0, 3),
    "pending": (0, CARD_COUNT),
    "rounds": (1, 200),
    "round_start": (0, 2**31 - 1),
}


def position(s: State) -> dict[str, Any]:
    """Write the complete state, readable by a person."""
    seats = range(s.seats)
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "direction": "clockwise" if s.direction > 0 else "counterclockwise",
        "colour": COLOURS[s.colour],
        "kind": KINDS[s.kind],
        "dealer": s.dealer,
        "winner": None if s.winner == NOBODY else s.winner,
        "drawn": None if s.drawn == NO_CARD else DECK[s.drawn][0],
        "author": None if s.author == NOBODY else s.author,
        "before": COLOURS[s.before],
        "bluff": bool(s.bluff),
        **{name: getattr(s, name) for name in NUMBERS},
        "exposed": [seat for seat in seats if s.exposed >> seat & 1],
        "scores": [s.scores[seat] for seat in seats],
        "hands": [card_ids(*s.hands[seat]) for seat in seats],
        "known": [[known_cards(s, seat, viewer) for viewer in seats] for seat in seats],
        "deck": [DECK[s.deck[i]][0] for i in range(s.deck_size)],
        "pile": [DECK[s.pile[i]][0] for i in range(s.pile_size)],
    }


def known_cards(s: State, seat: int, viewer: int) -> list[str]:
    """List the cards of another's hand that a viewer knows."""
    if seat == viewer:
        return []
    cards = cards_in(*s.hands[seat])
    return [DECK[card][0] for card in cards if s.seen_by[card] >> viewer & 1]


class Box:
    """The 112 cards while a position is being laid out: each may be taken once."""

    def __init__(self) -> None:
        self.left = {face: FACE.count(i) for i, face in enumerate(FACE_IDS)}

    def take(self, field: str, id: object) -> int:
        """Take a card of this face."""
        left = self.left.get(id) if isinstance(id, str) else None
        if left is None:
            raise BadPosition(field, f"aucune carte ne s'appelle {id!r}", f"no card is called {id!r}")
        if left == 0:
            raise BadPosition(field, f"la carte {id} est de trop", f"there is one {id} too many")
        assert isinstance(id, str)
        self.left[id] -= 1
        face = FACE_IDS.index(id)
        return CARD[face] + FACE.count(face) - left


def set_up(s: State, d: dict[str, Any]) -> None:
    """Fill a blank state from a position, or raise BadPosition."""
    seats = s.seats
    s.phase = choice(d, "phase", PHASES)
    s.direction = 1 - 2 * choice(d, "direction", ("clockwise", "counterclockwise"))
    s.colour = choice(d, "colour", COLOURS)
    s.kind = choice(d, "kind", KINDS)
    s.before = choice(d, "before", COLOURS)
    s.mover = seat_of(d, "mover", seats)
    s.dealer = seat_of(d, "dealer", seats)
    s.winner = NOBODY if d["winner"] is None else seat_of(d, "winner", seats)
    s.author = NOBODY if d["author"] is None else seat_of(d, "author", seats)
    s.bluff = flag(d, "bluff")
    for name, (low, high) in NUMBERS.items():
        setattr(s, name, whole(name, d[name], low, high))
    for seat in whole_list(d, "exposed", None, 0, seats - 1):
        s.exposed |= 1 << seat
    for seat, score in enumerate(whole_list(d, "scores", seats, 0, 1_000_000)):
        s.scores[seat] = score
    box = Box()
    for seat, hand in enumerate(lists(d, "hands", seats)):
        for id in hand:
            give(s, seat, box.take("hands", id))
    set_up_piles(s, d, box)
    set_up_known(s, lists(d, "known", seats), seats)
    s.drawn = NO_CARD
    if d["drawn"] is not None:
        s.drawn = drawn_card(s, d["drawn"])
    check(s)


def set_up_piles(s: State, d: dict[str, Any], box: Box) -> None:
    """Lay out deck and pile; every card must lie somewhere."""
    for id in lists(d, "deck"):
        s.deck[s.deck_size] = box.take("deck", id)
        s.deck_size += 1
    set_up_pile(s, lists(d, "pile"), box)
    missing = [id for id, left in box.left.items() if left]
    if missing:
        raise BadPosition(
            "deck",
            f"il manque {len(missing)} cartes, par exemple {missing[0]}",
            f"{len(missing)} cards are missing, for example {missing[0]}",
        )
    if s.pile_size == 0:
        raise BadPosition("pile", "elle n'est jamais vide", "it is never empty")


def set_up_known(s: State, known: list[Any], seats: int) -> None:
    """Note which cards of whose hand are known to whom."""
    for seat, by_viewer in enumerate(known):
        if not isinstance(by_viewer, list) or len(by_viewer) != seats:
            raise BadPosition("known", f"il faut {seats} listes", f"{seats} lists are needed")
        for viewer, ids in enumerate(by_viewer):
            note_known(s, "known", seat, viewer, ids)


def note_known(s: State, field: str, seat: int, viewer: int, ids: list[str]) -> None:
    """Note that a viewer knows cards of a hand."""
    for id in ids:
        card = next(
            (
                card
                for card in cards_in(*s.hands[seat])
                if DECK[card][0] == id and not s.seen_by[card] >> viewer & 1
            ),
            None,
        )
        if card is None or seat == viewer:
            raise BadPosition(
                field,
                f"la place {seat} n'a pas de {id} que la place {viewer} connaisse",
                f"seat {seat} has no {id} for seat {viewer} to know",
            )
        s.seen_by[card] |= 1 << viewer


def drawn_card(s: State, id: object) -> int:
    """Find the card just drawn in the mover's hand."""
    card = next((c for c in cards_in(*s.hands[s.mover]) if DECK[c][0] == id), None)
    if card is None:
        raise BadPosition("drawn", f"le joueur n'a pas {id!r}", f"the mover has no {id!r}")
    return card


def check(s: State) -> None:
    """Refuse what no game can reach."""
    top = s.pile[s.pile_size - 1]
    if KIND[top] != s.kind:
        raise BadPosition("kind", "ce n'est pas celui du talon", "it is not that of the pile's top")
    if COLOUR[top] != NO_COLOUR and COLOUR[top] != s.colour:
        raise BadPosition("colour", "ce n'est pas celle du talon", "it is not that of the pile's top")
    if (s.phase == DRAWN) != (s.drawn != NO_CARD):
        raise BadPosition("drawn", "elle va avec la phase « drawn »", "it goes with the phase 'drawn'")
    if s.phase == DRAWN and not can_play(s, s.mover, FACE[s.drawn]):
        raise BadPosition("drawn", "elle ne peut pas être posée", "it can't be laid")
    waiting = s.phase in (NAME_COLOUR, ANSWER) and s.kind == WILD_FOUR
    if waiting != (s.author != NOBODY):
        raise BadPosition("author", "il va avec un +4 sans réponse", "it goes with an unanswered +4")
    if s.phase == ANSWER and s.pending == 0:
        raise BadPosition("pending", "il y a quelque chose à piger", "there is something to draw")
    for seat in range(s.seats):
        empty = s.sizes[seat] == 0 and s.phase not in (OVER, NAME_COLOUR) and s.kind < 13
        if empty or (s.exposed >> seat & 1 and s.sizes[seat] != 1):
            field = "hands" if empty else "exposed"
            raise BadPosition(
                field,
                f"la place {seat} a {s.sizes[seat]} cartes",
                f"seat {seat} has {s.sizes[seat]} cards",
            )


# Views


def view(s: State, seat: int | None) -> dict[str, Any]:
    """Build what a seat (None: a spectator) may know."""
    seats = range(s.seats)
    mover_sees = seat is not None and seat == s.mover
    author_sees = seat is not None and seat == s.author
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "direction": "clockwise" if s.direction > 0 else "counterclockwise",
        "colour": COLOURS[s.colour],
        "kind": KINDS[s.kind],
        "dealer": s.dealer,
        "winner": None if s.winner == NOBODY else s.winner,
        "drawn": DECK[s.drawn][0] if mover_sees and s.drawn != NO_CARD else None,
        "author": None if s.author == NOBODY else s.author,
        "before": None if s.author == NOBODY else COLOURS[s.before],
        "bluff": bool(s.bluff) if author_sees else None,
        **{name: getattr(s, name) for name in NUMBERS},
        "exposed": [other for other in seats if s.exposed >> other & 1],
        "scores": [s.scores[other] for other in seats],
        "sizes": [s.sizes[other] for other in seats],
        "hand": [] if seat is None else card_ids(*s.hands[seat]),
        # Cards of others that this seat knows, and which of its own the others know.
        "known": [[] if seat is None else known_cards(s, other, seat) for other in seats],
        "shown": [[] if seat is None else known_cards(s, seat, other) for other in seats],
        "deck_size": s.deck_size,
        "pile": [DECK[s.pile[i]][0] for i in range(s.pile_size)],
    }


def from_view(s: State, v: dict[str, Any], seat: int) -> None:
    """Fill a blank state with what a view tells; hidden cards lie anyhow."""
    for name in ("mover", "dealer", *NUMBERS):
        setattr(s, name, v[name])
    s.phase = PHASES.index(v["phase"])
    s.direction = 1 if v["direction"] == "clockwise" else -1
    s.colour = COLOURS.index(v["colour"])
    s.kind = KINDS.index(v["kind"])
    s.winner = NOBODY if v["winner"] is None else v["winner"]
    s.author = NOBODY if v["author"] is None else v["author"]
    s.before = 0 if v["before"] is None else COLOURS.index(v["before"])
    s.bluff = bool(v["bluff"])
    for other in v["exposed"]:
        s.exposed |= 1 << other
    box = Box()
    for other in range(s.seats):
        s.scores[other] = v["scores"][other]
        for id in v["hand"] if other == seat else v["known"][other]:
            give(s, other, box.take("hand", id))
    set_up_pile(s, v["pile"], box)
    for other in range(s.seats):
        note_known(s, "known", other, seat, v["known"][other])
        note_known(s, "shown", seat, other, v["shown"][other])
    s.drawn = NO_CARD if v["drawn"] is None else drawn_card(s, v["drawn"])
    hidden = [box.take("deck", id) for id, left in list(box.left.items()) for _ in range(left)]
    for other in range(s.seats):
        while s.sizes[other] < v["sizes"][other]:
            give(s, other, hidden.pop())
    for card in hidden:
        s.deck[s.deck_size] = card
        s.deck_size += 1


def give(s: State, seat: int, card: int) -> None:
    """Put a card into a hand."""
    s.hands[seat][word_of(card)] |= bit_of(card)
    s.sizes[seat] += 1


def set_up_pile(s: State, ids: list[str], box: Box) -> None:
    """Lay out the pile."""
    for id in ids:
        s.pile[s.pile_size] = box.take("pile", id)
        s.pile_size += 1


# Imagining


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew the deck and every card of the others that this seat has not seen."""
    in_deck = s.deck_size
    for other in range(s.seats):
        if other != seat:
            take_unseen(s, seat, other)
    pool = s.deck_size
    s.deck_size = in_deck
    shuffle(s, s.deck, pool)
    if s.phase == DRAWN and seat != s.mover:
        pool = imagine_drawn(s, pool)
    for other in range(s.seats):
        if other != seat:
            late = s.late if other == s.author else 0
            pool = refill(s, other, pool, late)
            if other == s.author:
                s.bluff = has_match(s, other, s.before, NO_CARD)  # U31
                pool = refill(s, other, pool, 0)


@jit
def take_unseen(s: State, seat: int, other: int) -> None:
    """Put the cards of another's hand that a seat has not seen below the deck's end."""
    for word in range(WORDS):
        cards = s.hands[other][word]
        kept = 0
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            cards &= cards - 1
            if s.seen_by[card] >> seat & 1:
                kept |= bit_of(card)
            else:
                s.seen_by[card] = 0
                s.deck[s.deck_size] = card
                s.deck_size += 1
        s.hands[other][word] = kept


@jit
def refill(s: State, other: int, pool: int, short: int) -> int:
    """Fill a hand up to its size, less `short` cards, and return what is left."""
    missing = s.sizes[other] - short - count_cards(s, other)
    for _ in range(missing):
        pool -= 1
        card = s.deck[pool]
        s.hands[other][word_of(card)] |= bit_of(card)
    return pool


@jit
def count_cards(s: State, seat: int) -> int:
    """Count the cards that lie in a hand."""
    return ones(s.hands[seat][0]) + ones(s.hands[seat][1])


@jit
def imagine_drawn(s: State, pool: int) -> int:
    """Give the mover a drawn card that fits: that it may be laid is seen by all."""
    for wanted in range(2):  # a +4 only if nothing else fits ("strict_four")
        for i in range(pool):
            card = s.deck[i]
            if matches(s, card) and (wanted == 1 or KIND[card] != WILD_FOUR):
                s.deck[i] = s.deck[pool - 1]
                s.hands[s.mover][word_of(card)] |= bit_of(card)
                s.drawn = card
                return pool - 1
    return pool


# For learners

FEATURES: Final = Features(
    (
        ("hand", FACE_COUNT, "how many of each face the seat holds"),
        ("pile", FACE_COUNT, "how many of each face lie on the pile"),
        ("known", FACE_COUNT, "how many of each face the seat knows in the next seat's hand"),
        ("colour", 4, "the colour in force"),
        ("kind", len(KINDS), "the number or symbol on top of the pile"),
        ("phase", len(PHASES), "what the mover is asked"),
        ("drawn", FACE_COUNT, "the card just drawn"),
        ("sizes", MOST_SEATS, "hand sizes / 10, in the order of play from the seat on"),
        ("exposed", MOST_SEATS, "who may be caught, in the same order"),
        ("scores", MOST_SEATS, "scores / 500, in the same order"),
        ("mover", MOST_SEATS, "whose turn it is, in the same order"),
        ("deck", 1, "cards in the deck / 100"),
        ("pending", 1, "cards that must be drawn / 10"),
        ("seats", 1, "seats / 10"),
    )
)
AT_PILE: Final = FEATURES.start("pile")
AT_KNOWN: Final = FEATURES.start("known")
AT_COLOUR: Final = FEATURES.start("colour")
AT_KIND: Final = FEATURES.start("kind")
AT_PHASE: Final = FEATURES.start("phase")
AT_DRAWN: Final = FEATURES.start("drawn")
AT_SIZES: Final = FEATURES.start("sizes")
AT_EXPOSED: Final = FEATURES.start("exposed")
AT_SCORES: Final = FEATURES.start("scores")
AT_MOVER: Final = FEATURES.start("mover")
AT_DECK: Final = FEATURES.start("deck")
LENGTH: Final = FEATURES.length


@jit
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows as numbers."""
    for i in range(LENGTH):
        out[i] = 0
    add_faces(s, seat, s.hands[seat][0], s.hands[seat][1], out, 0)
    for i in range(s.pile_size):
        out[AT_PILE + FACE[s.pile[i]]] += 1
    observe_known(s, seat, (seat + s.direction + s.seats) % s.seats, out)
    out[AT_COLOUR + s.colour] = 1
    out[AT_KIND + s.kind] = 1
    out[AT_PHASE + s.phase] = 1
    if s.drawn != NO_CARD and seat == s.mover:
        out[AT_DRAWN + FACE[s.drawn]] = 1
    other = seat
    for place in range(s.seats):
        out[AT_SIZES + place] = s.sizes[other] / 10
        out[AT_EXPOSED + place] = s.exposed >> other & 1
        out[AT_SCORES + place] = s.scores[other] / 500
        out[AT_MOVER + place] = other == s.mover
        other = (other + s.direction + s.seats) % s.seats
    out[AT_DECK] = s.deck_size / 100
    out[AT_DECK + 1] = s.pending / 10
    out[AT_DECK + 2] = s.seats / 10


@jit
def add_faces(s: State, seat: int, low: int, high: int, out: Any, at: int) -> None:
    """Count the faces of a hand."""
    while low != 0:
        out[at + FACE[lowest(low)]] += 1
        low &= low - 1
    while high != 0:
        out[at + FACE[lowest(high) + SPLIT]] += 1
        high &= high - 1


@jit
def observe_known(s: State, seat: int, other: int, out: Any) -> None:
    """Count the faces that a seat knows in another's hand."""
    for word in range(WORDS):
        cards = s.hands[other][word]
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            cards &= cards - 1
            if s.seen_by[card] >> seat & 1:
                out[AT_KNOWN + FACE[card]] += 1


def tries(s: State, seat: int) -> list[int]:
    """List the moves that a player of this seat would expect to see."""
    if s.phase == OVER:
        return []
    faces = sorted({FACE[card] for card in cards_in(*s.hands[seat])})
    return [LAY + face for face in faces] + ([DRAW] if seat == s.mover else [])
