"""All tables of one server process: opened, found, looked after, put away."""

import asyncio
import hashlib
import secrets
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import msgspec

from pioche.core.table import Game
from pioche.games import kind
from pioche.server import fairness, judge, lines, notify, replays, wire
from pioche.server.absent import IN_DOUBT, Absent, is_slow
from pioche.server.bots import Bots
from pioche.server.clock import Downtime
from pioche.server.errors import No, cannot_read, cannot_save, no_key, no_table
from pioche.server.guard import Rates
from pioche.server.judge import Asker
from pioche.server.link import Caller, Letter
from pioche.server.metrics import Metrics, log
from pioche.server.own import Lay, Lines
from pioche.server.room import Room
from pioche.server.store import Append, Outcome, Store, cause
from pioche.server.tables import Table

if TYPE_CHECKING:
    from pioche.server.wake import Wake

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another
P = ParamSpec("P")
T = TypeVar("T")
DAY: Final = 86_400_000
MOST_ANALYSES: Final = 8  # under way; each takes all cores for a while
KEPT_ANALYSES: Final = 100
#: Tables that were never begun, or never finished, are closed after so many days.
STALE: Final = {"waiting": 2, "playing": 60, "paused": 60}


@dataclass(frozen=True)
class Settings:
    """What the host of a server decides."""

    base: str = ""  # the server's address, for links in mails
    keep_days: int = 365  # finished tables are deleted then
    idle_seconds: float = 60.0  # a table that nobody looks at leaves memory then
    most_tables: int = 1_000_000  # in memory
    advisor: str = "level:6"  # who gives hints


