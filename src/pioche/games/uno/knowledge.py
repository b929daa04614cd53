"""Who knows what at a table of UNO (U28, decision 010): views, imagined hands, observations."""

from functools import lru_cache
from typing import Any, Final

from pioche.core.random import below, shuffle
from pioche.core.rules import Features, jit, lowest, ones
from pioche.games.uno.cards import (
    COLOUR,
    COLOURS,
    DECK,
    FACE,
    FACE_COUNT,
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
from pioche.games.uno.deck import put_down
from pioche.games.uno.legality import (
    has_match,
    matches,
)
from pioche.games.uno.position import (
    DIRECTIONS,
    KINDS,
    NUMBERS,
    PHASES,
    Box,
    drawn_card,
    give,
    known_cards,
    note_known,
    pile_ids,
    position,
    seats_in,
    set_up,
)
from pioche.games.uno.state import (
    DRAW,
    DRAWN,
    FALSE_CALL,
    FORCED_PLAY,
    JUMP_IN,
    LAY,
    MOST_SEATS,
    NO_CARD,
    NOBODY,
    OVER,
    STRICT_FOUR,
    WILDS_MATCH,
    State,
)

__all__ = [
    "FEATURES", "expects_claim", "from_view", "imagine", "observe", "position", "set_up",
    "tries", "view",
]  # fmt: skip


def view(s: State, seat: int | None) -> dict[str, Any]:
    """Build what a seat (None: a spectator) may know."""
    seats = range(s.seats)
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "direction": DIRECTIONS[s.direction < 0],
        "colour": COLOURS[s.colour],
        "kind": KINDS[s.kind],
        "dealer": s.dealer,
        "winner": None if s.winner == NOBODY else s.winner,
        "drawn": DECK[s.drawn][0] if s.phase == DRAWN and seat == s.mover else None,
        "author": None if s.author == NOBODY else s.author,
        "before": None if s.author == NOBODY else COLOURS[s.before],
        "bluff": None if seat is None or seat != s.author else bool(s.bluff),
        **{name: getattr(s, name) for name in NUMBERS},
        "exposed": seats_in(s.exposed),
        "scores": [s.scores[other] for other in seats],
        "sizes": [s.sizes[other] for other in seats],
        "hand": [] if seat is None else card_ids(*s.hands[seat]),
        # Cards of others that this seat knows, and which of its own the others know.
        "known": [
            [] if seat is None else known_cards(s, other, seat) for other in seats
        ],
        "shown": [
            [] if seat is None else known_cards(s, seat, other) for other in seats
        ],
        "deck_size": s.deck_size,
        "pile": pile_ids(s.pile, s.pile_size),
    }


def from_view(s: State, v: dict[str, Any], seat: int) -> None:
    """Fill a blank state with what a view tells; hidden cards lie anyhow."""
    for name in ("mover", "dealer", *NUMBERS):
        setattr(s, name, v[name])
    s.phase = PHASES.index(v["phase"])
    s.direction = 1 - 2 * DIRECTIONS.index(v["direction"])
    s.colour = COLOURS.index(v["colour"])
    s.kind = KINDS.index(v["kind"])
    s.winner = NOBODY if v["winner"] is None else v["winner"]
    s.author = NOBODY if v["author"] is None else v["author"]
    s.before = 0 if v["before"] is None else COLOURS.index(v["before"])
    s.bluff = bool(v["bluff"])
    s.exposed = sum(1 << other for other in v["exposed"])
    for other in range(s.seats):
        s.scores[other] = v["scores"][other]
    from_view_cards(s, v, seat)
    s.drawn = NO_CARD if v["drawn"] is None else drawn_card(s, v["drawn"])


