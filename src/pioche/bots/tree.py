"""Single-observer information-set search, built once per game (see fused.py).

Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (2012). Every
iteration imagines the hidden cards anew from what the observer may know, and walks one
tree of moves; a child's score counts how often it was available. The free names are the
game's rules and its policy.
"""

from math import log, sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.core.random import below, seed_fast
from pioche.core.rules import jit, lowest

if TYPE_CHECKING:
    from pioche.core.layout import Header, Row

    MOVE_COUNT = 0

    def legal(s: Header, seat: int, out: Row) -> int: ...
    def apply(s: Header, seat: int, move: int) -> None: ...
    def to_move(s: Header) -> int: ...
    def shares(s: Header, out: Any) -> None: ...
    def imagine(s: Header, seat: int) -> None: ...
    def shuffle_unseen(s: Header) -> None: ...
    def prior(s: Header, seat: int, moves: Row, n: int) -> int: ...
    def consider(s: Header, seat: int, moves: Row, n: int) -> int: ...
    def outlook(s: Header, out: Any) -> None: ...
    def estimate(s: Header, shape: Any, weights: Any, room: Any, out: Any) -> None: ...


NODE = np.dtype(
    [
        ("move", "i2"),  # the move that leads here; MOVE_COUNT: to stay silent
        ("seat", "i2"),  # who made it
        ("first", "i4"),  # the newest child
        ("sibling", "i4"),
        ("visits", "i4"),
        ("available", "i4"),  # how often the move could be chosen
        ("total", "f8"),  # of the seat's shares
        ("square", "f8"),  # of the same, for the error of the mean
    ],
    align=True,
)
DEPTH = 128  # of the tree; beyond it moves are played out
MOST_SEATS = 16
#: Where the hidden cards of an iteration lie: imagined once for all, anew each time, or
#: as they truly do, which no player's bot may know (bench/levels.py measures what it gains).
ONCE, ANEW, OPEN = range(3)


@jit
def grow(nodes: Any, parent: int, used: int, move: int, seat: int) -> None:
    """Add a child for a move."""
    child = nodes[used]
    child.move = move
    child.seat = seat
    child.first = 0
    child.sibling = nodes[parent].first
    child.visits = 0
    child.available = 1
    child.total = 0.0
    child.square = 0.0
    nodes[parent].first = used


@jit
def select(
    s: "Header",
    nodes: Any,
    parent: int,
    used: int,
    seat: int,
    moves: "Row",
    count: int,
    place: Any,
    explore: float,
) -> int:
    """Choose a child among the moves possible now: a new one first, then the best bound.

    `place` is -1 for every move outside this function. Returns `used` for a new child,
    0 when the tree is full and none of its moves fits.
    """
    untried = count
    for i in range(count):
        place[moves[i]] = 0
    best, best_score = 0, -1.0
    child = nodes[parent].first
    while child > 0:
        c = nodes[child]
        if place[c.move] == 0 and c.seat == seat:
            place[c.move] = child
            untried -= 1
            c.available += 1
            score = c.total / c.visits + explore * sqrt(log(c.available) / c.visits)
            if score > best_score:
                best, best_score = child, score
        child = c.sibling
    if untried > 0 and used < len(nodes):
        k = below(s, untried)
        for i in range(count):
            if place[moves[i]] == 0:
                if k == 0:
                    grow(nodes, parent, used, moves[i], seat)
                    best = used
                    break
                k -= 1
    for i in range(count):
        place[moves[i]] = -1
    return best


@jit
def play_out(s: "Header", moves: "Row", most: int) -> None:
    """Let the prior play on, to the end or for `most` moves."""
    waiting = to_move(s)
    while waiting != 0 and most > 0:
        seat = lowest(waiting)
        n = legal(s, seat, moves)
        s.count += 1
        apply(s, seat, prior(s, seat, moves, n))
        waiting = to_move(s)
        most -= 1


@jit
def own_moves(s: "Header", seat: int, moves: "Row", wide: int) -> int:
    """List a seat's moves, those worth a look or all; who owes nothing may be silent."""
    n = legal(s, seat, moves)
    if wide == 0:
        n = consider(s, seat, moves, n)
    if not to_move(s) >> seat & 1:
        moves[n] = MOVE_COUNT
        n += 1
    return n


@jit
def descend(
    s: "Header",
    observer: int,
    nodes: Any,
    used: int,
    moves: "Row",
    place: Any,
    path: Any,
    explore: float,
    wide: int,
) -> int:
    """Walk down the tree to a new node or the end; `path[0]` counts the nodes passed."""
    node = depth = 0
    while depth < DEPTH:
        waiting = to_move(s)
        if waiting == 0:
            break
        seat = lowest(waiting) if depth > 0 else observer
        n = own_moves(s, seat, moves, wide if depth == 0 else 0)
        node = select(s, nodes, node, used, seat, moves, n, place, explore)
        if node == 0:
            break
        depth += 1
        path[depth] = node
        if nodes[node].move < MOVE_COUNT:
            s.count += 1
            apply(s, seat, nodes[node].move)
        if node == used:
            used += 1
            break
    path[0] = depth
    return used


@jit
def back_up(nodes: Any, path: Any, share: Any) -> None:
    """Add the outcome to every node passed, each for the seat that moved."""
    for depth in range(1, path[0] + 1):
        node = nodes[path[depth]]
        won = share[node.seat]
        node.visits += 1
        node.total += won
        node.square += won * won


@jit
def evaluate(
    s: "Header",
    moves: "Row",
    most: int,
    shape: Any,
    weights: Any,
    room: Any,
    share: Any,
) -> None:
    """Tell what a leaf is worth: by a net, or by playing on and what then stands."""
    if shape[1] > 0 and to_move(s) != 0:
        estimate(s, shape, weights, room, share)
        return
    play_out(s, moves, most)
    if to_move(s) != 0:
        outlook(s, share)
    else:
        shares(s, share)


@jit
def search(
    states: Any,
    observer: int,
    iterations: int,
    how: Any,
    explore: float,
    a: int,
    b: int,
    nodes: Any,
    control: Any,
    shape: Any,
    weights: Any,
    room: Any,
) -> None:
    """Search on in a tree; `states[0]` is the root, `states[1]` room to work in.

    `how` holds the most moves of a playout, whether the root looks at every move, and
    where the hidden cards lie: ANEW, ONCE or OPEN. `control[0]` ends the search at the
    next iteration when it is set, [1] counts the iterations done, [2] the nodes used.
    """
    moves: Any = np.empty(MOVE_COUNT + 1, np.int16)
    place = np.full(MOVE_COUNT + 1, -1, np.int32)
    path = np.empty(DEPTH + 1, np.int32)
    share = np.empty(MOST_SEATS, np.float64)
    used = control[2]
    if used == 0:
        nodes[0].first = 0
        used = 1
    for _ in range(iterations):
        if control[0] != 0:
            break
        states[1] = states[0]
        s = states[1]
        seed_fast(s, a, b, 0 if how[2] == ONCE else control[1])
        control[1] += 1
        if how[2] == OPEN:
            shuffle_unseen(s)
        else:
            imagine(s, observer)
        used = descend(s, observer, nodes, used, moves, place, path, explore, how[1])
        evaluate(s, moves, how[0], shape, weights, room, share)
        back_up(nodes, path, share)
    control[2] = used
