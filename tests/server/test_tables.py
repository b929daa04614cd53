"""Seats, watchers, proposals, rematches and the rest, over real sockets."""

import json
import time
from random import Random
from typing import Any

import pytest
from tests.server.kit import Json, Served

import pioche


def started(served: Served, seats: int = 2, **more: Any) -> tuple[Json, list[str]]:
    """Open a table, fill it and begin."""
    opened = served.open(seats=seats, **more)
    return opened, served.fill(opened)


def mover(view: Json) -> int:
    """Return the first seat that owes a decision."""
    return int(view["view"]["to_move"][0])


def reasons(answers: list[Json]) -> list[str]:
    """Return why messages were refused."""
    return [answer["reason"] for answer in answers if answer["type"] == "refused"]


def test_one_screen_may_have_several_seats(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, *keys) as screen:
        assert screen.of("welcome")["seats"] == [0, 1]
        first, second = screen.of("view"), screen.of("view")
        assert [first["seat"], second["seat"]] == [0, 1]
        seat = mover(first)
        view = (first, second)[seat]
        screen.play(view["view"]["moves"][0], view)
        assert screen.of("refused")["reason"] == "broken"  # which seat?
        id = screen.play(view["view"]["moves"][0], view, seat=seat)
        assert screen.of("view", seat=seat)["ack"] == id


def test_the_same_person_may_come_from_two_devices(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, keys[0]) as phone, served.join(opened, keys[0]) as desk:
        one, two = phone.of("view"), desk.of("view")
        assert one["view"] == two["view"]


def test_a_move_sent_twice_counts_once(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, *keys) as screen:
        views = [screen.of("view"), screen.of("view")]
        seat = mover(views[0])
        message = {
            "type": "play",
            "id": "same",
            "move": "draw",
            "at": views[seat]["number"],
        }
        screen.send({**message, "seat": seat})
        count = screen.of("view", ack="same")["count"]
        screen.send({**message, "seat": seat})
        assert screen.of("done", id="same")["repeated"]
        assert served.info(opened)["count"] == count


def test_a_move_upon_an_old_view_is_refused_with_the_present_one(
    served: Served,
) -> None:
    opened, keys = started(served)
    with served.join(opened, *keys) as screen:
        views = [screen.of("view"), screen.of("view")]
        seat = mover(views[0])
        screen.play("draw", views[seat], seat=seat)
        now = screen.of("view", seat=seat)
        screen.play("draw", views[seat], seat=seat)
        assert screen.of("view", seat=seat)["number"] == now["number"]
        assert screen.of("refused")["reason"] == "late"


def test_a_refused_move_names_its_clause_and_why_tells_before(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, *keys) as screen:
        views = [screen.of("view"), screen.of("view")]
        waiting = 1 - mover(views[0])
        screen.play("draw", views[waiting], seat=waiting)
        refused = screen.of("refused")
        assert refused["reason"] == "illegal"
        screen.send({"type": "why", "move": "draw", "seat": waiting})
        because = screen.of("because")
        assert because["clause"] == refused["clause"] != ""
        assert because["fr"] != because["en"]


def test_a_client_that_comes_back_gets_what_it_missed(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, keys[0]) as client:
        first = client.of("view")
    known = len(first["events"])
    with served.join(opened, *keys) as screen:
        views = [screen.of("view"), screen.of("view")]
        seat = mover(views[0])
        screen.play("draw", views[seat], seat=seat)
        screen.of("view", seat=seat)
    with served.join(opened, keys[0], since=known) as client:
        missed = client.of("view")["events"]
        assert missed
        assert missed[0]["n"] == known


