"""Who is told that it is their turn, though they are not there."""

import asyncio
from typing import TYPE_CHECKING

from pioche.server import notify
from pioche.server.metrics import log

if TYPE_CHECKING:
    from pioche.server.house import House
    from pioche.server.room import Room


class Absent:
    """Remembers who was told, and tells the others."""

    def __init__(self, house: "House") -> None:
        self.house = house
        self.owing: dict[str, set[int]] = {}  # by table: who owes a decision, and knows

    def turns(self, room: "Room") -> None:
        """Tell absent players of a slow game that it is their turn."""
        table = room.table
        o = table.open
        if not (o.webhook or o.clock.kind == "days") or not room.mine:
            return
        before = self.owing.get(table.id, set())
        owing = {seat for seat in table.to_move if table.places[seat].plays}
        if owing:
            self.owing[table.id] = owing
        else:
            self.owing.pop(table.id, None)
        here = room.here()
        for seat in sorted(owing - before):
            place = table.places[seat]
            if place.email and seat not in here and notify.can_mail():
                link = f"{self.house.settings.base}/t/{table.id}"
                self.house.start(self.mail(place.email, place.lang, o.game, link))
        if o.webhook and (owing - before or table.status == "over"):
            event = {
                "table": table.id,
                "game": o.game,
                "status": table.status,
                "count": table.count,
                "to_move": sorted(owing),
                "names": [table.places[seat].name for seat in sorted(owing)],
                "link": f"{self.house.settings.base}/t/{table.id}",
            }
            self.house.start(self.hook(o.webhook, o.webhook_secret, event))

    async def mail(self, to: str, lang: str, game: str, link: str) -> None:
        """Send a mail; a failure is logged and ends nothing."""
        try:
            await self.house.at_desk(notify.mail, to, lang, game, link)
        except Exception as error:
            log("mail failed", error=type(error).__name__)

    async def hook(self, url: str, secret: str, event: dict[str, object]) -> None:
        """Call a webhook, three times if need be."""
        for pause in (1, 10, 0):
            try:
                status = await self.house.at_desk(notify.webhook, url, secret, event)
                if status < 500:
                    return
            except PermissionError:
                log("webhook refused", table=event["table"])
                return
            except Exception as error:
                log("webhook failed", table=event["table"], error=type(error).__name__)
            await asyncio.sleep(pause)
