"""Simulated games by the million: cut into chunks, played anywhere, kept as Parquet.

A game depends on its seed and number alone, so it does not matter how the work was cut,
who played which chunk, or whether a worker died. Each chunk is kept beside the file as
soon as it is done; the same command goes on where an earlier one stopped.
"""

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from itertools import takewhile
from math import inf, sqrt
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import polars as pl

from pioche.core.errors import BadUse
from pioche.core.fast import cores
from pioche.core.kind import Kind
from pioche.games import kind
from pioche.lab.rows import frame
from pioche.lab.stop import stop_asked
from pioche.lab.table import Games, Table, read_bot

Json = dict[str, Any]
Chunk = tuple[int, int]  # number of the first game, and how many
TABLES: Final = ("games", "seats", "decisions")
CHUNK_SECONDS: Final = 1.0  # about how long a chunk takes
LARGEST: Final = 1 << 16  # games in a chunk
MOST_GAMES: Final = 10**12  # their numbers have so many digits
GROUP: Final = 1 << 17  # rows of a Parquet row group
WIDE: Final = 2.5758  # standard errors to each side of a 99 % interval


@dataclass(frozen=True)
class Setting:
    """What is played, and which table is kept."""

    game: str
    bots: tuple[str, ...]
    seed: str = ""
    options: Json = field(default_factory=dict)
    table: str = "games"

    @property
    def name(self) -> str:
        """Write the setting down, so that other results are not mixed in."""
        return json.dumps(
            {**asdict(self), "version": kind(self.game).rules.VERSION}, sort_keys=True
        )


@dataclass
class Sums:
    """What is summed up over games: enough for means and their intervals."""

    games: int
    moves: int
    unfinished: int
    shares: list[float]
    squares: list[float]

    @classmethod
    def of(cls, played: Games) -> "Sums":
        """Sum games up."""
        return cls(
            len(played),
            int(np.abs(played.lengths).sum()),
            int((played.lengths < 0).sum()),
            [float(total) for total in played.points.sum(axis=0)],
            [float(total) for total in (played.points**2).sum(axis=0)],
        )

    def __add__(self, other: "Sums") -> "Sums":
        return Sums(
            self.games + other.games,
            self.moves + other.moves,
            self.unfinished + other.unfinished,
            [a + b for a, b in zip(self.shares, other.shares, strict=True)],
            [a + b for a, b in zip(self.squares, other.squares, strict=True)],
        )


@dataclass
class Part:
    """What a chunk has come to."""

    chunk: Chunk
    sums: Sums
    frame: pl.DataFrame


class Player:
    """Plays chunks of a setting; one in each thread or process."""

    def __init__(self, setting: Setting, *, keep: bool = True) -> None:
        self.setting, self.keep = setting, keep
        self.table = Table(setting.game, setting.bots, setting.options, setting.seed)
        self.table.play(0, 1)  # so that loading machine code is not measured

    def play(self, first: int, count: int) -> Part:
        """Play a chunk."""
        taped = self.keep and self.setting.table == "decisions"
        played = self.table.play(first, count, taped=taped)
        rows = frame(self.setting, played) if self.keep else pl.DataFrame()
        return Part((first, count), Sums.of(played), rows)


# Backends


class Backend(Protocol):
    """Who plays chunks."""

    workers: int

    def run(self, work: Iterator[Chunk]) -> Iterator[Part]:
        """Play chunks as they come, and return each when it is done, in any order."""


class Threads:
    """Threads of this process: compiled code releases the interpreter."""

    def __init__(self, setting: Setting, workers: int, *, keep: bool) -> None:
        self.workers = workers
        self.player = Player(setting, keep=keep)

    def run(self, work: Iterator[Chunk]) -> Iterator[Part]:
        """Play chunks as they come."""
        from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

        running: set[Future[Part]] = set()
        pool = ThreadPoolExecutor(self.workers)
        try:
            while True:
                while len(running) <= self.workers and (chunk := next(work, None)):
                    running.add(pool.submit(self.player.play, *chunk))
                if not running:
                    return
                ready, running = wait(running, return_when=FIRST_COMPLETED)
                for done in ready:
                    yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# What is missing, and what is kept


def gaps(done: Iterable[Chunk], games: int) -> list[Chunk]:
    """List what is missing of so many games."""
    found, at = [], 0
    for first, count in sorted(done):
        if first > at:
            found.append((at, min(first, games) - at))
        at = max(at, first + count)
    if at < games:
        found.append((at, games - at))
    return [(first, count) for first, count in found if count > 0]


