"""The bots of the tables: they think in processes of their own, never in the loop.

There are three lanes, so that what is quick never waits for what is slow: plain bots,
which also move for those whose time has ended; bots that search; analyses of whole games.
"""

import asyncio
import sys
from random import SystemRandom
from time import perf_counter
from typing import Any, Final, Literal

import msgspec

from pioche.server.metrics import Metrics, log

Json = dict[str, Any]
Lane = Literal["plain", "search", "analysis"]
PLAIN: Final = "greedy"  # the bot of the plain lane
LONGEST: Final[dict[Lane, float]] = {"plain": 5.0, "search": 30.0}  # seconds
#: A worker's first answer for a game may take so many times longer: it loads its code.
FIRST: Final = 4
encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder().decode
chance: Final = SystemRandom()


class Worker:
    """One process that answers questions; it is started by the first."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.starting = asyncio.Lock()
        self.pending: dict[int, asyncio.Future[Any]] = {}
        self.number = 0
        self.reader: asyncio.Task[None] | None = None

    async def ask(self, question: Json) -> Any:
        """Put a question to the process, and await its answer."""
        process = await self.started()
        self.number += 1
        number = self.number
        answer = asyncio.get_running_loop().create_future()
        self.pending[number] = answer
        try:
            assert process.stdin is not None
            process.stdin.write(encode({"id": number, **question}) + b"\n")
            return await answer
        finally:
            self.pending.pop(number, None)

    async def started(self) -> asyncio.subprocess.Process:
        """Return the process; start it when there is none."""
        async with self.starting:
            if self.process is None or self.process.returncode is not None:
                self.process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "pioche.server.worker"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    limit=64_000_000,
                )
                self.reader = asyncio.create_task(self.read(self.process))
            return self.process

    async def read(self, process: asyncio.subprocess.Process) -> None:
        """Hand the answers to those who wait; when the process dies, tell them."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            answer = decode(line)
            waiting = self.pending.get(answer["id"])
            if waiting and not waiting.done():
                if "error" in answer:
                    waiting.set_exception(RuntimeError(answer["error"]))
                else:
                    waiting.set_result(answer["answer"])
        await process.wait()
        for waiting in self.pending.values():
            if not waiting.done():
                waiting.set_exception(RuntimeError("the worker process has ended"))

    async def close(self) -> None:
        """End the process."""
        if self.process and self.process.returncode is None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            try:
                await asyncio.wait_for(self.process.wait(), 2)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()
        if self.reader:
            self.reader.cancel()


class Bots:
    """Asks the worker of the right lane."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.workers: dict[Lane, Worker] = {}
        self.warm: set[tuple[Lane, str]] = set()  # lanes that have answered for a game

    async def choose(
        self, level: str, view: Json, *, claim: bool = False
    ) -> str | None:
        """Return a legal move of the view's seat; None: nothing to say out of turn.

        A bot that fails or takes too long is replaced by the plain one, then by lot.
        """
        moves: list[str] = view["moves"]
        if not moves:
            return None
        if level == "random":
            return chance.choice([None, *moves] if claim else moves)
        for one in dict.fromkeys((level, PLAIN)):
            lane: Lane = "plain" if one == PLAIN else "search"
            seed = f"{chance.getrandbits(128):032x}"
            ask = {"level": one, "view": view, "seed": seed, "claim": claim}
            started = perf_counter()
            known = (lane, view["game"])
            longest = LONGEST[lane] * (1 if known in self.warm else FIRST)
            try:
                question = self.worker(lane).ask({"do": "choose", **ask})
                move = await asyncio.wait_for(question, longest)
            except Exception as error:
                self.metrics.fallbacks += 1
                name = type(error).__name__
                log("bot failed", level=one, game=view["game"], error=name)
                continue
            self.warm.add(known)
            self.metrics.bots += 1
            self.metrics.thinking.observe(perf_counter() - started)
            if move in moves or (claim and move is None):
                return move  # type: ignore[no-any-return]
        return None if claim else chance.choice(moves)

    async def analyse(self, record: str) -> Any:
        """Say what each move of a record cost."""
        return await self.worker("analysis").ask({"do": "analyse", "record": record})

    def worker(self, lane: Lane) -> Worker:
        """Return the worker of a lane."""
        return self.workers.setdefault(lane, Worker())

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*(worker.close() for worker in self.workers.values()))
