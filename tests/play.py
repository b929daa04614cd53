"""Random games for the laws: any kind, any seats, any options, any moment."""

from functools import cache
from random import Random
from typing import Any

from hypothesis import strategies as st

import pioche
from pioche.core import scenario
from pioche.core.kind import Kind
from pioche.core.table import Game
from pioche.games import kind, names

GAMES = names()
Json = dict[str, Any]

#: The positions of these scenarios leave out some of what the seats know.
SPARSE = ("kardashev",)


def random_options(of: Kind, rng: Random, seats: int) -> Json:
    """Choose options that do not exclude each other; half the time the default ones."""
    while rng.random() < 0.5:
        chosen: Json = {
            option.name: rng.choice(option.values)
            for option in of.rules.OPTIONS
            if rng.random() < 0.4
        }
        if not of.rules.contradiction(
            {**{o.name: o.default for o in of.rules.OPTIONS}, **chosen}, seats
        ):
            return chosen
    return {}


def play_on(game: Game, rng: Random, moves: int) -> None:
    """Play random legal moves; one in eight is a claim out of turn when there is one."""
    for _ in range(moves):
        if game.over:
            return
        seats = game.to_move
        claims = game.claims
        if claims and rng.random() < 0.125:
            seats = claims
        seat = rng.choice(seats)
        game.play(seat, rng.choice(game.moves(seat)))


def random_game(name: str, rng: Random, most: int = 150) -> Game:
    """Return a game at a random moment."""
    of = kind(name)
    low, high = of.rules.SEATS
    seats = rng.randint(low, high)
    options = random_options(of, rng, seats)
    game = pioche.deal(name, seats, str(rng.random()), options)
    play_on(game, rng, rng.randint(0, most))
    return game


@cache
def told_tables(name: str) -> list[Game]:
    """Return the tables that the scenarios of a game lead through.

    Random play seldom gets there: hands that were shown, claims, the middle of an effect.
    """
    tables: list[Game] = []
    for row in scenario.read(kind(name)) if name not in SPARSE else ():
        game = scenario.set_up(kind(name), row)
        tables.append(game.copy())
        for line in row.moves:
            seat, move = line.split(" ", 1)
            game.play(int(seat), move)
            tables.append(game.copy())
    return tables


def games(name: str) -> st.SearchStrategy[tuple[Game, Random]]:
    """Games of a kind at any moment, with a source of chance for what is done to them."""

    def make(seed: int) -> tuple[Game, Random]:
        rng = Random(seed)
        tables = told_tables(name)
        if not tables or rng.random() < 0.5:
            return random_game(name, rng), rng
        game = rng.choice(tables).copy()
        play_on(game, rng, rng.choice((0, 0, 1, 2, 5, 20)))
        return game, rng

    return st.integers(0, 2**32).map(make)
