"""Training: it can be stopped and taken up, and what it writes plays."""

from pathlib import Path

import numpy as np
import pytest

import pioche
from pioche.bots import learned
from pioche.bots.engine import engine
from pioche.lab import train
from pioche.lab.learner import Learner
from pioche.lab.train import Plan, Training

GAME = "anthem"


def test_a_net_learns_what_it_is_shown() -> None:
    net = learned.Net.of(GAME, 16, 8)
    learner = Learner(net)
    chance = np.random.default_rng(1)
    learner.start(chance)
    seen = chance.random((256, net.features), np.float32)
    chosen = chance.integers(0, net.moves, 256)
    target = np.zeros((256, net.seats + 1), np.float32)
    target[:, 0], target[:, 2:-1] = seen[:, 0], -1
    target[:, 1] = 1 - seen[:, 0]
    target[:, -1] = seen[:, 0]
    errors = [learner.learn(seen, chosen, target, 1e-2) for _ in range(300)]
    assert errors[-1] < errors[0] / 10


def test_compiled_code_computes_what_numpy_computes() -> None:
    """The net's values in play are those that were trained."""
    net = learned.Net.of(GAME, 16, 8)
    learner = Learner(net)
    learner.start(np.random.default_rng(2))
    plan = Plan(GAME, wide=16, narrow=8, astray=0.0, lean=0.0)
    player = train.Player(plan, net)
    tape = player.fill(learner.flat[0], 0.0, 1)
    seen, chosen, _, target, expected = tape[:5]
    b1, w1, b2, w2, b3, w3 = learner.layers
    first = np.maximum(seen @ w1 + b1, 0)
    second = np.maximum(first @ w2 + b2, 0)
    own_share = second @ w3[net.moves + 1] + b3[net.moves + 1]
    values = own_share + np.einsum("ij,ij->i", second, w3[chosen]) + b3[chosen]
    of_the_net = slice(train.PART, None)  # the first part is the prior's
    assert np.allclose(values[of_the_net], expected[of_the_net], atol=1e-4)
    shares = np.where(target[:, :-1] >= 0, target[:, :-1], 0).sum(axis=1)
    assert np.allclose(shares, 1, atol=1e-5)


def test_training_is_taken_up_where_it_was_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "TAPE", 2048)
    monkeypatch.setattr(train, "LOOK_DEALS", 2)
    plan = Plan(GAME, wide=16, narrow=8, minutes=0.001)
    file = tmp_path / "one.train.npz"
    first = Training(plan, file)
    first.run()
    assert file.exists()
    again = Training(Plan(GAME, wide=16, narrow=8, minutes=0.002), file)
    assert again.tapes == first.tapes
    assert np.array_equal(again.learner.flat, first.learner.flat)
    again.run()
    assert again.learner.steps > first.learner.steps
    with pytest.raises(pioche.BadUse, match="another training"):
        Training(Plan(GAME, seed="other", wide=16, narrow=8), file)
    again.ship(tmp_path / "net.npz")
    game = pioche.deal(GAME, 3, "net")
    view = game.view(game.to_move[0])
    bot = pioche.bot(f"net:{tmp_path / 'net.npz'}")
    assert bot.choose(view, "x") in view["moves"]
    assert bot.choose(view, "x") == bot.choose(view, "x")


def test_weights_of_another_game_are_refused(tmp_path: Path) -> None:
    net = learned.Net.of(GAME, 4, 4)
    learned.save(tmp_path / "a.npz", net, np.zeros(net.size, np.float32), {})
    with pytest.raises(pioche.BadBot, match="has not learned uno"):
        learned.load("uno", tmp_path / "a.npz")
    (tmp_path / "b.npz").write_text("no net", "utf-8")
    with pytest.raises(pioche.BadBot, match="no net that can be read"):
        learned.load(GAME, tmp_path / "b.npz")


def test_the_weights_that_ship_are_small_and_fit() -> None:
    for game in pioche.games():
        file = learned.shipped(game)
        if file.exists():
            assert file.stat().st_size < 1_000_000
            net, weights, about = learned.load(game, file)
            assert len(weights) == net.size
            assert np.isfinite(weights).all()
            assert about["seed"]
            assert net.features == engine(game).features
