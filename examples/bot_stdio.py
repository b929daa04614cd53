#!/usr/bin/env python3
"""A complete bot of another program: JSON lines in, JSON lines out (docs/bots.md).

    pioche arena uno --bots "cmd:python3 examples/bot_stdio.py,random" --pairs 5

It needs nothing of Pioche. It plays the first legal move that is not a draw or a pass,
and speaks out of turn whenever it may.
"""

import json
import sys

LAST_RESORTS = ("draw", "keep", "decline", "done", "pass")


def main() -> None:
    """Answer every question with the number it has, until the input ends."""
    for line in sys.stdin:
        question = json.loads(line)
        answer = {"n": question["n"]}
        if question["ask"] == "hello":
            answer |= {"protocol": 1, "name": "first move"}
        else:  # "choose" or "claim": a move of the view, or null to stay silent
            moves = question["view"]["moves"]
            eager = [move for move in moves if move not in LAST_RESORTS]
            answer["move"] = (eager or moves)[0]
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
