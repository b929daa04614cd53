"""The ledger closes, and is right where the answer is known."""

from collections.abc import Iterator
from random import Random
from statistics import mean, stdev

import pytest
from tests.play import GAMES, play_on

import pioche
from pioche.bots import ledger
from pioche.core.table import Game
from pioche.games import MADE, add, found, kind

every_game = pytest.mark.parametrize("name", GAMES)


def finished(name: str, seed: str, seats: int | None = None) -> Game:
    """Let the greedy bot play a game to its end, with a blunder now and then."""
    of = kind(name)
    game = pioche.deal(name, seats or of.rules.SEATS[0], seed)
    bot, rng = pioche.bot("greedy"), Random(seed)
    while not game.over:
        seat = game.to_move[0]
        if rng.random() < 0.1:
            play_on(game, rng, 1)
        else:
            game.play(seat, bot.choose(game.view(seat), str(game.state.count)))
    return game


@every_game
def test_every_account_closes(name: str) -> None:
    seats = kind(name).rules.SEATS
    for number, count in enumerate(seats):
        game = finished(name, f"closes {number}", count)
        found = ledger.report(game.record(), steps=20_000)
        assert len(found["moves"]) == len(game.log)
        assert len(found["curve"]) == len(game.log) + 1
        total = 0.0
        for account in found["ledger"]:
            assert abs(account["closure"]) < 1e-9
            lines = [*account["lines"].values(), *account["opponents"]]
            assert sum(line["share"] for line in lines) == pytest.approx(
                account["result"]
            )
            assert all(line["error"] >= 0 for line in lines)
            total += account["result"]
        assert total == pytest.approx(1)
        for shares in found["curve"]:
            assert sum(shares) == pytest.approx(1)


def test_the_same_record_gets_the_same_report() -> None:
    text = finished("uno", "same").record()
    assert ledger.report(text, steps=20_000) == ledger.report(text, steps=20_000)


def test_a_game_that_is_not_over_gets_a_sentence() -> None:
    with pytest.raises(pioche.BadUse):
        ledger.report(pioche.deal("uno", 2, "s").record())


@pytest.fixture
def toss() -> Iterator[str]:
    add("toss", "tests.bots.toss")
    yield "toss"
    del MADE["toss"]
    found.cache_clear()


def test_a_game_of_pure_chance_is_all_luck(toss: str) -> None:
    for seed in "abcd":
        game = pioche.deal(toss, 2, seed)
        game.play(0, "toss")
        for account in ledger.report(game.record())["ledger"]:
            lines = account["lines"]
            assert lines["seat"]["share"] == pytest.approx(0.5, abs=0.06)
            assert lines["deal"]["share"] == pytest.approx(0, abs=0.1)
            drawn = lines["draws"]["share"]
            assert drawn == pytest.approx(account["result"] - 0.5, abs=0.06)
            assert lines["hidden"]["share"] == lines["own"]["share"] == 0
            assert account["opponents"][0]["share"] == 0


def test_the_one_decision_of_a_game_is_charged_to_who_made_it(toss: str) -> None:
    game = pioche.deal(toss, 2, "a", {"decision": True})
    game.play(0, "give-up")
    found = ledger.report(game.record())
    mine, other = found["ledger"]
    assert mine["lines"]["own"]["share"] == pytest.approx(-0.5, abs=0.06)
    assert other["opponents"][0]["share"] == pytest.approx(0.5, abs=0.06)
    for account in (mine, other):
        assert account["lines"]["draws"]["share"] == pytest.approx(0, abs=1e-12)
        assert account["lines"]["hidden"]["share"] == pytest.approx(0, abs=1e-12)
    (mistake,) = found["mistakes"]
    assert mistake["loss"] == pytest.approx(0.5, abs=0.06)
    assert "give up (fr)" in mistake["fr"]
    assert "'toss (en)'" in mistake["en"]


def test_a_planted_blunder_is_among_the_dearest_mistakes() -> None:
    """A seat that could win at once draws instead, while its rival is close to winning."""
    planted = found = 0
    for number in range(20):
        game = pioche.deal("uno", 2, f"blunder {number}")
        bot = pioche.bot("greedy")
        at = None
        while not game.over:
            seat = game.to_move[0]
            move = bot.choose(game.view(seat), str(game.state.count))
            sizes = game.view(seat)["table"]["sizes"]
            if (
                at is None
                and sizes[seat] == 1
                and sizes[1 - seat] <= 5
                and move.startswith("play")
                and "draw" in game.moves(seat)
            ):
                move, at = "draw", len(game.log) + 1
            game.play(seat, move)
        if at:
            planted += 1
            mistakes = ledger.report(game.record(), steps=300_000)["mistakes"]
            found += at in [row["number"] for row in mistakes[:3]]
    assert planted >= 5
    assert found >= planted - 1


@pytest.mark.slow
def test_luck_is_nothing_on_average() -> None:
    deals: list[float] = []
    draws: list[float] = []
    for number in range(60):
        game = finished("uno", f"mean {number}")
        lines = ledger.report(game.record(), steps=60_000)["ledger"][0]["lines"]
        deals.append(lines["deal"]["share"])
        draws.append(lines["draws"]["share"])
    for luck in (deals, draws):
        assert abs(mean(luck)) < 3 * stdev(luck) / len(luck) ** 0.5


def test_playouts_of_long_games_end_early_and_their_accounts_still_close() -> None:
    """A game of Dectana by its prior has hundreds of moves; a report takes a second."""
    judged = ledger.judge_of("dectana")
    assert judged.most < 100
    game = pioche.deal("dectana", 2, "early")
    _, steps = judged.before_the_deal(game, 8, "early")
    assert steps <= 8 * judged.most
