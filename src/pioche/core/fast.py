"""The compiled game as Python sees it: playouts and batches, on one thread or several."""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from pioche.core import fused, given, random
from pioche.core.compiled import build
from pioche.core.errors import BadUse, Illegal, UnknownMove
from pioche.core.kind import Kind
from pioche.core.layout import Header

NAMES: Final = (
    "deal",
    "forbids",
    "legal",
    "apply",
    "to_move",
    "claims",
    "over",
    "shares",
)
KNOWN: Final = ("imagine", "observe", "shuffle_unseen")
CHUNK: Final = 2048  # games that a thread plays at most before it takes the next
PARTS: Final = 64  # at least, so that no thread is left alone with a long last one
THREADS: Final = 1024  # at most; more than a machine has cores is no gain
GAMES: Final = 1 << 22  # of a batch, at most: their arrays must fit the memory
T = TypeVar("T")


def bind(kind: Kind, generic: ModuleType, **more: object) -> Any:
    """Build a generic module for a game, with the game's rules as its globals."""
    rules, knowledge = build(module_of(kind.rules)), build(module_of(kind.knowledge))
    bound = {name: getattr(rules, name) for name in NAMES}
    bound |= {name: getattr(knowledge, name) for name in KNOWN}
    bound["MOVE_COUNT"] = len(kind.rules.MOVES)
    return build(generic, f"{generic.__name__}:{kind.name}", **bound, **more)


def module_of(part: object) -> ModuleType:
    """Return a game's part as the module it is."""
    if not isinstance(part, ModuleType):
        raise TypeError(f"{part!r} is no module")
    return part


class Fast:
    """A game's rules compiled."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.moves = len(kind.rules.MOVES)
        self.dtype = kind.rules.State.layout.dtype
        self.entry = bind(kind, fused)

    def blank(
        self, seats: int, options: Mapping[str, object] | None = None
    ) -> NDArray[np.void]:
        """Make one state in which only seats and options are filled in."""
        self.kind.check_seats(seats)
        s = self.kind.rules.State.blank()
        self.kind.fill_header(s, seats, self.kind.complete(options, seats))
        return self.states(s)

    def states(self, *twins: Header) -> NDArray[np.void]:
        """Turn states of the twin into records."""
        data = b"".join(twin.pack() for twin in twins)
        return np.frombuffer(bytearray(data), self.dtype)

    def twin(self, states: NDArray[np.void], i: int) -> Header:
        """Turn a record into a state of the twin."""
        return self.kind.rules.State.unpack(states[i : i + 1].tobytes())

    def row(self) -> NDArray[np.int16]:
        """Make room for a list of moves."""
        return np.zeros(self.moves, np.int16)

    def playouts(
        self,
        seats: int,
        games: int,
        seed: str = "",
        threads: int = 1,
        options: Mapping[str, object] | None = None,
    ) -> dict[str, Any]:
        """Play whole games of uniformly chosen legal moves, and count."""
        given.count("games", games, 1)
        given.count("threads", threads, 1, THREADS)
        blank = self.blank(seats, options)
        a, b = random.key("playouts", self.kind.name, seed)[:2]

        def play(first: int, count: int) -> tuple[int, NDArray[np.float64]]:
            """Play some games; return their moves, and each seat's points."""
            room, row = np.zeros(1, self.dtype), self.row()
            lengths, points = np.zeros(count, np.int32), np.zeros((count, seats))
            self.entry.play_games(room, blank, a, b, first, row, lengths, points)
            return int(lengths.sum()), points.sum(axis=0)

        play(0, 1)  # so that loading the machine code is not measured
        start = time.perf_counter()
        each = max(1, min(CHUNK, games // PARTS))
        parts = [(k, min(each, games - k)) for k in range(0, games, each)]
        played = over_threads(play, parts, threads)
        seconds = time.perf_counter() - start
        steps = sum(steps for steps, _ in played)
        points = np.sum([points for _, points in played], axis=0)
        return {
            "games": games,
            "steps": steps,
            "seconds": seconds,
            "shares": [float(share) for share in points / games],
            "steps_per_game": steps / games,
        }

    def batch(self, count: int, seats: int, seed: str = "", **settings: Any) -> "Batch":
        """Deal `count` games that are stepped together."""
        return Batch(self, count, seats, seed, **settings)


def over_threads(
    work: Callable[..., T], parts: Sequence[tuple[int, ...]], threads: int
) -> list[T]:
    """Do the parts of a work that releases the GIL side by side, and keep their order."""
    if threads == 1:
        return [work(*part) for part in parts]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda part: work(*part), parts))


