"""Deep Monte Carlo: a net learns every move's expected share from games against itself.

Zha et al., "DouZero: Mastering DouDizhu with Self-Play Deep Reinforcement Learning"
(2021), with plain NumPy: games are played by compiled code with the net inside, and
matrix products are all that learning needs. One net serves all seat counts of a game.
"""

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots import contest
from pioche.bots.engine import Kit, engine
from pioche.bots.learned import Net, save
from pioche.bots.minds import mind, netted
from pioche.core import random
from pioche.core.errors import BadUse
from pioche.lab.arena import Table, interval

Json = dict[str, Any]
Floats = NDArray[np.float32]
TAPE: Final = 16384  # decisions between two looks at new weights
BATCH: Final = 512
PART: Final = 2048  # decisions of one seat count in a row
LONGEST: Final = 3000  # moves of a game of training; a longer one counts as it stands
PRIOR_PART: Final = 0.05  # of the run, in which the prior fades as a teacher
LOOK_SECONDS: Final = 60.0  # between two measurements
CORES: Final = 2  # minutes are of two quiet cores: half the processor time
LOOK_DEALS: Final = 200
SHARES_WEIGHT: Final = 0.25  # of the error of all seats' shares, beside the move's


@dataclass(frozen=True)
class Plan:
    """What a training run is, apart from how long it lasts."""

    game: str
    seed: str = "1"
    wide: int = 128
    narrow: int = 64
    minutes: float = 10.0
    rate: float = 1e-3  # of learning, at the start; it falls to a twentieth
    astray: float = 0.03  # how often a move is any move
    lean: float = 0.01  # on the prior in play, see contest.lean_on_prior
    trust: float = 0.95  # in what came of a move, against what the net then expected
    seats: tuple[int, ...] = ()  # which seat counts are played, some more than once


#: What was measured best for a game, where it is not the usual.
TUNED: Final[dict[str, Json]] = {
    "uno": {"seats": (2, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10), "lean": 0.06},
    "dectana": {"wide": 96, "narrow": 48},  # it sees 3,159 features
}


def plan_for(game: str, **asked: Any) -> Plan:
    """Plan a game's training: what is asked for, else what was measured best."""
    given = {name: value for name, value in asked.items() if value is not None}
    return Plan(game, **{**TUNED.get(game, {}), **given})


class Learner:
    """The net in training: weights, and Adam's two averages of their slopes."""

    def __init__(self, net: Net, floats: Floats | None = None) -> None:
        self.net = net
        self.flat = np.zeros((3, net.size), np.float32) if floats is None else floats
        self.slope = np.zeros(net.size, np.float32)
        self.room = np.zeros(net.size, np.float32)
        self.layers = net.layers(self.flat[0])
        self.slopes = net.layers(self.slope)
        self.steps = 0

    def start(self, chance: np.random.Generator) -> None:
        """Draw weights for the layers (He's initialisation); a small last layer.

        Moves are born nearly equal.
        """
        for weights in self.layers[1:4:2]:
            spread = np.sqrt(2 / weights.shape[0])
            weights[:] = chance.normal(0, spread, weights.shape)
        last = self.layers[5]
        last[:] = chance.normal(0, 0.3 / np.sqrt(last.shape[1]), last.shape)
        last[: self.net.moves + 1] *= 0.1

    def learn(
        self, seen: Floats, chosen: NDArray[Any], target: Floats, rate: float
    ) -> float:
        """Step down the slope of the squared error; return it (of the moves)."""
        b1, w1, b2, w2, b3, w3 = self.layers
        moves = self.net.moves + 1
        first = np.maximum(seen @ w1 + b1, 0)
        second = np.maximum(first @ w2 + b2, 0)
        row = np.arange(len(chosen))
        guess = second @ w3[moves:].T + b3[moves:]
        added = np.einsum("ij,ij->i", second, w3[chosen]) + b3[chosen]
        error = guess[:, 0] + added - target[:, -1]
        shares = target[:, :-1]
        slope = np.zeros((len(chosen), len(b3)), np.float32)
        slope[row, chosen] = error / len(chosen)
        slope[:, moves:] = (guess - shares) * (shares >= 0)
        slope[:, moves:] *= SHARES_WEIGHT / len(chosen)
        slope[:, moves] += error / len(chosen)
        to_second = (slope @ w3) * (second > 0)
        to_first = (to_second @ w2.T) * (first > 0)
        for out, (left, right) in zip(
            (1, 3, 5),
            ((seen, to_first), (first, to_second), (slope, second)),
            strict=True,
        ):
            np.matmul(left.T, right, out=self.slopes[out])
        for out, summed in ((0, to_first), (2, to_second), (4, slope)):
            np.sum(summed, axis=0, out=self.slopes[out])
        self._move(rate)
        return float(np.mean(error * error))

    def _move(self, rate: float) -> None:
        """Let Adam move the weights (Kingma and Ba, 2015)."""
        self.steps += 1
        fade, fade_square = 0.9, 0.999
        rate *= np.sqrt(1 - fade_square**self.steps) / (1 - fade**self.steps)
        weights, mean, square = self.flat
        mean *= fade
        mean += np.multiply(self.slope, 1 - fade, out=self.room)
        square *= fade_square
        np.multiply(self.slope, self.slope, out=self.room)
        self.room *= 1 - fade_square
        square += self.room
        np.sqrt(square, out=self.room)
        self.room += 1e-8
        np.divide(mean, self.room, out=self.room)
        self.room *= rate
        weights -= self.room


