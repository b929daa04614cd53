"""A server in a process of its own, and clients that keep every byte they receive."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from itertools import count
from random import Random
from typing import Any, Self

from websockets.sync.client import ClientConnection, connect

import pioche
from pioche.server.guard import Rates
from pioche.server.house import House, Settings
from pioche.server.store import Store
from pioche.server.wire import FromPosition, NewTable

Json = dict[str, Any]
numbers = count()
LONGEST = 60.0  # seconds, on the busiest machine; a test that waits so long has failed
running: list[subprocess.Popen[str]] = []


@asynccontextmanager
async def housed(db: str) -> AsyncIterator[House]:
    """Open the tables of a database in this process, without sockets."""
    house = House(Store(db), Settings(), Rates(0))
    await house.open_doors()
    try:
        yield house
    finally:
        await house.close_doors()


def ones_turn(**more: Any) -> NewTable:
    """Describe a game of UNO against a bot in which the person, at seat 0, is to move."""
    game = next(
        g for n in count() if (g := pioche.deal("uno", 2, str(n))).to_move == (0,)
    )
    start = FromPosition(game.position())
    return NewTable("uno", 2, bots={"1": "random"}, begin=True, start=start, **more)


class Served:
    """A running server."""

    def __init__(self, db: str, port: int = 0, **options: object) -> None:
        self.db = db
        self.options = {"limits": 0, **options}
        self.start(port)

    def start(self, port: int = 0) -> None:
        """Start it, and wait until it is ready."""
        code = (
            "from pioche.server.program import serve\n"
            f"raise SystemExit(serve(port={port}, db={self.db!r}, "
            "ready=lambda port: print(port, flush=True), "
            f"**{self.options!r}))"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        running.append(self.process)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.strip():
            assert self.process.stderr is not None
            raise RuntimeError(self.process.stderr.read())
        self.port = int(line)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> str:
        """End it as `systemctl stop` would; return its log."""
        self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=LONGEST)
        return log

    def call(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, Any]:
        """Ask; return the status and the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        text = body if isinstance(body, str) or body is None else json.dumps(body)
        head = {"Content-Type": "application/json", **headers}
        connection.request(method, path, text.encode() if text else None, head)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        kind = answer.getheader("Content-Type", "")
        return answer.status, json.loads(data) if "json" in kind else data.decode()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Ask, and expect yes."""
        status, answer = self.call(method, path, body)
        assert status < 300, (method, path, status, answer)
        return answer

    def open(self, game: str = "uno", seats: int = 2, **more: object) -> Json:
        """Open a table."""
        new = {"game": game, "seats": seats, "name": "host", **more}
        answer: Json = self.ask("POST", "/api/tables", new)
        return answer

    def sit(self, opened: Json, name: str = "guest", **more: object) -> str:
        """Take a seat; return its key."""
        body = {"name": name, "invitation": opened["invitation"], **more}
        path = f"/api/tables/{opened['table']['id']}/seats"
        return str(self.ask("POST", path, body)["key"])

    def fill(self, opened: Json) -> list[str]:
        """Take all seats, and begin; return the keys."""
        seats = len(opened["table"]["seats"])
        keys = [opened["key"]]
        keys += [
            self.sit(opened, f"guest {n}", share=f"share {n}") for n in range(1, seats)
        ]
        self.tell(opened, keys[:1], {"type": "ready", "id": "r", "share": "host's"})
        self.tell(opened, keys[:1], {"type": "begin", "id": "b"})
        return keys

    def tell(self, opened: Json, keys: list[str], message: Json) -> list[Json]:
        """Send one message without a socket."""
        path = f"/api/tables/{opened['table']['id']}/messages"
        answer: list[Json] = self.ask("POST", path, {"keys": keys, "message": message})
        return answer

    def info(self, opened: Json) -> Json:
        """Return what anyone may know of a table."""
        answer: Json = self.ask("GET", f"/api/tables/{opened['table']['id']}")
        return answer

    def record(self, opened: Json) -> str:
        """Return a table's record."""
        return str(self.ask("GET", f"/api/tables/{opened['table']['id']}/record"))

    def join(self, opened: Json, *keys: str, **hello: object) -> "Client":
        """Connect to a table."""
        return Client(self.port, opened["table"]["id"], list(keys), **hello)


class Client:
    """A socket that keeps all it receives."""

    def __init__(self, port: int, table: str, keys: list[str], **hello: object) -> None:
        self.raw: list[str] = []
        self.views: dict[int | None, Json] = {}
        self.messages: list[Json] = []
        self.stack = ExitStack()
        self.socket: ClientConnection = self.stack.enter_context(
            connect(
                f"ws://127.0.0.1:{port}/api/tables/{table}/live",
                compression=None,
                max_size=None,
                open_timeout=30,
            )
        )
        self.send({"type": "hello", "keys": keys, **hello})

    def send(self, message: Json) -> str:
        """Send a message; return its id."""
        if message["type"] != "hello":
            message = {"id": f"m{next(numbers)}", **message}
        self.socket.send(json.dumps(message))
        return str(message.get("id", ""))

    def next(self, timeout: float = LONGEST) -> Json:
        """Receive one message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Json = json.loads(text)
        self.messages.append(message)
        if message["type"] == "view":
            self.views[message["seat"]] = message
        return message

    def until(self, fits: Callable[[Json], object], timeout: float = LONGEST) -> Json:
        """Receive until a message fits."""
        end = time.monotonic() + timeout
        while True:
            message = self.next(max(0.01, end - time.monotonic()))
            if fits(message):
                return message

    def of(self, kind: str, timeout: float = 20, **fields: object) -> Json:
        """Receive until a message of a kind with such fields."""
        return self.until(
            lambda m: m["type"] == kind and fields.items() <= m.items(), timeout
        )

    def note(self, kind: str, timeout: float = LONGEST) -> Json:
        """Receive until the table tells of something."""

        def fits(message: Json) -> bool:
            note = message.get("note") or {}
            return message["type"] == "table" and note.get("kind") == kind

        return self.until(fits, timeout)

    def play(self, move: str, view: Json, **more: object) -> str:
        """Play a move upon a view."""
        return self.send({"type": "play", "move": move, "at": view["number"], **more})

    def close(self) -> None:
        """Leave."""
        self.stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def play_out(clients: list[Client], rng: Random, *watchers: Client) -> list[Json]:
    """Let clients of seats 0, 1, … play at random to the end; return the last views."""
    for client in [*clients, *watchers]:
        client.of("view")
    for _ in range(20_000):
        views = [client.views[seat] for seat, client in enumerate(clients)]
        if any(view["view"]["result"] for view in views):
            return views
        owing = views[0]["view"]["to_move"]
        claiming = [s for s, v in enumerate(views) if v["view"]["claims"]]
        seat = rng.choice(claiming if claiming and rng.random() < 0.15 else owing)
        view = views[seat]
        moves = view["view"]["moves"]
        if not moves:
            continue
        id = clients[seat].play(rng.choice(moves), view)
        # A seat that can't claim any more hears "illegal"; every other move is played.
        mine = clients[seat].until(lambda m, id=id: id in (m.get("ack"), m.get("id")))
        assert mine["type"] == "view", mine
        for client in [*clients, *watchers]:
            if client is not clients[seat]:
                number = mine["number"]
                client.until(
                    lambda m, n=number: m["type"] == "view" and m["number"] == n  # type: ignore[misc]
                )
    raise AssertionError("the game does not end")
