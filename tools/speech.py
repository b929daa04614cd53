"""Speak one line at a time, in English or in French."""

import os
import sys


class Failure(Exception):
    """Something failed: what to do about it in both languages, and the output."""

    def __init__(self, en: str, fr: str, output: str = "") -> None:
        super().__init__(en)
        self.en, self.fr, self.output = en, fr, output


def french() -> bool:
    """Tell whether to speak French: PIOCHE_LANG decides, else the system's language."""
    names = ("PIOCHE_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    return next(filter(None, map(os.environ.get, names)), "").startswith("fr")


def say(en: str, fr: str) -> None:
    """Say one line on standard error, in the user's language."""
    sys.stderr.write(f"pioche : {fr}\n" if french() else f"pioche: {en}\n")
    sys.stderr.flush()
