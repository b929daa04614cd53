"""The small language that rules are written in.

A rules file is ordinary Python, run as it stands by the twin. `@jit` marks what the
compiled build translates, `table` what becomes a constant of it; `@native` marks the
few functions for which it has a version of its own (see compiled.py).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from pioche.core.layout import (
    I1,
    I2,
    I4,
    I8,
    LIMITS,
    U1,
    Cells,
    Cube,
    Grid,
    Header,
    Row,
    i1,
    i2,
    i4,
    i8,
    layout,
    u1,
)

__all__ = [
    "EVERYONE", "I1", "I2", "I4", "I8", "U1",
    "Argument", "Clauses", "Cube", "Events", "Features", "Grid", "Header", "Moves",
    "Option", "Row", "Table", "grid", "i1", "i2", "i4", "i8", "jit", "layout", "lowest",
    "native", "number", "ones", "row", "table", "tell", "u1", "value_of",
]  # fmt: skip

Function = TypeVar("Function", bound=Callable[..., object])

EVERYONE: Final = -1  # an audience: all seats and the spectators


def jit(function: Function) -> Function:
    """Mark a function for the compiled build; the twin runs it as it is."""
    function.__dict__["jit"] = True
    return function


def native(function: Function) -> Function:
    """Mark a function of which the compiled build has its own version."""
    function.__dict__["native"] = True
    return function


class Table(tuple[int, ...]):  # noqa: SLOT001
    """A constant row of integers (or of such rows): no negative index."""

    kind: str  # tuples have no slots of their own

    def __getitem__(self, index: int) -> int:  # type: ignore[override]  # no slices
        if index < 0:
            raise IndexError(f"negative index {index}")
        return tuple.__getitem__(self, index)


def table(values: Iterable[int], kind: str = I2) -> Table:
    """Make a constant row."""
    made = Table(values)
    made.kind = kind
    low, high = LIMITS[kind]
    if not all(low <= value <= high for value in made):
        raise OverflowError(f"a value of this table does not fit {kind}")
    return made


def grid(rows: Iterable[Iterable[int]], kind: str = I2) -> Sequence[Table]:
    """Make a constant grid: rows of one length."""
    return tuple(table(values, kind) for values in rows)


def row(length: int, kind: str = I2) -> Row:
    """Make a row of zeros outside a state, for a list of moves."""
    return Cells([0] * length, kind, "row")


@native
def lowest(bits: int) -> int:
    """Return the place of the lowest bit that is set; `bits` must not be 0."""
    return (bits & -bits).bit_length() - 1


@native
def ones(bits: int) -> int:
    """Count the bits that are set."""
    return bits.bit_count()


@native
def tell(  # noqa: PLR0913
    s: Header, event: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0
) -> None:
    """Tell everyone of an event; only the audience learns its secret arguments."""
    if s.journal is not None:
        s.journal.append((event, audience, (a, b, c, d)))


class Moves(Sequence[str]):
    """The numbered move space; the text at a place is its move's one written form."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.numbers: dict[str, int] = {}

    def add(self, *texts: str) -> int:
        """Append moves, and return the number of the first."""
        first = len(self.texts)
        for text in texts:
            if text in self.numbers:
                raise ValueError(f"two moves are written {text!r}")
            self.numbers[text] = len(self.texts)
            self.texts.append(text)
        return first

    def read(self, text: object) -> int | None:
        """Return the number of the move that is written so, if there is one."""
        return self.numbers.get(text) if isinstance(text, str) else None

    def __getitem__(self, number: int) -> str:  # type: ignore[override]  # no slices
        return self.texts[number]

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)


class Clauses:
    """The clauses that `forbids` can answer with; 0 means allowed."""

    def __init__(self) -> None:
        self.ids: list[str] = [""]

    def add(self, clause: str) -> int:
        """Number a clause of the rulebook page."""
        self.ids.append(clause)
        return len(self.ids) - 1


@dataclass(frozen=True)
class Argument:
    """What an event tells: how many of its numbers, how they are named, if all may know."""

    name: Callable[..., object]
    takes: int = 1
    secret: bool = False  # only the audience learns it


def number(value: int) -> int:
    """Name a number by itself (a seat, a count)."""
    return value


class Events:
    """What the rules can tell: a name, the clause that made it happen, its arguments."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, dict[str, Argument]]] = []

    def add(self, event: str, clause: str, **arguments: Argument) -> int:
        """Number an event."""
        self.rows.append((event, clause, arguments))
        return len(self.rows) - 1

    def show(
        self, event: int, numbers: Sequence[int], *, full: bool
    ) -> dict[str, object]:
        """Write an event down for somebody in its audience (`full`) or outside."""
        name, clause, arguments = self.rows[event]
        shown: dict[str, object] = {"event": name, "clause": clause}
        at = 0
        for key, argument in arguments.items():
            told = numbers[at : at + argument.takes]
            shown[key] = None if argument.secret and not full else argument.name(*told)
            at += argument.takes
        return shown


@dataclass(frozen=True)
class Option:
    """A house rule that the host may switch; `clause` is the ruling it changes."""

    name: str
    values: tuple[bool | int | str, ...]
    default: bool | int | str
    clause: str


@dataclass(frozen=True)
class Features:
    """The blocks of numbers that a learner sees, in order: name, length, meaning."""

    blocks: tuple[tuple[str, int, str], ...]

    @property
    def length(self) -> int:
        """Count the numbers of an observation."""
        return sum(length for _, length, _ in self.blocks)

    def start(self, name: str) -> int:
        """Return where a block begins."""
        at = 0
        for block, length, _ in self.blocks:
            if block == name:
                return at
            at += length
        raise KeyError(name)


def value_of(options: Sequence[Option], s: Header, option: int) -> bool | int | str:
    """Return the value that a state has for an option."""
    return options[option].values[s.options[option]]
