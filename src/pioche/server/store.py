"""The store: one table of log lines, appended by one thread in groups.

SQLite (WAL, synchronous FULL) or PostgreSQL, by URL. A line exists once its transaction
is committed; `UNIQUE (table_id, number)` decides who was first when two processes append
to one table. A batch goes to the database as one JSON text and one statement, so that
the writing thread asks for the interpreter's lock once a batch, not once a row.
"""

import asyncio
import os
import secrets
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, ParamSpec, TypeVar

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from pioche.core.errors import BadUse
from pioche.server.schema import beats, downtimes, log, migrate, tables

Json = dict[str, Any]
P = ParamSpec("P")
T = TypeVar("T")
encode: Final = msgspec.json.Encoder().encode

#: Milliseconds without any process's beat (one a second) that were nobody's time.
MISSED_BEAT: Final = 1_500

#: One batch at most; more would make the first wait for the last.
BATCH: Final = 512

INSERT: Final = {
    "sqlite": (
        "INSERT INTO log (table_id, number, at, line) SELECT json_extract(value, '$[0]'),"
        " json_extract(value, '$[1]'), json_extract(value, '$[2]'), json_extract(value, '$[3]')"
        " FROM json_each(?)"
    ),
    "postgresql": (
        "INSERT INTO log (table_id, number, at, line) SELECT v->>0, (v->>1)::int,"
        " (v->>2)::bigint, v->>3 FROM json_array_elements(%s::json) AS rows(v)"
    ),
}

Outcome = Exception | None  # None: committed


class Fenced(Exception):
    """Somebody else has appended to this table: read it again."""


@dataclass(slots=True)
class Append:
    """Lines to be added to one table, all or none."""

    table: str
    number: int  # of the first line
    at: int
    lines: list[str]
    done: Callable[[Outcome], None]
    listing: Json | None = None  # the new row of `tables`, when it changes
    fresh: bool = False  # the table is new

    def rows(self) -> list[tuple[str, int, int, str]]:
        """Return the rows of the log."""
        return [
            (self.table, self.number + place, self.at, line)
            for place, line in enumerate(self.lines)
        ]


def engine_of(url: str) -> Engine:
    """Open a database by its URL."""
    if url.startswith("postgresql://"):
        url = url.replace("postgresql://", "postgresql+psycopg://", 1)
    try:
        made = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise BadUse(
            f"« {url} » n'est pas l'adresse d'une base ; il y a sqlite:///FICHIER et postgresql://…",
            f"{url!r} is no address of a database; there is sqlite:///FILE and postgresql://…",
        ) from error
    if made.get_backend_name() not in INSERT:
        raise BadUse(
            f"base de données inconnue « {made.get_backend_name()} » ; "
            "il y a sqlite:///FICHIER et postgresql://…",
            f"unknown database {made.get_backend_name()!r}; "
            "there is sqlite:///FILE and postgresql://…",
        )
    if made.get_backend_name() == "sqlite":
        if made.database:
            path = Path(made.database)
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(0o600)  # it holds the secrets of running games
            except OSError as error:
                raise cannot_open(made, error.strerror or str(error)) from error
        engine = sa.create_engine(made, isolation_level="AUTOCOMMIT")
        sa.event.listen(engine, "connect", set_up_sqlite)
        return engine
    return sa.create_engine(
        made, isolation_level="AUTOCOMMIT", pool_pre_ping=True, pool_size=8
    )


def cannot_open(url: sa.URL, why: str) -> BadUse:
    """Say why there is no database to serve from; an address is shown without password."""
    where = url.render_as_string(hide_password=True).replace("+psycopg", "", 1)
    return BadUse(
        f"la base {where} ne s'ouvre pas : {why}",
        f"the database {where} can't be opened: {why}",
    )


def set_up_sqlite(connection: Any, _: object) -> None:
    """Make every commit durable, and readers and the writer independent."""
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "busy_timeout=10000",
        "foreign_keys=ON",
        "cache_size=-8000",
    ):
        connection.execute(f"PRAGMA {pragma}")


