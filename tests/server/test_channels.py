"""Every way to ask about a running table, at two tables that a seat cannot tell apart.

The second table has the hidden cards of the first dealt anew. Whatever a seat (or a
watcher) asks, over whichever channel, must be answered with the same bytes.
"""

import importlib
import json
import re
from random import Random
from typing import Any

import pytest
from tests.play import GAMES
from tests.server.kit import Json, Served

import pioche
from pioche.games import kind

SEATS = {"uno": 3, "anthem": 3, "duckomenta": 3, "dectana": 3, "kardashev": 2}
MOMENTS = (0, 9, 30)
#: What differs between two tables, whatever their cards.
TIMES = re.compile(r'"(now|created|changed|at)":\d+')


def after(game: str, moves: int, rng: Random) -> pioche.Game | None:
    """Return a game after so many moves at random, if it lasts as long."""
    played = pioche.deal(game, SEATS.get(game, 2), str(rng.random()))
    for _ in range(moves):
        if played.over:
            return None
        seat = rng.choice(played.to_move)
        played.play(seat, rng.choice(played.moves(seat)))
    return None if played.over else played


def requests(
    opened: Json, keys: list[str], seat: int | None, moves: list[str]
) -> list[tuple[str, str, Json | None]]:
    """List what may be asked of a table without a socket."""
    id, invitation = opened["table"]["id"], opened["invitation"]
    own = keys[seat : seat + 1] if seat is not None else []
    hello: Json = {"type": "hello", "keys": own, "invitation": invitation}
    new: Json = {"game": opened["table"]["game"], "seats": len(keys)}
    replay: Json = {
        "table": id,
        "keys": own,
        "invitation": invitation,
        "positions": True,
    }
    asked: list[tuple[str, str, Json | None]] = [
        ("GET", f"/api/tables/{id}", None),
        ("GET", f"/api/tables/{id}/record", None),
        ("POST", f"/api/tables/{id}/poll", {"hello": hello, "wait": 0}),
        ("POST", f"/api/tables/{id}/poll", {"hello": {**hello, "changes": True}}),
        ("POST", "/api/replay", {**replay, "seats": [seat]}),
        ("POST", "/api/analysis", {"table": id}),
        ("POST", "/api/mine", {"tables": [{"table": id, "key": key} for key in own]}),
        ("POST", "/api/tables", {**new, "start": start(id, None)}),
        ("POST", "/api/tables", {**new, "start": start(id, seat)}),
        *(
            ("POST", "/api/replay", {**replay, "seats": [other]})
            for other in range(len(keys))
            if other != seat
        ),
    ]
    messages: list[Json] = [
        {"type": "why", "id": f"y{n}", "move": m} for n, m in enumerate(moves)
    ]
    messages.append({"type": "play", "id": "p", "move": moves[0], "at": 10_000})
    path = f"/api/tables/{id}/messages"
    return asked + [("POST", path, {"keys": own, "message": m}) for m in messages]


def start(table: str, knew: int | None) -> Json:
    """Ask to play on from a table."""
    return {"type": "on_from", "table": table, "upto": 0, "knew": knew}


def answers(
    served: Served, position: Json, seat: int | None, moves: list[str]
) -> list[str]:
    """Open a table at a position, ask everything, and return what differs by cards only."""
    game, seats = position["game"], position["seats"]
    opened = served.open(game, seats, start={"type": "position", "position": position})
    keys = [opened["key"], *(served.sit(opened) for _ in range(1, seats))]
    served.tell(opened, keys[:1], {"type": "begin", "id": "b"})
    found = []
    for method, path, body in requests(opened, keys, seat, moves):
        status, answer = served.call(method, path, body)
        text = f"{path} {status} {json.dumps(answer, separators=(',', ':'))}"
        for secret in (opened["invitation"], *keys):
            assert secret not in text
        found.append(TIMES.sub("", text).replace(opened["table"]["id"], "ID"))
    return found


@pytest.mark.parametrize("moves", MOMENTS)
@pytest.mark.parametrize("game", GAMES)
def test_no_channel_tells_what_a_seat_may_not_know(
    game: str, moves: int, served: Served
) -> None:
    try:
        hidden: Any = importlib.import_module(f"tests.secrets.{game}")
    except ModuleNotFoundError:
        pytest.skip("this game has not told its secrets")
    rng = Random(moves)
    played = next(g for _ in range(99) if (g := after(game, moves, rng)))
    texts = rng.sample(list(kind(game).rules.MOVES), 8)
    for seat in (*range(played.seats), None):
        position = played.position()
        other = hidden.redeal(played.position(), seat, rng)
        told = [answers(served, cards, seat, texts) for cards in (position, other)]
        assert told[0] == told[1]
