"""What the lab measures of a game, each with a 99 % interval.

Every measure is a ratio of two sums over games (or over deals), so that one formula gives
all intervals. Those that tell a game's story look at the seats' chances at up to 12
moments: the shares of futures played from there by the plain policy, same hidden cards.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, log, sqrt
from statistics import NormalDist
from typing import Any, Final

import numpy as np

from pioche.lab import loop
from pioche.lab.table import Chart, Floats, Games, joined

Json = dict[str, Any]
LEVEL: Final = 0.99
FEWEST: Final = 8  # games, for an interval to be told


@dataclass
class Estimate:
    """A figure and its 99 % interval."""

    value: float
    half: float

    def json(self) -> Json:
        """Write it for programs; no interval is null."""
        if not np.isfinite(self.half):
            return {"value": None, "low": None, "high": None}
        return {
            "value": round(self.value, 6),
            "low": round(self.value - self.half, 6),
            "high": round(self.value + self.half, 6),
        }


def quantile(tail: float, freedom: float) -> float:
    """Return Student's t for a probability above it (Cornish and Fisher)."""
    z = NormalDist().inv_cdf(1 - tail)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def ratio(above: Floats, below: Floats) -> Estimate:
    """Divide two sums over games, and tell how sure that is."""
    count, total = len(above), float(below.sum())
    if count < FEWEST or total <= 0:
        return Estimate(0.0, inf)
    value = float(above.sum()) / total
    rest = above - value * below
    error = sqrt(float((rest**2).sum()) * count / (count - 1)) / total
    if error == 0 and value in (0.0, 1.0):  # never seen is not impossible
        return Estimate(value, -log((1 - LEVEL) / 2) / count)
    return Estimate(value, quantile((1 - LEVEL) / 2, count - 1) * error)


@dataclass
class Study:
    """The games of a number of seats and a level of skill."""

    seats: int
    games: list[Games] = field(default_factory=list)
    laps: list[Floats] = field(default_factory=list)  # the same deals' shares again
    charted: list[tuple[Games, Chart]] = field(default_factory=list)
    climb: list[Floats] = field(default_factory=list)  # by deal: a better one's share

    def tied(self) -> "Study":
        """Put what was played in pieces behind one another."""
        games = [joined(self.games)] if self.games else []
        laps = [np.concatenate(self.laps)] if self.laps else []
        stories = [joined([games for games, _ in self.charted])] if self.charted else []
        values = [chart.values for _, chart in self.charted]
        times = [chart.times for _, chart in self.charted]
        charts = (
            [Chart(np.concatenate(values), np.concatenate(times))] if values else []
        )
        climb = [np.concatenate(self.climb)] if self.climb else []
        return Study(
            self.seats, games, laps, list(zip(stories, charts, strict=True)), climb
        )

    @cached_property
    def stories(self) -> list[tuple[Floats, Floats, Floats]]:
        """For each charted game: when (0 … 1), all seats' chances, the final shares.

        The final shares are the last row of the chances.
        """
        if not self.charted:
            return []
        games, chart = self.charted[0]
        told = []
        for k in range(len(games)):
            kept, moves = int(chart.times[k, -1]), abs(int(games.lengths[k]))
            if games.lengths[k] > 0 and kept > 0:
                when = np.append(chart.times[k, :kept] / moves, 1.0)
                chances = np.vstack([chart.values[k, :kept], games.points[k]])
                told.append((when, chances, games.points[k]))
        return told


Pair = tuple[Floats, Floats]


def per_game(values: Any) -> Pair:
    """Mean over games."""
    above = np.asarray(values, np.float64)
    return above, np.ones(len(above))


# Balance and length


def seat_share(study: Study, seat: int) -> Pair:
    """The share of who is asked first (seat 0), and of those that sit on from there."""
    return per_game(study.games[0].turned[:, seat])


def moves_of(study: Study) -> Floats:
    """The moves of each game."""
    return np.abs(study.games[0].lengths).astype(np.float64)


def counted(study: Study, what: int) -> Floats:
    """A count of each game, over all seats."""
    found: Floats = study.games[0].counts[:, :, what].sum(axis=1).astype(np.float64)
    return found


