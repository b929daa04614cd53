"""How often each card, move, clause and option of a game matters."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from pioche.core.errors import BadOption
from pioche.core.kind import Kind, written
from pioche.games import kind
from pioche.lab import measures
from pioche.lab.compare import DEAL, words_of
from pioche.lab.measures import Estimate, Study, ratio
from pioche.lab.table import Table

Json = dict[str, Any]
Text = tuple[str, str]
LONGEST: Final = 5000  # moves
BATCHES: Final = 16
MOVES: Final = 120_000  # to count from
FEWEST, MOST = 160, 3200  # games
BOT: Final = "greedy"


@dataclass
class Use:
    """What became of a card, a word of moves or a clause."""

    id: str
    fr: str
    en: str
    rate: Estimate  # played in so many decisions; forbids so many moves looked at
    legal: Estimate | None = None  # could be played in so many decisions
    share: Estimate | None = None  # of the points, for who plays it

    def json(self) -> Json:
        """Write it for programs."""
        more = {"legal": self.legal, "share": self.share}
        return {
            "id": self.id, "fr": self.fr, "en": self.en, "rate": self.rate.json(),
            **{name: found.json() for name, found in more.items() if found},
        }  # fmt: skip


def games_for(table: Table, moves: int = MOVES) -> int:
    """Tell how many games make about so many moves."""
    length = np.abs(table.play(0, BATCHES, most=LONGEST).lengths).mean()
    return int(min(max(moves / length, FEWEST), MOST)) // BATCHES * BATCHES


def told(of: Kind, word: str) -> Text:
    """Name a card or a word of moves in both languages."""
    fr, en = (of.words[lang].term(word) for lang in ("fr", "en"))
    return fr, en


def telling(of: Kind) -> dict[str, list[int]]:
    """List the words that a reader knows: cards, verbs, and what several cards share."""
    cards = [str(card["id"]) for card in of.rules.CARDS]
    verbs = {text.split()[0] for text in of.rules.MOVES}
    shared = {
        part
        for card in cards
        for part in card.split("-")
        if len(part) > 3 and sum(part in other.split("-") for other in cards) > 1
    }
    found = words_of(of)
    return {
        word: found[word]
        for word in found
        if word != DEAL and (word in cards or word in verbs or word in shared)
    }


def words(table: Table, count: int) -> list[Use]:
    """Tell of each card and word how often it may be and is played, and by whom."""
    of = table.fast.kind
    played = table.play(0, count, taped=True)
    tape, games = played.tape, len(played)
    number = tape["game"] - played.first
    points = played.points[number, tape["seat"]]
    decisions = np.bincount(number, minlength=games).astype(np.float64)
    tallies = [table.tally() for _ in range(BATCHES)]
    each = count // BATCHES
    for part, tally in enumerate(tallies):
        table.play(part * each, each, most=LONGEST, tally=tally)
    could = np.stack([tally.could for tally in tallies]).astype(np.float64)
    asked = np.array([tally.used[:-1].sum() for tally in tallies], np.float64)
    found = []
    for word, moves in telling(of).items():
        mine = np.isin(tape["move"], moves)
        uses = np.bincount(number[mine], minlength=games).astype(np.float64)
        gained = np.bincount(number[mine], points[mine], games).astype(np.float64)
        found.append(
            Use(word, *told(of, word), ratio(uses, decisions),
                ratio(could[:, moves].sum(axis=1), asked), ratio(gained, uses))
        )  # fmt: skip
    return sorted(found, key=lambda use: -use.rate.value)


def clauses(table: Table, count: int) -> list[Use]:
    """Tell of each clause how often it forbids a move, legal or not, that is looked at."""
    of, each = table.fast.kind, count // BATCHES
    barred, probes = [], []
    for part in range(BATCHES):
        tally = table.tally()
        table.play(part * each, each, most=LONGEST, tally=tally)
        barred.append(tally.barred[:, 1])
        probes.append(tally.barred[0, 0] * 2 * table.fast.moves)
    rows, seen = np.stack(barred).astype(np.float64), np.array(probes, np.float64)
    return sorted(
        (
            Use(id, of.words["fr"].clause(id), of.words["en"].clause(id),
                ratio(rows[:, place], seen))
            for place, id in enumerate(of.rules.CLAUSES.ids)
            if id
        ),
        key=lambda use: -use.rate.value,
    )  # fmt: skip


#: What is looked at when an option is changed.
LOOKED_AT: Final = ("moves", "first_seat", "choices", "forced", "breadth", "shared")


@dataclass
class Change:
    """What an option's other value changes, at a number of seats."""

    option: str
    value: str
    seats: int
    before: dict[str, Estimate]
    after: dict[str, Estimate]

    def json(self) -> Json:
        """Write it for programs."""
        return {
            "option": self.option, "value": self.value, "seats": self.seats,
            "before": {id: found.json() for id, found in self.before.items()},
            "after": {id: found.json() for id, found in self.after.items()},
        }  # fmt: skip

    def surprise(self, id: str) -> float:
        """Tell how sure it is that a figure changes, in 99 % intervals."""
        one, two = self.before[id], self.after[id]
        width = float(np.hypot(one.half, two.half))
        gap = abs(one.value - two.value)
        if not np.isfinite(width) or gap == 0:
            return 0.0
        return gap / width if width > 0 else 1e6


def figures(
    game: str, seats: int, options: Mapping[str, object], seed: str
) -> dict[str, Estimate]:
    """Take a few figures of a game under some options."""
    table = Table(game, (BOT,) * seats, options, seed)
    study = Study(seats, [table.play(0, games_for(table), most=LONGEST)])
    wanted = [found for found in measures.MEASURES if found.id in LOOKED_AT]
    return {found.id: ratio(*found.take(study)) for found in wanted}


def options(
    game: str, seats: int, chosen: Mapping[str, object], seed: str
) -> list[Change]:
    """Try every other value of every option by itself."""
    of = kind(game)
    usual = of.complete(chosen, seats)
    before = figures(game, seats, usual, seed)
    found = []
    for option in of.rules.OPTIONS:
        for value in option.values:
            if value == usual[option.name]:
                continue
            try:
                others = of.complete({**usual, option.name: value}, seats)
            except BadOption:
                continue  # the options that are chosen exclude it
            after = figures(game, seats, others, f"{seed} {option.name}")
            found.append(Change(option.name, written(value), seats, before, after))
    return sorted(found, key=lambda change: -max(map(change.surprise, LOOKED_AT)))


def dead(uses: list[Use]) -> list[str]:
    """List the words that nobody ever plays although they could be."""
    return [
        use.id
        for use in uses
        if use.rate.value == 0 and use.legal and use.legal.value > 0
    ]
