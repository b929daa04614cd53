"""Variants of a game as games of their own: a changed copy of its folder."""

import shutil
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pioche.core.errors import BadUse
from pioche.core.kind import Kind
from pioche.games import add, kind, packages

Patch = tuple[str, str, str]  # file, what stands there, what shall stand there


def folder_of(game: str) -> Path:
    """Find the folder of a game."""
    return Path(str(kind(game).rules.__file__)).parent  # type: ignore[attr-defined]


def load(game: str, folder: Path, name: str) -> Kind:
    """Make a game of a changed copy of a game's folder; its name must be new."""
    if not (folder / "rules.py").exists():
        raise BadUse(
            f"{folder} n'est pas une copie du dossier de {game}",
            f"{folder} is no copy of the folder of {game}",
        )
    package = f"pioche_{name}".replace("-", "_")
    home = Path(tempfile.mkdtemp(prefix="pioche-variant-"))
    shutil.copytree(
        folder, home / package, ignore=shutil.ignore_patterns("__pycache__")
    )
    own = packages()[game]
    for source in (home / package).glob("*.py"):
        source.write_text(source.read_text("utf-8").replace(own, package), "utf-8")
    sys.path.append(str(home))
    return add(name, package)


def patched(game: str, name: str, patches: Iterable[Patch]) -> Kind:
    """Make a variant by replacing text in a game's files; each must be there once."""
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made) / "copy"
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(folder_of(game), copy, ignore=ignore)
        for file, old, new in patches:
            text = (copy / file).read_text("utf-8")
            if text.count(old) != 1:
                raise ValueError(f"{file} holds {old!r} {text.count(old)} times")
            (copy / file).write_text(text.replace(old, new), "utf-8")
        return load(game, copy, name)
