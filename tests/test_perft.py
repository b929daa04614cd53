"""Both engines count the move sequences that tests/perft says."""

from pathlib import Path

import pytest
from tests.play import GAMES

from pioche.core.perft import Line, fast_perft, perft, read_line
from pioche.games import kind

FOLDER = Path(__file__).parent / "perft"
FEW = 5_000  # what the twin counts in a moment


def read(name: str) -> list[Line]:
    path = FOLDER / f"{name}.perft"
    texts = path.read_text("utf-8").splitlines() if path.exists() else []
    return [line for text in texts if (line := read_line(text))]


def counts(most: float = float("inf")) -> list[object]:
    return [
        pytest.param(name, line, id=f"{name} {' '.join(map(str, line[:4]))}")
        for name in GAMES
        for line in read(name)
        if line.found <= most
    ]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_its_counts(name: str) -> None:
    assert read(name)


@pytest.mark.parametrize(("name", "line"), counts())
def test_the_compiled_build_counts_the_same(name: str, line: Line) -> None:
    found = fast_perft(kind(name), line.seats, line.seed, line.depth, line.chosen())
    assert found == line.found


@pytest.mark.parametrize(("name", "line"), counts(FEW))
def test_the_twin_counts_the_same(name: str, line: Line) -> None:
    found = perft(kind(name), line.seats, line.seed, line.depth, line.chosen())
    assert found == line.found
