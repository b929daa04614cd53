"""What a person sees of a long run, on standard error: how far, how fast, how long yet."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table as Grid

from pioche.core.errors import say
from pioche.lab.simulate import Report


@contextmanager
def bar(text: str, total: float, unit: str = "") -> Iterator[Callable[[float], None]]:
    """Show how far a run is, its rate and the time that is left."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
        TaskProgressColumn(show_speed=True), TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task(text, total=total, rate="")

        def told(done: float) -> None:
            speed = shown.tasks[0].speed
            rate = f"{speed:,.0f} {unit}/s" if speed and unit else ""
            shown.update(task, completed=done, rate=rate)

        yield told


def show_simulation(report: Report, out: str | None) -> None:
    """Print what a simulation found."""
    to = Console(file=sys.stdout)
    grid = Grid(title=f"{report.setting.game} · {len(report.setting.bots)}")
    for name in (
        say("place", "seat"), say("robot", "bot"), say("part", "share"),
        say("± à 99 %", "± at 99 %"),
    ):  # fmt: skip
        grid.add_column(name)
    for seat, (mean, half) in enumerate(report.shares):
        grid.add_row(str(seat), report.setting.bots[seat], f"{mean:.2%}", f"{half:.2%}")
    to.print(grid)
    moves = report.moves / max(report.games, 1)
    to.print(
        say(
            f"{report.games} parties, {moves:.1f} coups par partie",
            f"{report.games} games, {moves:.1f} moves a game",
        )
    )
    if out and report.games < report.asked:
        note = say(
            f"{report.games} parties sont gardées ; la même commande continue",
            f"{report.games} games are kept; the same command goes on",
        )
        print(note, file=sys.stderr)
