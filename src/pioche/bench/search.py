"""The search: iterations a second in every game, beside C and OpenSpiel's.

An iteration imagines the hidden cards, walks the tree and plays on by the prior: to the
end, or as far as the game's search does at play (bots/levels.py).
"""

from collections.abc import Callable, Iterator
from typing import Final

import pioche
from pioche.bench import peers
from pioche.bench.core import SEED, names, seats_of
from pioche.bench.figure import Effort, Row, best_rate
from pioche.bots.engine import NO_WEIGHTS, Kit, engine
from pioche.bots.minds import mind
from pioche.core import random
from pioche.core.fast import cores

LEAST: Final = 50_000  # iterations a second, in every game
CHUNK: Final = 500
#: OpenSpiel's search runs on few card games, and crashes at times on others.
BESIDE: Final = {"euchre": 5.0, "gin_rummy": None}


def rows(effort: Effort) -> Iterator[Row]:
    """Measure the search."""
    for name in names(effort):
        yield Row(
            f"{name} search, {seats_of(name)} seats, 1 thread",
            best_rate(searching(name), effort), "iterations/s", least=LEAST,
        )  # fmt: skip
    yield threads(effort)
    for name, least in BESIDE.items():
        peer = peers.Peer(f"openspiel {name}, ISMCTS in C++", "ismcts", name)
        yield peers.beside(
            effort, "uno search, 4 seats", searching("uno"), peer, least, "iterations/s"
        )


def searching(name: str) -> Callable[[], int]:
    """Search from the first decision of a game anew, a chunk a call."""
    of, made = engine(name), mind(name, "ismcts:1")
    game = pioche.deal(name, seats_of(name), SEED)
    seat = game.to_move[0]
    states = of.fast.states(game.state, game.state)
    kit = Kit(of, CHUNK + 2)
    a, b = random.key("search", name)[:2]

    def think() -> int:
        kit.control[:] = 0
        of.search_on(states, seat, made.row, NO_WEIGHTS, kit, (a, b), CHUNK)
        return CHUNK

    return think


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
