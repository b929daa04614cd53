"""What is told of one position: each part built and encoded once for all who get it."""

from collections.abc import Iterable
from typing import Final

import msgspec

from pioche.core.table import Game
from pioche.server import wire
from pioche.server.link import Caller, encode
from pioche.server.tables import Table, event, hears
from pioche.server.views import Sight, entries

Bytes = tuple[bytes, ...]


def mould(message: type[msgspec.Struct]) -> Bytes:
    """Return the text of a message between its fields, as its encoder writes it.

    Filling the gaps costs half of what encoding a message costs whose parts are
    written already; a test holds the two equal.
    """
    count = len(msgspec.structs.fields(message))
    mark = b'"\\u0000"'
    return tuple(encode(message(*[msgspec.Raw(mark)] * count)).split(mark))


VIEW: Final = mould(wire.View)
CHANGE: Final = mould(wire.Change)


class Telling:
    """One round of views."""

    def __init__(
        self,
        table: Table,
        game: Game,
        viewers: Iterable[int | None],
        clocks: wire.Running | None,
    ) -> None:
        self.game = game  # an open table's watchers see an earlier one than the table's
        self.number = encode(table.number)
        self.count = encode(game.state.count)
        self.behind = encode(table.count - game.state.count)
        self.clocks = encode(clocks)
        self.sight = Sight(game, viewers)
        self.shared: dict[Sight | None, tuple[bytes, bytes]] = {}
        self.events: dict[tuple[int, bool], bytes] = {}
        self.texts: dict[tuple[object, ...], bytes] = {}

    def post(self, caller: Caller, viewer: int | None, ack: str = "") -> None:
        """Send somebody the view of a seat, or what has changed in it."""
        until = len(self.game.told)
        since = min(caller.seen.get(viewer, 0), until)
        caller.seen[viewer] = until
        old = None
        if caller.changes:
            old = caller.last.get(viewer)
            caller.last[viewer] = self.sight
        key = (viewer, since, ack, caller.changes, old)
        text = self.texts.get(key)
        if text is None:
            text = self.texts[key] = self.text(key)
        caller.post(text)

    def text(self, key: tuple[int | None, int, str, bool, Sight | None]) -> bytes:
        """Write a message: a whole view, or what differs from the view sent before."""
        viewer, since, ack, changes, old = key
        head, table = self.parts(viewer, old)
        seat, number, count = encode(viewer), self.number, self.count
        events = self.told(viewer, since)
        clocks, answered, behind = self.clocks, encode(ack), self.behind
        if changes:
            (m0, m1, m2, m3, m4, m5, m6, m7, m8, m9) = CHANGE
            return b"".join(
                (m0, seat, m1, number, m2, count, m3, b"{", head, b"}", m4,
                 b"{", table, b"}", m5, events, m6, clocks, m7, answered, m8, behind, m9)
            )  # fmt: skip
        (m0, m1, m2, m3, m4, m5, m6, m7, m8) = VIEW
        return b"".join(
            (m0, seat, m1, number, m2, count, m3, b"{", head, b',"table":{', table, b"}}",
             m4, events, m5, clocks, m6, answered, m7, behind, m8)
        )  # fmt: skip

    def parts(self, viewer: int | None, old: Sight | None) -> tuple[bytes, bytes]:
        """Return the entries of head and table: those of all, then the seat's own."""
        new = self.sight
        shared = self.shared.get(old)
        if shared is None:
            shared = self.shared[old] = (
                entries(new.head, old.head if old else None),
                entries(new.table, old.table if old else None),
            )
        (head, table), (own_head, own_table) = shared, new.own[viewer]
        was_head, was_table = old.own[viewer] if old else (None, None)
        return (
            joined(head, entries(own_head, was_head)),
            joined(table, entries(own_table, was_table)),
        )

    def told(self, viewer: int | None, since: int) -> bytes:
        """Write what a seat was told from event `since` on."""
        found = []
        for number in range(since, len(self.game.told)):
            full = hears(self.game, number, viewer)
            shown = self.events.get((number, full))
            if shown is None:
                shown = encode(event(self.game, number, full=full))
                self.events[number, full] = shown
            found.append(shown)
        return b"[" + b",".join(found) + b"]"


def joined(shared: bytes, own: bytes) -> bytes:
    """Join two runs of entries, of which either may be empty."""
    return shared + b"," + own if shared and own else shared or own
