"""The short way to a socket writes what the long way writes, and memory stays small."""

import asyncio
from typing import Any

import pytest
import uvicorn
from tests.server.kit import Served
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed

from pioche.server.link import Link, frames_of, protocol_of


class Transport:
    """Keeps what is written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, _: str) -> None:
        return None

    def pause_reading(self) -> None:
        pass

    resume_reading = close = pause_reading


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_both_ways_write_the_same_frame(length: int) -> None:
    async def job() -> tuple[bytes, bytes]:
        sends: list[Any] = []

        async def app(_: Any, receive: Any, send: Any) -> None:
            sends.append(send)
            await receive()
            await send({"type": "websocket.accept"})
            await asyncio.sleep(5)

        config = uvicorn.Config(app, ws="websockets-sansio", log_config=None)
        config.ws_per_message_deflate = False
        config.load()
        state: Any = uvicorn.server.ServerState()
        protocol = WebSocketsSansIOProtocol(config, state, {})
        transport: Any = Transport()
        protocol.connection_made(transport)
        protocol.data_received(HANDSHAKE)
        await asyncio.sleep(0.01)
        (send,) = sends
        text = ("é" * length)[:length].encode()[:length].decode(errors="ignore")
        transport.written.clear()
        await send({"type": "websocket.send", "text": text})
        long = b"".join(transport.written)
        transport.written.clear()
        fast = frames_of(protocol_of(send))
        assert fast(text.encode())
        short = b"".join(transport.written)
        protocol.pause_writing()
        assert not fast(b"")
        for task in state.tasks:
            task.cancel()
        protocol.stop_keepalive()
        return long, short

    long, short = asyncio.run(job())
    assert long == short


def test_a_server_that_we_do_not_know_gets_the_long_way() -> None:
    sent = []

    async def send(message: Any) -> None:
        sent.append(message["text"])

    async def job() -> None:
        link = Link(send)
        link.post("été".encode())

    asyncio.run(job())
    assert sent == ["été"]


def test_messages_that_come_together_are_taken_in_their_order(served: Served) -> None:
    opened = served.open()
    with served.join(opened, opened["key"]) as client:
        for n in range(40):
            client.send({"type": "ping", "id": f"{n}"})
        found = [client.of("done")["id"] for _ in range(40)]
    assert found == [f"{n}" for n in range(40)]


def test_whoever_has_lost_a_seat_is_let_go_at_once(served: Served) -> None:
    opened = served.open()
    (answer,) = served.tell(opened, [opened["key"]], {"type": "hand_over", "id": "h"})
    with served.join(opened, opened["key"]) as client:
        client.of("welcome")
        served.sit(opened, "other", code=answer["code"])
        assert client.of("bye")["reason"] == "replaced"
        with pytest.raises(ConnectionClosed) as closed:
            client.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4001
