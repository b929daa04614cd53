"""Commands that play many games: simulate, arena, balance, train."""

import os
from pathlib import Path
from typing import Any

from pioche.cli.parts import (
    Arguments,
    add,
    add_cards,
    add_game,
    add_json,
    add_seed,
    add_table,
    decimal,
    put,
    read_options,
    seats_of,
    whole,
)
from pioche.core.errors import BadUse, say
from pioche.games import kind


def simulate(args: Arguments) -> int:
    """Simulate many games, here or on a Ray cluster, and keep them as Parquet."""
    from pioche.lab import progress
    from pioche.lab import simulate as lab

    of = kind(args.game)
    seats = seats_of(args, of)
    bots = lab.read_bots(args.bots, seats, of)
    options = of.complete(read_options(of, args.set), seats)
    if args.games < 1 or (args.threads is not None and args.threads < 1):
        raise BadUse(
            "il faut au moins une partie et un fil",
            "at least one game and one thread are needed",
        )
    if args.games > lab.MOST_GAMES:
        raise BadUse(
            f"{args.games} parties sont trop : au plus {lab.MOST_GAMES}",
            f"{args.games} games are too many: {lab.MOST_GAMES} at most",
        )
    setting = lab.Setting(args.game, bots, args.seed or "", options, args.table)
    backend = lab.backend(setting, args.threads, args.ray, keep=bool(args.out))
    out = Path(args.out) if args.out else None
    with progress.bar(
        f"simulate {args.game}", args.games, say("parties", "games")
    ) as told:
        report = lab.run(setting, args.games, backend, out, told)
    if args.json:
        put(report.json())
    else:
        progress.show_simulation(report, args.out)
    return 0 if report.games >= args.games else 130


def arena(args: Arguments) -> int:
    """Let bots meet, each deal from every seat; with --sprt, until it is sure."""
    from pioche.lab import arena_report as report
    from pioche.lab.arena import Arena, Setting

    of = kind(args.game)
    seats = seats_of(args, of)
    options = of.complete(read_options(of, args.set), of.check_seats(seats))
    bots = tuple(text for text in args.bots.split(",") if text)
    setting = Setting(args.game, seats, bots, args.seed or "arena", options)
    played = Arena(setting, args.pairs, Path(args.out) if args.out else None)
    stopped = report.run(played, sprt=args.sprt)
    if not any(played.done):
        return 130
    found = played.report()
    if args.plot:
        report.plot_meetings(found, Path(args.plot))
    if args.json:
        put(found)
    else:
        report.show(found)
        if args.sprt:
            report.show_verdict(found)
    return 130 if stopped else int(args.sprt and found["sprt"]["verdict"] < 0)


def balance(args: Arguments) -> int:
    """Report how balanced a game is, or what an option, cards or a changed copy do to it."""
    from pioche.lab import balance_command

    return balance_command.run(args, read_options(kind(args.game), args.set))