def test_a_seat_is_handed_over_by_a_code_that_works_once(served: Served) -> None:
    opened, keys = started(served)
    (answer,) = served.tell(opened, keys[1:], {"type": "hand_over", "id": "h"})
    path = f"/api/tables/{opened['table']['id']}/seats"
    with served.join(opened, keys[1]) as old:
        old.of("view")
        seated = served.ask("POST", path, {"name": "other", "code": answer["code"]})
        assert seated["seat"] == 1
        assert old.of("bye")["reason"] == "replaced"
    assert served.call("POST", path, {"code": answer["code"]})[0] == 403
    status, _ = served.call(
        "POST",
        f"/api/tables/{opened['table']['id']}/messages",
        {"keys": keys[1:], "message": {"type": "ping", "id": "p"}},
    )
    assert status == 401


def test_seats_flow_between_persons_and_bots(served: Served) -> None:
    opened, keys = started(served, 2, pace=0)
    served.tell(opened, keys[:1], {"type": "away", "id": "1", "away": True})
    assert served.info(opened)["seats"][0]["away"]
    served.tell(opened, keys[:1], {"type": "away", "id": "2", "away": False})
    assert not served.info(opened)["seats"][0]["away"]
    served.tell(opened, keys[1:], {"type": "resign", "id": "3"})
    seat = served.info(opened)["seats"][1]
    assert (seat["kind"], seat["left"]) == ("bot", True)
    served.sit(opened, "third", seat=1)
    assert served.info(opened)["seats"][1]["name"] == "third"


def test_a_table_by_invitation_is_closed_to_others(served: Served) -> None:
    opened = served.open()
    path = f"/api/tables/{opened['table']['id']}/seats"
    assert served.call("POST", path, {"name": "x"})[0] == 404
    assert served.call("POST", path, {"name": "x", "invitation": "guess"})[0] == 404
    with served.join(opened) as client:
        assert client.of("refused")["reason"] == "not_allowed"
    listed = served.ask("GET", "/api/tables")
    assert opened["table"]["id"] not in [table["id"] for table in listed]


def test_a_public_table_is_listed_until_it_is_over(served: Served) -> None:
    opened = served.open(public=True)
    id = opened["table"]["id"]
    (row,) = [t for t in served.ask("GET", "/api/tables") if t["id"] == id]
    assert (row["free"], row["names"]) == (1, ["host", ""])
    served.tell(opened, [opened["key"]], {"type": "forget", "id": "f", "table": True})
    assert id not in [t["id"] for t in served.ask("GET", "/api/tables")]
    assert served.call("GET", f"/api/tables/{id}")[0] == 404


def test_a_watcher_sees_what_the_table_lets_watchers_see(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, invitation=opened["invitation"]) as watcher:
        assert watcher.of("view")["seat"] is None
        served.tell(opened, keys[:1], {"type": "show", "id": "s", "show": True})
        watcher.note("shown")
    with served.join(opened, invitation=opened["invitation"]) as watcher:
        assert watcher.of("view")["seat"] is None
        hand = watcher.of("view", seat=0)["view"]["table"]["hand"]
        with served.join(opened, keys[0]) as own:
            assert hand == own.of("view")["view"]["table"]["hand"]


def test_an_open_table_is_watched_moves_later(served: Served) -> None:
    opened, keys = started(served, watch="open", delay=3)
    with (
        served.join(opened, invitation=opened["invitation"]) as watcher,
        served.join(opened, *keys) as screen,
    ):
        assert watcher.of("view")["behind"] == 0
        views = [screen.of("view"), screen.of("view")]
        for _ in range(4):
            seat = mover(views[0])
            view = views[seat]
            screen.play(view["view"]["moves"][-1], view, seat=seat)
            views = [screen.of("view", seat=0), screen.of("view", seat=1)]
        seen = watcher.until(
            lambda m: m["type"] == "view" and m["behind"] == 3 and m["count"] == 1
        )
        assert seen["count"] == 1


def test_a_table_that_lets_nobody_watch(served: Served) -> None:
    opened, _ = started(served, watch="no")
    with served.join(opened, invitation=opened["invitation"]) as client:
        assert client.of("refused")["reason"] == "not_allowed"


