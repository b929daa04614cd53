"""Commands about one game: its rules, playing it, and reading a record of it."""

import secrets
from typing import Any

import pioche
from pioche.cli.parts import (
    Arguments,
    Json,
    add,
    add_cards,
    add_game,
    add_json,
    add_record,
    add_table,
    put,
    read_file,
    read_options,
    seats_of,
    whole,
)
from pioche.core import scenario
from pioche.core.errors import BadUse, say
from pioche.core.kind import Kind
from pioche.core.words import OPTION
from pioche.games import kind


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


def clause_facts(of: Kind, asked: str) -> Json:
    """Return the facts of one clause."""
    id = find_clause(of, asked)
    return next(row for row in of.facts()["clauses"] if row["id"] == id)


def find_clause(of: Kind, asked: str) -> str:
    """Return the id of a clause, also when it was written small."""
    there = of.words["en"].clauses
    if asked.upper() not in there:
        raise BadUse(
            f"{of.name} n'a pas de clause « {asked} » ; il y a {', '.join(there)}",
            f"{of.name} has no clause {asked!r}; there is {', '.join(there)}",
        )
    return asked.upper()


def print_clause(of: Kind, asked: str, lang: str) -> None:
    """Print a clause and its scenarios, each with its position drawn."""
    id, words = find_clause(of, asked), of.words[lang]
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
    seats = seats_of(args, of)
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


def describe(commands: Any) -> None:
    """Add these commands to the parser."""
    made = add(
        commands,
        "play",
        play,
        "Jouer dans le terminal, contre des robots ou à plusieurs sur ce clavier.",
    )
    add_game(made)
    add_table(made)
    add_cards(made)
    made.add_argument(
        "--bots",
        default="greedy",
        metavar="LEVEL",
        help="1 … 8, random, greedy, ismcts:N, none",
    )
    made = add(
        commands,
        "rules",
        rules,
        "Montrer les règles d'un jeu, ou une clause avec ses exemples dessinés.",
    )
    add_game(made)
    add_cards(made)
    made.add_argument(
        "clause",
        nargs="?",
        metavar="CLAUSE",
        help=say("par exemple U1", "for example U1"),
    )
    add_json(made)
    describe_records(commands)


def describe_records(commands: Any) -> None:
    """Add the commands that read a record."""
    made = add(
        commands,
        "replay",
        replay,
        "Rejouer une partie d'après sa trace, et montrer où elle mène.",
    )
    add_record(made)
    made.add_argument(
        "--upto",
        type=whole,
        metavar="N",
        help=say("les N premiers coups", "the first N moves"),
    )
    add_json(made)
    made = add(
        commands,
        "verify",
        verify,
        "Vérifier une trace : empreinte, mélange, chaque coup et le résultat.",
    )
    add_record(made)
    add_json(made)
    made = add(
        commands,
        "analyse",
        analyse,
        "Analyser une trace : le meilleur de chaque coup, la perte et la chance.",
    )
    add_record(made)
    add_json(made)
