"""Each face passes its own library's tests, and says the truth about the game."""

import warnings
from typing import Any

import numpy as np
import pytest
from tests.play import GAMES

from pioche.games import kind
from pioche.rl import describe, versioned

pytestmark = pytest.mark.slow
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_pettingzoo_accepts_the_environment(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from pettingzoo.test import api_test, seed_test

    from pioche.rl import aec

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about rewards and observation bounds
        api_test(aec.env(name), num_cycles=200)
        seed_test(lambda: aec.env(name), num_cycles=50)


@every_game
def test_pettingzoo_plays_whole_games(name: str) -> None:
    from pioche.rl import aec

    seats = kind(name).rules.SEATS[1]
    made = aec.raw_env(name, seats=seats)
    rng = np.random.default_rng(1)
    made.reset(seed=3)
    assert made.metadata["name"] == versioned(kind(name))
    assert isinstance(made.render(), str)
    steps = 0
    while made.agents and steps < 3000:
        observation, _, ended, _, _ = made.last()
        legal = np.flatnonzero(observation["action_mask"])
        made.step(None if ended else rng.choice(legal))
        steps += 1


@every_game
def test_gymnasium_accepts_the_environment(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    from pioche.rl.solo import Solo

    check_env(Solo(name), skip_render_check=True)


@pytest.mark.parametrize("same_step", [False, True])
@every_game
def test_the_vector_environment_resets_as_gymnasium_defines(
    name: str, same_step: bool
) -> None:
    from gymnasium.vector import AutoresetMode

    from pioche.rl.solo import SoloVector

    mode = AutoresetMode.SAME_STEP if same_step else AutoresetMode.NEXT_STEP
    games = SoloVector(name, 16, opponents="greedy", autoreset_mode=mode)
    rng = np.random.default_rng(2)
    observation, info = games.reset(seed=1)
    assert observation is games.observation  # nothing is copied
    first = observation.copy()
    ended = 0
    before = np.zeros(16, bool)
    for _ in range(1500):
        actions = [
            rng.choice(np.flatnonzero(row)) if row.any() else 0
            for row in info["action_mask"]
        ]
        observation, reward, done, _, info = games.step(np.array(actions))
        assert not info["refused"].any()
        assert not reward[~done].any()
        if same_step and done.any():
            assert info["final_obs"].shape == observation.shape
            assert info["action_mask"].any(axis=1).all()
        if not same_step:
            assert not done[before].any()  # a game that ended is dealt anew
            before = done.copy()
        ended += int(done.sum())
        if ended > 40:
            break
    assert ended
    again, _ = games.reset(seed=1)
    assert (again == first).all()


def test_a_refused_action_changes_nothing_and_names_its_clause() -> None:
    from pioche.rl.solo import SoloVector

    games = SoloVector("uno", 1)
    _, info = games.reset(seed=4)
    before = games.states.tobytes()
    wrong = int(np.flatnonzero(info["action_mask"][0] == 0)[0])
    _, reward, done, _, info = games.step(np.array([wrong]))
    assert games.states.tobytes() == before
    assert (reward[0], done[0]) == (0.0, False)
    assert games.clause(0) in kind("uno").words["en"].clauses


@every_game
def test_openspiel_plays_the_game(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from pioche.rl import openspiel

    assert f"pioche_{name}" in openspiel.register()
    game = pyspiel.load_game(f"pioche_{name}(deals=8)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@every_game
def test_observations_are_described_field_by_field(name: str) -> None:
    text = describe(kind(name))
    for block, _, meaning in kind(name).knowledge.FEATURES.blocks:
        assert block in text
        assert meaning in text


def test_every_game_is_registered_with_gymnasium() -> None:
    import gymnasium as gym

    from pioche.rl.solo import register

    register()
    made: Any = gym.make("pioche/anthem-v1")
    made.reset(seed=1)
