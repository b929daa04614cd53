"""A small net's forward pass, built once per game: what a seat knows in, values out.

Three layers in one row of numbers, each its bias and then its weights:

    first   observation → FIRST, a row of weights for each feature (most features are 0)
    second  FIRST → SECOND, a row for each unit of the first layer
    values  SECOND → one value a move, one for silence, one share a seat; a row for each

The shares are those that all seats expect, in clockwise order from the seat on. A move's
value is what it adds to its seat's share: what all moves have in common is learned from
all of them (Wang et al., "Dueling Network Architectures", 2016). It costs a few
microseconds.
"""

# ruff: noqa: D103  # stubs of rules

from typing import TYPE_CHECKING, Any

from pioche.core.rules import jit, lowest

if TYPE_CHECKING:
    from pioche.core.layout import Header

    MOVE_COUNT = 0

    def to_move(s: Header) -> int: ...
    def observe(s: Header, seat: int, out: Any) -> None: ...


@jit
def add_scaled(out: Any, row: Any, factor: float) -> None:
    """Add a multiple of a row of weights."""
    for j in range(len(out)):
        out[j] += factor * row[j]


@jit
def dot(left: Any, right: Any) -> float:
    """Multiply two rows, in four sums that the processor adds side by side."""
    a = left[0] * 0
    b, c, d = a, a, a
    whole = len(left) // 4 * 4
    for j in range(0, whole, 4):
        a += left[j] * right[j]
        b += left[j + 1] * right[j + 1]
        c += left[j + 2] * right[j + 2]
        d += left[j + 3] * right[j + 3]
    return float((a + b) + (c + d))


@jit
def rectify(units: Any) -> None:
    """Set what is negative to 0."""
    for j in range(len(units)):
        units[j] = max(units[j], 0)


@jit
def feed(s: "Header", seat: int, shape: Any, weights: Any, room: Any) -> None:
    """Compute both hidden layers for what a seat knows; `room` holds the layers.

    `shape` is where the net begins in `weights`, its features and its two widths.
    """
    at, features, wide, narrow = shape[0], shape[1], shape[2], shape[3]
    seen = room[0][:features]
    first = room[1][:wide]
    second = room[2][:narrow]
    observe(s, seat, seen)
    for j in range(wide):
        first[j] = weights[at + j]
    at += wide
    for i in range(features):
        if seen[i] != 0:
            add_scaled(first, weights[at + i * wide : at + (i + 1) * wide], seen[i])
    rectify(first)
    at += features * wide
    for j in range(narrow):
        second[j] = weights[at + j]
    at += narrow
    for i in range(wide):
        if first[i] != 0:
            row = weights[at + i * narrow : at + (i + 1) * narrow]
            add_scaled(second, row, first[i])
    rectify(second)


@jit
def head(shape: Any, weights: Any, room: Any, output: int) -> float:
    """Return one value of the last layer."""
    at, features, wide, narrow = shape[0], shape[1], shape[2], shape[3]
    at += wide * (features + 1) + narrow * (wide + 1)
    bias = weights[at + output]
    at += MOVE_COUNT + 1 + len(room[3])
    row = weights[at + output * narrow : at + (output + 1) * narrow]
    return float(bias) + dot(room[2][:narrow], row)


@jit
def estimate(s: "Header", shape: Any, weights: Any, room: Any, out: Any) -> None:
    """Estimate all seats' shares by what the next seat to decide knows."""
    seat = lowest(to_move(s))
    feed(s, seat, shape, weights, room)
    total = 0.0
    for place in range(s.seats):
        share = max(head(shape, weights, room, MOVE_COUNT + 1 + place), 0.0)
        out[(seat + place) % s.seats] = share
        total += share
    if total > 0:
        for place in range(s.seats):
            out[place] /= total