def train(args: Arguments) -> int:
    """Train a game's net from games against itself; Ctrl-C keeps what is learned."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # two threads share the work
    from pioche.lab.train import command, plan_for

    kind(args.game)
    plan = plan_for(
        args.game, seed=args.seed, wide=args.wide, narrow=args.narrow,
        minutes=args.minutes, method=args.method, start=args.start,
    )  # fmt: skip
    found, stopped = command(plan, Path(args.out or f"{args.game}.npz"))
    if args.json:
        put(found)
    return 130 if stopped else 0


def describe(commands: Any) -> None:
    """Add these commands to the parser."""
    describe_simulate(commands)
    describe_arena(commands)
    describe_balance(commands)
    describe_train(commands)


def describe_simulate(commands: Any) -> None:
    """Add what `simulate` takes."""
    made = add(
        commands,
        "simulate",
        simulate,
        "Jouer beaucoup de parties, ici ou sur une grappe Ray, et les garder en Parquet.",
    )
    add_game(made)
    add_table(made)
    made.add_argument(
        "--games",
        type=whole,
        required=True,
        metavar="N",
        help=say("combien de parties", "how many"),
    )
    made.add_argument(
        "--bots",
        default="random",
        metavar="BOT,BOT,…",
        help=say("un pour tous, ou un par place", "one for all, or one a seat"),
    )
    made.add_argument(
        "--out",
        metavar="FILE.parquet",
        help=say("on peut reprendre un fichier commencé", "resumes"),
    )
    made.add_argument(
        "--table",
        choices=("games", "seats", "decisions"),
        default="games",
        help=say("ce qu'une ligne du fichier décrit", "what a row of the file is"),
    )
    made.add_argument("--threads", type=whole, metavar="N")
    made.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help=say("sans adresse : ici", "without one: start here"),
    )
    add_json(made)


def describe_arena(commands: Any) -> None:
    """Add what `arena` takes."""
    made = add(
        commands,
        "arena",
        arena,
        "Opposer des robots, chaque donne vue de chaque place ; --sprt : jusqu'à en être sûr.",
    )
    add_game(made)
    add_table(made)
    add_cards(made)
    made.add_argument("--bots", required=True, metavar="BOT,BOT")
    made.add_argument(
        "--pairs",
        type=whole,
        default=100,
        metavar="N",
        help=say("donnes", "deals"),
    )
    made.add_argument(
        "--sprt",
        action="store_true",
        help=say("s'arrêter dès que c'est sûr", "stop when it is sure"),
    )
    made.add_argument(
        "--out",
        metavar="FILE.parquet",
        help=say("chaque partie ; se reprend", "every game; resumes"),
    )
    made.add_argument("--plot", metavar="FILE.svg")
    add_json(made)


def describe_balance(commands: Any) -> None:
    """Add what `balance` takes."""
    made = add(
        commands,
        "balance",
        balance,
        "Dire si un jeu est équilibré, ou ce qu'une option ou des cartes y changent.",
    )
    add_game(made)
    add_table(made)
    made.add_argument(
        "--vary",
        action="append",
        default=[],
        metavar="OPTION",
        help=say(
            "une option, ou « seats » : tous les nombres de joueurs",
            "an option, or 'seats': every number of players",
        ),
    )
    made.add_argument(
        "--cards",
        dest="other_cards",
        metavar="FILE",
        help=say("face à une autre liste de cartes", "against another card list"),
    )
    made.add_argument(
        "--against",
        metavar="FOLDER",
        help=say("une copie modifiée du jeu", "a changed copy of the game"),
    )
    made.add_argument(
        "--games",
        type=whole,
        default=1_000_000,
        metavar="N",
        help=say("au plus, de chaque sorte", "at most, of each kind"),
    )
    made.add_argument(
        "--seconds",
        type=decimal,
        default=50.0,
        help=say(
            "environ, avec deux cœurs ; c'est le temps du processeur qui compte",
            "about, with two cores; the processor's time counts",
        ),
    )
    made.add_argument(
        "--out",
        action="append",
        default=[],
        metavar="FILE",
        help=say(
            ".html, .md ou .json ; plusieurs à la fois",
            ".html, .md or .json; several at once",
        ),
    )
    add_json(made)


def describe_train(commands: Any) -> None:
    """Add what `train` takes."""
    made = add(
        commands,
        "train",
        train,
        "Entraîner le réseau d'un jeu contre lui-même ; Ctrl-C garde ce qui est appris.",
    )
    add_game(made)
    made.add_argument("--minutes", type=decimal, default=10.0)
    made.add_argument(
        "--method",
        metavar="dmc|mmd",
        help=say(
            "valeurs des coups (dmc) ou conduite qui sait bluffer (mmd)",
            "values of moves (dmc), or a policy that can bluff (mmd)",
        ),
    )
    made.add_argument(
        "--start",
        metavar="FILE.npz",
        help=say(
            "poids de départ ; « own » : ceux livrés avec Pioche",
            "weights to begin with; 'own': those that ship",
        ),
    )
    add_seed(made)
    made.add_argument(
        "--wide",
        type=whole,
        metavar="N",
        help=say("unités de la première couche", "units of the first layer"),
    )
    made.add_argument(
        "--narrow", type=whole, metavar="N", help=say("de la seconde", "of the second")
    )
    made.add_argument(
        "--out",
        metavar="FILE.npz",
        help=say("les poids ; se reprend", "weights; resumes"),
    )
    add_json(made)
