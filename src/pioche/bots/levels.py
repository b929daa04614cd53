"""Levels 1 to 8: from a child's to the strongest that answers within two seconds.

Low levels err as people do: they miss claims and calls (`slip`), they take what looks
good at once (`blink`: the game's plain policy, which does not look ahead), and they mix
up moves of nearly equal value (`warmth`). Nobody plays any move.
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
    most: int = 0  # moves of a playout, where more than usual is worth its time


ALL: Final = 1_000_000  # moves: to the end of any game


@dataclass(frozen=True)
class Tuned:
    """What was measured best for a game's search (see docs/bots.md)."""

    explore: float = 0.7
    most: int = ALL  # moves of a playout before the outlook is asked
    judged: int = ALL  # the same in accounts of luck and skill (ledger.py)


#: A playout that ends early leaves time for more of them. At equal time that takes 75 %
#: from one to the end in Kardashev, as much as one to the end in UNO (but much more at
#: large tables), and only a quarter in Duckomenta and Anthem.
SEARCH: Final = {
    "uno": Tuned(most=8),
    "kardashev": Tuned(most=8),
    # A game has hundreds of moves: 1,400 iterations a second to the end, 108,000 so.
    "dectana": Tuned(most=20, judged=20),
}

#: How often a level, from 1 on, does not pay attention: to claims, to calls.
SLIPS: Final = (0.5, 0.3, 0.15, 0.08, 0.03, 0.0, 0.0, 0.0)


def warmed(*warmths: float) -> tuple[Plan, ...]:
    """Make levels of a net: the colder, the surer of what it plays."""
    pairs = zip(warmths, SLIPS, strict=False)
    return tuple(Plan("net", warmth, slip) for warmth, slip in pairs)


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
#: With a net, of the usual kind; a game's own stand in LADDERS.
LEARNED: Final = warmed(0.35, 0.27, 0.2, 0.15, 0.11, 0.072, 0.04, 0.0)
#: Measured so that each level takes about as much from the one below (docs/bots.md). A
#: value's warmth is in shares of one point; a policy's is what its logits are divided by.
LADDERS: Final = {
    "uno": (
        *warmed(0.16, 0.12, 0.087, 0.06, 0.036, 0.0),
        Plan("ismcts:1000"),
        Plan("ismcts:10000", most=40),
    ),
    "duckomenta": (
        *warmed(20.0, 6.0, 3.6, 2.2, 1.4, 0.3),
        Plan("ismcts:1000"),
        Plan("ismcts:8000"),
    ),
    "kardashev": warmed(14.0, 9.0, 6.5, 4.7, 3.6, 2.7, 1.9, 0.3),
    "dectana": warmed(4.1, 3.1, 2.6, 2.2, 1.82, 1.5, 1.17, 0.6),
}


def plan(game: str, number: int, *, learned: bool) -> Plan:
    """Return what a level is, of a game with a net or without."""
    ladder = LADDERS.get(game, LEARNED) if learned else SEARCHED
    return ladder[number - 1]
