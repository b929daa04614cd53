"""Reading finished games again: frames to step through, games to play on from."""

from typing import Final

from pioche.core import record
from pioche.core.table import Game
from pioche.games import kind
from pioche.server import wire
from pioche.server.errors import No
from pioche.server.tables import Table, told

MOST_FRAMES: Final = 100


def play_on(text: str, upto: int, knew: int | None) -> Game:
    """Return a game as it stood after `upto` moves, or as one seat may imagine it."""
    reading = record.read(text)
    if upto > len(reading.moves):
        raise No(
            "broken",
            f"cette partie n'a que {len(reading.moves)} coups",
            f"this record has only {len(reading.moves)} moves",
        )
    game = record.replay(text, kind, upto)
    if game.over:
        raise No("not_now", "la partie est finie à ce coup", "the game is over there")
    if knew is None:
        return game
    import secrets

    return game.imagine(knew, secrets.token_hex(16))


def check(text: str) -> None:
    """Raise BadRecord unless a text is a record that follows the rules."""
    record.replay(text, kind)


def of_record(text: str, ask: wire.Ask) -> wire.Replay:
    """Return frames of a record; everything in it may be seen."""
    reading = record.read(text)
    whole = record.replay(text, kind)
    game = record.replay(text, kind, 0)
    moves = [(seat, move) for _, seat, move in reading.moves]
    return frames(game, moves, ask, whole.result, None)


def of_table(table: Table, start: Game, ask: wire.Ask, own: list[int]) -> wire.Replay:
    """Return frames of a table: everything once it is over, before that what was seen."""
    assert table.game is not None
    may_see = None if table.ended else set(own)
    return frames(start, list(table.game.log), ask, table.game.result, may_see)


def frames(
    game: Game,
    moves: list[tuple[int, str]],
    ask: wire.Ask,
    result: wire.Json | None,
    may_see: set[int] | None,
) -> wire.Replay:
    """Play moves and write down the views asked for."""
    viewers = list(ask.seats) or [None]
    for viewer in viewers:
        hidden = may_see is not None and viewer is not None and viewer not in may_see
        if hidden or (viewer is not None and viewer >= game.seats):
            raise No(
                "not_yours",
                "les cartes d'une autre place restent cachées jusqu'à la fin",
                "another seat's cards stay hidden until the end",
            )
    first = min(ask.first, len(moves))
    last = min(
        first + MOST_FRAMES - 1 if ask.last is None else ask.last,
        first + MOST_FRAMES - 1,
        len(moves),
    )
    found = []
    known = 0
    for count in range(last + 1):
        if count:
            game.play(*moves[count - 1])
        if count >= first:
            seat, move = moves[count - 1] if count else (None, "")
            found.append(
                wire.Frame(
                    count,
                    seat,
                    move if may_see is None or seat in may_see else "",
                    [game.view(viewer) for viewer in viewers],
                    [told(game, viewer, known) for viewer in viewers],
                    game.position() if ask.positions and may_see is None else None,
                )
            )
        known = len(game.told)
    return wire.Replay(
        game.name,
        game.kind.rules.VERSION,
        game.seats,
        game.options,
        len(moves),
        result,
        found,
    )
