"""Who talks to a table: a socket that never blocks the others, or one request."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from time import monotonic
from typing import Any, Final

import msgspec

from pioche.server import wire

Send = Callable[[Any], Awaitable[None]]
encode: Final = msgspec.json.Encoder().encode

MOST_QUEUED: Final = 1_000_000  # characters that may wait for a slow client
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
        self.last: dict[int | None, Any] = {}  # the view sent last, for `change`

    def post(self, text: str) -> None:
        """Send a message that is encoded already."""
        raise NotImplementedError

    def answer(self, message: wire.FromServer) -> None:
        """Send the answer to one of its own messages."""
        self.post(encode(message).decode())


class Letter(Caller):
    """One request over HTTP: it gathers its answers."""

    __slots__ = ("answered", "messages")

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[str] = []
        self.answered: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def post(self, text: str) -> None:
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


class Link(Caller):
    """One socket. A message goes out at once, without a task, while the client keeps up."""

    __slots__ = (
        "allowance",
        "gone",
        "handler",
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
        self.handler = asyncio.current_task()
        self.gone = False
        self.queue: deque[str] | None = None  # while the client is slow
        self.queued = 0
        self.task: asyncio.Task[None] | None = None
        self.allowance = float(BURST)
        self.stamp = monotonic()
        self.refused = 0

    def post(self, text: str) -> None:
        """Send, or queue while the client is slow; one that stays slow is dropped."""
        if self.gone:
            return
        if self.queue is not None:
            self.queue.append(text)
            self.queued += len(text)
            if self.queued > MOST_QUEUED:
                self.drop()
            return
        sending: Any = self.send({"type": "websocket.send", "text": text})
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
                await self.send({"type": "websocket.send", "text": text})
        except Exception:
            self.gone = True
        self.queue, self.task = None, None

    def drop(self) -> None:
        """Let go of a client that does not read."""
        self.gone = True
        if self.queue:
            self.queue.clear()
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
