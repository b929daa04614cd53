"""Bots that meet for a bench: for so many deals, or until the time is up."""

import time
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots.minds import Mind
from pioche.core import random
from pioche.lab.arena import Table, interval

Floats = NDArray[np.float64]
FEWEST: Final = 4  # deals, however long they take
MOST: Final = 2000  # deals of a meeting: half a share's point of error heads up
SURER: Final = 2.576 / 1.96  # from a 95 % interval to one of 99 %
TRIAL_SECONDS: Final = 0.2  # to measure how long a bot takes


@dataclass(frozen=True)
class Meeting:
    """What one bot took from a table of another: its mean share, half of the interval."""

    share: float
    half: float  # of a 95 % interval over deals
    deals: int

    def bounds(self, surer: float = 1.0) -> tuple[float, float]:
        """Return both ends of the interval, or of a surer one."""
        half = surer * self.half
        return max(0.0, self.share - half), min(1.0, self.share + half)


def meet(  # noqa: PLR0913  # a meeting has many parts
    game: str,
    seats: int,
    one: Mind,
    others: Mind,
    seconds: float,
    *,
    most: int = MOST,
    seed: str = "bench",
) -> Meeting:
    """Let one bot meet a table of another, for so many seconds of the processor."""
    table = Table(game, seats, [one] + [others] * (seats - 1))
    table.engine.touch()  # loading machine code is not playing
    key = random.key("meeting", game, seed)
    found: list[Floats] = []
    done, size, begun = 0, 1, time.thread_time()
    while done < most:
        size = min(size, most - done)
        found.append(table.play(key, done, size))
        done += size
        took = time.thread_time() - begun
        if took >= seconds and done >= FEWEST:
            break
        # Chunks of about a tenth of the time: few calls, and no long last one.
        size = max(1, min(2 * size, int(done * seconds / 10 / max(took, 1e-6))))
    share, half = interval(np.concatenate(found)[:, :, 0])
    return Meeting(share, half, done)


def microseconds(game: str, seats: int, made: Mind) -> float:
    """Measure the processor's time of a bot's decision with a choice, moves included."""
    table = Table(game, seats, [made] * seats)
    table.engine.touch()
    begun, deals = time.thread_time(), 0
    while (took := time.thread_time() - begun) < TRIAL_SECONDS:
        table.play(random.key("speed", str(deals)), deals, 1)
        deals += 1
    return 1e6 * took / max(table.decisions, 1)
