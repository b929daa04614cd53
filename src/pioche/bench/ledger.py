"""The account of luck and skill: does it close, is luck nothing on average, how long?

The games mix moves of the prior with any moves, at all numbers of seats in turn; their
reports have few playouts, as closing does not depend on how many.
"""

import time
from collections.abc import Iterator
from itertools import count
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final

import pioche
from pioche.bench.core import names
from pioche.bench.figure import Effort, Row
from pioche.bots import ledger
from pioche.bots.engine import Kit, engine
from pioche.bots.minds import mind
from pioche.core import random
from pioche.core.table import Game
from pioche.games import kind

Json = dict[str, Any]
CLOSED: Final = 1e-9
ASTRAY: Final = 0.5  # how often a move is any move
FEW: Final = 5_000  # moves of all playouts of a report
LONGER: Final = 20  # times an effort's seconds, for a game's reports
FEWEST: Final = 3


def rows(effort: Effort) -> Iterator[Row]:
    """Measure the accounts of every game."""
    for name in names(effort):
        yield from accounts(effort, name)
        yield whole(name)


def finished(name: str, number: int) -> Game:
    """Play a game to its end."""
    low, high = kind(name).rules.SEATS
    seats = low + number % (high + 1 - low)
    game, of = pioche.deal(name, seats, f"ledger {number}"), engine(name)
    made, kit = mind(name, "greedy"), Kit(of, 2)
    row = made.row.copy()
    row["astray"] = ASTRAY
    a, b = random.key("ledger", str(number))[:2]
    while not game.over:
        s, seat = game.state, game.to_move[0]
        states = of.fast.states(s, s, s)
        move = of.decide(states, seat, row, made.weights, kit, (a, b), len(game.log))
        game.play(seat, of.kind.rules.MOVES[move])
    return game


def accounts(effort: Effort, name: str) -> Iterator[Row]:
    """Count the accounts that close; weigh the luck of the first seat."""
    closed = done = 0
    luck: dict[str, list[float]] = {"deal": [], "draws": []}
    begun = time.thread_time()
    for number in count():
        if time.thread_time() - begun > LONGER * effort.seconds and done >= FEWEST:
            break
        text = finished(name, number).record()
        found = ledger.report(text, steps=FEW)["ledger"]
        done += 1
        closed += all(abs(account["closure"]) < CLOSED for account in found)
        for line, amounts in luck.items():
            amounts.append(found[0]["lines"][line]["share"])
    yield Row(
        f"{name} accounts that close to {CLOSED}", closed, "games", "all", done, least=1
    )
    for line, amounts in luck.items():
        yield Row(
            f"{name} luck of {line}, on average", abs(in_errors(amounts)),
            "standard errors", most=2, note=f"{fmean(amounts):+.4f} of a share",
        )  # fmt: skip


def in_errors(amounts: list[float]) -> float:
    """Return a mean divided by its standard error."""
    error = stdev(amounts) / sqrt(len(amounts))
    return fmean(amounts) / error if error else 0.0


def whole(name: str) -> Row:
    """Measure a whole report."""
    text = finished(name, 0).record()
    ledger.report(text, steps=FEW)  # loading is not measured
    begun = time.thread_time()
    found = ledger.report(text)
    took = time.thread_time() - begun
    note = f"{len(found['moves'])} moves, {found['samples']} playouts for each value"
    return Row(f"{name} whole report", took, "s", most=1, note=note)
