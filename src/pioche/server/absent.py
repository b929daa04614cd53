"""Who is told that it is their turn, though they are not there."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pioche.games import kind
from pioche.server import notify
from pioche.server.guard import Rates
from pioche.server.metrics import log

if TYPE_CHECKING:
    from pioche.server.house import House
    from pioche.server.room import Room
    from pioche.server.tables import Table

PAUSES: Final = (1, 10, 60)  # seconds before another try
#: Who was to be told so many milliseconds before a process ended may not have been.
IN_DOUBT: Final = 80_000
#: Whoever leaves somebody else's address must not fill their mailbox: a dozen mails at
#: once, then one in ten minutes.
MAILS: Final = (12.0, 1 / 600)


class Absent:
    """Remembers who was told, and tells the others."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.owing: dict[str, set[int]] = {}  # by table: who owes a decision, and knows
        self.calls: dict[str, Any] = {}  # by table under call: what to tell it next
        self.mails = Rates(1.0, *MAILS)
        self.desk = ThreadPoolExecutor(2, "pioche-mail")

    def turns(self, room: "Room") -> None:
        """Tell absent players of a slow game that it is their turn."""
        table = room.table
        if not is_slow(table):
            return
        before = self.owing.get(table.id, set())
        owing = self.note(room)
        if room.mine:  # else whoever wrote the move tells of it
            self.tell(room, owing, owing - before)

    def remind(self, room: "Room") -> None:
        """Tell all who owe a decision, though they may know: rather twice than never."""
        if is_slow(room.table):
            owing = self.note(room)
            self.tell(room, owing, owing)

    def tell(self, room: "Room", owing: set[int], news: set[int]) -> None:
        """Write to those for whom it is news, and call the table's webhook."""
        table, o = room.table, room.table.open
        link = f"{self.house.base}/t/{table.id}"
        here = room.here()
        for seat in sorted(news):
            place = table.places[seat]
            if place.email and seat not in here and notify.can_mail():
                title = kind(o.game).words[place.lang].tables["title"]
                self.house.start(self.mail(place.email, place.lang, title, link))
        if o.webhook and (news or table.status == "over"):
            event = {
                "table": table.id,
                "game": o.game,
                "status": table.status,
                "count": table.count,
                "to_move": sorted(owing),
                "names": [table.places[seat].name for seat in sorted(owing)],
                "link": link,
            }
            called = table.id in self.calls
            self.calls[table.id] = event
            if not called:
                self.house.start(self.call(table.id, o.webhook, o.webhook_secret))

    def note(self, room: "Room") -> set[int]:
        """Note who owes a decision: they were told when they began to."""
        table = room.table
        owing = {seat for seat in table.to_move if table.places[seat].plays}
        if owing:
            self.owing[table.id] = owing
        else:
            self.owing.pop(table.id, None)
        return owing

    async def mail(self, to: str, lang: str, game: str, link: str) -> None:
        """Send a mail, if its reader had not too many."""
        if self.mails.allow(to, 1):
            send = partial(notify.mail, to, lang, game, link)
            await self.insist("mail", lambda: self.in_a_thread(send))

    def in_a_thread(self, job: Callable[[], None]) -> Awaitable[None]:
        """Do something slow beside; replays and analyses have threads of their own."""
        return self.house.loop.run_in_executor(self.desk, job)

    async def call(self, table: str, url: str, secret: str) -> None:
        """Call a table's webhook, one event after the other; only the newest waits."""
        while event := self.calls[table]:
            self.calls[table] = None
            await self.insist("webhook", partial(notify.webhook, url, secret, event))
        del self.calls[table]

    async def insist(self, what: str, tell: Callable[[], Awaitable[object]]) -> None:
        """Try again some times; a failure is logged and ends nothing."""
        for pause in (*PAUSES, None):
            try:
                await tell()
            except Exception as error:
                log(f"{what} failed", error=type(error).__name__)
                if pause is None or isinstance(error, PermissionError):
                    return
                await asyncio.sleep(pause)
            else:
                return

    def close(self) -> None:
        """End the threads."""
        self.desk.shutdown(wait=False, cancel_futures=True)


def is_slow(table: "Table") -> bool:
    """Tell whether players of a table are told when they are not there."""
    return bool(table.open.webhook) or table.open.clock.kind == "days"
