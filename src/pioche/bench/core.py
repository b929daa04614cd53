"""The core: playouts beside the limit in C, every game beside UNO, batches, starts.

Uniform legal moves throughout. One thread is measured per second of the processor and
in turn with what stands beside it; two threads need the wall's clock and two free cores.
"""

import random as python_random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from os import environ
from typing import Any, Final

import numpy as np

import pioche
from pioche.bench.figure import Effort, Row, alternate, best_rate
from pioche.bench.limit import Limit, limit
from pioche.core import random
from pioche.core.fast import Batch, Fast, cores

SEATS: Final = (2, 4, 10)  # of UNO beside C
#: Steps a second of a game's playouts beside UNO's, at least.
BESIDE_UNO: Final = {"duckomenta": 0.45, "dectana": 0.09, "kardashev": 0.27}
BATCHES: Final = {  # size: (least steps/s without and with masks and observations)
    1: (None, None),
    64: (None, None),
    4096: (5e6, 2e6),
}
SEED: Final = "bench"
AHEAD: Final = "import pioche; pioche.compiled({game!r}).playouts({seats}, 1)"


def rows(effort: Effort) -> Iterator[Row]:
    """Measure the core."""
    yield from beside_c(effort)
    yield from games(effort)
    yield from decisions(effort)
    yield from batches(effort)
    yield from starts(effort)


def names(effort: Effort) -> list[str]:
    """Name the games to measure."""
    return list(effort.games) or pioche.games()


def seats_of(name: str) -> int:
    """Choose the seats that a game is measured with: four, or as many as it has."""
    low, high = pioche.rules(name)["seats"]
    return int(max(low, min(4, high)))


class Player:
    """Plays random games of one kind on one thread, a chunk a call."""

    def __init__(self, name: str, seats: int, chunk: int) -> None:
        self.fast = pioche.compiled(name)
        self.key = playout_key(name)
        self.blank = self.fast.blank(seats)
        self.states = np.zeros(1, self.fast.dtype)
        self.row = self.fast.row()
        self.lengths = np.zeros(chunk, np.int32)
        self.points = np.zeros((chunk, seats), np.float64)
        self.games = self.steps = 0

    def __call__(self) -> int:
        """Play the chunk; return how many moves."""
        self.fast.entry.play_games(
            self.states, self.blank, *self.key, 0, self.row, self.lengths, self.points
        )
        steps = int(self.lengths.sum())
        self.games += len(self.lengths)
        self.steps += steps
        return steps


def playout_key(name: str) -> tuple[int, int]:
    """Return the key of the playouts of our seed."""
    a, b = random.key("playouts", name, SEED)[:2]
    return a, b


def beside_c(effort: Effort) -> Iterator[Row]:
    """Measure UNO's playouts beside the same games in C."""
    built = limit()
    for seats in SEATS:
        what = f"uno playouts, {seats} seats, 1 thread"
        if isinstance(built, str):
            yield Row(what, None, "steps/s", "C", note=built)
            continue
        games = 50 if effort.rounds > 1 else 2
        ours = Player("uno", seats, games)
        same_games(built, ours, seats)

        def theirs(built: Limit = built, seats: int = seats, games: int = games) -> int:
            return int(built.play(playout_key("uno"), games, seats)[0].sum())

        mine, c = alternate(effort, ours, theirs)
        yield Row(what, mine, "steps/s", "C", c, least=0.8)


def same_games(built: Limit, ours: Player, seats: int) -> None:
    """Assert that C plays the same games, move for move: as long, and won by the same."""
    ours()
    lengths, winners = built.play(ours.key, len(ours.lengths), seats)
    for game, winner in enumerate(winners):
        mine = ours.points[game]
        won = mine[winner] == 1.0 if winner >= 0 else mine.max() < 1.0
        if ours.lengths[game] != lengths[game] or not won:
            raise AssertionError(f"game {game} at {seats} seats differs from C")


def games(effort: Effort) -> Iterator[Row]:
    """Measure every game's playouts beside UNO's, and two threads beside one."""
    for name in names(effort):
        seats = seats_of(name)
        ours, uno = Player(name, seats, 20), Player("uno", 4, 20)
        mine, theirs = alternate(effort, ours, uno)
        what = f"{name} playouts, {seats} seats"
        yield Row(
            f"{what}, 1 thread", mine, "steps/s", "uno", theirs,
            least=BESIDE_UNO.get(name),
        )  # fmt: skip
        per_game = ours.steps / ours.games
        yield Row(f"{what}, 1 thread", mine / per_game, "games/s")
        yield threads(effort, name, seats, mine / per_game)


def threads(effort: Effort, name: str, seats: int, games_a_second: float) -> Row:
    """Measure two threads beside one, by the wall's clock, in turn."""
    what = f"{name} playouts, {seats} seats, 2 threads"
    if cores() < 2:
        return Row(what, None, "steps/s", note="needs two cores")
    fast = pioche.compiled(name)
    count = max(64, int(games_a_second * effort.seconds))
    best = {1: 0.0, 2: 0.0}
    for _ in range(max(effort.rounds, 2)):
        for number in (1, 2):
            found = fast.playouts(seats, count, SEED, threads=number)
            best[number] = max(best[number], found["steps"] / found["seconds"])
    return Row(
        what, best[2], "steps/s", "1 thread", best[1], least=1.9,
        note="by the wall's clock: only a quiet machine shows it",
    )  # fmt: skip


# One decision at a time


