"""Levels: what each game's are made of, and that higher ones are stronger."""

import numpy as np
import pytest
from tests.play import GAMES

import pioche
from pioche.bench.meeting import meet
from pioche.bots import levels
from pioche.bots.minds import mind

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_every_game_has_eight_levels(name: str) -> None:
    for learned in (True, False):
        plans = [levels.plan(name, n, learned=learned) for n in levels.NUMBERS]
        assert len(set(plans)) == 8
        slips = [plan.slip for plan in plans]
        assert slips == sorted(slips, reverse=True)


@every_game
def test_a_high_level_beats_a_low_one(name: str) -> None:
    met = meet(name, 2, mind(name, "level:5"), mind(name, "level:1"), 20, most=100)
    assert met.bounds()[0] > 0.5


def test_a_game_without_a_net_has_levels_of_its_search() -> None:
    assert levels.plan("uno", 8, learned=False).base == "ismcts:16000"
    assert levels.plan("uno", 1, learned=True).base == "net"


@every_game
def test_an_outlook_is_shares(name: str) -> None:
    """What a playout that ends early is judged by sums to one, and favours nobody else."""
    game = pioche.deal(name, 2, "outlook")
    shares = np.zeros(16)
    guess = getattr(game.kind.policy, "outlook", game.kind.rules.shares)
    guess(game.state, shares)
    assert shares[:2].sum() == pytest.approx(1)
    assert shares.min() >= 0
