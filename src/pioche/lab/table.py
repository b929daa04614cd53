"""A table of bots that plays numbered games of a seed, and what is kept of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots import contest
from pioche.bots.engine import HOOKS, Kit, engine
from pioche.bots.minds import Mind, mind, pack
from pioche.core import random
from pioche.core.compiled import build
from pioche.core.errors import BadBot
from pioche.core.fast import KNOWN, NAMES, Fast, module_of
from pioche.core.kind import Kind
from pioche.core.layout import CODES
from pioche.games import kind
from pioche.lab import loop

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
UNENDING: Final = 10**9  # moves
#: Bots for the lab alone: so many of their moves are any move, the others the prior's.
ASTRAY: Final = {"half": 0.5, "fifth": 0.2}
TAPE: Final = (
    ("game", np.int64), ("number", np.int32), ("seat", np.int8),
    ("move", np.int16), ("legal", np.int16),
)  # fmt: skip
#: Fields of a state that say nothing about a move.
UNTOLD: Final = ("rng", "rng_at", "seats", "count", "options")


def read_bot(game: str, text: str) -> Mind:
    """Read a bot that compiled code can play by itself."""
    if text in ASTRAY:
        row = mind(game, "greedy").row.copy()
        row["astray"] = ASTRAY[text]
        return Mind(row, mind(game, "greedy").weights)
    if text.startswith("cmd:") or (text.startswith("ismcts:") and text.endswith("ms")):
        raise BadBot(
            f"« {text} » joue dans l'arène, pas ici : {GIVEN}",
            f"{text!r} plays in the arena, not here: {GIVEN}",
        )
    return mind(game, text)


GIVEN: Final = "random, half, fifth, greedy, ismcts:100, net, level:3"


def is_plain(made: Mind) -> bool:
    """Tell whether a bot needs neither search nor net."""
    row = made.row
    return bool(
        row["way"][0] <= contest.PRIOR and not (row["slip"][0] or row["blink"][0])
    )


@cache
def bound(game: str, *, thinking: bool) -> Any:
    """Build the loop for a game, with bots that think or (much sooner) without."""
    of = kind(game)
    rules, knowledge, policy = map(
        build, map(module_of, (of.rules, of.knowledge, of.policy))
    )
    names = {name: getattr(rules, name) for name in NAMES}
    names |= {name: getattr(knowledge, name) for name in KNOWN}
    names |= {"MOVE_COUNT": len(of.rules.MOVES), "prior": policy.prior}
    if thinking:
        bots = engine(game).entry
        names |= {hook: getattr(bots, hook, None) for hook in HOOKS}
        names |= {part: getattr(bots, part) for part in ("decide", "search", "feed")}
    how = "thinking" if thinking else "plain"
    return build(loop, f"{loop.__name__}:{game}:{how}", **names)


class PlainKit:
    """What plain bots need of a kit: a row of moves."""

    def __init__(self, moves: int) -> None:
        self.moves = np.zeros(moves + 1, np.int16)

    def parts(self, weights: NDArray[np.float32]) -> tuple[Any, ...]:
        """Return what compiled code calls the kit."""
        return weights, weights, weights, weights, self.moves


@dataclass
class Games:
    """What is known of some games played one after another."""

    first: int
    counts: Ints  # by game, seat and what loop.py counts
    points: Floats  # by game and seat: the shares
    lengths: Ints  # moves; negative when the game was given up
    tape: dict[str, NDArray[Any]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.points)

    @property
    def first_seats(self) -> Ints:
        """The seat of each game that was asked first."""
        found: Ints = self.counts[:, :, loop.FIRST].argmax(axis=1)
        return found

    @property
    def turned(self) -> Floats:
        """The shares from the seat on that was asked first, clockwise."""
        games, seats = self.points.shape
        place = (self.first_seats[:, None] + np.arange(seats)) % seats
        found: Floats = self.points[np.arange(games)[:, None], place]
        return found


@dataclass
class Tally:
    """What the moves of some games did (see loop.note_effect)."""

    fields: Ints
    used: Ints
    could: Ints
    barred: Ints
    effects: Floats
    before: Ints
    after: Ints

    def parts(self) -> tuple[Any, ...]:
        """Return what compiled code calls the tally."""
        return (
            self.fields, self.used, self.could, self.barred, self.effects,
            self.before, self.after,
        )  # fmt: skip


@dataclass
class Chart:
    """What some games promised each seat, at up to loop.POINTS moments."""

    values: Floats  # by game, moment and seat
    times: Ints  # by game and moment: moves before it; last: how many moments


def fields_of(of: Kind) -> dict[str, tuple[int, int, int, int]]:
    """List the fields of a game's state: offset, bytes a number, numbers, signed."""
    layout = of.rules.State.layout
    found = {}
    for name, place in (layout.dtype.fields or {}).items():
        kept = layout.fields[name]
        if name not in UNTOLD:
            signed = int(CODES[kept.kind].islower())
            found[name] = place[1], int(kept.kind[1]), kept.count, signed
    return found


