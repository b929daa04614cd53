"""The ledger: a game's result taken apart into luck and decisions, to the last bit.

For every seat   result = seat + deal + draws + hidden + own + each opponent

    seat      what the place at the table is worth before the deal
    deal      what the dealt cards changed
    draws     what chance did after each move, against what it does on average
    hidden    what the hidden cards happened to be, against what the mover could know
    own       the decisions of the seat, judged on what it knew then
    opponent  the same of another seat

All values are means over the same playouts, sample by sample with the same chance: the
lines of each sample add up to the result, so those of the means do, whatever their
errors are; and where a move changed nothing, nothing is what its samples differ by.
A decision is judged against what the prior would have played on.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from math import fsum, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots import judge, levels
from pioche.bots.engine import hooks_of
from pioche.core import random, record
from pioche.core.errors import BadUse
from pioche.core.fast import Fast, bind
from pioche.core.layout import Header
from pioche.core.table import Game
from pioche.games import kind

Json = dict[str, Any]
Shares = NDArray[np.float64]
STEPS: Final = 2_000_000  # moves that all playouts of a report may have: about a second
FEWEST, MOST = 8, 1000  # playouts of a value
PILOT: Final = 16  # playouts that tell how long one is
SURE: Final = 2.0  # standard errors that a loss must exceed to be called a mistake


class Judge:
    """A game's compiled playouts, asked for values."""

    def __init__(self, name: str) -> None:
        self.kind = kind(name)
        self.fast = Fast(self.kind)
        self.most = levels.SEARCH.get(name, levels.Tuned()).judged
        hooks = hooks_of(self.kind)
        self.entry = bind(
            self.kind, judge, prior=hooks["prior"], outlook=hooks["outlook"]
        )

    def sample(  # noqa: PLR0913  # a question has many parts
        self,
        state: Header,
        seat: int,
        eyes: int,
        tried: list[int],
        count: int,
        seed: str,
    ) -> Shares:
        """Return the shares by sample, move tried and seat."""
        a, b = random.key("judge", seed)[:2]
        drawn = np.zeros((count, len(tried), state.seats))
        self.entry.judge(
            self.fast.states(state, state, state), seat, eyes, np.array(tried, np.int16),
            0, count, a, b, self.fast.row(), self.most, np.zeros(16), drawn,
        )  # fmt: skip
        return drawn

    def truth(self, turn: "Turn", count: int, seed: str) -> Shares:
        """Return the worth of a position as it truly is, and after the move played."""
        tried = [judge.NO_MOVE] if turn.forced else [judge.NO_MOVE, turn.played]
        return self.sample(turn.before, turn.seat, judge.AS_IT_IS, tried, count, seed)

    def before_the_deal(self, game: Game, count: int, seed: str) -> tuple[Shares, int]:
        """Return the shares of new deals, by sample and seat, and the moves they took."""
        a, b = random.key("judge deals", seed)[:2]
        drawn = np.zeros((count, 1, game.seats))
        blank = self.fast.blank(game.seats, game.options)
        steps = self.entry.judge_deals(
            blank.copy(), blank, count, a, b,
            self.fast.row(), self.most, np.zeros(16), drawn,
        )  # fmt: skip
        return drawn[:, 0], int(steps)


@cache
def judge_of(name: str) -> Judge:
    """Return the judge of a game."""
    return Judge(name)


@dataclass(frozen=True)
class Turn:
    """A move of the record, and the position in which it was made."""

    number: int
    seat: int
    move: str
    played: int  # the number of the move
    before: Header
    legal: list[int]
    forced: bool


def turns_of(game: Game, moves: list[tuple[int, int, str]]) -> list[Turn]:
    """Play a record through and keep what the judge asks for."""
    turns = []
    numbers = game.kind.rules.MOVES.numbers
    for number, (_, seat, move) in enumerate(moves, 1):
        legal = [numbers[text] for text in game.moves(seat)]
        owes = seat in game.to_move
        forced = owes and len(legal) == 1
        before = game.state.twin()
        turns.append(Turn(number, seat, move, numbers[move], before, legal, forced))
        game.play(seat, move)
    return turns


class Account:
    """The lines of all seats, sample by sample."""

    def __init__(self, seats: int, count: int) -> None:
        self.seats = seats
        self.lines: dict[str, Shares] = defaultdict(lambda: np.zeros((count, seats)))

    def of(self, seat: int, result: float) -> Json:
        """Write down the account of a seat."""
        lines = {
            name: self._line(name, seat) for name in ("seat", "deal", "draws", "hidden")
        }
        lines["own"] = self._line(f"by {seat}", seat)
        others = [
            {"seat": other, **self._line(f"by {other}", seat)}
            for other in range(self.seats)
            if other != seat
        ]
        amounts = [line["share"] for line in (*lines.values(), *others)]
        return {
            "seat": seat,
            "result": result,
            "lines": lines,
            "opponents": others,
            "closure": fsum([*amounts, -result]),
        }

    def _line(self, line: str, seat: int) -> Json:
        samples = self.lines[line][:, seat]
        return {"share": float(samples.mean()), "error": error_of(samples)}


def error_of(samples: Shares) -> float:
    """Return the standard error of a mean."""
    return float(samples.std(ddof=1) / sqrt(len(samples)))


