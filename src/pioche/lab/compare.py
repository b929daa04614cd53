"""Two versions of a game side by side: do they play alike, and if not, where do they differ?

Each version leaves a print: for every move (and every word and part of a word that moves
are written with) how often it is legal and played and how it changes each field of the
state; for every clause how often it forbids. Batches of games give the errors. A row
differs when chance would show such a difference in one comparison in a hundred, counted
over all rows together (Bonferroni); an area is ranked by how much its rows differ.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.core.fast import cores
from pioche.core.kind import Kind
from pioche.games import kind
from pioche.lab.measures import quantile
from pioche.lab.table import Floats, Table, Tally, fields_of

Json = dict[str, Any]
BATCHES: Final = 32
FALSE_ALARM: Final = 0.01  # of one comparison, all rows together
MOVES: Final = 300_000  # that a print is made of, about
FEWEST, MOST = 320, 3200  # games of a print
RARE: Final = 50  # a move played less often says nothing about what it does
EVEN: Final = BATCHES // 4  # as many equal batches at least must a figure rest on
NEARLY: Final = 0.8  # of a word's strength: a wider word explains it
CAUTION: Final = 3  # standard errors that a difference is taken to be smaller
LONGEST: Final = 5000  # moves
BOTS: Final = ("half", "greedy")
DEAL: Final = "deal"


@dataclass(frozen=True)
class Version:
    """A game with its options, as one side of a comparison."""

    game: str
    options: tuple[tuple[str, object], ...] = ()
    seed: str = ""

    @classmethod
    def of(cls, game: str, options: Mapping[str, object], seed: str) -> "Version":
        """Name a version."""
        return cls(game, tuple(sorted(options.items())), seed)


def words_of(of: Kind) -> dict[str, list[int]]:
    """List the words of moves, and their parts, with the moves that use them."""
    found: dict[str, list[int]] = {DEAL: [len(of.rules.MOVES)]}
    for number, text in enumerate(of.rules.MOVES):
        words = text.split()
        parts = [part for word in words for part in word.split("-")]
        for word in dict.fromkeys([*words, *parts]):
            found.setdefault(word, []).append(number)
    seen: set[tuple[int, ...]] = set()
    distinct = {}
    for word, moves in found.items():
        if tuple(moves) not in seen:
            seen.add(tuple(moves))
            distinct[word] = moves
    return distinct


@dataclass
class Print:
    """What a version's moves and clauses did, by batch."""

    of: Kind
    used: Floats  # by batch and move (last: the deal)
    could: Floats
    barred: Floats  # by batch and clause, 0 being none
    probes: Floats
    sums: Floats  # by batch, move and field
    squares: Floats
    lengths: Floats

    @cached_property
    def words(self) -> list[str]:
        """The areas of moves."""
        return list(words_of(self.of))

    @cached_property
    def spread(self) -> Floats:
        """Tell which words each move is written with."""
        words = words_of(self.of)
        found = np.zeros((len(words), self.used.shape[1]))
        for row, moves in enumerate(words.values()):
            found[row, moves] = 1
        return found


def take_print(version: Version, bot: str, seats: int) -> Print:
    """Play a version and keep its print: fewer games where they are long."""
    table = Table(version.game, (bot,) * seats, dict(version.options), version.seed)
    length = np.abs(table.play(0, BATCHES, most=LONGEST).lengths).mean()
    each = int(min(max(MOVES / length, FEWEST), MOST)) // BATCHES

    def batch(number: int) -> tuple[Tally, float]:
        tally = table.tally()
        played = table.play(number * each, each, most=LONGEST, tally=tally)
        return tally, float(np.abs(played.lengths).mean())

    with ThreadPoolExecutor(cores()) as pool:
        found = list(pool.map(batch, range(BATCHES)))
    tallies = [tally for tally, _ in found]

    def stack(part: Any) -> Floats:
        return np.stack([part(tally) for tally in tallies]).astype(np.float64)

    return Print(
        table.fast.kind,
        stack(lambda t: t.used),
        stack(lambda t: t.could),
        stack(lambda t: t.barred[:, 1]),
        stack(lambda t: t.barred[0, 0]),
        stack(lambda t: t.effects[:, :, 0]),
        stack(lambda t: t.effects[:, :, 1]),
        np.array([length for _, length in found]),
    )