def unevenness(study: Study) -> Pair:
    """How far two games that follow each other differ in length."""
    moves = moves_of(study)
    even = moves[: len(moves) // 2 * 2].reshape(-1, 2)
    return np.abs(even[:, 0] - even[:, 1]), even.mean(axis=1)


def long_games(study: Study) -> Pair:
    """Games of more than twice the usual length."""
    moves = moves_of(study)
    return per_game(moves > 2 * np.median(moves))


def sharing(study: Study, *, all_seats: bool) -> Pair:
    """Games that several win (or all)."""
    points = study.games[0].points
    best = (points > points.max(axis=1, keepdims=True) - 1e-9).sum(axis=1)
    return per_game(best == study.seats if all_seats else best > 1)


def busy_gap(study: Study) -> Pair:
    """By how much the busiest seat decides more often than the idlest."""
    owed = study.games[0].counts[:, :, loop.OWED]
    return (owed.max(axis=1) - owed.min(axis=1)).astype(float), owed.mean(axis=1)


# The story of a game


def by_story(tell: Callable[[Floats, Floats, int], float]) -> Callable[[Study], Pair]:
    """Measure each charted game that one seat won."""

    def measure(study: Study) -> Pair:
        values = [
            tell(when, chances, int(final.argmax()))
            for when, chances, final in study.stories
            if final.max() > 0.999
        ]
        return per_game(values)

    return measure


def leaders(chances: Floats) -> list[int]:
    """Who leads at each moment; a leader stays one until clearly passed.

    "Clearly" is a tenth of a point: less may be the chance of the futures.
    """
    leader, found = int(chances[0].argmax()), []
    for row in chances:
        best = int(row.argmax())
        if row[best] > row[leader] + 0.1:
            leader = best
        found.append(leader)
    return found


def lead_changes(_: Floats, chances: Floats, __: int) -> float:
    """How often the lead changes hands."""
    return float(np.count_nonzero(np.diff(leaders(chances))))


def drama(_: Floats, chances: Floats, winner: int) -> float:
    """How far behind the leader the winner was, on average over the moments."""
    return float((chances.max(axis=1) - chances[:, winner])[:-1].mean())


def comeback(_: Floats, chances: Floats, winner: int) -> float:
    """Whether the winner's chance was once below half a fair one."""
    return float(chances[:, winner].min() < 0.5 / chances.shape[1])


def settled(when: Floats, chances: Floats, winner: int) -> float:
    """When the winner takes the lead for good."""
    ahead = chances[:, winner] >= chances.max(axis=1) - 1e-9
    behind = np.flatnonzero(~ahead)
    return float(when[behind[-1] + 1]) if len(behind) else 0.0


def at_half(when: Floats) -> int:
    """The last moment of the first half."""
    return int(np.flatnonzero(when <= 0.5)[-1])


def runaway(when: Floats, chances: Floats, winner: int) -> float:
    """Whether who leads at half time wins."""
    return float(chances[at_half(when)].argmax() == winner)


def open_at_half(when: Floats, chances: Floats, _: int) -> float:
    """How open the game is at half time: 1 all alike, 0 decided."""
    fair = 1 / chances.shape[1]
    return float((1 - chances[at_half(when)].max()) / (1 - fair))


def swing(_: Floats, chances: Floats, __: int) -> float:
    """How far the chances move between two moments."""
    return float(np.abs(np.diff(chances, axis=0)).sum(axis=1).mean() / 2)


def turning_point(_: Floats, chances: Floats, winner: int) -> float:
    """The greatest gain of the winner's chance between two moments."""
    return float(np.diff(chances[:, winner]).max())


def foregone(when: Floats, chances: Floats, _: int) -> float:
    """The part of the game that is played after it is as good as decided (95 %)."""
    sure = np.flatnonzero(chances.max(axis=1) >= 0.95)
    return float(1 - when[sure[0]])


def underdog(_: Floats, chances: Floats, winner: int) -> float:
    """Whether the winner had the worst chance of all at some moment."""
    return float((chances[:, winner] <= chances.min(axis=1) + 1e-9)[:-1].any())


# Luck and skill


def deal_luck(study: Study) -> Pair:
    """How much of the result the shuffle decides: the same deal played twice."""
    fair = 1 / study.seats
    once, again = study.games[0].points - fair, study.laps[0] - fair
    own = (once**2 + again**2).sum(axis=1) / 2
    return (once * again).sum(axis=1), own


def climb(study: Study) -> Pair:
    """The share of one player of this level among players of the level below."""
    return per_game(study.climb[0])


def upset(study: Study) -> Pair:
    """What a weaker player still gets, in parts of a fair share."""
    weaker = (1 - study.climb[0]) / (study.seats - 1)
    return weaker, np.full(len(weaker), 1 / study.seats)


@dataclass(frozen=True)
class Measure:
    """A figure of a game: how it is called, its unit, and how it is taken."""

    id: str
    unit: str  # "%", "" for a plain number
    fr: str
    en: str
    take: Callable[[Study], Pair]
    needs: str = "games"


def _count(what: int) -> Callable[[Study], Pair]:
    return lambda study: per_game(counted(study, what))


def _each(what: int) -> Callable[[Study], Pair]:
    return lambda study: per_game(counted(study, what) / study.seats)


def _divided(above: int, below: int) -> Callable[[Study], Pair]:
    return lambda study: (counted(study, above), counted(study, below))


MEASURES: Final = (
    Measure("first_seat", "%", "part de qui commence", "share of who begins",
            lambda study: seat_share(study, 0)),
    Measure("last_seat", "%", "part de qui vient en dernier", "share of who comes last",
            lambda study: seat_share(study, study.seats - 1)),
    Measure("moves", "", "coups par partie", "moves a game",
            lambda study: per_game(moves_of(study))),
    Measure("uneven", "%", "écart de longueur entre deux parties",
            "difference in length of two games", unevenness),
    Measure("long", "%", "parties deux fois plus longues que la moyenne",
            "games twice as long as usual", long_games),
    Measure("unfinished", "%", "parties abandonnées car interminables",
            "games given up as endless",
            lambda study: per_game(study.games[0].lengths < 0)),
    Measure("shared", "%", "parties sans vainqueur unique", "games without one winner",
            lambda study: sharing(study, all_seats=False)),
    Measure("stalemate", "%", "parties nulles (tous à égalité)",
            "stalemates (all alike)", lambda study: sharing(study, all_seats=True)),
    Measure("decisions", "", "décisions par joueur", "decisions a player",
            _each(loop.OWED)),
    Measure("choices", "", "vrais choix par joueur", "real choices a player",
            _each(loop.CHOICES)),
    Measure("forced", "%", "décisions sans choix", "forced decisions",
            lambda study: (counted(study, loop.OWED) - counted(study, loop.CHOICES),
                           counted(study, loop.OWED))),
    Measure("legal", "", "coups permis par décision", "legal moves a decision",
            _divided(loop.LEGAL, loop.OWED)),
    Measure("breadth", "", "coups permis par vrai choix", "legal moves a real choice",
            _divided(loop.CHOSEN_OF, loop.CHOICES)),
    Measure("claims", "", "interventions hors tour par partie",
            "moves out of turn a game", _count(loop.CLAIMED)),
    Measure("waiting", "", "coups entre deux décisions d'un joueur",
            "moves between two decisions of a player",
            lambda study: (moves_of(study) * study.seats, counted(study, loop.OWED))),
    Measure("busy_gap", "%", "écart de décisions entre joueurs",
            "difference in decisions between players", busy_gap),
    Measure("lead_changes", "", "changements de meneur par partie",
            "lead changes a game", by_story(lead_changes), "story"),
    Measure("drama", "%", "retard moyen du futur vainqueur",
            "how far the winner was behind, on average", by_story(drama), "story"),
    Measure("comeback", "%", "parties gagnées en remontant (moins d'une demi-chance)",
            "games won from behind (less than half a chance)", by_story(comeback),
            "story"),
    Measure("underdog", "%", "parties gagnées après avoir été dernier",
            "games won after having been last", by_story(underdog), "story"),
    Measure("settled", "%", "moment où le vainqueur prend la tête pour de bon",
            "when the winner takes the lead for good", by_story(settled), "story"),
    Measure("runaway", "%", "le meneur à mi-partie gagne", "who leads at half time wins",
            by_story(runaway), "story"),
    Measure("open", "%", "incertitude à mi-partie", "openness at half time",
            by_story(open_at_half), "story"),
    Measure("swing", "%", "mouvement des chances d'un moment à l'autre",
            "movement of the chances between two moments", by_story(swing), "story"),
    Measure("turning_point", "%", "plus grand saut du vainqueur",
            "the winner's greatest leap", by_story(turning_point), "story"),
    Measure("foregone", "%", "fin de partie déjà jouée", "play after it is decided",
            by_story(foregone), "story"),
    Measure("deal_luck", "%", "part du résultat due à la donne",
            "part of the result that the deal decides", deal_luck, "laps"),
    Measure("climb", "%", "part d'un joueur de ce niveau contre le niveau inférieur",
            "share of one player of this level against the level below", climb, "climb"),
    Measure("upset", "%", "part équitable qui reste au moins fort",
            "part of a fair share left to the weaker", upset, "climb"),
)  # fmt: skip


def take(study: Study) -> dict[str, Estimate]:
    """Take all measures of a study; one that can't be taken has no interval."""
    have = {
        "games": study.games,
        "story": study.charted,
        "laps": study.laps,
        "climb": study.climb,
    }
    found = {}
    for measure in MEASURES:
        there = have["games"] and have[measure.needs]
        found[measure.id] = ratio(*measure.take(study)) if there else Estimate(0.0, inf)
    return found


def seat_shares(study: Study) -> list[Estimate]:
    """Estimate each seat's share."""
    return [ratio(*seat_share(study, seat)) for seat in range(study.seats)]


def leading(study: Study, steps: int = 10) -> list[Estimate]:
    """Estimate the leader's chance at each tenth of the game."""
    found = []
    for step in range(steps + 1):
        part = step / steps
        values = [
            chances[np.flatnonzero(when <= part + 1e-9)[-1]].max()
            for when, chances, _ in study.stories
        ]
        found.append(ratio(*per_game(values)) if values else Estimate(0.0, inf))
    return found
