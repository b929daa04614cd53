"""The hunt for planted changes (bench/saboteur.py) still finds what it would change."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pioche.lab import variants

FILE = Path(__file__).parents[2] / "bench" / "saboteur.toml"
PLANTED: list[dict[str, Any]] = tomllib.loads(FILE.read_text("utf-8"))["variant"]


@pytest.mark.parametrize("row", PLANTED, ids=[row["what"] for row in PLANTED])
def test_every_planted_change_still_fits_its_game(row: dict[str, Any]) -> None:
    for file, old, new in row["patches"]:
        text = (variants.folder_of(row["game"]) / file).read_text("utf-8")
        assert text.count(old) == 1
        assert old != new


def test_there_are_twenty_in_all_five_games() -> None:
    assert len(PLANTED) == 20
    assert len({row["game"] for row in PLANTED}) == 5
