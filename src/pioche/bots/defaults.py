"""What a game's policy.py may leave out: the hooks of search and levels, in general.

A policy may define, compiled like the rules:

    consider(s, seat, moves, n) -> n   keep the moves worth a look (one of several equal
                                       ones, none that is never good), in their order
    outlook(s, out)                    estimate the shares of an unfinished game
    careless(s, seat, move, moves, n)  the move of somebody who does not pay attention

All three look only at what a seat knows, or are called on imagined states.
"""

# ruff: noqa: D103, ARG001  # stubs of rules; fixed signatures

from typing import TYPE_CHECKING, Any

from pioche.core.rules import jit

if TYPE_CHECKING:
    from pioche.core.layout import Header, Row

    def shares(s: Header, out: Any) -> None: ...


@jit
def consider(s: "Header", seat: int, moves: "Row", n: int) -> int:
    """Look at every move."""
    return n


@jit
def outlook(s: "Header", out: Any) -> None:
    """Read the shares as they stand."""
    shares(s, out)


@jit
def careless(s: "Header", seat: int, move: int, moves: "Row", n: int) -> int:
    """Pay attention."""
    return move
