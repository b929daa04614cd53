"""HTTP connections that do not dawdle: what is slow or silent is let go.

Uvicorn ends a connection that idles between requests, and a socket that answers no ping.
Here the rest: a request must be whole, and an answer taken, within `PATIENCE`.
"""

import asyncio
from typing import Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE: Final = 40.0  # seconds


class Door(H11Protocol):
    """One connection, with a timer that runs while it is the client's turn."""

    timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self.wait()

    def handle_events(self) -> None:
        """Wait for the rest of a request, unless this was all of it, or asks for a socket."""
        super().handle_events()
        mine = self.transport.get_protocol() is self
        if mine and self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
            self.wait()
        else:
            self.go_on()

    def pause_writing(self) -> None:
        """Wait for a client that does not take its answer."""
        super().pause_writing()
        self.wait()

    def resume_writing(self) -> None:
        """Note that it does."""
        super().resume_writing()
        self.go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self.go_on()
        super().connection_lost(exc)

    def wait(self) -> None:
        """Wait for the client from now on, if that has not begun."""
        if self.timer is None:
            self.timer = self.loop.call_later(PATIENCE, self.transport.abort)

    def go_on(self) -> None:
        """Note that the client has done its part."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
