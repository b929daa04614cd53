"""Golden records: finished games that must always play as they did."""

from pathlib import Path

import pytest
from tests.play import GAMES

import pioche

FOLDER = Path(__file__).parent / "records"
RECORDS = sorted(FOLDER.glob("*/*.txt"))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_records_and_says_why(name: str) -> None:
    kept = {path.name for path in (FOLDER / name).glob("*.txt")}
    assert kept
    reasons = (FOLDER / name / "README.md").read_text("utf-8")
    assert [file for file in sorted(kept) if f"`{file}`" not in reasons] == []


@pytest.mark.parametrize(
    "path", RECORDS, ids=[f"{path.parent.name} {path.stem}" for path in RECORDS]
)
def test_a_golden_record_plays_as_it_did(path: Path) -> None:
    text = path.read_text("utf-8")
    game = pioche.replay(text)
    assert game.name == path.parent.name
    assert game.over
    assert game.record() == text
