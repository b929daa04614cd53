"""Anthem beside a second reading of its rulebook, which shares no code with it."""

from random import Random

import pytest
from tests.games.anthem_book import Table, can_be_filled, number_of
from tests.play import random_options

import pioche
from pioche.core.table import Game
from pioche.games import kind

GAMES = {"careful": 25, "careless": 25}


def choose(game: Game, rng: Random, *, careful: bool) -> tuple[int, str]:
    """Choose a move: mostly laying, and if careful only where the row can be filled."""
    late = game.claims and rng.random() < 0.1
    seat = rng.choice(game.claims if late else game.to_move)
    moves = game.moves(seat)
    row = Table(game.position()).rows[seat]
    lays = [move for move in moves if move.startswith("lay")]
    if careful:
        lays = [move for move in lays if can_be_filled(laid(row, move))]
    others = [move for move in moves if not move.startswith("lay")]
    return seat, rng.choice(lays if lays and rng.random() < 0.8 else others)


def laid(row: list[int | None], move: str) -> list[int | None]:
    """Return a row with a card laid on it."""
    _, card, space = move.split()
    return [*row[: int(space)], number_of(card), *row[int(space) + 1 :]]


@pytest.mark.parametrize("style", GAMES)
def test_anthem_goes_as_its_book_says(style: str) -> None:
    for seed in range(GAMES[style]):
        rng = Random(f"{style} {seed}")
        seats = rng.choice((2, 2, 3, 4, 5, 8))
        options = random_options(kind("anthem"), rng, seats)
        game = pioche.deal("anthem", seats, str(rng.random()), options)
        while not game.over and game.state.count < 300:
            table = Table(game.position())
            for seat in range(game.seats):
                assert set(game.moves(seat)) == table.may(seat), game.record()
            seat, move = choose(game, rng, careful=style == "careful")
            before = len(game.told)
            game.play(seat, move)
            told = game.events(seat, since=before)
            card = next((row["card"] for row in told if row["event"] == "took"), None)
            table.play(seat, move, card)
            found = Table(game.position())
            assert found.shown() == table.shown(), game.record()
            if game.result is not None:
                assert set(game.result["winners"]) == table.winners
                assert game.result["reason"] == table.ending
