"""One learner among fixed opponents, a step of the learner a call; built once per game."""

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
    def shares(s: Header, out: Any) -> None: ...
    def observe(s: Header, seat: int, out: Any) -> None: ...
    def prior(s: Header, seat: int, moves: Row, n: int) -> int: ...


UNIFORM, PRIOR = 0, 1  # how the opponents play


@jit
def answer(s: "Header", learner: int, policy: int, moves: "Row") -> bool:
    """Let the opponents play until the learner decides; tell whether it ever does."""
    waiting = to_move(s)
    while waiting != 0 and not waiting >> learner & 1:
        seat = lowest(waiting)
        n = legal(s, seat, moves)
        move = prior(s, seat, moves, n) if policy == PRIOR else moves[below(s, n)]
        s.count += 1
        apply(s, seat, move)
        waiting = to_move(s)
    return waiting != 0


@jit
def deal_lone(
    states: Any, i: int, blank: Any, learner: int, policy: int, moves: "Row"
) -> None:
    """Deal until a game comes to the learner's decision."""
    while True:
        s = states[i]
        a, b, c = below(s, 1 << 31), below(s, 1 << 31), below(s, 1 << 31)
        states[i] = blank[0]
        seed_fast(s, a, b, c)
        deal(s)
        if answer(s, learner, policy, moves):
            break


@jit
def look(
    s: "Header", i: int, learner: int, moves: "Row", mask: Any, observation: Any
) -> None:
    """Write the learner's moves and what it knows."""
    for move in range(mask.shape[1]):
        mask[i, move] = 0
    for k in range(legal(s, learner, moves)):
        mask[i, moves[k]] = 1
    observe(s, learner, observation[i])


@jit
def reset_lone(
    states: Any,
    blank: Any,
    a: int,
    b: int,
    learner: int,
    policy: int,
    moves: "Row",
    mask: Any,
    observation: Any,
) -> None:
    """Deal all games anew."""
    for i in range(len(states)):
        seed_fast(states[i], a, b, i)
        deal_lone(states, i, blank, learner, policy, moves)
        look(states[i], i, learner, moves, mask, observation)


@jit
def step_lone(
    states: Any,
    blank: Any,
    learner: int,
    policy: int,
    actions: Any,
    again: Any,
    moves: "Row",
    mask: Any,
    observation: Any,
    reward: Any,
    done: Any,
    refused: Any,
    share: Any,
) -> None:
    """Play the learner's moves and the answers to them.

    A game marked in `again` is dealt anew instead. A move that the rules refuse changes
    nothing: `refused` holds the number of the clause.
    """
    for i in range(len(states)):
        s = states[i]
        reward[i] = 0.0
        done[i] = 0
        refused[i] = 0
        action = actions[i]
        if again[i] != 0:
            deal_lone(states, i, blank, learner, policy, moves)
        elif action < 0 or action >= MOVE_COUNT:
            refused[i] = -1
        else:
            refused[i] = forbids(s, learner, action)
            if refused[i] == 0:
                s.count += 1
                apply(s, learner, action)
                if not answer(s, learner, policy, moves):
                    shares(s, share)
                    reward[i] = share[learner]
                    done[i] = 1
        look(s, i, learner, moves, mask, observation)


@jit
def look_at(
    states: Any, i: int, learner: int, moves: "Row", mask: Any, observation: Any
) -> None:
    """Write what the learner of one game sees."""
    look(states[i], i, learner, moves, mask, observation)
