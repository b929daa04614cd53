"""The compiled build: the same rules files, translated by Numba.

`build` rebuilds the namespace of a module in which every function marked `@jit` is a
compiled one and every `table` an array. Generic modules (playouts, batches, search) are
built once per game with the rules as their globals: cached by Numba and as fast as if
written for the game, which closures and function arguments are not (decision 002).

Numba's cache does not notice a change in another file, nor a flag: our stamp holds the
hash of the sources that can matter, and the flags.
"""

import hashlib
import inspect
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, Final

import numba
import numpy as np
from llvmlite import ir
from numba.core import caching, types
from numba.extending import intrinsic

from pioche.core.linked import OURS, Function
from pioche.core.rules import Table

HERE: Final = Path(__file__).parent
DEBUG: Final = os.environ.get("PIOCHE_DEBUG") == "1"  # compiled, with bounds checks
FLAGS: Final[dict[str, Any]] = {
    "nogil": True,
    "error_model": "numpy",
    "boundscheck": DEBUG,
}
#: Sources that every compiled function depends on.
CORE: Final = tuple(
    str(HERE / f"{n}.py") for n in ("layout", "rules", "random", "compiled", "linked")
)


@cache
def digest(file: str) -> str:
    """Hash a source file, or all that lie in a game's folder."""
    path = Path(file)
    found = hashlib.sha256()
    for source in sorted(path.glob("*.py")) if path.is_dir() else [path]:
        found.update(source.name.encode() + b"\0" + source.read_bytes())
    return found.hexdigest()


def sources(module: ModuleType) -> str:
    """Name what a module's machine code depends on: its game's folder, or its file."""
    file = Path(str(module.__file__))
    return str(file.parent if (file.parent / "knowledge.py").exists() else file)


def stamp(*modules: ModuleType) -> str:
    """Hash all that can change the machine code of a build."""
    files = {*CORE, *map(sources, modules)}
    data = [
        getattr(module, "STAMP", "") for module in modules
    ]  # of tables from elsewhere
    parts = [
        *map(digest, sorted(files)),
        *data,
        repr(sorted(FLAGS.items())),
        numba.__version__,
    ]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def cache_folder() -> Path:
    """Find a folder for machine code that can be written: beside the sources, or the user's."""
    named = os.environ.get("PIOCHE_CACHE")
    home = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "pioche"
    choices = (
        [Path(named)] if named else [HERE.parent / "__pycache__" / "compiled", home]
    )
    for folder in choices:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="pioche-"))


CACHE: Final = cache_folder()


class Locator(caching._CacheLocator):  # type: ignore[misc]  # noqa: SLF001  # Numba's hook
    """Where Numba keeps the machine code of our functions, and when it is stale."""

    def __init__(self, source: str, stamp: str) -> None:
        self.source = source
        self.stamp = stamp

    def get_source_stamp(self) -> str:
        """Tell what the machine code was made from."""
        return self.stamp

    def get_cache_path(self) -> str:
        """Name the folder of machine code."""
        return str(CACHE)

    def get_disambiguator(self) -> str | None:
        """Tell files of one name apart."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:10]

    @classmethod
    def from_function(cls, function: FunctionType, source: str) -> "Locator | None":
        """Take on our own functions only: other packages keep Numba's places."""
        made_from = function.__globals__.get("__stamp__")
        return cls(source, made_from) if made_from else None


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


def tell(
    s: Any, event: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0
) -> None:
    """Tell nobody: compiled games have no audience."""


NATIVE: Final[dict[str, Any]] = {
    "lowest": lowest,
    "ones": ones,
    "tell": numba.njit(inline="always")(tell),
}
BUILT: Final[dict[str, ModuleType]] = {}


def build(module: ModuleType, name: str = "", **bound: Any) -> ModuleType:
    """Return the compiled build of a module; `bound` names fill a generic module's gaps."""
    name = name or f"{module.__name__}:compiled"
    if name in BUILT:
        return BUILT[name]
    made = BUILT[name] = ModuleType(name, module.__doc__)
    made.__file__ = module.__file__
    homes = {str(getattr(value, "__module__", "")) for value in bound.values()}
    rules = [BUILT[home] for home in sorted(homes & BUILT.keys())]
    made.__dict__["__stamp__"] = stamp(module, *rules)
    sys.modules[name] = made  # Numba looks it up there when it loads a cached function
    for key, value in module.__dict__.items():
        if not key.startswith("__"):
            made.__dict__[key] = translated(value, module, made)
    made.__dict__.update(bound)
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


def constant(value: Any) -> Any:
    """Turn tables into arrays, which compiled code takes as constants."""
    if isinstance(value, Table):
        return np.array(value, value.kind)
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(row, Table) for row in value)
    ):
        return np.array([list(row) for row in value], value[0].kind)
    return value


def translate(function: FunctionType, made: ModuleType) -> Any:
    """Compile a function with the globals of a build."""
    copy = FunctionType(
        function.__code__, made.__dict__, function.__name__, function.__defaults__
    )
    # Two games must not share a cache entry, even when their states look the same.
    copy.__qualname__ = f"{made.__name__}.{OURS}.{function.__qualname__}"
    copy.__module__ = made.__name__
    return Function(copy, FLAGS)
