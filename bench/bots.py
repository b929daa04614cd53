#!/usr/bin/env python3
"""The tables of docs/bots.md, measured now.

python bench/bots.py nets uno          the net against a search given 100 times its time
python bench/bots.py levels uno        each level against the one below, with a plot

"""

import argparse
import json
import sys
from math import sqrt
from pathlib import Path
from typing import Any, Final

from pioche.games import kind
from pioche.lab.arena import Arena, Setting

Json = dict[str, Any]
WIDER: Final = 2.576 / 1.96  # from a 95 % interval to one of 99 %
TRIAL: Final = 100  # iterations by which a search's time is measured


def meet(game: str, seats: int, bots: tuple[str, str], deals: int, seed: str) -> Json:
    """Let one of the first bot meet a table of the second."""
    arena = Arena(Setting(game, seats, bots, seed), deals)
    arena.tables, arena.done = arena.tables[:1], arena.done[:1]
    arena.run()
    row: Json = arena.report()["meetings"][0]
    return row


def times(game: str, seats: int, bots: tuple[str, ...]) -> dict[str, float]:
    """Measure how long bots take for a decision, in microseconds."""
    return Arena(Setting(game, seats, bots), 1).speeds()


def nets(game: str, seats: int, deals: int, factor: int) -> Json:
    """Let the net meet a search that takes `factor` times as long."""
    trial = f"ismcts:{TRIAL}"
    took = times(game, seats, ("net", trial))
    iterations = max(1, round(TRIAL * factor * took["net"] / took[trial]))
    row = meet(game, seats, ("net", f"ismcts:{iterations}"), deals, "nets")
    half = (row["high"] - row["low"]) / 2 * WIDER
    low, high = row["share"] - half, row["share"] + half
    return {
        "game": game, "seats": seats, "against": row["against"],
        "net_microseconds": took["net"], "times_as_long": factor,
        "share": row["share"], "low99": low, "high99": high, "fair": row["fair"],
        "stronger": low > row["fair"], "deals": row["deals"],
    }  # fmt: skip


def levels(game: str, seats: int, deals: int, top: int) -> list[Json]:
    """Let each level meet the one below."""
    rows = []
    for number in range(2, top + 1):
        bots = (f"level:{number}", f"level:{number - 1}")
        # High levels may search: fewer deals where one takes long.
        slow = max(times(game, seats, bots).values()) > 500
        row = meet(game, seats, bots, max(deals // 10, 20) if slow else deals, "levels")
        rows.append({"game": game, "seats": seats, "level": number, **row})
        print(json.dumps(rows[-1]), file=sys.stderr)
    return rows


def plot(rows: list[Json], file: Path) -> None:
    """Draw the ladder: how much each level takes from the one below."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot()
    for seats in sorted({row["seats"] for row in rows}):
        part = [row for row in rows if row["seats"] == seats]
        axes.errorbar(
            [row["level"] for row in part],
            [row["share"] * seats for row in part],
            yerr=[(row["high"] - row["low"]) / 2 * seats for row in part],
            marker="o", capsize=3, label=f"{seats} seats",
        )  # fmt: skip
    axes.axhline(1, color="grey", linestyle=":")
    axes.set_xlabel("level, against the one below")
    axes.set_ylabel("share / fair share")
    axes.set_title(rows[0]["game"])
    axes.legend()
    figure.savefig(file)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", choices=("nets", "levels"))
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, nargs="*")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--factor", type=int, default=100)
    parser.add_argument(
        "--top", type=int, default=8, help="the highest level to measure"
    )
    parser.add_argument("--plot", metavar="FILE.svg")
    args = parser.parse_args()
    low, high = kind(args.game).rules.SEATS
    found: list[Json] = []
    for seats in args.seats or range(low, high + 1):
        deals = max(1, round(args.deals / sqrt(seats / 2)))
        if args.table == "nets":
            found.append(nets(args.game, seats, deals, args.factor))
            print(json.dumps(found[-1]), file=sys.stderr)
        else:
            found += levels(args.game, seats, deals, args.top)
    print(json.dumps(found, indent=1))
    if args.plot and args.table == "levels":
        plot(found, Path(args.plot))


if __name__ == "__main__":
    main()
