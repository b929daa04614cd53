"""The lab: games simulated into Parquet beside bare playouts, Ray beside threads."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pioche
from pioche.bench.core import SEED, seats_of
from pioche.bench.figure import Effort, Row
from pioche.core.errors import BadUse
from pioche.core.fast import cores
from pioche.lab import simulate
from pioche.lab.simulate import Backend, Setting, Threads

WORKERS: Final = 2
LONG: Final = 8  # times the seconds of a figure: until chunks have their size
MINUTE: Final = 120  # times the seconds of a figure: a job of a minute
Clock = Callable[[], float]


def rows(effort: Effort) -> Iterator[Row]:
    """Measure the lab."""
    seats = seats_of("uno")
    setting = Setting("uno", ("random",) * seats, SEED)
    yield beside_playouts(effort, setting)
    yield beside_threads(effort, setting)


def beside_playouts(effort: Effort, setting: Setting) -> Row:
    """Measure games kept as Parquet beside the same number of bare playouts."""
    fast, seats = pioche.compiled(setting.game), len(setting.bots)
    threads = Threads(setting, WORKERS, keep=True)
    fast.playouts(seats, 8, SEED, threads=WORKERS)
    count = games_for(effort.seconds * LONG, setting, threads, time.process_time)
    kept = bare = 0.0
    for _ in range(effort.rounds):
        begun = time.process_time()
        fast.playouts(seats, count, SEED, threads=WORKERS)
        bare = max(bare, count / (time.process_time() - begun))
        kept = max(kept, simulated(setting, count, threads, time.process_time))
    return Row(
        f"uno simulated into Parquet, {seats} seats, {WORKERS} threads", kept, "games/s",
        "bare playouts", bare, least=0.8,
    )  # fmt: skip


def beside_threads(effort: Effort, setting: Setting) -> Row:
    """Measure Ray's workers beside threads on a long job, by the wall's clock."""
    what = (
        f"uno simulated into Parquet, {len(setting.bots)} seats, {WORKERS} Ray workers"
    )
    beside = f"{WORKERS} threads"
    if cores() < WORKERS:
        return Row(what, None, "games/s", beside, least=0.8, note="needs two cores")
    threads = Threads(setting, WORKERS, keep=True)
    seconds = effort.seconds * MINUTE
    count = games_for(seconds, setting, threads, time.perf_counter)
    once = simulated(setting, count, threads, time.perf_counter)
    begun = time.perf_counter()
    try:
        from pioche.lab.cluster import Cluster

        cluster = Cluster(setting, WORKERS)
    except BadUse as missing:
        return Row(what, None, "games/s", beside, least=0.8, note=missing.en)
    ready = time.perf_counter() - begun
    spread = simulated(setting, count, cluster, time.perf_counter)
    again = simulated(setting, count, threads, time.perf_counter)
    return Row(
        what, spread, "games/s", beside, (once + again) / 2, least=0.8,
        note=f"by the wall's clock; Ray ready after {ready:.0f} s",
    )  # fmt: skip


def games_for(seconds: float, setting: Setting, threads: Threads, clock: Clock) -> int:
    """Tell how many games take about so long, on all threads together."""
    rate = simulated(setting, 200, threads, clock)
    rate = simulated(setting, max(200, int(rate / 2)), threads, clock)
    return max(200, int(rate * seconds))


def simulated(setting: Setting, count: int, player: Backend, clock: Clock) -> float:
    """Simulate games into a file that is not kept; return how many a second."""
    with tempfile.TemporaryDirectory() as folder:
        begun = clock()
        simulate.run(setting, count, lambda: player, Path(folder) / "games.parquet")
        return count / (clock() - begun)