class Cutter:
    """Cuts the missing games into chunks of about a second."""

    def __init__(self, missing: list[Chunk], workers: int) -> None:
        self.missing, self.workers = missing, workers
        self.size, self.asked = 1, 0.0
        self.left = sum(count for _, count in missing)

    def __iter__(self) -> Iterator[Chunk]:
        for first, count in self.missing:
            while count > 0:
                # The last chunks are small, so that all workers end together.
                size = min(self.size, count, max(1, self.left // (2 * self.workers)))
                yield first, size
                first, count, self.left = first + size, count - size, self.left - size

    def learn(self, games: int, seconds: float) -> None:
        """Cut by the speed of one worker from now on."""
        rate = games / max(seconds, 1e-6)
        goal = min(max(1, int(rate * CHUNK_SECONDS)), LARGEST)
        self.size = min(goal, 8 * self.size)


def check_file(out: Path) -> None:
    """Refuse a file that can't be one of ours, before anything is played."""
    if out.is_dir():
        raise BadUse(
            f"{out} est un dossier ; il faut un fichier, par exemple {out}/parties.parquet",
            f"{out} is a folder; a file is needed, such as {out}/games.parquet",
        )
    if out.suffix != ".parquet":
        raise BadUse(
            f"{out} : les parties sont gardées en Parquet ; le nom doit finir par .parquet",
            f"{out}: games are kept as Parquet; the name must end in .parquet",
        )


def plain(error: Exception, file: Path) -> Exception:
    """Turn Polars's own wrapping of the system's "no" (a full disk) back into it."""
    number = re.search(r"os error (\d+)", str(error))
    if not number:
        return error
    code = int(number[1])
    return OSError(code, os.strerror(code), str(file))


class Keeper:
    """The file, and beside it the chunks that are done so far."""

    def __init__(self, setting: Setting, out: Path | None) -> None:
        self.setting, self.out = setting, out
        self.folder = out.with_name(out.name + ".parts") if out else None
        self.done: dict[Chunk, tuple[Path, Sums]] = {}
        self.sums: list[Sums] = []
        if out is not None and self.folder is not None:
            check_file(out)
            out.parent.mkdir(parents=True, exist_ok=True)
            for file in (out, *sorted(self.folder.glob("*.parquet"))):
                if file.exists():
                    self._take_up(file)

    def _take_up(self, file: Path) -> None:
        """Take up what an earlier run left, if it played the same."""
        try:
            about = pl.read_parquet_metadata(file)
            same = about.get("simulate") == self.setting.name
            parts = json.loads(about["parts"]) if same else []
        except (OSError, ValueError, KeyError, pl.exceptions.PolarsError):
            same, parts = False, []
        if not same:
            raise BadUse(
                f"{file} existe et vient d'une autre simulation : "
                "choisissez un autre nom, ou effacez-le",
                f"{file} exists and comes from another simulation: "
                "choose another name, or delete it",
            )
        for (first, count), sums in parts:
            if (first, count) not in self.done:
                self.done[first, count] = file, Sums(**sums)

    def add(self, part: Part) -> None:
        """Keep a chunk that is done."""
        if self.folder is None:
            self.sums.append(part.sums)
            return
        self.folder.mkdir(exist_ok=True)
        first, count = part.chunk
        file = self.folder / f"{first:012}-{first + count:012}.parquet"
        self._write(file, part.frame, {part.chunk: part.sums})
        self.done[part.chunk] = file, part.sums

    def _write(self, file: Path, rows: pl.DataFrame, parts: dict[Chunk, Sums]) -> None:
        """Write a file whole, or not at all."""
        about = [[list(chunk), asdict(sums)] for chunk, sums in sorted(parts.items())]
        fresh = file.with_name(file.name + ".new")
        try:
            rows.write_parquet(
                fresh,
                row_group_size=GROUP,
                metadata={"simulate": self.setting.name, "parts": json.dumps(about)},
            )
        except (OSError, pl.exceptions.PolarsError) as error:
            fresh.unlink(missing_ok=True)
            raise plain(error, file) from error
        fresh.replace(file)

    def total(self) -> Sums | None:
        """Sum up all that is done."""
        found = self.sums + [sums for _, (_, sums) in sorted(self.done.items())]
        if not found:
            return None
        total = found[0]
        for sums in found[1:]:
            total = total + sums
        return total

    def close(self, *, complete: bool) -> None:
        """Make one file of what is done; the chunks go once all games are there."""
        if self.out is None or self.folder is None or not self.done:
            return
        if any(file != self.out for file, _ in self.done.values()):
            files = dict.fromkeys(file for _, (file, _) in sorted(self.done.items()))
            rows = pl.concat([pl.read_parquet(file) for file in files]).rechunk()
            if not rows["game"].is_sorted():  # a stopped run may have left gaps
                rows = rows.sort("game", maintain_order=True)
            total = self.total()
            whole = {(0, total.games): total} if complete and total else None
            sums = {chunk: sums for chunk, (_, sums) in self.done.items()}
            self._write(self.out, rows, whole or sums)
        if complete:
            shutil.rmtree(self.folder, ignore_errors=True)


# The whole


@dataclass
class Report:
    """What a simulation has come to."""

    setting: Setting
    games: int
    asked: int
    played: int  # in this run
    seconds: float
    moves: int
    unfinished: int
    shares: list[tuple[float, float]]  # by seat, with half the width of a 99 % interval

    def json(self) -> Json:
        """Write it for programs."""
        return {
            **asdict(self.setting),
            "games": self.games,
            "asked": self.asked,
            "complete": self.games >= self.asked,
            "moves_per_game": self.moves / max(self.games, 1),
            "unfinished": self.unfinished,
            "shares": [
                {"seat": seat, "bot": bot, "share": round(mean, 9),
                 "low": round(mean - half, 9), "high": round(mean + half, 9)}
                for seat, (bot, (mean, half)) in enumerate(
                    zip(self.setting.bots, self.shares, strict=True)
                )
            ],
            "seconds": self.seconds,
            "games_per_second": self.played / self.seconds if self.seconds else 0.0,
        }  # fmt: skip


def mean_and_half(total: float, squares: float, count: int) -> tuple[float, float]:
    """Return a mean and half the width of its 99 % interval."""
    mean = total / count
    spread = max(squares / count - mean**2, 0.0)
    return mean, WIDE * sqrt(spread / (count - 1)) if count > 1 else inf


def run(
    setting: Setting,
    games: int,
    backend: Callable[[], Backend],
    out: Path | None = None,
    told: Callable[[int], None] = lambda _: None,
) -> Report:
    """Play what is missing of some games; Ctrl-C keeps what is done."""
    keeper = Keeper(setting, out)
    missing = gaps(keeper.done, games)
    played, begun = 0, time.perf_counter()
    player = backend() if missing else None
    with stop_asked() as stop:
        if player:
            cutter = Cutter(missing, player.workers)
            have = games - cutter.left
            begun = time.perf_counter()
            try:
                for part in player.run(takewhile(lambda _: not stop.is_set(), cutter)):
                    keeper.add(part)
                    played += part.sums.games
                    cutter.learn(played, (time.perf_counter() - begun) * player.workers)
                    told(have + played)
            except KeyboardInterrupt:
                pass
        total = keeper.total() or Sums(0, 0, 0, [], [])
        keeper.close(complete=total.games >= games)
    seconds = time.perf_counter() - begun
    shares = [
        mean_and_half(share, square, total.games)
        for share, square in zip(total.shares, total.squares, strict=True)
    ]
    return Report(
        setting, total.games, games, played, seconds, total.moves, total.unfinished,
        shares or [(0.0, inf)] * len(setting.bots),
    )  # fmt: skip


def backend(
    setting: Setting, workers: int | None, ray: str | None, *, keep: bool
) -> Callable[[], Backend]:
    """Choose who plays: threads, or with `ray` (an address, or "") a cluster."""
    if ray is not None:
        from pioche.lab.cluster import Cluster

        return lambda: Cluster(setting, workers or 0, ray, keep=keep)
    return lambda: Threads(setting, workers or cores(), keep=keep)


def read_bots(text: str, seats: int, of: Kind) -> tuple[str, ...]:
    """Read `--bots B,B,…`: one for each seat, or one for all."""
    of.check_seats(seats)
    bots = tuple(part.strip() for part in text.split(",") if part.strip())
    if len(bots) == 1:
        bots *= seats
    for bot in dict.fromkeys(bots):
        read_bot(of.name, bot)
    if len(bots) != seats:
        raise BadUse(
            f"il faut un robot par place ({seats}), ou un seul pour toutes ; "
            f"il y en a {len(bots)}",
            f"a bot for each seat ({seats}) is needed, or one for all; "
            f"there are {len(bots)}",
        )
    return bots
