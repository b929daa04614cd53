"""With which lines a table begins: a new one, and the next one of those who played."""

import secrets

import msgspec

from pioche.core.table import Game
from pioche.games import kind
from pioche.server import fairness, judge, lines, notify, wire
from pioche.server.errors import No
from pioche.server.own import Lines
from pioche.server.tables import Table


def first_lines(new: wire.NewTable, start: Game | None, key: str) -> Lines:
    """Return the lines of a new table: its head, its seats, its beginning.

    `start` is the game that it goes on from, if it is not dealt anew.
    """
    head = first_line(new, start, key)
    seats = seat_lines(new, head.seats, key)
    if not new.begin:
        return [head, *seats]
    if len(seats) < head.seats:
        fr = "pour commencer aussitôt, chaque place doit être prise"
        raise No("not_now", fr, "to begin at once every seat must be taken")
    return [head, *seats, lines.Begin()]


def first_line(new: wire.NewTable, start: Game | None, key: str) -> lines.Open:
    """Return the head of a new table's log."""
    of = kind(new.game)
    seats = of.check_seats(new.seats)
    options = of.complete(new.options, seats)
    if start is not None:
        seats, options = start.seats, start.options
    return lines.Open(
        new.game,
        seats,
        options,
        secret="" if start else fairness.new_secret(),
        position=start.position() if start else None,
        public=new.public,
        watch=new.watch,
        delay=new.delay,
        clock=new.clock,
        chat=new.chat,
        hints=new.hints,
        takeback=new.takeback,
        pace=new.pace,
        host=judge.hashed(key) if new.seat is None else "",
        invitation=secrets.token_urlsafe(12),
        webhook=notify.check_webhook(new.webhook) if new.webhook else "",
        webhook_secret=secrets.token_urlsafe(24) if new.webhook else "",
        parent=new.start.table if isinstance(new.start, wire.OnFrom) else "",
    )


def seat_lines(new: wire.NewTable, seats: int, key: str) -> Lines:
    """Seat the host and the bots."""
    taken: dict[int, lines.Line] = {}
    if new.seat is not None:
        check_seat(new.seat, seats)
        taken[new.seat] = lines.Sit(
            new.seat, judge.name_of(new.name), judge.hashed(key)
        )
    for number, level in new.bots.items():
        seat = int(number) if number.isascii() and number.isdigit() else -1
        check_seat(seat, seats)
        level = judge.level_of(level)
        taken.setdefault(seat, lines.Bot(seat, level))
    return list(taken.values())


def check_seat(seat: int, seats: int) -> None:
    """Refuse a seat that the table does not have."""
    if not 0 <= seat < seats:
        raise No(
            "broken",
            f"les places vont de 0 à {seats - 1}",
            f"the seats are 0 to {seats - 1}",
        )


def next_lines(old: Table) -> Lines:
    """Return the lines of the next game's table: everybody, seats rotated by one."""
    o, n = old.open, old.open.seats
    fresh = msgspec.structs.replace(
        o, secret=fairness.new_secret(), position=None, parent=old.id
    )
    added: Lines = [fresh]
    for seat in sorted(range(n), key=lambda s: s != old.host):
        place, new = old.places[seat], (seat + 1) % n
        if place.kind == "person" and place.hash:
            added.append(lines.Sit(new, place.name, place.hash))
            if place.email:
                added.append(lines.Contact(new, place.email, place.lang))
        elif place.kind == "bot":
            added.append(lines.Bot(new, place.level))
    return added