def test_a_take_back_needs_the_consent_of_all(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, *keys) as screen:
        views = [screen.of("view"), screen.of("view")]
        seat = mover(views[0])
        before = views[seat]["view"]
        screen.play("draw", views[seat], seat=seat)
        screen.of("view", seat=1)
        screen.send({"type": "propose", "kind": "takeback", "seat": seat})
        offer = screen.note("proposed")["table"]["offer"]
        assert (offer["seat"], offer["to"]) == (seat, 0)
        screen.send({"type": "answer", "agree": False, "seat": 1 - seat})
        assert screen.note("declined")["table"]["offer"] is None
        screen.send({"type": "propose", "kind": "takeback", "seat": seat})
        screen.note("proposed")
        screen.send({"type": "answer", "agree": True, "seat": 1 - seat})
        assert screen.of("view", seat=seat)["view"] == before
        assert screen.note("taken_back")["note"]["count"] == 0
    with served.join(opened, keys[seat]) as client:
        assert client.of("view")["view"] == before


def test_an_unfinished_action_is_undone_without_asking(served: Served) -> None:
    opened, keys = started(served, game="dectana")
    with served.join(opened, *keys) as screen:
        views = [screen.of("view"), screen.of("view")]
        seat = mover(views[0])
        before = views[seat]["view"]
        screen.play(before["moves"][0], views[seat], seat=seat)  # place it …
        placed = screen.of("view", seat=seat)["view"]
        assert placed["table"]["phase"] == "face"  # … but which way?
        screen.send({"type": "propose", "kind": "takeback", "seat": seat})
        assert screen.note("taken_back")["note"]["count"] == 0
        assert screen.views[seat]["view"] == before


def test_alone_with_bots_nobody_needs_to_be_asked(served: Served) -> None:
    opened = served.open(bots={"1": "random"}, begin=True, pace=10_000)
    key = [opened["key"]]
    answers = served.tell(opened, key, {"type": "propose", "id": "p", "kind": "pause"})
    assert not reasons(answers)
    assert served.info(opened)["status"] == "paused"
    served.tell(opened, key, {"type": "resume", "id": "q"})
    assert served.info(opened)["status"] == "playing"


def test_people_speak_and_react_and_the_host_may_end_it(served: Served) -> None:
    opened, keys = started(served)
    with served.join(opened, keys[1]) as client:
        client.of("view")
        text = "<b>bonjour</b>\u202e \x00 à tous\n"
        served.tell(opened, keys[:1], {"type": "say", "id": "s", "text": text})
        said = client.of("said")
        assert (said["text"], said["name"]) == ("<b>bonjour</b> à tous", "host")
        served.tell(opened, keys[:1], {"type": "react", "id": "c", "face": "clap"})
        assert client.of("said")["face"] == "clap"
    with served.join(opened, keys[1]) as client:
        assert client.of("said")["text"] == said["text"]
    served.tell(opened, keys[:1], {"type": "set", "id": "t", "chat": False})
    answers = served.tell(opened, keys[1:], {"type": "say", "id": "u", "text": "no"})
    assert reasons(answers) == ["not_allowed"]
    answers = served.tell(opened, keys[1:], {"type": "set", "id": "v", "chat": True})
    assert reasons(answers) == ["not_allowed"]


def finished(served: Served, **more: object) -> tuple[Json, list[str]]:
    """Play a game of Anthem to its end through one screen."""
    opened = served.open("anthem", 2, **more)
    keys = served.fill(opened)
    with served.join(opened, *keys) as screen:
        views: dict[int, Json] = {0: screen.of("view"), 1: screen.of("view")}
        rng = Random(1)
        for _ in range(2_000):
            seat = mover(views[0])
            move = rng.choice(views[seat]["view"]["moves"])
            screen.play(move, views[seat], seat=seat)
            views = {n: screen.of("view", seat=n) for n in (0, 1)}
            if views[0]["view"]["result"]:
                return opened, keys
    raise AssertionError("the game does not end")


