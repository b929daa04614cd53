"""Commands on the machine: serve tables, back them up, compile, measure."""

import os
from pathlib import Path
from typing import Any

import pioche
from pioche.cli.parts import Arguments, add, add_json, decimal, whole
from pioche.core.errors import say
from pioche.games import kind


def serve(args: Arguments) -> int:
    """Serve the tables: play at the address that is printed."""
    from pioche.server.program import serve

    def ready(port: int) -> None:
        host = f"[{args.host}]" if ":" in args.host else args.host
        address = f"http://{host}:{port}"
        print(
            say(f"Pioche : jouez sur {address}", f"Pioche: play at {address}"),
            flush=True,
        )

    return serve(
        args.host,
        args.port,
        args.db,
        origins=args.origin,
        base=args.base,
        proxies=args.proxies,
        ready=ready,
    )


def backup(args: Arguments) -> int:
    """Copy the database of a server while it runs."""
    from pioche.server.program import default_db
    from pioche.server.store import backup

    size = backup(
        args.db or os.environ.get("PIOCHE_DB") or default_db(), Path(args.file)
    )
    print(say(f"{args.file} : {size} octets", f"{args.file}: {size} bytes"))
    return 0


def build(args: Arguments) -> int:
    """Compile all games ahead, so that no first use has to wait."""
    from pioche.ahead import compile_all

    return compile_all([kind(name).name for name in args.games or pioche.games()])


def bench(args: Arguments) -> int:
    """Measure our figures beside the peers', now."""
    from pioche.bench import command

    return command.run(args)


def describe(commands: Any) -> None:
    """Add these commands to the parser."""
    made = add(
        commands, "serve", serve, "Servir les tables : jouez à l'adresse affichée."
    )
    made.add_argument("--host", default="127.0.0.1")
    made.add_argument("--port", type=whole, default=8000)
    add_database(made)
    made.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help=say("une page d'ailleurs, admise", "a page from elsewhere, let in"),
    )
    made.add_argument(
        "--base",
        default="",
        metavar="URL",
        help=say("l'adresse que voient les joueurs", "the address that players use"),
    )
    made.add_argument(
        "--proxies",
        default="127.0.0.1",
        metavar="ADDRESSES",
        help=say("mandataires de confiance", "proxies to trust"),
    )
    made = add(commands, "backup", backup, "Copier la base d'un serveur qui tourne.")
    made.add_argument("file", metavar="FILE")
    add_database(made)
    made = add(
        commands, "build", build, "Compiler les jeux d'avance, pour ne plus attendre."
    )
    made.add_argument("games", nargs="*", metavar="GAME")
    made = add(
        commands, "bench", bench, "Mesurer nos chiffres à côté de ceux des autres."
    )
    made.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=say("de groupes ou de jeux", "of groups or games"),
    )
    made.add_argument(
        "--quick",
        action="store_true",
        help=say("une fois, en gros", "once and roughly"),
    )
    made.add_argument(
        "--seconds",
        type=decimal,
        metavar="S",
        help=say(
            "par chiffre, au lieu de 0,5 ; les rencontres durent autant de fois plus",
            "for each figure, instead of 0.5; meetings last longer in proportion",
        ),
    )
    add_json(made)


def add_database(command: Any) -> None:
    """Add the address of the database."""
    command.add_argument(
        "--db", default="", metavar="URL", help="sqlite:///… | postgresql://…"
    )
