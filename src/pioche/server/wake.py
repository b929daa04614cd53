"""Wake-ups between server processes on one PostgreSQL: LISTEN and NOTIFY, nothing more.

A lost wake-up costs two seconds (Upkeep.compare), never a move: what counts is the log.
NOTIFY takes a lock of the whole database at commit, so it is sent apart from the
transactions that write, once for all tables of ten milliseconds.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final

CHANNEL: Final = "pioche"
MOST: Final = 400  # tables in one message; it may have 8,000 bytes


class Wake:
    """Two threads: one tells, one hears."""

    def __init__(
        self,
        url: str,
        process: str,
        loop: asyncio.AbstractEventLoop,
        heard: Callable[[list[str]], None],
    ) -> None:
        self.url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self.process = process
        self.loop = loop
        self.heard = heard
        self.wanted = False  # there are other processes
        self.ended = False
        self.queue: SimpleQueue[list[str]] = SimpleQueue()
        for job in (self.tell, self.hear):
            threading.Thread(target=self.keep, args=(job,), daemon=True).start()

    def notify(self, ids: list[str]) -> None:
        """Tell the others of tables that have news."""
        if self.wanted:
            self.queue.put(ids)

    def close(self) -> None:
        """End both threads soon."""
        self.ended = True
        self.queue.put([])

    def keep(self, job: Callable[[Any], None]) -> None:
        """Do a job on a connection of its own, anew when the connection breaks."""
        import psycopg

        while not self.ended:
            try:
                with psycopg.connect(self.url, autocommit=True) as connection:
                    job(connection)
            except psycopg.Error:
                time.sleep(1)

    def tell(self, connection: Any) -> None:
        """Send what is queued."""
        while not self.ended:
            ids = dict.fromkeys(self.queue.get())
            time.sleep(0.01)
            while not self.queue.empty() and len(ids) < MOST:
                ids.update(dict.fromkeys(self.queue.get()))
            if ids and not self.ended:
                text = " ".join([self.process, *list(ids)[:MOST]])
                connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, text))

    def hear(self, connection: Any) -> None:
        """Hand on what others send."""
        connection.execute(f"LISTEN {CHANNEL}")
        while not self.ended:
            for notice in connection.notifies(timeout=1.0):
                sender, *ids = notice.payload.split(" ")
                if sender != self.process:
                    try:
                        self.loop.call_soon_threadsafe(self.heard, ids)
                    except RuntimeError:
                        return