@dataclass(frozen=True)
class Row:
    """One thing that was compared."""

    area: str
    what: str
    before: float
    after: float
    strength: float  # 0 … 1: how much it differs
    surprise: float  # in standard errors
    where: str

    def json(self) -> Json:
        """Write it for programs."""
        return {
            "area": self.area, "what": self.what, "where": self.where,
            "before": round(self.before, 6), "after": round(self.after, 6),
            "strength": round(self.strength, 4),
            "surprise": round(min(self.surprise, 1e6), 2),
        }  # fmt: skip


@dataclass
class Comparison:
    """What a comparison found."""

    rows: list[Row]  # that differ
    tried: int
    limit: float
    wider: dict[
        str, list[str]
    ]  # by word: those that all its moves are written with too

    @property
    def differs(self) -> bool:
        """Tell whether the two versions play differently."""
        return bool(self.rows)

    def areas(self) -> list[str]:
        """List what differs, what differs most first."""
        best: dict[str, tuple[float, float]] = {}
        for row in self.rows:
            score = (round(row.strength, 2), row.surprise)
            best[row.area] = max(best.get(row.area, (0.0, 0.0)), score)
        order = sorted(best, key=lambda area: best[area], reverse=True)
        return [
            area
            for area in order
            if not any(
                best[wider][0] > NEARLY * best[area][0]
                for wider in self.wider.get(area, ())
                if wider in best
            )
        ]