def report(text: str, *, steps: int = STEPS) -> Json:
    """Analyse a record: every move's loss and luck, each seat's ledger, the mistakes.

    Chance follows from the record: the same one gets the same report, and the errors of
    many reports are independent.
    """
    seed, reading = text, record.read(text)
    whole = record.replay(text, kind)  # names the line of a move that is not legal
    if not whole.over:
        raise BadUse(
            "la partie n'est pas finie : le compte suppose un résultat",
            "the game is not over: the account needs a result",
        )
    of = judge_of(whole.name)
    start = record.begin(of.kind, reading.start)
    turns = turns_of(start, reading.moves)
    count = samples_for(of, whole, turns, steps)
    result: Shares = np.zeros(whole.seats)
    of.kind.rules.shares(whole.state, result)
    account = Account(whole.seats, count)
    truths = [of.truth(turn, count, seed) for turn in turns]
    values = [*(truth[:, 0] for truth in truths), np.tile(result, (count, 1))]
    dealt = reading.start.position is None
    seat = of.before_the_deal(whole, count, seed)[0] if dealt else values[0]
    account.lines["seat"] += seat
    account.lines["deal"] += values[0] - seat
    rows = [
        judge_turn(of, turn, (truths[i], values[i + 1]), account, seed)
        for i, turn in enumerate(turns)
    ]
    return {
        "game": whole.name,
        "seats": whole.seats,
        "samples": count,
        "result": whole.result,
        "curve": [value.mean(axis=0).tolist() for value in values],
        "moves": rows,
        "ledger": [
            account.of(seat, float(result[seat])) for seat in range(whole.seats)
        ],
        "mistakes": mistakes(of, rows),
    }


def samples_for(of: Judge, game: Game, turns: list[Turn], steps: int) -> int:
    """Choose how many playouts a value gets, so that a report stays within its steps."""
    values = 1 + sum(1 if turn.forced else len(turn.legal) + 3 for turn in turns)
    _, pilot = of.before_the_deal(game, PILOT, "pilot")
    left = pilot / PILOT  # moves of a playout from the deal
    if left < of.most:
        left /= 2  # on average over a game
    return max(FEWEST, min(MOST, int(steps / (values * max(1.0, left)))))


def judge_turn(
    of: Judge, turn: Turn, around: tuple[Shares, Shares], account: Account, seed: str
) -> Json:
    """Split what a move changed into chance, hidden cards and the decision, and book it."""
    truth, after = around
    before, expected = truth[:, 0], truth[:, -1]
    row: Json = {
        "number": turn.number,
        "seat": turn.seat,
        "move": turn.move,
        "forced": turn.forced,
    }
    if turn.forced:
        decided = np.zeros_like(before)
        share = float(before[:, turn.seat].mean())
        row |= {"best": turn.move, "share": share, "best_share": share}
        row |= {"loss": 0.0, "error": 0.0}
    else:
        tried = [judge.NO_MOVE, *turn.legal]
        known = of.sample(turn.before, turn.seat, turn.seat, tried, len(before), seed)
        decided = known[:, 1 + turn.legal.index(turn.played)] - known[:, 0]
        row |= compare(of, turn, known[:, :, turn.seat])
    draws = after - expected
    hidden = expected - before - decided
    account.lines["draws"] += draws
    account.lines["hidden"] += hidden
    account.lines[f"by {turn.seat}"] += decided
    luck = {"draw": draws[:, turn.seat], "hidden": hidden[:, turn.seat]}
    return row | {"luck": {name: float(part.mean()) for name, part in luck.items()}}


def compare(of: Judge, turn: Turn, known: Shares) -> Json:
    """Compare the move played with the best, on what the seat knew.

    The best move is chosen on one half of the samples and measured on the other, and
    the other way round: a maximum of noisy means would find losses where there are none.
    """
    silent = 0 if turn.seat in seats_in(of, turn.before) else 1
    moves = known[:, 1 - silent :]  # silence is a choice of who owes nothing
    names: list[str | None] = [None] * silent
    names += [of.kind.rules.MOVES[move] for move in turn.legal]
    mine = silent + turn.legal.index(turn.played)
    half = len(moves) // 2
    first, second = moves[:half], moves[half:]
    gaps = np.concatenate(
        [
            second[:, first.mean(axis=0).argmax()] - second[:, mine],
            first[:, second.mean(axis=0).argmax()] - first[:, mine],
        ]
    )
    means = moves.mean(axis=0)
    best = int(means.argmax())
    return {
        "best": names[best],
        "share": float(means[mine]),
        "best_share": float(means[best]),
        "loss": max(0.0, float(gaps.mean())),
        "error": error_of(gaps),
    }


def seats_in(of: Judge, state: Header) -> list[int]:
    """List the seats that owe a decision in a state."""
    bits = of.kind.rules.to_move(state)
    return [seat for seat in range(state.seats) if bits >> seat & 1]


def mistakes(of: Judge, rows: list[Json]) -> list[Json]:
    """List the moves that surely cost something, the dearest first, in a sentence each."""
    found = [
        row
        for row in rows
        if row["loss"] > SURE * row["error"] and row["best"] != row["move"]
    ]
    return [
        {
            "number": row["number"],
            "seat": row["seat"],
            "loss": row["loss"],
            "error": row["error"],
            **sentence(of, row),
        }
        for row in sorted(found, key=lambda row: -row["loss"])
    ]


def sentence(of: Judge, row: Json) -> dict[str, str]:
    """Say a mistake in French and English."""
    said = {}
    cost, error = 100 * row["loss"], 100 * row["error"]
    for lang, words in of.kind.words.items():
        seat, played = words.seat(row["seat"]), words.move(row["move"])
        silent = "se taire" if lang == "fr" else "to stay silent"
        better = silent if row["best"] is None else words.move(row["best"])
        if lang == "fr":
            said[lang] = (
                f"Coup {row['number']}, {seat} : « {played} » coûte {cost:.1f} ± {error:.1f} "
                f"points de part ; mieux valait « {better} »."
            )
        else:
            said[lang] = (
                f"Move {row['number']}, {seat}: {played!r} costs {cost:.1f} ± {error:.1f} "
                f"points of share; better was {better!r}."
            )
    return said
