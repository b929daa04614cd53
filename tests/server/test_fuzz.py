"""Malformed, huge, out of order, replayed, forged: never a 500, never a stuck table."""

import json
import random
import string
from typing import Any, get_args

import msgspec
import pytest
from tests.server.kit import Client, Json, Served
from websockets.exceptions import ConnectionClosed

from pioche.server import wire

KINDS = get_args(wire.FromClient)
TAGS = [kind.__struct_config__.tag for kind in KINDS]
ROUNDS = 1_500


def junk(rng: random.Random, depth: int = 0) -> Any:
    """Make any JSON value."""
    choice = rng.randrange(9 if depth < 3 else 7)
    makers: list[Any] = [
        lambda: None,
        lambda: rng.random() < 0.5,
        lambda: rng.choice([0, 1, -1, 15, 16, 2**31, 2**63, 2**70, -(2**65)]),
        lambda: rng.choice([1e308, -0.0, 0.5]),
        lambda: "".join(rng.choices(string.printable, k=rng.randrange(30))),
        lambda: rng.choice(
            ["\u0000", "\u202e", "é" * 5000, "</script>", "'; DROP TABLE log"]
        ),
        lambda: rng.choice(["draw", "play red-7-love", "uno", "1", "greedy"]),
        lambda: [junk(rng, depth + 1) for _ in range(rng.randrange(4))],
        lambda: {
            str(junk(rng, 3)): junk(rng, depth + 1) for _ in range(rng.randrange(4))
        },
    ]
    return makers[choice]()


def message(rng: random.Random, keys: list[str], known: list[Json]) -> str | bytes:
    """Make a message that is wrong somewhere, or only comes at the wrong time."""
    choice = rng.randrange(10)
    if choice == 0:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(200)))
    if choice == 1:
        return "".join(rng.choices(string.printable, k=rng.randrange(200)))
    if choice == 2:
        return json.dumps(junk(rng))
    if choice == 3 and known:
        return json.dumps(rng.choice(known))  # replayed
    kind = rng.choice(KINDS)
    made: Json = {
        "type": rng.choice(TAGS) if choice == 4 else kind.__struct_config__.tag
    }
    for field in msgspec.structs.fields(kind):
        if rng.random() < 0.8 or field.required:
            made[field.encode_name] = likely(rng, field.encode_name, keys)
    if choice == 5:
        made[rng.choice(list(made))] = junk(rng)
    if made["type"] in ("forget", "resign"):
        made["type"] = "ping"  # these do what they say
    known.append(made)
    return json.dumps(made)


def likely(rng: random.Random, name: str, keys: list[str]) -> Any:
    """Make a value that may be right."""
    if rng.random() < 0.1:
        return junk(rng)
    values: dict[str, list[Any]] = {
        "seat": [None, 0, 1, 2, 9],
        "on": [0, 1, 2],
        "at": [0, 1, 10, 10_000],
        "to": [None, 0, 1, 99],
        "keys": [keys, keys[:1], [], ["forged"]],
        "move": ["draw", "keep", "uno", "play red-7-love", "nonsense"],
        "level": ["random", "greedy", "", "level:99"],
        "kind": ["takeback", "pause"],
        "face": ["clap"],
        "lang": ["fr"],
        "protocol": [1, 1, 2],
        "since": [0, -1, 7],
        "text": ["hello", "x" * 500],
        "email": ["a@b", "a\nb@c", ""],
    }
    if name in values:
        return rng.choice(values[name])
    if name in ("agree", "away", "show", "chat", "hints", "public", "changes", "table"):
        return rng.random() < 0.5
    return f"{rng.randrange(30)}"


def drain(client: Client) -> int:
    """Read what is there, keep the views, and count the moves that were played."""
    played = 0
    try:
        while True:
            text = client.socket.recv(0.005)
            assert "server error" not in str(text), text
            received = json.loads(text)
            if received["type"] == "view":
                client.views[received["seat"]] = received
                played += received["ack"] != ""
    except TimeoutError:
        return played


def legal(rng: random.Random, views: dict[Any, Json], known: list[Json]) -> str | None:
    """Make a move that is fine, if a view tells one: the table must get on."""
    fit = [v for v in views.values() if v["seat"] is not None and v["view"]["moves"]]
    if not fit:
        return None
    view = rng.choice(fit)
    made = {
        "type": "play",
        "id": f"{rng.randrange(10**6)}",
        "seat": view["seat"],
        "at": view["number"],
        "move": rng.choice(view["view"]["moves"]),
    }
    known.append(made)
    return json.dumps(made)


