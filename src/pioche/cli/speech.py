"""What the command line says of itself, in the user's language: help, wrong use, the system."""

import argparse
import errno
import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from pioche.core.errors import say

LANGUAGES: Final = ("fr", "en")

#: What argparse says, in our words.
PARSER: Final = {
    "usage: ": ("usage : ", "usage: "),
    "positional arguments": ("arguments", "arguments"),
    "options": ("options", "options"),
    "show this help message and exit": ("montre cette aide", "show this help"),
    "%(prog)s: error: %(message)s\n": (
        "%(prog)s : %(message)s\n",
        "%(prog)s: %(message)s\n",
    ),
    "argument %(argument_name)s: %(message)s": (
        "%(argument_name)s : %(message)s",
        "%(argument_name)s: %(message)s",
    ),
    "the following arguments are required: %s": ("il manque %s", "%s is missing"),
    "unrecognized arguments: %s": (
        "cette commande ne prend pas %s ; --help dit ce qu'elle prend",
        "this command does not take %s; --help tells what it takes",
    ),
    "invalid choice: %(value)r (choose from %(choices)s)": (
        "« %(value)s » n'est pas possible ; il y a %(choices)s",
        "%(value)r is not possible; there is %(choices)s",
    ),
    "expected one argument": ("il faut une valeur", "a value is needed"),
    "ignored explicit argument %r": ("pas de valeur ici : %r", "no value here: %r"),
    "ambiguous option: %(option)s could match %(matches)s": (
        "« %(option)s » peut être %(matches)s",
        "%(option)r may be %(matches)s",
    ),
}

#: What the system refuses, by its number.
SYSTEM: Final = {
    errno.ENOENT: ("il n'existe pas", "it does not exist"),
    errno.EISDIR: ("c'est un dossier", "it is a folder"),
    errno.ENOTDIR: ("le chemin passe par un fichier", "the path leads through a file"),
    errno.EACCES: ("l'accès est refusé", "access is denied"),
    errno.EPERM: ("l'accès est refusé", "access is denied"),
    errno.EROFS: ("le disque est en lecture seule", "the disk is read-only"),
    errno.ENOSPC: (
        "le disque est plein ; libérez de la place",
        "the disk is full; make some room",
    ),
    errno.ENAMETOOLONG: ("le nom est trop long", "the name is too long"),
}


def translate(message: str) -> str:
    """Say a message of argparse in our words."""
    return say(*PARSER[message]) if message in PARSER else gettext.gettext(message)


vars(argparse)["_"] = translate  # argparse asks for its texts by this name alone


def cause(error: OSError | UnicodeError) -> str:
    """Say why a file could not be read or written."""
    if isinstance(error, UnicodeError):
        return say("ce n'est pas du texte (UTF-8)", "it is no text (UTF-8)")
    said = SYSTEM.get(error.errno or 0)
    return say(*said) if said else error.strerror or str(error)


def user_language(arguments: list[str]) -> str:
    """Tell the language to speak: --lang, else PIOCHE_LANG, else the system's."""
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    first.add_argument("--lang", nargs="?")
    asked = first.parse_known_args(arguments)[0].lang
    if asked in LANGUAGES:
        return str(asked)
    names = ("PIOCHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    usual = next(filter(None, map(os.environ.get, names)), "")
    return "fr" if usual.lower().startswith("fr") else "en"


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language, in the processes that are started here as well."""
    before = os.environ.get("PIOCHE_LANG")
    os.environ["PIOCHE_LANG"] = language
    try:
        yield
    finally:
        if before is None:
            del os.environ["PIOCHE_LANG"]
        else:
            os.environ["PIOCHE_LANG"] = before
