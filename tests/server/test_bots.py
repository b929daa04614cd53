"""Bots at tables: none delays another, none leaves a table waiting."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from tests.server.kit import housed, ones_turn

import pioche
from pioche.server import bots, wire
from pioche.server.bots import Bots, Worker
from pioche.server.metrics import Metrics
from pioche.server.own import OwnMove
from pioche.server.room import Room


class Stuck(Worker):
    """A worker that never answers."""

    async def ask(self, _: dict[str, Any]) -> Any:
        await asyncio.Event().wait()


def test_a_bot_that_does_not_answer_is_replaced_by_a_plain_one(
    monkeypatch: Any,
) -> None:
    monkeypatch.setitem(bots.LONGEST, "search", 0.01)
    view = pioche.deal("uno", 2, "x").view(0)
    view["moves"] = ["draw"]

    async def job() -> str | None:
        asked = Bots(Metrics())
        asked.workers["search"] = asked.workers["analysis"] = Stuck()
        move = await asked.choose("level:6", view)
        assert asked.metrics.fallbacks == 1
        assert asked.workers["plain"].number == 1
        await asked.close()
        return move

    assert asyncio.run(job()) == "draw"


def test_a_worker_may_load_a_game_before_it_answers(monkeypatch: Any) -> None:
    monkeypatch.setitem(bots.LONGEST, "plain", 0.2)

    class Slow(Worker):
        """Answers later than a bot may."""

        async def ask(self, question: dict[str, Any]) -> Any:
            await asyncio.sleep(0.3)
            return question["view"]["moves"][0]

    async def job() -> list[int]:
        asked = Bots(Metrics())
        asked.workers["plain"] = Slow()
        game = pioche.deal("uno", 2, "x")
        failed = []
        for _ in range(2):
            await asked.choose("greedy", game.view(game.to_move[0]))
            failed.append(asked.metrics.fallbacks)
        return failed

    assert asyncio.run(job()) == [0, 1]


def test_when_every_worker_fails_a_move_is_drawn_by_lot(monkeypatch: Any) -> None:
    monkeypatch.setattr(bots, "LONGEST", {"search": 0.01, "plain": 0.01})
    game = pioche.deal("uno", 2, "x")
    view = game.view(game.to_move[0])

    async def job() -> None:
        asked = Bots(Metrics())
        asked.workers["search"] = asked.workers["plain"] = Stuck()
        assert await asked.choose("level:6", view) in view["moves"]
        assert await asked.choose("greedy", view, claim=True) is None

    asyncio.run(job())


def at_a_table(
    tmp_path: Path, new: wire.NewTable, job: Callable[[Room], Awaitable[None]]
) -> None:
    """Open a table in this process and do something with it."""

    async def whole() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            opened = await house.open(new)
            await job(house.rooms[opened.table.id])

    asyncio.run(whole())


def test_a_clock_whose_timer_rings_early_is_wound_again(tmp_path: Path) -> None:
    async def job(room: Room) -> None:
        early = room.pulse.clock
        assert early is not None
        early.cancel()
        room.pulse.time_out()
        assert room.pulse.clock not in (early, None)
        assert not room.pulse.thinking

    at_a_table(tmp_path, ones_turn(clock=wire.Clock("move", 60_000)), job)


def test_a_bot_is_asked_once_for_each_position(tmp_path: Path) -> None:
    async def job(room: Room) -> None:
        asked: list[int] = []

        async def choose(_: str, view: dict[str, Any]) -> str:
            asked.append(view["count"])
            return str(view["moves"][0])

        vars(room.house.bots)["choose"] = choose
        while room.table.status == "playing" and room.table.count < 60:
            await asyncio.sleep(0.001)
        assert asked[:50] == sorted(set(asked))[:50]

    bots = {"0": "greedy", "1": "greedy"}
    new = wire.NewTable("anthem", 2, seat=None, bots=bots, begin=True, pace=0)
    at_a_table(tmp_path, new, job)


def test_a_bots_move_is_late_once_its_seat_has_moved_on(tmp_path: Path) -> None:
    async def job(room: Room) -> None:
        table = room.table
        while not any(table.places[seat].moved for seat in table.to_move):
            await asyncio.sleep(0.001)
        game, seat = table.game, table.to_move[0]
        assert game is not None
        moved, move = table.places[seat].moved, game.moves(seat)[0]
        assert OwnMove(seat, move, "bot", moved - 1).lines(room) == []
        (line,) = OwnMove(seat, move, "bot", table.number).lines(room)
        assert (line.seat, line.move) == (seat, move)  # type: ignore[union-attr]

    bots = {"0": "random", "1": "random"}
    new = wire.NewTable("uno", 2, seat=None, bots=bots, begin=True, pace=1)
    at_a_table(tmp_path, new, job)
