"""The log: durable, fenced, the same on SQLite and PostgreSQL."""

import asyncio
import sqlite3
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar

import pytest
import sqlalchemy as sa

from pioche.core.errors import BadUse
from pioche.server import schema
from pioche.server.store import Append, Fenced, Outcome, Store, backup, engine_of

T = TypeVar("T")
LISTING = {
    "game": "uno",
    "status": "waiting",
    "public": True,
    "watch": True,
    "names": ["a", ""],
    "clock": {},
    "created": 1,
    "changed": 2,
    "wake": None,
}


def run(job: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(job)


class Opened:
    """A store that is open for a while."""

    def __init__(self, url: str) -> None:
        self.store = Store(url)

    async def __aenter__(self) -> Self:
        self.store.start(asyncio.get_running_loop())
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.to_thread(self.store.close)

    async def append(
        self, table: str, number: int, *lines: str, **more: Any
    ) -> Outcome:
        """Append lines and wait for the outcome."""
        return await self.queue(table, number, *lines, **more)

    def queue(
        self, table: str, number: int, *lines: str, **more: Any
    ) -> asyncio.Future[Outcome]:
        """Append lines."""
        done: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
        self.store.append(
            Append(table, number, 5, list(lines), done.set_result, **more)
        )
        return done


def test_lines_are_read_back_in_order(db: str) -> None:
    async def job() -> None:
        async with Opened(db) as opened:
            assert await opened.append("t", 1, '{"é":"\\u0001"}', "two") is None
            assert await opened.append("t", 3, "three") is None
            rows = await opened.store.read("t")
            assert rows == [(1, 5, '{"é":"\\u0001"}'), (2, 5, "two"), (3, 5, "three")]
            assert await opened.store.read("t", 2) == rows[2:]
            assert await opened.store.last_numbers(["t", "u"]) == {"t": 3}

    run(job())


def test_a_stale_writer_is_fenced_and_harms_nobody_else(db: str) -> None:
    async def job() -> None:
        async with Opened(db) as one, Opened(db) as two:
            assert await one.append("t", 1, "first") is None
            jobs = [
                two.queue("a", 1, "a1"),
                two.queue("t", 1, "stale", "and more"),
                two.queue("b", 1, "b1"),
                two.queue("t", 2, "next"),
            ]
            outcomes = await asyncio.gather(*jobs)
            assert [type(outcome) for outcome in outcomes] == [
                type(None),
                Fenced,
                type(None),
                type(None),
            ]
            assert [row[2] for row in await one.store.read("t")] == ["first", "next"]

    run(job())


def test_of_two_writers_at_once_one_wins_each_number(db: str) -> None:
    async def job() -> None:
        async with Opened(db) as one, Opened(db) as two:
            for number in range(1, 30):
                outcomes = await asyncio.gather(
                    one.append("t", number, "one"), two.append("t", number, "two")
                )
                assert sorted(type(o).__name__ for o in outcomes) == [
                    "Fenced",
                    "NoneType",
                ]
            assert len(await one.store.read("t")) == 29

    run(job())


def test_lines_and_listing_are_written_together_or_not_at_all(db: str) -> None:
    async def job() -> None:
        async with Opened(db) as opened:
            assert await opened.append("t", 1, "x", listing=LISTING, fresh=True) is None
            changed = {**LISTING, "status": "over"}
            assert isinstance(await opened.append("t", 1, "y", listing=changed), Fenced)
            rows = await opened.store.listings(["t"])
            assert rows["t"]["status"] == "waiting"
            assert [row["id"] for row in await opened.store.lobby()] == ["t"]
            assert await opened.append("t", 0, listing=changed) is None
            assert await opened.store.lobby() == []

    run(job())


def test_rewriting_and_deleting(db: str) -> None:
    async def job() -> None:
        async with Opened(db) as opened:
            await opened.append("t", 1, "name", "move", listing=LISTING, fresh=True)
            await opened.store.rewrite("t", {1: "forgotten"})
            assert [row[2] for row in await opened.store.read("t")] == [
                "forgotten",
                "move",
            ]
            await opened.store.delete("t")
            assert await opened.store.read("t") == []
            assert await opened.store.listings(["t"]) == {}

    run(job())


def test_the_time_without_any_process_is_noted(db: str) -> None:
    async def job() -> None:
        async with Opened(db) as one, Opened(db) as two:
            assert await one.store.wake_up(1_000) == []
            assert await one.store.beat(2_000) == (0, 0)
            assert await two.store.wake_up(3_000) == []
            assert await one.store.beat(4_000) == (1, 0)
            assert await one.store.beat(20_000) == (0, 1)  # two is dead
        async with Opened(db) as three:
            assert await three.store.wake_up(50_000) == [(20_000, 50_000)]

    run(job())


def test_an_older_database_is_brought_up_to_date_once(db: str) -> None:
    engine = engine_of(db)
    with engine.connect() as connection:
        schema.migrate(connection)
        schema.migrate(connection)
        steps = connection.execute(sa.select(schema.version.c.step)).scalars().all()
    engine.dispose()
    assert list(steps) == list(range(1, len(schema.STEPS) + 1))


def test_a_backup_of_a_running_database_is_whole(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/a.db"

    async def job() -> None:
        async with Opened(url) as opened:
            for number in range(1, 50):
                await opened.append("t", number, "x" * 1000)
            size = backup(url, tmp_path / "b.db")
            assert size > 49_000

    run(job())
    with sqlite3.connect(tmp_path / "b.db") as copy:
        assert copy.execute("SELECT count(*) FROM log").fetchone() == (49,)
    copy.close()
    assert (tmp_path / "b.db").stat().st_mode & 0o077 == 0


def test_what_cannot_be_copied_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"no database" * 1000)
    for target in (tmp_path / "b.db", tmp_path / "nowhere" / "b.db"):
        with pytest.raises(BadUse, match="could not be copied"):
            backup(f"sqlite:///{tmp_path}/a.db", target)
    assert [path.name for path in tmp_path.iterdir()] == ["a.db"]


def test_only_a_database_that_we_know_is_opened(tmp_path: Path) -> None:
    with pytest.raises(BadUse, match="mysql"):
        engine_of("mysql://x/y")
    with pytest.raises(BadUse):
        backup("postgresql://x/y", tmp_path / "b.db")
    with pytest.raises(BadUse):
        backup(f"sqlite:///{tmp_path}/none.db", tmp_path / "b.db")


def test_sqlite_commits_are_on_the_disk(tmp_path: Path) -> None:
    engine = engine_of(f"sqlite:///{tmp_path}/a.db")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    engine.dispose()
    assert (tmp_path / "a.db").stat().st_mode & 0o077 == 0
