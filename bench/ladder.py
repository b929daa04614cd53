#!/usr/bin/env python3
"""Draw the ladders of docs/bots.md from what `pioche bench levels --json` printed.

python bench/ladder.py FIGURES.json [FIGURES.json …] docs/ladder.svg
"""

import json
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

from matplotlib import rcParams
from matplotlib.figure import Figure

from pioche.bench.levels import even

Json = dict[str, Any]
RUNG: Final = re.compile(r"(\w+) level (\d), (\d+) seats, against level \d")


def rungs(files: list[str]) -> dict[str, dict[int, list[tuple[int, Json]]]]:
    """Sort the rungs by game and seats."""
    found: dict[str, dict[int, list[tuple[int, Json]]]] = {}
    for file in files:
        for row in json.loads(Path(file).read_text("utf-8"))["rows"]:
            if match := RUNG.fullmatch(row["what"]):
                game, level, seats = match[1], int(match[2]), int(match[3])
                by_seats = found.setdefault(game, defaultdict(list))
                by_seats[seats].append((level, row))
    return found


def draw(figure: Figure, games: dict[str, dict[int, list[tuple[int, Json]]]]) -> None:
    """Draw a panel for each game, a line for each number of seats."""
    panels = figure.subplots(1, len(games), sharey=True, squeeze=False)[0]
    for axes, (game, by_seats) in zip(panels, games.items(), strict=True):
        for shift, (seats, part) in enumerate(sorted(by_seats.items())):
            middle = [even(row["value"], seats) for _, row in part]
            low = [even(row["low"], seats) for _, row in part]
            high = [even(row["high"], seats) for _, row in part]
            axes.errorbar(
                [level + shift / 8 for level, _ in part], middle,
                yerr=[
                    [m - end for m, end in zip(middle, low, strict=True)],
                    [end - m for m, end in zip(middle, high, strict=True)],
                ],
                marker="o", markersize=3, capsize=2, linewidth=0.8, label=f"{seats}",
            )  # fmt: skip
        axes.axhline(0.5, color="grey", linewidth=0.8)
        axes.axhline(0.6, color="grey", linewidth=0.8, linestyle=":")
        axes.set_title(game)
        axes.set_xlabel("level")
        axes.legend(title="seats", fontsize="small")
    panels[0].set_ylabel("share from the level below, as heads up")


def main(*files: str) -> None:
    """Draw the ladders of some files into the last one."""
    rcParams["svg.hashsalt"] = "ladder"  # the same figures, the same file
    games = rungs(list(files[:-1]))
    figure = Figure(figsize=(3 * len(games), 4), layout="constrained")
    draw(figure, games)
    figure.savefig(files[-1], metadata={"Date": None})


if __name__ == "__main__":
    main(*sys.argv[1:])