@dataclass
class Rates:
    """Ratios by batch: what they are called, their sums, and their spread if known."""

    names: list[tuple[str, str]]
    above: Floats  # batches × rows
    below: Floats
    squares: Floats | None = None

    def keep(self, rows: list[int]) -> "Rates":
        """Keep some rows."""
        return Rates(
            [self.names[i] for i in rows],
            self.above[:, rows],
            self.below[:, rows],
            None if self.squares is None else self.squares[:, rows],
        )

    @cached_property
    def value(self) -> Floats:
        """The ratios over all batches."""
        found: Floats = self.above.sum(0) / np.maximum(self.below.sum(0), 1e-9)
        return found

    @cached_property
    def error(self) -> Floats:
        """Their standard errors."""
        rest = self.above - self.value * self.below
        count = len(rest)
        total = np.maximum(self.below.sum(0), 1e-9)
        found: Floats = np.sqrt((rest**2).sum(0) * count / (count - 1)) / total
        return found

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Tell which rest on enough events, and not on a few endless games alone."""
        total = self.below.sum(0)
        batches = total**2 / np.maximum((self.below**2).sum(0), 1e-9)  # as if equal
        found: NDArray[np.bool_] = (total >= RARE) & (batches >= EVEN)
        return found

    @cached_property
    def variance(self) -> Floats:
        """The variance of single events."""
        assert self.squares is not None
        below = np.maximum(self.below.sum(0), 1e-9)
        found: Floats = np.maximum(self.squares.sum(0) / below - self.value**2, 0)
        return found


def rates(made: Print) -> list[Rates]:
    """Turn a print into rates."""
    words = made.words
    used, could = made.used @ made.spread.T, made.could @ made.spread[:, :-1].T
    decisions = made.used[:, :-1].sum(axis=1, keepdims=True)
    ones = np.ones((1, len(words)))
    fields = list(fields_of(made.of))
    effects = np.einsum("wm,bmf->bwf", made.spread, made.sums)
    squares = np.einsum("wm,bmf->bwf", made.spread, made.squares)
    flat = (len(used), len(words) * len(fields))
    clauses = made.of.rules.CLAUSES.ids
    return [
        Rates([(word, "legal") for word in words], could, decisions * ones),
        Rates([(word, "played") for word in words], used, decisions * ones),
        Rates(
            [(clause or "allowed", "forbids") for clause in clauses],
            made.barred,
            made.probes[:, None] * np.ones((1, len(clauses))),
        ),
        Rates(
            [(word, field) for word in words for field in fields],
            effects.reshape(flat),
            np.repeat(used, len(fields), axis=1),
            squares.reshape(flat),
        ),
    ]


def aligned(one: Rates, two: Rates) -> tuple[Rates, Rates]:
    """Keep the rows that both have, in one order."""
    place = {name: i for i, name in enumerate(two.names)}
    both = [i for i, name in enumerate(one.names) if name in place]
    return one.keep(both), two.keep([place[one.names[i]] for i in both])


def differences(before: Print, after: Print, where: str) -> tuple[list[Row], int]:
    """Compare two prints row by row; return the rows that may differ, and how many."""
    rows, tried = new_words(before, after, where), 0
    for one, two in map(aligned, rates(before), rates(after)):
        known = one.known & two.known
        gap = np.abs(one.value - two.value)
        error = np.sqrt(one.error**2 + two.error**2)
        surprise = np.where(
            error > 0, gap / np.maximum(error, 1e-12), 1e9 * (gap > 1e-9)
        )
        if one.squares is not None:
            spread = np.sqrt((one.variance + two.variance) / 2)
            effect = np.maximum(gap - CAUTION * error, 0) / np.maximum(spread, 1e-3)
            strength = effect / (1 + effect)
        else:
            most = np.maximum(np.maximum(one.value, two.value), 1e-12)
            strength = np.maximum(gap - CAUTION * error, 0) / most
        tried += int(known.sum())
        for i in np.flatnonzero(known & (surprise > CAUTION)):
            area, what = one.names[i]
            rows.append(
                Row(area, what, float(one.value[i]), float(two.value[i]),
                    float(strength[i]), float(surprise[i]), where)
            )  # fmt: skip
    return rows, tried


def new_words(before: Print, after: Print, where: str) -> list[Row]:
    """List the words of moves that only one version has and plays."""
    rows = []
    for one, other, sign in ((before, after, 0), (after, before, 1)):
        played = (one.used @ one.spread.T).sum(0) / one.used[:, :-1].sum()
        for word, rate in zip(one.words, played, strict=True):
            if rate > 0 and word not in other.words:
                values = (0.0, float(rate)) if sign else (float(rate), 0.0)
                rows.append(Row(word, "played", *values, 1.0, 1e9, where))
    return rows


def wider_words(of: Kind) -> dict[str, list[str]]:
    """List for each word the words of which its moves are only a part."""
    words = {word: set(moves) for word, moves in words_of(of).items()}
    return {
        word: [other for other, more in words.items() if moves < more]
        for word, moves in words.items()
    }


def compare(before: Version, after: Version, seats: tuple[int, ...]) -> Comparison:
    """Compare two versions at some numbers of seats and two levels of skill."""
    rows: list[Row] = []
    tried = 0
    for count in seats:
        for bot in BOTS:
            one, two = (take_print(side, bot, count) for side in (before, after))
            found, many = differences(one, two, f"{count} × {bot}")
            rows, tried = rows + found, tried + many
    limit = quantile(FALSE_ALARM / 2 / max(tried, 1), BATCHES - 1)
    sure = [row for row in rows if row.surprise > limit]
    sure.sort(key=lambda row: -row.strength)
    return Comparison(sure, tried, limit, wider_words(kind(before.game)))


def usual_seats(game: str) -> tuple[int, ...]:
    """Choose the numbers of seats at which versions are compared."""
    low, high = kind(game).rules.SEATS
    return tuple(dict.fromkeys((max(low, 2), min(high, 4))))
