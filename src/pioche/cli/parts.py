"""What the commands share: arguments that several take, files, options, JSON."""

import argparse
import json
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pioche
from pioche.cli.speech import LANGUAGES, cause
from pioche.core.errors import BadUse, language, say
from pioche.core.kind import Kind, written
from pioche.games import kind

Arguments = argparse.Namespace
Command = argparse.ArgumentParser
Json = dict[str, Any]


def add(
    commands: Any, name: str, command: Callable[[Arguments], int], fr: str
) -> Command:
    """Add a command, whose help is its docstring, or `fr` in French."""
    about = say(fr, (command.__doc__ or "").strip())
    made: Command = commands.add_parser(name, help=about, description=about)
    made.set_defaults(command=command)
    made.add_argument(
        "--lang",
        choices=LANGUAGES,
        default=language(),
        help=say("langue des textes", "language of the texts"),
    )
    return made


def add_game(command: Command) -> None:
    """Add the name of a game."""
    command.add_argument("game", metavar="GAME", help=", ".join(pioche.games()))


def add_table(command: Command) -> None:
    """Add what describes a table."""
    command.add_argument(
        "--seats",
        type=whole,
        metavar="N",
        help=say("nombre de places", "number of seats"),
    )
    add_seed(command)
    command.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help=say(
            "une règle maison (« pioche rules GAME » les montre)",
            "a house rule ('pioche rules GAME' shows them)",
        ),
    )


def add_seed(command: Command) -> None:
    """Add the seed that chance follows from."""
    command.add_argument(
        "--seed",
        metavar="TEXT",
        help=say("un texte dont tout le hasard découle", "all chance follows from it"),
    )


def add_cards(command: Command) -> None:
    """Add the file of the cards that `kardashev` is then played with."""
    command.add_argument(
        "--cards",
        metavar="FILE",
        help=say(
            "d'autres cartes pour kardashev (docs/cards.fr.md)",
            "other cards for kardashev (docs/cards.en.md)",
        ),
    )


def add_record(command: Command) -> None:
    """Add the file of a record."""
    add_cards(command)
    command.add_argument(
        "file", metavar="FILE", help=say("la trace d'une partie", "a game's record")
    )


def add_json(command: Command) -> None:
    """Add the switch to JSON."""
    command.add_argument(
        "--json",
        action="store_true",
        help=say("un document JSON, et rien d'autre", "one JSON document, no more"),
    )


def whole(text: str) -> int:
    """Read a whole number of the command line."""
    try:
        return int(text)
    except ValueError:
        raise not_a_number(text) from None


def decimal(text: str) -> float:
    """Read a number of the command line."""
    try:
        return float(text)
    except ValueError:
        raise not_a_number(text) from None


def not_a_number(text: str) -> argparse.ArgumentTypeError:
    """Say that a number is needed."""
    return argparse.ArgumentTypeError(
        say(f"il faut un nombre, pas « {text} »", f"a number is needed, not {text!r}")
    )


def note(text: str) -> None:
    """Write a note, which is no result."""
    print(text, file=sys.stderr)


def put(value: object) -> None:
    """Print one JSON document, in any encoding of the output."""
    safe = not (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=safe, indent=2))


def read_file(path: str) -> str:
    """Read a text file, or say why not."""
    try:
        return Path(path).read_text("utf-8")
    except (OSError, ValueError) as error:  # also a name that can be no file's
        why = cause(error) if isinstance(error, OSError | UnicodeError) else str(error)
        raise BadUse(f"{path} : {why}", f"{path}: {why}") from error


def read_options(of: Kind, settings: list[str]) -> Json:
    """Read `--set OPTION=VALUE` by the option's own values."""
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


def seats_of(args: Arguments, of: Kind) -> int:
    """Return how many seats are asked for, else two or the fewest that the game has."""
    return int(args.seats) if args.seats is not None else max(2, of.rules.SEATS[0])


def card_sets() -> Any:
    """Return the part of Kardashev that reads card files."""
    return import_module(f"{kind('kardashev').package}.sets")


def with_cards(path: str) -> Kind:
    """Make a game of a file of Kardashev cards."""
    made: Kind = card_sets().load(path)
    return made
