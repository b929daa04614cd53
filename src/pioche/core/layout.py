"""State layouts: one annotated class gives the NumPy record and the checked twin.

The twin is a class with slots that refuses what compiled code would let pass:
numbers too large for their field, negative indices, unknown fields. The record is
laid out as a C struct; `pack` and `unpack` move a state between the two by bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from functools import cached_property
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Final,
    NoReturn,
    Self,
    TypeVar,
    cast,
    get_type_hints,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np

I1, I2, I4, I8, U1 = "i1", "i2", "i4", "i8", "u1"
CODES: Final = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B"}
LIMITS: Final = {
    kind: (0, 2 ** (8 * int(kind[1])) - 1)
    if kind[0] == "u"
    else (-(2 ** (8 * int(kind[1]) - 1)), 2 ** (8 * int(kind[1]) - 1) - 1)
    for kind in CODES
}

i1 = Annotated[int, I1]
i2 = Annotated[int, I2]
i4 = Annotated[int, I4]
i8 = Annotated[int, I8]
u1 = Annotated[int, U1]
Row = list[int]
Grid = list[list[int]]
Cube = list[list[list[int]]]

#: Names that NumPy's records keep for themselves (compiled code would read those).
RESERVED: Final = frozenset(
    [
        "T",
        "all",
        "any",
        "argmax",
        "argmin",
        "argsort",
        "astype",
        "base",
        "byteswap",
        "choose",
        "clip",
        "compress",
        "conj",
        "conjugate",
        "copy",
        "cumprod",
        "cumsum",
        "data",
        "device",
        "diagonal",
        "dtype",
        "dump",
        "dumps",
        "fill",
        "flags",
        "flat",
        "flatten",
        "getfield",
        "imag",
        "item",
        "itemset",
        "itemsize",
        "max",
        "mean",
        "min",
        "nbytes",
        "ndim",
        "newbyteorder",
        "nonzero",
        "pprint",
        "prod",
        "ptp",
        "put",
        "ravel",
        "real",
        "repeat",
        "reshape",
        "resize",
        "round",
        "searchsorted",
        "setfield",
        "setflags",
        "shape",
        "size",
        "sort",
        "squeeze",
        "std",
        "strides",
        "sum",
        "swapaxes",
        "take",
        "tobytes",
        "tofile",
        "tolist",
        "tostring",
        "trace",
        "transpose",
        "var",
        "view",
    ]
)


class Cells(list[int]):
    """A row of integers of one width: no negative index, no silent overflow."""

    __slots__ = ("high", "low", "place")
    low: int
    high: int

    def __init__(self, values: Iterable[int], kind: str, place: str = "") -> None:
        super().__init__(values)
        self.low, self.high = LIMITS[kind]
        self.place = place

    def __getitem__(self, index: int) -> int:  # type: ignore[override]  # no slices
        if index < 0:
            raise IndexError(f"{self.place}[{index}]: negative index")
        return list.__getitem__(self, index)

    def __setitem__(self, index: int, value: int) -> None:  # type: ignore[override]
        if index < 0:
            raise IndexError(f"{self.place}[{index}]: negative index")
        if not self.low <= value <= self.high:
            raise OverflowError(f"{self.place}[{index}]: {value} does not fit")
        list.__setitem__(self, index, int(value))

    def _refuse(self, *_: object) -> NoReturn:
        raise TypeError(f"{self.place}: the length of a row is fixed")

    append = extend = insert = pop = remove = clear = sort = reverse = _refuse  # type: ignore[assignment]


@dataclass(frozen=True)
class Field:
    """One field of a layout: the width of its numbers and the shape of its rows."""

    kind: str
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        """Count the numbers of the field."""
        count = 1
        for length in self.shape:
            count *= length
        return count


@dataclass(frozen=True)
class Layout:
    """The fields of a state, in the order of their bytes."""

    name: str
    fields: dict[str, Field]

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The record of compiled mode, aligned as C aligns a struct."""
        import numpy as np

        return np.dtype(
            [(n, f.kind, f.shape) for n, f in self.fields.items()], align=True
        )

    @cached_property
    def bytes(self) -> struct.Struct:
        """The same bytes for the twin, without NumPy."""
        widest = max(self.fields.values(), key=lambda f: int(f.kind[1]))
        body = "".join(f"{f.count}{CODES[f.kind]}" for f in self.fields.values())
        return struct.Struct(f"@{body}0{CODES[widest.kind]}")


