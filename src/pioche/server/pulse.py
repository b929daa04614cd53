"""What happens at a table without a message: clocks end, bots move and speak up."""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from pioche.core.table import Game
from pioche.server import judge
from pioche.server.own import OwnMove

if TYPE_CHECKING:
    from pioche.server.room import Room

WINDOW: Final = 2.5  # seconds that bots leave persons for a claim out of turn
ELSEWHERE: Final = 3.0  # seconds before a bot moves for another server process


class Pulse:
    """The clock of a table that runs now, and its bots."""

    __slots__ = ("clock", "room", "spoken", "thinking")

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.clock: asyncio.TimerHandle | None = None
        self.thinking: set[int] = set()  # seats whose bots think
        self.spoken: dict[int, int] = {}  # the count at which bots were asked to claim

    def stop(self) -> None:
        """Let the clock ring no more."""
        if self.clock:
            self.clock.cancel()
            self.clock = None

    def look_ahead(self) -> None:
        """See to the clock and to the bots that owe a move."""
        self.stop()
        table = self.room.table
        if table.status != "playing" or self.room.deleted or self.room.house.shutting:
            return
        if self.room.busy:
            return  # when what is being written is durable, `next` looks again
        game = table.game
        assert game is not None
        if table.clocks.since:
            now = self.room.house.now()
            end = table.clocks.next_end(self.awaited, now)
            if end is not None:
                wait = max(0.0, (end - now) / 1000) + self.head_start
                self.clock = self.room.house.loop.call_later(wait, self.time_out)
        if all(p.plays for p in table.places):
            return
        pace, claims = self.pace(game), game.claims
        for seat in game.to_move:
            if table.places[seat].automatic and seat not in self.thinking:
                self.begin_thinking(partial(self.think, seat, pace), seat)
        for seat in claims:
            told = self.spoken.get(seat) == game.state.count
            if table.places[seat].automatic and not told:
                self.spoken[seat] = game.state.count
                wait = pace * (0.2 + 0.4 * secrets.randbelow(1000) / 1000)
                self.room.house.start(self.speak_up(seat, wait))

    @property
    def head_start(self) -> float:
        """How long the process that wrote the last line goes first."""
        return 0.0 if self.room.mine else ELSEWHERE

    def pace(self, game: Game) -> float:
        """Return how long bots wait: longer where a person may have a claim.

        Who really has one is not asked, for that lies in hands, and would show in the
        time that bots take.
        """
        pace = self.room.table.open.pace / 1000
        others = set(self.room.table.persons).difference(game.to_move)
        return max(pace, WINDOW) if pace and others and game.expects_claim else pace

    @property
    def awaited(self) -> list[int]:
        """The seats whose person's time may end: no bot thinks for them yet."""
        return [seat for seat in self.room.table.persons if seat not in self.thinking]

    def begin_thinking(
        self, thought: Callable[[], Coroutine[Any, Any, None]], seat: int
    ) -> None:
        """Let a bot think for a seat, one at a time."""
        self.thinking.add(seat)

        async def finish() -> None:
            try:
                await thought()
            finally:
                self.thinking.discard(seat)
                self.look_ahead()

        self.room.house.start(finish())

    async def think(self, seat: int, wait: float) -> None:
        """Let a bot think about its move, and play it."""
        await asyncio.sleep(wait + self.head_start)
        game, place = self.room.table.game, self.room.table.places[seat]
        if game is None or seat not in self.room.table.to_move or not place.automatic:
            return
        at = self.room.table.number
        move = await self.room.house.bots.choose(place.level, game.view(seat))
        if move is not None and not self.room.deleted:
            self.room.submit(OwnMove(seat, move, "bot", at))

    async def speak_up(self, seat: int, wait: float) -> None:
        """Let a bot speak out of turn, if it wants to."""
        await asyncio.sleep(wait + self.head_start)
        game, place = self.room.table.game, self.room.table.places[seat]
        if game is None or self.room.table.status != "playing" or not place.automatic:
            return
        if seat in game.claims:
            at, view = self.room.table.number, game.view(seat)
            move = await self.room.house.bots.choose(place.level, view, claim=True)
            if move is not None and not self.room.deleted:
                self.room.submit(OwnMove(seat, move, "bot", at))

    def time_out(self) -> None:
        """See whose time has ended, and let a bot play that one move."""
        self.clock = None
        now, clocks = self.room.house.now(), self.room.table.clocks
        for seat in self.awaited:
            if seat in clocks.since and clocks.remains(seat, now) == 0:
                self.begin_thinking(partial(self.play_for, seat), seat)
        # A timer may ring a moment before the clock of the log has come to the end.
        self.look_ahead()

    async def play_for(self, seat: int) -> None:
        """Play one move for a person whose time has ended."""
        game = self.room.table.game
        if game is None or seat not in self.room.table.to_move:
            return
        at = self.room.table.number
        move = await self.room.house.bots.choose(judge.STAND_IN, game.view(seat))
        if move is not None and not self.room.deleted:
            self.room.submit(OwnMove(seat, move, "clock", at))
