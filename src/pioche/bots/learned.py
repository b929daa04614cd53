"""Nets as files: what a game's net is shaped like, and the weights that ship with Pioche."""

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.core.errors import BadBot
from pioche.core.kind import Kind
from pioche.games import kind

Json = dict[str, Any]
Floats = NDArray[np.float32]
FEWEST_UNITS: Final = 4
FORM: Final = 2  # of nets: 2 since a move's value is what it adds


@dataclass(frozen=True)
class Net:
    """The shape of a game's net (see net.py for how it lies in a row)."""

    game: str
    features: int
    wide: int
    narrow: int
    moves: int
    seats: int

    @classmethod
    def of(cls, game: str, wide: int, narrow: int) -> "Net":
        """Shape a net for a game as it is now."""
        of = kind(game)
        features, most = of.knowledge.FEATURES.length, of.rules.SEATS[1]
        return cls(game, features, wide, narrow, len(of.rules.MOVES), most)

    @property
    def outputs(self) -> int:
        """Count the values: a move each, silence, and a share for each seat."""
        return self.moves + 1 + self.seats

    @property
    def size(self) -> int:
        """Count the weights."""
        first, second = self.wide * (self.features + 1), self.narrow * (self.wide + 1)
        return first + second + self.outputs * (self.narrow + 1)

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Return what compiled code needs to find its way in the weights."""
        return 0, self.features, self.wide, self.narrow

    def layers(self, flat: Floats) -> list[Floats]:
        """Cut a row of weights into biases and matrices, without a copy."""
        shapes = (
            (self.wide,), (self.features, self.wide),
            (self.narrow,), (self.wide, self.narrow),
            (self.outputs,), (self.outputs, self.narrow),
        )  # fmt: skip
        found, at = [], 0
        for shape in shapes:
            count = int(np.prod(shape))
            found.append(flat[at : at + count].reshape(shape))
            at += count
        return found


def print_of(of: Kind) -> str:
    """Name what a net depends on: the features it reads and the moves it values."""
    blocks = [[name, length] for name, length, _ in of.knowledge.FEATURES.blocks]
    return json.dumps([FORM, blocks, list(of.rules.MOVES)])


def save(file: Path, net: Net, weights: Floats, about: Json) -> None:
    """Write weights (in half precision) with all that says where they come from."""
    of = kind(net.game)
    about = {
        **about,
        "version": of.rules.VERSION,
        "wide": net.wide,
        "narrow": net.narrow,
    }
    np.savez_compressed(
        file,
        about=json.dumps(about),
        fits=print_of(of),
        weights=weights.astype(np.float16),
    )


def load(game: str, file: Path) -> tuple[Net, Floats, Json]:
    """Read weights, or say why they can't play this game."""
    try:
        with np.load(file, allow_pickle=False) as kept:
            about = json.loads(str(kept["about"]))
            fits, weights = str(kept["fits"]), kept["weights"].astype(np.float32)
    except (OSError, ValueError, KeyError, EOFError) as error:
        raise BadBot(
            f"{file} n'est pas un réseau lisible : {error}",
            f"{file} is no net that can be read: {error}",
        ) from error
    if fits != print_of(kind(game)):
        raise BadBot(
            f"{file} n'a pas appris {game} tel qu'il est ; « pioche train {game} »",
            f"{file} has not learned {game} as it is now; 'pioche train {game}'",
        )
    net = Net.of(game, about["wide"], about["narrow"])
    return net, np.ascontiguousarray(weights), about


def shipped(game: str) -> Path:
    """Return where the weights of a game lie that ship with Pioche."""
    return Path(str(resources.files("pioche.bots"))) / "weights" / f"{game}.npz"


@cache
def own(game: str) -> tuple[Net, Floats, Json] | None:
    """Return the net that ships for a game, or None when none fits."""
    try:
        return load(game, shipped(game))
    except BadBot:
        return None
