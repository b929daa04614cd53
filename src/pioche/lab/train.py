"""Nets that learn from games against themselves, by one of two methods.

`dmc`, deep Monte Carlo: every move's expected share (Zha et al., "DouZero: Mastering
DouDizhu with Self-Play Deep Reinforcement Learning", 2021). `mmd`: a policy, which can
bluff (policy.py). Both with plain NumPy: games are played by compiled code with the net
inside, and matrix products are all that learning needs (decision 070). One net serves
all seat counts of a game.
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
from pioche.bots.learned import Net, load, own, save
from pioche.bots.minds import learned_mind, mind
from pioche.core import random
from pioche.core.errors import BadUse
from pioche.lab.arena import Table, interval
from pioche.lab.learner import Learner
from pioche.lab.policy import CLIP, Actor, Step

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
TEMPER: Final = (
    0.03  # share that makes a move e times as likely, where values become logits
)


@dataclass(frozen=True)
class Plan:
    """What a training run is, apart from how long it lasts."""

    game: str
    method: str = "dmc"
    seed: str = "1"
    wide: int = 128
    narrow: int = 64
    minutes: float = 10.0
    rate: float = 1e-3  # of learning, at the start; it falls to a twentieth
    astray: float = 0.03  # how often a move is any move
    lean: float = 0.01  # on the prior in play, see contest.lean_on_prior
    trust: float = 0.95  # in what came of a move, against what the net then expected
    seats: tuple[int, ...] = ()  # which seat counts are played, some more than once
    magnet: float = 0.0  # of a policy: how strongly the prior's lean draws it back
    warmth: float = 1.0  # of a policy in play; it learns at 1, and errs less below
    start: str = ""  # weights to begin with: a file, or "own" for those that ship


METHODS: Final[dict[str, Json]] = {
    "dmc": {},
    "mmd": {"rate": 5e-4, "astray": 0.0, "lean": 0.0, "magnet": 0.05, "warmth": 0.3},
}

#: What was measured best for a game, where it is not the usual.
TUNED: Final[dict[str, Json]] = {
    "uno": {"seats": (2, 2, 2, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10)},
    "dectana": {"wide": 96, "narrow": 48},  # it sees 3,159 features
}
#: The same, by game and method.
TUNED_BY: Final[dict[tuple[str, str], Json]] = {
    ("uno", "dmc"): {"lean": 0.06},
    ("uno", "mmd"): {"lean": 2.0},  # that of the values, as logits
    ("dectana", "mmd"): {"lean": 4.0, "warmth": 0.6},
    ("kardashev", "mmd"): {"lean": 4.0},
}
#: The method that makes the net that ships.
BEST: Final[dict[str, str]] = dict.fromkeys(
    ("dectana", "duckomenta", "kardashev"), "mmd"
)


def plan_for(game: str, **asked: Any) -> Plan:
    """Plan a game's training: what is asked for, else what was measured best."""
    given = {name: value for name, value in asked.items() if value is not None}
    method = given.setdefault("method", BEST.get(game, "dmc"))
    if method not in METHODS:
        there = ", ".join(METHODS)
        raise BadUse(
            f"aucune méthode ne s'appelle « {method} » ; il y a {there}",
            f"no method is called {method!r}; there is {there}",
        )
    usual = {
        **METHODS[method],
        **TUNED.get(game, {}),
        **TUNED_BY.get((game, method), {}),
    }
    return Plan(game, **{**usual, **given})


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
        policy = self.plan.method == "mmd"
        tape = self.engine.tape(TAPE, policy=policy)
        key = random.key("train", self.plan.seed, str(number))[:2]
        games = 0
        for part, at in enumerate(range(0, TAPE, PART)):
            seats = self.seats[(number * (TAPE // PART) + part) % len(self.seats)]
            minds = np.zeros(seats, contest.MIND)
            minds["net"], minds["trust"] = self.net.place, self.plan.trust
            if policy:
                minds["way"], minds["warmth"] = contest.POLICY, 1.0
                minds["lean"], minds["how"][:, 1] = self.plan.lean, 1
            else:
                minds["way"], minds["astray"] = contest.NET, self.plan.astray
                minds["blink"] = 1.0 if part == 0 else teach
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
        self.learner = self.made()
        self.learner.start(np.random.default_rng(random.key("net", plan.seed)))
        self.before: list[str] = []  # commands that made the weights to begin with
        if plan.start:
            self._begin_with(plan.start)
        self.player = Player(plan, self.net)
        self.seconds, self.tapes, self.games = 0.0, 0, 0
        self.curve: list[Json] = []
        if file.exists():
            self.resume()

    def made(self, floats: Floats | None = None) -> Learner:
        """Make the learner of the method, new or with what it learned."""
        return (Actor if self.plan.method == "mmd" else Learner)(self.net, floats)

    def _begin_with(self, start: str) -> None:
        """Take over weights; a policy makes logits of the values of moves."""
        found = own(self.plan.game) if start == "own" else None
        net, flat, about = found or load(self.plan.game, Path(start))
        if net != self.net:
            raise BadUse(
                f"« {start} » a d'autres couches : {net.wide} et {net.narrow}",
                f"{start!r} has other layers: {net.wide} and {net.narrow}",
            )
        self.learner.flat[0] = flat
        self.before = [about["command"]] if "command" in about else []
        if self.plan.method == "mmd" and about.get("method", "dmc") == "dmc":
            for last in self.learner.layers[4:]:
                last[: self.net.moves + 1] /= TEMPER

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
            self.learner = self.made(kept["flat"])
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
        seen, chosen, target = tape[0], tape[1], tape[3]
        self.games += tape[-1]
        rate = self.plan.rate * (1 - 0.95 * self.part)
        order = np.random.default_rng(self.tapes).permutation(TAPE)
        batches = np.split(order, TAPE // BATCH)
        if isinstance(self.learner, Actor):
            left = 1 - 0.9 * self.part  # it calms down, or it would run in circles
            step = Step(rate, self.plan.lean, left * self.plan.magnet, left * CLIP)
            errors = self.learner.improve(tape, batches, step)
        else:
            errors = [
                self.learner.learn(seen[at], chosen[at], target[at], rate)
                for at in batches
            ]
        return sum(errors) / len(errors)

    def _look(self, error: float, told: Callable[[Json], None]) -> None:
        """Measure the net against the prior, and add a point to the curve."""
        row: Json = {
            "minutes": self.seconds / 60, "games": self.games,
            "decisions": self.tapes * TAPE, "error": error,
        }  # fmt: skip
        for seats in sorted({self.player.seats[0], min(4, max(self.player.seats))}):
            now = learned_mind(self.net, self.learner.flat[0].copy(), asdict(self.plan))
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
        start = f" --start {self.plan.start}" if self.plan.start else ""
        last = (
            f"pioche train {self.plan.game} --method {self.plan.method} "
            f"--minutes {minutes} --seed {self.plan.seed}{start}"
        )
        about["command"] = " && ".join([*self.before, last])
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

    file.parent.mkdir(parents=True, exist_ok=True)  # before the work, not after it
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
