"""What lists tell of tables: the lobby, one's own tables, and who must be looked after."""

from typing import Any

import msgspec

from pioche.server import wire
from pioche.server.tables import Table

Row = dict[str, Any]


def row(table: Table, now: int) -> Row:
    """Return the row of `tables` that a table should have."""
    names = [
        "" if p.kind == "empty" else p.level if p.kind == "bot" else p.name or "?"
        for p in table.places
    ]
    return {
        "game": table.open.game,
        "status": table.status,
        "public": table.open.public,
        "watch": table.open.watch != "no",
        "names": names,
        "clock": msgspec.to_builtins(table.open.clock),
        "created": table.created,
        "changed": table.changed,
        "wake": wake(table, now),
    }


def wake(table: Table, now: int) -> int | None:
    """Return when somebody must look at a table though nobody is there; 0: always."""
    if table.status != "playing":
        return None
    if any(place.automatic for place in table.places):
        return 0
    if table.open.clock.kind == "days":
        end = table.clocks.next_end(table.persons, now)
        return None if end is None else end // 1000 * 1000
    return 0 if table.open.clock.kind != "none" else None


def listed(row: Row) -> wire.Listed:
    """Write a row of `tables` for the wire."""
    return wire.Listed(
        row["id"],
        row["game"],
        row["status"],
        row["names"],
        sum(not name for name in row["names"]),
        bool(row["watch"]),
        msgspec.convert(row["clock"], wire.Clock),
        row["created"],
        row["changed"],
    )
