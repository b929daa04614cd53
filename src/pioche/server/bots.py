"""The bots of the tables: they think in a process of their own, never in the loop."""

import asyncio
import os
import sys
from random import SystemRandom
from time import perf_counter
from typing import Any, Final

import msgspec

from pioche.server.metrics import Metrics, log

Json = dict[str, Any]
LONGEST: Final = 30.0  # seconds; then a move is drawn by lot
encode: Final = msgspec.json.Encoder().encode
decode: Final = msgspec.json.Decoder().decode
chance: Final = SystemRandom()


class Bots:
    """Asks a worker process, which is started when the first bot is needed."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.process: asyncio.subprocess.Process | None = None
        self.starting = asyncio.Lock()
        self.pending: dict[int, asyncio.Future[Any]] = {}
        self.number = 0
        self.reader: asyncio.Task[None] | None = None

    async def choose(
        self, level: str, view: Json, *, claim: bool = False
    ) -> str | None:
        """Return a legal move of the view's seat; None: nothing to say out of turn."""
        started = perf_counter()
        moves: list[str] = view["moves"]
        if not moves:
            return None
        if level == "random":
            return chance.choice([None, *moves] if claim else moves)
        try:
            seed = f"{chance.getrandbits(128):032x}"
            ask = {
                "do": "choose",
                "level": level,
                "view": view,
                "seed": seed,
                "claim": claim,
            }
            move = await asyncio.wait_for(self.ask(ask), LONGEST)
        except Exception as error:
            self.metrics.fallbacks += 1
            log(
                "bot failed", level=level, game=view["game"], error=type(error).__name__
            )
            return None if claim else chance.choice(moves)
        self.metrics.bots += 1
        self.metrics.thinking.observe(perf_counter() - started)
        return move if move is None or move in moves else chance.choice(moves)

    async def ask(self, question: Json) -> Any:
        """Put a question to the worker process, and await its answer."""
        process = await self.worker()
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

    async def worker(self) -> asyncio.subprocess.Process:
        """Return the worker process; start it when there is none."""
        async with self.starting:
            if self.process is None or self.process.returncode is not None:
                environment = dict(os.environ)
                self.process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "pioche.server.worker"),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    env=environment,
                    limit=64_000_000,
                )
                self.reader = asyncio.create_task(self.read(self.process))
            return self.process

    async def read(self, process: asyncio.subprocess.Process) -> None:
        """Hand the worker's answers to those who wait; when it dies, tell them."""
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
        """End the worker process."""
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