class Store:
    """The log of all tables."""

    def __init__(self, url: str, *, readers: int = 2) -> None:
        self.engine = engine_of(url)
        self.sqlite = self.engine.dialect.name == "sqlite"
        self.process = f"{os.getpid()}-{secrets.token_hex(4)}"
        self.loop: asyncio.AbstractEventLoop | None = None
        self.batches = self.rows = 0  # written so far, for /metrics
        self.notify: Callable[[list[str]], None] | None = None
        self._gathered: list[Append] = []  # by the loop, in one of its rounds
        self._queue: SimpleQueue[list[Append]] = SimpleQueue()  # []: the end
        self._readers = ThreadPoolExecutor(readers, "pioche-read")
        self._insert = INSERT[self.engine.dialect.name]
        try:
            with self.engine.connect() as connection:
                migrate(connection)
        except sa.exc.DBAPIError as error:
            why = str(error.orig).partition("\n")[0]
            self.engine.dispose()
            raise cannot_open(self.engine.url, why) from error
        except BaseException:
            self.engine.dispose()  # else its connections wait for the collector
            raise
        self._writer = threading.Thread(target=self._write, name="pioche-write")

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to write; outcomes are told in `loop`."""
        self.loop = loop
        self._writer.start()

    def append(self, job: Append) -> None:
        """Queue lines; `job.done` is called in the loop when they are durable.

        To wake the writing thread costs as much as to write a line, so it is done once
        for all that one round of the loop appends.
        """
        assert self.loop is not None
        if not self._gathered:
            self.loop.call_soon(self._hand_over)
        self._gathered.append(job)

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._queue.put(gathered)

    def close(self) -> None:
        """Write what is queued, then stop."""
        if self._writer.is_alive():
            self._hand_over()
            self._queue.put([])
            self._writer.join()
        self._readers.shutdown()
        self.engine.dispose()

    @property
    def waiting(self) -> int:
        """How many rounds' appends wait for the writer."""
        return self._queue.qsize()

    # The writing thread

    def _write(self) -> None:
        connection: Connection | None = None
        last = False
        while not last:
            jobs = self._queue.get()
            last = not jobs
            while not last and len(jobs) < BATCH and not self._queue.empty():
                more = self._queue.get()
                last = not more
                jobs += more
            if not jobs:
                continue
            outcomes: list[Outcome]
            try:
                connection = connection or self.engine.connect()
                outcomes = self._commit(connection, jobs)
            except Exception as error:
                outcomes = [error] * len(jobs)
            if connection and any(is_lost(outcome) for outcome in outcomes):
                connection.invalidate()
                connection.close()
                connection = None
            self.batches += 1
            self.rows += len(jobs)
            assert self.loop is not None
            try:
                self.loop.call_soon_threadsafe(finish, jobs, outcomes)
            except RuntimeError:  # the loop was closed: nobody waits any more
                continue
            if self.notify:
                self.notify([job.table for job in jobs])
        if connection:
            connection.close()

    def _commit(self, connection: Connection, jobs: list[Append]) -> list[Outcome]:
        # Both processes of a deadlock would have to lock rows in different orders.
        ordered = jobs if self.sqlite else sorted(jobs, key=lambda job: job.table)
        try:
            self._transact(connection, ordered)
        except sa.exc.IntegrityError:
            if len(jobs) == 1:
                return [Fenced()]
            return [self._commit(connection, [job])[0] for job in jobs]
        return [None] * len(jobs)

    def _transact(self, connection: Connection, jobs: list[Append]) -> None:
        rows = [row for job in jobs for row in job.rows()]
        text = encode(rows).decode()
        listed = [job for job in jobs if job.listing]
        if not listed:
            connection.exec_driver_sql(self._insert, (text,))
            return
        connection.exec_driver_sql("BEGIN IMMEDIATE" if self.sqlite else "BEGIN")
        try:
            for job in listed:
                self._list(connection, job)
            if rows:
                connection.exec_driver_sql(self._insert, (text,))
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")

    def _list(self, connection: Connection, job: Append) -> None:
        listing = job.listing or {}
        if job.fresh:
            connection.execute(tables.insert(), {"id": job.table, **listing})
        else:
            update = tables.update().where(tables.c.id == job.table)
            connection.execute(update.values(**listing))

    # Reading

    async def read(self, table: str, after: int = 0) -> list[tuple[int, int, str]]:
        """Read the lines of a table after a number, in order."""
        return await self._ask(self.read_now, table, after)

    def read_now(self, table: str, after: int = 0) -> list[tuple[int, int, str]]:
        """Do so in this thread."""
        query = (
            sa.select(log.c.number, log.c.at, log.c.line)
            .where(log.c.table_id == table, log.c.number > after)
            .order_by(log.c.number)
        )
        with self.engine.connect() as connection:
            return [(n, at, line) for n, at, line in connection.execute(query)]

    async def last_numbers(self, ids: list[str]) -> dict[str, int]:
        """Return the last line's number of each of some tables."""
        query = (
            sa.select(log.c.table_id, sa.func.max(log.c.number))
            .where(log.c.table_id.in_(ids))
            .group_by(log.c.table_id)
        )
        return dict(await self._rows(query))

    async def lobby(self, limit: int = 100) -> list[Json]:
        """List public tables, the latest first: first those that wait, then those played."""
        query = (
            sa.select(tables)
            .where(tables.c.public, tables.c.status.in_(("waiting", "playing")))
            .order_by(tables.c.status.desc(), tables.c.changed.desc())
            .limit(limit)
        )
        return [row._asdict() for row in await self._rows(query)]

    async def listings(self, ids: Iterable[str]) -> dict[str, Json]:
        """Return the rows of some tables."""
        query = sa.select(tables).where(tables.c.id.in_(list(ids)))
        return {row.id: row._asdict() for row in await self._rows(query)}

    async def due(self, now: int) -> list[str]:
        """List tables whose correspondence clock has ended."""
        query = sa.select(tables.c.id).where(
            tables.c.wake > 0, tables.c.wake <= now, tables.c.status == "playing"
        )
        return [row.id for row in await self._rows(query.limit(100))]

    async def awake(self) -> list[str]:
        """List tables that a process must look after: bots or live clocks."""
        query = sa.select(tables.c.id).where(
            tables.c.wake == 0, tables.c.status == "playing"
        )
        return [row.id for row in await self._rows(query)]

    async def moved(self, since: int) -> list[str]:
        """List tables at which something has happened since a time, and that play."""
        query = sa.select(tables.c.id).where(
            tables.c.changed >= since, tables.c.status == "playing"
        )
        return [row.id for row in await self._rows(query)]

    async def stale(self, before: int, status: str) -> list[str]:
        """List tables of a status that nothing has happened at since a time."""
        query = sa.select(tables.c.id).where(
            tables.c.changed < before, tables.c.status == status
        )
        return [row.id for row in await self._rows(query.limit(100))]

    # Rarer writes, each its own transaction

    async def delete(self, table: str) -> None:
        """Delete a table and its log."""

        def now() -> None:
            with self.engine.connect() as connection:
                connection.execute(log.delete().where(log.c.table_id == table))
                connection.execute(tables.delete().where(tables.c.id == table))

        await self._ask(now)

    async def rewrite(self, table: str, lines: dict[int, str]) -> None:
        """Replace lines, to forget a person's words."""

        def now() -> None:
            update = log.update().where(
                log.c.table_id == sa.bindparam("t"), log.c.number == sa.bindparam("n")
            )
            rows = [{"t": table, "n": n, "line": line} for n, line in lines.items()]
            with self.engine.connect() as connection:
                connection.execute(update, rows)

        if lines:
            await self._ask(now)

    # Who is alive

    async def wake_up(self, now: int) -> list[tuple[int, int]]:
        """Note that this process runs; return the spans in which none did."""

        def wake() -> list[tuple[int, int]]:
            with self.engine.connect() as connection:
                last = connection.execute(sa.select(sa.func.max(beats.c.at))).scalar()
                if last and now - last > MISSED_BEAT:
                    connection.execute(
                        downtimes.insert(), {"since": last, "until": now}
                    )
                    connection.execute(beats.delete())
                connection.execute(beats.insert(), {"process": self.process, "at": now})
                spans = connection.execute(sa.select(downtimes)).all()
                return [(row.since, row.until) for row in spans]

        return await self._ask(wake)

    async def beat(self, now: int) -> tuple[int, int]:
        """Note that this process runs on; return how many others do, and how many died."""

        def beaten() -> tuple[int, int]:
            with self.engine.connect() as connection:
                own = beats.c.process == self.process
                if not connection.execute(
                    beats.update().where(own), {"at": now}
                ).rowcount:
                    connection.execute(
                        beats.insert(), {"process": self.process, "at": now}
                    )
                dead = connection.execute(
                    beats.delete().where(beats.c.at < now - 10_000)
                ).rowcount
                count = sa.select(sa.func.count()).select_from(beats)
                return (connection.execute(count).scalar() or 1) - 1, dead

        return await self._ask(beaten)

    async def _ask(self, ask: Callable[P, T], *arguments: P.args, **_: P.kwargs) -> T:
        assert self.loop is not None
        return await self.loop.run_in_executor(self._readers, ask, *arguments)

    async def _rows(self, query: Any) -> list[Any]:
        def now() -> list[Any]:
            with self.engine.connect() as connection:
                return list(connection.execute(query))

        return await self._ask(now)


