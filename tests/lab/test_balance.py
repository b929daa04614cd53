"""The balance reports: figures with honest intervals, sentences, pages and their words."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pioche.cli import main
from pioche.lab import draw, report, usage
from pioche.lab.balance import Plan
from pioche.lab.compare import BATCHES, Rates, Version, compare
from pioche.lab.findings import figure
from pioche.lab.measures import MEASURES, Estimate, ratio
from pioche.lab.table import Table

SMALL = Plan("anthem", games=40, seconds=4.0, seats=(2,), seed="test")


@pytest.fixture(scope="module")
def small() -> report.Report:
    return report.full(SMALL)


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        below = rng.poisson(5, 60) + 1
        won = rng.binomial(below, 0.3)
        found = ratio(won.astype(np.float64), below.astype(np.float64))
        held += abs(found.value - 0.3) <= found.half
    assert 0.97 <= held / 400 < 1.0  # 99 %, and not all


def test_what_was_never_seen_is_not_impossible() -> None:
    found = ratio(np.zeros(50), np.ones(50))
    assert found.value == 0
    assert 0.05 < found.half < 0.15


def test_shares_are_told_from_who_begins() -> None:
    played = Table("anthem", ("random",) * 3, seed="turned").play(0, 50)
    first = played.first_seats
    assert set(first) == {0, 1, 2}
    for k in range(50):
        seats = [(first[k] + step) % 3 for step in range(3)]
        assert played.turned[k].tolist() == played.points[k][seats].tolist()


@pytest.mark.parametrize(
    ("value", "half", "en"),
    [
        (0.2714, 0.0031, "27.1 ± 0.3 %"),
        (0.2714, 0.031, "27 ± 3 %"),
        (0.5, 0.0, "50 ± 0 %"),
    ],
)
def test_a_figure_shows_what_is_known_of_it(value: float, half: float, en: str) -> None:
    assert figure(Estimate(value, half), "%") == (en.replace(".", ","), en)


def test_a_report_has_every_measure_at_every_level(small: report.Report) -> None:
    assert len(MEASURES) >= 25
    assert [(cell.seats, cell.level) for cell in small.cells] == [
        (2, level) for level in range(5)
    ]
    for cell in small.cells:
        assert set(cell.measures) == {measure.id for measure in MEASURES}
        assert sum(share.value for share in cell.shares) == pytest.approx(1)
    assert small.complete


def test_findings_are_sentences_in_both_languages(small: report.Report) -> None:
    said = {found.id: found for found in small.findings}
    assert "two-player Anthem wins" in said["first_seat_2"].en
    assert "première place d'une partie à deux" in said["first_seat_2"].fr
    assert len(said) >= 12
    for found in small.findings:
        assert found.fr.endswith(".")
        assert found.en.endswith(".")
        assert "{}" not in found.fr + found.en


def test_a_page_keeps_the_table_behind_each_plot(small: report.Report) -> None:
    page = report_page(small)
    figures = re.findall("<figure.*?</figure>", page)
    assert len(figures) >= 25
    for drawn in figures:
        assert drawn.count("<svg") == 1
        assert drawn.count("<details>") == 1
    assert "<script" not in page
    assert not re.search("± |[0-9] %", said_on(page))  # figures hold together
    assert "http" not in page
    assert len(page) < 300_000
    assert page.count('lang="fr"') == page.count('lang="en"') + 1  # the page itself


def said_on(page: str) -> str:
    return "".join(re.findall("<li>.*?</li>", page))


def test_markdown_holds_every_figure_of_the_page(small: report.Report) -> None:
    from pioche.lab.markdown import markdown

    rows = [line for line in markdown(small).splitlines() if line.startswith("| ")]
    named = {row.split(" | ")[0].removeprefix("| ") for row in rows}
    assert {measure.en for measure in MEASURES[2:]} <= named
    assert {"share of place 1", "share of place 2", "usual rules"} <= named
    assert {use.id for use in small.clauses} <= named
    assert {use.en for use in small.uses} <= named


def report_page(made: report.Report) -> str:
    from pioche.lab.page import Page

    return Page(made).html()


def test_levels_are_told_apart_without_colour() -> None:
    assert len({*draw.MARKS}) == len({*draw.DASHES}) == 5
    drawn = draw.dots(("a", "b"), ["2"], [[Estimate(0.5, 0.1)]] * 5)
    assert "color" not in drawn


def test_a_report_survives_json(small: report.Report) -> None:
    found = small.json()
    assert json.loads(json.dumps(found)) == found


def test_options_that_change_a_game_are_named() -> None:
    changes = usage.options("anthem", 2, {}, "options")
    longest = next(c for c in changes if (c.option, c.value) == ("spaces", "8"))
    assert longest.surprise("moves") > 1
    assert longest.after["moves"].value > longest.before["moves"].value


def test_what_was_stopped_is_kept() -> None:
    def stop(done: float) -> None:
        if done >= 2:
            raise KeyboardInterrupt

    made = report.full(SMALL, stop)
    assert not made.complete
    assert made.cells
    assert "Stopped before its end" in report_page(made)


def test_a_game_does_not_differ_from_itself() -> None:
    one, two = Version.of("anthem", {}, "one"), Version.of("anthem", {}, "two")
    found = compare(one, two, (2,))
    assert found.tried > 500
    assert not found.differs


def test_a_changed_option_is_found_and_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, page = tmp_path / "spaces.html", tmp_path / "spaces.md"
    command = ["balance", "anthem", "--seats", "2", "--vary", "spaces", "--games", "60"]
    command += ["--out", str(out), "--out", str(page)]
    assert main([*command, "--seconds", "4", "--json"]) == 0
    found: Any = json.loads(capsys.readouterr().out)
    (other,) = found["others"]
    assert other["differs"]
    assert "A1" in other["areas"][:3] or "deal" in other["areas"][:3]
    assert "spaces = 8" in out.read_text("utf-8")
    assert "spaces = 8" in page.read_text("utf-8")


@pytest.mark.slow
def test_a_changed_copy_of_a_game_is_found_and_named(tmp_path: Path) -> None:
    from pioche.lab import variants

    beginning = ("rules.py", "s.mover = below(s, s.seats)", "s.mover = 0")
    made = variants.patched("anthem", "anthem-seat-0-begins", [beginning])
    one, two = Version.of("anthem", {}, "a"), Version.of(made.name, {}, "b")
    assert compare(one, two, (2,)).areas()[0] == "deal"


@pytest.mark.parametrize(
    "wrong",
    [
        ["nothing"],
        ["anthem", "--vary", "foo"],
        ["anthem", "--vary", "seats", "--seats", "3"],
        ["anthem", "--seats", "9"],
        ["anthem", "--games", "0"],
        ["anthem", "--seconds", "0"],
        ["anthem", "--set", "spaces=7"],
        ["anthem", "--out", "report.pdf"],
        ["anthem", "--out", "/no/such/folder/report.html"],
        ["anthem", "--cards", "cards.toml"],
        ["anthem", "--against", "/no/such/folder"],
        ["kardashev", "--cards", "/no/such/file.toml"],
    ],
)
def test_wrong_use_gets_a_sentence(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["balance", *wrong]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[-1].startswith("pioche: ") or "/no/such" in said.err


def test_what_a_few_endless_games_decide_is_not_compared() -> None:
    even, lone = np.full(BATCHES, 10.0), np.full(BATCHES, 10.0)
    lone[0] = 10_000  # one game went round for ever
    below = np.column_stack([even, lone])
    made = Rates([("draw", "legal"), ("h7", "phase")], below / 2, below)
    assert made.known.tolist() == [True, False]