def test_a_rematch_takes_everybody_along_with_seats_rotated(served: Served) -> None:
    opened, keys = finished(served)
    with served.join(opened, keys[1]) as client:
        client.of("view")
        (answer,) = served.tell(opened, keys[:1], {"type": "rematch", "id": "again"})
        assert client.note("rematch")["note"]["table"] == answer["table"]
    (same,) = served.tell(opened, keys[1:], {"type": "rematch", "id": "too"})
    assert same["table"] == answer["table"]
    following = served.info({"table": {"id": answer["table"]}})
    assert [seat["name"] for seat in following["seats"]] == ["guest 1", "host"]
    assert following["commitment"] != opened["table"]["commitment"]
    assert following["parent"] == opened["table"]["id"]
    new = {"table": following}
    for key in keys:
        served.tell(new, [key], {"type": "ready", "id": "r", "share": key[:3]})
    served.tell(new, keys[:1], {"type": "begin", "id": "b"})
    assert served.info(new)["status"] == "playing"


@pytest.mark.parametrize("knew", [None, 0, 1])
def test_a_finished_game_can_be_played_on_from_any_move(
    served: Served, knew: int | None
) -> None:
    opened, _ = finished(served)
    record = served.record(opened)
    then = pioche.replay(record, 3)
    start = {"type": "on_from", "table": opened["table"]["id"], "upto": 3, "knew": knew}
    fork = served.open("anthem", 2, start=start)
    keys = served.fill(fork)
    with served.join(fork, keys[knew or 0]) as client:
        view = client.of("view")["view"]
    assert view == then.view(knew or 0)
    start = {"type": "on_from", "record": record, "upto": 3}
    assert served.open("anthem", 2, start=start)["table"]["commitment"] == ""


def test_a_position_can_be_played(served: Served) -> None:
    game = pioche.deal("uno", 3, "x")
    start = {"type": "position", "position": game.position()}
    opened = served.open("uno", 3, start=start)
    keys = served.fill(opened)
    with served.join(opened, keys[2]) as client:
        assert client.of("view")["view"] == game.view(2)
    broken = {"type": "position", "position": {"game": "uno", "seats": 99}}
    status, answer = served.call(
        "POST", "/api/tables", {"game": "uno", "seats": 3, "start": broken}
    )
    assert status == 400
    assert answer["fr"]


def test_a_game_that_runs_can_be_stepped_through_as_a_seat_saw_it(
    served: Served,
) -> None:
    opened, keys = started(served)
    with served.join(opened, *keys) as screen:
        views = [screen.of("view"), screen.of("view")]
        seat = mover(views[0])
        screen.play("draw", views[seat], seat=seat)
        screen.of("view", seat=1)
    ask = {"table": opened["table"]["id"], "seats": [seat], "keys": [keys[seat]]}
    frames = served.ask("POST", "/api/replay", {**ask, "positions": True})["frames"]
    assert all(frame["position"] is None for frame in frames)  # the game goes on
    assert [frame["count"] for frame in frames] == [0, 1]
    assert frames[0]["views"][0] == views[seat]["view"]
    assert frames[1]["move"] == "draw"
    other: dict[str, Any] = {**ask, "seats": [1 - seat]}
    assert served.call("POST", "/api/replay", other)[0] == 401
    other = {**ask, "keys": [keys[1 - seat]], "seats": [None]}
    assert served.ask("POST", "/api/replay", other)["frames"][1]["move"] == ""


def test_a_record_is_read_position_by_position(served: Served) -> None:
    game = pioche.deal("uno", seats=3, seed="positions")
    ask = {"record": game.record(), "positions": True}
    frames = served.ask("POST", "/api/replay", ask)["frames"]
    assert [frame["position"] for frame in frames] == [game.position()]


def test_a_client_without_sockets_can_poll(served: Served) -> None:
    opened, keys = started(served)
    path = f"/api/tables/{opened['table']['id']}/poll"
    hello = {"type": "hello", "keys": keys[:1]}
    answer = served.ask("POST", path, {"hello": hello})
    view = next(m for m in answer if m["type"] == "view")
    number = served.info(opened)["number"]
    assert view["number"] == number
    start = time.monotonic()
    served.ask("POST", path, {"hello": hello, "number": number, "wait": 300})
    assert time.monotonic() - start > 0.25
    seat = mover(view)
    play = {"type": "play", "id": "1", "move": "draw", "at": number}
    answers = served.tell(opened, [keys[seat]], play)
    assert [answer["type"] for answer in answers] == ["view", "done"]
    assert answers[0]["ack"] == "1"