def decisions(effort: Effort) -> Iterator[Row]:
    """Measure one call a decision from Python, and a move of the checked twin."""
    for name in names(effort):
        seats = seats_of(name)
        inside = best_rate(Player(name, seats, 20), effort)
        outside = best_rate(Caller(pioche.compiled(name), seats), effort)
        yield Row(
            f"{name} decision from Python, beyond its rules",
            1e6 / outside - 1e6 / inside, "µs", most=0.5,
        )  # fmt: skip
        moves = best_rate(Twin(name, seats), effort)
        yield Row(f"{name} move of the twin, checked", 1e6 / moves, "µs", most=60)


class Caller:
    """Plays a random game again by one fused call a decision, as a server would."""

    def __init__(self, fast: Fast, seats: int) -> None:
        batch = fast.batch(1, seats, SEED, mask=False, observation=False)
        self.first, self.row, self.turn = batch.states, fast.row(), fast.entry.turn_at
        self.states = self.first.copy()
        self.moves: list[tuple[int, int]] = []
        chance = python_random.Random(1)
        seat = int(batch.actor[0])
        count = fast.entry.legal_at(self.states, 0, seat, self.row)
        while count and len(self.moves) < 200:
            move = int(self.row[chance.randrange(count)])
            self.moves.append((seat, move))
            count = self.turn(self.states, 0, seat, move, self.row)
            waiting = fast.entry.to_move_at(self.states, 0)
            seat = (waiting & -waiting).bit_length() - 1

    def __call__(self) -> int:
        """Play its moves; return how many."""
        states, row, turn = self.states, self.row, self.turn
        states[:] = self.first
        for seat, move in self.moves:
            turn(states, 0, seat, move, row)
        return len(self.moves)


class Twin:
    """Plays random games on the twin."""

    def __init__(self, name: str, seats: int) -> None:
        self.rules = pioche.deal(name, seats, SEED).kind.rules
        self.start = pioche.deal(name, seats, SEED).state
        self.chance = python_random.Random(1)
        self.row: Any = None

    def __call__(self) -> int:
        """Play up to two hundred moves; return how many."""
        from pioche.core.rules import row

        rules, s = self.rules, self.start.twin()
        out = row(len(rules.MOVES))
        done = 0
        while done < 200 and (waiting := rules.to_move(s)):
            seat = (waiting & -waiting).bit_length() - 1
            count = rules.legal(s, seat, out)
            s.count += 1
            rules.apply(s, seat, out[self.chance.randrange(count)])
            done += 1
        return done


# Many games at once


def batches(effort: Effort) -> Iterator[Row]:
    """Measure batches of UNO, without and with masks and observations."""
    for size, bounds in BATCHES.items():
        for full, least in zip((False, True), bounds, strict=True):
            words = "with masks and observations" if full else "bare"
            yield Row(
                f"uno batch of {size}, {words}, 1 thread",
                best_rate(Stepper("uno", size, full=full), effort), "steps/s",
                least=least,
            )  # fmt: skip


class Stepper:
    """Steps a batch by legal moves; choosing them is not measured."""

    def __init__(self, name: str, size: int, *, full: bool) -> None:
        fast = pioche.compiled(name)
        seats = seats_of(name)
        self.batch = fast.batch(size, seats, SEED, mask=full, observation=full)
        self.moves = script(fast, size, seats)
        self.start = self.batch.states.copy(), self.batch.actor.copy()

    def __call__(self) -> int:
        """Take all steps of the script; return how many games were stepped."""
        batch = self.batch
        batch.states[:], batch.actor[:] = self.start
        for actions in self.moves:
            batch.step(actions)
        return len(self.moves) * len(batch.states)


def script(fast: Fast, size: int, seats: int) -> list[Any]:
    """Choose the moves that a batch will take, at random among the legal ones."""
    batch: Batch = fast.batch(size, seats, SEED, observation=False)
    chance = fast.blank(seats)
    fast.entry.deal_at(chance, 0)
    moves = []
    for _ in range(max(20, 2000 // size)):
        fast.entry.choose_batch(batch.mask, chance, batch.actions)
        moves.append(batch.actions.copy())
        batch.step(batch.actions)
    return moves


# Starting


def starts(effort: Effort) -> Iterator[Row]:
    """Measure fresh processes: importing, a clause, a warm and a cold first game."""
    rounds = max(effort.rounds, 2)
    bare = timed("pass", rounds)
    yield Row("import pioche", timed("import pioche", rounds) - bare, "s", most=0.15)
    loaded = "import sys, pioche; sys.exit('numba' in sys.modules)"
    without = subprocess.run([sys.executable, "-c", loaded], check=False).returncode
    yield Row("modules of Numba after that", float(without), "", most=0)
    clause = "from pioche.cli import main; main(['rules', 'uno', 'U1'])"
    yield Row("pioche rules uno U1, warm", timed(clause, rounds), "s", most=0.5)
    for name in names(effort):
        program = AHEAD.format(game=name, seats=seats_of(name))
        yield Row(f"{name}: first game of a process, warm", timed(program, rounds), "s")
    if effort.rounds > 1:
        with tempfile.TemporaryDirectory() as empty:
            program = AHEAD.format(game="uno", seats=4)
            cold = timed(program, 1, {"PIOCHE_CACHE": empty})
        yield Row("uno: first game of a process, cold", cold, "s")


def timed(program: str, rounds: int, settings: dict[str, str] | None = None) -> float:
    """Run a program in fresh processes; return the least time of the processor."""
    least = float("inf")
    for _ in range(rounds):
        least = min(least, spent(program, settings or {}))
    return least


def spent(program: str, settings: dict[str, str]) -> float:
    """Return the processor's time of one fresh process."""
    from resource import RUSAGE_CHILDREN, getrusage

    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", program],
        check=True, stdout=subprocess.DEVNULL, env={**environ, **settings},
    )  # fmt: skip
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
