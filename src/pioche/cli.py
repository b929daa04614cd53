"""The command line: one function a command, whose docstring is its help.

Results go to standard output, notes and progress to standard error. Exit status: 0 done,
1 the answer is no, 2 wrong use.
"""

import argparse
import json
import os
import secrets
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pioche
from pioche.core import scenario
from pioche.core.errors import (
    BadPosition,
    BadRecord,
    BadUse,
    Illegal,
    PiocheError,
    language,
)
from pioche.core.kind import Kind
from pioche.core.words import OPTION
from pioche.games import kind

Arguments = argparse.Namespace
Json = dict[str, Any]
NO: Final = (BadRecord, BadPosition, Illegal)  # the answer is no; the rest is wrong use


def say(fr: str, en: str) -> str:
    """Choose a sentence by the language of messages."""
    return fr if language() == "fr" else en


def note(text: str) -> None:
    """Write a note, which is no result."""
    print(text, file=sys.stderr)


def put(value: object) -> None:
    """Print one JSON document."""
    print(json.dumps(value, ensure_ascii=False, indent=2))


def read_file(path: str) -> str:
    """Read a text file, or say why not."""
    try:
        return Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadUse(
            f"{path} n'est pas lisible : {error}", f"{path} can't be read: {error}"
        ) from error


def read_options(of: Kind, settings: list[str]) -> Json:
    """Read `--set OPTION=VALUE` by the option's own values."""
    from pioche.core.kind import written

    options: Json = {}
    for setting in settings:
        name, sign, text = setting.partition("=")
        if not sign:
            raise BadUse(
                f"« {setting} » : on écrit OPTION=VALEUR",
                f"{setting!r}: write OPTION=VALUE",
            )
        values = next((o.values for o in of.rules.OPTIONS if o.name == name), ())
        options[name] = next((v for v in values if written(v) == text), text)
    return options


# Commands


def rules(args: Arguments) -> int:
    """Show the rulebook of a game, or one clause with its scenarios drawn."""
    of = kind(args.game)
    if args.json:
        put(of.facts() if args.clause is None else clause_facts(of, args.clause))
    elif args.clause is None:
        print(OPTION.sub(r" [option \1]", of.words[args.lang].page))
    else:
        print_clause(of, args.clause, args.lang)
    return 0


def clause_facts(of: Kind, id: str) -> Json:
    """Return the facts of one clause."""
    row: Json = next((row for row in of.facts()["clauses"] if row["id"] == id), {})
    if not row:
        raise no_clause(of, id)
    return row


def no_clause(of: Kind, id: str) -> PiocheError:
    """Say that a game has no such clause."""
    there = ", ".join(of.words["en"].clauses)
    return BadUse(
        f"{of.name} n'a pas de clause « {id} » ; il y a {there}",
        f"{of.name} has no clause {id!r}; there is {there}",
    )


def print_clause(of: Kind, id: str, lang: str) -> None:
    """Print a clause and its scenarios, each with its position drawn."""
    words = of.words[lang]
    if id not in words.clauses:
        raise no_clause(of, id)
    clause = words.clauses[id]
    print(f"{id} · {clause.section}\n{clause.text}")
    for option in clause.options:
        print(f"  [option {option}] {words.tables['options'][option]}")
    for row in scenario.read(of):
        if id in row.clauses:
            print_scenario(of, row, lang)


def print_scenario(of: Kind, row: scenario.Scenario, lang: str) -> None:
    """Print a scenario: its position drawn, its moves, what is refused and what follows."""
    words = of.words[lang]
    print(f"\n▸ {row.fr if lang == 'fr' else row.en}")
    lines = [*row.moves, *row.refused, *row.legal]
    seat = int(lines[0].split(" ", 1)[0]) if lines else 0
    print(of.picture(scenario.set_up(of, row).view(seat), lang).rstrip())
    for line in row.moves:
        who, move = line.split(" ", 1)
        print(f"  → {words.seat(int(who))} : {words.move(move)}")
    for line, refused_by in row.refused.items():
        who, move = line.split(" ", 1)
        print(f"  ✗ {words.seat(int(who))} : {words.move(move)} ({refused_by})")
    for line in row.legal:
        who, move = line.split(" ", 1)
        print(f"  ✓ {words.seat(int(who))} : {words.move(move)}")