def test_changes_add_up_to_the_view(served: Served) -> None:
    opened, keys = started(served)
    with (
        served.join(opened, *keys) as whole,
        served.join(opened, keys[0], changes=True) as part,
    ):
        views = [whole.of("view"), whole.of("view")]
        first = part.of("change")
        view = {**first["view"], "table": first["table"]}
        assert view == views[0]["view"]
        for _ in range(12):
            if views[0]["view"]["result"]:
                break
            seat = mover(views[0])
            whole.play(views[seat]["view"]["moves"][0], views[seat], seat=seat)
            views = [whole.of("view", seat=n) for n in (0, 1)]
            change = part.of("change")
            view = {
                **view,
                **change["view"],
                "table": {**view["table"], **change["table"]},
            }
            assert json.dumps(view, sort_keys=True) == json.dumps(
                views[0]["view"], sort_keys=True
            )
            assert change["events"] == views[0]["events"]


def test_bots_play_and_a_hint_is_a_legal_move(served: Served) -> None:
    bots = {"1": "greedy", "2": "random"}
    opened = served.open("uno", 3, bots=bots, begin=True, pace=0)
    with served.join(opened, opened["key"]) as client:
        view = client.until(
            lambda m: m["type"] == "view" and 0 in m["view"]["to_move"], 40
        )
        client.send({"type": "hint"})
        answer = client.of("done", 60)
        assert answer["move"] in view["view"]["moves"]
        client.play(answer["move"], view)
        client.until(lambda m: m["type"] == "view" and 0 in m["view"]["to_move"], 40)


def test_a_table_of_bots_plays_to_its_end_by_itself(served: Served) -> None:
    bots = {"0": "greedy", "1": "random"}
    opened = served.open("anthem", 2, bots=bots, begin=True, pace=0, seat=None)
    for _ in range(200):
        if served.info(opened)["status"] == "over":
            return
        time.sleep(0.1)
    raise AssertionError("the bots have stopped")


def test_ones_own_tables_are_listed_by_their_keys(served: Served) -> None:
    opened, keys = started(served)
    id = opened["table"]["id"]
    mine = {"tables": [{"table": id, "key": key} for key in (*keys, "wrong")]}
    mine["tables"].append({"table": "\0", "key": ""})  # no database takes that
    listed = served.ask("POST", "/api/mine", mine)
    assert [row["seat"] for row in listed] == [0, 1]
    assert [row["turn"] for row in listed].count(True) == 1


def test_a_person_can_be_forgotten(served: Served) -> None:
    opened, keys = started(served)
    served.tell(opened, keys[1:], {"type": "say", "id": "s", "text": "my words"})
    served.tell(opened, keys[1:], {"type": "forget", "id": "f"})
    assert served.info(opened)["seats"][1]["name"] == ""
    with served.join(opened, keys[0]) as client:
        client.of("view")
        assert "my words" not in "".join(client.raw)


def test_only_the_host_begins(served: Served) -> None:
    opened = served.open()
    key = served.sit(opened)
    answers = served.tell(opened, [key], {"type": "begin", "id": "b"})
    assert reasons(answers) == ["not_allowed"]


def test_empty_seats_are_named_or_taken_by_bots(served: Served) -> None:
    opened = served.open(seats=3, pace=10_000)
    key = [opened["key"]]
    assert reasons(served.tell(opened, key, {"type": "begin", "id": "1"})) == [
        "not_now"
    ]
    begin = {"type": "begin", "id": "2", "level": "random"}
    assert not reasons(served.tell(opened, key, begin))
    assert [seat["level"] for seat in served.info(opened)["seats"]] == [
        "",
        "random",
        "random",
    ]
