"""What a bench says: rows with a figure, what it stands beside, and the bound it must reach."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from pioche.bench.apart import Work, rate

Json = dict[str, Any]
MISSING: Final = "not measured"


@dataclass(frozen=True)
class Row:
    """One figure; where it stands beside another of the same run, the bound is the ratio's."""

    what: str
    value: float | None  # None: not measured, and `note` says why
    unit: str
    beside: str = ""  # whose figure `other` is
    other: float | None = None
    least: float | None = None
    most: float | None = None
    note: str = ""
    low: float | None = None  # where the value has an interval, its ends; the bound
    high: float | None = None  # must then be kept by the worse one

    @property
    def ratio(self) -> float | None:
        """Divide by the figure beside it."""
        return self.beside_other(self.value)

    def beside_other(self, value: float | None) -> float | None:
        """Divide by the figure beside it, if there is one to divide by."""
        if value is None or not self.other:
            return None
        return value / self.other

    @property
    def reached(self) -> bool | None:
        """Tell whether the bound is kept; None: there is none, or nothing was measured."""
        low = self.judged(self.value if self.low is None else self.low)
        high = self.judged(self.value if self.high is None else self.high)
        if low is None or high is None or (self.least is None and self.most is None):
            return None
        return (self.least is None or low >= self.least) and (
            self.most is None or high <= self.most
        )

    def judged(self, value: float | None) -> float | None:
        """Return what the bound is of: the ratio, where something stands beside."""
        return self.beside_other(value) if self.beside else value

    def json(self) -> Json:
        """Return the row as JSON."""
        return {
            "what": self.what,
            "value": self.value,
            "low": self.low,
            "high": self.high,
            "unit": self.unit,
            "beside": self.beside or None,
            "other": self.other,
            "ratio": self.ratio,
            "least": self.least,
            "most": self.most,
            "reached": self.reached,
            "note": self.note,
        }

    @property
    def measured(self) -> str:
        """Write the value, with its interval if it has one."""
        text = f"{shown(self.value)} {self.unit}".rstrip()
        if self.low is None or self.high is None:
            return text
        return f"{text} [{shown(self.low)} … {shown(self.high)}]"


@dataclass(frozen=True)
class Effort:
    """How long to measure: seconds for each figure, and how often to alternate."""

    seconds: float = 0.5
    rounds: int = 5
    games: tuple[str, ...] = field(default=())  # () for all


QUICK: Final = Effort(0.01, 1, ("uno",))
Bench = Callable[[Effort], Iterator[Row]]


def best_rate(work: Work, effort: Effort) -> float:
    """Return what a work does per second of the processor, at its best."""
    return alternate(effort, work)[0]


def alternate(effort: Effort, *works: Work) -> list[float]:
    """Do works in turn, and return the best rate of each.

    A work does some of its work and returns how much; the rate is per second of the
    processor, so that a shared machine disturbs it little.
    """
    for work in works:
        work()  # loading is not measured
    return in_turn(effort, *map(clocked, works))


def clocked(work: Work) -> Callable[[float], float]:
    """Return what does a work for so many seconds and tells its rate."""
    return lambda seconds: rate(work, seconds, time.process_time)


def in_turn(effort: Effort, *rates: Callable[[float], float]) -> list[float]:
    """Ask for rates round by round, and return the best of each."""
    best = [0.0] * len(rates)
    for _ in range(effort.rounds):
        for i, measure in enumerate(rates):
            best[i] = max(best[i], measure(effort.seconds))
    return best


def shown(value: float | None) -> str:
    """Write a figure with three digits that matter."""
    if value is None:
        return "–"
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
