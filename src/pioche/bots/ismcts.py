"""The searching bot: information-set search from a view alone."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np

from pioche.bots import tree
from pioche.bots.plain import state_of
from pioche.core import random
from pioche.core.compiled import build
from pioche.core.errors import BadBot
from pioche.core.fast import Fast, bind, module_of
from pioche.games import kind

Json = dict[str, Any]
EXPLORE: Final = 0.7
LONGEST: Final = 1_000_000  # moves of a playout: to the end
NODES: Final = 200_000  # of a tree, about 10 MB; a full tree is searched on as it is
CHUNK_SECONDS: Final = 0.02  # between two looks at the clock


@dataclass(frozen=True)
class Choice:
    """A move that was looked at: how often, and its seat's mean share with its error."""

    move: str | None  # None: to stay silent
    visits: int
    share: float
    error: float


@dataclass(frozen=True)
class Budget:
    """How long to think: iterations, or seconds."""

    iterations: int = 0
    seconds: float = 0.0


class Searcher:
    """A game's compiled search."""

    def __init__(self, name: str) -> None:
        self.kind = kind(name)
        self.fast = Fast(self.kind)
        prior = build(module_of(self.kind.policy)).prior
        self.entry = bind(self.kind, tree, prior=prior)

    def think(  # noqa: PLR0913  # the settings are named
        self,
        view: Json,
        budget: Budget,
        seed: str = "",
        *,
        threads: int = 1,
        most: int = LONGEST,
        stopped: Callable[[], bool] = lambda: False,
    ) -> list[Choice]:
        """Search from a view; the moves come back most visited first."""
        keys = [
            random.key("search", seed, str(thread))[:2] for thread in range(threads)
        ]
        root = state_of(self.kind, view, seed)

        def grow(thread: int) -> Any:
            return self._grow(
                root, view["seat"], budget, (*keys[thread], threads), most, stopped
            )

        if threads == 1:
            trees = [grow(0)]
        else:
            with ThreadPoolExecutor(threads) as pool:
                trees = list(pool.map(grow, range(threads)))
        return self._read(trees)

    def _grow(  # noqa: PLR0913
        self,
        root: Any,
        seat: int,
        budget: Budget,
        chance: tuple[int, ...],
        most: int,
        stopped: Callable[[], bool],
    ) -> Any:
        a, b, threads = chance
        states = self.fast.states(root, root)
        iterations = -(-budget.iterations // threads) if budget.iterations else 0
        nodes = np.empty(min(NODES, iterations + 2) if iterations else NODES, tree.NODE)
        control = np.zeros(2, np.int64)
        used, chunk, start = 0, 64, time.perf_counter()
        while True:
            done = int(control[1])
            step = min(chunk, iterations - done) if iterations else chunk
            begun = time.perf_counter()
            used = self.entry.search(
                states, seat, step, EXPLORE, most, a, b, nodes, used, control
            )
            took = time.perf_counter() - begun
            if iterations and control[1] >= iterations:
                break
            if not iterations and time.perf_counter() - start + took > budget.seconds:
                break
            if stopped():
                break
            if took < CHUNK_SECONDS:
                chunk *= 2
        return nodes[:used]

    def _read(self, trees: list[Any]) -> list[Choice]:
        """Add up the roots of the trees."""
        sums: dict[int, list[float]] = {}
        for nodes in trees:
            child = int(nodes[0]["first"])
            while child > 0:
                node = nodes[child]
                row = sums.setdefault(int(node["move"]), [0, 0.0, 0.0])
                row[0] += int(node["visits"])
                row[1] += float(node["total"])
                row[2] += float(node["square"])
                child = int(node["sibling"])
        found = []
        for move, (visits, total, square) in sums.items():
            mean = total / visits
            spread = max(square / visits - mean * mean, 0.0)
            text = self.kind.rules.MOVES[move] if move < self.fast.moves else None
            found.append(Choice(text, int(visits), mean, (spread / visits) ** 0.5))
        return sorted(found, key=lambda c: (-c.visits, c.move or ""))


@cache
def searcher(name: str) -> Searcher:
    """Return the compiled search of a game."""
    return Searcher(name)


class Ismcts:
    """Thinks for so many iterations (`ismcts:1000`) or milliseconds (`ismcts:200ms`)."""

    def __init__(self, rest: str = "1000") -> None:
        number = rest.removesuffix("ms") or "1000"
        if not number.isdigit() or not 0 < int(number) <= 10**9:
            raise BadBot(
                f"« ismcts:{rest} » : on écrit ismcts:1000 ou ismcts:200ms",
                f"'ismcts:{rest}': write ismcts:1000 or ismcts:200ms",
            )
        self.name = f"ismcts:{rest or 1000}"
        timed = rest.endswith("ms")
        self.budget = (
            Budget(seconds=int(number) / 1000) if timed else Budget(int(number))
        )

    def choose(self, view: Json, seed: str = "") -> str:
        """Return the most visited move."""
        if len(view["moves"]) == 1:
            return str(view["moves"][0])
        choices = searcher(view["game"]).think(view, self.budget, seed)
        return next(c.move for c in choices if c.move is not None)

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return the best move out of turn, or None when silence is better."""
        return searcher(view["game"]).think(view, self.budget, seed)[0].move