class Batch:
    """Many games stepped together; one that ends is dealt anew at once.

    After `step`, `reward` and `done` tell of the step; `mask`, `observation` and `actor`
    of the decision that comes next. With `threads` above 1 the games are shared out.
    """

    def __init__(  # noqa: PLR0913  # the settings are named
        self,
        fast: Fast,
        count: int,
        seats: int,
        seed: str = "",
        *,
        options: Mapping[str, object] | None = None,
        mask: bool = True,
        observation: bool = True,
        threads: int = 1,
    ) -> None:
        given.count("count", count, 1, GAMES)
        given.count("threads", threads, 1, THREADS)
        self.fast = fast
        self.blank = fast.blank(seats, options)
        self.states = np.zeros(count, fast.dtype)
        length = fast.kind.knowledge.FEATURES.length
        self.mask = np.zeros((count if mask else 0, fast.moves), np.uint8)
        self.observation = np.zeros((count if observation else 0, length), np.float32)
        self.actor = np.zeros(count, np.int8)
        self.reward = np.zeros((count, seats), np.float64)
        self.done = np.zeros(count, np.uint8)
        self.actions = np.zeros(count, np.int64)
        self.rows = [fast.row() for _ in range(threads)]
        self.pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.reset(seed)

    def reset(self, seed: str) -> None:
        """Deal all games anew."""
        a, b = random.key("batch", self.fast.kind.name, seed)[:2]
        self.reward[:] = 0
        self.done[:] = 0
        self.fast.entry.start_batch(
            self.states,
            self.blank,
            a,
            b,
            self.rows[0],
            self.mask,
            self.observation,
            self.actor,
        )

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """Play one legal move in every game, or raise Illegal and play none."""
        chosen = np.asarray(actions)
        if chosen.shape != self.actions.shape or chosen.dtype.kind not in "iu":
            raise BadUse(
                f"il faut {len(self.actions)} coups, chacun par son numéro",
                f"{len(self.actions)} moves are needed, each by its number",
            )
        self.actions[:] = chosen
        wrong = self.fast.entry.first_illegal(self.states, self.actions, self.actor)
        if wrong >= 0:
            raise self._refusal(wrong, int(chosen[wrong]))
        count, parts = len(self.states), len(self.rows)
        if self.pool is None:
            self._step(0, 0, count)
            return
        work = [
            self.pool.submit(
                self._step, k, count * k // parts, count * (k + 1) // parts
            )
            for k in range(parts)
        ]
        for part in work:
            part.result()

    def _refusal(self, game: int, action: int) -> Illegal:
        """Say why a move of one game of the batch is refused."""
        kind, seat = self.fast.kind, int(self.actor[game])
        if not 0 <= action < self.fast.moves:
            return UnknownMove(str(action), f"0 … {self.fast.moves - 1}")
        number = self.fast.entry.forbids_at(self.states, game, seat, action)
        clause = kind.rules.CLAUSES.ids[number]
        move = kind.rules.MOVES[action]
        fr, en = (words.clause(clause) for words in kind.words.values())
        return Illegal(
            clause,
            f"partie {game}, place {seat}, « {move} » ({clause}) : {fr}",
            f"game {game}, seat {seat}, {move!r} ({clause}): {en}",
        )

    def _step(self, thread: int, first: int, last: int) -> None:
        self.fast.entry.step_batch(
            self.states,
            self.blank,
            first,
            last,
            self.actions,
            self.rows[thread],
            self.mask,
            self.observation,
            self.actor,
            self.reward,
            self.done,
        )


def cores() -> int:
    """Count the cores that this process may use."""
    return (
        len(os.sched_getaffinity(0))
        if hasattr(os, "sched_getaffinity")
        else os.cpu_count() or 1
    )