def no_tally() -> Tally:
    """Tally nothing."""
    return make_tally(np.zeros((0, 4), np.int64), 0, 0)


def make_tally(fields: Ints, moves: int, clauses: int) -> Tally:
    """Make room to tally moves, clauses and fields."""
    count = len(fields)
    return Tally(
        fields,
        np.zeros(moves + 1, np.int64),
        np.zeros(moves, np.int64),
        np.zeros((clauses, 2), np.int64),
        np.zeros((moves + 1, count, 2)),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
    )


class Table:
    """Bots at their seats; any game of the seed can be played by itself."""

    def __init__(
        self,
        game: str,
        bots: tuple[str, ...],
        options: Mapping[str, object] | None = None,
        seed: str = "",
    ) -> None:
        minds = [read_bot(game, text) for text in bots]
        self.plain = all(map(is_plain, minds))
        self.fast = Fast(kind(game))
        self.loop = bound(game, thinking=not self.plain)
        self.blank = self.fast.blank(len(bots), options)
        self.rows, self.weights = pack(minds)
        self.nodes = max(made.iterations for made in minds) + 2
        self.seats, self.game = len(bots), game
        self.key = random.key("lab", game, seed)[:2]

    def tally(self) -> Tally:
        """Make room to tally this game's moves."""
        fields = np.array(list(fields_of(self.fast.kind).values()), np.int64)
        return make_tally(
            fields, self.fast.moves, len(self.fast.kind.rules.CLAUSES.ids)
        )

    def play(  # noqa: PLR0913  # the settings are named
        self,
        first: int,
        count: int,
        *,
        lap: int = 0,
        most: int = UNENDING,
        taped: bool = False,
        tally: Tally | None = None,
    ) -> Games:
        """Play games from number `first` on."""
        if taped:
            return self._taped(first, count)
        return self._work(first, count, lap, most, None, tally, None, 0)[0]

    def charted(
        self, first: int, count: int, futures: int, most: int = UNENDING
    ) -> tuple[Games, Chart]:
        """Play games and look back at what each promised on its way."""
        shape = (count, loop.POINTS, self.seats)
        chart = Chart(np.zeros(shape), np.zeros((count, loop.POINTS + 1), np.int64))
        return self._work(first, count, 0, most, None, None, chart, futures)[0], chart

    def _taped(self, first: int, count: int) -> Games:
        """Play games with every decision on a tape, made longer as it needs to be."""
        parts, length = [], 1 << 16
        while count > 0:
            tape = tuple(np.zeros(length, kind_of) for _, kind_of in TAPE)
            played, done, at = self._work(
                first, count, 0, UNENDING, tape, None, None, 0
            )
            if done == 0:
                length *= 4
                continue
            cut = {name: row[:at] for (name, _), row in zip(TAPE, tape, strict=True)}
            rows = played.counts[:done], played.points[:done], played.lengths[:done]
            parts.append(Games(first, *rows, cut))
            first, count = first + done, count - done
        return joined(parts)

    def _work(  # noqa: PLR0913  # one call does a whole piece of work
        self,
        first: int,
        count: int,
        lap: int,
        most: int,
        tape: tuple[NDArray[Any], ...] | None,
        tally: Tally | None,
        chart: Chart | None,
        futures: int,
    ) -> tuple[Games, int, int]:
        """Play games; return them, how many are done, and the place on the tape."""
        states = np.zeros(
            loop.ROOM + 1 + (loop.POINTS if chart else 0), self.fast.dtype
        )
        states[loop.ROOM] = self.blank[0]
        kit: Any = PlainKit(self.fast.moves)
        if not self.plain:
            kit = Kit(engine(self.game), self.nodes)
        counts = np.zeros((count, self.seats, loop.COUNTED), np.int64)
        points = np.zeros((count, self.seats))
        lengths = np.zeros(count + 1, np.int64)
        tapes = tape or tuple(np.zeros(0, kind_of) for _, kind_of in TAPE)
        seen = chart or Chart(np.zeros((0, 1, 1)), np.zeros((0, 1), np.int64))
        share = np.zeros(loop.MOST_SEATS)
        moments = np.zeros(2 + loop.POINTS if chart else 0, np.int64)
        done = self.loop.work(
            states, states[:1].view(np.uint8), self.rows, most, lap, *self.key, first,
            kit.parts(self.weights), counts, points, lengths, tapes,
            (tally or no_tally()).parts(),
            (seen.values, seen.times, share, np.array([futures])), moments,
        )  # fmt: skip
        return Games(first, counts, points, lengths[:-1]), int(done), int(lengths[-1])


def joined(parts: list[Games]) -> Games:
    """Put games behind one another."""
    return Games(
        parts[0].first,
        np.concatenate([part.counts for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.lengths for part in parts]),
        {
            name: np.concatenate([part.tape[name] for part in parts])
            for name in parts[0].tape
        },
    )
