"""The server under load: whole games over the wire, beside a bare room echo.

The load comes from load.c, compiled when needed, on the other core. Every figure is of
one run; the ratio compares with a Litestar room echo measured in the same run. Where the
machine is shared, moves per second of the server's own processor time say more than
moves a second: both are printed.
"""

import argparse
import asyncio
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
HERE: Final = Path(__file__).parent
SEATS: Final = 4


def compile_load(folder: Path) -> Path:
    """Compile the load generator."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        raise SystemExit("the load generator needs a C compiler (cc)")
    program = folder / "load"
    subprocess.run([compiler, "-O2", "-o", program, HERE / "load.c"], check=True)
    return program


def cores() -> tuple[set[int], set[int]]:
    """Split the machine: one core for the server, another for the load."""
    have = sorted(os.sched_getaffinity(0))
    return {have[0]}, {have[-1]}


@contextmanager
def running(what: str, db: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run this module's server (or echo) in a process of its own, on its core."""
    command = [sys.executable, "-m", "pioche.bench.server", f"--{what}", "--db", db]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    os.sched_setaffinity(process.pid, cores()[0])
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def memory(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def spent(pid: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Caller:
    """Asks the server over one connection."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port)

    def __call__(self, method: str, path: str, body: Json | None = None) -> Any:
        """Ask, and return the JSON answer."""
        headers = {"Content-Type": "application/json"}
        text = json.dumps(body) if body is not None else None
        self.connection.request(method, path, text, headers)
        answer = self.connection.getresponse()
        data = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {data[:300]!r}")
        return json.loads(data)


def open_tables(
    port: int, game: str, tables: int, file: Path, *, begin: bool = True
) -> None:
    """Open tables, seat four clients at each, and write their keys down."""
    call = Caller(port)
    rows = []
    for _ in range(tables):
        opened = call("POST", "/api/tables", {"game": game, "seats": SEATS})
        id, keys = opened["table"]["id"], [opened["key"]]
        for _ in range(1, SEATS):
            sit = {"invitation": opened["invitation"], "share": "x"}
            keys.append(call("POST", f"/api/tables/{id}/seats", sit)["key"])
        rows += [f"{id} {key}" for key in keys]
        if begin:
            message = {"type": "begin", "id": "b"}
            post = {"keys": keys[:1], "message": message}
            call("POST", f"/api/tables/{id}/messages", post)
    file.write_text("\n".join(rows) + "\n")


def load(program: Path, pid: int, arguments: list[str]) -> Json:
    """Run the load generator; return its figures and the server's own."""
    process = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, text=True)
    os.sched_setaffinity(process.pid, cores()[1])
    assert process.stdout is not None
    used = {}
    figures: Json = {}
    for line in process.stdout:
        word = line.split()[0]
        used[word] = spent(pid), time.perf_counter(), memory(pid)
        if line.startswith("{"):
            figures = json.loads(line)
    if process.wait() != 0:
        raise RuntimeError("the load generator has failed")
    cpu = used["END"][0] - used["WARM"][0]
    wall = used["END"][1] - used["WARM"][1]
    figures["server_cpu"] = round(cpu / wall, 3)
    figures["moves_per_cpu_s"] = round(figures["moves_s"] * wall / cpu) if cpu else None
    figures["rss_mb"] = round(used["END"][2], 1)
    return figures


def measure(options: argparse.Namespace) -> Json:
    """Run everything that was asked for."""
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        program = compile_load(folder)
        file = folder / "seats"
        changes = str(int(not options.whole))
        found: Json = {"game": options.game, "cores": os.cpu_count()}
        seconds = str(options.seconds)
        with running("serve", options.db or f"sqlite:///{folder}/bench.db") as (
            server,
            port,
        ):
            found["rss_ready_mb"] = round(memory(server.pid), 1)
            open_tables(port, options.game, options.tables, file)
            found["rss_tables_mb"] = round(memory(server.pid), 1)
            common = [str(port), str(SEATS), str(file), "game"]
            if options.rate:
                rate = [*common, "open", str(options.rate), seconds, "2", changes]
                found["at_rate"] = load(program, server.pid, rate)
            open_tables(port, options.game, options.busy, file)
            full = [*common, "closed", "0", seconds, "1", changes]
            found["saturated"] = load(program, server.pid, full)
        with running("echo", "") as (server, port):
            rows = [f"t{n // SEATS} k{n % SEATS}" for n in range(options.busy * SEATS)]
            file.write_text("\n".join(rows) + "\n")
            echo = [
                str(port),
                str(SEATS),
                str(file),
                "echo",
                "closed",
                "0",
                seconds,
                "1",
                "0",
            ]
            found["echo"] = load(program, server.pid, echo)
        for unit in ("moves_s", "moves_per_cpu_s"):
            ratio = found["saturated"][unit] / found["echo"][unit]
            found[f"ratio_{unit}"] = round(ratio, 3)
        return found


def serve_bench(db: str) -> None:
    """Serve with no limits of rate, for the load comes from one address."""
    from pioche.server.program import serve

    serve(port=0, db=db, limits=0, ready=lambda port: print(port, flush=True))


def echo() -> None:
    """Serve a bare Litestar room echo: decode, answer four, nothing else."""
    import msgspec
    import uvicorn
    from litestar import Litestar, WebSocket, websocket

    class Move(msgspec.Struct):
        type: str
        id: str
        seat: int
        at: int
        pad: str

    rooms: dict[str, list[WebSocket[Any, Any, Any]]] = {}
    decode = msgspec.json.Decoder(Move).decode
    encode = msgspec.json.Encoder().encode

    @websocket("/api/tables/{id:str}/live")
    async def room(socket: WebSocket[Any, Any, Any], id: str) -> None:
        await socket.accept()
        seats = rooms.setdefault(id, [])
        seats.append(socket)
        while True:
            move = decode(await socket.receive_text())
            text = encode(move).decode()
            for seat in seats:
                await seat.send_text(text)

    class Told(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            print(self.servers[0].sockets[0].getsockname()[1], flush=True)

    config = uvicorn.Config(
        Litestar([room], openapi_config=None, logging_config=None),
        port=0,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="critical",
        access_log=False,
    )
    asyncio.run(Told(config).serve())


def main(arguments: list[str] | None = None) -> int:
    """Measure, or serve as one of the measured."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="uno")
    parser.add_argument("--tables", type=int, default=1250, help="tables at the rate")
    parser.add_argument(
        "--rate", type=float, default=2000, help="moves a second; 0: skip"
    )
    parser.add_argument("--busy", type=int, default=125, help="tables when saturated")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--whole", action="store_true", help="whole views, not changes")
    parser.add_argument("--db", default="")
    parser.add_argument("--folder", default=None, help="where the database lies")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--echo", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.serve:
        serve_bench(options.db)
    elif options.echo:
        echo()
    else:
        print(json.dumps(measure(options), indent=None if options.json else 2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
