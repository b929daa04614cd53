"""Who knows what in Tide: the own hand, all hand sizes, the top card; nothing else."""

from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import flag, lists, seat_of, whole
from pioche.core.random import shuffle
from pioche.core.rules import Features, jit
from tide.rules import CARD_COUNT, COPIES, HIGHEST, LAY, MOST_SEATS, MOVES, State, wave

NAMES: Final = [f"wave-{value}" for value in range(1, HIGHEST + 1)]
Json = dict[str, Any]


def hand_of(s: State, seat: int) -> list[str]:
    """Name the cards of a hand."""
    return [
        name for value, name in enumerate(NAMES, 1) for _ in range(s.hands[seat][value])
    ]


def table_of(s: State) -> Json:
    """Write down what everybody sees."""
    return {
        "mover": s.mover,
        "top": wave(s.top),
        "idle": s.idle,
        "ended": bool(s.ended),
    }


def position(s: State) -> Json:
    """Write the complete state."""
    stock = [NAMES[s.stock[i] - 1] for i in range(s.stock_size)]
    hands = [hand_of(s, seat) for seat in range(s.seats)]
    return {**table_of(s), "hands": hands, "stock": stock}


def card_of(field: str, name: object) -> int:
    """Read a card."""
    if name not in NAMES:
        raise BadPosition(field, f"pas de carte {name!r}", f"there is no card {name!r}")
    return NAMES.index(str(name)) + 1


def set_up(s: State, d: Json) -> None:
    """Fill a blank state from a position."""
    s.mover = seat_of(d, "mover", s.seats)
    s.idle = whole("idle", d["idle"], 0, s.seats)
    s.ended = flag(d, "ended")
    s.top = card_of("top", d["top"])
    left = [COPIES] * (HIGHEST + 1)
    left[s.top] -= 1
    for seat, hand in enumerate(lists(d, "hands", s.seats)):
        for name in hand:
            give(s, seat, card_of("hands", name), left)
    for name in lists(d, "stock"):
        left[card_of("stock", name)] -= 1
        if s.stock_size == CARD_COUNT:
            raise BadPosition("stock", "elle est trop grande", "it is too large")
        s.stock[s.stock_size] = card_of("stock", name)
        s.stock_size += 1
    if min(left) < 0:
        raise BadPosition("stock", "une carte est de trop", "there is a card too many")
    empty = any(s.sizes[seat] == 0 for seat in range(s.seats))
    if empty and not s.ended:
        raise BadPosition("ended", "une main est vide", "a hand is empty")


def give(s: State, seat: int, card: int, left: list[int]) -> None:
    """Put a card into a hand."""
    left[card] -= 1
    s.hands[seat][card] += 1
    s.sizes[seat] += 1


def view(s: State, seat: int | None) -> Json:
    """Build what a seat (None: a spectator) may know."""
    return {
        **table_of(s),
        "hand": [] if seat is None else hand_of(s, seat),
        "sizes": [s.sizes[other] for other in range(s.seats)],
        "stock": s.stock_size,
    }


def from_view(s: State, v: Json, seat: int) -> None:
    """Fill a blank state with what a view tells; laid cards are not remembered."""
    s.mover, s.idle, s.ended = v["mover"], v["idle"], v["ended"]
    s.top = card_of("top", v["top"])
    left = [COPIES] * (HIGHEST + 1)
    left[s.top] -= 1
    for name in v["hand"]:
        give(s, seat, card_of("hand", name), left)
    unseen = [value for value in range(1, HIGHEST + 1) for _ in range(left[value])]
    for other in range(s.seats):
        while s.sizes[other] < v["sizes"][other]:
            give(s, other, unseen.pop(), left)
    for card in unseen[: v["stock"]]:
        s.stock[s.stock_size] = card
        s.stock_size += 1


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew every card that the seat has not got or seen on top of the pile."""
    unseen = 0
    for value in range(1, HIGHEST + 1):
        left = COPIES - s.hands[seat][value] - (1 if value == s.top else 0)
        for _ in range(left):
            s.stock[unseen] = value
            unseen += 1
    shuffle(s, s.stock, unseen)
    for other in range(s.seats):
        if other != seat:
            for value in range(1, HIGHEST + 1):
                s.hands[other][value] = 0
            for _ in range(s.sizes[other]):
                unseen -= 1
                s.hands[other][s.stock[unseen]] += 1
    for i in range(s.stock_size, CARD_COUNT):
        s.stock[i] = 0


FEATURES: Final = Features(
    (
        ("hand", HIGHEST, "how many of each card the seat holds"),
        ("top", HIGHEST, "the card on top of the pile"),
        ("sizes", MOST_SEATS, "hand sizes, from the seat on"),
        ("stock", 1, "cards in the stock"),
    )
)


@jit
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows as numbers."""
    for value in range(HIGHEST):
        out[value] = s.hands[seat][value + 1]
        out[HIGHEST + value] = value + 1 == s.top
    for place in range(MOST_SEATS):
        out[2 * HIGHEST + place] = (
            s.sizes[(seat + place) % s.seats] if place < s.seats else 0
        )
    out[2 * HIGHEST + MOST_SEATS] = s.stock_size


def expects_claim(s: State) -> bool:
    """Tell whether somebody may be able to speak out of turn: never."""
    return False


def tries(s: State, seat: int) -> list[int]:
    """List the moves that a player would expect to see."""
    cards = [v for v in range(1, HIGHEST + 1) if s.hands[seat][v] > 0]
    return [LAY + value - 1 for value in cards] + [MOVES.numbers["draw"]]


@jit
def shuffle_unseen(s: State) -> None:
    """Shuffle what nobody has seen: the stock."""
    shuffle(s, s.stock, s.stock_size)
