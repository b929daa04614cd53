"""Who talks to a table: a socket that never blocks the others, or one request."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pioche.server import wire

if TYPE_CHECKING:
    from pioche.server.views import Sight

Send = Callable[[Any], Awaitable[None]]
encode: Final = msgspec.json.Encoder().encode

MOST_QUEUED: Final = 1_000_000  # bytes that may wait for a slow client
BURST: Final = 200  # messages at once
RATE: Final = 100.0  # messages a second in the long run
MOST_REFUSED: Final = 200  # refused for their rate, then the connection ends


class Caller:
    """What a table knows of somebody who talks to it."""

    __slots__ = ("changes", "host", "invitation", "last", "seats", "seen", "watching")

    def __init__(self) -> None:
        self.seats: list[int] = []
        self.host = False  # has the key of a host without a seat
        self.watching = False
        self.invitation = ""
        self.changes = False
        self.seen: dict[int | None, int] = {}  # events sent, by seat
        self.last: dict[int | None, Sight] = {}  # the view sent last, for `change`

    def post(self, text: bytes) -> None:
        """Send a message that is encoded already."""
        raise NotImplementedError

    def answer(self, message: wire.FromServer) -> None:
        """Send the answer to one of its own messages."""
        self.post(encode(message))

    def part(self, bye: wire.Bye) -> None:
        """Say goodbye for good."""
        self.answer(bye)


#: The codes by which sockets are closed after a goodbye; the others go with 1008.
CODES: Final = {"shutdown": 1012, "replaced": 4001, "deleted": 4004}


class Letter(Caller):
    """One request over HTTP: it gathers its answers."""

    __slots__ = ("answered", "messages")

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[bytes] = []
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def post(self, text: bytes) -> None:
        """Gather a message."""
        self.messages.append(text)

    def answer(self, message: wire.FromServer) -> None:
        """Gather the answer; nothing follows it."""
        super().answer(message)
        if not self.answered.done():
            self.answered.set_result(None)


class Resumed:
    """A coroutine that was started by hand and now goes on in a task."""

    def __init__(self, coroutine: Any, first: Any) -> None:
        self.coroutine = coroutine
        self.first = first

    def __await__(self) -> Generator[Any, Any, None]:
        wanted = self.first
        while True:
            try:
                got = yield wanted
            except BaseException as error:
                step, value = self.coroutine.throw, error
            else:
                step, value = self.coroutine.send, got
            try:
                wanted = step(value)
            except StopIteration:
                return


def protocol_of(send: Any) -> Any:
    """Return the protocol behind a socket, where the server is the uvicorn we know."""
    protocol = getattr(send, "__self__", None)
    known = type(protocol).__name__ == "WebSocketsSansIOProtocol"
    return protocol if known else None


def frames_of(protocol: Any) -> Callable[[bytes], bool]:
    """Return a shorter way out to a socket.

    A text frame of a server is its length and its bytes. Written straight to the
    transport it costs half of what ASGI's way costs; a test holds the two equal. It
    tells False when the long way must be gone: the client is slow or leaving.
    """
    writable, transport = protocol.writable, protocol.transport
    is_writable, is_closing, write = (
        writable.is_set,
        transport.is_closing,
        transport.write,
    )

    def post(text: bytes) -> bool:
        if not is_writable() or is_closing() or protocol.close_sent:
            return False
        length = len(text)
        if length < 126:
            head = bytes((0x81, length))
        elif length < 65_536:
            head = b"\x81\x7e" + length.to_bytes(2, "big")
        else:
            head = b"\x81\x7f" + length.to_bytes(8, "big")
        write(head + text)
        return True

    return post


def take_over(protocol: Any, heard: Callable[[bytes], None]) -> bool:
    """Have messages handed over as they arrive, without a queue and a task's turn.

    It tells False while messages wait on the long way: they come first.
    """
    if protocol.read_paused or not protocol.queue.empty():
        return False

    def deliver() -> None:
        frames, protocol.frames = protocol.frames, []
        if not protocol.close_sent:
            heard(b"".join(frames))

    protocol.send_receive_event_to_app = deliver
    return True


class Link(Caller):
    """One socket. A message goes out at once, without a task, while the client keeps up."""

    __slots__ = (
        "allowance",
        "ending",
        "fast",
        "gone",
        "handler",
        "protocol",
        "queue",
        "queued",
        "refused",
        "send",
        "stamp",
        "task",
    )

    def __init__(self, send: Send) -> None:
        super().__init__()
        self.send = send
        self.protocol = protocol_of(send)
        self.fast = frames_of(self.protocol) if self.protocol else None
        self.handler = asyncio.current_task()
        self.gone = False
        self.ending = 0  # the code by which we end the connection
        self.queue: deque[bytes] | None = None  # while the client is slow
        self.queued = 0
        self.task: asyncio.Task[None] | None = None
        self.allowance = float(BURST)
        self.stamp = monotonic()
        self.refused = 0

    def post(self, text: bytes) -> None:
        """Send, or queue while the client is slow; one that stays slow is dropped."""
        if self.gone:
            return
        if self.queue is not None:
            self.queue.append(text)
            self.queued += len(text)
            if self.queued > MOST_QUEUED:
                self.drop()
            return
        if self.fast and self.fast(text):
            return
        sending: Any = self.send({"type": "websocket.send", "text": text.decode()})
        try:
            first = sending.send(None)
        except StopIteration:
            return
        except Exception:
            self.gone = True
            return
        self.queue = deque()
        self.task = asyncio.get_running_loop().create_task(self.drain(sending, first))

    async def drain(self, sending: Any, first: Any) -> None:
        """Send what waits, as fast as the client takes it."""
        try:
            await Resumed(sending, first)
            while self.queue:
                text = self.queue.popleft()
                self.queued -= len(text)
                await self.send({"type": "websocket.send", "text": text.decode()})
        except Exception:
            self.gone = True
        self.queue, self.task = None, None

    def drop(self) -> None:
        """Let go of a client that does not read."""
        self.gone = True
        if self.queue:
            self.queue.clear()
        self.end(1008)

    def part(self, bye: wire.Bye) -> None:
        """Say goodbye, and end the connection."""
        super().part(bye)
        self.end(CODES.get(bye.reason, 1008))

    def end(self, code: int) -> None:
        """Have the connection ended, once what was posted is sent."""
        if not self.ending:
            self.ending = code
            if self.handler:
                self.handler.cancel()

    def may_speak(self) -> bool:
        """Count a message; tell whether the client keeps to the rate."""
        now = monotonic()
        self.allowance = min(BURST, self.allowance + (now - self.stamp) * RATE)
        self.stamp = now
        if self.allowance < 1:
            self.refused += 1
            return False
        self.allowance -= 1
        return True
