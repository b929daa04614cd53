"""Who knows what at a table of Duckomenta Art (D21)."""

from typing import Any, Final

from pioche.core.random import shuffle
from pioche.core.rules import Features, jit
from pioche.games.duckomenta.cards import (
    COPIES,
    EPOCH,
    EPOCHS,
    KIND_IDS,
    KINDS,
)
from pioche.games.duckomenta.deck import full, take
from pioche.games.duckomenta.imagine import imagine, seen
from pioche.games.duckomenta.positions import (
    PHASES,
    Box,
    Json,
    by_epoch,
    card_id,
    card_ids,
    common,
    face_down,
    lay_face_down,
    position,
    seats_to_pick,
    set_up,
    set_up_common,
)
from pioche.games.duckomenta.rules import total
from pioche.games.duckomenta.season import worth
from pioche.games.duckomenta.state import (
    ACCEPT,
    ADD,
    CARD_MOVE,
    DECLINE,
    DONE,
    MOST_SEATS,
    NO_CARD,
    OFFER,
    OVER,
    PICK,
    PLACE,
    PLACE_BONUS,
    PLAY_CARD,
    SEASONS,
    TURN,
    State,
)

__all__ = [
    "FEATURES", "expects_claim", "from_view", "imagine", "observe", "position", "set_up",
    "tries", "view",
]  # fmt: skip

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


def expects_claim(s: State) -> bool:
    """Tell whether somebody may be able to speak out of turn: never."""
    return False


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


@jit
def shuffle_unseen(s: State) -> None:
    """Shuffle what nobody has seen: what is to come is open again."""
    shuffle(s, s.deck, s.deck_size)
