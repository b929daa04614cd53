"""The hunt for planted changes: does `pioche balance` find them, and name them?

Each variant of saboteur.toml is played against the standard game, and copies of the
untouched games against themselves with other seeds. A change is found when the two play
differently for sure, and named when one of its areas is among the first three.

    python bench/saboteur.py [GAME …] [--json]
"""

import argparse
import json
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

from pioche.lab import variants
from pioche.lab.compare import Version, compare, usual_seats

VARIANTS = Path(__file__).with_name("saboteur.toml")
COPIES = 4  # comparisons of each untouched game
FIRST = 3  # areas that are looked at


def planted() -> list[dict[str, Any]]:
    return list(tomllib.loads(VARIANTS.read_text("utf-8"))["variant"])


def hunt(game: str, other: str, areas: list[str], seed: str) -> dict[str, Any]:
    begun = time.perf_counter()
    one, two = Version.of(game, {}, f"{seed} standard"), Version.of(other, {}, seed)
    found = compare(one, two, usual_seats(game))
    first = found.areas()[:FIRST]
    return {
        "found": found.differs,
        "first": first,
        "named": any(area in areas for area in first),
        "rows": len(found.rows),
        "tried": found.tried,
        "seconds": round(time.perf_counter() - begun, 1),
    }


def changed(number: int, row: dict[str, Any]) -> dict[str, Any]:
    name = f"planted-{number}"
    variants.patched(row["game"], name, [tuple(patch) for patch in row["patches"]])
    return {**row, **hunt(row["game"], name, row["areas"], f"planted {number}")}


def untouched(game: str) -> list[dict[str, Any]]:
    name = f"untouched-{game}"
    variants.load(game, variants.folder_of(game), name)
    return [
        {"game": game, "what": "untouched", **hunt(game, name, [], f"untouched {k}")}
        for k in range(COPIES)
    ]


def show(row: dict[str, Any]) -> None:
    mark = "found" if row["found"] else "-"
    named = ", ".join(row["first"])
    print(
        f"{row['game']:<11}{row['what']:<54}{mark:<7}{'named' if row['named'] else '-':<7}"
        f"{row['seconds']:>6} s  {named}",
        file=sys.stderr,
        flush=True,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    rows, copies = planted(), []
    games = args.games or list(dict.fromkeys(row["game"] for row in rows))
    hunted = []
    for number, row in enumerate(rows):
        if row["game"] in games:
            hunted.append(changed(number, row))
            show(hunted[-1])
    for game in games:
        for row in untouched(game):
            copies.append(row)
            show(row)
    total = {
        "planted": len(hunted),
        "found": sum(row["found"] for row in hunted),
        "named": sum(row["named"] for row in hunted),
        "untouched": len(copies),
        "false_alarms": sum(row["found"] for row in copies),
    }
    print(total, file=sys.stderr)
    if args.json:
        print(json.dumps({**total, "rows": hunted + copies}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
