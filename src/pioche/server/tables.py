"""A table: the fold of its log. No sockets, no clocks of its own, no store."""
# ruff: noqa: ARG002  # the functions of STEPS have one signature

import hmac
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from pioche.core.errors import Illegal
from pioche.core.record import Start
from pioche.core.rules import EVERYONE
from pioche.core.table import Game
from pioche.games import kind
from pioche.server import fairness, lines
from pioche.server.clock import Clocks, Downtime
from pioche.server.wire import Json, Note, Offer, Seat, Status, TableInfo

#: A client repeats only what was not answered: so many ids are remembered a seat.
REMEMBERED: Final = 8
#: So many games are imagined to find out whether moves brought hidden cards to light.
IMAGINED: Final = 8
NO_DOWNTIME: Final = Downtime()


@dataclass(slots=True)
class Place:
    """One seat and who has it; what nobody else may know included."""

    kind: str = "empty"
    name: str = ""
    level: str = ""
    hash: str = ""  # of the key
    code: str = ""  # hash of the code by which it is handed over
    away: bool = False
    left: bool = False
    shown: bool = False
    share: str | None = None
    strikes: int = 0
    moved: int = 0  # the line after which older views are too old to move on
    email: str = ""
    lang: str = "en"
    refs: deque[tuple[str, int]] = field(default_factory=deque)

    @property
    def plays(self) -> bool:
        """Tell whether a person decides here now."""
        return self.kind == "person" and not self.away

    @property
    def automatic(self) -> bool:
        """Tell whether a bot decides here now."""
        return self.kind == "bot" or self.away


