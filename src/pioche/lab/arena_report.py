"""What an arena and a training show a person: a bar while they run, tables, plots."""

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as Grid

from pioche.core.errors import BadUse, say
from pioche.lab.arena import Arena

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Json = dict[str, Any]


@contextmanager
def bar(text: str, total: float) -> "Iterator[Callable[[float], None]]":
    """Show how far a run is, on standard error."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True)) as shown:
        task = shown.add_task(text, total=total)
        yield lambda done: shown.update(task, completed=done)


def run(arena: Arena, *, sprt: bool) -> bool:
    """Run an arena with a bar; return whether Ctrl-C ended it."""
    total = arena.deals * len(arena.tables)
    try:
        with bar(f"arena {arena.setting.game}", total) as told:
            arena.run(told, sprt=sprt)
    except KeyboardInterrupt:
        return True
    return False


def show(report: Json) -> None:
    """Print who meets whom, and the ratings."""
    out = Console(file=sys.stdout)
    grid = Grid(title=f"{report['game']} · {report['seats']}")
    for name in (
        say("robot", "bot"), say("contre", "against"), say("part", "share"),
        say("intervalle à 95 %", "95 % interval"), say("équitable", "fair"),
        say("donnes", "deals"),
    ):  # fmt: skip
        grid.add_column(name)
    for row in report["meetings"]:
        grid.add_row(
            row["bot"], row["against"], f"{row['share']:.1%}",
            f"{row['low']:.1%} … {row['high']:.1%}", f"{row['fair']:.1%}",
            str(row["deals"]),
        )  # fmt: skip
    out.print(grid)
    for row in report["ratings"]:
        out.print(f"{row['rating']:6.1f} ± {row['error']:.1f}  {row['bot']}")


def show_verdict(report: Json) -> None:
    """Print what the sequential test says."""
    ratio, verdict = report["sprt"]["ratio"], report["sprt"]["verdict"]
    answers = {
        1: ("le premier est plus fort", "the first is stronger"),
        0: ("rien de sûr encore", "nothing is sure yet"),
        -1: ("le premier n'est pas plus fort", "the first is not stronger"),
    }
    print(f"SPRT {ratio:+.2f} (± {report['sprt']['bound']}): {say(*answers[verdict])}")


def _axes() -> tuple[Any, Any]:
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise BadUse(
            "les courbes demandent matplotlib : pip install 'pioche[lab]'",
            "plots need matplotlib: pip install 'pioche[lab]'",
        ) from error
    figure = Figure(figsize=(7, 4), layout="constrained")
    return figure, figure.add_subplot()


def plot_meetings(report: Json, file: Path) -> None:
    """Draw the shares of a report with their intervals."""
    figure, axes = _axes()
    rows = report["meetings"]
    shares = [row["share"] for row in rows]
    axes.errorbar(
        shares, range(len(rows)), fmt="o",
        xerr=[[r["share"] - r["low"] for r in rows], [r["high"] - r["share"] for r in rows]],
    )  # fmt: skip
    axes.axvline(1 / report["seats"], color="grey", linestyle=":")
    axes.set_yticks(range(len(rows)), [f"{r['bot']} / {r['against']}" for r in rows])
    axes.set_xlabel(say("part", "share"))
    figure.savefig(file)


def plot_curve(curve: list[Json], file: Path) -> None:
    """Draw how a net learned."""
    figure, axes = _axes()
    for name in curve[0]:
        if name.startswith("share"):
            points = [row[name][0] for row in curve]
            halves = [row[name][1] for row in curve]
            minutes = [row["minutes"] for row in curve]
            axes.errorbar(minutes, points, yerr=halves, label=name)
    axes.set_xlabel("minutes")
    axes.legend()
    figure.savefig(file)