def from_view_cards(s: State, v: dict[str, Any], seat: int) -> None:
    """Lay out the cards that a view shows, and anyhow those that it hides."""
    box = Box()
    for other in range(s.seats):
        for id in v["hand"] if other == seat else v["known"][other]:
            give(s, other, box.take("hand", id))
    for id in v["pile"]:
        put_down(s, box.take("pile", id))
    for other in range(s.seats):
        note_known(s, other, seat, v["known"][other])
        note_known(s, seat, other, v["shown"][other])
    hidden = [box.take("deck", id) for id in box.rest()]
    for other in range(s.seats):
        while s.sizes[other] < v["sizes"][other]:
            give(s, other, hidden.pop())
    for card in hidden:
        s.deck[s.deck_size] = card
        s.deck_size += 1


def expects_claim(s: State) -> bool:
    """Tell whether somebody may call, catch or jump in, for all that all know."""
    if s.phase == OVER:
        return False
    if s.exposed != 0 or s.options[JUMP_IN] != 0:
        return True
    last = any(s.sizes[seat] == 1 for seat in range(s.seats))
    return s.options[FALSE_CALL] != 0 and last


def tries(s: State, seat: int) -> list[int]:
    """List the moves that a player of this seat would expect to see."""
    if s.phase == OVER:
        return []
    lays = lays_of(*s.hands[seat])
    return [*lays, DRAW] if seat == s.mover else list(lays)


@lru_cache(4096)
def lays_of(low: int, high: int) -> tuple[int, ...]:
    """List the ways to lay the cards of a hand, given as two words of bits."""
    faces = sorted({FACE[card] for card in cards_in(low, high)})
    return tuple(LAY + face for face in faces)


# Imagining


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew the deck and every card of the others that this seat has not seen."""
    in_deck = s.deck_size
    for other in range(s.seats):
        if other != seat:
            forget(s, seat, other)
    pool = s.deck_size
    s.deck_size = in_deck
    shuffle(s, s.deck, pool)
    if s.phase == DRAWN and s.mover != seat:
        pool = imagine_drawn(s, pool)
    if s.author not in (NOBODY, seat):
        pool = imagine_author(s, pool)
    for other in range(s.seats):
        if other != seat:
            pool = refill(s, other, s.sizes[other], pool, 0)


@jit
def forget(s: State, seat: int, other: int) -> None:
    """Put the cards of another that a seat has not seen on the deck as hidden ones."""
    for word in range(WORDS):
        cards = s.hands[other][word] & ~s.known[seat][word]
        s.hands[other][word] &= s.known[seat][word]
        s.known[other][word] &= s.hands[seat][
            word
        ]  # of the rest, the seat knows nothing
        while cards != 0:
            s.deck[s.deck_size] = lowest(cards) + SPLIT * word
            s.deck_size += 1
            cards &= cards - 1


@jit
def refill(s: State, other: int, size: int, pool: int, barring: int) -> int:
    """Fill a hand up to a size from the hidden cards, and return how many are left."""
    for _ in range(size - ones(s.hands[other][0]) - ones(s.hands[other][1])):
        at = pool - 1
        while barring != 0 and at > 0 and is_barred(s, s.deck[at]):
            at -= 1
        pool = move_hidden(s, other, at, pool)
    return pool


@jit
def move_hidden(s: State, other: int, at: int, pool: int) -> int:
    """Move one of the hidden cards into a hand, and return how many are left."""
    card = s.deck[at]
    s.hands[other][word_of(card)] |= bit_of(card)
    s.deck[at] = s.deck[pool - 1]
    return pool - 1


@jit
def imagine_drawn(s: State, pool: int) -> int:
    """Give the mover a drawn card that fits: that it may be laid is seen by all."""
    at = choose_drawn(s, pool)
    s.drawn = s.deck[at]
    pool = move_hidden(s, s.mover, at, pool)
    shuffle(s, s.deck, pool)  # those that lay above it all failed to fit
    strict = s.options[STRICT_FOUR] != 0 and KIND[s.drawn] == WILD_FOUR
    barring = s.options[FORCED_PLAY] != 0 or strict
    pool = refill(s, s.mover, s.sizes[s.mover], pool, barring)
    shuffle(s, s.deck, pool)  # so did those that were passed over
    return pool


@jit
def choose_drawn(s: State, pool: int) -> int:
    """Choose a hidden card that may be laid; a strict +4 as often as the hand allows it."""
    at = last_fitting(s, pool, 0)
    if s.options[STRICT_FOUR] != 0 and last_fitting(s, pool, 1) >= 0:
        while KIND[s.deck[at]] == WILD_FOUR and not allows_four(s, pool):
            shuffle(s, s.deck, pool)
            at = last_fitting(s, pool, 0)
    return at


@jit
def last_fitting(s: State, pool: int, but_four: int) -> int:
    """Return the last place of a hidden card that fits (and is no +4), or -1."""
    for at in range(pool - 1, -1, -1):
        card = s.deck[at]
        if matches(s, card) and (but_four == 0 or KIND[card] != WILD_FOUR):
            return at
    return -1


@jit
def allows_four(s: State, pool: int) -> bool:
    """Draw lots for the mover's other cards: tell whether a +4 is then no bluff."""
    if has_match(s, s.mover, s.colour, NO_CARD):
        return False  # by what is known of the hand
    if s.options[FORCED_PLAY] != 0:
        return True  # whatever was drawn, no other card of the hand fits
    fine = -1 if s.options[WILDS_MATCH] == 0 else 0  # not the +4 itself
    for i in range(pool):
        fine += not is_barred(s, s.deck[i])
    count = s.sizes[s.mover] - ones(s.hands[s.mover][0]) - ones(s.hands[s.mover][1]) - 1
    for i in range(count):
        if below(s, pool - 1 - i) >= fine - i:
            return False
    return True


