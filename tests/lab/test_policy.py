"""A policy learns to bluff as often as is right, where that is known."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.bots.kuhn.rules import BET_FIRST, PASSED, PASSED_BET, START

from pioche.games import MADE, add, found
from pioche.lab.policy import log_softmax
from pioche.lab.train import Training, plan_for

Policy = dict[tuple[int, int], float]  # by card and past: how likely a bet is
TAPES = 100


@pytest.fixture
def kuhn() -> Iterator[str]:
    add("kuhn", "tests.bots.kuhn")
    yield "kuhn"
    del MADE["kuhn"]
    found.cache_clear()


def trained(method: str, folder: Path) -> Policy:
    """Train without a clock, so that every run is the same."""
    plan = plan_for(
        "kuhn", method=method, wide=32, narrow=32, minutes=1.0, rate=1e-3, magnet=0.2
    )
    training = Training(plan, folder / f"{method}.npz")
    for number in range(1, TAPES + 1):
        training.seconds = 60 * number / TAPES
        weights = training.learner.flat[0].copy()
        training.tapes = number
        training._learn(training.player.fill(weights, 0.0, number))
    return policy_of(training)


def policy_of(training: Training) -> Policy:
    chances: Policy = {}
    for card in range(3):
        for past in (START, PASSED, PASSED_BET, BET_FIRST):
            seen = np.zeros((1, 7), np.float32)
            seen[0, card] = seen[0, 3 + past] = 1
            second = training.learner.forward(seen)[1]
            out = (second @ training.learner.layers[5].T + training.learner.layers[4])[
                0
            ]
            if training.plan.method == "mmd":
                both = log_softmax(out[None, :2], np.ones((1, 2), np.bool_))
                chances[card, past] = float(np.exp(both[0, 1]))
            else:
                chances[card, past] = float(out[1] > out[0])
    return chances


def worth(of: tuple[Policy, Policy], first: int, second: int) -> float:
    """Return what seat 0 wins on average, in chips, by two cards."""
    more = 1 if first > second else -1
    bets = of[0][first, START]
    called = of[1][second, BET_FIRST]
    bets_second = of[1][second, PASSED]
    calls = of[0][first, PASSED_BET]
    after_bet = called * 2 * more + (1 - called)
    after_pass = (
        bets_second * (calls * 2 * more - (1 - calls)) + (1 - bets_second) * more
    )
    return bets * after_bet + (1 - bets) * after_pass


def value(of: tuple[Policy, Policy]) -> float:
    cards = [(a, b) for a in range(3) for b in range(3) if a != b]
    return sum(worth(of, a, b) for a, b in cards) / 6


def exploited(policy: Policy) -> float:
    """Return how many chips a game both seats' best answers win together."""
    won = 0.0
    for seat, pasts in enumerate([(START, PASSED_BET), (PASSED, BET_FIRST)]):
        answer = dict(policy)
        for card in range(3):  # what is best for a card does not hang on the others
            tried = []
            for bits in range(4):
                for place, past in enumerate(pasts):
                    answer[card, past] = float(bits >> place & 1)
                pair = (answer, policy) if seat == 0 else (policy, answer)
                tried.append((value(pair) * (1 - 2 * seat), dict(answer)))
            answer = max(tried, key=lambda row: row[0])[1]
        pair = (answer, policy) if seat == 0 else (policy, answer)
        won += value(pair) * (1 - 2 * seat)
    return won


def test_the_measure_knows_what_is_best() -> None:
    third = 1 / 3
    best = {
        (0, START): 0.0, (1, START): 0.0, (2, START): 0.0,
        (0, PASSED_BET): 0.0, (1, PASSED_BET): third, (2, PASSED_BET): 1.0,
        (0, PASSED): third, (1, PASSED): 0.0, (2, PASSED): 1.0,
        (0, BET_FIRST): 0.0, (1, BET_FIRST): third, (2, BET_FIRST): 1.0,
    }  # fmt: skip
    assert value((best, best)) == pytest.approx(-1 / 18)
    assert exploited(best) == pytest.approx(0, abs=1e-12)
    assert exploited(dict.fromkeys(best, 0.5)) == pytest.approx(11 / 12)


def test_a_policy_learns_to_bluff_as_often_as_is_right(
    kuhn: str, tmp_path: Path
) -> None:
    assert kuhn
    policy = trained("mmd", tmp_path)
    assert exploited(policy) < 0.15  # chips a game; uniform play loses 0.92
    assert value((policy, policy)) == pytest.approx(-1 / 18, abs=0.03)
    assert 0.1 < policy[0, PASSED] < 0.6  # the bluff: a third is right


def test_values_of_moves_alone_cannot_bluff(kuhn: str, tmp_path: Path) -> None:
    assert kuhn
    assert exploited(trained("dmc", tmp_path)) > 0.1
