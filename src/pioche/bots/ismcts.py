"""The search as Python asks for it: from a view, for a budget, on several threads."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from threading import Timer
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots import levels
from pioche.bots.engine import NO_WEIGHTS, NODES, Kit, engine
from pioche.bots.minds import LONGEST, searching
from pioche.bots.plain import Greedy, moves_in, state_of
from pioche.core import random
from pioche.core.errors import BadBot

Json = dict[str, Any]
CHUNK: Final = 1024  # iterations between two questions whether to stop
LONGEST_MS: Final = 3_600_000
FEWEST: Final = 32  # iterations, however short the time


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
    """A game's compiled search; it looks at every legal move of the root."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.engine = engine(name)
        self.kind, self.fast = self.engine.kind, self.engine.fast

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
        tuned = levels.SEARCH.get(self.name, levels.Tuned())
        mind = searching(1, tuned.explore, min(most, tuned.most)).row
        mind["how"][0, 1] = 1
        root = state_of(self.kind, view, seed)
        kits = [self._kit(budget, threads) for _ in range(threads)]
        call_off = stop_later(kits, budget)

        def grow(thread: int) -> None:
            key = random.key("search", seed, str(thread))
            states = self.fast.states(root, root)
            kit, done, whole = kits[thread], 0, -(-budget.iterations // threads)
            while (done < whole or not whole) and not kit.control[0] and not stopped():
                count = min(CHUNK, whole - done) if whole else CHUNK
                self.engine.search_on(
                    states, view["seat"], mind, NO_WEIGHTS, kit, (key[0], key[1]), count
                )
                done = int(kit.control[1])
            if done == 0:
                kit.control[0] = 0
                self.engine.search_on(
                    states,
                    view["seat"],
                    mind,
                    NO_WEIGHTS,
                    kit,
                    (key[0], key[1]),
                    FEWEST,
                )

        try:
            if threads == 1:
                grow(0)
            else:
                with ThreadPoolExecutor(threads) as pool:
                    list(pool.map(grow, range(threads)))
        finally:
            call_off()
        return self._read([kit.nodes for kit in kits])

    def _kit(self, budget: Budget, threads: int) -> Kit:
        """Make room for one tree."""
        share = -(-budget.iterations // threads)
        return Kit(self.engine, share + 2 if share else NODES)

    def _read(self, trees: list[NDArray[np.void]]) -> list[Choice]:
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


def stop_later(kits: list[Kit], budget: Budget) -> Callable[[], None]:
    """End searches when the time is up; return what calls this off.

    A search looks at its stop flag before each iteration.
    """
    if not budget.seconds:
        return lambda: None

    def stop() -> None:
        for kit in kits:
            kit.control[0] = 1

    timer = Timer(budget.seconds, stop)
    timer.daemon = True
    timer.start()
    return timer.cancel


@cache
def searcher(name: str) -> Searcher:
    """Return the compiled search of a game."""
    return Searcher(name)


class Timed:
    """The search for so many milliseconds: `ismcts:200ms`."""

    def __init__(self, name: str, milliseconds: str) -> None:
        number = re.fullmatch("[0-9]{1,9}", milliseconds)
        if not number or not 0 < int(milliseconds) <= LONGEST_MS:
            raise BadBot(
                f"« {name} » : on écrit ismcts:1000 ou ismcts:200ms",
                f"{name!r}: write ismcts:1000 or ismcts:200ms",
            )
        self.name = name
        self.budget = Budget(seconds=int(milliseconds) / 1000)

    def choose(self, view: Json, seed: str = "") -> str:
        """Return the most visited move."""
        moves = moves_in(view)
        if len(moves) == 1:
            return moves[0]
        choices = searcher(view["game"]).think(view, self.budget, seed)
        moves = [c.move for c in choices if c.move is not None]
        return moves[0] if moves else Greedy().choose(view, seed)

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return the best move out of turn, or None when silence is better."""
        return searcher(view["game"]).think(view, self.budget, seed)[0].move
