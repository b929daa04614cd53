"""docs/observations.md, written from the games' own layouts.

The page also pins what each environment shows of one fixed game. When that changes, the
page is stale: raise the game's VERSION if it has been released, then run this again.

    python tools/observations.py [--check]
"""

import hashlib
import sys
from pathlib import Path

import numpy as np

from pioche.games import kind, names
from pioche.rl import versioned
from pioche.rl.solo import SoloVector

PAGE = Path(__file__).parents[1] / "docs" / "observations.md"
STEPS = 60  # of the fixed games that are pinned
GAMES = 8

HEAD = """# Observations

What a learner sees of each game, number by number, and the order of its moves.
This page is generated (`just observations`): do not edit it.

An observation is a row of 32-bit floats, the same behind PettingZoo, Gymnasium, OpenSpiel
and `pioche.compiled(game).batch`.
Seats are counted clockwise from the one that looks.
A block whose meaning names one thing of several is one number for each of them, 1 where it holds.
The mask has a number for each move, 1 where it is legal.

The number behind a name such as `uno_v1` (PettingZoo) and `pioche/uno-v1` (Gymnasium) is
the version of the rules.
The fingerprint is that of the observations and masks of a fixed game: when it changes, so
does what a learner has learned.
"""


def fingerprint(name: str) -> str:
    """Hash what a learner sees of some fixed games."""
    games = SoloVector(name, GAMES)
    observation, info = games.reset(seed=1)
    seen = hashlib.sha256()
    for step in range(STEPS):
        seen.update(observation.tobytes() + info["action_mask"].tobytes())
        legal = [np.flatnonzero(row) for row in info["action_mask"]]
        moves = [int(row[step % len(row)]) if len(row) else 0 for row in legal]
        observation, _, _, _, info = games.step(np.array(moves))
    return seen.hexdigest()[:16]


def section(name: str) -> list[str]:
    """Describe a game's observation and moves."""
    of = kind(name)
    moves = list(of.rules.MOVES)
    names = f"`{versioned(of)}`, `pioche/{name}-v{of.rules.VERSION}`"
    lines = [
        f"\n## {of.words['en'].tables['title']}\n",
        f"{names}: {of.knowledge.FEATURES.length} numbers, {len(moves)} moves",
        f"(`{moves[0]}` … `{moves[-1]}`), fingerprint `{fingerprint(name)}`.\n",
        "| numbers | block | meaning |",
        "|---:|---|---|",
    ]
    at = 0
    for block, length, meaning in of.knowledge.FEATURES.blocks:
        last = f" … {at + length - 1}" if length > 1 else ""
        lines.append(f"| {at}{last} | `{block}` | {meaning} |")
        at += length
    return lines


def page() -> str:
    """Write the whole page."""
    return HEAD + "\n".join(line for name in names() for line in section(name)) + "\n"


def main() -> int:
    """Write the page, or tell whether it is fresh."""
    text = page()
    if "--check" not in sys.argv:
        PAGE.write_text(text, "utf-8")
        return 0
    fresh = PAGE.exists() and PAGE.read_text("utf-8") == text
    if not fresh:
        print(f"{PAGE.name} is stale: run `just observations` and read the difference")
    return 0 if fresh else 1


if __name__ == "__main__":
    sys.exit(main())