def gets_on(served: Served, opened: Json, keys: list[str]) -> None:
    """Take the seats back, resume, and play a move: the table must not be stuck."""
    for n, key in enumerate(keys):
        served.tell(opened, [key], {"type": "away", "id": f"back {n}", "away": False})
    if served.info(opened)["status"] == "paused":
        served.tell(opened, keys[:1], {"type": "resume", "id": "go on"})
    if served.info(opened)["status"] == "over":
        return
    with served.join(opened, *keys) as screen:
        views = [screen.of("view") for _ in keys]
        seat = views[0]["view"]["to_move"][0]
        id = screen.play(views[seat]["view"]["moves"][0], views[seat], seat=seat)
        screen.of("view", ack=id)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_live_socket_survives_anything(seed: int, served: Served) -> None:
    rng = random.Random(seed)
    opened = served.open("uno", 3, pace=0)
    keys = served.fill(opened)
    known: list[Json] = []
    played = 0
    client = served.join(opened, *keys)
    for _ in range(ROUNDS):
        try:
            fine = legal(rng, client.views, known) if rng.random() < 0.2 else None
            client.socket.send(fine or message(rng, keys, known))
            if rng.random() < 0.3:
                played += drain(client)
            if rng.random() < 0.02:  # the fuzz may have left its seats
                hello = {"type": "hello", "keys": keys}
                client.socket.send(json.dumps(hello))
        except ConnectionClosed:
            client.close()
            client = served.join(opened, *keys)
    client.close()
    gets_on(served, opened, keys)
    assert played > 5
    assert served.call("GET", "/healthz")[0] == 200


def test_the_first_message_must_be_hello(served: Served) -> None:
    opened = served.open()
    with served.join(opened, opened["key"], protocol=99) as client:
        assert client.of("bye")["reason"] == "old"


def test_a_huge_frame_ends_only_its_own_connection(served: Served) -> None:
    opened = served.open()
    with served.join(opened, opened["key"]) as client:
        client.of("welcome")
        client.socket.send("x" * 200_000)
        with pytest.raises(ConnectionClosed):
            client.of("never")
    assert served.info(opened)["status"] == "waiting"


def test_a_forged_key_opens_nothing(served: Served) -> None:
    opened = served.open()
    served.fill(opened)
    with served.join(opened, "forged", "", opened["key"][:-1]) as client:
        assert client.of("refused")["reason"] == "not_allowed"


def test_random_bodies_are_refused_with_reasons(served: Served) -> None:
    rng = random.Random(5)
    opened = served.open()
    id = opened["table"]["id"]
    paths = [
        "/api/tables", f"/api/tables/{id}/seats", f"/api/tables/{id}/messages",
        f"/api/tables/{id}/poll", "/api/mine", "/api/verify", "/api/replay",
        "/api/tables/nothing/seats", "/api/tables/%00/seats", "/api/analysis",
    ]  # fmt: skip
    for _ in range(400):
        body = junk(rng)
        if rng.random() < 0.7:
            body = {
                name: junk(rng)
                for name in (
                    "game",
                    "seats",
                    "record",
                    "table",
                    "hello",
                    "message",
                    "options",
                )
                if rng.random() < 0.6
            }
            body["game"] = rng.choice(["uno", "chess", 7])
            body["wait"] = 0
        status, answer = served.call("POST", rng.choice(paths), body)
        assert status < 500, (body, answer)
        if status >= 400:
            assert answer["fr"]
            assert answer["en"]


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # schemathesis keeps its connections
def test_the_openapi_schema_holds_under_fuzzing(served: Served) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from hypothesis import HealthCheck, given, settings

    schema = schemathesis.openapi.from_url(
        f"http://127.0.0.1:{served.port}/api/schema/openapi.json"
    )
    for result in schema.get_all_operations():
        operation = result.ok()
        if operation.path.endswith("/poll"):
            continue

        @given(case=operation.as_strategy())
        @settings(
            max_examples=15,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            database=None,
        )
        def fuzz(case: Any) -> None:
            response = case.call()
            assert response.status_code < 500, (case, response.text)

        fuzz()
