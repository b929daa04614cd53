"""Commands on the cards of Kardashev: check a file of them, list them, weigh them."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from pioche.cli.parts import (
    Arguments,
    add,
    add_json,
    add_seed,
    card_sets,
    put,
    whole,
    with_cards,
)
from pioche.core.errors import BadUse, say
from pioche.games import kind


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
    from pioche.bots.minds import mind
    from pioche.lab import kardashev, kardashev_report, progress

    game = with_cards(args.file).name if args.file else "kardashev"
    plan = kardashev.Plan(
        game, args.games, args.tries, args.thought, args.thinker, args.seed or "design"
    )
    if min(plan.games, plan.tries) < 1:
        raise BadUse("il faut au moins une partie", "at least one game is needed")
    mind(game, plan.thinker)  # or it would be missed only after many games
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


def describe(commands: Any) -> None:
    """Add these commands to the parser."""
    about = say(
        "Les cartes de Kardashev : vérifier un fichier, les lister, les peser.",
        "The cards of Kardashev: check a file of them, list them, weigh them.",
    )
    tasks = commands.add_parser("cards", help=about, description=about).add_subparsers(
        metavar="TASK", required=True
    )
    made = add(
        tasks,
        "check",
        check_cards,
        "Dire de chaque ligne d'un fichier ce qui ne va pas.",
    )
    made.add_argument("file", metavar="FILE")
    add_json(made)
    ours = say("sans fichier : les nôtres", "without one: our own set")
    made = add(
        tasks,
        "list",
        list_cards,
        "Lister toutes les cartes d'un jeu, avec leurs textes.",
    )
    made.add_argument("file", nargs="?", metavar="FILE", help=ours)
    add_json(made)
    made = add(
        tasks,
        "balance",
        balance_cards,
        "Faire jouer des cartes entre elles, et dire ce que vaut chacune.",
    )
    made.add_argument("file", nargs="?", metavar="FILE", help=ours)
    made.add_argument("--games", type=whole, default=100_000, metavar="N")
    made.add_argument(
        "--tries",
        type=whole,
        default=20_000,
        metavar="N",
        help=say("par carte", "a card"),
    )
    made.add_argument(
        "--thought",
        type=whole,
        default=0,
        metavar="N",
        help=say("parties réfléchies en plus", "games of a search as well"),
    )
    made.add_argument(
        "--thinker",
        default="ismcts:100",
        metavar="BOT",
        help=say("le robot qui les joue", "the bot that plays them"),
    )
    add_seed(made)
    made.add_argument("--out", metavar="FILE.md")
    add_json(made)
