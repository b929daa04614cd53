#!/usr/bin/env python3
"""An outside learner: scikit-learn learns Anthem through the Gymnasium face, in a minute.

    pip install 'pioche[rl]' scikit-learn
    python examples/learn_anthem.py

A small net foretells what a game will be worth after each legal move; the learner plays
the move that promises most, a few at random, and learns from how its games ended.
Nothing here knows the rules: `action_mask` tells the legal moves, the reward is the
share of the one point that each game is worth. Opponents play any legal move.
"""

import argparse
from typing import Any

import numpy as np
from sklearn.neural_network import MLPRegressor

from pioche.rl.solo import SoloVector

GAMES = 256  # played side by side
PASSES = 3  # over what a round has seen
ASTRAY = 0.1  # of the moves that are tried at random while learning
SOONER = 0.99  # what a point is worth a move earlier: without it, games drag on


def rows(observation: Any, moves: Any, count: int) -> Any:
    """Write what the seat knows beside each move that is looked at."""
    return np.hstack([observation, np.eye(count, dtype=np.float32)[moves]])


def choose(model: Any, observation: Any, mask: Any, rng: Any, astray: float) -> Any:
    """Choose a legal move in each game: any (no model), or the most promising one."""
    game, move = np.nonzero(mask)
    worth = rng.random(len(game))
    if model is not None:
        told = model.predict(rows(observation[game], move, mask.shape[1]))
        worth = np.where(rng.random(len(mask))[game] < astray, worth + 9.0, told)
    order = np.lexsort((worth, game))  # the best move of each game comes last
    last = np.flatnonzero(np.diff(game, append=-1))
    return move[order][last]


def play(
    model: Any, games: int, seed: int, astray: float = 0.0
) -> tuple[Any, Any, Any]:
    """Play whole games; return the rows seen, what each came to, and the shares."""
    table = SoloVector("anthem", GAMES, autoreset_mode="SameStep")
    rng = np.random.default_rng(seed)
    observation, info = table.reset(seed=seed)
    seen: list[list[Any]] = [[] for _ in range(GAMES)]
    inputs: list[Any] = []
    worths: list[float] = []
    shares: list[float] = []
    while len(shares) < games:
        mask = info["action_mask"]
        moves = choose(model, observation, mask, rng, astray)
        for game, row in enumerate(rows(observation, moves, mask.shape[1])):
            seen[game].append(row)
        observation, reward, done, _, info = table.step(moves)
        for game in np.flatnonzero(done):
            inputs += seen[game]
            left = np.arange(len(seen[game]))[::-1]
            worths += list(reward[game] * SOONER**left)
            shares.append(float(reward[game]))
            seen[game] = []
    return np.array(inputs), np.array(worths), np.array(shares)


def learn(rounds: int, games: int, seed: int) -> Any:
    """Play and learn in turn, and tell how it goes."""
    model = None
    for number in range(rounds):
        inputs, worths, shares = play(model, games, seed + number, ASTRAY)
        print(f"round {number}: {shares.mean():.1%} of the points, {len(worths)} moves")
        if model is None:
            model = MLPRegressor(hidden_layer_sizes=(64,), learning_rate_init=2e-3)
        for _ in range(PASSES):
            model.partial_fit(inputs, worths)
    return model


def main() -> None:
    """Learn, then play new games for the result."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--rounds", type=int, default=5)
    ask.add_argument("--games", type=int, default=1000, help="in each round")
    ask.add_argument("--seed", type=int, default=1)
    args = ask.parse_args()
    model = learn(args.rounds, args.games, args.seed)
    for name, player in (("random", None), ("learned", model)):
        shares = play(player, 2000, args.seed + 10**6)[2]
        half = 2.576 * shares.std() / len(shares) ** 0.5
        print(
            f"{name} against a random opponent: {shares.mean():.1%} ± {half:.1%} (99 %)"
        )


if __name__ == "__main__":
    main()
