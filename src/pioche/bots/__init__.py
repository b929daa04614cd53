"""Bots: a view in, a move out; nothing else reaches them.

A bot is described in one word: `random`, `greedy`, `ismcts:1000`, `level:3`.
"""

from collections.abc import Callable
from typing import Any, Final, Protocol

from pioche.bots.plain import Greedy, Uniform
from pioche.core.errors import BadBot

Json = dict[str, Any]


class Bot(Protocol):
    """What plays a seat."""

    name: str

    def choose(self, view: Json, seed: str = "") -> str:
        """Return a legal move of the view's seat; the same view and seed, the same move."""

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return a move out of turn, or None to stay silent."""


def _ismcts(rest: str) -> Bot:
    from pioche.bots.ismcts import (
        Ismcts,
    )  # Numba is imported when a search is asked for

    return Ismcts(rest)


#: Who makes a bot of the text after the colon, by the word before it.
MAKERS: Final[dict[str, Callable[[str], Bot]]] = {
    "random": Uniform,
    "greedy": Greedy,
    "ismcts": _ismcts,
}
EXAMPLES: Final = ("random", "greedy", "ismcts:1000", "ismcts:200ms")


def bot(text: str) -> Bot:
    """Return the bot that a text describes."""
    word, _, rest = text.partition(":")
    maker = MAKERS.get(word)
    if maker is None:
        there = ", ".join(EXAMPLES)
        raise BadBot(
            f"aucun robot ne s'appelle « {text} » ; il y a par exemple {there}",
            f"no bot is called {text!r}; there is for example {there}",
        )
    return maker(rest)
