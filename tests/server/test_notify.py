"""Mails and webhooks: who is told, and where no request may go."""

import asyncio
import hashlib
import hmac
import json
import re
import socketserver
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from tests.server.kit import LONGEST, housed, ones_turn

from pioche.core.errors import BadUse
from pioche.server import notify, wire
from pioche.server.absent import MAILS, Absent
from pioche.server.errors import No

if TYPE_CHECKING:
    from pioche.server.house import House

Json = dict[str, Any]


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "10.0.0.1",
        "172.16.5.4",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "0.0.0.0",
        "224.0.0.1",
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
    ],
)
def test_no_webhook_reaches_a_private_network(address: str) -> None:
    assert not notify.is_public(address)


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1::1"])
def test_public_addresses_are_public(address: str) -> None:
    assert notify.is_public(address)


def test_a_webhook_hears_once_that_a_game_is_over(
    tmp_path: Path, monkeypatch: Any
) -> None:
    heard: list[Json] = []

    async def webhook(_: str, __: str, event: Json) -> None:
        heard.append(event)

    monkeypatch.setattr(notify, "webhook", webhook)

    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            new = ones_turn(webhook="https://x.example/", pace=0)
            opened = await house.open(new)
            key, id = opened.key, opened.table.id
            await house.post(id, wire.Post([key], wire.Away("a", away=True)))
            while house.rooms[id].table.status != "over":
                await asyncio.sleep(0.01)
            for n in range(3):
                await house.post(id, wire.Post([key], wire.Say(f"s{n}", "well played")))
                await asyncio.sleep(0.01)
            heard_over = [event for event in heard if event["status"] == "over"]
            assert len(heard_over) == 1
            assert heard_over[0]["link"] == f"/t/{id}"

    asyncio.run(job())


def test_who_knows_that_it_is_their_turn_is_not_told_again(tmp_path: Path) -> None:
    """Neither when the table comes back to memory, nor when another server moved."""

    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            clock = wire.Clock("days", 86_400_000)
            opened = await house.open(ones_turn(clock=clock))
            id = opened.table.id
            del house.rooms[id]
            room = await house.find(id)
            assert house.absent.owing == {id: {0}}
            room.mine = False
            room.table.places[0].away = True
            house.absent.turns(room)
            assert house.absent.owing == {}

    asyncio.run(job())


def test_after_a_crash_those_in_doubt_are_told_again(
    tmp_path: Path, monkeypatch: Any
) -> None:
    """The mail may not have gone out; a game must not wait for it."""
    db = f"sqlite:///{tmp_path}/a.db"
    sent: list[str] = []
    monkeypatch.setenv("PIOCHE_SMTP", "smtp://127.0.0.1:1")
    monkeypatch.setattr(
        notify, "mail", lambda to, *rest: sent.append(f"{to} {rest[1]}")
    )

    async def play() -> None:
        async with housed(db) as house:
            opened = await house.open(ones_turn(clock=wire.Clock("days", 86_400_000)))
            key, id = opened.key, opened.table.id
            await house.post(
                id, wire.Post([key], wire.Tell("t", "zoe@x.example", "fr"))
            )

    async def again() -> None:
        async with housed(db) as house:
            while not sent:
                await asyncio.sleep(0.01)
            assert len(house.absent.owing) == 1

    asyncio.run(play())
    assert not sent
    asyncio.run(asyncio.wait_for(again(), LONGEST))
    assert sent == ["zoe@x.example UNO Schitt's Creek"]


@pytest.mark.parametrize(
    "url",
    ["http://localhost:1/", "http://127.0.0.1/", "https://[::1]/", "http://0x7f.1/"],
)
def test_a_name_that_leads_home_is_refused(url: str) -> None:
    with pytest.raises((PermissionError, OSError)):
        asyncio.run(notify.webhook(url, "secret", {}))


def resolve(monkeypatch: Any, *answers: str) -> None:
    """Let every name stand for some addresses."""

    async def getaddrinfo(*_: Any, **__: Any) -> list[Any]:
        return [(0, 0, 0, "", (ip, 80)) for ip in answers]

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", getaddrinfo)


def test_one_private_address_among_public_ones_is_enough(monkeypatch: Any) -> None:
    resolve(monkeypatch, "93.184.216.34", "127.0.0.1")
    with pytest.raises(PermissionError):
        asyncio.run(notify.public_address("rebind.example", 80))