class Table:
    """What the log says; `apply` is its only change."""

    __slots__ = (
        "changed", "clocks", "created", "down", "game", "host", "id", "number", "offer",
        "open", "places", "rematch", "since", "status",
    )  # fmt: skip

    def __init__(self, id: str, down: Downtime = NO_DOWNTIME) -> None:
        self.id = id
        self.down = down
        self.number = 0
        self.created = self.changed = 0
        self.status: Status = "waiting"
        self.places: list[Place] = []
        self.game: Game | None = None
        self.offer: Offer | None = None
        self.rematch = ""
        self.host = -1  # the seat of the host
        self.open: lines.Open
        self.clocks: Clocks
        self.since = 0  # when the last move or deal was

    def apply(self, number: int, at: int, line: lines.Line) -> Note | None:
        """Add a line; return what the table should be told, if it is more than a move."""
        self.number, self.changed = number, at
        seat = getattr(line, "seat", -1)
        ref = getattr(line, "ref", "")
        if ref and 0 <= seat < len(self.places):
            refs = self.places[seat].refs
            refs.append((ref, number))
            if len(refs) > REMEMBERED:
                refs.popleft()
        note = STEPS[type(line)](self, at, line)
        if note:
            note.at = at
        return note

    def repeated(self, seat: int, ref: str) -> int:
        """Return the line that a message with this id made before, or 0."""
        return next((n for r, n in self.places[seat].refs if r == ref), 0)

    def seats_of(self, hashes: list[str]) -> list[int]:
        """Return the seats that keys (their hashes) prove; each is compared to each."""
        return [
            seat
            for seat, place in enumerate(self.places)
            if place.hash and same(place.hash, hashes)
        ]

    def may_host(self, hashes: list[str]) -> bool:
        """Tell whether one of the keys is that of a host without a seat."""
        return bool(self.open.host) and same(self.open.host, hashes)

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return self.game.to_move if self.game and self.status == "playing" else ()

    @property
    def persons(self) -> list[int]:
        """The seats at which a person decides now."""
        return [seat for seat, place in enumerate(self.places) if place.plays]

    @property
    def count(self) -> int:
        """How many moves were played."""
        return self.game.state.count if self.game else 0

    def first_count(self) -> int:
        """Return the count of the position that the game began from."""
        return self.count - len(self.game.log) if self.game else 0

    def is_unfinished(self, seat: int, to: int) -> bool:
        """Tell whether a seat may undo by itself, back to that count of moves.

        All moves since are its own, its action is not done (the phase is not the one
        that its run of moves began in), and nothing hidden came to light: in games
        that the seat cannot tell from this one, the same moves look the same.
        """
        if self.to_move != (seat,):
            return False
        assert self.game is not None
        log, first = self.game.log, self.first_count()
        run = len(log)
        while run and log[run - 1][0] == seat:
            run -= 1
        if to < first + run:
            return False
        before = played(self.deal(), log[:run])
        began = before.position().get("phase")
        before = played(before, log[run : to - first])
        return self.game.position().get("phase") != began and all(
            looks_like(self.game, seat, before.imagine(seat, str(n)), log[to - first :])
            for n in range(IMAGINED)
        )

    @property
    def ended(self) -> bool:
        """Tell whether nothing is secret any more."""
        return self.status in ("over", "closed")

    def info(self, here: set[int] | None = None) -> TableInfo:
        """Return all that anyone who may see the table may know of it."""
        o = self.open
        return TableInfo(
            id=self.id,
            game=o.game,
            version=kind(o.game).rules.VERSION,
            options=o.options,
            status=self.status,
            seats=[
                Seat(
                    "empty"
                    if p.kind == "empty"
                    else "person"
                    if p.kind == "person"
                    else "bot",
                    p.name,
                    p.level,
                    bool(here and seat in here),
                    p.away,
                    p.share is not None,
                    p.left,
                    p.shown,
                )
                for seat, p in enumerate(self.places)
            ],
            public=o.public,
            watch="no"
            if o.watch == "no"
            else "open"
            if o.watch == "open"
            else "public",
            delay=o.delay,
            clock=o.clock,
            chat=o.chat,
            hints=o.hints,
            takeback=o.takeback,
            created=self.created,
            number=self.number,
            count=self.count,
            commitment=fairness.commitment(o.secret) if o.secret else "",
            shares=[p.share or "" for p in self.places],
            to_move=list(self.to_move),
            offer=self.offer,
            result=self.game.result if self.game else None,
            rematch=self.rematch,
            parent=o.parent,
            secret=o.secret if self.ended else "",
        )

    def record(self) -> str:
        """Write the record; before the end only what all may know of its head."""
        if self.game and self.ended:
            return self.game.record()
        o = self.open
        head = [
            "pioche record 1",
            f"game {o.game}",
            f"rules {kind(o.game).rules.VERSION}",
            f"seats {o.seats}",
        ]
        if o.secret:
            head.append(f"commitment {fairness.commitment(o.secret)}")
            head += [
                f"share {n} {p.share}" for n, p in enumerate(self.places) if p.share
            ]
        return "\n".join(head) + "\n"

    # The lines, one function each

    def opened(self, at: int, line: lines.Open) -> Note | None:
        """Set the table up."""
        self.open, self.created = line, at
        self.places = [Place() for _ in range(line.seats)]
        self.clocks = Clocks(line.clock, line.seats, self.down)
        return None

    def sat(self, at: int, line: lines.Sit) -> Note:
        """Seat a person; whoever had the seat has it no longer."""
        old = self.places[line.seat]
        place = Place(
            "person", line.name, hash=line.hash, share=old.share, moved=self.number
        )
        if self.status == "waiting":
            place.share = None
        self.places[line.seat] = place
        if self.host < 0 and not self.open.host:
            self.host = line.seat
        return Note("sat", line.seat, line.name)

    def left(self, at: int, line: lines.Leave) -> Note:
        """Free a seat, or leave it to a bot."""
        old = self.places[line.seat]
        if self.game is None:
            self.places[line.seat] = Place()
        else:
            self.places[line.seat] = Place(
                "bot", level=line.level, left=True, share=old.share, shown=old.shown
            )
        if self.host == line.seat:
            others = [s for s, p in enumerate(self.places) if p.kind == "person"]
            self.host = others[0] if others else -1
        if self.offer:
            self.offer = None
        return Note("left", line.seat, old.name)

    def bot(self, at: int, line: lines.Bot) -> Note:
        """Put a bot on a seat, or take it away."""
        old = self.places[line.seat]
        if line.level:
            self.places[line.seat] = Place(
                "bot", level=line.level, share=old.share if self.game else None
            )
            return Note("bot", line.seat, line.level)
        self.places[line.seat] = Place()
        return Note("unbot", line.seat)

    def shared(self, at: int, line: lines.Share) -> Note:
        """Note a share of the shuffle."""
        self.places[line.seat].share = line.share
        return Note("ready", line.seat, self.places[line.seat].name)

    def begun(self, at: int, line: lines.Begin) -> Note:
        """Deal."""
        self.game = self.deal()
        self.status = "over" if self.game.over else "playing"
        self.since = at
        self.clocks.turn(self.to_move, None, at)
        return Note("begun")

    def deal(self) -> Game:
        """Deal the game, or set up the position that it begins from."""
        o, of = self.open, kind(self.open.game)
        if o.position is not None:
            return Game.from_position(of, o.position)
        shares = {seat: p.share for seat, p in enumerate(self.places) if p.share}
        game = Game.deal(of, o.seats, fairness.seed(o.secret, shares), o.options)
        start = game.start
        game.start = Start(
            start.game,
            start.version,
            start.seats,
            start.options,
            seed=start.seed,
            extra=fairness.header(o.secret, shares),
        )
        return game

    def played(self, at: int, line: lines.Play) -> Note | None:
        """Play a move."""
        assert self.game is not None
        game, place = self.game, self.places[line.seat]
        game.play(line.seat, line.move)
        place.moved = self.number
        place.strikes = place.strikes + 1 if line.by == "clock" else 0
        self.since = at
        self.offer = None
        if game.over:
            self.status = "over"
            self.clocks.turn((), line.seat, at)
            return Note("over")
        self.clocks.turn(game.to_move, line.seat, at)
        if line.by == "clock":
            return Note("time_out", line.seat, place.name, count=self.count)
        return None

    def stood(self, at: int, line: lines.Stand) -> Note:
        """Let a bot stand in."""
        place = self.places[line.seat]
        place.away, place.level = True, line.level
        return Note("stands_in" if line.by else "away", line.seat, place.name)

    def came_back(self, at: int, line: lines.Back) -> Note:
        """Give the seat back to its person, with a clock that starts now."""
        place = self.places[line.seat]
        place.away, place.level, place.strikes = False, "", 0
        self.clocks.restart(line.seat, at)
        return Note("back", line.seat, place.name)

    def proposed(self, at: int, line: lines.Propose) -> Note:
        """Note a proposal; its author agrees."""
        self.offer = Offer(
            "takeback" if line.kind == "takeback" else "pause",
            line.seat,
            line.to,
            [line.seat],
        )
        return Note("proposed", line.seat, self.places[line.seat].name)

    def answered(self, at: int, line: lines.Answer) -> Note | None:
        """Note an answer."""
        if not self.offer:
            return None
        if not line.agree:
            self.offer = None
            return Note("declined", line.seat, self.places[line.seat].name)
        self.offer.agreed.append(line.seat)
        return None

    def took_back(self, at: int, line: lines.TakeBack) -> Note:
        """Set the game back."""
        assert self.game is not None
        kept = self.game.log[: line.to - self.first_count()]
        self.game = played(self.deal(), kept)
        self.offer = None
        self.status = "playing"
        self.since = at
        for place in self.places:
            place.moved = self.number
        self.clocks.turn((), None, at)
        self.clocks.turn(self.to_move, None, at)
        return Note("taken_back", count=line.to)

    def paused(self, at: int, line: lines.Pause) -> Note:
        """Stop the clocks."""
        self.offer = None
        self.status = "paused"
        self.clocks.pause(at)
        return Note("paused")

    def resumed(self, at: int, line: lines.Resume) -> Note:
        """Go on."""
        self.status = "playing"
        self.clocks.resume(at)
        return Note("resumed", line.seat, self.places[line.seat].name)

    def show(self, at: int, line: lines.Show) -> Note:
        """Show a hand to watchers, or hide it."""
        place = self.places[line.seat]
        place.shown = line.show
        return Note("shown" if line.show else "hidden", line.seat, place.name)

    def handed(self, at: int, line: lines.HandOver) -> None:
        """Note by which code somebody else may take the seat."""
        self.places[line.seat].code = line.hash

    def was_set(self, at: int, line: lines.Set) -> Note:
        """Change what the host may change at any time."""
        o = self.open
        o.chat = o.chat if line.chat is None else line.chat
        o.hints = o.hints if line.hints is None else line.hints
        o.public = o.public if line.public is None else line.public
        return Note("set")

    def contact(self, at: int, line: lines.Contact) -> None:
        """Note an address."""
        place = self.places[line.seat]
        place.email, place.lang = line.email, line.lang

    def spoke(self, at: int, line: lines.Speak) -> None:
        """Words are in the log; the table does not change."""

    def went_on(self, at: int, line: lines.Rematch) -> Note:
        """Note where the next game is."""
        self.rematch = line.table
        return Note("rematch", table=line.table)

    def forgot(self, at: int, line: lines.Forget) -> Note:
        """Forget a person."""
        place = self.places[line.seat]
        place.name, place.email, place.hash, place.code = "", "", "", ""
        return Note("forgotten", line.seat)

    def closed(self, at: int, line: lines.Close) -> Note:
        """End the table."""
        self.status = "closed"
        self.clocks.turn((), None, at)
        return Note("closed")


