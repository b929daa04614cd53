"""Pioche: play, study and measure card games whose rules can be trusted.

>>> import pioche
>>> game = pioche.deal("uno", seats=4, seed="a rainy Sunday")
>>> game.play(0, game.moves(0)[0])
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pioche.core import record as _record
from pioche.core.errors import (
    BadBot,
    BadOption,
    BadPosition,
    BadRecord,
    BadSeats,
    BadUse,
    Illegal,
    PiocheError,
    Refusal,
    UnknownGame,
    UnknownMove,
)
from pioche.core.table import HEADER, Game
from pioche.games import kind as _kind
from pioche.games import names as games

if TYPE_CHECKING:
    from pioche.bots import Bot
    from pioche.core.fast import Fast

__all__ = [
    "BadBot", "BadOption", "BadPosition", "BadRecord", "BadSeats", "BadUse", "Game",
    "Illegal", "PiocheError", "Refusal", "UnknownGame", "UnknownMove",
    "analyse", "bot", "compiled", "deal", "from_position", "games", "replay", "rules",
]  # fmt: skip


__version__ = "0.1.0"


def rules(game: str) -> dict[str, Any]:
    """Return the facts of a game: seats, options, clauses, moves, cards."""
    return _kind(game).facts()


def deal(
    game: str,
    seats: int,
    seed: str,
    options: Mapping[str, object] | None = None,
) -> Game:
    """Deal a game; every card of it follows from `seed`."""
    return Game.deal(_kind(game), seats, seed, options)


def from_position(position: dict[str, Any]) -> Game:
    """Return the game that `Game.position` wrote down."""
    given: object = position  # outside programs pass anything
    if not isinstance(given, dict) or not isinstance(given.get("game"), str):
        raise BadPosition(
            HEADER[0], "le nom du jeu manque", "the name of the game is missing"
        )
    try:
        kind = _kind(position["game"])
    except UnknownGame as error:
        raise BadPosition("game", error.fr, error.en) from error
    return Game.from_position(kind, position)


def replay(text: str, upto: int | None = None) -> Game:
    """Play a record again, to its end or to its first `upto` moves."""
    return _record.replay(text, _kind, upto)


def compiled(game: str) -> "Fast":
    """Return the same rules compiled: playouts and batches."""
    from pioche.core.fast import Fast

    return Fast(_kind(game))


def bot(text: str) -> "Bot":
    """Return a bot: "random", "greedy", "ismcts:1000", "level:1" to "level:8"."""
    from pioche import bots

    return bots.bot(text)


def analyse(game: Game, seat: int, budget: str = "1s") -> list[dict[str, Any]]:
    """Rank a seat's moves by their expected share, best first, from its view alone."""
    from pioche.bots.analysis import analyse

    return analyse(game.view(seat), budget)
