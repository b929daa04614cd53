"""What was set up in this clone, and whether its inputs changed since.

Kept in .venv/pioche.json, so that both vanish together: for each step two
fingerprints of its inputs, a quick one and a sure one.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
VENV: Final = ROOT / ".venv"
PYTHON: Final = VENV / "bin" / "python"
WEB: Final = ROOT / "web"
KEPT: Final = VENV / "pioche.json"

#: Folders under which nothing is an input of the client.
NOT_SOURCES: Final = {"coverage", "dist", "e2e", "node_modules", "test-results"}


class Step(NamedTuple):
    """One thing to set up; `made` is what must be there to believe it was done."""

    name: str
    run: str
    inputs: Callable[[], list[Path]]
    made: Path
    en: str
    fr: str


def files_under(*folders: Path, ends: tuple[str, ...] = ("",)) -> list[Path]:
    """List the source files below some folders, in a fixed order."""
    found = []
    for top in folders:
        for folder, below, names in os.walk(top):
            below[:] = sorted(
                b for b in below if b not in NOT_SOURCES and b[0] not in "._"
            )
            found += [
                Path(folder, name) for name in sorted(names) if name.endswith(ends)
            ]
    return found


def digest(parts: Iterable[object]) -> str:
    """Fingerprint a sequence of facts."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:32]


def glimpse(paths: list[Path]) -> str:
    """Fingerprint files by size and time of change: quick, but too suspicious."""
    stats = ((path, path.stat()) for path in paths)
    return digest((p, s.st_size, s.st_mtime_ns) for p, s in stats)


def content(paths: list[Path]) -> str:
    """Fingerprint files by what they hold."""
    return digest(
        (path.relative_to(ROOT), hashlib.sha256(path.read_bytes()).hexdigest())
        for path in paths
    )


class Record:
    """What was set up here: for each step the two fingerprints of its inputs."""

    def __init__(self) -> None:
        self.home = f"{ROOT} {sys.version_info.major}.{sys.version_info.minor}"
        self.steps: dict[str, list[str]] = {}
        with suppress(OSError, ValueError, KeyError, TypeError):
            kept = json.loads(KEPT.read_text())
            if kept["home"] == self.home:  # not moved, nor another Python by now
                self.steps = kept["steps"]

    def holds(self, step: Step) -> bool:
        """Tell whether a step was done for the inputs of now."""
        if step.name not in self.steps or not step.made.exists():
            return False
        paths, (seen, done) = step.inputs(), self.steps[step.name]
        now = glimpse(paths)
        if now == seen:
            return True
        if content(paths) != done:
            return False
        with suppress(OSError):  # somebody else's read-only installation will do
            self.write(step.name, now, done)
        return True

    def write(self, name: str, seen: str, done: str) -> None:
        """Keep that a step was done, in one stroke."""
        self.steps[name] = [seen, done]
        new = KEPT.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps({"home": self.home, "steps": self.steps}, indent=1))
        new.replace(KEPT)
