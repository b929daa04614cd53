"""Every error that a person can put right: what was asked, why not, what instead.

PiocheError
├── Refusal            a clause of the rulebook says no
│   └── Illegal        … to a move that was played
│       └── UnknownMove    … because no move is written so
├── UnknownGame, BadSeats, BadOption, BadBot, BadUse
├── BadPosition        names the field
└── BadRecord          names the line
"""

import os
from typing import Final

LONG: Final = 2000  # characters of a sentence


def language() -> str:
    """Tell the language of messages: PIOCHE_LANG, else English."""
    return (
        "fr" if os.environ.get("PIOCHE_LANG", "en").lower().startswith("fr") else "en"
    )


def say(fr: str, en: str) -> str:
    """Choose a sentence by the language of messages."""
    return fr if language() == "fr" else en


def fit_to_print(text: str) -> str:
    """Spell out what no screen can show, and cut what quotes a whole file back."""
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= LONG else f"{text[: LONG // 2]} … {text[-LONG // 2 :]}"


class PiocheError(Exception):
    """An error with a sentence in French and English."""

    def __init__(self, fr: str, en: str) -> None:
        # `args` stays what the error was made of, so that it can go between processes.
        self.fr = fit_to_print(fr)
        self.en = fit_to_print(en)

    def __str__(self) -> str:
        return say(self.fr, self.en)


class Refusal(PiocheError):
    """The clause that forbids a move, with its sentence."""

    def __init__(self, clause: str, fr: str, en: str) -> None:
        super().__init__(fr, en)
        self.clause = clause


class Illegal(Refusal):
    """A move that was played against the rules; the game is unchanged."""


class UnknownMove(Illegal):
    """Text that names no move of the game."""

    def __init__(self, text: object, like: str) -> None:
        super().__init__(
            "",
            f"aucun coup ne s'écrit « {text} » ; un coup s'écrit par exemple « {like} »",
            f"no move is written {text!r}; a move is written like {like!r}",
        )


class UnknownGame(PiocheError):
    """A name that is no game's."""


class BadSeats(PiocheError):
    """A number of seats, or a seat, that the game does not have."""


class BadOption(PiocheError):
    """An option or a value that does not exist, or options that exclude each other."""


class BadBot(PiocheError):
    """A description of a bot that names none."""


class BadUse(PiocheError):
    """A call or a command used wrongly."""


class BadPosition(PiocheError):
    """A position that can't be; `field` names the part that is wrong."""

    def __init__(self, field: str, fr: str, en: str) -> None:
        super().__init__(
            f"position, champ « {field} » : {fr}", f"position, field {field!r}: {en}"
        )
        self.field = field


class BadRecord(PiocheError):
    """A record that can't be read or replayed; `line` counts from 1."""

    def __init__(self, line: int, fr: str, en: str) -> None:
        super().__init__(f"partie, ligne {line} : {fr}", f"record, line {line}: {en}")
        self.line = line
