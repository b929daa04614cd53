"""A bot over the wire: HTTP and one WebSocket, nothing of Pioche's.

    python wire_bot.py http://127.0.0.1:8000                    opens a table, prints its link
    python wire_bot.py http://127.0.0.1:8000 TABLE INVITATION   takes a seat there

It plays any game, for each view carries the legal moves: here it takes one at random.
Needs only `websockets`. Any language can do the same: docs/wire.md has every message.
"""

import json
import random
import sys
import urllib.request
from typing import Any

from websockets.sync.client import connect

Json = dict[str, Any]


def ask(server: str, path: str, body: Json) -> Json:
    """Post a JSON body, and return the JSON answer."""
    head = {"Content-Type": "application/json"}
    text = json.dumps(body).encode()
    request = urllib.request.Request(server + path, text, head)  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        found: Json = json.load(answer)
    return found


def choose(view: Json) -> str | None:
    """Choose a move of a view, or None when nothing is asked of this seat."""
    if view["seat"] in view["to_move"] and view["moves"]:
        return str(random.choice(view["moves"]))
    return None


def play(server: str, table: str, key: str) -> Json:
    """Play a seat to the end of its game; return the result."""
    address = server.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    with connect(address, max_size=None) as socket:
        socket.send(json.dumps({"type": "hello", "keys": [key]}))
        answered = -1  # the table's number when we moved last
        for text in socket:
            message = json.loads(text)
            if message["type"] == "refused":
                answered = -1  # something happened in between; the next view is newer
            if message["type"] != "view":
                continue
            view = message["view"]
            if view["result"]:
                result: Json = view["result"]
                return result
            move = choose(view)
            if move and message["number"] > answered:
                answered = message["number"]
                played = {
                    "type": "play",
                    "id": str(answered),
                    "move": move,
                    "at": answered,
                }
                socket.send(json.dumps(played))
    raise ConnectionError("the server has ended the connection")


def main() -> None:
    """Open a table against a bot of the server's, or join one by its invitation."""
    server, *where = sys.argv[1:]
    if where:
        table, invitation = where
        sit = {
            "name": "wire bot",
            "invitation": invitation,
            "share": f"{random.random()}",
        }
        key = ask(server, f"/api/tables/{table}/seats", sit)["key"]
    else:
        new = {
            "game": "uno",
            "seats": 2,
            "bots": {"1": "random"},
            "begin": True,
            "pace": 0,
        }
        opened = ask(server, "/api/tables", new)
        table, key = opened["table"]["id"], opened["key"]
        print(f"{server}/t/{table}#{opened['invitation']}")
    print(json.dumps(play(server, table, key)))


if __name__ == "__main__":
    main()
