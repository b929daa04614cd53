"""`pioche balance`: what it is asked, and what it answers."""

import argparse
import hashlib
import json
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

from rich.console import Console

from pioche.core.errors import BadUse, say
from pioche.core.kind import Kind, written
from pioche.games import kind
from pioche.lab import progress, report, variants
from pioche.lab.balance import Plan
from pioche.lab.findings import Text

Json = dict[str, Any]
Other = tuple[Text, Plan]
INTERRUPTED = 130
SEATS = "seats"  # what every report varies


def run(args: argparse.Namespace, options: Json) -> int:
    """Make the report that was asked for; Ctrl-C keeps what is done."""
    of = kind(args.game)
    plan = read_plan(of, args, options)
    others = read_others(of, plan, args)
    outs = [Path(name) for name in args.out]
    for out in outs:
        report.check_name(out)
    cells = len(plan.tables) * len(plan.levels) * (len(others) + 1)
    with progress.bar(f"balance {args.game}", cells) as told:
        made = report.versus(plan, others, told) if others else report.full(plan, told)
    if not made.cells:
        print(
            say("rien n'est encore mesuré", "nothing is measured yet"), file=sys.stderr
        )
        return INTERRUPTED
    for out in outs:
        report.write(made, out)
    if args.json:
        print(json.dumps(made.json(), ensure_ascii=False, indent=1))
    else:
        show(made, outs)
    return 0 if made.complete else INTERRUPTED


def show(made: report.Report, outs: list[Path]) -> None:
    """Print the findings."""
    to = Console(highlight=False)
    for found in made.findings:
        to.print(f"• {say(found.fr, found.en)}", soft_wrap=True)
    for out in outs:
        print(say(f"rapport : {out}", f"report: {out}"), file=sys.stderr)


def read_plan(of: Kind, args: argparse.Namespace, options: Json) -> Plan:
    """Read what is to be played."""
    if args.games < 1 or args.seconds <= 0:
        raise BadUse(
            "il faut au moins une partie et plus de zéro seconde",
            "at least one game and more than no time are needed",
        )
    seats = (of.check_seats(args.seats),) if args.seats is not None else ()
    if seats and SEATS in args.vary:
        raise BadUse(
            "--vary seats mesure tous les nombres de joueurs : laissez --seats",
            "--vary seats measures every number of players: leave --seats out",
        )
    plan = Plan(
        of.name, args.games, args.seconds, seed=args.seed or "balance", seats=seats
    )
    return replace(plan, options=of.complete(options, plan.tables[0]))


def read_others(of: Kind, plan: Plan, args: argparse.Namespace) -> list[Other]:
    """Read what the game is compared with: each option's other values, cards, a copy."""
    varied = [option for option in args.vary if option != SEATS]
    found = [other for option in varied for other in vary(of, plan, option)]
    if args.other_cards:
        found.append(with_cards(of, plan, Path(args.other_cards)))
    if args.against:
        found.append(against(of, plan, Path(args.against)))
    return found


def vary(of: Kind, plan: Plan, option: str) -> list[Other]:
    """Take every other value of an option."""
    of.complete({option: None} if option not in plan.options else None, plan.tables[0])
    found = []
    for value in of.option(option).values:
        if value != plan.options[option]:
            options = of.complete({**plan.options, option: value}, plan.tables[0])
            name = f"{option} = {written(value)}"
            found.append(((name, name), replace(plan, options=options)))
    return found


def with_cards(of: Kind, plan: Plan, file: Path) -> Other:
    """Take another card list."""
    if of.name != "kardashev":
        raise BadUse(
            f"seul kardashev a des listes de cartes, pas {of.name} : "
            "voyez --against DOSSIER pour une copie modifiée du jeu",
            f"only kardashev has card lists, not {of.name}: "
            "see --against FOLDER for a changed copy of the game",
        )
    made = import_module(f"{of.package}.sets").load(file)
    return (file.name, file.name), replace(plan, game=made.name)


def against(of: Kind, plan: Plan, folder: Path) -> Other:
    """Take a changed copy of the game's folder."""
    sources = sorted(path for path in folder.glob("*") if path.is_file())
    data = b"".join(path.read_bytes() for path in sources)
    name = f"{of.name}-{hashlib.sha256(data).hexdigest()[:8]}"
    made = variants.load(of.name, folder, name)
    return (folder.name, folder.name), replace(plan, game=made.name)
