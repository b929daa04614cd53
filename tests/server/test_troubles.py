"""A full disk, a database that fails, a port that is taken: clear sentences, no loss."""

import asyncio
import gc
import json
import socket
import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.kit import Json, Served, housed, ones_turn

from pioche.core.errors import BadUse
from pioche.server import pulse, wire
from pioche.server import room as rooms
from pioche.server.errors import No
from pioche.server.house import House
from pioche.server.program import address, check_address, listening
from pioche.server.schema import version
from pioche.server.store import Store, engine_of


class Disk:
    """The room that a SQLite database has to grow in."""

    def __init__(self, house: House) -> None:
        self.pages = 2**30
        self.engine = house.store.engine
        sa.event.listen(self.engine, "before_cursor_execute", self.limit)

    def limit(self, _: object, cursor: sqlite3.Cursor, *__: object) -> None:
        """Let the database have so many pages, and no more."""
        cursor.execute(f"PRAGMA max_page_count={self.pages}")

    def fill(self) -> None:
        """Leave no page beyond those that there are."""
        with self.engine.connect() as connection:
            self.pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()


async def told(house: House, id: str, key: str, message: Any) -> Json:
    """Send a message; return its answer."""
    answer: Json = json.loads((await house.post(id, wire.Post([key], message)))[-1])
    return answer


async def speak_until_refused(house: House, id: str, key: str) -> tuple[int, Json]:
    """Speak until the server takes no more words; return how many it took, and why."""
    for n in range(100):
        answer = await told(house, id, key, wire.Say(f"s{n}", "x" * 400))
        if answer["type"] == "refused":
            return n, answer
    raise AssertionError("the disk does not become full")


