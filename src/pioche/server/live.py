"""The socket of a table: `WS /api/tables/{id}/live`, as plain ASGI."""

import asyncio
from typing import Any, Final

import msgspec

from pioche.core.errors import PiocheError
from pioche.server import wire
from pioche.server.errors import No
from pioche.server.house import House
from pioche.server.link import MOST_REFUSED, Link, take_over
from pioche.server.metrics import log
from pioche.server.room import Room

PATIENCE: Final = 10.0  # seconds for the first message
decode: Final[msgspec.json.Decoder[wire.FromClient]] = msgspec.json.Decoder(
    wire.FromClient
)


async def serve_live(house: House, id: str, receive: Any, send: Any) -> None:
    """Serve one socket from its opening to its end."""
    await receive()
    await send({"type": "websocket.accept"})
    link = Link(send)
    room: Room | None = None
    try:
        room = await asyncio.wait_for(enter(house, id, link, receive), PATIENCE)
        if room:
            await listen(Ear(house, room, link), receive)
    except TimeoutError:
        house.metrics.dropped += 1
        link.answer(wire.Bye("silent"))
        await close(link, 1008)
    except asyncio.CancelledError:
        if not link.ending:
            raise
        await end(house, link)
    finally:
        link.gone = True
        if room:
            room.leave(link)
        if link.task:
            link.task.cancel()


async def end(house: House, link: Link) -> None:
    """End a connection as the link was asked to."""
    task = asyncio.current_task()
    assert task is not None
    task.uncancel()
    if link.gone:  # it does not read; there is no way to tell it
        house.metrics.dropped += 1
        if link.protocol:
            link.protocol.transport.abort()
    else:
        await close(link, link.ending)


async def enter(house: House, id: str, link: Link, receive: Any) -> Room | None:
    """Hear `hello` and let the client in; None when it was refused."""
    while True:
        text = await hear(receive)
        if text is None:
            return None
        try:
            hello = decode.decode(text)
        except msgspec.MsgspecError:
            broken(link)
            continue
        if not isinstance(hello, wire.Hello):
            refuse(
                link, hello.id, No("not_now", "d'abord « hello »", "first say 'hello'")
            )
            continue
        if hello.protocol != wire.PROTOCOL:
            link.answer(wire.Bye("old"))
            await close(link, 1000)
            return None
        try:
            room = await house.find(id)
            room.greet(link, hello)
        except PiocheError as error:
            refuse(link, "", error)
            later = isinstance(error, No) and error.reason == "busy"
            await close(link, 1013 if later else 4003)
            return None
        return room


class Ear:
    """Takes the messages of a client that has been let in, one after the other."""

    def __init__(self, house: House, room: Room, link: Link) -> None:
        self.house = house
        self.room = room
        self.link = link

    def __call__(self, text: str | bytes) -> None:
        """Take a message; no mistake of ours may end more than this connection."""
        if self.link.gone or self.link.ending:
            return
        try:
            self.take(text)
        except Exception as error:
            self.house.metrics.errors += 1
            log("message failed", error=type(error).__name__)
            self.link.end(1011)

    def take(self, text: str | bytes) -> None:
        """Hand a message to the table, if it can be read and does not come too fast."""
        house, link = self.house, self.link
        house.metrics.messages += 1
        try:
            message = decode.decode(text)
        except msgspec.MsgspecError:
            broken(link)
            link.refused += 1
            message = None
        if house.rates.factor and not link.may_speak():
            house.metrics.refused += 1
            if message is not None and not isinstance(message, wire.Hello):
                refuse(link, message.id, No("too_much", "moins vite", "slow down"))
        elif isinstance(message, wire.Hello):
            self.greet_again(message)
        elif message is not None:
            self.room.receive(link, message)
        if link.refused > MOST_REFUSED:
            house.metrics.dropped += 1
            link.part(wire.Bye("too_much"))

    def greet_again(self, hello: wire.Hello) -> None:
        """Let a client say anew which seats are at its screen."""
        try:
            self.room.leave(self.link)
            self.room.greet(self.link, hello)
        except PiocheError as error:
            refuse(self.link, "", error)
            self.link.end(4003)


async def listen(ear: Ear, receive: Any) -> None:
    """Hear a client until it leaves; the short way in is taken as soon as it is free."""
    link, short = ear.link, False
    while not link.gone:
        if link.protocol and not short:
            short = take_over(link.protocol, ear)
        text = await hear(receive)
        if text is None:
            return
        ear(text)


async def hear(receive: Any) -> str | bytes | None:
    """Return the next message's text, or None at the end."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text")
    if text is None:
        text = event.get("bytes") or b""
    result: str | bytes = text
    return result


def broken(link: Link) -> None:
    """Answer a message that cannot be read."""
    refuse(link, "", No("broken", "message illisible", "unreadable message"))


def refuse(link: Link, id: str, error: PiocheError) -> None:
    """Answer why not."""
    reason = error.reason if isinstance(error, No) else "broken"
    link.answer(wire.Refused(id, reason, error.fr, error.en))


async def close(link: Link, code: int) -> None:
    """Close the socket, once what waits for it is sent."""
    try:
        if link.task:
            await asyncio.wait_for(link.task, 1)
        await asyncio.wait_for(link.send({"type": "websocket.close", "code": code}), 1)
    except Exception:
        link.gone = True
