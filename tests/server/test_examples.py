"""The example bot plays whole games with nothing but the wire."""

import json
import subprocess
import sys
from pathlib import Path

from tests.server.kit import Served

BOT = str(Path(__file__).parents[2] / "examples/wire_bot.py")


def test_the_wire_bot_plays_against_a_bot_of_the_server(served: Served) -> None:
    command = [sys.executable, BOT, f"http://127.0.0.1:{served.port}"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=True
    )
    assert json.loads(done.stdout.splitlines()[-1])["winners"]


def test_two_wire_bots_play_a_game_of_simultaneous_choices(served: Served) -> None:
    opened = served.open("duckomenta", 2, seat=None)
    id = opened["table"]["id"]
    where = [f"http://127.0.0.1:{served.port}", id, opened["invitation"]]
    command = [sys.executable, BOT, *where]
    bots = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for _ in range(100):
        if all(seat["kind"] == "person" for seat in served.info(opened)["seats"]):
            break
        subprocess.run(["sleep", "0.1"], check=True)
    served.tell(opened, [opened["key"]], {"type": "begin", "id": "b"})
    results = [bot.communicate(timeout=120)[0].splitlines()[-1] for bot in bots]
    assert results[0] == results[1]
