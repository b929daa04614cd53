"""The door: headers, origins, rates, sizes, pages, metrics, logs, shutdown."""

import asyncio
import errno
import http.client
import io
import json
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from tests.server.kit import LONGEST, Json, Served
from uvicorn.server import ServerState
from websockets.asyncio.client import connect as join
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from pioche.server import door, pages
from pioche.server.guard import BURST, Rates, address_of, is_near, own_origin
from pioche.server.link import Link
from pioche.server.metrics import log


def head_of(
    served: Served, path: str, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """Get a path; return status, headers and body."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    found = {name.lower(): value for name, value in answer.getheaders()}
    body = answer.read()
    connection.close()
    return answer.status, found, body


@pytest.mark.parametrize(
    "path", ["/", "/t/abc", "/api", "/api/nothing", "/healthz", "/x.js"]
)
def test_every_answer_carries_the_security_headers(served: Served, path: str) -> None:
    _, headers, _ = head_of(served, path)
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert "script-src 'self';" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers
    assert path.startswith("/api") <= (headers.get("cache-control") == "no-store")


def test_a_page_of_another_site_may_not_speak_for_its_reader(served: Served) -> None:
    new = {"game": "uno", "seats": 2}
    status, _ = served.call("POST", "/api/tables", new, Origin="https://evil.example")
    assert status == 403
    own = f"http://127.0.0.1:{served.port}"
    assert served.call("POST", "/api/tables", new, Origin=own)[0] == 201
    address = f"ws://127.0.0.1:{served.port}/api/tables/abc/live"
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(address, origin=Origin("https://evil.example")),
    ):
        pass
    assert refused.value.response.status_code == 403


def test_an_origin_is_compared_as_a_whole() -> None:
    host = (b"host", b"play.example")
    for origin, fine in (
        (b"https://play.example", True),
        (b"https://play.example.evil", False),
        (b"https://evil.example/play.example", False),
        (b"null", False),
    ):
        assert own_origin([host, (b"origin", origin)], frozenset()) is fine
    assert own_origin([host, (b"origin", b"https://a")], frozenset({"https://a"}))
    assert not own_origin([(b"origin", b"https://a")], frozenset())


def test_a_large_body_is_refused(served: Served) -> None:
    status, answer = served.call("POST", "/api/verify", {"record": "x" * 3_000_000})
    assert status == 413, answer
    status, _ = served.call("POST", "/api/tables", '{"game":"uno"')
    assert status == 400


def test_requests_are_counted_by_address() -> None:
    rates = Rates()

    def allowed(*addresses: str) -> int:
        return sum(rates.allow(address_of((one, 1)), 1) for one in addresses)

    many = int(BURST) + 100
    assert allowed(*["192.0.2.1"] * many) <= BURST + 5
    assert allowed("192.0.2.2")
    assert allowed(*(f"2001:db8:1:2:{n}::1" for n in range(many))) <= BURST + 5


HEAD = b"POST /api/mine HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [b"", b"GET /api HT", b"GET /api HTTP/1.1\r\nHost: x\r\n", HEAD, HEAD + b"{"],
)
def test_a_request_that_is_never_whole_is_let_go(sent: bytes, monkeypatch: Any) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.2)
    with pytest.raises(ConnectionResetError):
        asyncio.run(talk_through(sent))


def test_who_asks_and_listens_is_not_let_go(monkeypatch: Any) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.2)
    asks = b"GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    assert asyncio.run(talk_through(asks)).startswith(b"HTTP/1.1 200")


def test_an_answer_that_is_not_taken_is_let_go(monkeypatch: Any) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.2)
    asks = b"GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    job = talk_through(asks, answer=b"x" * 30_000_000, listens=False)
    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        asyncio.run(job)


def test_a_socket_may_be_silent_for_as_long_as_it_likes(monkeypatch: Any) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.2)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert scope["type"] == "websocket"
        await receive()
        await send({"type": "websocket.accept"})
        text = (await receive())["text"]
        await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close"})

    async def job() -> str | bytes:
        config = uvicorn.Config(app, ws="websockets-sansio", log_config=None)
        config.load()
        state = ServerState()
        server = await asyncio.get_running_loop().create_server(
            lambda: door.Door(config, state, {}), "127.0.0.1", 0
        )
        port = server.sockets[0].getsockname()[1]
        async with server, join(f"ws://127.0.0.1:{port}/") as socket:
            await asyncio.sleep(0.5)
            await socket.send("still here")
            return await socket.recv()

    assert asyncio.run(job()) == "still here"


class Watched(door.Door):
    """A door that tells when its client is let go."""

    gone = False

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        super().connection_lost(exc)


async def talk_through(
    sent: bytes, *, answer: bytes = b"fine", listens: bool = True
) -> bytes:
    """Send bytes through the door to an app that answers late; return what comes back."""

    async def app(_: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        await asyncio.sleep(0.5)  # longer than the door waits for a client
        head = [(b"content-length", str(len(answer)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        await send({"type": "http.response.body", "body": answer})

    config, state = uvicorn.Config(app, log_config=None), ServerState()
    made: list[Watched] = []

    def make() -> Watched:
        made.append(Watched(config, state, {}))
        return made[-1]

    loop = asyncio.get_running_loop()
    server = await loop.create_server(make, "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(
            *server.sockets[0].getsockname(), limit=1_000
        )
        writer.write(sent)
        while not listens and not (made and made[0].gone):
            await asyncio.sleep(0.01)
        found = b""
        while piece := await asyncio.wait_for(reader.read(100_000), LONGEST):
            found += piece
        writer.close()
    if len(found) < len(answer):
        raise ConnectionResetError
    return found


class Full(io.StringIO):
    """A log on a full disk."""

    def write(self, _: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_log_that_cannot_be_written_stops_nothing(monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stderr", Full())
    log("not saved", table="abc")


def test_a_loud_client_is_told_and_then_dropped(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/a.db", limits=1.0)
    opened = server.open()
    with server.join(opened, opened["key"]) as client:
        client.of("welcome")
        last: Json = {}
        while last.get("type") != "bye":
            with suppress(ConnectionClosed):  # cut off while it still shouts
                for _ in range(300):
                    client.send({"type": "ping"})
            for _ in range(300):
                last = client.next()
                if last["type"] == "bye":
                    break
        assert last["reason"] == "too_much"
        assert any(m.get("reason") == "too_much" for m in client.messages[:-1])
    ask = ("POST", "/api/verify", {"record": "x"})
    assert any(server.call(*ask)[0] == 429 for _ in range(1_000))
    assert "Traceback" not in server.stop()


def test_a_client_that_does_not_read_is_dropped_and_delays_nobody() -> None:
    async def job() -> None:
        open_again = asyncio.Event()
        sent: list[str] = []

        async def slow(message: Any) -> None:
            await open_again.wait()
            sent.append(message["text"])

        async def serve() -> None:
            links.append(Link(slow))
            await asyncio.sleep(60)

        links: list[Link] = []
        handler = asyncio.create_task(serve())
        await asyncio.sleep(0)
        (link,) = links
        for n in range(3):
            link.post(f"{n}".encode())
        open_again.set()
        await asyncio.sleep(0.01)
        assert sent == ["0", "1", "2"]  # slow, but in order and whole
        open_again.clear()
        for _ in range(2_000):
            link.post(b"x" * 1_000)
        assert link.gone
        with pytest.raises(asyncio.CancelledError):
            await handler

    asyncio.run(job())


def figure(served: Served, name: str) -> str:
    """Read one of the metrics."""
    text = str(served.ask("GET", "/metrics"))
    return next(
        line.split()[1] for line in text.splitlines() if line.startswith(name + " ")
    )


def test_metrics_are_for_those_near(served: Served) -> None:
    assert float(figure(served, "pioche_tables")) >= 0
    assert "pioche_commit_seconds_bucket" in served.ask("GET", "/metrics")
    assert is_near(("10.1.2.3", 1))
    assert is_near(("::1", 1))
    assert not is_near(("8.8.8.8", 1))


def test_the_log_names_nobody_and_shows_no_secret(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/a.db")
    opened = server.open(name="Zoé Secrète")
    keys = server.fill(opened)
    server.tell(opened, keys[:1], {"type": "say", "id": "s", "text": "my own words"})
    server.call("GET", f"/api/tables/{opened['table']['id']}?key={keys[0]}")
    server.call("POST", "/api/tables", "{" * 1000)
    log = server.stop()
    for secret in (*keys, opened["invitation"], "Zoé", "Zo\\u00e9", "my own words"):
        assert secret not in log
    assert all(json.loads(line)["event"] for line in log.splitlines())


def test_keys_are_stored_hashed(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/a.db")
    opened = server.open()
    keys = server.fill(opened)
    server.stop()
    data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(key.encode() in data for key in keys)


def test_clients_are_told_before_the_server_goes(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/a.db")
    opened = server.open()
    with server.join(opened, opened["key"]) as client:
        client.of("welcome")
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        bye = client.of("bye")
        assert bye["reason"] == "shutdown"
        assert bye["again"] > 0
        stopping.join()


def test_the_port_in_use_is_named(served: Served, tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        Served(f"sqlite:///{tmp_path}/a.db", served.port)


def test_pages_are_served_from_memory(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(pages, "STATIC", tmp_path)
    assert pages.page("/", "", "")[2] == pages.MISSING
    (tmp_path / "index.html").write_text("<p>hello" * 100)
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets/main-a1b2c3d4.js").write_text("let x = 1;" * 100)
    status, headers, body = pages.page("/t/abc", "gzip", "")
    assert (status, body[:2]) == (200, b"\x1f\x8b")
    tag = dict(headers)[b"etag"].decode()
    assert pages.page("/", "gzip", tag)[0] == 304
    _, headers, _ = pages.page("/assets/main-a1b2c3d4.js", "", "")
    assert b"immutable" in dict(headers)[b"cache-control"]
    for path in ("/../conftest.py", "/assets/../../x.py", "/%00.js", "/nothing.js"):
        assert pages.page(path, "", "")[0] == 404


def test_the_server_needs_little_memory(tmp_path: Path) -> None:
    server = Served(f"sqlite:///{tmp_path}/a.db")
    status = Path(f"/proc/{server.process.pid}/status")
    if status.exists():
        rss = next(line for line in status.read_text().splitlines() if "VmRSS" in line)
        assert int(rss.split()[1]) < 120_000
    server.stop()