def play(args: Arguments) -> int:
    """Play in the terminal, against bots or with others at the same keyboard."""
    from pioche.terminal import Table

    of = kind(args.game)
    seats = args.seats if args.seats is not None else max(2, of.rules.SEATS[0])
    seed = args.seed if args.seed is not None else secrets.token_hex(16)
    game = pioche.deal(args.game, seats, seed, read_options(of, args.set))
    if args.bots == "none":
        bots = {}
    else:
        text = f"level:{args.bots}" if args.bots.isdigit() else args.bots
        bots = {seat: pioche.bot(text) for seat in range(1, seats)}
    Table(game, bots, seed, args.lang).run()
    return 0


def replay(args: Arguments) -> int:
    """Replay a record and show the game it leads to."""
    game = pioche.replay(read_file(args.file), args.upto)
    if args.json:
        put(
            {
                "position": game.position(),
                "result": game.result,
                "events": game.events(None),
            }
        )
        return 0
    words = game.kind.words[args.lang]
    for event in game.events(None):
        print(f"{event['at']:>5}  {words.event(event)} ({event['clause']})")
    print(game.kind.picture(game.view(None), args.lang).rstrip())
    if game.result:
        names = ", ".join(words.seat(winner) for winner in game.result["winners"])
        print(f"{names} · {game.result['scores']} ({game.result['reason']})")
    return 0


def verify(args: Arguments) -> int:
    """Check a record: its hash, the shuffle, every move and the result."""
    from pioche.server.fairness import verify as check

    verified = check(read_file(args.file))
    rows = [
        {"name": c.name, "ok": c.ok, "fr": c.fr, "en": c.en} for c in verified.checks
    ]
    if args.json:
        put({"valid": verified.ok, "checks": rows})
    else:
        for row in rows:
            print(f"{'✓' if row['ok'] else '✗'} {row[args.lang]}")
    return 0 if verified.ok else 1


def analyse(args: Arguments) -> int:
    """Analyse a record: every move's best, loss and luck, and each seat's ledger."""
    from pioche.bots.analysis import report

    found = report(read_file(args.file))
    if args.json:
        put(found)
    else:
        print_analysis(kind(found["game"]), found, args.lang)
    return 0


def print_analysis(of: Kind, found: Json, lang: str) -> None:
    """Print an analysis: the moves, the account of every seat, the mistakes."""
    words = of.words[lang]
    print(say("coup  part  mieux  perte  chance", "move  share   best   loss    luck"))
    for row in found["moves"]:
        luck = row["luck"]["draw"] + row["luck"]["hidden"]
        print(
            f"{row['number']:>4} {100 * row['share']:5.1f}  {100 * row['best_share']:5.1f} "
            f" {100 * row['loss']:5.1f}  {100 * luck:+6.1f}  "
            f"{words.seat(row['seat'])} : {words.move(row['move'])}"
        )
    names = {
        "seat": say("place", "seat"),
        "deal": say("donne", "deal"),
        "draws": say("tirages", "draws"),
        "hidden": say("cartes cachées", "hidden cards"),
        "own": say("ses décisions", "own decisions"),
    }
    for account in found["ledger"]:
        print(f"\n{words.seat(account['seat'])} : {100 * account['result']:.1f} =")
        for name, line in account["lines"].items():
            print(
                f"  {names[name]:<24}{100 * line['share']:+7.1f} ± {100 * line['error']:.1f}"
            )
        for line in account["opponents"]:
            by = say(
                f"décisions de {words.seat(line['seat'])}",
                f"by {words.seat(line['seat'])}",
            )
            print(f"  {by:<24}{100 * line['share']:+7.1f} ± {100 * line['error']:.1f}")
    print()
    for row in found["mistakes"]:
        print(row[lang])


