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
from pioche.server import judge, lines, lists, opening, replays, wire
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
from pioche.server.upkeep import Upkeep

if TYPE_CHECKING:
    from pioche.server.wake import Wake

LETTERS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another
P = ParamSpec("P")
T = TypeVar("T")
MOST_ANALYSES: Final = 8  # under way; each takes all cores for a while
KEPT_ANALYSES: Final = 100


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
        self.start(Upkeep(self).watch())

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
                room.pulse.look_ahead()
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
        key = secrets.token_urlsafe(24)
        added = opening.first_lines(new, await self.beginning(new), key)
        room = await self.add(added)
        self.metrics.opened += 1
        o = room.table.open
        return wire.Opened(room.table.info(), key, o.invitation, o.webhook_secret)

    async def add(self, added: Lines) -> Room:
        """Make a new table of lines, durably."""
        id = "".join(secrets.choice(LETTERS) for _ in range(14))
        now = self.now()
        table = Table(id, self.down)
        for number, line in enumerate(added, 1):
            table.apply(number, now, line)
        room = Room(self, table)
        room.listing = lists.row(table, now)
        # Whoever finds the table's row before we hear of it must not load another room.
        waiting = self.loading[id] = self.loop.create_future()
        try:
            await self.write(added, room, now)
            self.rooms[id] = room
            waiting.set_result(room)
        finally:
            del self.loading[id]
            if not waiting.done():
                waiting.set_result(None)
        room.pulse.look_ahead()
        return room

    async def write(self, added: Lines, room: Room, now: int) -> None:
        """Write the first lines of a table, and its row."""
        committed: asyncio.Future[Outcome] = self.loop.create_future()
        texts, done = [lines.write(line) for line in added], committed.set_result
        id, row = room.table.id, {**room.listing}
        self.store.append(Append(id, 1, now, texts, done, row, fresh=True))
        outcome = await committed
        if outcome is not None:
            self.not_saved(id, outcome)
            raise cannot_save()

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
        asked = {pair.table for pair in mine.tables if fits(pair.table)}
        there = await self.store.listings(asked)
        found = []
        for pair in mine.tables:
            if pair.table not in there:
                continue
            room = await self.find(pair.table)
            table, own = room.table, [judge.hashed(pair.key)]
            seats = table.seats_of(own)
            if seats or table.may_host(own):
                row = lists.row(table, self.now())
                listed = lists.listed({"id": table.id, **row})
                listed.seat = seats[0] if seats else None
                listed.turn = bool(set(seats) & set(table.to_move))
                listed.result = table.game.result if table.game else None
                found.append(listed)
        return found

    async def lobby(self) -> list[wire.Listed]:
        """List public tables."""
        return [lists.listed(row) for row in await self.store.lobby()]

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
        following = await self.add(opening.next_lines(old))

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
