"""The rules of Tide, in the order of its rulebook (see rulebook.en.md)."""

from typing import Annotated, Any, Final

from pioche.core.random import below, shuffle
from pioche.core.rules import (
    EVERYONE,
    I1,
    Argument,
    Clauses,
    Events,
    Grid,
    Header,
    Moves,
    Option,
    Row,
    i1,
    jit,
    layout,
    number,
    tell,
)

VERSION: Final = 1
SEATS: Final = (2, 4)
MOST_SEATS: Final = 4
HIGHEST: Final = 6
COPIES: Final = 4
CARD_COUNT: Final = HIGHEST * COPIES
HAND: Final = 4
BOUND: Final = 500  # the stock only shrinks, and nobody passes twice in a row for ever

MOVES: Final = Moves()
LAY: Final = MOVES.add(*(f"lay wave-{value}" for value in range(1, HIGHEST + 1)))
DRAW: Final = MOVES.add("draw")

OPTIONS: Final = (Option("turning", (True, False), default=True, clause="ZB4"),)
TURNING: Final = 0
ON: Final = 0


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other: none do."""
    del options, seats
    return None


CLAUSES: Final = Clauses()
GAME_OVER: Final = CLAUSES.add("ZB6")
NOT_YOUR_TURN: Final = CLAUSES.add("ZB2")
NOT_IN_HAND: Final = CLAUSES.add("ZB3")
TOO_LOW: Final = CLAUSES.add("ZB4")


def wave(value: int) -> str | None:
    """Name a card."""
    return f"wave-{value}" if value else None


EVENTS: Final = Events()
LAID: Final = EVENTS.add("laid", "ZB3", seat=Argument(number), card=Argument(wave))
DREW: Final = EVENTS.add(
    "drew", "ZB5", seat=Argument(number), card=Argument(wave, secret=True)
)

CARDS: Final = [
    {"id": f"wave-{value}", "copies": COPIES} for value in range(1, HIGHEST + 1)
]


@layout
class State(Header):
    """A table of Tide; a hand counts its cards by value."""

    mover: i1
    top: i1
    idle: i1  # turns in a row in which nothing could be drawn
    ended: i1
    stock_size: i1
    sizes: Annotated[Row, I1, MOST_SEATS]
    hands: Annotated[Grid, I1, MOST_SEATS, HIGHEST + 1]
    stock: Annotated[Row, I1, CARD_COUNT]


@jit
def deal(s: State) -> None:
    """Deal four cards each and turn one up."""
    for card in range(CARD_COUNT):
        s.stock[card] = card % HIGHEST + 1
    s.stock_size = CARD_COUNT
    shuffle(s, s.stock, CARD_COUNT)
    for seat in range(s.seats):
        for _ in range(HAND):
            take(s, seat)
    s.stock_size -= 1
    s.top = s.stock[s.stock_size]
    s.mover = below(s, s.seats)


@jit
def take(s: State, seat: int) -> int:
    """Give a seat the top card of the stock."""
    s.stock_size -= 1
    card = s.stock[s.stock_size]
    s.hands[seat][card] += 1
    s.sizes[seat] += 1
    return card


@jit
def forbids(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids this seat this move, or 0."""
    if s.ended:
        return GAME_OVER
    if seat != s.mover:
        return NOT_YOUR_TURN
    if move == DRAW:
        return 0
    card = move - LAY + 1
    if s.hands[seat][card] == 0:
        return NOT_IN_HAND
    turns = s.options[TURNING] == ON and s.top == HIGHEST and card == 1
    return 0 if card >= s.top or turns else TOO_LOW


@jit
def legal(s: State, seat: int, out: Row) -> int:
    """Write a seat's legal moves and count them."""
    n = 0
    for move in range(DRAW + 1):
        if forbids(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move == DRAW:
        card = take(s, seat) if s.stock_size > 0 else 0
        s.idle = 0 if card else s.idle + 1
        tell(s, DREW, 1 << seat, seat, card)
    else:
        s.top = move - LAY + 1
        s.hands[seat][s.top] -= 1
        s.sizes[seat] -= 1
        s.idle = 0
        tell(s, LAID, EVERYONE, seat, s.top)
    s.ended = s.sizes[seat] == 0 or s.idle == s.seats or s.count >= BOUND
    s.mover = (seat + 1) % s.seats


@jit
def over(s: State) -> bool:
    """Tell whether the game has ended."""
    return s.ended != 0


@jit
def to_move(s: State) -> int:
    """Return the seat whose turn it is, as a bit."""
    return 0 if s.ended else 1 << s.mover


@jit
def claims(s: State) -> int:
    """Nobody speaks out of turn."""
    return 0


@jit
def fewest(s: State, seat: int) -> bool:
    """Tell whether nobody holds fewer cards than a seat."""
    for other in range(s.seats):
        if s.sizes[other] < s.sizes[seat]:
            return False
    return True


@jit
def shares(s: State, out: Any) -> None:
    """Share the point among those with the fewest cards."""
    count = 0
    for seat in range(s.seats):
        count += fewest(s, seat)
    for seat in range(s.seats):
        out[seat] = 1.0 / count if fewest(s, seat) else 0.0


def result(s: State) -> tuple[list[int], list[int], str]:
    """Return the winners, the cards left and the clause that ended the game."""
    seats = range(s.seats)
    scores = [-s.sizes[seat] for seat in seats]
    out = 0 in scores
    return [seat for seat in seats if fewest(s, seat)], scores, "ZB6" if out else "ZB7"
