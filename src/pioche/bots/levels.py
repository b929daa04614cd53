"""Levels 1 to 8: from a child's to the strongest that answers within two seconds.

Low levels err as people do: they miss claims and calls (`slip`), they take what looks
good at once (`blink`: the game's plain policy, which does not look ahead), and they mix
up moves of nearly equal value (`warmth`, in shares of one point). Nobody plays any move.
"""

from dataclasses import dataclass
from typing import Final

NUMBERS: Final = range(1, 9)


@dataclass(frozen=True)
class Plan:
    """How a level errs, and what it would play if it did not."""

    base: str
    warmth: float = 0.0
    slip: float = 0.0
    blink: float = 0.0


@dataclass(frozen=True)
class Tuned:
    """What was measured best for a game's search (see docs/bots.md)."""

    explore: float = 0.7
    most: int = 1_000_000  # moves of a playout before the outlook is asked


SEARCH: Final = {
    # A playout to the end takes hundreds of moves: 1,400 iterations a second; with 20
    # moves and the scores that then stand, 108,000.
    "dectana": Tuned(most=20),
}

#: Without a net: a search that sees a little further each time.
SEARCHED: Final = (
    Plan("ismcts:8", warmth=0.5, slip=0.5, blink=0.3),
    Plan("ismcts:16", warmth=0.3, slip=0.3, blink=0.3),
    Plan("ismcts:40", warmth=0.15, slip=0.15, blink=0.15),
    Plan("ismcts:100", warmth=0.08, slip=0.05, blink=0.05),
    Plan("ismcts:300", warmth=0.04),
    Plan("ismcts:1000"),
    Plan("ismcts:4000"),
    Plan("ismcts:16000"),
)
#: With a net.
LEARNED: Final = (
    Plan("net", warmth=0.30, slip=0.50, blink=0.40),
    Plan("net", warmth=0.16, slip=0.30, blink=0.30),
    Plan("net", warmth=0.10, slip=0.15, blink=0.20),
    Plan("net", warmth=0.06, slip=0.08, blink=0.10),
    Plan("net", warmth=0.035, slip=0.03),
    Plan("net", warmth=0.02),
    Plan("net", warmth=0.01),
    Plan("net"),
)


def plan(number: int, *, learned: bool) -> Plan:
    """Return what a level is, of a game with a net or without."""
    return (LEARNED if learned else SEARCHED)[number - 1]
