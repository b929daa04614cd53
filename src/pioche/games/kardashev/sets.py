"""Other card sets: whoever owns the printed game can enter its cards in a file (K36).

A set makes another kind of game, `kardashev-<id>-<hash>`: this package loaded again with
the tables of another card file (decision 051). Its name holds the hash of the file, so a
record says which cards it was played with.
"""

import hashlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

from pioche.core.errors import BadUse, PiocheError
from pioche.core.kind import Kind
from pioche.games import add as add_game

from .cards import CardSet, Fault, read

MOST_BYTES: Final = 1_000_000  # a whole set has about 30,000


class BadCards(PiocheError):
    """A card file that can't be played: every sentence names a card and its row."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__(
            "\n".join(fault.fr for fault in faults),
            "\n".join(fault.en for fault in faults),
        )


def text_of(path: str | Path) -> str:
    """Read a file as text, or say why not."""
    try:
        data = Path(path).read_bytes()
        if len(data) > MOST_BYTES:
            raise BadUse(
                f"{path} a {len(data)} octets : ce n'est pas un fichier de cartes",
                f"{path} has {len(data)} bytes: it is no card file",
            )
        return data.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise BadUse(
            f"{path} n'est pas lisible : {error}", f"{path} can't be read: {error}"
        ) from error


def check(path: str | Path) -> tuple[CardSet, list[Fault]]:
    """Read a card file, and list what is wrong in it; nothing when it can be played."""
    return read(text_of(path))


def load(path: str | Path) -> Kind:
    """Make a game of a card file, or raise BadCards; `pioche.deal` then takes its name."""
    text = text_of(path)
    card_set, faults = read(text)
    if faults:
        raise BadCards(faults)
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    name = f"kardashev-{card_set.id}-{digest}"
    package = f"{str(__package__).rpartition('.')[0]}.{name}"
    if package not in sys.modules:
        own = sys.modules[str(__package__)]
        spec = spec_from_file_location(
            package, own.__file__, submodule_search_locations=list(own.__path__)
        )
        assert spec is not None
        assert spec.loader is not None
        made = module_from_spec(spec)
        spec.loader.exec_module(made)
        made.__dict__["CARD_TEXT"] = text
        sys.modules[package] = made
    return add_game(name, package)
