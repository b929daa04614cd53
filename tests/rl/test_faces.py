"""Each face passes its own library's tests, and says the truth about the game."""

from typing import Any

import numpy as np
import pytest
from tests.play import GAMES

from pioche.games import kind
from pioche.rl import versioned

pytestmark = pytest.mark.slow
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_pettingzoo_accepts_the_environment(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from pettingzoo.test import api_test, seed_test

    from pioche.rl import aec

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
        observation, _, ended, _, info = made.last()
        assert made.observation_space(made.agent_selection).contains(observation)
        legal = np.flatnonzero(info["action_mask"])
        made.step(None if ended else rng.choice(legal))
        steps += 1


@every_game
def test_gymnasium_accepts_the_environment(name: str) -> None:
    import gymnasium as gym
    from gymnasium.utils.env_checker import check_env

    from pioche.rl.solo import register

    register()
    check_env(gym.make(registered(name)).unwrapped)


def registered(name: str) -> str:
    return f"pioche/{name}-v{kind(name).rules.VERSION}"


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
            assert not info["final_info"]["action_mask"][done].any()
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


def test_without_autoreset_the_marked_games_are_dealt_anew() -> None:
    from gymnasium.vector import AutoresetMode

    from pioche.rl.solo import SoloVector

    games = SoloVector("anthem", 4, autoreset_mode=AutoresetMode.DISABLED)
    _, info = games.reset(seed=1)
    done = np.zeros(4, bool)
    while not done.any():
        _, _, done, _, info = games.step(info["action_mask"].argmax(axis=1))
    ended, others = done.copy(), games.observation[~done].copy()
    games.reset(options={"reset_mask": ended})
    assert info["action_mask"][ended].any(axis=1).all()
    assert (games.observation[~ended] == others).all()


def test_gymnasium_makes_vectors_of_a_registered_game() -> None:
    import gymnasium as gym

    from pioche.rl.solo import SoloVector, register

    register()
    made: Any = gym.make_vec(registered("uno"), num_envs=3, seats=4, seat=2)
    assert isinstance(made.unwrapped, SoloVector)
    observation, _ = made.reset(seed=1)
    assert made.observation_space.contains(observation)
    assert len(made.unwrapped.render()) == 3


@every_game
def test_openspiel_accepts_the_game(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from pioche.rl import openspiel

    assert f"pioche_{name}" in openspiel.register()
    game = pyspiel.load_game(f"pioche_{name}(deals=8)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_game
def test_openspiels_search_plays_the_game(name: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import ismcts, mcts

    from pioche.rl import openspiel

    openspiel.register()
    game = pyspiel.load_game(f"pioche_{name}(deals=8)")
    state = game.new_initial_state()
    state.apply_action(3)
    chance = np.random.RandomState(1)  # OpenSpiel wants it
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, chance),
        uct_c=1.0,
        max_simulations=3,
        random_state=chance,
        use_observation_string=True,
        allow_inconsistent_action_sets=True,
    )
    bot.set_resampler(openspiel.imagined)
    assert bot.step(state) in state.legal_actions()


def test_openspiels_regret_minimiser_learns_anthem() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    from pioche.rl import openspiel

    openspiel.register()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(
        pyspiel.load_game("pioche_anthem(deals=2)")
    )
    for _ in range(3):
        solver.iteration()
    policy = solver.average_policy()
    state = solver._game.new_initial_state()
    state.apply_action(0)
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)


def test_the_page_of_observations_is_fresh() -> None:
    import observations

    written = observations.PAGE.read_text("utf-8").split("\n## ")
    for old, new in zip(written, observations.page().split("\n## "), strict=True):
        assert old == new, "raise VERSION if it was released, then: just observations"
