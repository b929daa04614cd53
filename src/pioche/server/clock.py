"""Clocks: whose time runs, what remains, when it ends.

Time is the stamps of the log's lines, so a table that is read again shows the same
clocks; the time in which no server ran is nobody's (`Downtime`).
"""

from bisect import bisect_right
from collections.abc import Iterable

from pioche.server.wire import Clock


class Downtime:
    """The spans in which no server ran, oldest first."""

    def __init__(self, spans: Iterable[tuple[int, int]] = ()) -> None:
        self.spans = sorted(spans)

    def began(self, until: int) -> int:
        """Return when the span began that has ended at a time; none: that time."""
        since, end = self.spans[-1] if self.spans else (0, 0)
        return since if end == until else until

    def within(self, start: int, end: int) -> int:
        """Return how much of the time from `start` to `end` was down."""
        if not self.spans or start >= self.spans[-1][1]:
            return 0
        first = max(bisect_right(self.spans, (start, start)) - 1, 0)
        return sum(
            max(0, min(end, until) - max(start, since))
            for since, until in self.spans[first:]
        )


class Clocks:
    """The clocks of one table; every change is told with its time."""

    __slots__ = ("down", "kind", "left", "since", "still")

    def __init__(self, kind: Clock, seats: int, down: Downtime) -> None:
        self.kind = kind
        self.down = down
        self.left = [kind.time] * seats
        self.since: dict[int, int] = {}  # seats whose clock runs, and from when
        self.still = 0  # when the pause began

    def elapsed(self, seat: int, now: int) -> int:
        """Return how long a seat's clock has run."""
        since = self.since[seat]
        now = self.still or now
        return max(0, now - since - self.down.within(since, now))

    def remains(self, seat: int, now: int) -> int:
        """Return what a seat has left."""
        run = self.elapsed(seat, now) if seat in self.since else 0
        return max(0, self.left[seat] - run)

    def turn(self, owing: Iterable[int], mover: int | None, now: int) -> None:
        """Note that `mover` has moved and who owes a decision now."""
        if self.kind.kind == "none":
            return
        owing = set(owing)
        for seat in list(self.since):
            if seat == mover or seat not in owing:
                self.stop(seat, now, moved=seat == mover)
        for seat in owing:
            self.since.setdefault(seat, now)

    def stop(self, seat: int, now: int, *, moved: bool) -> None:
        """Stop a seat's clock and put right what it has for the next time."""
        if self.kind.kind == "player":
            left = self.remains(seat, now)
            self.left[seat] = left + (self.kind.increment if moved else 0)
        del self.since[seat]

    def restart(self, seat: int, now: int) -> None:
        """Count a seat's time from now on; in a pause, from its end on."""
        if seat in self.since:
            self.since[seat] = self.still or now

    def pause(self, now: int) -> None:
        """Let all clocks stand still."""
        self.still = now

    def resume(self, now: int) -> None:
        """Let the clocks run on."""
        for seat in self.since:
            self.since[seat] += now - self.still
        self.still = 0

    def next_end(self, seats: Iterable[int], now: int) -> int | None:
        """Return when the first of these seats runs out of time."""
        if self.still:
            return None
        ends = [now + self.remains(seat, now) for seat in seats if seat in self.since]
        return min(ends, default=None)