class Hooked:
    """A webhook's server on this machine, which is taken for a public one."""

    def __init__(self, monkeypatch: Any, answer: bytes, *, pause: float = 0) -> None:
        self.answer, self.pause = answer, pause
        self.heard: list[bytes] = []
        monkeypatch.setattr(notify, "is_public", lambda _: True)

    async def serve(self, reader: Any, writer: Any) -> None:
        """Take one request, and answer as slowly as wanted."""
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(re.findall(rb"Content-Length: (\d+)", head)[0])
        self.heard.append(head + await reader.readexactly(length))
        with suppress(ConnectionError):
            for byte in self.answer:
                writer.write(bytes((byte,)))
                await writer.drain()
                await asyncio.sleep(self.pause)
        writer.close()
        self.served.set()

    async def call(self, event: Json) -> None:
        """Send it an event."""
        self.served = asyncio.Event()
        async with await asyncio.start_server(self.serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            url = f"http://127.0.0.1:{port}/turn/\u00e9?to=me"
            try:
                await notify.webhook(url, "secret", event)
            finally:
                await self.served.wait()


def test_a_webhook_hears_a_signed_event(monkeypatch: Any) -> None:
    hook = Hooked(monkeypatch, b"HTTP/1.1 204 No Content\r\n\r\n")
    asyncio.run(hook.call({"table": "abc"}))
    head, _, body = hook.heard[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /turn/%C3%A9?to=me HTTP/1.1\r\n")
    stamp = int(re.findall(rb"t=(\d+)", head)[0])
    assert notify.signature("secret", stamp, body).encode() in head
    assert json.loads(body) == {"table": "abc"}


def test_a_webhook_is_not_led_elsewhere(monkeypatch: Any) -> None:
    moved = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n"
    hook = Hooked(monkeypatch, moved)
    asyncio.run(hook.call({}))
    assert len(hook.heard) == 1


def test_a_webhook_that_drips_is_left(monkeypatch: Any) -> None:
    monkeypatch.setattr(notify, "TIMEOUT", 0.2)
    hook = Hooked(monkeypatch, b"HTTP/1.1 200 Fine\r\n", pause=0.1)
    with pytest.raises(TimeoutError):
        asyncio.run(hook.call({}))


def test_a_webhook_is_called_once_at_a_time_and_hears_the_newest(
    monkeypatch: Any,
) -> None:
    heard = []

    async def webhook(_: str, __: str, event: Json) -> None:
        await asyncio.sleep(0)
        heard.append(event["count"])

    monkeypatch.setattr(notify, "webhook", webhook)

    async def job() -> None:
        absent = Absent(cast("House", None))
        absent.calls["abc"] = {"count": 1}
        call = asyncio.create_task(absent.call("abc", "http://x/", "secret"))
        await asyncio.sleep(0)
        for count in (2, 3):
            absent.calls["abc"] = {"count": count}
        await call
        assert not absent.calls

    asyncio.run(job())
    assert heard == [1, 3]


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x/",
        "//x",
        "x",
        "http://",
        "http://u:p@x/",
        "http://x:99999/",
        "http://127.0.0.1/",
        "http://localhost:1/",
        "https://[::1]/",
        "http://10.1.2.3/",
        "http://x /",
    ],
)
def test_what_is_no_webhook_is_refused(url: str) -> None:
    with pytest.raises(No):
        notify.check_webhook(url)


def test_a_webhook_is_signed() -> None:
    given = notify.signature("secret", 7, b"{}")
    wanted = hmac.new(b"secret", b"7.{}", hashlib.sha256).hexdigest()
    assert given == f"t=7,v1={wanted}"


class Mailbox(socketserver.StreamRequestHandler):
    """Takes one mail, as an SMTP server would."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        data = False
        for line in self.rfile:
            text = line.decode().strip()
            if data:
                self.server.mail.append(text)  # type: ignore[attr-defined]
                data = text != "."
                self.wfile.write(b"" if data else b"250 kept\r\n")
            elif text.upper() == "DATA":
                data = True
                self.wfile.write(b"354 go on\r\n")
            else:
                self.wfile.write(
                    b"221 bye\r\n" if text.upper() == "QUIT" else b"250 fine\r\n"
                )
            if text.upper() == "QUIT":
                return


def test_a_mail_says_in_its_readers_language_that_it_is_their_turn(
    monkeypatch: Any,
) -> None:
    with socketserver.TCPServer(("127.0.0.1", 0), Mailbox) as server:
        server.mail = []  # type: ignore[attr-defined]
        port = server.server_address[1]
        monkeypatch.setenv(
            "PIOCHE_SMTP", f"smtp://127.0.0.1:{port}?from=pioche@x.example"
        )
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        notify.mail("zoe@x.example", "fr", "uno", "https://x.example/t/abc")
        thread.join(10)
        text = "\n".join(server.mail)  # type: ignore[attr-defined]
    assert "To: zoe@x.example" in text
    assert "https://x.example/t/abc" in text
    assert "votre tour" in text


@pytest.mark.parametrize("text", ["mail.example", "http://x", "smtp://", "smtp://x:y"])
def test_what_is_no_mail_server_is_said_at_once(text: str, monkeypatch: Any) -> None:
    monkeypatch.setenv("PIOCHE_SMTP", text)
    with pytest.raises(BadUse):
        notify.check_mail()


def test_nobodys_mailbox_is_filled(monkeypatch: Any) -> None:
    sent = []

    async def insist(*_: Any) -> None:
        sent.append(1)

    async def job() -> None:
        absent = Absent(cast("House", None))
        monkeypatch.setattr(absent, "insist", insist)
        for _ in range(100):
            await absent.mail("zoe@x.example", "fr", "uno", "https://x.example/t/abc")

    asyncio.run(job())
    assert len(sent) <= MAILS[0] + 1
