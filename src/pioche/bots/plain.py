"""The plain bots: any legal move, or the game's own cheap policy."""

from random import Random
from typing import Any

from pioche.core import random
from pioche.core.errors import BadBot
from pioche.core.kind import Kind
from pioche.core.layout import Header
from pioche.core.rules import row
from pioche.games import kind

Json = dict[str, Any]


def refuse_budget(word: str, rest: str) -> None:
    """Refuse a number after the name of a bot that takes none."""
    if rest:
        raise BadBot(
            f"le robot « {word} » ne prend pas de nombre",
            f"the bot {word!r} takes no number",
        )


def state_of(of: Kind, view: Json, seed: str) -> Header:
    """Build a state from a view alone; what the view hides is dealt by the seed."""
    s = of.rules.State.blank()
    of.fill_header(s, view["seats"], view["options"])
    of.knowledge.from_view(s, view["table"], view["seat"])
    s.count = view["count"]
    random.seed(s, "bot", seed)
    of.knowledge.imagine(s, view["seat"])
    return s


class Uniform:
    """Any legal move, each as likely."""

    name = "random"

    def __init__(self, rest: str = "") -> None:
        refuse_budget(self.name, rest)

    def choose(self, view: Json, seed: str = "") -> str:
        """Return a legal move of the view's seat."""
        return str(Random(seed).choice(view["moves"]))

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return a move out of turn, or None as often."""
        return Random(seed).choice([None, self.choose(view, seed)])


class Greedy:
    """The game's prior: a cheap policy, written as plainly as the rules."""

    name = "greedy"

    def __init__(self, rest: str = "") -> None:
        refuse_budget(self.name, rest)

    def choose(self, view: Json, seed: str = "") -> str:
        """Return the move that the prior takes."""
        return self.claim(view, seed) or str(view["moves"][0])

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return what the prior says out of turn, or None when it keeps silent."""
        of = kind(view["game"])
        s = state_of(of, view, seed)
        moves = row(len(of.rules.MOVES))
        count = of.rules.legal(s, view["seat"], moves)
        move = of.policy.prior(s, view["seat"], moves, count)
        return of.rules.MOVES[move] if move >= 0 else None
