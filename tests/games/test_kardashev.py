"""Kardashev, clause by clause where its scenarios are not enough."""

from random import Random
from typing import Any

from tests.play import play_on

import pioche
from pioche.core import scenario
from pioche.core.scenario import Scenario
from pioche.core.table import Game
from pioche.games import kind
from pioche.games.kardashev import rules

Json = dict[str, Any]
KARDASHEV = kind("kardashev")
SCENARIOS = {s.name: s for s in scenario.read(KARDASHEV)}
MATCH = {"mode": "match"}


def started(name: str, options: Json | None = None, **fields: object) -> Game:
    """Return the game in which a scenario begins, with some fields changed."""
    given = SCENARIOS[name]
    position = {**given.position, **fields}
    chosen = given.options if options is None else options
    return scenario.set_up(
        KARDASHEV, Scenario(name, [], "", "", given.seats, position, chosen)
    )


def finished(seed: str, options: Json) -> Game:
    """Play a game of random moves to its end."""
    game = pioche.deal("kardashev", 2, seed, options)
    play_on(game, Random(seed), rules.BOUND)
    return game


# The cards
