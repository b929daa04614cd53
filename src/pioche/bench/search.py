"""The search: iterations a second in every game, beside C and OpenSpiel's.

An iteration imagines the hidden cards, walks the tree and plays on by the prior: to the
end, or as far as the game's search does at play (bots/levels.py).
"""

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

import pioche
from pioche.bench import peers
from pioche.bench.core import SEED, names, seats_of
from pioche.bench.figure import Effort, Row, alternate, best_rate
from pioche.bench.limit import Limit, limit
from pioche.bots import contest
from pioche.bots.engine import NO_WEIGHTS, Kit, engine
from pioche.bots.minds import mind
from pioche.core import random
from pioche.core.fast import cores
from pioche.core.rules import lowest

LEAST: Final = 50_000  # iterations a second, in every game
CHUNK: Final = 500
#: OpenSpiel's search runs on few card games, and crashes at times on others.
BESIDE: Final = {"euchre": 5.0, "gin_rummy": None}


def rows(effort: Effort) -> Iterator[Row]:
    """Measure the search."""
    for name in names(effort):
        yield Row(
            f"{name} search, {seats_of(name)} seats, 1 thread",
            best_rate(Searcher(name), effort), "iterations/s", least=LEAST,
        )  # fmt: skip
    yield beside_c(effort)
    yield threads(effort)
    for name, least in BESIDE.items():
        peer = peers.Peer(f"openspiel {name}, ISMCTS in C++", "ismcts", name)
        what = "uno search, 4 seats"
        yield peers.beside(effort, what, Searcher("uno"), peer, least, "iterations/s")


class Searcher:
    """Searches the first decision of a game again and again, a chunk a call."""

    def __init__(self, name: str) -> None:
        self.of, self.mind = engine(name), mind(name, "ismcts:1").row
        self.seats = seats_of(name)
        self.kit = Kit(self.of, CHUNK + 2)
        self.key, self.chance = random.key("search", name)[:2], random.key("lots")[:2]
        self.states = np.zeros(4, self.of.fast.dtype)
        self.states[3] = self.of.fast.blank(self.seats)[0]
        self.of.entry.work(  # a match of no moves: it is dealt
            contest.MATCHES, self.states, np.zeros(self.seats, contest.MIND), 0, 0, 1, 0,
            *self.key, self.kit.parts(NO_WEIGHTS), self.of.nothing,
            np.zeros((1, self.seats)), np.zeros(1, np.int32),
        )  # fmt: skip
        self.seat = lowest(self.of.fast.entry.to_move_at(self.states, 0))

    def __call__(self) -> int:
        """Search the chunk."""
        self.kit.control[:] = 0
        a, b = self.chance
        self.of.search_on(
            self.states, self.seat, self.mind, NO_WEIGHTS, self.kit, (a, b), CHUNK
        )
        return CHUNK

    def visits(self) -> dict[int, int]:
        """Return how often the last search visited the moves of its root."""
        nodes, found = self.kit.nodes, {}
        child = int(nodes[0]["first"])
        while child > 0:
            found[int(nodes[child]["move"])] = int(nodes[child]["visits"])
            child = int(nodes[child]["sibling"])
        return found


def beside_c(effort: Effort) -> Row:
    """Measure UNO's search beside the same search in C."""
    what, built = "uno search, 4 seats, 1 thread", limit()
    if isinstance(built, str):
        return Row(what, None, "iterations/s", "C", note=built)
    ours = Searcher("uno")
    theirs, visits = in_c(built, ours)
    same_search(ours, theirs, visits)
    mine, c = alternate(effort, ours, theirs)
    return Row(what, mine, "iterations/s", "C", c, least=0.8)


def in_c(built: Limit, ours: Searcher) -> tuple[Callable[[], int], NDArray[np.int32]]:
    """Return the same work in C, and where it counts the visits of the root's moves."""
    nodes = ours.kit.nodes.copy()
    visits = np.zeros(ours.of.fast.moves + 1, np.int32)
    most, (a, b), (c, d) = int(ours.mind["how"][0, 0]), ours.key, ours.chance

    def theirs() -> int:
        built.search((a, b), ours.seats, CHUNK, most, (c, d), nodes, visits)
        return CHUNK

    return theirs, visits


def same_search(
    ours: Searcher, theirs: Callable[[], int], visits: NDArray[np.int32]
) -> None:
    """Assert that C visits the same moves as often."""
    ours()
    theirs()
    if ours.visits() != {int(move): int(visits[move]) for move in visits.nonzero()[0]}:
        raise AssertionError("the search in C is another one")


def threads(effort: Effort) -> Row:
    """Measure two threads beside one, by the wall's clock, in turn."""
    from pioche.bots.ismcts import Budget, searcher

    what = "uno search, 4 seats, 2 threads"
    if cores() < 2:
        return Row(what, None, "iterations/s", note="needs two cores")
    game = pioche.deal("uno", 4, SEED)
    view = game.view(game.to_move[0])
    best = {1: 0.0, 2: 0.0}
    for _ in range(max(effort.rounds, 2)):
        for number in (1, 2):
            budget = Budget(seconds=effort.seconds)
            found = searcher("uno").think(view, budget, SEED, threads=number)
            done = sum(choice.visits for choice in found)
            best[number] = max(best[number], done / effort.seconds)
    return Row(
        what, best[2], "iterations/s", "1 thread", best[1], least=1.9,
        note="by the wall's clock: only a quiet machine shows it",
    )  # fmt: skip
