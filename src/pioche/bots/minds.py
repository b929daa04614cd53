"""Bots as rows of numbers: what compiled code needs to know to play like one."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots import contest, learned, levels, tree
from pioche.bots.engine import NO_WEIGHTS, Kit, engine
from pioche.bots.plain import state_of
from pioche.core import random
from pioche.core.errors import BadBot, PiocheError

Json = dict[str, Any]
LONGEST: Final = 1_000_000  # moves of a playout: to the end
EXPLORE: Final = 0.7
MOST_ITERATIONS: Final = 10**9


@dataclass(frozen=True)
class Mind:
    """How a bot chooses at a game, and the weights of its net."""

    row: NDArray[np.void]
    weights: NDArray[np.float32]

    @property
    def iterations(self) -> int:
        """Tell how long the search is; 0 when there is none."""
        searches = self.row["way"][0] == contest.SEARCH
        return int(self.row["iterations"][0]) if searches else 0


def blank(way: int) -> NDArray[np.void]:
    """Make a row of numbers for a way of choosing."""
    row = np.zeros(1, contest.MIND)
    row["way"], row["explore"] = way, EXPLORE
    row["how"], row["trees"] = (LONGEST, 0, tree.ANEW), 1
    return row


def searching(iterations: int, explore: float = EXPLORE, most: int = LONGEST) -> Mind:
    """Search for so many iterations, with the prior's playouts."""
    row = blank(contest.SEARCH)
    row["iterations"], row["explore"] = iterations, explore
    row["how"][0, 0] = most
    return Mind(row, NO_WEIGHTS)


def netted(net: learned.Net, weights: NDArray[np.float32], way: int) -> Mind:
    """Play by a net, or search with a net's estimates in place of playouts."""
    row = blank(way)
    row["net"] = net.place
    return Mind(row, weights)


def learned_mind(net: learned.Net, weights: NDArray[np.float32], about: Json) -> Mind:
    """Play as a net was trained to: by the values of moves, or by a policy."""
    policy = about.get("method") == "mmd"
    made = netted(net, weights, contest.POLICY if policy else contest.NET)
    made.row["lean"] = about.get("lean", 0.0)
    if policy:
        made.row["warmth"] = about.get("warmth", 1.0)
        made.row["how"][0, 1] = 1
    return made


@cache
def mind(game: str, text: str) -> Mind:
    """Read a bot's description for a game, or say what is wrong with it."""
    word, _, rest = text.partition(":")
    if word == "random":
        return Mind(_wide(blank(contest.RANDOM)), NO_WEIGHTS)
    if word == "greedy":
        return Mind(_wide(blank(contest.PRIOR)), NO_WEIGHTS)
    if word == "ismcts":
        return _tuned(game, searching(count(text, rest or "1000")))
    if word == "net":
        return _net(game, rest)
    if word == "netsearch":
        return _net_search(game, text, rest or "1000")
    if word == "level":
        return level(game, text, rest)
    raise BadBot(
        f"« {text} » n'est pas un robot compilé", f"{text!r} is no compiled bot"
    )


def _wide(row: NDArray[np.void]) -> NDArray[np.void]:
    """Let a bot look at every legal move."""
    row["how"][:, 1] = 1
    return row


def count(text: str, number: str) -> int:
    """Read a number of iterations."""
    if (
        not re.fullmatch(r"[0-9]{1,10}", number)
        or not 0 < int(number) <= MOST_ITERATIONS
    ):
        raise BadBot(
            f"« {text} » : on écrit par exemple ismcts:1000 ou ismcts:200ms",
            f"{text!r}: write for example ismcts:1000 or ismcts:200ms",
        )
    return int(number)


def _tuned(game: str, made: Mind) -> Mind:
    """Give a search the settings that were measured best for its game."""
    tuned = levels.SEARCH.get(game)
    if tuned:
        made.row["explore"] = tuned.explore
        made.row["how"][0, 0] = tuned.most
    return made


def _net(game: str, rest: str) -> Mind:
    """Play by the net that ships, or by one in a file."""
    found = learned.load(game, Path(rest)) if rest else learned.own(game)
    if found is None:
        raise BadBot(
            f"il n'y a pas encore de réseau pour {game} : « pioche train {game} »",
            f"there is no net for {game} yet: 'pioche train {game}'",
        )
    return learned_mind(*found)


def _net_search(game: str, text: str, rest: str) -> Mind:
    """Search with the estimates of the net that ships."""
    made = _tuned(game, searching(count(text, rest)))
    made.row["net"] = (net := _net(game, "")).row["net"]
    return Mind(made.row, net.weights)


def level(game: str, text: str, rest: str) -> Mind:
    """Return a level of a game, made of its net where one ships, else of searches."""
    if rest not in [str(number) for number in levels.NUMBERS]:
        raise BadBot(
            f"« {text} » : les niveaux vont de level:1 à level:8",
            f"{text!r}: levels go from level:1 to level:8",
        )
    plan = levels.plan(game, int(rest), learned=learned.own(game) is not None)
    base = mind(game, plan.base)
    row = base.row.copy()
    row["warmth"], row["slip"], row["blink"] = plan.warmth, plan.slip, plan.blink
    row["how"][0, 0] = plan.most or row["how"][0, 0]
    return Mind(row, base.weights)


def pack(minds: list[Mind]) -> tuple[NDArray[np.void], NDArray[np.float32]]:
    """Put minds side by side, and their nets behind each other, each once."""
    rows = np.concatenate([made.row for made in minds])
    placed: dict[int, int] = {}
    parts, at = [], 0
    for i, made in enumerate(minds):
        if rows["net"][i, 1] == 0:
            continue
        if id(made.weights) not in placed:
            placed[id(made.weights)] = at
            parts.append(made.weights)
            at += len(made.weights)
        rows["net"][i, 0] = placed[id(made.weights)]
    return rows, np.concatenate(parts) if parts else NO_WEIGHTS


def decide(text: str, view: Json, seed: str) -> str | None:
    """Let a bot choose by a view and chance alone; None: it stays silent."""
    game = engine(view["game"])
    made = mind(view["game"], text)
    s = state_of(game.kind, view, seed)
    states = game.fast.states(s, s, s)
    key = random.key("choose", seed)
    kit = Kit(game, made.iterations + 2)
    move = game.decide(
        states, view["seat"], made.row, made.weights, kit, (key[0], key[1])
    )
    return None if move == game.fast.moves else str(game.kind.rules.MOVES[move])


def has_mind(text: str, game: str) -> bool:
    """Tell whether compiled code can play a bot by itself."""
    try:
        mind(game, text)
    except PiocheError:
        return False
    return True
