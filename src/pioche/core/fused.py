"""What Python asks of a compiled game, a whole piece of work a call; built once per game.

A record never crosses the boundary (boxing one costs more than the rules): every entry
takes an array of states and an index. The free names are the game's rules.
"""

from typing import TYPE_CHECKING, Any

from pioche.core.random import below, seed_fast
from pioche.core.rules import jit, lowest

if TYPE_CHECKING:
    from pioche.core.layout import Header, Row

    MOVE_COUNT = 0

    def deal(s: Header) -> None: ...
    def forbids(s: Header, seat: int, move: int) -> int: ...
    def legal(s: Header, seat: int, out: Row) -> int: ...
    def apply(s: Header, seat: int, move: int) -> None: ...
    def to_move(s: Header) -> int: ...
    def over(s: Header) -> bool: ...
    def shares(s: Header, out: Any) -> None: ...
    def imagine(s: Header, seat: int) -> None: ...
    def observe(s: Header, seat: int, out: Any) -> None: ...


@jit
def turn(s: "Header", seat: int, move: int) -> None:
    """Play one move."""
    s.count += 1
    apply(s, seat, move)


@jit
def deal_at(states: Any, i: int) -> None:
    """Deal a game into a blank state with its header filled in."""
    deal(states[i])


@jit
def legal_at(states: Any, i: int, seat: int, out: "Row") -> int:
    """List a seat's moves."""
    return legal(states[i], seat, out)


@jit
def forbids_at(states: Any, i: int, seat: int, move: int) -> int:
    """Name the clause that forbids a move."""
    return forbids(states[i], seat, move)


@jit
def turn_at(states: Any, i: int, seat: int, move: int, out: "Row") -> int:
    """Play a move, then list the moves of the next seat to decide (none when over)."""
    s = states[i]
    turn(s, seat, move)
    waiting = to_move(s)
    return legal(s, lowest(waiting), out) if waiting != 0 else 0


@jit
def to_move_at(states: Any, i: int) -> int:
    """Return the seats that owe a decision, as bits."""
    return to_move(states[i])


@jit
def imagine_at(states: Any, i: int, seat: int) -> None:
    """Deal anew what a seat cannot know."""
    imagine(states[i], seat)


@jit
def observe_at(states: Any, i: int, seat: int, out: Any) -> None:
    """Write a seat's observation."""
    observe(states[i], seat, out)


@jit
def shares_at(states: Any, i: int, out: Any) -> None:
    """Write the shares of the seats."""
    shares(states[i], out)


@jit
def play_out(s: "Header", out: "Row") -> None:
    """Play to the end: the first seat that owes a decision takes any legal move."""
    waiting = to_move(s)
    while waiting != 0:
        seat = lowest(waiting)
        turn(s, seat, out[below(s, legal(s, seat, out))])
        waiting = to_move(s)


@jit
def play_games(
    states: Any,
    blank: Any,
    a: int,
    b: int,
    first: int,
    out: "Row",
    lengths: Any,
    points: Any,
) -> None:
    """Play games `first`, `first` + 1, … of a seed; a game depends on nothing else."""
    for game in range(len(lengths)):
        states[0] = blank[0]
        s = states[0]
        seed_fast(s, a, b, first + game)
        deal(s)
        play_out(s, out)
        lengths[game] = s.count
        shares(s, points[game])


@jit
def step_batch(
    states: Any,
    blank: Any,
    first: int,
    last: int,
    actions: Any,
    out: "Row",
    mask: Any,
    observation: Any,
    actor: Any,
    reward: Any,
    done: Any,
) -> None:
    """Step the games `first` to `last` - 1; a game that ends is dealt anew at once."""
    seats = blank[0].seats
    for i in range(first, last):
        s = states[i]
        turn(s, actor[i], actions[i])
        if done[i]:
            for seat in range(seats):
                reward[i, seat] = 0
            done[i] = 0
        if over(s):
            shares(s, reward[i])
            done[i] = 1
            a, b, c = below(s, 1 << 31), below(s, 1 << 31), below(s, 1 << 31)
            states[i] = blank[0]
            seed_fast(s, a, b, c)
            deal(s)
        show(s, i, out, mask, observation, actor)


@jit
def first_illegal(states: Any, actions: Any, actor: Any) -> int:
    """Find the first game of a batch in which the move is refused, or -1."""
    for i in range(len(states)):
        action = actions[i]
        if action < 0 or action >= MOVE_COUNT:
            return i
        if forbids(states[i], actor[i], action) != 0:
            return i
    return -1


@jit
def show(
    s: "Header", i: int, out: "Row", mask: Any, observation: Any, actor: Any
) -> None:
    """Write whose decision it is, its legal moves and what its seat knows."""
    seat = lowest(to_move(s))
    actor[i] = seat
    if mask.shape[0] > 0:
        for move in range(mask.shape[1]):
            mask[i, move] = 0
        for k in range(legal(s, seat, out)):
            mask[i, out[k]] = 1
    if observation.shape[0] > 0:
        observe(s, seat, observation[i])


@jit
def start_batch(
    states: Any,
    blank: Any,
    a: int,
    b: int,
    out: "Row",
    mask: Any,
    observation: Any,
    actor: Any,
) -> None:
    """Deal a batch of games."""
    for i in range(len(states)):
        states[i] = blank[0]
        seed_fast(states[i], a, b, i)
        deal(states[i])
        show(states[i], i, out, mask, observation, actor)


@jit
def choose_batch(mask: Any, chance: Any, actions: Any) -> None:
    """Choose any legal move in each game of a batch (for measuring batches)."""
    s = chance[0]
    for i in range(mask.shape[0]):
        count = 0
        for move in range(mask.shape[1]):
            count += mask[i, move]
        k = below(s, count)
        for move in range(mask.shape[1]):
            k -= mask[i, move]
            if k < 0:
                actions[i] = move
                break