STEPS: Final[dict[type, Callable[[Table, int, Any], Note | None]]] = {
    lines.Open: Table.opened,
    lines.Sit: Table.sat,
    lines.Leave: Table.left,
    lines.Bot: Table.bot,
    lines.Share: Table.shared,
    lines.Begin: Table.begun,
    lines.Play: Table.played,
    lines.Stand: Table.stood,
    lines.Back: Table.came_back,
    lines.Propose: Table.proposed,
    lines.Answer: Table.answered,
    lines.TakeBack: Table.took_back,
    lines.Pause: Table.paused,
    lines.Resume: Table.resumed,
    lines.Show: Table.show,
    lines.HandOver: Table.handed,
    lines.Set: Table.was_set,
    lines.Contact: Table.contact,
    lines.Speak: Table.spoke,
    lines.Rematch: Table.went_on,
    lines.Forget: Table.forgot,
    lines.Close: Table.closed,
}


def same(own: str, others: list[str]) -> bool:
    """Compare a key's hash with each of some, in a time that tells nothing."""
    return sum(hmac.compare_digest(own, other) for other in others) > 0


def played(game: Game, moves: list[tuple[int, str]]) -> Game:
    """Play moves; return the game."""
    for seat, move in moves:
        game.play(seat, move)
    return game


def looks_like(
    real: Game, seat: int, imagined: Game, moves: list[tuple[int, str]]
) -> bool:
    """Tell whether moves lead an imagined game to what a seat sees of the real one."""
    try:
        return played(imagined, moves).view(seat) == real.view(seat)
    except Illegal:
        return False


def told(game: Game, seat: int | None, since: int) -> list[Json]:
    """Write what a seat was told from event `since` on, without walking the rest."""
    return [
        event(game, number, full=hears(game, number, seat))
        for number in range(max(since, 0), len(game.told))
    ]


def hears(game: Game, number: int, seat: int | None) -> bool:
    """Tell whether a seat (None: a spectator) learns all of an event."""
    audience = game.told[number][1][1]
    return audience == EVERYONE or (seat is not None and audience >> seat & 1 == 1)


def event(game: Game, number: int, *, full: bool) -> Json:
    """Write an event as those write it who learn all of it, or as the others do."""
    at, (kind_, _, arguments) = game.told[number]
    shown = game.kind.rules.EVENTS.show(kind_, arguments, full=full)
    return {"n": number, "at": at, **shown}
