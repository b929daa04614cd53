"""What is told of one position: each part built and encoded once for all who get it."""

from collections.abc import Iterable

import msgspec

from pioche.core.table import Game
from pioche.server import wire
from pioche.server.link import Caller, encode
from pioche.server.tables import Table, event, hears
from pioche.server.views import Sight, braced, entries


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
        self.number = table.number
        self.behind = table.count - game.state.count
        self.clocks = clocks
        self.sight = Sight(game, viewers)
        self.shared: dict[Sight | None, tuple[bytes, bytes]] = {}
        self.events: dict[tuple[int, bool], msgspec.Raw] = {}
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
            make = self.change if caller.changes else self.view
            text = self.texts[key] = make(viewer, since, ack, old)
        caller.post(text)

    def view(self, viewer: int | None, since: int, ack: str, _: Sight | None) -> bytes:
        """Write a whole view."""
        (head, table), (own_head, own_table) = self.parts(viewer, None)
        whole = braced(head, own_head, b'"table":' + bytes(braced(table, own_table)))
        return encode(
            wire.View(
                viewer, self.number, self.game.state.count, whole,
                self.told(viewer, since), self.clocks, ack, self.behind,
            )
        )  # fmt: skip

    def change(
        self, viewer: int | None, since: int, ack: str, old: Sight | None
    ) -> bytes:
        """Write what differs from the view that was sent before."""
        (head, table), (own_head, own_table) = self.parts(viewer, old)
        return encode(
            wire.Change(
                viewer, self.number, self.game.state.count,
                braced(head, own_head), braced(table, own_table),
                self.told(viewer, since), self.clocks, ack, self.behind,
            )
        )  # fmt: skip

    def parts(
        self, viewer: int | None, old: Sight | None
    ) -> tuple[tuple[bytes, bytes], tuple[bytes, bytes]]:
        """Return the entries of head and table: those of all, then the seat's own."""
        new = self.sight
        shared = self.shared.get(old)
        if shared is None:
            shared = self.shared[old] = (
                entries(new.head, old.head if old else None),
                entries(new.table, old.table if old else None),
            )
        own_head, own_table = new.own[viewer]
        was_head, was_table = old.own[viewer] if old else (None, None)
        return shared, (entries(own_head, was_head), entries(own_table, was_table))

    def told(self, viewer: int | None, since: int) -> list[msgspec.Raw]:
        """Write what a seat was told from event `since` on."""
        found = []
        for number in range(since, len(self.game.told)):
            full = hears(self.game, number, viewer)
            shown = self.events.get((number, full))
            if shown is None:
                shown = msgspec.Raw(encode(event(self.game, number, full=full)))
                self.events[number, full] = shown
            found.append(shown)
        return found
