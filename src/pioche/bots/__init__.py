"""Bots: a view in, a move out; nothing else reaches them.

A bot is described in one word: `random`, `greedy`, `ismcts:1000`, `net`, `level:3`.
"""

import re
from collections.abc import Callable
from typing import Any, Final, Protocol

from pioche.bots.plain import Greedy, Uniform, moves_in
from pioche.core.errors import BadBot

Json = dict[str, Any]


class Bot(Protocol):
    """What plays a seat."""

    name: str

    def choose(self, view: Json, seed: str = "") -> str:
        """Return a legal move of the view's seat; the same view and seed, the same move."""

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return a move out of turn, or None to stay silent."""


# Numba is imported when a bot first chooses, not when it is described.


def _ismcts(rest: str) -> Bot:
    if rest.endswith("ms"):
        from pioche.bots.ismcts import Timed

        return Timed(f"ismcts:{rest}", rest.removesuffix("ms"))
    return _numbered("ismcts", rest or "1000")


def _numbered(word: str, rest: str) -> Bot:
    """Describe a bot by a number of iterations or a level."""
    most = 8 if word == "level" else 10**9
    if not re.fullmatch(r"[0-9]{1,10}", rest) or not 1 <= int(rest) <= most:
        raise BadBot(
            f"« {word}:{rest} » : il y a par exemple {', '.join(EXAMPLES)}",
            f"'{word}:{rest}': there is for example {', '.join(EXAMPLES)}",
        )
    return Compiled(f"{word}:{int(rest)}")


def _net(rest: str) -> Bot:
    return Compiled(f"net:{rest}" if rest else "net")


def _outside(rest: str) -> Bot:
    from pioche.bots.outside import Outside

    return Outside(rest)


class Compiled:
    """A bot that compiled code plays (see minds.py)."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, view: Json, seed: str = "") -> str:
        """Return a move; the same view and seed, the same move."""
        moves = moves_in(view)
        if len(moves) == 1:
            return moves[0]
        from pioche.bots.minds import decide

        return decide(self.name, view, seed) or Greedy().choose(view, seed)

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return a move out of turn, or None to stay silent."""
        from pioche.bots.minds import decide

        return decide(self.name, view, seed)


#: Who makes a bot of the text after the colon, by the word before it.
MAKERS: Final[dict[str, Callable[[str], Bot]]] = {
    "random": Uniform,
    "greedy": Greedy,
    "ismcts": _ismcts,
    "net": _net,
    "netsearch": lambda rest: _numbered("netsearch", rest or "1000"),
    "level": lambda rest: _numbered("level", rest),
    "cmd": _outside,
}
EXAMPLES: Final = (
    "random", "greedy", "ismcts:1000", "ismcts:200ms", "net", "level:1", "level:8",
)  # fmt: skip


def bot(text: str) -> Bot:
    """Return the bot that a text describes."""
    asked: object = text  # outside programs pass anything
    word, _, rest = text.partition(":") if isinstance(asked, str) else ("", "", "")
    maker = MAKERS.get(word)
    if maker is None:
        there = ", ".join(EXAMPLES)
        raise BadBot(
            f"aucun robot ne s'appelle « {text} » ; il y a par exemple {there}",
            f"no bot is called {text!r}; there is for example {there}",
        )
    return maker(rest)
