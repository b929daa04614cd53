"""The design loop of Kardashev's cards, at a scale that tells nothing but that it works."""

import json
from pathlib import Path

import pytest

from pioche.cli import main
from pioche.games import kind

BALANCE = ["cards", "balance", "--games", "60", "--tries", "10", "--seed", "s"]


def test_a_set_plays_itself_and_every_card_is_weighed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*BALANCE, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    facts = kind("kardashev").rules.CARDS
    weighed = [one["id"] for one in found["cards"] + found["heroes"]]
    assert weighed == [card["id"] for card in facts if card.get("stage") != "base"]
    assert [one["games"] for one in found["kinds"][:4]] == [60] * 4
    assert sum(one["games"] for one in found["kinds"][4:]) == 60
    for one in found["kinds"]:
        assert 0 <= one["first"]["value"] <= 100
        assert one["turns"] == sorted(one["turns"])
    assert len(found["aims"]) == 6


def test_a_report_names_the_command_and_all_cards(tmp_path: Path) -> None:
    out = tmp_path / "design.md"
    assert main([*BALANCE, "--out", str(out)]) == 0
    text = out.read_text("utf-8")
    words = kind("kardashev").words
    for card in kind("kardashev").rules.CARDS:
        if card.get("stage") != "base":
            assert words["fr"].term(card["id"]) in text
            assert words["en"].term(card["id"]) in text
    assert "(10 parties avec, autant sans)" in text


def test_a_bot_that_does_not_exist_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*BALANCE, "--thinker", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err