def serve(args: Arguments) -> int:
    """Serve the tables: play at the address that is printed."""
    from pioche.server.app import serve

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
    from pioche.server.app import default_db
    from pioche.server.store import backup

    size = backup(
        args.db or os.environ.get("PIOCHE_DB") or default_db(), Path(args.file)
    )
    print(say(f"{args.file} : {size} octets", f"{args.file}: {size} bytes"))
    return 0


def simulate(args: Arguments) -> int:
    """Simulate many games, here or on a Ray cluster, and keep them as Parquet."""
    from pioche.lab import progress
    from pioche.lab import simulate as lab

    of = kind(args.game)
    seats = args.seats if args.seats is not None else max(2, of.rules.SEATS[0])
    bots = lab.read_bots(args.bots, seats, of)
    options = of.complete(read_options(of, args.set), seats)
    if args.games < 1 or (args.threads is not None and args.threads < 1):
        raise BadUse(
            "il faut au moins une partie et un fil",
            "at least one game and one thread are needed",
        )
    setting = lab.Setting(args.game, bots, args.seed or "", options, args.table)
    backend = lab.backend(setting, args.threads, args.ray, keep=bool(args.out))
    out = Path(args.out) if args.out else None
    with progress.bar(f"simulate {args.game}", args.games, "games") as told:
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
    seats = args.seats if args.seats is not None else max(2, of.rules.SEATS[0])
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
        minutes=args.minutes,
    )  # fmt: skip
    found, stopped = command(plan, Path(args.out or f"{args.game}.npz"))
    if args.json:
        put(found)
    return 130 if stopped else 0


def build(args: Arguments) -> int:
    """Compile all games ahead, so that no first use has to wait."""
    from pioche.ahead import compile_all

    return compile_all(args.games or pioche.games())


def bench(args: Arguments) -> int:
    """Measure our figures beside the peers', now."""
    from pioche.bench import command

    return command.run(args)


def check_cards(args: Arguments) -> int:
    """Say of each row of a card file what is wrong with it."""
    found, faults = card_sets().check(args.file)
    if args.json:
        put({"valid": not faults, "faults": [{"fr": f.fr, "en": f.en} for f in faults]})
        return 1 if faults else 0
    for fault in faults:
        print(f"✗ {fault.fr if args.lang == 'fr' else fault.en}")
    if faults:
        return 1
    heroes = "héros" if args.lang == "fr" else "heroes"
    cards = f"{len(found.cards)} {'cartes' if args.lang == 'fr' else 'cards'}"
    print(f"✓ {found.name[args.lang]} : {cards}, {len(found.heroes)} {heroes}")
    return 0


def list_cards(args: Arguments) -> int:
    """List all cards of a set with their texts."""
    of = with_cards(args.file) if args.file else kind("kardashev")
    if args.json:
        put(of.facts()["cards"])
    else:
        print(import_module(f"{of.package}.picture").card_page(of.words[args.lang]))
    return 0


def balance_cards(args: Arguments) -> int:
    """Let a set of cards play itself, and report what each card is worth."""
    from pioche.lab import kardashev, kardashev_report, progress

    game = with_cards(args.file).name if args.file else "kardashev"
    plan = kardashev.Plan(
        game, args.games, args.tries, args.thought, seed=args.seed or "design"
    )
    if min(plan.games, plan.tries) < 1:
        raise BadUse("il faut au moins une partie", "at least one game is needed")
    steps = sum(card.get("stage") != "base" for card in kind(game).rules.CARDS)
    with progress.bar(f"cards {game}", 1 + steps) as told:
        found = kardashev.study(plan, told)
    if args.json:
        put(found.json())
        return 0
    text = kardashev_report.markdown(found, " ".join(["pioche", *sys.argv[1:]]))
    if args.out:
        Path(args.out).write_text(text, "utf-8")
    else:
        print(text, end="")
    return 0


