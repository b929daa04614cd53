"""Other card sets: whoever owns the printed game can enter its cards in a file (K36).

A set makes another kind of game, `kardashev-<id>-<hash>`: this package loaded again with
the tables of another card file (decision 040). Its name holds the hash of the file, so a
record says which cards it was played with.
"""

import hashlib
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from pioche.core.errors import PiocheError, language
from pioche.core.kind import Kind
from pioche.games import add as add_game

from .cards import Fault, read


class BadCards(PiocheError):
    """A card file that can't be read: every sentence names a card and its row."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__(
            "\n".join(fault.fr for fault in faults),
            "\n".join(fault.en for fault in faults),
        )


def faults_of(path: str | Path) -> list[Fault]:
    """List what is wrong in a card file."""
    try:
        return read(Path(path).read_text("utf-8"))[1]
    except (OSError, UnicodeDecodeError) as error:
        return [Fault(str(path), f"illisible : {error}", f"unreadable: {error}")]


def check(path: str | Path) -> list[str]:
    """Say what is wrong in a card file, in sentences; none when it can be played."""
    return [fault.fr if language() == "fr" else fault.en for fault in faults_of(path)]


def load(path: str | Path) -> Kind:
    """Make a game of a card file, or raise BadCards; `pioche.deal` then takes its name."""
    faults = faults_of(path)
    if faults:
        raise BadCards(faults)
    text = Path(path).read_bytes()
    card_set, _ = read(text.decode())
    digest = hashlib.sha256(text).hexdigest()[:8]
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
        made.__dict__["CARD_FILE"] = Path(path).resolve()
        sys.modules[package] = made
    return add_game(name, package)
