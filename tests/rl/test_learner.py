"""The example of an outside learner learns; without its library there is nothing to test."""

import importlib.util
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "learn_anthem.py"


@pytest.mark.slow
def test_an_outside_learner_beats_random_at_anthem() -> None:
    pytest.importorskip("sklearn")
    spec = importlib.util.spec_from_file_location("learn_anthem", EXAMPLE)
    assert spec
    assert spec.loader
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    learned = example.learn(rounds=3, games=500, seed=1)
    shares = example.play(learned, 500, seed=2)[2]
    assert shares.mean() > 0.6  # any move: half the points; many runs: over 80 %
