"""Another package adds a game: the small one under examples/ obeys the same laws."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.play import play_on

from pioche.core import scenario
from pioche.core.kind import Kind
from pioche.core.table import Game

ROOT = Path(__file__).parent.parent
TIDE = ROOT / "examples" / "tide"


@pytest.fixture
def tide(monkeypatch: pytest.MonkeyPatch) -> Kind:
    monkeypatch.syspath_prepend(str(TIDE))
    return Kind("tide", "tide")


def test_its_scenarios_hold(tide: Kind) -> None:
    rows = scenario.read(tide)
    assert {c for row in rows for c in row.clauses} == set(tide.words["en"].clauses)
    for row in rows:
        assert scenario.check(tide, row) == []


def test_it_obeys_the_laws(tide: Kind) -> None:
    for number in range(40):
        rng = Random(number)
        game = Game.deal(tide, rng.randint(2, 4), str(number))
        while not game.over:
            for seat in range(game.seats):
                rules = tide.rules
                allowed = [
                    rules.MOVES[m]
                    for m in range(len(rules.MOVES))
                    if not rules.forbids(game.state, seat, m)
                ]
                assert game.moves(seat) == allowed
                assert game.imagine(seat, "law").view(seat) == game.view(seat)
            position = json.loads(json.dumps(game.position()))
            assert Game.from_position(tide, position).position() == position
            play_on(game, rng, 1)
        assert game.result is not None


def test_an_installed_package_is_listed_and_compiled(tmp_path: Path) -> None:
    """What `pip install` would write: the metadata that names the entry point."""
    info = tmp_path / "pioche_tide-0.1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: pioche-tide\nVersion: 0.1.0\n"
    )
    (info / "entry_points.txt").write_text("[pioche.games]\ntide = tide\n")
    script = (
        "import pioche; assert 'tide' in pioche.games();"
        "fast = pioche.compiled('tide');"
        "print(fast.playouts(3, 20, seed='s')['games'], pioche.deal('tide', 2, 's').name)"
    )
    path = os.pathsep.join((str(tmp_path), str(TIDE), str(ROOT / "src")))
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == ["20", "tide"], done.stderr
