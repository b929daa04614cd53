"""A live table: who is connected, what waits, what is told to whom.

Everything that changes a table goes through `receive` one after the other: judged
against the state, committed to the store, and only then applied and told. So the state
is always what the log says, and nobody sees a move that could be lost.
"""

import asyncio
import secrets
from collections import deque
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from pioche.core.errors import PiocheError, Refusal
from pioche.core.table import Game
from pioche.server import judge, lines, lists, wire
from pioche.server.errors import No, cannot_save, no_table
from pioche.server.judge import Asker
from pioche.server.link import Caller, Link, encode
from pioche.server.own import SPECIAL, Handing, Lines, Own, server_error
from pioche.server.pulse import Pulse
from pioche.server.store import Append, Fenced, Outcome
from pioche.server.tables import Table
from pioche.server.telling import Telling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pioche.server.house import House

MOST_WAITING: Final = 100  # messages that wait for one table
RECENT: Final = 50  # words kept for those who come later
RETRIES: Final = 5
PATIENCE: Final = 0.05  # seconds before the first retry; then twice as long each time

CHANGES_GAME: Final = (lines.Play, lines.Begin, lines.TakeBack)
Job = tuple[Caller | None, Any, int]


class Room:
    """One table and everybody at it."""

    def __init__(self, house: "House", table: Table) -> None:
        self.house = house
        self.table = table
        self.links: dict[Caller, None] = {}
        self.inbox: deque[Job] = deque()
        self.busy = False
        self.mine = True  # this process wrote the last line
        self.recent: deque[wire.Said] = deque(maxlen=RECENT)
        self.waiters: set[asyncio.Future[None]] = set()
        self.listing: dict[str, Any] = {}
        self.lag: Game | None = None  # what an open table's watchers see
        self.pulse = Pulse(self)
        self.advised: set[int] = set()  # seats that wait for a hint
        self.touched = house.loop.time()
        self.deleted = False

    # In

    def receive(self, caller: Caller, message: Any) -> None:
        """Take a message: at once, or after those that wait."""
        self.touched = self.house.loop.time()
        if self.busy:
            if len(self.inbox) >= MOST_WAITING:
                text = ("trop de demandes à la fois", "too many requests at once")
                caller.answer(wire.Refused(message.id, "busy", *text))
            else:
                self.inbox.append((caller, message, 0))
            return
        self.handle((caller, message, 0))

    def handle(self, job: Job) -> None:
        """Judge a message and commit what it adds."""
        caller, message, _ = job
        try:
            if self.deleted:
                raise no_table()
            added = self.judge(caller, message)
        except PiocheError as error:
            self.refuse(caller, message, error)
            return
        except Exception as error:  # our mistake; the table goes on
            self.house.metrics.errors += 1
            self.house.log(
                "judge failed", table=self.table.id, error=type(error).__name__
            )
            self.refuse(caller, message, server_error())
            return
        if added:
            self.commit(added, job)
        elif caller and added is not None:
            caller.answer(wire.Done(message.id, self.table.number))

    def judge(self, caller: Caller | None, message: Any) -> Lines | None:
        """Return the lines that a message adds; None when it is answered already."""
        if isinstance(message, Own):
            return message.lines(self)
        assert caller is not None
        table = self.table
        seat = self.seat_of(caller, message)
        if isinstance(message, wire.Ping):
            caller.answer(wire.Done(message.id, table.number, now=self.house.now()))
            return None
        if seat >= 0:
            number = table.repeated(seat, message.id)
            if number:
                caller.answer(wire.Done(message.id, number, repeated=True))
                self.show(caller, seat)
                return None
        if isinstance(message, wire.Why):
            caller.answer(self.because(seat, message))
            return None
        asker = Asker(seat, host=caller.host or seat == table.host >= 0)
        special = SPECIAL.get(type(message))
        if special:
            return special(self, caller, asker, message)
        return judge.judge(table, asker, message)

    def seat_of(self, caller: Caller, message: Any) -> int:
        """Return the seat that a message comes from; -1 for a host without one."""
        seats = caller.seats
        if getattr(message, "seat", None) is not None:
            if message.seat in seats:
                return int(message.seat)
        elif len(seats) == 1:
            return seats[0]
        elif isinstance(message, wire.Ping) or (caller.host and not seats):
            return -1
        elif seats:
            fr = "cet écran a plusieurs places : il faut dire laquelle"
            raise No("broken", fr, "this screen has several seats: say which")
        raise No(
            "not_yours",
            "cette demande vient d'une place : il faut sa clé",
            "only a seat may ask this: its key is needed",
        )

    def refuse(self, caller: Caller | None, message: Any, error: PiocheError) -> None:
        """Answer why not; with a move that comes too late, the present view."""
        self.house.metrics.refused += 1
        if caller is None:
            return
        if isinstance(error, Refusal):
            answer = wire.Refused(
                message.id, "illegal", error.fr, error.en, error.clause
            )
        else:
            reason = error.reason if isinstance(error, No) else "broken"
            answer = wire.Refused(message.id, reason, error.fr, error.en)
        if answer.reason == "late":
            self.show(caller, self.seat_of(caller, message))
        caller.answer(answer)

    # The log

    def commit(self, added: Lines, job: Job) -> None:
        """Append lines; they are applied and told when they are durable."""
        self.busy = True
        table = self.table
        at = max(self.house.now(), table.changed)
        started = perf_counter()
        self.house.store.append(
            Append(
                table.id,
                table.number + 1,
                at,
                [lines.write(line) for line in added],
                partial(self.committed, added, at, job, started),
            )
        )

    def committed(
        self, added: Lines, at: int, job: Job, started: float, outcome: Outcome
    ) -> None:
        """Apply what is durable; read again when another process was first."""
        if outcome is not None:
            self.house.start(self.recover(job, outcome))
            return
        self.house.metrics.commits.observe(perf_counter() - started)
        self.mine = True
        try:
            self.apply(added, at, job)
        except Exception as error:
            self.broken(job, error)
        self.busy = False
        self.next()

    def broken(self, job: Job, error: Exception) -> None:
        """Close a table at which the rules have failed: our mistake, not the players'."""
        self.house.metrics.errors += 1
        self.house.log("table broken", table=self.table.id, error=type(error).__name__)
        self.table.status = "closed"
        self.tell_state([wire.Note("closed")])
        if job[0]:
            self.refuse(job[0], job[1], server_error())

    def next(self) -> None:
        """Handle what waits; then see to what comes without a message."""
        while self.inbox and not self.busy:
            self.handle(self.inbox.popleft())
        self.pulse.look_ahead()

    async def recover(self, job: Job, outcome: Exception) -> None:
        """Read what others wrote, then judge the message anew."""
        caller, message, tries = job
        if not isinstance(outcome, Fenced):
            self.house.not_saved(self.table.id, outcome)
            await asyncio.sleep(PATIENCE * 2**tries)
        try:
            await self.refresh()
        except Exception as error:
            self.house.not_saved(self.table.id, error)
        self.busy = False
        if tries < RETRIES:
            self.handle((caller, message, tries + 1))
        else:
            self.refuse(caller, message, cannot_save())
        self.next()

    async def refresh(self) -> None:
        """Apply the lines that another process has appended."""
        rows = await self.house.store.read(self.table.id, self.table.number)
        for number, at, text in rows:
            if number == self.table.number + 1:
                self.mine = False
                self.apply([lines.read(text)], at, (None, None, 0))

    async def look(self) -> None:
        """Refresh in turn with the messages: another process has told of news."""
        if self.busy or self.deleted:
            return  # the fence will tell
        self.busy = True
        try:
            await self.refresh()
        finally:
            self.busy = False
        self.next()

    def apply(self, added: Lines, at: int, job: Job) -> None:
        """Fold lines into the table and tell everybody."""
        caller, message, _ = job
        notes: list[wire.Note | None] = []
        ack: tuple[int, str] = (-1, "")
        game_changed = False
        for line in added:
            note = self.table.apply(self.table.number + 1, at, line)
            kind = type(line)
            if kind is lines.Play:
                self.house.metrics.moves += 1
                game_changed = True
                ack = (line.seat, line.ref)  # type: ignore[union-attr]
            elif kind is lines.Speak:
                self.hear(line, at)  # type: ignore[arg-type]
            elif kind is lines.Sit:
                self.unseat(line.seat)  # type: ignore[union-attr]
            elif kind in CHANGES_GAME:
                self.start_over()
                game_changed = True
            if note or kind in (lines.Propose, lines.Answer):
                notes.append(note)
        if game_changed:
            self.tell_views(*ack)
        if notes:
            self.tell_state(notes)
        if caller is not None:
            self.acknowledge(caller, message, ack)
        if notes or self.table.open.clock.kind == "days":
            self.list_anew()
        if game_changed:
            self.house.absent.turns(self)
        self.answer_polls()

    def answer_polls(self) -> None:
        """Let those who poll have what there is."""
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters.clear()

    def acknowledge(self, caller: Caller, message: Any, ack: tuple[int, str]) -> None:
        """Answer the one who asked; a move's view was its answer already."""
        if isinstance(message, wire.Play):
            if caller in self.links:
                return
            self.show(caller, ack[0], ack=ack[1])
        code = message.code if isinstance(message, Handing) else ""
        caller.answer(wire.Done(message.id, self.table.number, code=code))

    # Out

    def tell_views(self, seat: int = -1, ack: str = "") -> None:
        """Send everybody a view of what they may know."""
        self.follow()
        everybody = [(c, viewer) for c in self.links for viewer in self.viewers(c)]
        for game in dict.fromkeys((self.table.game, self.lag)):
            those = [pair for pair in everybody if self.seen_by(pair[0]) is game]
            if game and those:
                telling = self.telling(game, {viewer for _, viewer in those})
                for caller, viewer in those:
                    telling.post(caller, viewer, ack if viewer == seat else "")

    def telling(self, game: Game, viewers: "Iterable[int | None]") -> Telling:
        """Prepare views of a position."""
        return Telling(self.table, game, viewers, self.running())

    def viewers(self, caller: Caller) -> list[int | None]:
        """List whose views somebody gets."""
        if caller.seats:
            return list(caller.seats)
        if self.table.open.watch == "open":
            return list(range(len(self.table.places)))
        shown = [seat for seat, p in enumerate(self.table.places) if p.shown]
        return [None, *shown]

    def seen_by(self, caller: Caller) -> Game | None:
        """Return the game as somebody may see it: open tables are watched late."""
        if caller.seats or self.table.open.watch != "open":
            return self.table.game
        return self.lag

    def show_all(self, caller: Caller) -> None:
        """Send somebody all their views."""
        game, viewers = self.seen_by(caller), self.viewers(caller)
        if game:
            telling = self.telling(game, viewers)
            for viewer in viewers:
                telling.post(caller, viewer)

    def show(self, caller: Caller, seat: int, ack: str = "") -> None:
        """Send somebody the present view of a seat."""
        if self.table.game and seat >= 0:
            self.telling(self.table.game, [seat]).post(caller, seat, ack)

    def running(self) -> wire.Running | None:
        """Return the clocks as they stand."""
        table = self.table
        if table.open.clock.kind == "none" or table.game is None:
            return None
        now = self.house.now()
        left: list[int | None] = [
            table.clocks.remains(seat, now) if p.kind == "person" else None
            for seat, p in enumerate(table.places)
        ]
        return wire.Running(left, sorted(table.clocks.since))

    def tell_state(self, notes: list[wire.Note | None]) -> None:
        """Tell everybody what happened besides moves."""
        if not self.links:
            return
        info = self.table.info(self.here())
        for note in notes:
            text = encode(wire.State(info, note))
            for caller in self.links:
                caller.post(text)

    def hear(self, line: lines.Speak, at: int) -> None:
        """Tell everybody what somebody said."""
        name = self.table.places[line.seat].name
        said = wire.Said(self.table.number, at, line.seat, name, line.text, line.face)
        if line.text:
            self.recent.append(said)
        text = encode(said)
        for caller in self.links:
            caller.post(text)

    def because(self, seat: int, message: wire.Why) -> wire.Because:
        """Answer why a move is refused."""
        game = self.table.game
        if game is None or seat < 0:
            return wire.Because(message.id, allowed=False)
        refusal = game.why_not(seat, message.move)
        if refusal is None:
            return wire.Because(message.id, allowed=True)
        return wire.Because(
            message.id,
            allowed=False,
            clause=refusal.clause,
            fr=refusal.fr,
            en=refusal.en,
        )

    # Coming and going

    def here(self) -> set[int]:
        """Return the seats for which somebody is connected."""
        return {seat for caller in self.links for seat in caller.seats}

    def greet(self, caller: Caller, hello: wire.Hello) -> None:
        """Answer `hello`: the table, then what was missed."""
        hashes = [judge.hashed(key) for key in hello.keys]
        table = self.table
        caller.seats = table.seats_of(hashes)
        caller.host = table.may_host(hashes)
        caller.changes = hello.changes
        caller.watching = not caller.seats
        if caller.watching and not caller.host:
            self.admit(hello.invitation)
        if isinstance(caller, Link):
            self.links[caller] = None
        hosts = [seat for seat in caller.seats if seat == table.host]
        if caller.host:
            hosts.append(-1)
        caller.answer(
            wire.Welcome(table.info(self.here()), caller.seats, hosts, self.house.now())
        )
        for said in self.recent:
            caller.post(encode(said))
        if caller.watching and table.open.watch == "open":
            self.follow()
        game = self.seen_by(caller)
        since = hello.since if hello.since >= 0 else len(game.told) if game else 0
        caller.seen = dict.fromkeys(self.viewers(caller), since)
        self.show_all(caller)
        if isinstance(caller, Link) and caller.seats and table.status != "closed":
            self.tell_others(caller, "here")

    def admit(self, invitation: str) -> None:
        """Let a watcher in, or refuse."""
        table = self.table
        if table.open.watch == "no" or (
            not table.open.public
            and not secrets.compare_digest(
                invitation.encode(), table.open.invitation.encode()
            )
        ):
            raise No(
                "not_allowed",
                "cette table ne se regarde que sur invitation, ou pas du tout",
                "this table is watched by invitation only, or not at all",
            )

    def leave(self, caller: Caller) -> None:
        """Forget a connection."""
        if caller in self.links:
            del self.links[caller]
            if caller.seats and not self.deleted:
                self.tell_others(caller, "gone")
        self.touched = self.house.loop.time()

    def tell_others(self, caller: Caller, kind: str) -> None:
        """Tell the others at the table who has come or gone."""
        others = [other for other in self.links if other is not caller]
        if not others:
            return
        seat = caller.seats[0]
        note = wire.Note(
            "here" if kind == "here" else "gone", seat, at=self.house.now()
        )
        text = encode(wire.State(self.table.info(self.here()), note))
        for other in others:
            other.post(text)

    def unseat(self, seat: int) -> None:
        """Let go of those who had a seat that somebody else has taken."""
        for caller in list(self.links):
            if seat in caller.seats:
                caller.seats = [own for own in caller.seats if own != seat]
                caller.seen.pop(seat, None)
                caller.last.pop(seat, None)
                if not caller.seats:
                    del self.links[caller]
                    caller.part(wire.Bye("replaced"))

    def start_over(self) -> None:
        """Forget what followed from a game that now stands otherwise."""
        self.lag = None
        self.pulse.spoken.clear()
        game = self.table.game
        known = len(game.told) if game else 0
        for caller in self.links:
            caller.last.clear()
            for viewer in caller.seen:
                caller.seen[viewer] = min(caller.seen[viewer], known)

    def follow(self) -> None:
        """Bring what an open table's watchers see up to `delay` moves behind."""
        table = self.table
        if table.open.watch != "open" or table.game is None:
            return
        if table.ended:
            self.lag = table.game
            return
        if self.lag is None:
            if not any(caller.watching for caller in self.links):
                return
            self.lag = table.deal()
        upto = len(table.game.log) - table.open.delay
        for seat, move in table.game.log[len(self.lag.log) : max(upto, 0)]:
            self.lag.play(seat, move)

    # Its end

    def submit(self, message: Own) -> None:
        """Take a message of the server's own."""
        if self.busy:
            self.inbox.append((None, message, 0))
        else:
            self.handle((None, message, 0))

    def list_anew(self) -> None:
        """Write what the lobby shows, when it has changed."""
        listing = lists.row(self.table, self.house.now())
        if {**listing, "changed": 0} != {**self.listing, "changed": 0}:
            self.listing = listing
            nobody: Callable[[Outcome], None] = lambda _: None  # noqa: E731
            self.house.store.append(
                Append(self.table.id, 0, 0, [], nobody, dict(listing))
            )

    @property
    def idle(self) -> bool:
        """Tell whether the table may leave memory: its log says all."""
        live = self.table.open.clock.kind in ("move", "player")
        return not (
            self.links
            or self.busy
            or self.inbox
            or self.pulse.thinking
            or self.waiters
            or (self.pulse.clock and live)
        )

    def close(self, bye: wire.Bye) -> None:
        """Say goodbye to all and stop the clock."""
        for caller in self.links:
            caller.part(bye)
        self.answer_polls()
        self.pulse.stop()