def rows(field: Field, values: Iterator[int], place: str, depth: int = 0) -> list[Any]:
    """Nest numbers into the checked rows of a field."""
    if depth == len(field.shape) - 1:
        return Cells([next(values) for _ in range(field.shape[-1])], field.kind, place)
    # A tuple would be safer for the outer rows, but Numba has no assignment to check here.
    return [rows(field, values, place, depth + 1) for _ in range(field.shape[depth])]


def flat(value: Any, depth: int) -> Iterator[int]:
    """Read nested rows number by number."""
    if depth == 0:
        yield value
    elif depth == 1:
        yield from value
    else:
        for row in value:
            yield from flat(row, depth - 1)


#: What the rules told: event, audience (bits of seats; -1: everyone), arguments.
Told = tuple[int, int, tuple[int, ...]]


class Twin:
    """What the checked state can do besides holding numbers."""

    __slots__ = ()
    layout: ClassVar[Layout]

    def pack(self) -> bytes:
        """Return the bytes of the record."""
        numbers: list[int] = []
        for name, field in self.layout.fields.items():
            numbers.extend(flat(getattr(self, name), len(field.shape)))
        return self.layout.bytes.pack(*numbers)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """Make a twin from the bytes of a record."""
        return cls._of(iter(cls.layout.bytes.unpack(data)))

    @classmethod
    def blank(cls) -> Self:
        """Make a twin with every number zero."""
        return cls._of(iter(int, 1))

    @classmethod
    def _of(cls, numbers: Iterator[int]) -> Self:
        state = cls()
        for name, field in cls.layout.fields.items():
            value = rows(field, numbers, name) if field.shape else next(numbers)
            object.__setattr__(state, name, value)
        object.__setattr__(state, "journal", None)
        return state

    def twin(self) -> Self:
        """Copy the state, without its journal."""
        return self.unpack(self.pack())


class Header(Twin):
    """The fields that every game's state begins with."""

    #: What the rules told the players, or None for nobody listens (not in the bytes).
    journal: list[Told] | None

    rng: Annotated[Row, I8, 8]  # ChaCha: the key; fast: the generator's words
    rng_at: i8  # ChaCha: words drawn so far; fast: -1
    seats: i1
    count: i4  # moves applied so far
    options: Annotated[Row, I2, 32]  # the index of the chosen value, by option


Kind = TypeVar("Kind", bound=Header)


def layout(cls: type[Kind]) -> type[Kind]:
    """Turn an annotated class into the checked twin of its layout."""
    fields = {}
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if name in ("layout", "journal"):
            continue
        if name in RESERVED:
            raise TypeError(f"{cls.__name__}.{name}: NumPy keeps this name for itself")
        kind, *shape = hint.__metadata__
        fields[name] = Field(kind, tuple(shape))

    limits = {n: LIMITS[f.kind] for n, f in fields.items() if not f.shape}

    def set_checked(self: Kind, name: str, value: int) -> None:
        if name == "journal":
            object.__setattr__(self, name, value)
            return
        if name not in limits:
            raise AttributeError(f"{cls.__name__} has no number {name!r}")
        low, high = limits[name]
        if not low <= value <= high:
            raise OverflowError(f"{name}: {value} does not fit")
        object.__setattr__(self, name, int(value))

    body = {
        "__slots__": (*fields, "journal"),
        "__setattr__": set_checked,
        "__doc__": cls.__doc__,
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "layout": Layout(cls.__name__, fields),
    }
    return cast("type[Kind]", type(cls.__name__, (Twin,), body))
