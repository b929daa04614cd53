"""The games: one folder each; delete the folder and the game is gone.

Other packages add a game through the entry point group `pioche.games`: its name is the
game's, its value the package that holds rules.py, knowledge.py and the texts.
"""

from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from pioche.core.errors import UnknownGame
from pioche.core.kind import Kind

#: Games made while running, by name: known ones with other cards. They are not listed.
MADE: Final[dict[str, str]] = {}


@cache
def packages() -> dict[str, str]:
    """Find the packages of all games, by name."""
    own = {
        path.parent.name: f"{__name__}.{path.parent.name}"
        for path in Path(__file__).parent.glob("*/rules.py")
    }
    others = {
        point.name: point.value for point in metadata.entry_points(group="pioche.games")
    }
    return dict(sorted({**others, **own}.items()))


def names() -> list[str]:
    """List the games."""
    return list(packages())


def kind(name: str) -> Kind:
    """Return the kind of game that a name stands for."""
    asked: object = name  # outside programs pass anything
    if not isinstance(asked, str) or not (name in MADE or name in packages()):
        there = ", ".join(names())
        raise UnknownGame(
            f"il n'y a pas de jeu « {name} » ; il y a {there}",
            f"there is no game {name!r}; there is {there}",
        )
    return found(name)


@cache
def found(name: str) -> Kind:
    """Keep one kind for each name: it holds what was read of its files."""
    return Kind(name, MADE.get(name) or packages()[name])


def add(name: str, package: str) -> Kind:
    """Add a game that was made while running: a known one with other cards."""
    MADE[name] = package
    return kind(name)
