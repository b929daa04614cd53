"""The tables of simulated games: a row a game, a seat or a decision."""

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from pioche.games import kind
from pioche.lab import loop
from pioche.lab.table import Games

if TYPE_CHECKING:
    from pioche.lab.simulate import Setting

Json = dict[str, Any]


def frame(setting: "Setting", played: Games) -> pl.DataFrame:
    """Make the table of a chunk."""
    make = {"games": games_frame, "seats": seats_frame, "decisions": decisions_frame}
    return make[setting.table](setting, played)


def games_frame(setting: "Setting", played: Games) -> pl.DataFrame:
    """Make a row a game."""
    total = played.counts.sum(axis=1)
    best = played.points.max(axis=1, keepdims=True)
    shared = (played.points == best).sum(axis=1) > 1
    columns: Json = {
        "game": np.arange(played.first, played.first + len(played)),
        "moves": np.abs(played.lengths).astype(np.int32),
        "finished": played.lengths > 0,
        "first": played.first_seats.astype(np.int8),
        "decisions": total[:, loop.OWED].astype(np.int32),
        "choices": total[:, loop.CHOICES].astype(np.int32),
        "legal": total[:, loop.LEGAL],
        "claims": total[:, loop.CLAIMED].astype(np.int32),
        "winner": np.where(shared, -1, played.points.argmax(axis=1)).astype(np.int8),
    }
    for seat in range(len(setting.bots)):
        columns[f"share_{seat}"] = np.ascontiguousarray(played.points[:, seat])
    return pl.DataFrame(columns)


def seats_frame(setting: "Setting", played: Games) -> pl.DataFrame:
    """Make a row a seat of each game."""
    games, seats = played.points.shape
    bots = pl.Enum(list(dict.fromkeys(setting.bots)))
    numbers = np.arange(played.first, played.first + games)
    columns: Json = {
        "game": np.repeat(numbers, seats),
        "seat": np.tile(np.arange(seats, dtype=np.int8), games),
        "bot": pl.Series(list(setting.bots) * games, dtype=bots),
        "share": played.points.reshape(-1),
    }
    counted = played.counts.reshape(-1, loop.COUNTED)
    for place, name in (
        (loop.OWED, "decisions"), (loop.CHOICES, "choices"), (loop.LEGAL, "legal"),
        (loop.CLAIMED, "claims"), (loop.WAITED, "waited"),
    ):  # fmt: skip
        columns[name] = np.ascontiguousarray(counted[:, place])
    return pl.DataFrame(columns)


def decisions_frame(setting: "Setting", played: Games) -> pl.DataFrame:
    """Make a row a decision; `legal` is 0 for a claim out of turn."""
    moves = list(kind(setting.game).rules.MOVES)
    names = pl.Series(moves, dtype=pl.Enum(moves))
    return pl.DataFrame({**played.tape, "move": names.gather(played.tape["move"])})
