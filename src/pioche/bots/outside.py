"""Bots of other programs: JSON lines over their standard input and output (docs/bots.md).

One question a line, one answer a line, with the number of the question. A bot that dies,
is late or answers nonsense is an error that says so; it never passes for a move.
"""

import contextlib
import json
import shlex
import subprocess
import threading
from queue import Empty, Queue
from typing import Any, Final

from pioche.core.errors import BadBot

Json = dict[str, Any]
PROTOCOL: Final = 1
WAIT_SECONDS: Final = 30.0  # for an answer


class Outside:
    """A bot behind a command: `cmd:examples/bot_stdio.py`."""

    def __init__(self, command: str, seconds: float = WAIT_SECONDS) -> None:
        self.name = f"cmd:{command}"
        self.seconds = seconds
        self.number = 0
        self.lock = threading.Lock()  # one question at a time
        self.answers: Queue[str | None] = Queue()
        try:
            self.process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                bufsize=1,
            )
        except (OSError, ValueError) as error:
            raise self._refuse(f"{error}", f"{error}") from error
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        try:
            self._greet()
        except BadBot:
            self.close()
            raise

    def _greet(self) -> None:
        """Agree on the protocol."""
        hello = self._ask({"ask": "hello", "protocol": PROTOCOL})
        if hello.get("protocol") != PROTOCOL:
            raise self._refuse(
                f"il ne parle pas le protocole {PROTOCOL} : {hello}",
                f"it does not speak protocol {PROTOCOL}: {hello}",
            )

    def choose(self, view: Json, seed: str = "") -> str:
        """Return the move that the program answers; it must be legal."""
        answer = self._ask({"ask": "choose", "view": view, "seed": seed})
        if answer.get("move") not in view["moves"]:
            raise self._refuse(
                f"il joue {answer.get('move')!r}, qui n'est pas permis",
                f"it plays {answer.get('move')!r}, which is not legal",
            )
        return str(answer["move"])

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return what the program says out of turn, or None."""
        answer = self._ask({"ask": "claim", "view": view, "seed": seed})
        if answer.get("move") not in [None, *view["moves"]]:
            raise self._refuse(
                f"il joue {answer.get('move')!r}, qui n'est pas permis",
                f"it plays {answer.get('move')!r}, which is not legal",
            )
        return answer.get("move")

    def close(self) -> None:
        """End the program: its input ends, and after a second it is stopped."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # it may have gone already
            self.process.stdin.close()
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.listener.join()

    def _listen(self) -> None:
        """Queue what the program writes, and None when it ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put(line)
        self.process.stdout.close()
        self.answers.put(None)

    def _ask(self, question: Json) -> Json:
        """Put a question and wait for its answer."""
        with self.lock:
            self.number += 1
            line = json.dumps({"n": self.number, **question}, ensure_ascii=False)
            assert self.process.stdin is not None
            try:
                self.process.stdin.write(line + "\n")
                self.process.stdin.flush()
                heard = self.answers.get(timeout=self.seconds)
            except Empty:
                raise self._refuse(
                    f"pas de réponse en {self.seconds:g} s",
                    f"no answer within {self.seconds:g} s",
                ) from None
            except (OSError, ValueError):
                heard = None
        if heard is None:
            raise self._refuse("le programme s'est arrêté", "the program has ended")
        return self._read(heard)

    def _read(self, line: str) -> Json:
        """Read an answer to the last question."""
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or answer.get("n") != self.number:
            raise self._refuse(
                f"il répond {line.strip()[:80]!r} à la question {self.number}",
                f"it answers {line.strip()[:80]!r} to question {self.number}",
            )
        return answer

    def _refuse(self, fr: str, en: str) -> BadBot:
        return BadBot(f"robot « {self.name} » : {fr}", f"bot {self.name!r}: {en}")
