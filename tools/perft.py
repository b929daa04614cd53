"""Count the move sequences of each length, to compare two rule engines.

`python tools/perft.py uno --seats 3 --seed a --depth 4` prints counts;
`python tools/perft.py uno --write` counts the lines of tests/perft/uno.perft anew.
"""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from pioche.core.perft import Line, fast_perft, perft, read_line
from pioche.games import kind, names

FOLDER: Final = Path(__file__).resolve().parents[1] / "tests" / "perft"


def show(line: Line) -> str:
    """Write a line of a perft file."""
    return " ".join(map(str, line))


def count(name: str, line: Line, *, twin: bool = False) -> Line:
    """Count a line anew."""
    engine = perft if twin else fast_perft
    found = engine(kind(name), line.seats, line.seed, line.depth, line.chosen())
    return line._replace(found=found)


def write(name: str) -> None:
    """Count a perft file anew, keeping its comments."""
    path = FOLDER / f"{name}.perft"
    texts = path.read_text("utf-8").splitlines()
    read = [(text, read_line(text)) for text in texts]
    new = [show(count(name, line)) if line else text for text, line in read]
    path.write_text("\n".join(new) + "\n", "utf-8")


def main() -> int:
    """Print counts up to a depth, or write a file anew."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", choices=names())
    parser.add_argument("--seats", type=int)
    parser.add_argument(
        "--seed", default="a", help="`a+40`: forty moves after the deal"
    )
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--set", default="-", help="options: name=value,name=value")
    parser.add_argument("--twin", action="store_true", help="count with the twin")
    parser.add_argument("--write", action="store_true", help="count a file anew")
    args = parser.parse_args()
    if args.write:
        write(args.game)
        return 0
    seats = args.seats or kind(args.game).rules.SEATS[0]
    for depth in range(1, args.depth + 1):
        start = time.perf_counter()
        line = count(args.game, Line(seats, args.seed, args.set, depth), twin=args.twin)
        print(show(line))
        print(f"  {time.perf_counter() - start:.2f} s", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