@jit
def imagine_author(s: State, pool: int) -> int:
    """Give the author of a +4 a hand, and judge it as it was when the +4 was laid."""
    early = s.sizes[s.author] - s.late
    pool = refill(s, s.author, early, pool, s.options[STRICT_FOUR])
    shuffle(s, s.deck, pool)  # those that were passed over lie above
    s.bluff = has_match(s, s.author, s.before, NO_CARD)  # U31
    return pool


@jit
def is_barred(s: State, card: int) -> bool:
    """Tell whether all see that this card was not in the mover's or the author's hand."""
    if s.phase == DRAWN and s.options[FORCED_PLAY] != 0:
        return matches(s, card)  # it would have been laid
    colour = s.colour if s.phase == DRAWN else s.before
    wild = COLOUR[card] == NO_COLOUR and s.options[WILDS_MATCH] != 0
    return wild or COLOUR[card] == colour  # the +4 would not have been allowed


# For learners

FEATURES: Final = Features(
    (
        ("hand", FACE_COUNT, "how many of each face the seat holds"),
        ("pile", FACE_COUNT, "how many of each face lie on the pile"),
        (
            "known",
            FACE_COUNT,
            "how many of each face the seat knows in the next seat's hand",
        ),
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
    add_faces(s.hands[seat][0], s.hands[seat][1], out, 0)
    for i in range(s.pile_size):
        out[AT_PILE + FACE[s.pile[i]]] += 1
    after = (seat + s.direction + s.seats) % s.seats
    low = s.hands[after][0] & s.known[seat][0]
    add_faces(low, s.hands[after][1] & s.known[seat][1], out, AT_KNOWN)
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
def add_faces(low: int, high: int, out: Any, at: int) -> None:
    """Count the faces of a hand."""
    while low != 0:
        out[at + FACE[lowest(low)]] += 1
        low &= low - 1
    while high != 0:
        out[at + FACE[lowest(high) + SPLIT]] += 1
        high &= high - 1


@jit
def shuffle_unseen(s: State) -> None:
    """Shuffle what nobody has seen: what is to come is open again."""
    shuffle(s, s.deck, s.deck_size)
