"""Records: games that must always play as they did, and lines that are wrong."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.play import GAMES

import pioche
from pioche.core import record

Change = Callable[[list[str]], list[str]]

OTHER = json.dumps(pioche.deal("anthem", 3, "other").position())
WRONG: list[tuple[int, Change]] = [
    (1, lambda lines: ["pioche record 2", *lines[1:]]),
    (2, lambda lines: [lines[0], "game bridge", *lines[2:]]),
    (4, lambda lines: [*lines[:3], "seats 9", *lines[4:]]),
    (5, lambda lines: [*lines[:4], "option spaces 6.0", *lines[5:]]),
    (5, lambda lines: [*lines[:4], "option speed 6", *lines[5:]]),
    (6, lambda lines: [*lines[:5], lines[4], *lines[5:]]),
    (12, lambda lines: [*lines[:11], "seed 5", *lines[12:]]),
    (12, lambda lines: [*lines[:11], "seed " + "[" * 10**5, *lines[12:]]),
    (12, lambda lines: [*lines[:11], f"position {OTHER}", *lines[12:]]),
    (14, lambda lines: [*lines[:13], f"{lines[13]} x", *lines[14:]]),
    (15, lambda lines: [*lines[:14], lines[13], *lines[14:]]),
    (16, lambda lines: [*lines[:15], "half a character \ud800", *lines[15:]]),
]
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


@pytest.mark.parametrize(("line", "change"), WRONG)
@pytest.mark.parametrize("sealed", [True, False])
def test_a_wrong_line_is_named(line: int, change: Change, sealed: bool) -> None:
    """Whether its author wrote the hash anew or not."""
    lines = (FOLDER / "anthem" / "two-careful.txt").read_text("utf-8").splitlines()
    text = "\n".join(change(lines[:-1])) + "\n"
    if sealed and "\ud800" not in text:
        text += f"hash {record.digest(text)}\n"
    with pytest.raises(pioche.BadRecord) as raised:
        pioche.replay(text)
    assert raised.value.line == line


def test_a_record_survives_what_editors_do_to_its_lines() -> None:
    text = (FOLDER / "anthem" / "two-careful.txt").read_text("utf-8")
    for form in (text.replace("\n", "\r\n"), f"\ufeff{text}", text[:-1], f"{text}\n\n"):
        assert pioche.replay(form).record() == text


def test_a_position_in_a_record_fits_the_lines_above_it() -> None:
    game = pioche.from_position(pioche.deal("anthem", 2, "s").position())
    assert pioche.replay(game.record()).record() == game.record()
    unsealed = game.record().rsplit("hash", 1)[0]
    for old, new in (("seats 2", "seats 3"), ("option spaces 6", "option spaces 8")):
        with pytest.raises(pioche.BadRecord, match="has other seats or options"):
            pioche.replay(unsealed.replace(old, new, 1))
