"""The plain bots: any legal move, or the game's own cheap policy."""

from random import Random
from typing import Any

from pioche.core import given, random
from pioche.core.errors import BadBot, BadUse
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


def moves_in(view: Json) -> list[str]:
    """Return the moves that a view offers, or refuse what offers none."""
    asked: object = view  # outside programs pass anything
    moves = asked.get("moves") if isinstance(asked, dict) else None
    if not isinstance(moves, list) or not moves:
        raise BadUse(
            "un robot choisit dans la vue d'une place qui a un coup à jouer",
            "a bot chooses from the view of a seat that has a move to play",
        )
    return moves


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
        return str(Random(given.seed(seed)).choice(moves_in(view)))

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return a move out of turn, or None as often."""
        return Random(given.seed(seed)).choice([None, self.choose(view, seed)])


class Greedy:
    """The game's prior: a cheap policy, written as plainly as the rules."""

    name = "greedy"

    def __init__(self, rest: str = "") -> None:
        refuse_budget(self.name, rest)

    def choose(self, view: Json, seed: str = "") -> str:
        """Return the move that the prior takes."""
        moves = moves_in(view)
        return self.claim(view, seed) or moves[0]

    def claim(self, view: Json, seed: str = "") -> str | None:
        """Return what the prior says out of turn, or None when it keeps silent."""
        of = kind(view["game"])
        s = state_of(of, view, seed)
        moves = row(len(of.rules.MOVES))
        count = of.rules.legal(s, view["seat"], moves)
        move = of.policy.prior(s, view["seat"], moves, count)
        return of.rules.MOVES[move] if move >= 0 else None
