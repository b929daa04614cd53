"""Balance: how a game plays at every number of seats and five levels of skill.

Each cell (a number of seats, a level) is played in growing rounds until its shares are
known well enough, its games are used up, or its part of the time is. What is measured
never decides when to stop, only how sure it is: intervals stay honest.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Final

import numpy as np

from pioche.bots import learned
from pioche.core.fast import cores
from pioche.games import kind
from pioche.lab import measures
from pioche.lab.measures import FEWEST, Estimate, Study
from pioche.lab.table import Table

Json = dict[str, Any]
LONGEST: Final = 20_000  # moves; a longer game is given up
FUTURES: Final = 32  # played from each moment of a charted game,
FEWEST_FUTURES: Final = 4  # or fewer where games are long, so that
STORIES_WANTED: Final = 16  # games can be charted in the time there is
MOST_CHARTED: Final = 400  # games of a cell
STORIES: Final = 0.35  # part of a cell's time that charts may take
CLIMBING: Final = 0.25  # part for the ladder
LEVELS: Final = ("random", "half", "fifth", "greedy")
NAMES: Final = {
    "random": ("n'importe quel coup", "any move"),
    "half": ("débutant", "beginner"),
    "fifth": ("distrait", "careless"),
    "greedy": ("régulier", "steady"),
    "net": ("exercé", "trained"),
    "ismcts:64": ("réfléchi", "thoughtful"),
}
#: Parts of the time: who thinks needs more of it.
WEIGHTS: Final = (0.6, 0.8, 0.8, 0.8, 2.0)


@dataclass(frozen=True)
class Plan:
    """What a report is made of."""

    game: str
    games: int = 1_000_000  # at most so many a cell
    seconds: float = 50.0
    precision: float = 0.003  # half an interval of a share that is good enough
    seed: str = ""
    options: Mapping[str, object] = field(default_factory=dict)
    seats: tuple[int, ...] = ()

    @property
    def tables(self) -> tuple[int, ...]:
        """The numbers of seats."""
        low, high = kind(self.game).rules.SEATS
        return self.seats or tuple(range(max(low, 2), high + 1))

    @property
    def levels(self) -> tuple[str, ...]:
        """The five levels of skill; the best is a net where one ships."""
        best = "net" if learned.own(self.game) else "ismcts:64"
        return (*LEVELS, best)


@dataclass
class Cell:
    """A number of seats at a level of skill, and what was found."""

    seats: int
    level: int
    games: int
    measures: dict[str, Estimate]
    shares: list[Estimate]
    leading: list[Estimate]

    def json(self, plan: Plan) -> Json:
        """Write it for programs."""
        bot = plan.levels[self.level]
        return {
            "seats": self.seats,
            "level": self.level + 1,
            "bot": bot,
            "fr": NAMES[bot][0],
            "en": NAMES[bot][1],
            "games": self.games,
            "measures": {id: found.json() for id, found in self.measures.items()},
            "shares": [found.json() for found in self.shares],
            "leading": [found.json() for found in self.leading],
        }


class Clock:
    """Time that a cell may take; none is left once all is to stop.

    It is the processor's time of the cell's own thread: what is found, and how surely,
    does not depend on what else the machine has to do.
    """

    def __init__(self, seconds: float, stop: Event) -> None:
        self.end = time.thread_time() + seconds
        self.stop = stop

    def left(self) -> float:
        """Return the seconds that are left."""
        return 0.0 if self.stop.is_set() else self.end - time.thread_time()


def study_cell(plan: Plan, seats: int, level: int, seconds: float, stop: Event) -> Cell:
    """Play and measure a cell."""
    bots = (plan.levels[level],) * seats
    table = Table(plan.game, bots, plan.options, plan.seed)
    study, clock = Study(seats), Clock(seconds, stop)
    chart(plan, table, study, Clock(seconds * STORIES, stop))
    if level > 0:
        climb(plan, study, level, Clock(seconds * CLIMBING, stop))
    rounds(plan, table, study, clock)
    tied = study.tied()
    return Cell(
        seats, level, len(tied.games[0]), measures.take(tied),
        measures.seat_shares(tied), measures.leading(tied),
    )  # fmt: skip


def growing(most: int, clock: Clock, first: int = 0) -> Iterator[tuple[int, int]]:
    """Yield rounds of games, twice as many each time, while there is time."""
    count, begun = 2, clock.left()
    while first < most:
        count = min(count, most - first)
        yield first, count
        first, took = first + count, begun - clock.left()
        begun = clock.left()
        # Twice as many as before, or as many as there is time for.
        fits = int(count * max(clock.left(), 0) / max(took, 1e-4))
        if fits < 1:
            return
        count = min(2 * count, max(fits, 1))


def chart(plan: Plan, table: Table, study: Study, clock: Clock) -> None:
    """Play charted games, with as many futures as the time allows."""
    begun = clock.left()
    table.charted(0, 1, FEWEST_FUTURES, LONGEST)
    took = max(begun - clock.left(), 1e-6) / FEWEST_FUTURES
    fits = int(clock.left() / STORIES_WANTED / took)
    futures = min(max(fits, FEWEST_FUTURES), FUTURES)
    for first, count in growing(min(plan.games, MOST_CHARTED), clock):
        found = table.charted(first, count, futures, LONGEST)
        study.charted.append(found)
        study.games.append(found[0])
        study.laps.append(table.play(first, count, lap=1, most=LONGEST).points)


def climb(plan: Plan, study: Study, level: int, clock: Clock) -> None:
    """Seat one of this level among the level below, at each seat of the same deals."""
    below, above = plan.levels[level - 1 : level + 1]
    tables = [
        Table(
            plan.game,
            tuple(above if place == seat else below for place in range(study.seats)),
            plan.options,
            plan.seed,
        )
        for seat in range(study.seats)
    ]
    for first, count in growing(max(plan.games // study.seats, 1), clock):
        shares = [
            table.play(first, count, most=LONGEST).points[:, seat]
            for seat, table in enumerate(tables)
        ]
        study.climb.append(np.mean(shares, axis=0))


def rounds(plan: Plan, table: Table, study: Study, clock: Clock) -> None:
    """Play the same deals twice, until the shares are known well enough."""
    for first, count in growing(plan.games, clock, sum(map(len, study.games))):
        study.games.append(table.play(first, count, most=LONGEST))
        study.laps.append(table.play(first, count, lap=1, most=LONGEST).points)
        tied = Study(study.seats, study.games).tied()
        found = measures.seat_shares(tied)
        if max(share.half for share in found) <= plan.precision:
            return


def warm_up(plan: Plan) -> None:
    """Load (or compile) what will be played, so that it takes none of the time."""
    for bot in plan.levels[-2:]:
        table = Table(plan.game, (bot,) * plan.tables[0], plan.options)
        table.charted(0, 1, 1, most=1)


def study_all(plan: Plan, told: Callable[[float], None]) -> list[Cell]:
    """Measure all cells, side by side on the cores; Ctrl-C keeps what is done."""
    grid = [(seats, level) for level in range(5) for seats in plan.tables]
    warm_up(plan)
    workers, stop = cores(), Event()
    share = sum(WEIGHTS[level] for _, level in grid)

    def one(place: tuple[int, int]) -> Cell | None:
        level = place[1]
        seconds = plan.seconds * workers * WEIGHTS[level] / share
        return None if stop.is_set() else study_cell(plan, *place, seconds, stop)

    cells: list[Cell] = []
    with ThreadPoolExecutor(workers) as pool:
        running = [pool.submit(one, place) for place in grid]
        try:
            for done in as_completed(running):
                told(len(cells) + 1)
                cells += [cell] if (cell := done.result()) else []
        except KeyboardInterrupt:
            stop.set()  # what is done is kept, what runs ends with its round
            found = [done.result() for done in running]
            cells = [cell for cell in found if cell and cell.games >= FEWEST]
    return sorted(cells, key=lambda cell: (cell.seats, cell.level))
