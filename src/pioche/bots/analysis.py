"""What a seat's moves are worth, judged by what that seat knows."""

import re
from typing import Any, Final

from pioche.bots.ismcts import Budget, searcher
from pioche.core.errors import BadUse

Json = dict[str, Any]
WIDE: Final = 1.96  # standard errors to each side of a 95 % interval


def read_budget(text: str) -> Budget:
    """Read how long to think: "2s", "500ms" or a number of iterations."""
    match = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(s|ms)?", str(text).strip())
    if not match or float(match[1]) <= 0:
        raise BadUse(
            f"« {text} » : on écrit 2s, 500ms ou un nombre d'itérations",
            f"{text!r}: write 2s, 500ms or a number of iterations",
        )
    if match[2] is None:
        return Budget(iterations=int(float(match[1])))
    return Budget(seconds=float(match[1]) / (1000 if match[2] == "ms" else 1))


def analyse(
    view: Json, budget: str = "1s", seed: str = "", threads: int = 1
) -> list[Json]:
    """Rank the moves of a view's seat, best first, with 95 % intervals of their shares."""
    if not view["moves"]:
        return []
    choices = searcher(view["game"]).think(
        view, read_budget(budget), seed, threads=threads
    )
    ranked = sorted(
        choices, key=lambda c: (-c.share if c.visits > 1 else 1.0, -c.visits)
    )
    best = max(choices, key=lambda c: c.visits)
    ranked.remove(best)
    return [
        {
            "move": choice.move,
            "share": choice.share,
            "low": max(0.0, choice.share - WIDE * choice.error),
            "high": min(1.0, choice.share + WIDE * choice.error),
            "visits": choice.visits,
        }
        for choice in [best, *ranked]
        if choice.move is not None
    ]


def report(text: str) -> Json:
    """Analyse a whole record: every move's loss and luck, and the ledger (ledger.py)."""
    from pioche.bots import ledger

    return ledger.report(text)