def test_a_full_disk_is_told_loses_nothing_and_is_no_end(
    tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(rooms, "PATIENCE", 0.001)

    async def job() -> tuple[str, int]:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            opened = await house.open(ones_turn(pace=10_000))
            id, key = opened.table.id, opened.key
            disk = Disk(house)
            disk.fill()
            count, refused = await speak_until_refused(house, id, key)
            assert refused["reason"] == "busy"
            assert "disk full" in refused["en"]
            with pytest.raises(No, match="disk full"):
                await house.open(ones_turn())
            disk.pages = 2**30
            answer = await told(house, id, key, wire.Say("again", "here I am"))
            assert answer["type"] == "done"
            return id, count

    id, count = asyncio.run(job())
    with sqlite3.connect(tmp_path / "a.db") as stored:
        rows = stored.execute("SELECT line FROM log WHERE table_id = ?", (id,))
        lines = [json.loads(line) for (line,) in rows]
    stored.close()
    spoken = [line["text"][:4] for line in lines if line["type"] == "speak"]
    assert spoken == ["xxxx"] * count + ["here"]
    log = capsys.readouterr().err
    assert '"cause": "SQLITE_FULL"' in log
    assert "xxxx" not in log


def test_a_commit_whose_answer_is_lost_is_not_done_twice(
    tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(rooms, "PATIENCE", 0.001)
    monkeypatch.setattr(pulse, "ELSEWHERE", 0.0)

    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            new = wire.NewTable("uno", 2, bots={"1": "random"}, pace=0, begin=True)
            opened = await house.open(new)
            room = house.rooms[opened.table.id]
            transact, cut = house.store._transact, list[int]()

            def lose(*given: Any) -> None:
                transact(*given)
                if len(cut) < 20 and given[1][0].lines:
                    cut.append(1)
                    raise sa.exc.OperationalError("", {}, sqlite3.OperationalError("x"))

            vars(house.store)["_transact"] = lose
            table = room.table
            n = 0
            while table.status == "playing" and len(cut) < 20:
                n += 1
                if 0 in table.to_move:
                    assert table.game is not None
                    move = wire.Play(f"m{n}", table.game.moves(0)[0], table.number)
                    answer = await told(house, opened.table.id, opened.key, move)
                    assert answer["type"] in ("done", "view")
                await asyncio.sleep(0.001)
            while room.busy:
                await asyncio.sleep(0.001)
            stored = [json.loads(x) for _, _, x in await house.store.read(table.id)]
            moves = [x for x in stored if x["type"] == "play"]
            refs = [x["ref"] for x in moves if "ref" in x]
            assert len(cut) > 5
            assert len(moves) == table.count
            assert sorted(set(refs)) == sorted(refs)

    asyncio.run(job())


def test_a_database_that_cannot_be_read_is_not_a_table_that_is_missing(
    tmp_path: Path,
) -> None:
    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            opened = await house.open(ones_turn())
            house.rooms.clear()

            def fails(*_: object) -> Any:
                raise sa.exc.OperationalError("", {}, sqlite3.OperationalError("x"))

            read = house.store.read_now
            vars(house.store)["read_now"] = fails
            with pytest.raises(No) as no:
                await house.find(opened.table.id)
            assert no.value.reason == "busy"
            vars(house.store)["read_now"] = read
            assert (await house.find(opened.table.id)).table.status == "playing"

    asyncio.run(job())


def test_what_cannot_be_deleted_is_not_said_to_be(tmp_path: Path) -> None:
    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            opened = await house.open(ones_turn(pace=10_000))
            id, key = opened.table.id, opened.key
            await told(house, id, key, wire.Say("s", "my words"))

            async def fails(*_: object) -> None:
                raise sa.exc.OperationalError("", {}, sqlite3.OperationalError("x"))

            own = {name: getattr(house.store, name) for name in ("rewrite", "delete")}
            vars(house.store).update(dict.fromkeys(own, fails))
            for table in (False, True):
                answer = await told(house, id, key, wire.Forget("f", table))
                assert answer["reason"] == "busy"
            vars(house.store).update(own)
            assert (await told(house, id, key, wire.Forget("g")))["type"] == "done"
            stored = "".join(line for _, _, line in await house.store.read(id))
            assert "my words" not in stored

    asyncio.run(job())


def test_only_ones_own_words_are_forgotten(tmp_path: Path) -> None:
    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            opened = await house.open(ones_turn(pace=10_000, name="Ada"))
            id, key = opened.table.id, opened.key
            await told(house, id, key, wire.Say("1", "Ada's words"))
            code = (await told(house, id, key, wire.HandOver("2")))["code"]
            other = (await house.sit(id, wire.Sit("Bob", code=code))).key
            await told(house, id, other, wire.Say("3", "Bob's words"))
            await told(house, id, other, wire.Forget("4"))
            stored = "".join(line for _, _, line in await house.store.read(id))
            assert "Ada's words" in stored
            assert "Bob" not in stored

    asyncio.run(job())


# Starting


def refused(url: str) -> str:
    """Return why no store opens."""
    with pytest.raises(BadUse) as why:
        Store(url)
    assert why.value.fr != why.value.en
    text = why.value.en
    del why
    gc.collect()  # a connection that was left open would warn here
    return text


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.db").write_bytes(b"no database" * 1000)
    assert "file is not a database" in refused(f"sqlite:///{tmp_path}/a.db")
    (tmp_path / "folder").mkdir()
    assert "folder" in refused(f"sqlite:///{tmp_path}/folder")
    assert "no address" in refused("nonsense")


def test_a_database_that_is_not_there_is_told_without_its_password() -> None:
    why = refused("postgresql://me:hushhush@127.0.0.1:1/x?connect_timeout=2")
    assert "127.0.0.1:1" in why
    assert "hushhush" not in why


def test_a_newer_database_is_left_alone(db: str) -> None:
    Store(db).engine.dispose()
    engine = engine_of(db)
    with engine.connect() as connection:
        connection.execute(version.insert(), {"step": 99})
    engine.dispose()
    assert "newer Pioche" in refused(db)


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(BadUse, match=f"{port}: another program"):
            listening("127.0.0.1", port)
    for host in ("192.0.2.1", "no.invalid"):
        with pytest.raises(BadUse, match="cannot listen"):
            listening(host, 0)
    with pytest.raises(BadUse, match="from 0 to 65535, not 99999"):
        listening("127.0.0.1", 99_999)


@pytest.mark.parametrize(
    "text", ["x", "ftp://x", "http://", "http://x:0", "http://x:y", "http://x?y", ""]
)
def test_what_is_no_address_of_a_site_is_said_at_once(text: str) -> None:
    with pytest.raises(BadUse, match="--base is an address"):
        check_address("base", text)


def test_links_in_mails_lead_to_this_machine_unless_named() -> None:
    check_address("base", "https://cards.example")
    assert address("127.0.0.1", 8000) == "http://127.0.0.1:8000"
    assert address("::1", 8000) == "http://[::1]:8000"
    assert address("0.0.0.0", 8000) == f"http://{socket.getfqdn()}:8000"


def test_all_addresses_of_a_name_have_the_same_port() -> None:
    doors = listening("localhost", 0)
    assert len({door.getsockname()[1] for door in doors}) == 1
    for door in doors:
        door.close()


def test_a_client_cannot_name_a_file(served: Served) -> None:
    wrong: list[Json] = [
        {"game": "/etc/passwd"},
        {"game": "kardashev-x-00000000"},
        {"options": {"cards": "/etc/passwd"}},
        {"options": {"absent": "/etc/passwd"}},
        {"bots": {"1": "net:/etc/passwd"}},
        {"bots": {"1": "cmd:cat /etc/passwd"}},
        {"start": {"type": "on_from", "upto": 0, "record": "/etc/passwd"}},
        {"start": {"type": "on_from", "upto": 0, "table": "../../etc/passwd"}},
    ]
    for more in wrong:
        new = {"game": "uno", "seats": 2, **more}
        status, answer = served.call("POST", "/api/tables", new)
        assert 400 <= status < 500, (more, answer)
        assert "root:" not in json.dumps(answer)
    for path in ("/api/games/..%2f..", "/api/games/uno/words/..%2f..%2ffr"):
        assert served.call("GET", path)[0] == 404
