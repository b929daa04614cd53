"""What a server process does every second, whoever is there."""

import asyncio
import gc
from typing import TYPE_CHECKING, Final

from pioche.server import lines
from pioche.server.metrics import log

if TYPE_CHECKING:
    from pioche.server.house import House

DAY: Final = 86_400_000
#: Tables that were never begun, or never finished, are closed after so many days.
STALE: Final = {"waiting": 2, "playing": 60, "paused": 60}


class Upkeep:
    """Beats, takes up what others left, puts away what is idle."""

    def __init__(self, house: "House") -> None:
        self.house = house

    async def watch(self) -> None:
        """Every second: beat, take up what others left, put away what is idle."""
        round_ = 0
        while True:
            await asyncio.sleep(1)
            round_ += 1
            try:
                await self.keep(round_)
            except Exception as error:
                self.house.metrics.errors += 1
                log("watch failed", error=type(error).__name__)

    async def keep(self, round_: int) -> None:
        """Do one round."""
        house = self.house
        now = house.now()
        house.others, dead = await house.store.beat(now)
        if house.wake_up:
            house.wake_up.wanted = house.others > 0
        if dead:
            await house.take_up(now)
        if round_ % 5 == 0:
            for id in await house.store.due(now):
                room = await house.find(id)
                room.pulse.time_out()
                room.touched = house.loop.time()
        if house.others and round_ % 2 == 0:
            await self.compare()
        self.put_away()
        if round_ % 600 == 0:
            gc.collect()  # what tables left behind that point at themselves
        if round_ % 3600 == 60:
            await self.clean_up(now)

    async def compare(self) -> None:
        """Look for lines of other processes, should a wake-up have been lost."""
        ids = list(self.house.rooms)
        for place in range(0, len(ids), 500):
            some = ids[place : place + 500]
            numbers = await self.house.store.last_numbers(some)
            for id in some:
                room = self.house.rooms.get(id)
                if room and id not in numbers:
                    self.house.gone(room)
                elif room and numbers[id] > room.table.number:
                    await room.look()

    def put_away(self) -> None:
        """Drop idle tables from memory."""
        limit = self.house.loop.time() - self.house.settings.idle_seconds
        for id, room in list(self.house.rooms.items()):
            if room.touched < limit and room.idle:
                room.pulse.stop()
                del self.house.rooms[id]
                self.house.absent.owing.pop(id, None)

    async def clean_up(self, now: int) -> None:
        """Close what was left behind and delete what is old."""
        for status, days in STALE.items():
            for id in await self.house.store.stale(now - days * DAY, status):
                room = await self.house.find(id)
                if now - room.table.changed > days * DAY:
                    await self.house.lay(room, lambda _: [lines.Close()])
        for status in ("over", "closed"):
            before = now - self.house.settings.keep_days * DAY
            for id in await self.house.store.stale(before, status):
                self.house.rooms.pop(id, None)
                await self.house.store.delete(id)
