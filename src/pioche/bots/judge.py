"""What positions and moves are worth, by playouts of the prior; built once per game.

Where games are long, a playout ends after `most` moves and what then stands is judged
by the policy's outlook. What a move leads to is played on as far as what a position
does, so that both are worth the same where a move changes nothing.

Every number here is an estimate with its square summed beside it, so that each line of
an account has its error. What is to come is shuffled anew in every playout: nobody
foresees it. The free names are the game's rules, its knowledge and its prior.
"""

from typing import TYPE_CHECKING, Any

from pioche.core.random import seed_fast
from pioche.core.rules import jit, lowest

if TYPE_CHECKING:
    from pioche.core.layout import Header, Row

    def deal(s: Header) -> None: ...
    def legal(s: Header, seat: int, out: Row) -> int: ...
    def apply(s: Header, seat: int, move: int) -> None: ...
    def to_move(s: Header) -> int: ...
    def shares(s: Header, out: Any) -> None: ...
    def imagine(s: Header, seat: int) -> None: ...
    def shuffle_unseen(s: Header) -> None: ...
    def prior(s: Header, seat: int, moves: Row, n: int) -> int: ...
    def outlook(s: Header, out: Any) -> None: ...


NO_MOVE = -1  # nothing is played first: what the position itself is worth
AS_IT_IS = -1  # nobody's knowledge: the hidden cards lie as they truly do


@jit
def play_on(s: "Header", moves: "Row", most: int, share: Any) -> None:
    """Let the prior play on, to the end or for `most` moves; write the shares."""
    waiting = to_move(s)
    while waiting != 0 and most > 0:
        seat = lowest(waiting)
        n = legal(s, seat, moves)
        s.count += 1
        apply(s, seat, prior(s, seat, moves, n))
        waiting = to_move(s)
        most -= 1
    if waiting != 0:
        outlook(s, share)
    else:
        shares(s, share)


@jit
def outcome(
    s: "Header", seat: int, move: int, moves: "Row", most: int, share: Any
) -> None:
    """Play a move, if one is given, then on; write the shares."""
    if move != NO_MOVE:
        s.count += 1
        apply(s, seat, move)
    play_on(s, moves, most, share)


@jit
def judge(
    states: Any,
    seat: int,
    eyes: int,
    tried: Any,
    first: int,
    count: int,
    a: int,
    b: int,
    moves: "Row",
    most: int,
    share: Any,
    drawn: Any,
) -> None:
    """Sample what a seat's moves lead to, each move with the same hidden cards and chance.

    `states[0]` is the position, `states[1:3]` room to work in. `eyes` is the seat whose
    knowledge the hidden cards are dealt by, or AS_IT_IS. `drawn[k, i]` receives the
    shares of sample `k` after move `tried[i]`.
    """
    for k in range(count):
        states[1] = states[0]
        seed_fast(states[1], a, b, first + k)
        if eyes == AS_IT_IS:
            shuffle_unseen(states[1])
        else:
            imagine(states[1], eyes)
        for i in range(len(tried)):
            states[2] = states[1]
            outcome(states[2], seat, tried[i], moves, most, share)
            for other in range(states[0].seats):
                drawn[k, i, other] = share[other]


@jit
def judge_deals(
    states: Any,
    blank: Any,
    count: int,
    a: int,
    b: int,
    moves: "Row",
    most: int,
    share: Any,
    drawn: Any,
) -> int:
    """Sample what the seats are worth before the deal; return the moves of all playouts."""
    steps = 0
    for k in range(count):
        states[0] = blank[0]
        s = states[0]
        seed_fast(s, a, b, k)
        deal(s)
        play_on(s, moves, most, share)
        steps += s.count
        for seat in range(s.seats):
            drawn[k, 0, seat] = share[seat]
    return steps
