"""UNO beside a second reading of its rulebook, which shares no code with it."""

from random import Random
from typing import Any

import pytest
from tests.games.uno_book import NewRound, Reshuffled, Table, kind_of
from tests.play import random_options

import pioche
from pioche.core.table import Game
from pioche.games import kind

STYLES = {"anyhow": "", "quick": "draw keep", "slow": "play"}


def begin(rng: Random) -> Game:
    """Deal a game; in a short one most cards lie on the pile, for the deck to end."""
    seats = rng.choice((2, 2, 3, 4, 6, 10))
    options = random_options(kind("uno"), rng, seats)
    game = pioche.deal("uno", seats, str(rng.random()), options)
    if rng.random() < 0.3:
        position: dict[str, Any] = game.position()
        deck, cut = position["deck"], rng.randint(0, 8)
        position["pile"] = [*deck[cut:], *position["pile"]]
        position["deck"] = deck[:cut]
        return pioche.from_position(position)
    return game


def choose(game: Game, rng: Random, avoided: str) -> tuple[int, str]:
    """Choose a move, often none of the avoided verbs; sometimes one out of turn."""
    late = game.claims and rng.random() < 0.3
    seat = rng.choice(game.claims if late else game.to_move)
    moves = game.moves(seat)
    wanted = [move for move in moves if move.split()[0] not in avoided]
    return seat, rng.choice(wanted if wanted and rng.random() < 0.7 else moves)


@pytest.mark.parametrize("style", STYLES)
def test_uno_goes_as_its_book_says(style: str) -> None:
    for seed in range(25):
        rng = Random(f"{style} {seed}")
        game = begin(rng)
        for _ in range(150):
            if game.over:
                break
            table = Table(game.position())
            for seat in range(game.seats):
                assert set(game.moves(seat)) == table.may(seat), (seed, game.state)
            seat, move = choose(game, rng, STYLES[style])
            game.play(seat, move)
            follow(table, seat, move, game)


def follow(table: Table, seat: int, move: str, game: Game) -> None:
    """Play a move on the second table too, and compare as much as can be foretold."""
    found = Table(game.position())
    try:
        table.play(seat, move)
    except NewRound:
        assert found.standing() == table.standing()
        assert [len(hand) for hand in found.hands] == [7] * found.seats
        assert found.kind.isdigit()
        assert [card for card in found.pile[:-1] if kind_of(card).isdigit()] == []
    except Reshuffled:
        assert sum(map(len, (found.deck, found.pile, *found.hands))) == 112
    else:
        assert found.shown() == table.shown(), (move, game.record())
