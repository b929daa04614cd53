"""The page of benchmarks: what a run says stands there, in a table and a plot."""

from xml.etree import ElementTree as ET

import benchmarks
from pioche.bench.command import document
from pioche.bench.figure import Row

ROWS = [
    ("peers", Row("ours", 2e6, "steps/s", "theirs & others", 1e4, least=20)),
    ("peers", Row("alone", None, "steps/s", "theirs", note="not installed")),
    ("core", Row("slow", 7.0, "µs", most=5)),
]


def test_every_row_of_a_run_stands_on_the_page() -> None:
    text = benchmarks.figures([document(ROWS, complete=True)])
    assert "| ours | 2,000,000 steps/s | theirs & others | 10,000 | 200 |" in text
    assert "| slow | 7 µs |" in text
    assert "**missed**" in text
    assert "not installed" in text
    assert text.index("### core") < text.index("### peers") < text.index("](benchmarks")


def test_the_plot_shows_what_was_measured_on_both_sides() -> None:
    drawn = benchmarks.plot([row for _, row in ROWS[:2]], "ours & theirs")
    found = ET.fromstring(drawn)
    circles = [mark for mark in found.iter() if mark.tag.endswith("circle")]
    assert [mark.get("fill") for mark in circles] == ["#fff", "#111"]
    theirs, ours = (float(mark.get("cx", 0)) for mark in circles)
    assert ours > theirs