class House:
    """The tables of this process."""

    def __init__(self, store: Store, settings: Settings, rates: Rates) -> None:
        self.store = store
        self.settings = settings
        self.rates = rates
        self.wake_up: Wake | None = None  # tells other processes of news
        self.reports: dict[str, asyncio.Task[wire.Json]] = {}
        self.metrics = Metrics()
        self.bots = Bots(self.metrics)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Future[Room | None]] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.down = Downtime()
        self.loop: asyncio.AbstractEventLoop
        self.advisor = settings.advisor
        self.base = settings.base
        self.shutting = False
        self.others = 0  # server processes beside this one
        self.absent = Absent(self)
        self.desk = ThreadPoolExecutor(2, "pioche-desk")  # replays

    @staticmethod
    def now() -> int:
        """Return the time, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    def log(self, event: str, **fields: object) -> None:
        """Write a line of the log."""
        log(event, **fields)

    def not_saved(self, table: str, error: Exception) -> None:
        """Count and log a failure of the store."""
        self.metrics.errors += 1
        log("not saved", table=table, error=type(error).__name__, cause=cause(error))

    def start(self, job: Coroutine[Any, Any, Any]) -> None:
        """Do something beside; what fails is counted and logged, and ends nothing."""
        task = self.loop.create_task(job)
        self.tasks.add(task)
        task.add_done_callback(self.finished)

    def finished(self, task: asyncio.Task[Any]) -> None:
        """Note the end of a task."""
        self.tasks.discard(task)
        if not task.cancelled() and task.exception():
            self.metrics.errors += 1
            log("task failed", error=type(task.exception()).__name__)

    async def open_doors(self) -> None:
        """Begin: find out when no server ran, and take up the tables that play."""
        self.loop = asyncio.get_running_loop()
        self.store.start(self.loop)
        now = self.now()
        self.down = Downtime(await self.store.wake_up(now))
        self.start(self.take_up(self.down.began(now)))
        self.start(self.watch())

    async def take_up(self, since: int) -> None:
        """Look after the tables that no process has had since then.

        Gently: others must not wait for them.
        """
        for id in await self.store.awake():
            await self.find(id)
            await asyncio.sleep(0)
        for id in await self.store.moved(since - IN_DOUBT):
            self.absent.remind(await self.find(id))

    async def close_doors(self) -> None:
        """End: nothing that was acknowledged is lost."""
        self.shutting = True
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await self.bots.close()
        self.absent.close()
        self.desk.shutdown(wait=False, cancel_futures=True)
        await self.loop.run_in_executor(None, self.store.close)

    def farewell(self) -> None:
        """Tell every client that the server goes, and when to come again."""
        self.shutting = True
        for room in self.rooms.values():
            room.close(wire.Bye("shutdown", 1_000 + secrets.randbelow(2_000)))

    # Finding

    async def find(self, id: str) -> Room:
        """Return a table, from memory or from its log; No if there is none."""
        room = self.rooms.get(id)
        if room is None:
            waiting = self.loading.get(id)
            if waiting is None:
                waiting = self.loading[id] = self.loop.create_future()
                self.start(self.load(id, waiting))
            room = await asyncio.shield(waiting)
        if room is None or room.deleted:
            raise no_table()
        return room

    async def load(self, id: str, waiting: "asyncio.Future[Room | None]") -> None:
        """Read a table's log and fold it."""
        room = None
        try:
            rows = await self.store.read(id) if fits(id) else []
            # A log without its head is what came too late to a table that was deleted.
            if rows and rows[0][0] == 1 and not self.shutting:
                room = self.fold(id, rows)
                self.rooms[id] = room
                if is_slow(room.table):
                    self.absent.note(room)
                room.list_anew()
                room.look_ahead()
            waiting.set_result(room)
        except Exception as error:  # not to be read now is not to be missing
            self.metrics.errors += 1
            log("load failed", table=id, error=type(error).__name__, cause=cause(error))
            waiting.set_exception(cannot_read())
            waiting.exception()  # whoever asked may have gone
        finally:
            del self.loading[id]
            waiting.cancel()

    def fold(self, id: str, rows: list[tuple[int, int, str]]) -> Room:
        """Make a table of its log."""
        table = Table(id, self.down)
        room = Room(self, table)
        for number, at, text in rows:
            line = lines.read(text)
            try:
                table.apply(number, at, line)
            except Exception as error:
                # The rules have changed since: what stands in the log is all there is.
                table.status = "closed"
                log("rules changed", table=id, count=number, error=type(error).__name__)
                break
            if isinstance(line, lines.Speak) and line.text:
                name = table.places[line.seat].name
                room.recent.append(
                    wire.Said(number, at, line.seat, name, line.text, line.face)
                )
        room.mine = self.others == 0
        return room

    # Opening

    async def open(self, new: wire.NewTable) -> wire.Opened:
        """Open a table."""
        if len(self.rooms) >= self.settings.most_tables:
            fr, en = "le serveur est plein", "the server is full"
            raise No("busy", fr, en)
        of = kind(new.game)
        start = await self.beginning(new)
        seats = of.check_seats(new.seats)
        options = of.complete(new.options, seats)
        if start is not None:
            seats, options = start.seats, start.options
        key = secrets.token_urlsafe(24)
        opening = lines.Open(
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
        added: Lines = [opening]
        if new.seat is not None:
            self.check_seat(new.seat, seats)
            added.append(
                lines.Sit(new.seat, judge.name_of(new.name), judge.hashed(key))
            )
        for number, level in new.bots.items():
            seat = int(number) if number.isascii() and number.isdigit() else -1
            self.check_seat(seat, seats)
            if seat != new.seat:
                added.append(lines.Bot(seat, judge.level_of(level)))
        if new.begin:
            taken = {
                line.seat for line in added if isinstance(line, lines.Sit | lines.Bot)
            }
            if len(taken) < seats:
                fr = "pour commencer aussitôt, chaque place doit être prise"
                raise No("not_now", fr, "to begin at once every seat must be taken")
            added.append(lines.Begin())
        room = await self.add(added)
        self.metrics.opened += 1
        info = room.table.info()
        return wire.Opened(info, key, opening.invitation, opening.webhook_secret)

    @staticmethod
    def check_seat(seat: int, seats: int) -> None:
        """Refuse a seat that the table does not have."""
        if not 0 <= seat < seats:
            raise No(
                "broken",
                f"les places vont de 0 à {seats - 1}",
                f"the seats are 0 to {seats - 1}",
            )

    async def add(self, added: Lines) -> Room:
        """Make a new table of lines, durably."""
        id = "".join(secrets.choice(LETTERS) for _ in range(14))
        table = Table(id, self.down)
        room = Room(self, table)
        room.busy = True
        now = self.now()
        trial = Table(id, self.down)
        for number, line in enumerate(added, 1):
            trial.apply(number, now, line)
        committed: asyncio.Future[Outcome] = self.loop.create_future()
        room.table = trial
        room.listing = self.listing(room)
        texts = [lines.write(line) for line in added]
        self.store.append(
            Append(
                id, 1, now, texts, committed.set_result, {**room.listing}, fresh=True
            )
        )
        outcome = await committed
        if outcome is not None:
            self.not_saved(id, outcome)
            raise cannot_save()
        self.rooms[id] = room
        room.busy = False
        room.look_ahead()
        return room

    async def beginning(self, new: wire.NewTable) -> Game | None:
        """Return the game that a table begins from, if it is not dealt anew."""
        start = new.start
        if isinstance(start, wire.Fresh):
            return None
        if isinstance(start, wire.FromPosition):
            position = start.position
            if position.get("game") != new.game:
                fr, en = (
                    "la position est d'un autre jeu",
                    "the position is another game's",
                )
                raise No("broken", fr, en)
            return Game.from_position(kind(new.game), position)
        text = start.record
        if start.table:
            table = (await self.find(start.table)).table
            if not table.ended:
                fr, en = "cette partie n'est pas finie", "this game is not over"
                raise No("not_now", fr, en)
            text = table.record()
        game = await self.at_desk(replays.play_on, text, start.upto, start.knew)
        if game.name != new.game:
            raise No(
                "broken", "la partie est d'un autre jeu", "the record is another game's"
            )
        return game

    async def at_desk(
        self, job: Callable[P, T], *arguments: P.args, **_: P.kwargs
    ) -> T:
        """Do something long in a thread."""
        return await self.loop.run_in_executor(self.desk, job, *arguments)

    # Messages without a socket

    async def sit(self, id: str, sit: wire.Sit) -> wire.Seated:
        """Seat somebody."""
        room = await self.find(id)
        o = room.table.open
        invited = secrets.compare_digest(sit.invitation.encode(), o.invitation.encode())
        if not (o.public or invited or sit.code):
            raise no_table()
        key = secrets.token_urlsafe(24)

        def take(table: Table) -> Lines:
            return judge.sit(table, sit, key)

        await self.lay(room, take)
        (seat,) = room.table.seats_of([judge.hashed(key)])
        return wire.Seated(room.table.info(room.here()), seat, key)

    async def lay(self, room: Room, take: Any) -> None:
        """Let the table add lines of our own, and wait until they are durable."""
        letter = Letter()
        message = Lay(take)
        if room.busy:
            room.inbox.append((letter, message, 0))
        else:
            room.handle((letter, message, 0))
        await letter.answered
        answer = msgspec.json.decode(letter.messages[-1], type=wire.FromServer)
        if isinstance(answer, wire.Refused):
            raise No(answer.reason, answer.fr, answer.en)

    async def post(self, id: str, post: wire.Post) -> list[bytes]:
        """Deliver one message and return its answers."""
        room = await self.find(id)
        letter = Letter()
        message = post.message
        if isinstance(message, wire.Hello):
            room.greet(letter, message)
            return letter.messages
        hashes = [judge.hashed(key) for key in post.keys]
        letter.seats = room.table.seats_of(hashes)
        letter.host = room.table.may_host(hashes)
        if not letter.seats and not letter.host:
            raise no_key()
        game = room.table.game
        letter.seen = {seat: len(game.told) if game else 0 for seat in letter.seats}
        room.receive(letter, message)
        try:
            await asyncio.wait_for(letter.answered, 40)
        except TimeoutError:
            fr, en = (
                "le serveur est débordé ; réessayez",
                "the server is too busy; try again",
            )
            raise No("busy", fr, en) from None
        return letter.messages

    async def poll(self, id: str, poll: wire.Poll) -> list[bytes]:
        """Wait for news, and return what `hello` would."""
        room = await self.find(id)
        if poll.number >= room.table.number and poll.wait:
            news: asyncio.Future[None] = self.loop.create_future()
            room.waiters.add(news)
            try:
                await asyncio.wait_for(news, poll.wait / 1000)
            except TimeoutError:
                room.waiters.discard(news)
            room = await self.find(id)
        letter = Letter()
        room.greet(letter, poll.hello)
        return letter.messages

    async def mine(self, mine: wire.Mine) -> list[wire.Listed]:
        """List the tables of keys."""
        there = await self.store.listings({pair.table for pair in mine.tables})
        found = []
        for pair in mine.tables:
            if pair.table not in there:
                continue
            room = await self.find(pair.table)
            table, own = room.table, [judge.hashed(pair.key)]
            seats = table.seats_of(own)
            if seats or table.may_host(own):
                listed = self.listed_as({"id": table.id, **self.listing(room)})
                listed.seat = seats[0] if seats else None
                listed.turn = bool(set(seats) & set(table.to_move))
                listed.result = table.game.result if table.game else None
                found.append(listed)
        return found

    async def lobby(self) -> list[wire.Listed]:
        """List public tables."""
        return [self.listed_as(row) for row in await self.store.lobby()]

    @staticmethod
    def listed_as(row: dict[str, Any]) -> wire.Listed:
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

    def listing(self, room: Room) -> dict[str, Any]:
        """Return the row of `tables` that a table should have."""
        table = room.table
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
            "wake": self.wake(table),
        }

    def wake(self, table: Table) -> int | None:
        """Return when somebody must look at a table though nobody is there."""
        if table.status != "playing":
            return None
        if any(place.automatic for place in table.places):
            return 0
        if table.open.clock.kind == "days":
            now = self.now()
            end = table.clocks.next_end(table.persons, now)
            return None if end is None else end // 1000 * 1000
        return 0 if table.open.clock.kind != "none" else None

    def listed(self, room: Room) -> None:
        """Note that the lobby has changed."""

    # Going on

    async def analysis(self, ask: wire.AskAnalysis) -> wire.Analysis:
        """Start an analysis, or return it when it is there."""
        text = ask.record
        if ask.table:
            table = (await self.find(ask.table)).table
            judge.needs(table, "over", "closed")
            text = table.record()
        key = hashlib.sha256(text.encode()).hexdigest()
        task = self.reports.get(key)
        if task is None:
            await self.at_desk(replays.check, text)
            task = self.reports.get(key) or self.begin_analysis(text, key)
        done, _ = await asyncio.wait([task], timeout=2)
        if not done:
            return wire.Analysis(done=False)
        if task.exception():
            del self.reports[key]
            fr, en = "l'analyse a échoué", "the analysis failed"
            raise No("not_now", fr, en)
        return wire.Analysis(done=True, report=task.result())

    def begin_analysis(self, text: str, key: str) -> asyncio.Task[wire.Json]:
        """Begin an analysis, unless too many wait; old ones are forgotten."""
        ended = [one for one, task in self.reports.items() if task.done()]
        if len(self.reports) - len(ended) >= MOST_ANALYSES:
            raise No(
                "busy",
                "trop d'analyses sont en cours ; réessayez dans quelques minutes",
                "too many analyses are under way; try again in some minutes",
            )
        for one in ended[: max(0, len(self.reports) - KEPT_ANALYSES)]:
            del self.reports[one]
        task = self.reports[key] = self.loop.create_task(self.bots.analyse(text))
        return task

    async def rematch(self, room: Room, seat: int, ref: str, caller: Caller) -> None:
        """Open the next game's table with everybody, seats rotated by one."""
        old = room.table
        o, n = old.open, old.open.seats
        fresh = msgspec.structs.replace(
            o, secret=fairness.new_secret(), position=None, parent=old.id
        )
        added: Lines = [fresh]
        order = sorted(range(n), key=lambda s: s != old.host)
        for place, p in ((s, old.places[s]) for s in order):
            new = (place + 1) % n
            if p.kind == "person" and p.hash:
                added.append(lines.Sit(new, p.name, p.hash))
                if p.email:
                    added.append(lines.Contact(new, p.email, p.lang))
            elif p.kind == "bot":
                added.append(lines.Bot(new, p.level))
        following = await self.add(added)

        def note(table: Table) -> Lines:
            if table.rematch:
                return []
            return [lines.Rematch(following.table.id, seat, ref)]

        await self.lay(room, note)
        if old.rematch != following.table.id:  # somebody else's was first
            await self.delete(following)
        caller.answer(wire.Done(ref, old.number, table=old.rematch))

    async def forget(self, room: Room, caller: Caller, asker: Asker, m: Any) -> None:
        """Forget a person's words, then the person, or (the host) the whole table."""
        try:
            if m.table:
                await self.delete(room)
            else:
                await self.forget_words(room, asker.seat)
                await self.lay(room, lambda table: judge.forget(table, asker, m))
        except No as error:
            room.refuse(caller, m, error)
        except Exception as error:
            self.not_saved(room.table.id, error)
            room.refuse(caller, m, cannot_save())
        else:
            caller.answer(wire.Done(m.id, room.table.number))

    async def forget_words(self, room: Room, seat: int) -> None:
        """Rewrite a person's lines without name, words and address."""
        rewritten = {}
        own = False  # the lines of a seat are those of whoever sat there then
        for number, _, text in await self.store.read(room.table.id):
            line = lines.read(text)
            if getattr(line, "seat", None) != seat:
                continue
            if isinstance(line, lines.Sit):
                own = line.hash == room.table.places[seat].hash
            if own and (blank := without_words(line)):
                rewritten[number] = lines.write(blank)
        await self.store.rewrite(room.table.id, rewritten)
        room.recent = type(room.recent)(
            (said for said in room.recent if said.number not in rewritten),
            room.recent.maxlen,
        )

    async def delete(self, room: Room) -> None:
        """Delete a table for good."""
        room.deleted = True  # nothing is added from now on
        try:
            while room.busy:
                await asyncio.sleep(0.01)
            await self.store.delete(room.table.id)
        except BaseException:
            room.deleted = False
            raise
        self.gone(room)

    def gone(self, room: Room) -> None:
        """Let go of a table that was deleted, here or by another process."""
        room.deleted = True
        room.close(wire.Bye("deleted"))
        self.rooms.pop(room.table.id, None)

    # Housekeeping

    async def watch(self) -> None:
        """Every second: beat, take up what others left, put away what is idle."""
        round_ = 0
        while True:
            await asyncio.sleep(1)
            round_ += 1
            try:
                await self.keep(round_)
            except Exception as error:
                self.metrics.errors += 1
                log("watch failed", error=type(error).__name__)

    async def keep(self, round_: int) -> None:
        """Do one round."""
        now = self.now()
        self.others, dead = await self.store.beat(now)
        if self.wake_up:
            self.wake_up.wanted = self.others > 0
        if dead:
            await self.take_up(now)
        if round_ % 5 == 0:
            for id in await self.store.due(now):
                room = await self.find(id)
                room.time_out()
                room.touched = self.loop.time()
        if self.others and round_ % 2 == 0:
            await self.compare()
        self.put_away()
        if round_ % 3600 == 60:
            await self.clean_up(now)

    async def compare(self) -> None:
        """Look for lines of other processes, should a wake-up have been lost."""
        ids = list(self.rooms)
        for place in range(0, len(ids), 500):
            some = ids[place : place + 500]
            numbers = await self.store.last_numbers(some)
            for id in some:
                room = self.rooms.get(id)
                if room and id not in numbers:
                    self.gone(room)
                elif room and numbers[id] > room.table.number:
                    await room.look()

    def put_away(self) -> None:
        """Drop idle tables from memory."""
        limit = self.loop.time() - self.settings.idle_seconds
        for id, room in list(self.rooms.items()):
            if room.touched < limit and room.idle:
                if room.clock:
                    room.clock.cancel()
                del self.rooms[id]
                self.absent.owing.pop(id, None)

    async def clean_up(self, now: int) -> None:
        """Close what was left behind and delete what is old."""
        for status, days in STALE.items():
            for id in await self.store.stale(now - days * DAY, status):
                room = await self.find(id)
                if now - room.table.changed > days * DAY:
                    await self.lay(room, lambda _: [lines.Close()])
        for status in ("over", "closed"):
            before = now - self.settings.keep_days * DAY
            for id in await self.store.stale(before, status):
                self.rooms.pop(id, None)
                await self.store.delete(id)

    def woken(self, ids: list[str]) -> None:
        """Look at tables to which another process has added."""
        for id in ids:
            room = self.rooms.get(id)
            if room:
                self.start(room.look())

    def gauges(self) -> dict[str, float]:
        """Return the present state in figures."""
        return {
            "tables": len(self.rooms),
            "connections": sum(len(room.links) for room in self.rooms.values()),
            "store_waiting": self.store.waiting,
            "store_batches": self.store.batches,
            "store_rows": self.store.rows,
            "other_processes": self.others,
        }


def without_words(line: lines.Line) -> lines.Line | None:
    """Return a line as it is kept of somebody who is forgotten, if it changes."""
    if isinstance(line, lines.Sit):
        return msgspec.structs.replace(line, name="")
    if isinstance(line, lines.Speak):
        return msgspec.structs.replace(line, text="")
    if isinstance(line, lines.Contact):
        return msgspec.structs.replace(line, email="")
    return None


def fits(id: str) -> bool:
    """Tell whether a text can be a table's id."""
    return 0 < len(id) <= 20 and all(c in LETTERS for c in id)
