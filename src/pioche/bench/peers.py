"""The peers: what their nearest games do in the same run, on the same processor.

A peer that is not installed is said to be missing: `pip install 'pioche[bench]'`. Pgx
(JAX) and PettingZoo's classic games (pygame) are large and may live elsewhere:
PIOCHE_BENCH_PYTHON names the Python that has them (decision 060).
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any, Final

from pioche.bench import apart
from pioche.bench.core import Player, Stepper
from pioche.bench.figure import Effort, Row, alternate, clocked, in_turn

BATCHES: Final = (1, 8, 64, 512, 1024, 4096, 8192)
#: Pgx's games of cards and tiles. Kuhn's three cards and Leduc's six are no peers of
#: UNO's 112: only Sparrow Mahjong has hands, a stock and draws, so only it has a bound.
NEAREST: Final = "sparrow_mahjong"
SMALL: Final = ("leduc_holdem", "kuhn_poker")
LARGE: Final = ("pgx", "pettingzoo")
MISSING: Final = "not installed: {}; pip install 'pioche[{}]'"


def rows(effort: Effort) -> Iterator[Row]:
    """Measure the peers beside our UNO."""
    two, four = Player("uno", 2, 5), Player("uno", 4, 5)
    what = "uno playouts, 2 seats"
    yield beside(effort, what, two, Peer("rlcard uno, env.step", "rlcard"), 100)
    yield beside(effort, what, two, leduc(), None)
    yield beside(
        effort, "uno, 2 seats, through PettingZoo's loop", face(), leduc(), None
    )
    what = "uno playouts, 4 seats"
    eights = "crazy_eights(players=4)"
    for name, work in (("Python loop", "openspiel"), ("in C++", "openspiel_inside")):
        peer = Peer(f"openspiel crazy_eights, {name}", work, eights)
        yield beside(effort, what, four, peer, None)
    whole = effort.rounds > 1
    yield from batches(effort, NEAREST, BATCHES if whole else BATCHES[:1], 20)
    for name in SMALL if whole else ():
        yield from batches(effort, name, (BATCHES[0], 1024, BATCHES[-1]), None)


def batches(
    effort: Effort, name: str, sizes: tuple[int, ...], least: float | None
) -> Iterator[Row]:
    """Measure batches with masks and observations beside a game of Pgx, which has both.

    A batch of one has no bound: each of its steps is a call from Python, Pgx's are not.
    """
    for size in sizes:
        ours = Stepper("uno", size, full=True)
        peer = Peer(f"pgx {name}", "pgx", name, str(size))
        what = f"uno batch of {size}, masks and observations"
        yield beside(effort, what, ours, peer, least if size > 1 else None)


def leduc() -> "Peer":
    """Return PettingZoo's best known card game."""
    return Peer("pettingzoo leduc_holdem_v4, its loop", "pettingzoo", "leduc_holdem_v4")


def face() -> Callable[[], int] | str:
    """Play UNO through our own PettingZoo environment, by the same loop."""
    try:
        from pioche.rl import aec
    except ImportError as error:
        return MISSING.format(error.name, "rl")
    return apart.documented(aec.env("uno"))


class Peer:
    """A peer's work in a process of its own."""

    def __init__(self, name: str, *words: str) -> None:
        self.name, self.words = name, words

    def start(self) -> tuple[subprocess.Popen[str], dict[str, Any]]:
        """Start the process; return it and its first answer."""
        own = os.environ.get("PIOCHE_BENCH_PYTHON", sys.executable)
        program = own if self.words[0] in LARGE else sys.executable
        process = subprocess.Popen(
            [program, apart.__file__, *self.words], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        return process, answer(process)

    @property
    def extra(self) -> str:
        """Name what must be installed."""
        return "bench-large" if self.words[0] in LARGE else "bench"


def answer(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Read a line of a peer's; nothing once it has crashed."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found: dict[str, Any] = json.loads(line) if line else {}
    return found


def beside(  # noqa: PLR0913  # a row has many parts
    effort: Effort,
    what: str,
    ours: Callable[[], int] | str,
    peer: Peer,
    least: float | None,
    unit: str = "steps/s",
) -> Row:
    """Measure a work of ours in turn with a peer's."""
    if isinstance(ours, str):
        return Row(what, None, unit, peer.name, least=least, note=ours)
    process, ready = peer.start()
    try:
        if "rate" not in ready and "ready" not in ready:
            name = ready.get("missing")
            note = MISSING.format(name, peer.extra) if name else "the peer has crashed"
            mine = alternate(effort, ours)[0]
            return Row(what, mine, unit, peer.name, least=least, note=note)
        ours()  # loading is not measured
        rates = clocked(ours), lambda seconds: ask(process, seconds)
        mine, theirs = in_turn(effort, *rates)
        note = f"ready after {ready['ready']:.0f} s" if ready["ready"] > 5 else ""
        return Row(what, mine, unit, peer.name, theirs or None, least, note=note)
    finally:
        process.kill()
        process.communicate()


def ask(process: subprocess.Popen[str], seconds: float) -> float:
    """Let a peer work for some seconds; return its rate, 0 once it has crashed."""
    assert process.stdin is not None
    try:
        print(seconds, file=process.stdin, flush=True)
    except BrokenPipeError:
        return 0.0
    return float(answer(process).get("rate", 0.0))
