"""Clocks: their arithmetic, and what happens when time ends."""

import asyncio
from pathlib import Path
from typing import Any

from tests.server.kit import Served, housed, ones_turn

from pioche.server.clock import Clocks, Downtime
from pioche.server.house import House
from pioche.server.upkeep import Upkeep
from pioche.server.wire import Clock

PLAYER = Clock("player", 60_000, 2_000)


def test_a_players_clock_runs_only_while_it_owes_a_decision() -> None:
    clocks = Clocks(PLAYER, 2, Downtime())
    clocks.turn([0], None, 0)
    assert clocks.remains(0, 10_000) == 50_000
    assert clocks.remains(1, 10_000) == 60_000
    clocks.turn([1], 0, 10_000)
    assert clocks.remains(0, 99_000) == 52_000  # with its increment


def test_a_clock_for_each_move_starts_full() -> None:
    clocks = Clocks(Clock("move", 5_000), 2, Downtime())
    clocks.turn([0], None, 0)
    clocks.turn([0], 0, 4_000)
    assert clocks.remains(0, 4_000) == 5_000


def test_a_pause_costs_nobody() -> None:
    clocks = Clocks(PLAYER, 1, Downtime())
    clocks.turn([0], None, 0)
    clocks.pause(1_000)
    assert clocks.remains(0, 50_000) == 59_000
    clocks.resume(50_000)
    assert clocks.remains(0, 51_000) == 58_000


def test_who_comes_back_during_a_pause_starts_at_its_end() -> None:
    clocks = Clocks(PLAYER, 1, Downtime())
    clocks.turn([0], None, 0)
    clocks.pause(10_000)
    clocks.restart(0, 40_000)
    clocks.resume(50_000)
    assert clocks.remains(0, 51_000) == 59_000


def test_time_without_a_server_is_nobodys() -> None:
    down = Downtime([(10_000, 20_000), (30_000, 31_000)])
    clocks = Clocks(PLAYER, 1, down)
    clocks.turn([0], None, 5_000)
    assert clocks.elapsed(0, 35_000) == 30_000 - 11_000
    assert down.within(15_000, 16_000) == 1_000
    assert down.within(31_000, 90_000) == 0
    assert down.began(31_000) == 30_000
    assert down.began(90_000) == 90_000


def test_a_claim_of_another_leaves_the_clock_running() -> None:
    clocks = Clocks(PLAYER, 3, Downtime())
    clocks.turn([0], None, 0)
    clocks.turn([0], 2, 7_000)
    assert clocks.remains(0, 8_000) == 52_000


def test_at_the_end_of_time_a_bot_plays_that_move_and_after_three_it_stays(
    served: Served,
) -> None:
    clock = {"kind": "move", "time": 1000, "strikes": 2}
    opened = served.open(bots={"1": "random"}, clock=clock, begin=True, pace=0)
    with served.join(opened, opened["key"]) as client:
        view = client.until(
            lambda m: m["type"] == "view" and m["view"]["to_move"] == [0]
        )
        assert view["clocks"]["running"] == [0]
        assert 0 < view["clocks"]["left"][0] <= 1000
        note = client.note("time_out")["note"]
        assert note["seat"] == 0
        client.note("stands_in")
        assert served.info(opened)["seats"][0]["away"]
        client.send({"type": "away", "away": False})
        client.note("back")
        assert not served.info(opened)["seats"][0]["away"]


def test_the_time_in_which_no_server_ran_is_given_back(
    tmp_path: Path, monkeypatch: Any
) -> None:
    now = [1_000_000_000_000]
    monkeypatch.setattr(House, "now", staticmethod(lambda: now[0]))
    db = f"sqlite:///{tmp_path}/a.db"

    async def before() -> str:
        async with housed(db) as house:
            opened = await house.open(ones_turn(clock=PLAYER))
            now[0] += 2_000
            await Upkeep(house).keep(1)  # the last sign of life
            return opened.table.id

    async def after(id: str) -> int:
        async with housed(db) as house:
            return (await house.find(id)).table.clocks.remains(0, now[0])

    id = asyncio.run(before())
    now[0] += 3_600_000
    assert asyncio.run(after(id)) == 58_000
