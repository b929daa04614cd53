"""Messages beyond what a table's lines can judge alone: the server's own, and those that
ask for more than lines (a hint, a code, the next table, to be forgotten).
"""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from pioche.core.table import Game
from pioche.server import judge, lines, wire
from pioche.server.errors import No, host_only
from pioche.server.judge import Asker
from pioche.server.link import Caller
from pioche.server.tables import Table

if TYPE_CHECKING:
    from pioche.server.room import Room

Lines = list[lines.Line]


def server_error() -> No:
    """Say that the mistake is ours."""
    return No("busy", "erreur du serveur", "server error")


def legal(game: Game, seat: int, text: str) -> bool:
    """Tell whether a seat may play a move now, without saying why."""
    rules = game.kind.rules
    move = rules.MOVES.numbers.get(text)
    return move is not None and not rules.forbids(game.state, seat, move)


class Own:
    """A message of the server's own."""

    id = ""

    def lines(self, room: "Room") -> Lines:
        """Return the lines that it adds now."""
        raise NotImplementedError


class OwnMove(Own):
    """A bot's move: for itself, or for a person whose time has ended."""

    def __init__(self, seat: int, move: str, by: str, at: int) -> None:
        self.seat, self.move, self.by = seat, move, by
        self.at = at  # the table's number when it was thought over

    def lines(self, room: "Room") -> Lines:
        """Play it, if the seat still is a bot's (or out of time) and may.

        Like a person's move it is late once its seat has moved on: a commit whose
        answer was lost has played it already.
        """
        table = room.table
        game, place = table.game, table.places[self.seat]
        if game is None or table.status != "playing" or self.at < place.moved:
            return []
        if self.by == "clock":
            clocks = table.clocks
            late = (
                self.seat in clocks.since
                and clocks.remains(self.seat, room.house.now()) == 0
            )
            if not late or place.away:
                return []
        elif not place.automatic:
            return []
        if not legal(game, self.seat, self.move):
            return []
        added: Lines = [lines.Play(self.seat, self.move, by=self.by)]
        if self.by == "clock" and place.strikes + 1 >= table.open.clock.strikes:
            added.append(lines.Stand(self.seat, judge.STAND_IN, "clock"))
        return added


class Lay(Own):
    """Lines that the house adds."""

    def __init__(self, added: Callable[[Table], Lines]) -> None:
        self.added = added

    def lines(self, room: "Room") -> Lines:
        """Return them."""
        return self.added(room.table)


class Handing(Struct):
    """A seat is handed over: the code that the answer carries."""

    id: str
    code: str


def hint(room: "Room", caller: Caller, asker: Asker, m: wire.Hint) -> None:
    """Ask a strong bot for a move, where the host allows hints."""
    table = room.table
    judge.needs(table, "playing")
    seat = judge.seated(asker)
    if not table.open.hints:
        raise No(
            "not_allowed",
            "les conseils sont coupés à cette table",
            "hints are off at this table",
        )
    game = table.game
    assert game is not None
    if not game.moves(seat):
        raise No("not_now", "il n'y a rien à jouer", "there is nothing to play")
    if seat in room.advised:
        raise No(
            "not_now",
            "un conseil est déjà en route pour cette place",
            "a hint for this seat is on its way already",
        )
    room.advised.add(seat)

    async def advise(view: Any) -> None:
        try:
            move = await room.house.bots.choose(room.house.advisor, view)
        finally:
            room.advised.discard(seat)
        caller.answer(wire.Done(m.id, table.number, move=move or ""))

    room.house.start(advise(game.view(seat)))


def hand_over(room: "Room", caller: Caller, asker: Asker, m: wire.HandOver) -> None:
    """Make a code by which somebody else takes the seat."""
    code = secrets.token_urlsafe(18)
    seat = judge.seated(asker)
    line = lines.HandOver(seat, judge.hashed(code), m.id)
    room.commit([line], (caller, Handing(m.id, code), 0))


def rematch(room: "Room", caller: Caller, asker: Asker, m: wire.Rematch) -> None:
    """Open the next game's table, once."""
    table = room.table
    judge.needs(table, "over")
    if not table.rematch:
        room.house.start(room.house.rematch(room, asker.seat, m.id, caller))
        return
    caller.answer(wire.Done(m.id, table.number, table=table.rematch))


def forget(room: "Room", caller: Caller, asker: Asker, m: wire.Forget) -> None:
    """Forget a person, or (the host) the whole table."""
    if m.table and not asker.host:
        raise host_only()
    if not m.table:
        judge.seated(asker)
    room.house.start(room.house.forget(room, caller, asker, m))


SPECIAL: Final[dict[type, Callable[[Any, Caller, Asker, Any], Lines | None]]] = {
    wire.Hint: hint,
    wire.HandOver: hand_over,
    wire.Rematch: rematch,
    wire.Forget: forget,
}
