"""Counting move sequences: evidence that two engines agree, or that nothing changed.

`perft` counts on the twin, `fast_perft` on the compiled build. The jitted function is
generic code, built once per game (see fused.py); its free names are the game's rules.

A count begins at a deal, or `x+40` moves after the deal of seed `x`: those are chosen by
a rule of thumb that depends on nothing but the number of the move.
"""

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pioche.core.kind import Kind
from pioche.core.layout import Header
from pioche.core.rules import jit, row
from pioche.core.table import Game

if TYPE_CHECKING:
    from pioche.core.layout import Row

    def legal(s: Header, seat: int, out: Row) -> int: ...  # noqa: D103
    def apply(s: Header, seat: int, move: int) -> None: ...  # noqa: D103


class Line(NamedTuple):
    """One count, as a line of a perft file: `3 a+40 spaces=8 4 1234`."""

    seats: int
    seed: str
    options: str  # name=value,name=value; or - for none
    depth: int
    found: int = 0

    def chosen(self) -> dict[str, Any]:
        """Return the options by name."""
        if self.options == "-":
            return {}
        pairs = (pair.split("=", 1) for pair in self.options.split(","))
        return {name: plain(value) for name, value in pairs}


def plain(text: str) -> bool | int | str:
    """Read the value of an option."""
    return json.loads(text) if text in ("true", "false") or text.isdigit() else text


def read_line(text: str) -> Line | None:
    """Read a line of a perft file; comments are none."""
    if not text.strip() or text.startswith("#"):
        return None
    seats, seed, options, depth, *found = text.split()
    return Line(int(seats), seed, options, int(depth), int(found[0]) if found else 0)


def begin(
    kind: Kind, seats: int, seed: str, options: Mapping[str, object] | None = None
) -> Header:
    """Deal a game, and play on for as many moves as the seed asks for."""
    seed, _, plus = seed.partition("+")
    game = Game.deal(kind, seats, seed, options)
    for number in range(int(plus or 0)):
        if game.over:
            break
        seat = game.to_move[number % len(game.to_move)]
        moves = game.moves(seat)
        game.play(seat, moves[(number * 7919 + 13) % len(moves)])
    return game.state


def perft(
    kind: Kind,
    seats: int,
    seed: str,
    depth: int,
    options: Mapping[str, object] | None = None,
) -> int:
    """Count the sequences of (seat, move) of a length, with the twin."""
    return count_twin(kind, begin(kind, seats, seed, options), depth)


def count_twin(kind: Kind, s: Header, depth: int) -> int:
    """Count the sequences that go on from a state of the twin."""
    out, found = row(len(kind.rules.MOVES)), 0
    for seat in range(s.seats):
        count = kind.rules.legal(s, seat, out)
        if depth == 1:
            found += count
            continue
        for move in [out[k] for k in range(count)]:
            after = s.twin()
            after.count += 1
            kind.rules.apply(after, seat, move)
            found += count_twin(kind, after, depth - 1)
    return found


def fast_perft(
    kind: Kind,
    seats: int,
    seed: str,
    depth: int,
    options: Mapping[str, object] | None = None,
) -> int:
    """Count the same sequences with the compiled build."""
    import numpy as np

    from pioche.core.fast import Fast, bind

    fast = Fast(kind)
    states = fast.states(*[begin(kind, seats, seed, options)] * depth)
    rows = np.zeros((depth, fast.moves), np.int16)
    at = np.zeros((depth, 3), np.int64)
    built = bind(kind, sys.modules[__name__])
    return int(built.count_fast(states, depth, rows, at))


@jit
def count_fast(states: Any, depth: int, rows: Any, at: Any) -> int:
    """Count the sequences that go on from `states[0]`; the other arrays are room.

    At each level `at` holds the seat, its next move in `rows`, and how many it has.
    """
    found, level = 0, 0
    at[0][0], at[0][1], at[0][2] = -1, 0, 0
    while level >= 0:
        s = states[level]
        if level == depth - 1:
            for seat in range(s.seats):
                found += legal(s, seat, rows[level])
            level -= 1
        elif at[level][1] < at[level][2]:
            move = rows[level][at[level][1]]
            at[level][1] += 1
            states[level + 1] = states[level]
            after = states[level + 1]
            after.count += 1
            apply(after, at[level][0], move)
            level += 1
            at[level][0], at[level][1], at[level][2] = -1, 0, 0
        else:
            at[level][0] += 1
            if at[level][0] == s.seats:
                level -= 1
            else:
                at[level][1], at[level][2] = 0, legal(s, at[level][0], rows[level])
    return found
