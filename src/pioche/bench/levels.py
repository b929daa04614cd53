"""The levels: each against the one below, the highest against chance and the ceiling.

The ceiling is what a search takes that sees all cards; no player may have it, so it is
made here and is no bot of the product. Where hidden cards decide much, nobody can win
more than it does. The interval is of 95 %; one of the higher meets a table of the lower.
"""

from collections.abc import Iterator
from typing import Final

from pioche.bench.core import names
from pioche.bench.figure import Effort, Row
from pioche.bench.meeting import meet
from pioche.bots import levels, tree
from pioche.bots.minds import Mind, mind
from pioche.games import kind

LONGER: Final = 20  # times an effort's seconds, for a meeting
SURE: Final = ("duckomenta", "dectana")  # whose best bot should hardly lose to chance
SEEING: Final = "ismcts:1000"  # with open cards: the ceiling


def rows(effort: Effort) -> Iterator[Row]:
    """Measure every game's levels."""
    for name in names(effort):
        yield from against_chance(effort, name)
        for seats in sizes(name):
            for number in levels.NUMBERS[1:]:
                yield rung(effort, name, seats, number)


def sizes(name: str) -> list[int]:
    """Choose the tables: the smallest, one of four, the largest."""
    low, high = kind(name).rules.SEATS
    return sorted({low, max(low, min(4, high)), high})


def rung(effort: Effort, name: str, seats: int, number: int) -> Row:
    """Let a level meet the one below."""
    pair = mind(name, f"level:{number}"), mind(name, f"level:{number - 1}")
    met = meet(name, seats, *pair, LONGER * effort.seconds)
    low, high = met.bounds()
    return Row(
        f"{name} level {number}, {seats} seats, against level {number - 1}",
        met.share, "share", "fair", 1 / seats, least=1, low=low, high=high,
        note=f"{met.deals} deals; as {even(met.share, seats):.0%} heads up",
    )  # fmt: skip


def even(share: float, seats: int) -> float:
    """Return the share heads up that has the same odds against each of the others."""
    odds = share * (seats - 1) / max(1 - share, 1e-9)
    return odds / (odds + 1)


def against_chance(effort: Effort, name: str) -> Iterator[Row]:
    """Let the highest level meet any moves heads up, and so a search that sees all."""
    low = kind(name).rules.SEATS[0]
    chance, seconds = mind(name, "random"), 2 * LONGER * effort.seconds
    met = meet(name, low, mind(name, "level:8"), chance, seconds)
    ends = met.bounds()
    what = f"{name} level 8, {low} seats, against any moves"
    if name in SURE:
        yield Row(
            what, met.share, "share", least=0.95, low=ends[0], high=ends[1],
            note=f"{met.deals} deals",
        )  # fmt: skip
        return
    ceiling = meet(name, low, seeing(mind(name, SEEING)), chance, seconds)
    yield Row(
        what, met.share, "share", "who sees all cards", ceiling.share,
        low=ends[0], high=ends[1],
        note=f"{met.deals} deals; the ceiling is {SEEING} with open cards, "
        f"± {ceiling.half:.3f}",
    )  # fmt: skip


def seeing(search: Mind) -> Mind:
    """Let a search see how the hidden cards truly lie."""
    row = search.row.copy()
    row["how"][0, 2] = tree.OPEN
    return Mind(row, search.weights)