class Player:
    """Plays games against itself and fills tapes."""

    def __init__(self, plan: Plan, net: Net) -> None:
        self.plan, self.net = plan, net
        self.engine = engine(plan.game)
        self.engine.touch()  # compiling is not training
        self.kit = Kit(self.engine, 2)
        low, high = self.engine.kind.rules.SEATS
        self.seats = plan.seats or tuple(range(low, high + 1))
        self.points = np.zeros((TAPE, self.engine.most_seats))
        self.lengths = np.zeros(TAPE, np.int32)

    def fill(self, weights: Floats, teach: float, number: int) -> tuple[Any, ...]:
        """Fill a tape; `teach` is how often the prior moves in place of the net.

        An eighth of all decisions are of games that the prior plays, so that the net
        keeps knowing what its ways are worth.
        """
        tape = self.engine.tape(TAPE)
        key = random.key("train", self.plan.seed, str(number))[:2]
        games = 0
        for part, at in enumerate(range(0, TAPE, PART)):
            seats = self.seats[(number * (TAPE // PART) + part) % len(self.seats)]
            minds = np.zeros(seats, contest.MIND)
            minds["way"], minds["net"] = contest.NET, self.net.place
            minds["blink"] = 1.0 if part == 0 else teach
            minds["astray"], minds["trust"] = self.plan.astray, self.plan.trust
            self.kit.control[:] = 0
            games += self.engine.play(
                self.engine.fast.blank(seats), minds, weights, self.kit,
                (key[0] + part, key[1]), 0, self.points, self.lengths,
                most=LONGEST, tape=tuple(piece[at : at + PART] for piece in tape),
            )  # fmt: skip
        return (*tape, games)


class Training:
    """A training run that can be stopped and taken up again."""

    def __init__(self, plan: Plan, file: Path) -> None:
        self.plan, self.file = plan, file
        self.net = Net.of(plan.game, plan.wide, plan.narrow)
        self.learner = Learner(self.net)
        self.learner.start(np.random.default_rng(random.key("net", plan.seed)))
        self.player = Player(plan, self.net)
        self.seconds, self.tapes, self.games = 0.0, 0, 0
        self.curve: list[Json] = []
        if file.exists():
            self.resume()

    @property
    def part(self) -> float:
        """Tell which part of the training is done."""
        return min(self.seconds / (self.plan.minutes * 60), 1.0)

    def resume(self) -> None:
        """Read what an earlier run of the same plan left."""
        with np.load(self.file, allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            same = {**about["plan"], "minutes": 0} == plain(
                {**asdict(self.plan), "minutes": 0}
            )
            if not same or kept["flat"].shape != self.learner.flat.shape:
                raise BadUse(
                    f"{self.file} vient d'un autre entraînement : {about['plan']}",
                    f"{self.file} comes from another training: {about['plan']}",
                )
            self.learner = Learner(self.net, kept["flat"])
        self.learner.steps = about["steps"]
        self.seconds, self.tapes = about["seconds"], about["tapes"]
        self.games, self.curve = about["games"], about["curve"]

    def keep(self) -> None:
        """Write all that a later run needs; a crash in between leaves the old file."""
        about = {
            "plan": asdict(self.plan), "steps": self.learner.steps,
            "seconds": self.seconds, "tapes": self.tapes,
            "games": self.games, "curve": self.curve,
        }  # fmt: skip
        fresh = self.file.with_suffix(".new.npz")
        np.savez(fresh, about=json.dumps(about), flat=self.learner.flat)
        fresh.replace(self.file)

    def run(self, told: Callable[[Json], None] = lambda _: None) -> None:
        """Train until the time is up or Ctrl-C; what was learned is kept either way."""
        whole, looked, error = self.plan.minutes * 60, time.monotonic(), 0.0
        with ThreadPoolExecutor(1) as pool:
            ahead = None
            try:
                while self.seconds < whole:
                    begun = time.process_time()
                    ahead = ahead or self._ahead(pool)
                    tape, ahead = ahead.result(), self._ahead(pool)
                    error = self._learn(tape)
                    self.seconds += (time.process_time() - begun) / CORES
                    if time.monotonic() - looked > LOOK_SECONDS:
                        looked = time.monotonic()
                        self._look(error, told)
                self._look(error, told)
            finally:
                self.keep()

    def _ahead(self, pool: ThreadPoolExecutor) -> Any:
        """Play the next tape in another thread, with the weights of now."""
        self.tapes += 1
        weights = self.learner.flat[0].copy()
        teach = max(0.0, 1 - self.part / PRIOR_PART)
        return pool.submit(self.player.fill, weights, teach, self.tapes)

    def _learn(self, tape: tuple[Any, ...]) -> float:
        """Learn from a tape once, in batches drawn from all of it."""
        seen, chosen, _, target, _, games = tape
        self.games += games
        rate = self.plan.rate * (1 - 0.95 * self.part)
        order = np.random.default_rng(self.tapes).permutation(TAPE)
        errors = [
            self.learner.learn(seen[at], chosen[at], target[at], rate)
            for at in np.split(order, TAPE // BATCH)
        ]
        return sum(errors) / len(errors)

    def _look(self, error: float, told: Callable[[Json], None]) -> None:
        """Measure the net against the prior, and add a point to the curve."""
        row: Json = {
            "minutes": self.seconds / 60, "games": self.games,
            "decisions": self.tapes * TAPE, "error": error,
        }  # fmt: skip
        for seats in sorted({self.player.seats[0], min(4, max(self.player.seats))}):
            now = netted(self.net, self.learner.flat[0].copy(), contest.NET)
            now.row["lean"] = self.plan.lean
            field = [mind(self.plan.game, "greedy")] * (seats - 1)
            table = Table(self.plan.game, seats, [now, *field])
            shares = table.play(random.key("look", str(self.tapes)), 0, LOOK_DEALS)
            row[f"share against greedy at {seats}"] = interval(shares[:, :, 0])
        self.curve.append(row)
        told(row)
        self.keep()

    def ship(self, file: Path) -> None:
        """Write the weights for play, with the plan that made them."""
        about = {**asdict(self.plan), "decisions": self.tapes * TAPE}
        minutes = round(self.seconds / 60, 2)
        about |= {"games": self.games, "minutes": minutes}
        about["command"] = (
            f"pioche train {self.plan.game} --minutes {minutes} --seed {self.plan.seed}"
        )
        save(file, self.net, self.learner.flat[0], about)


def plain(value: Json) -> Json:
    """Return what JSON gives back of a value."""
    back: Json = json.loads(json.dumps(value))
    return back


def command(plan: Plan, file: Path) -> tuple[Json, bool]:
    """Train with a bar; write weights, curve and all that a later run needs.

    Returns what was learned, and whether Ctrl-C ended the run.
    """
    from pioche.lab import arena_report

    training = Training(plan, file.with_suffix(".train.npz"))
    stopped = False
    with arena_report.bar(f"train {plan.game}", plan.minutes) as told:
        try:
            training.run(lambda row: told(row["minutes"]))
        except KeyboardInterrupt:
            stopped = True
    training.ship(file)
    if training.curve:
        arena_report.plot_curve(training.curve, file.with_suffix(".svg"))
    return {**plain(asdict(plan)), "curve": training.curve}, stopped
