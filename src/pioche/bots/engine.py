"""A game's bots compiled: the tree, the net and the table bound to its rules."""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots import contest, defaults, net, tree
from pioche.core.compiled import build
from pioche.core.fast import Fast, bind, module_of
from pioche.core.kind import Kind
from pioche.games import kind

HOOKS: Final = ("consider", "outlook", "careless")
NODES: Final = 200_000  # of a tree, about 10 MB; a full tree is searched on as it is


class Kit:
    """Room for one thread to think in."""

    def __init__(self, engine: "Engine", nodes: int) -> None:
        fast = engine.fast
        self.nodes = np.empty(min(nodes, NODES), tree.NODE)
        self.control = np.zeros(contest.COUNTERS, np.int64)
        self.moves = np.zeros(fast.moves + 1, np.int16)
        self.room = tuple(
            np.zeros(length, np.float32)
            for length in (engine.features, WIDEST, WIDEST, engine.most_seats)
        )

    def parts(self, weights: NDArray[np.float32]) -> tuple[Any, ...]:
        """Return what compiled code calls the kit."""
        return self.nodes, self.control, weights, self.room, self.moves


WIDEST: Final = 512  # units of a layer
NO_WEIGHTS: Final = np.zeros(1, np.float32)


def hooks_of(of: Kind) -> dict[str, Any]:
    """Return a game's compiled policy: its prior, and its hooks or the usual ones."""
    policy, common = build(module_of(of.policy)), bind(of, defaults)
    hooks = {name: getattr(policy, name, getattr(common, name)) for name in HOOKS}
    return {"prior": policy.prior, **hooks}


class Engine:
    """Everything that a game's bots ask of compiled code."""

    def __init__(self, name: str) -> None:
        self.kind = kind(name)
        self.fast = Fast(self.kind)
        self.features = self.kind.knowledge.FEATURES.length
        self.most_seats = self.kind.rules.SEATS[1]
        hooks = hooks_of(self.kind)
        forward = bind(self.kind, net)
        search = bind(
            self.kind,
            tree,
            prior=hooks["prior"],
            consider=hooks["consider"],
            outlook=hooks["outlook"],
            estimate=forward.estimate,
        )
        self.entry = bind(
            self.kind,
            contest,
            prior=hooks["prior"],
            careless=hooks["careless"],
            own_moves=search.own_moves,
            search=search.search,
            feed=forward.feed,
            head=forward.head,
        )

    def tape(self, length: int = 0, *, policy: bool = False) -> tuple[Any, ...]:
        """Make room to note decisions: what was known, the move, its seat, what came of
        it (the shares of all from the seat on, then the move's target; -1: no such
        seat), and what the net expected. Of a policy also the moves that it chose
        from, the prior's move, and how likely its own was.
        """
        more = length if policy else 0
        return (
            np.zeros((length, self.features), np.float32),
            np.zeros(length, np.int16),
            np.zeros(length, np.int8),
            np.full((length, self.most_seats + 1), -1, np.float32),
            np.zeros(length, np.float32),
            np.zeros((more, self.fast.moves + 1), np.bool_),
            np.zeros(more, np.int16),
            np.zeros(more, np.float32),
        )

    def search_on(  # noqa: PLR0913  # one call does a whole piece of work
        self,
        states: NDArray[np.void],
        seat: int,
        mind: NDArray[np.void],
        weights: NDArray[np.float32],
        kit: Kit,
        key: tuple[int, int],
        count: int,
    ) -> None:
        """Search `count` more iterations from `states[0]`."""
        self.entry.work(
            contest.SEARCH_ON, states, mind, seat, 0, count, 0, *key,
            kit.parts(weights), self.nothing, self.points, self.lengths,
        )  # fmt: skip

    def decide(  # noqa: PLR0913
        self,
        states: NDArray[np.void],
        seat: int,
        mind: NDArray[np.void],
        weights: NDArray[np.float32],
        kit: Kit,
        key: tuple[int, int],
        number: int = 0,
    ) -> int:
        """Return a bot's move for `states[0]`, or the number of moves for silence."""
        move = self.entry.work(
            contest.DECIDE, states, mind, seat, number, 0, 0, *key,
            kit.parts(weights), self.nothing, self.points, self.lengths,
        )  # fmt: skip
        return int(move)

    def play(  # noqa: PLR0913
        self,
        blank: NDArray[np.void],
        minds: NDArray[np.void],
        weights: NDArray[np.float32],
        kit: Kit,
        key: tuple[int, int],
        first: int,
        points: NDArray[np.float64],
        lengths: NDArray[np.int32],
        *,
        most: int,
        tape: tuple[Any, ...] | None = None,
    ) -> int:
        """Play games from number `first` on; return how many."""
        states = np.zeros(4, self.fast.dtype)
        states[3] = blank[0]
        played = self.entry.work(
            contest.MATCHES, states, minds, 0, first, len(lengths), most, *key,
            kit.parts(weights), tape or self.nothing, points, lengths,
        )  # fmt: skip
        return int(played)

    def touch(self) -> None:
        """Have the compiled entry made ready: play no game."""
        seats = self.kind.rules.SEATS[0]
        self.play(
            self.fast.blank(seats), np.zeros(seats, contest.MIND), NO_WEIGHTS,
            Kit(self, 2), (0, 0), 0, self.points, self.lengths, most=0,
        )  # fmt: skip

    @property
    def nothing(self) -> tuple[Any, ...]:
        """Return a tape without room."""
        return self.tape()

    points: Final = np.zeros((0, 1), np.float64)
    lengths: Final = np.zeros(0, np.int32)


@cache
def engine(name: str) -> Engine:
    """Return the compiled bots of a game."""
    return Engine(name)
