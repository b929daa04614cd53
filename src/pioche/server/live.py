"""The socket of a table: `WS /api/tables/{id}/live`, as plain ASGI."""

import asyncio
from typing import Any, Final

import msgspec

from pioche.core.errors import PiocheError
from pioche.server import wire
from pioche.server.errors import No
from pioche.server.house import House
from pioche.server.link import MOST_REFUSED, Link
from pioche.server.room import Room

PATIENCE: Final = 10.0  # seconds for the first message
decode: Final[msgspec.json.Decoder[wire.FromClient]] = msgspec.json.Decoder(
    wire.FromClient
)
CODES: Final = {"shutdown": 1012, "slow": 1008, "too_much": 1008, "deleted": 4004}


async def serve_live(house: House, id: str, receive: Any, send: Any) -> None:
    """Serve one socket from its opening to its end."""
    await receive()
    await send({"type": "websocket.accept"})
    link = Link(send)
    room: Room | None = None
    try:
        room = await asyncio.wait_for(enter(house, id, link, receive), PATIENCE)
        if room:
            await listen(house, room, link, receive)
    except TimeoutError:
        house.metrics.dropped += 1
        await part(link, "silent")
    except asyncio.CancelledError:
        if not link.gone:
            raise
        house.metrics.dropped += 1  # it did not read; there is no way to tell it
    finally:
        link.gone = True
        if room:
            room.leave(link)
        if link.task:
            link.task.cancel()


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
            await part(link, "old")
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


async def listen(house: House, room: Room, link: Link, receive: Any) -> None:
    """Hand the client's messages to the table until it leaves."""
    while not link.gone:
        text = await hear(receive)
        if text is None:
            return
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
            try:
                room.leave(link)
                room.greet(link, message)
            except PiocheError as error:
                refuse(link, "", error)
                return
        elif message is not None:
            room.receive(link, message)
        if link.refused > MOST_REFUSED:
            house.metrics.dropped += 1
            await part(link, "too_much")
            return
        if link not in room.links and not room.deleted:
            await close(link, 4001)
            return
    house.metrics.dropped += 1


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


async def part(link: Link, reason: Any) -> None:
    """Say goodbye and close."""
    link.answer(wire.Bye(reason))
    await close(link, CODES.get(reason, 1000))


async def close(link: Link, code: int) -> None:
    """Close the socket."""
    try:
        await asyncio.wait_for(link.send({"type": "websocket.close", "code": code}), 1)
    except Exception:
        link.gone = True
