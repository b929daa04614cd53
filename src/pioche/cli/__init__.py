"""The command line: one function a command, whose docstring is its help.

Results go to standard output, notes and progress to standard error. Exit status: 0 done,
1 the answer is no, 2 wrong use.
"""

import argparse
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import pioche
from pioche.cli import cards, house, study, table
from pioche.cli.parts import Arguments, note, with_cards
from pioche.cli.speech import LANGUAGES, cause, speaking, user_language
from pioche.core.errors import (
    BadPosition,
    BadRecord,
    Illegal,
    PiocheError,
    language,
    say,
)

NO: Final = (BadRecord, BadPosition, Illegal)  # the answer is no; the rest is wrong use
INTERRUPTED: Final = 130


def parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    top = argparse.ArgumentParser(
        prog="pioche",
        description=say(
            "Pioche : jouer, étudier et mesurer des jeux de cartes aux règles sûres.",
            str(pioche.__doc__).splitlines()[0],
        ),
        epilog=say(
            "« pioche COMMAND --help » en dit plus ; « pioche play uno » pour essayer.",
            "'pioche COMMAND --help' tells more; 'pioche play uno' to try.",
        ),
    )
    top.add_argument(
        "--version", action="version", version=f"pioche {pioche.__version__}"
    )
    top.add_argument("--lang", choices=LANGUAGES, default=language())
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for part in (table, house, study, cards):
        part.describe(commands)
    return top


def main(arguments: list[str] | None = None) -> int:
    """Run one command in the user's language."""
    given = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may not have every sign
    with speaking(user_language(given)):
        args = parser().parse_args(given)
    with speaking(args.lang):
        return carry_out(args)


def carry_out(args: Arguments) -> int:
    """Run a command, and say in words what stands in its way."""
    try:
        if getattr(args, "cards", None):
            made = with_cards(args.cards)
            if getattr(args, "game", "") == "kardashev":
                args.game = made.name
        status = int(args.command(args))
        if sys.stdout is not None:
            sys.stdout.flush()  # a full disk may only show now
    except PiocheError as error:
        note(f"pioche: {error}")
        return 1 if isinstance(error, NO) else 2
    except BrokenPipeError:
        let_go_of_output()  # its reader has seen enough
        return 0
    except OSError as error:
        let_go_of_output()
        where = f"{error.filename}: " if error.filename else ""
        note(f"pioche: {where}{cause(error)}")
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return status


def let_go_of_output() -> None:
    """Leave what could not be written unwritten, or Python would try again at its end."""
    with suppress(io.UnsupportedOperation), Path(os.devnull).open("wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
