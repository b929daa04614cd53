"""Rules beside a second reading of their rulebook, which shares no code with them."""

import json
from collections import Counter
from collections.abc import Callable
from itertools import chain
from random import Random
from typing import Any

import pytest
from tests.games import dectana_book, duckomenta_book
from tests.play import random_options

import pioche
from pioche.core.table import Game
from pioche.games import kind

Json = dict[str, Any]


def dealt(name: str, rng: Random) -> tuple[Game, Json]:
    """Deal a game with any seats and options; give its position too."""
    seats = rng.randint(2, 5)
    options = random_options(kind(name), rng, seats)
    game = pioche.deal(name, seats, str(rng.random()), options)
    return game, json.loads(json.dumps(game.position()))


def choose(game: Game, rng: Random, dull: dict[str, float]) -> tuple[int, str]:
    """Choose a verb, then a move; dull verbs are left out as often as is said."""
    late = game.claims and rng.random() < 0.1
    seat = rng.choice(game.claims if late else game.to_move)
    moves: dict[str, list[str]] = {}
    for move in game.moves(seat):
        moves.setdefault(move.split()[0], []).append(move)
    for verb, often in dull.items():
        if len(moves) > 1 and verb in moves and rng.random() < often:
            del moves[verb]
    return seat, rng.choice(moves[rng.choice(sorted(moves))])


# Duckomenta Art


def few_cards(rng: Random) -> Game:
    """Begin with few cards in hands and deck, so that every gap of the rules shows."""
    game, d = dealt("duckomenta", rng)
    d["options"] = {o.name: rng.choice(o.values) for o in game.kind.rules.OPTIONS}
    cards = d["deck"] + [*chain(*d["hands"])]
    rng.shuffle(cards)
    cards.sort(key=lambda card: card.endswith("plain") and rng.random() < 0.7)
    d["hands"] = [take(cards, rng.choice((0, 1, 2, 4, 10))) for _ in d["hands"]]
    d["hands"][d["mover"]] = d["hands"][d["mover"]] or take(cards, 1)
    rng.shuffle(cards)
    d["deck"], d["discards"] = take(cards, rng.choice((0, 0, 1, 3, 10))), Counter(cards)
    if rng.random() < 0.3:
        d["discards"][d["trend"]] += 1
        d["trend"] = None
    d["season"] = rng.randint(2, 4)
    for season in range(d["season"] - 1):
        epochs = rng.sample(duckomenta_book.EPOCHS, 3)
        d["ranks"][season] = dict(zip(epochs, (3, 2, 1), strict=True))
        d["points"][season] = [rng.randint(0, 40) for _ in d["hands"]]
    return pioche.from_position(d)


def take(cards: list[str], count: int) -> list[str]:
    """Take the first of some cards."""
    taken, cards[:] = cards[:count], cards[count:]
    return taken


@pytest.mark.parametrize(
    ("begin", "games"),
    [(lambda rng: dealt("duckomenta", rng)[0], 60), (few_cards, 150)],
)
def test_duckomenta_goes_as_its_book_says(
    begin: Callable[[Random], Game], games: int
) -> None:
    for seed in range(games):
        rng = Random(seed)
        game = begin(rng)
        while not game.over:
            table = duckomenta_book.Table(game.position())
            for seat in range(game.seats):
                assert set(game.moves(seat)) == table.may(seat)
            seat, move = choose(game, rng, {"done": 0.4})
            game.play(seat, move)
            table.play(seat, move)
            found, wanted = duckomenta_book.Table(game.position()), table.shown()
            found.shuffled = table.shuffled
            assert found.shown() == wanted, (seed, game.state.count, move)
            if game.result is not None:
                assert table.result() == outcome(game.result)


def outcome(result: Json) -> tuple[list[int], list[int]]:
    """Return winners and scores."""
    return result["winners"], result["scores"]


# Dectana

PYRAMIDS = [f"{size}-{copy}" for size in dectana_book.SIZES for copy in (1, 2, 3)]
TEDIOUS = {"claim": 0.97, "renew": 0.85, "reorient": 0.6, "finish": 0.6}


def crowded(rng: Random) -> Game:
    """Begin in the middle of a battle, with Crowns and Aces and hardly any deck."""
    _, d = dealt("dectana", rng)
    where = dectana_book.Table(d).spaces()
    cards = d["deck"] + [*chain(*d["hands"], *d["board"].values())]
    rng.shuffle(cards)
    cards.sort(key=lambda card: dectana_book.VALUE[card] > 1 and rng.random() < 0.7)
    d["hands"] = [take(cards, rng.randint(0, 6)) for _ in d["hands"]]
    rng.shuffle(cards)
    kept = rng.sample(sorted(d["board"]), rng.randint(1, 9))
    d["board"] = {space: stack(cards, rng.randint(1, 3)) for space in kept}
    cut = rng.choice((0, 1, 3, 20, len(cards)))
    d["deck"], d["discard"] = cards[:cut], cards[cut:]
    d["reshuffled"] = rng.random() < 0.5
    d["shuffled"] = d["deck"] if d["reshuffled"] else []
    table = dectana_book.Table(d | {"pyramids": [], "unplaced": 0})
    spaces = rng.sample(where, rng.choice((4, 8, len(where))))
    ground = [space for space in spaces if not table.void(space)] or table.spaces()
    most = rng.choice((2, 5, 9))
    d["pyramids"] = [
        {name: anywhere(rng, ground) for name in rng.sample(PYRAMIDS, most)}
        for _ in d["hands"]
    ]
    return pioche.from_position(d | {"phase": "act", "unplaced": 0})


def stack(cards: list[str], most: int) -> list[str]:
    """Lay cards on each other as long as they rise."""
    found = take(cards, 1)
    while len(found) < most and rises(found[-1], cards[0]):
        found += take(cards, 1)
    return found


def rises(card: str, above: str) -> bool:
    """Tell whether a card may cover another."""
    return dectana_book.VALUE[above] > dectana_book.VALUE[card]


def anywhere(rng: Random, ground: list[tuple[int, int]]) -> str:
    """Write where a pyramid stands and points."""
    space = dectana_book.name_of(rng.choice(ground))
    return f"{space} {rng.choice([*dectana_book.WAYS, 'up'])}"


@pytest.mark.parametrize(
    ("begin", "games", "most"),
    [(lambda rng: dealt("dectana", rng)[0], 8, 300), (crowded, 90, 80)],
)
def test_dectana_goes_as_its_book_says(
    begin: Callable[[Random], Game], games: int, most: int
) -> None:
    """Legal moves and tables are compared after every move, the void looked up anew."""
    for seed in range(games):
        rng = Random(seed)
        game = begin(rng)
        for _ in range(most):
            if game.over:
                break
            table = dectana_book.Table(game.position())
            for seat in range(game.seats):
                assert set(game.moves(seat)) == table.legal(seat)
            seat, move = choose(game, rng, TEDIOUS)
            before = len(game.told)
            game.play(seat, move)
            told = game.events(seat, since=before)
            off_deck = [e["card"] for e in told if e["event"] in ("drew", "founded")]
            table.play(seat, move, off_deck)
            found = dectana_book.Table(game.position())
            assert found.shown() == table.shown(), (seed, game.state.count, move)
            assert game.view(None)["table"]["scores"] == table.result()[1]
            if game.result is not None:
                assert table.result() == outcome(game.result)
