"""The process in which bots think: a JSON question a line in, an answer a line out.

It ends when its input does, that is, with the server.
"""

import contextlib
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from typing import Any, Final

import msgspec

Json = dict[str, Any]
encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder().decode


@cache
def bot(level: str) -> Any:
    """Make a bot, once a level; bots keep nothing from one choice to the next."""
    from pioche.bots import bot as make

    return make(level)


def choose(question: Json) -> str | None:
    """Let a bot choose a move, or say whether it speaks out of turn."""
    player = bot(question["level"])
    ask = player.claim if question["claim"] else player.choose
    move = ask(question["view"], question["seed"])
    return None if move is None else str(move)


def analyse(question: Json) -> Json:
    """Say what each move of a record cost."""
    report: Json = import_module("pioche.bots.analysis").report(question["record"])
    return report


DO: Final[dict[str, Callable[[Json], Any]]] = {"choose": choose, "analyse": analyse}


def main() -> None:
    """Answer until the input ends."""
    with contextlib.suppress(OSError):
        os.nice(5)  # the tables come first
    out, lock = sys.stdout.buffer, threading.Lock()
    sys.stdout = sys.stderr  # a stray print must not break the line protocol

    def answer(question: Json) -> None:
        reply: Json = {"id": question["id"]}
        try:
            reply["answer"] = DO[question["do"]](question)
        except Exception as error:
            reply["error"] = type(error).__name__  # its text might name a card
        with lock:
            out.write(encode(reply) + b"\n")
            out.flush()

    with ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as threads:
        for line in sys.stdin.buffer:
            threads.submit(answer, decode(line))
        threads.shutdown(wait=False, cancel_futures=True)
        os._exit(0)


if __name__ == "__main__":
    main()
