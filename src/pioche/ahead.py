"""Compiling ahead: every game's machine code, made before anybody waits for it."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from pioche.core.errors import say

WORKERS: Final = 2  # two processes halve the time; more would only share the cores

#: What a process runs for one game: each entry point is asked for once.
SCRIPT: Final = """
import sys
import pioche
from pioche.ahead import touch
touch(sys.argv[1])
"""


def touch(name: str) -> None:
    """Call every compiled entry point of a game once."""
    import pioche

    fast = pioche.compiled(name)
    seats = fast.kind.rules.SEATS[0]
    fast.playouts(seats, 1)
    batch = fast.batch(1, seats)
    out = fast.row()
    seat = int(batch.actor[0])
    fast.entry.legal_at(batch.states, 0, seat, out)
    batch.step(out[:1].copy())
    fast.entry.forbids_at(batch.states, 0, 0, 0)
    fast.entry.to_move_at(batch.states, 0)
    fast.entry.shares_at(batch.states, 0, batch.reward[0])
    fast.entry.imagine_at(batch.states, 0, 0)
    fast.entry.observe_at(batch.states, 0, 0, batch.observation[0])
    seat = int(batch.actor[0])
    fast.entry.legal_at(batch.states, 0, seat, out)
    fast.entry.turn_at(batch.states, 0, seat, int(out[0]), out)
    from pioche.bots.engine import engine

    engine(name).touch()


def compile_all(names: list[str]) -> int:
    """Compile games in separate processes, with a bar, and report failures."""
    console = Console(stderr=True, soft_wrap=True, highlight=False)
    start = time.monotonic()
    failed = 0
    with (
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            console=console,
        ) as bar,
        ThreadPoolExecutor(WORKERS) as pool,
    ):
        task = bar.add_task("pioche build", total=len(names))
        runs = {pool.submit(run, name): name for name in names}
        for done in as_completed(runs):
            error = done.result()
            if error:
                failed += 1
                console.print(f"{runs[done]}: {error}", markup=False)
            bar.advance(task)
    console.print(
        f"{len(names) - failed} / {len(names)} · {time.monotonic() - start:.0f} s"
    )
    return 1 if failed else 0


def run(name: str) -> str:
    """Compile one game in a process of its own; return what went wrong."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, name],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines()
    if done.returncode < 0 or not lines:
        why = say(
            f"arrêté par le système (signal {-done.returncode})",
            f"stopped by the system (signal {-done.returncode})",
        )
    else:
        why = lines[-1]
    then = say(
        "ce jeu sera compilé à son premier usage ; ou relancez « pioche build »",
        "this game will be compiled when it is first used; or run 'pioche build' again",
    )
    return f"{why}; {then}"