def finish(jobs: list[Append], outcomes: list[Outcome]) -> None:
    """Tell each job its outcome, in the loop."""
    for job, outcome in zip(jobs, outcomes, strict=True):
        job.done(outcome)


def cause(error: Exception) -> str:
    """Name a failure of the database without its text, which might hold a line."""
    own = getattr(error, "orig", None)
    name = getattr(own, "sqlite_errorname", None) or getattr(own, "sqlstate", None)
    return str(name or type(error).__name__)


def is_lost(outcome: Outcome) -> bool:
    """Tell whether the connection should be made anew."""
    return outcome is not None and not isinstance(outcome, Fenced)


def backup(url: str, target: Path) -> int:
    """Copy a SQLite database while it is in use; return its size."""
    import sqlite3

    try:
        made = sa.make_url(url)
    except sa.exc.ArgumentError as error:
        raise BadUse(
            f"« {url} » n'est pas l'adresse d'une base ; il y a sqlite:///FICHIER et postgresql://…",
            f"{url!r} is no address of a database; there is sqlite:///FILE and postgresql://…",
        ) from error
    if made.get_backend_name() != "sqlite" or not made.database:
        raise BadUse(
            "`pioche backup` copie une base SQLite ; pour PostgreSQL, utilisez pg_dump",
            "`pioche backup` copies a SQLite database; for PostgreSQL use pg_dump",
        )
    if not Path(made.database).exists():
        raise BadUse(
            f"il n'y a pas de base {made.database}",
            f"there is no database {made.database}",
        )
    partial = target.with_name(target.name + ".partial")
    try:
        partial.unlink(missing_ok=True)
        partial.touch(0o600)
        with (
            closing(sqlite3.connect(made.database)) as source,
            closing(sqlite3.connect(partial)) as copy,
        ):
            source.backup(copy, pages=1_000)
            copy.execute("PRAGMA journal_mode=DELETE")
            (fine,) = copy.execute("PRAGMA integrity_check").fetchone()
        if fine != "ok":
            raise sqlite3.DatabaseError(fine)
        partial.replace(target)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        why = getattr(error, "strerror", None) or str(error)
        raise BadUse(
            f"la copie de {made.database} dans {target} a échoué : {why}",
            f"{made.database} could not be copied to {target}: {why}",
        ) from error
    return target.stat().st_size
