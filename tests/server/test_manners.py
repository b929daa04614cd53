"""People who change their minds, ask twice, or all at once."""

import asyncio
import threading
import time
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from tests.secrets.uno import redeal
from tests.server.kit import Json, Served, housed, ones_turn

import pioche
from pioche.server import house as houses
from pioche.server import replays, wire
from pioche.server.errors import No
from pioche.server.pulse import WINDOW
from pioche.server.store import Append, Outcome


def told(served: Served, opened: Json, key: str, what: str, **more: Any) -> Json:
    """Send a message; return its answer."""
    message = {"type": what, "id": f"{what}{time.monotonic_ns()}", **more}
    return served.tell(opened, [key], message)[-1]


def test_a_proposal_may_be_withdrawn(served: Served) -> None:
    opened = served.open(seats=3)
    keys = served.fill(opened)
    assert told(served, opened, keys[0], "propose", kind="pause")["type"] == "done"
    agreed = told(served, opened, keys[0], "answer", agree=True)
    assert agreed["reason"] == "not_now"
    told(served, opened, keys[1], "answer", agree=True)
    told(served, opened, keys[1], "answer", agree=False)
    assert served.info(opened)["offer"] is None
    told(served, opened, keys[1], "propose", kind="pause")
    assert served.info(opened)["offer"]["seat"] == 1


def test_two_rematches_at_once_leave_one_table(served: Served) -> None:
    opened = served.open("anthem", public=True, pace=0)
    keys = served.fill(opened)
    for key in keys:
        told(served, opened, key, "away", away=True)
    while served.info(opened)["status"] != "over":
        time.sleep(0.05)
    answers: list[Json] = []
    threads = [
        threading.Thread(
            target=lambda key: answers.append(told(served, opened, key, "rematch")),
            args=(key,),
        )
        for key in keys * 3
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (next_one,) = {answer["table"] for answer in answers}
    assert next_one == served.info(opened)["rematch"]
    parents = [
        served.info({"table": row})["parent"]
        for row in served.ask("GET", "/api/tables")
    ]
    assert parents.count(opened["table"]["id"]) == 1


def test_one_hint_at_a_time(tmp_path: Path) -> None:
    async def job() -> list[wire.FromServer]:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            go_on = asyncio.Event()

            async def choose(_: str, view: Json) -> str:
                await go_on.wait()
                return str(view["moves"][0])

            vars(house.bots)["choose"] = choose
            opened = await house.open(ones_turn())
            key, id = opened.key, opened.table.id
            first = asyncio.create_task(
                house.post(id, wire.Post([key], wire.Hint("1")))
            )
            await asyncio.sleep(0.01)
            second = await house.post(id, wire.Post([key], wire.Hint("2")))
            go_on.set()
            third = wire.Post([key], wire.Hint("3"))
            texts = [*await first, *second, *await house.post(id, third)]
            return [msgspec.json.decode(t, type=wire.FromServer) for t in texts]

    one, two, three = asyncio.run(job())
    assert isinstance(one, wire.Done)
    assert one.move
    assert isinstance(two, wire.Refused)
    assert two.reason == "not_now"
    assert isinstance(three, wire.Done)


def test_only_so_many_analyses_are_under_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(houses, "MOST_ANALYSES", 1)
    monkeypatch.setattr(replays, "check", lambda _: None)

    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            go_on = asyncio.Event()

            async def analyse(record: str) -> Json:
                await go_on.wait()
                return {"of": record}

            vars(house.bots)["analyse"] = analyse
            task = house.begin_analysis("one", "one")
            with pytest.raises(No, match="too many"):
                await house.analysis(wire.AskAnalysis("two"))
            go_on.set()
            assert (await task) == {"of": "one"}
            report = (await house.analysis(wire.AskAnalysis("two"))).report
            assert report == {"of": "two"}

    asyncio.run(job())


def test_what_is_no_record_is_not_analysed(served: Served) -> None:
    status, answer = served.call("POST", "/api/analysis", {"record": "no record"})
    assert status == 400
    assert "pioche record 1" in answer["en"]


def test_who_polls_is_told_that_the_table_is_gone(served: Served) -> None:
    opened = served.open()
    path = f"/api/tables/{opened['table']['id']}/poll"
    ask = {
        "hello": {"type": "hello", "keys": [opened["key"]]},
        "number": opened["table"]["number"],
    }
    answers: list[tuple[int, Json]] = []
    poll = threading.Thread(
        target=lambda: answers.append(served.call("POST", path, ask))
    )
    start = time.monotonic()
    poll.start()
    time.sleep(0.2)
    told(served, opened, opened["key"], "forget", table=True)
    poll.join()
    assert answers[0][0] == 404
    assert time.monotonic() - start < 15


def test_bots_wait_as_long_whether_a_hand_holds_a_claim_or_not(tmp_path: Path) -> None:
    """With the jump-in the person may lay the very card that lies on the pile."""
    options = {"jump_in": True}
    game = next(
        g
        for n in count()
        if (g := pioche.deal("uno", 3, str(n), options)).claims == (0,)
    )
    rng = Random(1)
    other = next(
        position
        for _ in count()
        if pioche.from_position(position := redeal(game.position(), 1, rng)).claims
        == ()
    )

    async def job() -> list[float]:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            paces = []
            for position in (game.position(), other):
                start = wire.FromPosition(position)
                bots = {"1": "random", "2": "random"}
                new = wire.NewTable("uno", 3, bots=bots, begin=True, start=start)
                room = house.rooms[(await house.open(new)).table.id]
                assert room.table.game is not None
                paces.append(room.pulse.pace(room.table.game))
            return paces

    assert asyncio.run(job()) == [WINDOW, WINDOW]


def test_who_finds_a_table_early_comes_to_the_same_one(tmp_path: Path) -> None:
    """Its row is in the database before its opener hears that it is."""

    async def job() -> None:
        async with housed(f"sqlite:///{tmp_path}/a.db") as house:
            append, early = house.store.append, []

            def slow(written: Append) -> None:
                done = written.done

                def later(outcome: Outcome) -> None:
                    early.append(asyncio.create_task(house.find(written.table)))
                    house.loop.call_later(0.1, done, outcome)

                written.done = later
                append(written)

            vars(house.store)["append"] = slow
            opened = await house.open(wire.NewTable("uno", 2))
            assert await early[0] is house.rooms[opened.table.id]

    asyncio.run(job())
