"""A bot's choice depends on the view and the seed, and on nothing else."""

import json
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.play import GAMES, random_game

import pioche
from pioche.bots import contest, learned
from pioche.bots.engine import Kit, engine
from pioche.bots.minds import mind
from pioche.bots.plain import state_of
from pioche.core import random
from pioche.core.table import Game, imagined

every_game = pytest.mark.parametrize("name", GAMES)
BOTS = ("random", "greedy", "ismcts:40", "net", *(f"level:{n}" for n in range(1, 9)))


def asked(game: Game) -> list[int]:
    """List the seats that a bot could be asked for."""
    return [*game.to_move, *game.claims]


def unfinished(name: str, rng: Random) -> Game:
    """Return a game in which somebody has a choice."""
    while True:
        game = random_game(name, rng, 60)
        if any(len(game.moves(seat)) > 1 for seat in asked(game)):
            return game


@every_game
@pytest.mark.parametrize("text", BOTS)
def test_a_choice_depends_on_view_and_seed_alone(name: str, text: str) -> None:
    if text == "net" and learned.own(name) is None:
        pytest.skip(f"no net ships for {name}")
    rng = Random(f"{name} {text}")
    bot = pioche.bot(text)
    for _ in range(3):
        game = unfinished(name, rng)
        for seat in asked(game):
            view = json.loads(json.dumps(game.view(seat)))
            other = imagined(game.kind, view, str(rng.random()))
            chosen = bot.choose(view, "x")
            assert chosen in view["moves"]
            assert bot.choose(other.view(seat), "x") == chosen
            assert pioche.bot(text).choose(view, "x") == chosen
            said = bot.claim(view, "x")
            assert said is None or said in view["moves"]
            assert bot.claim(other.view(seat), "x") == said


def decide(game: Game, seat: int, text: str, seed: str) -> int:
    """Let compiled code decide from the true state, as matches do."""
    of, made = engine(game.name), mind(game.name, text)
    states = of.fast.states(game.state, game.state, game.state)
    key = random.key("choose", seed)
    kit = Kit(of, made.iterations + 2)
    return of.decide(states, seat, made.row, made.weights, kit, (key[0], key[1]))


@every_game
@pytest.mark.parametrize("text", ["random", "greedy", "level:3"])
def test_a_match_chooses_what_the_view_would(name: str, text: str) -> None:
    """A match runs on true states; what plays without search chooses exactly alike."""
    rng = Random(f"{name} {text} match")
    searches = mind(name, text).iterations > 0
    for _ in range(25):
        game = unfinished(name, rng)
        for seat in asked(game):
            seed = str(rng.random())
            true = decide(game, seat, text, seed)
            other = imagined(game.kind, game.view(seat), "other")
            if not searches:
                assert decide(other, seat, text, seed) == true


@every_game
def test_a_search_on_the_true_state_sees_no_more_than_one_on_the_view(
    name: str,
) -> None:
    """The shares of moves agree, whatever the hidden cards of the root are."""
    rng = Random(f"{name} search")
    of = engine(name)
    row = mind(name, "ismcts:4000").row.copy()
    row["explore"] = 100.0  # every move alike, so that only chance differs
    kits = [Kit(of, 4002) for _ in range(2)]
    strange = 0
    compared = 0
    for _ in range(6):
        game = unfinished(name, rng)
        seat = next(s for s in asked(game) if len(game.moves(s)) > 1)
        roots = (game.state, state_of(of.kind, game.view(seat), "y"))
        found = []
        for kit, root in zip(kits, roots, strict=True):
            kit.control[:] = 0
            states = of.fast.states(root, root)
            key = (rng.getrandbits(31), 1)
            none = np.zeros(1, np.float32)
            of.search_on(states, seat, row, none, kit, key, 4000)
            found.append(children(kit))
        assert found[0].keys() == found[1].keys()
        for move, (visits, mean, spread) in found[0].items():
            others, other_mean, other_spread = found[1][move]
            error = (spread / visits + other_spread / others + 1e-6) ** 0.5
            compared += 1
            strange += abs(mean - other_mean) > 3.3 * error
    assert strange <= max(1, compared // 50)


def children(kit: Kit) -> dict[int, tuple[int, float, float]]:
    """Read the root's children: visits, mean and variance."""
    rows: dict[int, tuple[int, float, float]] = {}
    child = int(kit.nodes[0]["first"])
    while child > 0:
        node: Any = kit.nodes[child]
        visits, mean = int(node["visits"]), float(node["total"] / node["visits"])
        rows[int(node["move"])] = visits, mean, float(node["square"] / visits - mean**2)
        child = int(node["sibling"])
    return rows


@every_game
def test_a_search_ends_when_its_flag_is_set(name: str) -> None:
    game = unfinished(name, Random(2))
    seat = asked(game)[0]
    of = engine(name)
    states = of.fast.states(game.state, game.state)
    kit = Kit(of, 10_000)
    kit.control[0] = 1
    none = np.zeros(1, np.float32)
    of.search_on(states, seat, mind(name, "ismcts").row, none, kit, (1, 2), 10**9)
    assert kit.control[1] == 0


def test_a_full_tree_is_searched_on_as_it_is() -> None:
    game = pioche.deal("uno", 4, "full")
    seat = game.to_move[0]
    of = engine("uno")
    states = of.fast.states(game.state, game.state)
    kit = Kit(of, 50)
    row = mind("uno", "ismcts").row
    of.search_on(states, seat, row, np.zeros(1, np.float32), kit, (1, 2), 500)
    assert kit.control[1] == 500
    assert kit.control[2] == 50
    assert sum(visits for visits, _, _ in children(kit).values()) == 500


def test_waiting_minds_are_packed_once() -> None:
    from pioche.bots.minds import pack

    rows, weights = pack([mind("uno", "ismcts"), mind("uno", "greedy")])
    assert list(rows["way"]) == [contest.SEARCH, contest.PRIOR]
    assert len(weights) == 1
