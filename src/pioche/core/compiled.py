"""The compiled build: the same rules files, translated by Numba.

`build` rebuilds the namespace of a module in which every function marked `@jit` is a
compiled one and every `table` an array. Generic modules (playouts, batches, search) are
built once per game with the rules as their globals: cached by Numba and as fast as if
written for the game, which closures and function arguments are not (decision 002).

Numba's cache does not notice a change in another file, nor a flag: our stamp holds the
hash of all sources and the flags.
"""

import hashlib
import inspect
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba.core import caching, types
from numba.extending import intrinsic

from pioche.core.rules import Table

ROOT: Final = Path(__file__).parent.parent
DEBUG: Final = os.environ.get("PIOCHE_DEBUG") == "1"  # compiled, with bounds checks
FLAGS: Final[dict[str, Any]] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": DEBUG,
}


@cache
def digest(folder: str) -> str:
    """Hash the sources below a folder."""
    found = hashlib.sha256()
    for path in sorted(Path(folder).rglob("*.py")):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def stamp(source: str) -> str:
    """Hash all that can change the machine code of a source file."""
    outside = "" if Path(source).is_relative_to(ROOT) else digest(str(Path(source).parent))
    return "-".join((digest(str(ROOT)), outside, repr(sorted(FLAGS.items())), numba.__version__))


def cache_folder() -> Path:
    """Name a folder for machine code that can be written: beside the sources, or the user's."""
    named = os.environ.get("PIOCHE_CACHE")
    home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pioche"
    choices = [Path(named)] if named else [ROOT / "__pycache__" / "compiled", home]
    for folder in choices:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="pioche-"))


CACHE: Final = cache_folder()


class Locator(caching._CacheLocator):  # type: ignore[misc]  # Numba is untyped
    """Where Numba keeps the machine code of our functions, and when it is stale."""

    def __init__(self, source: str) -> None:
        self.source = source

    def get_source_stamp(self) -> str:
        return stamp(self.source)

    def get_cache_path(self) -> str:
        return str(CACHE)

    def get_disambiguator(self) -> str | None:
        return hashlib.sha256(self.source.encode()).hexdigest()[:10]

    @classmethod
    def from_function(cls, function: FunctionType, source: str) -> "Locator | None":
        # Only ours: other packages keep Numba's own places.
        return cls(source) if "pioche_build" in function.__dict__ else None


numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.Locator,UserWideCacheLocator"


@intrinsic  # type: ignore[untyped-decorator]
def lowest(typing: Any, bits: Any) -> Any:
    """Translate `rules.lowest` into one instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def ones(typing: Any, bits: Any) -> Any:
    """Translate `rules.ones` into one instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


def tell(s: Any, event: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> None:
    """Tell nobody: compiled games have no audience."""


def translate(function: FunctionType, namespace: ModuleType) -> Any:
    """Compile a function with another module's globals."""
    made = FunctionType(
        function.__code__,
        namespace.__dict__,
        function.__name__,
        function.__defaults__,
    )
    # Two games must not share a cache entry, even when their states look the same.
    made.__qualname__ = f"{namespace.__name__}.{function.__qualname__}"
    made.__module__ = namespace.__name__
    made.__dict__["pioche_build"] = True
    return numba.njit(**FLAGS)(made)


NATIVE: Final[dict[str, Any]] = {"lowest": lowest, "ones": ones, "tell": numba.njit(inline="always")(tell)}
BUILT: Final[dict[str, ModuleType]] = {}


def constant(value: Any) -> Any:
    """Turn tables into arrays, which compiled code takes as constants."""
    if isinstance(value, Table):
        return np.array(value, value.kind)
    if isinstance(value, tuple) and value and all(isinstance(part, Table) for part in value):
        return np.array([list(part) for part in value], value[0].kind)
    return value


def build(module: ModuleType, name: str = "", **bound: object) -> ModuleType:
    """Return the compiled build of a module; `bound` names fill a generic module's gaps."""
    name = name or f"{module.__name__}:compiled"
    if name in BUILT:
        return BUILT[name]
    made = BUILT[name] = ModuleType(name, module.__doc__)
    made.__file__ = module.__file__
    sys.modules[name] = made  # Numba looks it up there when it loads a cached function
    for key, value in module.__dict__.items():
        if key.startswith("__"):
            continue
        made.__dict__[key] = translated(value, module, made)
    for key, value in bound.items():
        made.__dict__[key] = value
    return made


def translated(value: Any, module: ModuleType, made: ModuleType) -> Any:
    """Return what a name of a module stands for in its compiled build."""
    marks = getattr(value, "__dict__", {})
    if not callable(value) or not ("jit" in marks or "native" in marks):
        return constant(value)
    if "native" in marks:
        return NATIVE[value.__name__]
    if value.__module__ != module.__name__:
        return getattr(build(sys.modules[value.__module__]), value.__name__)
    return translate(inspect.unwrap(value), made)


def entry(function: Callable[..., Any]) -> Any:
    """Mark a function of a generic module, for readers: Python calls it directly."""
    return function
