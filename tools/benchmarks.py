"""The figures and plots of docs/benchmarks.md, from runs of `pioche bench --json`.

    pioche bench --json > bench.json
    python tools/benchmarks.py bench.json [MORE.json …]

The words of the page are written by hand; what stands between its two marks is not.
"""

import json
import sys
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import Any, Final

from pioche.bench.command import GROUPS, bound
from pioche.bench.figure import Row, shown

Json = dict[str, Any]
DOCS: Final = Path(__file__).parents[1] / "docs"
PAGE: Final = DOCS / "benchmarks.md"
BEGIN, END = "<!-- figures: tools/benchmarks.py -->", "<!-- end of figures -->"
DRAWN: Final = "peers"  # the group of the plot
SHOWN: Final = "![Ours (filled) beside theirs (open), a second](benchmarks.svg)"
LEFT, WIDE, STEP = 460, 420, 18
VERDICTS: Final = {True: "reached", False: "**missed**", None: ""}


def row_of(found: Json) -> Row:
    """Read a row of a run."""
    names = ("what", "value", "unit", "other", "least", "most", "note")
    return Row(**{name: found[name] for name in names}, beside=found["beside"] or "")


def table(rows: list[Row]) -> list[str]:
    """Write the rows of a group."""
    lines = [
        "| what | measured | beside | measured | ratio | bound | | note |",
        "|---|---:|---|---:|---:|---:|---|---|",
    ]
    for row in rows:
        ratio = "" if row.ratio is None else shown(row.ratio)
        other = "" if row.other is None else shown(row.other)
        lines.append(
            f"| {row.what} | {shown(row.value)} {row.unit} | {row.beside} | {other} "
            f"| {ratio} | {bound(row)} | {VERDICTS[row.reached]} | {row.note} |"
        )
    return lines


class LogPlot:
    """A plot whose values are spread by their logarithm, as a file of its own."""

    def __init__(self, low: float, high: float, rows: int) -> None:
        self.low, self.high = floor(log10(low)), ceil(log10(high))
        self.tall = 24 + STEP * rows
        self.parts: list[str] = []
        for power in range(self.low, self.high + 1):
            x = self.x(10.0**power)
            self.parts.append(
                f'<path d="M{x} 8V{self.tall - 14}" stroke="#ccc"/>'
                f'<text x="{x}" y="{self.tall}" text-anchor="middle">{shown(10.0**power)}</text>'
            )

    def x(self, value: float) -> float:
        """Turn a value into a place."""
        part = (log10(value) - self.low) / max(self.high - self.low, 1)
        return round(LEFT + WIDE * part, 1)

    def row(self, number: int, name: str, dots: list[tuple[float, str]]) -> None:
        """Draw a row: open marks are theirs, filled ones ours."""
        y = 18 + STEP * number
        self.parts.append(
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(name)}</text>'
        )
        places = sorted(self.x(value) for value, _ in dots)
        self.parts.append(f'<path d="M{places[0]} {y}H{places[-1]}" stroke="#111"/>')
        for value, fill in dots:
            self.parts.append(
                f'<circle cx="{self.x(value)}" cy="{y}" r="4" fill="{fill}" stroke="#111"/>'
            )

    def svg(self, title: str) -> str:
        """Return the file."""
        wide = LEFT + WIDE + 40
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {self.tall + 8}" '
            f'role="img" aria-label="{escape(title, quote=True)}" font-size="12" '
            f'font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/>'
            f"{''.join(self.parts)}</svg>\n"
        )


def plot(rows: list[Row], title: str) -> str:
    """Draw our rate (filled) beside the peer's (open) for each row that has both."""
    both = [row for row in rows if row.value and row.other]
    values = [v for row in both for v in (row.value or 1, row.other or 1)]
    drawn = LogPlot(min(values), max(values), len(both))
    for number, row in enumerate(both):
        dots = [(row.other or 1, "#fff"), (row.value or 1, "#111")]
        drawn.row(number, named(row), dots)
    return drawn.svg(title)


def named(row: Row) -> str:
    """Name a row of a plot briefly."""
    what = row.what.removesuffix(", masks and observations").removeprefix("uno ")
    return f"{what} · {row.beside}"


def rows_of(runs: list[Json], group: str) -> list[Row]:
    """Gather the rows of a group."""
    return [
        row_of(found)
        for run in runs
        for found in run["rows"]
        if found["group"] == group
    ]


def figures(runs: list[Json]) -> str:
    """Write what stands between the marks."""
    machine = runs[0]["machine"]
    about = ", ".join(f"{name} {value}" for name, value in machine.items())
    out = ["", f"Measured on: {about}.", ""]
    for group, (_, en) in GROUPS.items():
        rows = rows_of(runs, group)
        if rows:
            shown_there = [SHOWN, ""] if group == DRAWN else []
            out += [f"### {group}: {en}", "", *shown_there, *table(rows), ""]
    return "\n".join(out)


def main() -> int:
    """Put the figures of some runs into the page."""
    runs = [json.loads(Path(name).read_text("utf-8")) for name in sys.argv[1:]]
    if not runs:
        print(__doc__, file=sys.stderr)
        return 2
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    text = f"{before}{BEGIN}\n{figures(runs)}\n{END}{after}"
    PAGE.write_text(text, "utf-8")
    title = "Steps a second of one core's time: ours (filled), theirs (open)"
    (DOCS / "benchmarks.svg").write_text(plot(rows_of(runs, DRAWN), title), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
