"""One position as several seats see it: what `Game.view` gives each, at a third of its price.

The state is copied into plain rows once (the twin checks every index that it reads), and
what all may know is computed and encoded once. Tests hold the result equal to `Game.view`.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterable
from functools import cache
from operator import attrgetter
from typing import Any, Final

import msgspec

from pioche.core.kind import Kind
from pioche.core.layout import Twin
from pioche.core.table import Game
from pioche.server.wire import Json

encode: Final = msgspec.json.Encoder().encode


class Plain:
    """A copy of a state in plain rows, to read from."""

    journal = None

    def __init__(self, state: Twin) -> None:
        kind: Any = type(state)
        for names_, read, depth in shapes(kind):
            self.__dict__.update(
                zip(names_, map(COPY[depth], read(state)), strict=False)
            )


#: How to copy a field; `list(row)` would ask a checked row for each of its cells.
COPY: Final[tuple[Callable[[Any], Any], ...]] = (
    lambda number: number,
    list.copy,
    lambda grid: list(map(list.copy, grid)),
    lambda cube: [list(map(list.copy, grid)) for grid in cube],
)


@cache
def shapes(kind: type[Twin]) -> list[tuple[list[str], Callable[[Any], Any], int]]:
    """List the fields of a state by the depth of their rows, and how to read them all."""
    found: dict[int, list[str]] = {}
    for name, field in kind.layout.fields.items():
        found.setdefault(len(field.shape), []).append(name)
    # An attrgetter of one name gives no tuple, so it is asked for one twice.
    return [
        (names_, attrgetter(*names_, names_[0]), depth)
        for depth, names_ in found.items()
    ]


# What all may know, and what a seat adds

Shared = Callable[[Any], Json]
Own = Callable[[Any, int | None], Json]


@cache
def halves(view: Own) -> tuple[Shared, Own]:
    """Cut a game's `view(s, seat)` in two: entries that never look at the seat, and others.

    An entry that mentions neither the seat nor a name made with its help is the same for
    every seat, and watchers are shown it too. A view that is not written as one dict, or
    leaves early, stays whole.
    """
    (made,) = ast.parse(textwrap.dedent(inspect.getsource(view))).body
    assert isinstance(made, ast.FunctionDef)
    *steps, last = made.body
    leaves = any(
        isinstance(node, ast.Return) for step in steps for node in ast.walk(step)
    )
    if leaves or not (
        isinstance(last, ast.Return) and isinstance(last.value, ast.Dict)
    ):
        return (lambda _: {}), view
    state, seat = (argument.arg for argument in made.args.args)
    own = {seat}
    for step in steps:
        if names(step) & own:
            own |= names(step, ast.Store)
    common = [step for step in steps if not names(step) & own]
    entries = list(zip(last.value.keys, last.value.values, strict=True))
    namespace: dict[str, Any] = {}
    for name, arguments, body, seats_own in (
        ("shared", [state], common, False),
        ("own", [state, seat], steps, True),
    ):
        kept = [entry for entry in entries if bool(names(entry[1]) & own) == seats_own]
        answer = ast.Return(ast.Dict([k for k, _ in kept], [v for _, v in kept]))
        tree = ast.parse(f"def {name}({', '.join(arguments)}): pass")
        tree.body[0].body = [*body, answer]  # type: ignore[attr-defined]
        code = compile(ast.fix_missing_locations(tree), inspect.getfile(view), "exec")
        exec(code, view.__globals__, namespace)  # noqa: S102  # lines of our own
    return namespace["shared"], namespace["own"]


def names(
    tree: ast.AST, context: type[ast.expr_context] = ast.expr_context
) -> set[str]:
    """List the names that a piece of code uses."""
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, context)
    }


class Sight:
    """One position as some seats (None: watchers) see it."""

    __slots__ = ("head", "own", "table")

    def __init__(self, game: Game, viewers: Iterable[int | None]) -> None:
        rules, state = game.kind.rules, game.state
        s: Any = Plain(state)
        shared, own = halves(game.kind.knowledge.view)
        owing, claiming = rules.to_move(s), rules.claims(s)
        self.head: Json = {
            "game": game.kind.name,
            "version": rules.VERSION,
            "seats": s.seats,
            "options": game.start.options,
            "count": s.count,
            "to_move": [seat for seat in range(s.seats) if owing >> seat & 1],
            "result": game.result,
        }
        self.table = shared(s)
        self.own: dict[int | None, tuple[Json, Json]] = {
            seat: (decisions(game.kind, s, seat, owing, claiming), own(s, seat))
            for seat in viewers
        }


def decisions(kind: Kind, s: Any, seat: int | None, owing: int, claiming: int) -> Json:
    """Write what a seat may do now, and which clause forbids the rest of what it holds."""
    if seat is None:
        return {"seat": None, "claims": [], "moves": [], "refused": {}}
    rules, tries = kind.rules, kind.knowledge.tries(s, seat)
    texts, ids, forbids = rules.MOVES.texts, rules.CLAUSES.ids, rules.forbids
    legal: list[int] = []
    if (owing | claiming) >> seat & 1:
        out: Any = [0] * len(texts)
        legal = out[: rules.legal(s, seat, out)]
    refused = {
        texts[move]: ids[clause]
        for move in tries
        if move not in legal and (clause := forbids(s, seat, move))
    }
    return {
        "seat": seat,
        "claims": [seat] if claiming >> seat & 1 else [],
        "moves": [texts[move] for move in legal],
        "refused": refused,
    }


# As JSON


def entries(new: Json, old: Json | None) -> bytes:
    """Write the entries of an object that differ from an older one, without braces."""
    if old is None:
        return encode(new)[1:-1]
    changed = {k: v for k, v in new.items() if k not in old or old[k] != v}
    return encode(changed)[1:-1] if changed else b""
