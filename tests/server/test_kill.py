"""Kill the server at random instants under load: no acknowledged move is lost.

PIOCHE_KILLS sets how often (SQLite); PIOCHE_KILLS_POSTGRES how often with two processes.
For the long run, with its figures:

    PIOCHE_KILLS=200 PIOCHE_KILLS_POSTGRES=50 ./pioche test tests/server/test_kill.py -s
"""

import asyncio
import json
import os
import random
from dataclasses import asdict, dataclass, field
from typing import Any

import pytest
from tests.server.kit import LONGEST, Json, Served
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from pioche.server import lines
from pioche.server.store import Store

KILLS = int(os.environ.get("PIOCHE_KILLS", "6"))
KILLS_POSTGRES = int(os.environ.get("PIOCHE_KILLS_POSTGRES", "4"))

#: So few that hardly a game is over before the last kill: an idle server loses nothing.
KILLS_A_TABLE = 1
TABLES = 6


@dataclass
class Player:
    """A client that plays at random, comes back after each cut, and keeps its answers."""

    opened: Json
    keys: list[str]
    ports: list[int]
    acked: dict[int, tuple[int, str]] = field(default_factory=dict)  # by count of moves
    waiting: Json | None = None
    rounds: int = 0

    async def live(self, until: asyncio.Event) -> None:
        """Play until told to stop."""
        rng = random.Random(self.keys[0])
        while not until.is_set():
            port = rng.choice(self.ports)
            path = f"/api/tables/{self.opened['table']['id']}/live"
            try:
                address = f"ws://127.0.0.1:{port}{path}"
                async with connect(address, compression=None, max_size=None) as socket:
                    await self.play(socket, rng, until)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.05)

    async def play(self, socket: Any, rng: random.Random, until: asyncio.Event) -> None:
        """Play over one connection."""
        await socket.send(json.dumps({"type": "hello", "keys": self.keys, "since": -1}))
        views: dict[int, Json] = {}
        if self.waiting:  # was it played or not? the same id asks without harm
            await socket.send(json.dumps(self.waiting))
        while not until.is_set():
            message = json.loads(await asyncio.wait_for(socket.recv(), LONGEST))
            if message["type"] == "view":
                views[message["seat"]] = message
                if self.waiting and message["ack"] == self.waiting["id"]:
                    self.note(message["count"])
            elif message["type"] in ("done", "refused") and self.waiting:
                if message["id"] == self.waiting["id"]:
                    self.waiting = None
            fresh = len({view["number"] for view in views.values()}) == 1
            if self.waiting is None and fresh and len(views) == len(self.keys):
                await self.move(socket, views, rng)

    def note(self, count: int) -> None:
        """Keep what the server has acknowledged."""
        assert self.waiting
        self.acked[count] = (self.waiting["seat"], self.waiting["move"])
        self.waiting = None

    async def move(
        self, socket: Any, views: dict[int, Json], rng: random.Random
    ) -> None:
        """Send a random legal move."""
        if views[0]["view"]["result"]:
            return
        seat = rng.choice(views[0]["view"]["to_move"])
        self.rounds += 1
        self.waiting = {
            "type": "play",
            "id": f"r{self.rounds}",
            "seat": seat,
            "move": rng.choice(views[seat]["view"]["moves"]),
            "at": views[seat]["number"],
        }
        await socket.send(json.dumps(self.waiting))