def card_sets() -> Any:
    """Return the part of Kardashev that reads card files."""
    return import_module(f"{kind('kardashev').package}.sets")


def with_cards(path: str) -> Kind:
    """Make a game of a file of Kardashev cards."""
    made: Kind = card_sets().load(path)
    return made


# The parser


def add(
    commands: Any, name: str, command: Callable[[Arguments], int], *, game: bool = False
) -> argparse.ArgumentParser:
    """Add a command to the parser."""
    about = (command.__doc__ or "").strip().splitlines()[0]
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=command.__doc__
    )
    made.set_defaults(command=command)
    made.add_argument("--lang", choices=("fr", "en"), default=language())
    if game:
        made.add_argument("game", metavar="GAME", help=", ".join(pioche.games()))
    return made


def add_table(command: argparse.ArgumentParser) -> None:
    """Add what describes a table."""
    command.add_argument("--seats", type=int, metavar="N")
    command.add_argument("--seed", metavar="TEXT")
    command.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE")


CARDS: Final = "The cards of Kardashev: check a file of them, list them, weigh them."


def add_cards(command: argparse.ArgumentParser) -> None:
    """Add the file of the cards that `kardashev` is then played with."""
    command.add_argument(
        "--cards", metavar="FILE", help="other cards for kardashev (docs/cards.en.md)"
    )


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    top = argparse.ArgumentParser(prog="pioche", description=pioche.__doc__)
    top.add_argument("--version", action="version", version="pioche 0.1.0")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    made = add(commands, "play", play, game=True)
    add_table(made)
    add_cards(made)
    made.add_argument(
        "--bots", default="greedy", metavar="LEVEL", help="1 … 8, random, greedy, none"
    )
    made = add(commands, "rules", rules, game=True)
    add_cards(made)
    made.add_argument("clause", nargs="?", metavar="CLAUSE")
    made.add_argument("--json", action="store_true")
    made = add(commands, "replay", replay)
    add_cards(made)
    made.add_argument("file", metavar="FILE")
    made.add_argument("--upto", type=int, metavar="N")
    made.add_argument("--json", action="store_true")
    made = add(commands, "verify", verify)
    add_cards(made)
    made.add_argument("file", metavar="FILE")
    made.add_argument("--json", action="store_true")
    made = add(commands, "analyse", analyse)
    add_cards(made)
    made.add_argument("file", metavar="FILE")
    made.add_argument("--json", action="store_true")
    made = add(commands, "serve", serve)
    made.add_argument("--host", default="127.0.0.1")
    made.add_argument("--port", type=int, default=8000)
    made.add_argument(
        "--db", default="", metavar="URL", help="sqlite:///… | postgresql://…"
    )
    made.add_argument("--origin", action="append", default=[], metavar="URL")
    made.add_argument(
        "--base", default="", metavar="URL", help="the address that players use"
    )
    made.add_argument("--proxies", default="127.0.0.1", metavar="ADDRESSES")
    made = add(commands, "backup", backup)
    made.add_argument("file", metavar="FILE")
    made.add_argument("--db", default="", metavar="URL")
    made = add(commands, "simulate", simulate, game=True)
    add_table(made)
    made.add_argument("--games", type=int, required=True, metavar="N")
    made.add_argument("--bots", default="random", metavar="BOT,BOT,…")
    made.add_argument("--out", metavar="FILE.parquet", help="resumes")
    made.add_argument(
        "--table", choices=("games", "seats", "decisions"), default="games"
    )
    made.add_argument("--threads", type=int, metavar="N")
    made.add_argument(
        "--ray", nargs="?", const="", metavar="ADDRESS", help="without one: start here"
    )
    made.add_argument("--json", action="store_true")
    made = add(commands, "arena", arena, game=True)
    add_table(made)
    add_cards(made)
    made.add_argument("--bots", required=True, metavar="BOT,BOT")
    made.add_argument("--pairs", type=int, default=100, metavar="N", help="deals")
    made.add_argument("--sprt", action="store_true", help="stop when it is sure")
    made.add_argument("--out", metavar="FILE.parquet", help="every game; resumes")
    made.add_argument("--plot", metavar="FILE.svg")
    made.add_argument("--json", action="store_true")
    made = add(commands, "balance", balance, game=True)
    add_table(made)
    made.add_argument("--vary", action="append", default=[], metavar="OPTION")
    made.add_argument(
        "--cards", dest="other_cards", metavar="FILE", help="against another card list"
    )
    made.add_argument("--against", metavar="FOLDER", help="a changed copy of the game")
    made.add_argument(
        "--games",
        type=int,
        default=1_000_000,
        metavar="N",
        help="at most, of each kind",
    )
    made.add_argument(
        "--seconds", type=float, default=50.0, help="about, with two cores"
    )
    made.add_argument("--out", metavar="FILE", help=".html, .md or .json")
    made.add_argument("--json", action="store_true")
    made = add(commands, "train", train, game=True)
    made.add_argument("--minutes", type=float, default=10.0)
    made.add_argument("--seed", metavar="TEXT")
    made.add_argument("--wide", type=int, metavar="N", help="units of the first layer")
    made.add_argument("--narrow", type=int, metavar="N", help="of the second")
    made.add_argument("--out", metavar="FILE.npz", help="weights; resumes")
    made.add_argument("--json", action="store_true")
    tasks = commands.add_parser("cards", help=CARDS, description=CARDS).add_subparsers(
        metavar="TASK", required=True
    )
    made = add(tasks, "check", check_cards)
    made.add_argument("file", metavar="FILE")
    made.add_argument("--json", action="store_true")
    made = add(tasks, "list", list_cards)
    made.add_argument("file", nargs="?", metavar="FILE", help="default: our own set")
    made.add_argument("--json", action="store_true")
    made = add(tasks, "balance", balance_cards)
    made.add_argument("file", nargs="?", metavar="FILE", help="default: our own set")
    made.add_argument("--games", type=int, default=100_000, metavar="N")
    made.add_argument("--tries", type=int, default=20_000, metavar="N", help="a card")
    made.add_argument(
        "--thought", type=int, default=0, metavar="N", help="games of a search as well"
    )
    made.add_argument("--seed", metavar="TEXT")
    made.add_argument("--out", metavar="FILE.md")
    made.add_argument("--json", action="store_true")
    made = add(commands, "build", build)
    made.add_argument("games", nargs="*", metavar="GAME")
    made = add(commands, "bench", bench)
    made.add_argument("names", nargs="*", metavar="NAME", help="of groups or games")
    made.add_argument("--quick", action="store_true", help="once and roughly")
    made.add_argument("--json", action="store_true")
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command."""
    if "PIOCHE_LANG" not in os.environ and os.environ.get("LANG", "").startswith("fr"):
        os.environ["PIOCHE_LANG"] = "fr"
    args = parser().parse_args(arguments)
    try:
        if getattr(args, "cards", None):
            made = with_cards(args.cards)
            if getattr(args, "game", "") == "kardashev":
                args.game = made.name
        return int(args.command(args))
    except PiocheError as error:
        note(f"pioche: {error}")
        return 1 if isinstance(error, NO) else 2
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output has seen enough
        return 0
    except OSError as error:
        note(
            say(
                f"pioche : le système refuse : {error}",
                f"pioche: the system refuses: {error}",
            )
        )
        return 1
    except KeyboardInterrupt:
        return 130
