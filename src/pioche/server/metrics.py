"""Figures for Prometheus, and the log: one JSON object a line, no secrets in it."""

import json
import logging
import sys
import time
from contextlib import suppress
from typing import Final

BOUNDS: Final = (
    0.0005,
    0.001,
    0.0025,
    0.005,
    0.01,
    0.025,
    0.05,
    0.1,
    0.25,
    0.5,
    1,
    2.5,
)

#: The only fields that may be logged: no names, keys, codes, addresses or cards.
FIELDS: Final = {
    "table", "game", "seats", "status", "count", "error", "path", "code", "port", "host",
    "level", "lines", "cause",
}  # fmt: skip


class Histogram:
    """How long something took, in buckets."""

    def __init__(self) -> None:
        self.buckets = [0] * (len(BOUNDS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.sum += seconds
        for place, bound in enumerate(BOUNDS):
            if seconds <= bound:
                self.buckets[place] += 1
                return
        self.buckets[-1] += 1

    def lines(self, name: str) -> list[str]:
        """Write it for Prometheus."""
        found, total = [], 0
        for bound, count in zip((*BOUNDS, "+Inf"), self.buckets, strict=True):
            total += count
            found.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*found, f"{name}_sum {self.sum}", f"{name}_count {total}"]


class Metrics:
    """What is counted."""

    def __init__(self) -> None:
        self.moves = self.refused = self.opened = self.messages = 0
        self.errors = self.dropped = self.bots = self.fallbacks = self.requests = 0
        self.commits = Histogram()
        self.thinking = Histogram()

    def text(self, gauges: dict[str, float]) -> str:
        """Write everything in Prometheus' text format."""
        out = []
        for name, help_ in COUNTERS.items():
            out += [
                f"# HELP pioche_{name}_total {help_}",
                f"# TYPE pioche_{name}_total counter",
                f"pioche_{name}_total {getattr(self, name)}",
            ]
        for name, value in gauges.items():
            out += [f"# TYPE pioche_{name} gauge", f"pioche_{name} {value:g}"]
        for name, histogram in (
            ("pioche_commit_seconds", self.commits),
            ("pioche_bot_seconds", self.thinking),
        ):
            out += [f"# TYPE {name} histogram", *histogram.lines(name)]
        return "\n".join(out) + "\n"


COUNTERS: Final = {
    "moves": "Moves played.",
    "refused": "Messages refused.",
    "opened": "Tables opened.",
    "messages": "Messages received over sockets.",
    "requests": "Requests over HTTP.",
    "errors": "Failures of the store or of a request.",
    "dropped": "Connections ended because they were slow, silent or too loud.",
    "bots": "Moves chosen by bots.",
    "fallbacks": "Moves drawn by lot because a bot failed.",
}


class Errors(logging.Handler):
    """Writes what libraries report, without its text: it might hold a secret."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        kind = record.exc_info[0] if record.exc_info else None
        log(
            "library error",
            path=record.name,
            error=kind.__name__ if kind else record.msg,
        )


def log(event: str, **fields: object) -> None:
    """Write a line of the log."""
    assert fields.keys() <= FIELDS, fields
    line = {"time": round(time.time(), 3), "event": event, **fields}
    text = json.dumps(line, ensure_ascii=False, default=str)
    with suppress(OSError, ValueError):  # a log on a full disk must not stop a table
        print(text, file=sys.stderr, flush=True)
