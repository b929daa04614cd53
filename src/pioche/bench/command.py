"""`pioche bench`: measure by groups, say each figure as it comes, put them side by side."""

import json
import os
import platform
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from importlib import import_module, metadata
from pathlib import Path
from typing import Final

from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import pioche
from pioche.bench.figure import QUICK, Bench, Effort, Json, Row, shown
from pioche.core.errors import BadUse, say
from pioche.core.fast import cores

#: The groups of figures in their order: each is a module of this package with `rows`.
GROUPS: Final = {
    "core": ("parties au hasard, appels, lots, démarrages",
             "playouts, calls, batches, starts"),
    "lab": ("parties simulées et gardées", "games simulated and kept"),
    "peers": ("à côté des autres bibliothèques", "beside other libraries"),
    "search": ("la recherche, à côté de C et d'OpenSpiel",
               "the search, beside C and OpenSpiel"),
    "nets": ("les réseaux, face à la recherche", "the nets, against the search"),
    "levels": ("les niveaux et le plafond", "the levels and the ceiling"),
    "ledger": ("le compte de chance et de talent", "the account of luck and skill"),
}  # fmt: skip
Told = tuple[str, Row]  # the group, and a figure of it


def read_names(names: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """Sort names into groups and games; none means all."""
    games = pioche.games()
    for name in names:
        if name not in GROUPS and name not in games:
            there = ", ".join([*GROUPS, *games])
            raise BadUse(
                f"rien ne s'appelle « {name} » ici ; il y a {there}",
                f"nothing is called {name!r} here; there is {there}",
            )
    groups = [name for name in GROUPS if name in names] or list(GROUPS)
    return groups, tuple(name for name in games if name in names)


def group(name: str) -> Bench:
    """Return what measures a group."""
    measure: Bench = import_module(f"pioche.bench.{name}").rows
    return measure


def measure(groups: Sequence[str], effort: Effort) -> Iterator[Told]:
    """Measure groups one after another."""
    for name in groups:
        for row in group(name)(effort):
            yield name, row


def run(args: Namespace) -> int:
    """Measure what is asked for; Ctrl-C keeps what is measured."""
    groups, games = read_names(args.names)
    usual = QUICK if args.quick else Effort()
    if args.seconds is not None and args.seconds <= 0:
        raise BadUse(
            "--seconds : il faut plus que zéro", "--seconds: it must be more than zero"
        )
    seconds = usual.seconds if args.seconds is None else args.seconds
    effort = Effort(seconds, usual.rounds, games or usual.games)
    rows: list[Told] = []
    stopped = False
    try:
        for told in measure(groups, effort):
            rows.append(told)
            print(line(*told), file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        stopped = True
    if args.json:
        found = document(rows, complete=not stopped)
        print(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        show(rows)
    return 130 if stopped else 0


def line(name: str, row: Row) -> str:
    """Write a figure as it comes."""
    beside = f", {row.ratio:.3g} × {row.beside}" if row.ratio is not None else ""
    return f"{name}: {row.what}: {row.measured}{beside} {row.note}".rstrip()


def bound(row: Row) -> str:
    """Write what a row must reach."""
    parts = [(row.least, "≥"), (row.most, "≤")]
    times = " ×" if row.beside else ""
    return " ".join(
        f"{sign} {shown(to)}{times}" for to, sign in parts if to is not None
    )


def verdict(row: Row) -> str:
    """Say whether a row reaches its bound."""
    words = {
        True: say("atteint", "reached"),
        False: say("manqué", "missed"),
        None: "",
    }
    return words[row.reached]


def machine() -> Json:
    """Say what the figures were measured on."""
    return {
        "processor": processor(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": metadata.version("numba"),
        "pioche": metadata.version("pioche"),
    }


def processor() -> str:
    """Name the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if "model name" in line)
    return next(names, platform.processor() or os.uname().machine)


def document(rows: Sequence[Told], *, complete: bool) -> Json:
    """Return all figures as JSON."""
    return {
        "machine": machine(),
        "complete": complete,
        "reached": sum(row.reached is True for _, row in rows),
        "missed": sum(row.reached is False for _, row in rows),
        "rows": [{"group": name, **row.json()} for name, row in rows],
    }


def show(rows: Sequence[Told]) -> None:
    """Print all figures as a table, the groups one after another."""
    to = Console(width=None if sys.stdout.isatty() else 170, highlight=False)
    for name in dict.fromkeys(name for name, _ in rows):
        grid = Table(
            title=f"{name} · {say(*GROUPS[name])}", box=SIMPLE, title_justify="left"
        )
        for head in (
            say("quoi", "what"), say("mesuré", "measured"), say("à côté de", "beside"),
            say("mesuré", "measured"), say("rapport", "ratio"), say("but", "bound"), "",
            say("remarque", "note"),
        ):  # fmt: skip
            grid.add_column(head)
        for _, row in [told for told in rows if told[0] == name]:
            grid.add_row(*map(escape, (
                row.what, row.measured, row.beside,
                shown(row.other) if row.beside else "",
                shown(row.ratio) if row.beside else "", bound(row), verdict(row), row.note,
            )))  # fmt: skip
        to.print(grid)
