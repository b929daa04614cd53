"""The nets: each beside a search that is given a hundred times its time for a move.

The interval is of 99 %. At tables of more than two, one net meets a table of searches.
"""

from collections.abc import Iterator
from typing import Final

from pioche.bench.core import names
from pioche.bench.figure import Effort, Row
from pioche.bench.meeting import SURER, meet, microseconds
from pioche.bots import learned
from pioche.bots.minds import mind
from pioche.games import kind

FACTOR: Final = 100  # times the net's time, for the search
TRIAL: Final = 100  # iterations by which a search's time is measured
LONGER: Final = 40  # times an effort's seconds, for a meeting


def rows(effort: Effort) -> Iterator[Row]:
    """Measure every net at every number of seats."""
    for name in names(effort):
        low, high = kind(name).rules.SEATS
        for seats in range(low, high + 1):
            yield against_search(effort, name, seats)


def against_search(effort: Effort, name: str, seats: int) -> Row:
    """Let a net meet a table of searches that think a hundred times as long."""
    what = f"{name} net, {seats} seats, against a search with {FACTOR} × its time"
    if learned.own(name) is None:
        return Row(what, None, "share", "fair", note=f"no net: pioche train {name}")
    net, trial = mind(name, "net"), f"ismcts:{TRIAL}"
    took = microseconds(name, seats, net)
    each = microseconds(name, seats, mind(name, trial)) / TRIAL
    text = f"ismcts:{max(1, round(FACTOR * took / each))}"
    met = meet(name, seats, net, mind(name, text), LONGER * effort.seconds)
    low, high = met.bounds(SURER)
    return Row(
        what, met.share, "share", "fair", 1 / seats, least=1, low=low, high=high,
        note=f"{took:.1f} µs beside {text}; {met.deals} deals",
    )  # fmt: skip