def set_up(server: Served, ports: list[int], kills: int) -> list[Player]:
    """Open tables and their players."""
    players = []
    for _ in range(max(TABLES, kills // KILLS_A_TABLE)):
        opened = server.open("uno", 3)
        players.append(Player(opened, server.fill(opened), ports))
    return players


@dataclass
class Found:
    """What the log holds after the kills."""

    kills: int
    tables: int = 0
    over: int = 0
    played_on: int = 0
    moves: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0


def check(server: Served, players: list[Player], kills: int) -> None:
    """Compare what was acknowledged with the log; every table must go on."""
    found = Found(kills, len(players))
    store = Store(server.db)
    for player in players:
        ask = {
            "table": player.opened["table"]["id"],
            "keys": player.keys,
            "seats": [0],
        }
        moves = {}
        first = 0
        while True:
            replay = server.ask("POST", "/api/replay", {**ask, "first": first})
            for frame in replay["frames"]:
                if frame["count"]:
                    moves[frame["count"]] = (frame["seat"], frame["move"])
            first += 100
            if first > replay["moves"]:
                break
        assert list(moves) == list(range(1, len(moves) + 1))
        found.moves += len(moves)
        found.acknowledged += len(player.acked)
        found.lost += sum(moves.get(n) != move for n, move in player.acked.items())
        rows = store.read_now(player.opened["table"]["id"])
        refs = [(x.seat, x.ref) for _, _, text in rows if (x := played(text))]
        found.doubled += len(refs) - len(set(refs))
        assert len(refs) == len(moves)
        with server.join(player.opened, *player.keys) as screen:
            views = [screen.of("view") for _ in player.keys]
            if views[0]["view"]["result"]:
                found.over += 1
                continue
            seat = views[0]["view"]["to_move"][0]
            id = screen.play(views[seat]["view"]["moves"][0], views[seat], seat=seat)
            screen.of("view", ack=id)
            player.rounds += 1
            found.played_on += 1
    store.close()
    print(f"\n{json.dumps(asdict(found))}")
    assert found.lost == found.doubled == 0
    assert found.over + found.played_on == found.tables
    assert found.acknowledged > 5 * kills


def played(text: str) -> lines.Play | None:
    """Return a line of the log if it is a move."""
    line = lines.read(text)
    return line if isinstance(line, lines.Play) else None


def storm(players: list[Player], kills: int, servers: list[Served]) -> None:
    """Play on, while servers are killed and started again on their ports."""

    async def job() -> None:
        until = asyncio.Event()
        tasks = [asyncio.create_task(player.live(until)) for player in players]
        rng = random.Random(4)
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(0.1, 0.7))
            server = rng.choice(servers)
            port = server.port
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start, port)
        await asyncio.sleep(0.5)
        until.set()
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    asyncio.run(job())


@pytest.mark.slow
@pytest.mark.timeout(120 + 30 * KILLS)
def test_no_acknowledged_move_is_lost_by_kills_on_sqlite(tmp_path: object) -> None:
    server = Served(f"sqlite:///{tmp_path}/pioche.db")
    players = set_up(server, [server.port], KILLS)
    storm(players, KILLS, [server])
    check(server, players, KILLS)
    server.stop()


@pytest.mark.slow
@pytest.mark.timeout(120 + 30 * KILLS_POSTGRES)
def test_no_acknowledged_move_is_lost_by_kills_with_two_processes(
    postgres: str,
) -> None:
    servers = [Served(postgres), Served(postgres)]
    players = set_up(servers[0], [server.port for server in servers], KILLS_POSTGRES)
    storm(players, KILLS_POSTGRES, servers)
    for server in servers:
        check(server, players, KILLS_POSTGRES)
    for server in servers:
        server.stop()


def test_any_process_serves_any_table(postgres: str) -> None:
    one, two = Served(postgres), Served(postgres)
    opened = one.open("uno", 2)
    keys = [opened["key"], two.sit(opened)]
    two.tell(opened, keys[:1], {"type": "begin", "id": "b"})
    with one.join(opened, keys[0]) as a, two.join(opened, keys[1]) as b:
        views = [a.of("view"), b.of("view")]
        for _ in range(10):
            seat = views[0]["view"]["to_move"][0]
            client = (a, b)[seat]
            id = client.play(views[seat]["view"]["moves"][0], views[seat])
            mine = client.of("view", ack=id)
            other = (b, a)[seat].of("view", count=mine["count"])
            views = [mine, other] if seat == 0 else [other, mine]
    assert one.stop().count("Traceback") == two.stop().count("Traceback") == 0


def test_a_table_that_one_process_deletes_is_gone_at_the_other(postgres: str) -> None:
    one, two = Served(postgres), Served(postgres)
    opened = one.open("uno", 2)
    keys = one.fill(opened)
    with two.join(opened, keys[1]) as client:
        client.of("view")
        one.tell(opened, keys[:1], {"type": "forget", "id": "f", "table": True})
        assert client.until(lambda m: m["type"] == "bye")["reason"] == "deleted"
    assert two.call("GET", f"/api/tables/{opened['table']['id']}")[0] == 404
    assert one.stop().count("Traceback") == two.stop().count("Traceback") == 0
