"""The arena: which of some bots is stronger, at a game and a number of seats.

The unit is the deal, played once from every rotation of the seats; intervals are over
deals. Two bots meet as one of the first against a table of the second (and, with more
than two seats, the other way round). Bots that compiled code can play by itself never
leave it; others (`cmd:…`, time budgets) are asked move by move with their seat's view.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from itertools import permutations
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import pioche
from pioche.bots import contest
from pioche.bots.engine import Kit, engine
from pioche.bots.minds import Mind, has_mind, mind, pack
from pioche.bots.outside import Outside
from pioche.core import random
from pioche.core.errors import BadUse
from pioche.core.fast import cores

Json = dict[str, Any]
Floats = NDArray[np.float64]
WIDE: Final = 1.96  # standard errors to each side of a 95 % interval
LONGEST: Final = 20_000  # moves; a longer game counts as it stands
CHUNK_SECONDS: Final = 1.0  # about how long a thread plays before it reports
SPEED_SECONDS: Final = 0.2  # to measure how long a bot thinks
RATED: Final = 5000  # games from which ratings are made
BOUND: Final = 2.94  # of the log-likelihood ratio: 5 % of error on each side


class Table:
    """Bots in an order around a table; games rotate it over the seats."""

    def __init__(
        self,
        game: str,
        seats: int,
        minds: list[Mind],
        options: Mapping[str, object] | None = None,
    ) -> None:
        self.engine = engine(game)
        self.seats = seats
        self.blank = self.engine.fast.blank(seats, options)
        self.rows, self.weights = pack(minds)
        self.nodes = max(made.iterations for made in minds) + 2
        self.decisions = 0
        self.moves = 0

    def play(self, key: list[int], first: int, deals: int) -> Floats:
        """Play deals from every rotation; return the shares by deal, rotation and place."""
        games = deals * self.seats
        points = np.zeros((games, self.seats))
        lengths = np.zeros(games, np.int32)
        kit = Kit(self.engine, self.nodes)
        self.engine.play(
            self.blank, self.rows, self.weights, kit, (key[0], key[1]),
            first * self.seats, points, lengths, most=LONGEST,
        )  # fmt: skip
        self.decisions += int(kit.control[contest.ASKED])
        self.moves += int(lengths.sum())
        return points.reshape(deals, self.seats, self.seats)

    def close(self) -> None:
        """Leave the table."""


class SlowTable:
    """The same for bots of which at least one must be asked from outside."""

    def __init__(
        self,
        game: str,
        seats: int,
        bots: list[str],
        options: Mapping[str, object] | None,
    ) -> None:
        self.game, self.seats, self.options = game, seats, options
        self.bots = [pioche.bot(text) for text in bots]

    def play(self, key: list[int], first: int, deals: int) -> Floats:
        """Play deals from every rotation; return the shares by deal, rotation and place."""
        points = np.zeros((deals, self.seats, self.seats))
        for deal in range(deals):
            for shift in range(self.seats):
                seed = f"arena {key[0]} {key[1]} {first + deal}"
                points[deal, shift] = self._one(seed, shift)
        return points

    def close(self) -> None:
        """Leave the table; programs from outside end."""
        for bot in self.bots:
            if isinstance(bot, Outside):
                bot.close()

    def _one(self, seed: str, shift: int) -> list[float]:
        """Play one game, and return the shares in the order of the bots."""
        game = pioche.deal(self.game, self.seats, seed, self.options)
        lot, asked = Random(f"{seed} {shift}"), 0
        while not game.over and len(game.log) < LONGEST:
            speakers = list(game.claims)
            lot.shuffle(speakers)
            for seat in speakers:
                asked += 1
                bot = self.bots[(seat - shift) % self.seats]
                move = bot.claim(game.view(seat), f"{seed} {asked}")
                if move is not None:
                    game.play(seat, move)
                    break
            else:
                asked += 1
                seat = game.to_move[0]
                bot = self.bots[(seat - shift) % self.seats]
                game.play(seat, bot.choose(game.view(seat), f"{seed} {asked}"))
        shares = [0.0] * self.seats
        game.kind.rules.shares(game.state, shares)
        return [shares[(place + shift) % self.seats] for place in range(self.seats)]


def interval(shares: Floats) -> tuple[float, float]:
    """Return the mean over deals and half the width of its 95 % interval.

    The rows are deals; what a row holds is averaged first.
    """
    by_deal = shares.reshape(len(shares), -1).mean(axis=1)
    if len(by_deal) < 2:
        return float(by_deal.mean()), 1.0
    return float(by_deal.mean()), WIDE * float(by_deal.std(ddof=1)) / sqrt(len(by_deal))


@dataclass(frozen=True)
class Setting:
    """What an arena plays."""

    game: str
    seats: int
    bots: tuple[str, ...]
    seed: str = "arena"
    options: Json = field(default_factory=dict)

    @property
    def lineups(self) -> list[tuple[int, int]]:
        """List who meets whom: one of the first against a table of the second."""
        pairs = list(permutations(range(len(self.bots)), 2))
        return [(a, b) for a, b in pairs if self.seats > 2 or a < b]


class Arena:
    """A tournament that can be stopped and taken up again."""

    def __init__(self, setting: Setting, deals: int, out: Path | None = None) -> None:
        self.setting, self.deals, self.out = setting, deals, out
        if len(setting.bots) < 2 or deals < 1:
            raise BadUse(
                "il faut au moins deux robots et une donne",
                "at least two bots and one deal are needed",
            )
        self.fast = all(has_mind(text, setting.game) for text in setting.bots)
        self.tables = [self._table(a, b) for a, b in setting.lineups]
        self.done: list[dict[int, Floats]] = [{} for _ in self.tables]
        self.saved = time.monotonic()
        if out is not None and out.exists():
            self._resume(out)

    def _table(self, a: int, b: int) -> Table | SlowTable:
        s = self.setting
        line = [s.bots[a]] + [s.bots[b]] * (s.seats - 1)
        if not self.fast:
            return SlowTable(s.game, s.seats, line, s.options)
        return Table(s.game, s.seats, [mind(s.game, text) for text in line], s.options)

    def shares(self, lineup: int) -> Floats:
        """Return the shares of a line-up's finished deals, in their order."""
        done = self.done[lineup]
        return np.stack([done[deal] for deal in sorted(done)])

    def run(
        self, told: Callable[[int], None] = lambda _: None, *, sprt: bool = False
    ) -> None:
        """Play what is missing, until it is done, SPRT has an answer, or Ctrl-C."""
        work = self._work()
        running: dict[Future[Floats], tuple[int, int]] = {}
        pool = ThreadPoolExecutor(cores() if self.fast else 1)
        try:
            while True:
                while len(running) < 2 * cores() and (part := next(work, None)):
                    lineup, first, deals = part
                    key = random.key("arena", self.setting.seed)
                    table = self.tables[lineup]
                    running[pool.submit(table.play, key, first, deals)] = lineup, first
                if not running or (sprt and self.verdict() != 0):
                    break
                for ready in wait(running, return_when=FIRST_COMPLETED).done:
                    self._note(*running.pop(ready), ready.result())
                    told(sum(map(len, self.done)))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            self.keep()
            for table in self.tables:
                table.close()

    def _work(self) -> Iterator[tuple[int, int, int]]:
        """List what is to be played: line-up, first deal, deals; chunks grow with speed."""
        begun, first, size = time.monotonic(), 0, 1
        while first < self.deals:
            size = min(size, self.deals - first)
            for lineup in range(len(self.tables)):
                if any(first + i not in self.done[lineup] for i in range(size)):
                    yield lineup, first, size
            first += size
            now = time.monotonic()
            if now - begun < CHUNK_SECONDS * len(self.tables):
                size = min(2 * size, 4096)
            begun = now

    def _note(self, lineup: int, first: int, shares: Floats) -> None:
        for i, row in enumerate(shares):
            self.done[lineup][first + i] = row
        if self.out is not None and time.monotonic() - self.saved > 30:
            self.keep()

    def verdict(self) -> int:
        """Tell what SPRT says of the first bot: 1 stronger, -1 not, 0 nothing yet."""
        ratio = self.ratio()
        return (ratio >= BOUND) - (ratio <= -BOUND)

    def ratio(self) -> float:
        """Return the log-likelihood ratio of "two points above the fair share" to "fair"."""
        if len(self.done[0]) < 10:
            return 0.0
        by_deal = self.shares(0)[:, :, 0].mean(axis=1)
        fair = 1 / self.setting.seats
        more = fair + 0.02
        spread = max(float(by_deal.var(ddof=1)), 1e-6)
        mean = float(by_deal.mean())
        return len(by_deal) * (more - fair) * (2 * mean - fair - more) / (2 * spread)

    def keep(self) -> None:
        """Write all games that are done; a crash in between leaves the old file."""
        self.saved = time.monotonic()
        if self.out is None or not any(self.done):
            return
        fresh = self.out.with_name(self.out.name + ".new")
        self.frame().write_parquet(fresh, metadata={"arena": self._name()})
        fresh.replace(self.out)

    def frame(self) -> Any:
        """Return a table of all finished games, a row a place."""
        import polars as pl

        rows: dict[str, list[Any]] = {
            name: [] for name in ("lineup", "deal", "shift", "place", "bot", "share")
        }
        for lineup, (a, b) in enumerate(self.setting.lineups):
            for deal in sorted(self.done[lineup]):
                for (shift, place), share in np.ndenumerate(self.done[lineup][deal]):
                    bot = self.setting.bots[a if place == 0 else b]
                    for column, value in zip(
                        rows.values(),
                        (lineup, deal, shift, place, bot, share),
                        strict=True,
                    ):
                        column.append(value)
        return pl.DataFrame(rows)

    def _name(self) -> str:
        return json.dumps(asdict(self.setting), sort_keys=True)

    def _resume(self, out: Path) -> None:
        """Read what an earlier run left, if it played the same."""
        import polars as pl

        try:
            same = pl.read_parquet_metadata(out).get("arena") == self._name()
            frame = pl.read_parquet(out) if same else None
        except (OSError, pl.exceptions.PolarsError):
            same, frame = False, None
        if frame is None:
            raise BadUse(
                f"{out} existe et vient d'une autre arène",
                f"{out} exists and comes from another arena",
            )
        seats = self.setting.seats
        ordered = frame.sort("lineup", "deal", "shift", "place")
        for lineup in range(len(self.tables)):
            part = ordered.filter(pl.col("lineup") == lineup)
            shares = part["share"].to_numpy().reshape(-1, seats, seats)
            deals = part["deal"].to_numpy()[:: seats * seats]
            self.done[lineup] = dict(zip(map(int, deals), shares, strict=True))

    def report(self) -> Json:
        """Sum up: who meets whom with which share, ratings, and what it cost."""
        s = self.setting
        meetings = []
        for lineup, (a, b) in enumerate(s.lineups):
            if self.done[lineup]:
                mean, half = interval(self.shares(lineup)[:, :, 0])
                row = {
                    "bot": s.bots[a], "against": s.bots[b], "share": mean,
                    "low": max(mean - half, 0.0), "high": min(mean + half, 1.0),
                    "fair": 1 / s.seats, "deals": len(self.done[lineup]),
                }  # fmt: skip
                meetings.append(row)
        return {
            **asdict(s),
            "meetings": meetings,
            "microseconds": self.speeds(),
            "ratings": self.ratings(),
            "sprt": {"ratio": self.ratio(), "bound": BOUND, "verdict": self.verdict()},
        }

    def speeds(self) -> dict[str, float]:
        """Measure each compiled bot's time for a decision with a choice, moves included.

        It is the processor's time, which a busy machine does not stretch.
        """
        found = {}
        for text in self.setting.bots if self.fast else ():
            s = self.setting
            table = Table(s.game, s.seats, [mind(s.game, text)] * s.seats, s.options)
            table.engine.touch()  # loading machine code is not thinking
            begun, deals = time.thread_time(), 0
            while (took := time.thread_time() - begun) < SPEED_SECONDS:
                table.play(random.key("speed", str(deals)), deals, 1)
                deals += 1
            found[text] = 1e6 * took / max(table.decisions, 1)
        return found

    def ratings(self) -> list[Json]:
        """Rate the pool by the order of each game (openskill's Plackett-Luce)."""
        from openskill.models import PlackettLuce

        model = PlackettLuce()
        rated = [model.rating(name=text) for text in self.setting.bots]
        games = [
            (a, b, shares)
            for lineup, (a, b) in enumerate(self.setting.lineups)
            for row in self.done[lineup].values()
            for shares in row
        ]
        Random(1).shuffle(games)
        for a, b, shares in games[:RATED]:
            # A field of equal bots counts as one, with the mean of its shares.
            ranks = [-float(shares[0]), -float(shares[1:].mean())]
            (rated[a],), (rated[b],) = model.rate([[rated[a]], [rated[b]]], ranks=ranks)
        return [
            {"bot": text, "rating": rating.mu, "error": rating.sigma}
            for text, rating in sorted(
                zip(self.setting.bots, rated, strict=True), key=lambda row: -row[1].mu
            )
        ]
