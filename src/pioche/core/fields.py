"""Reading the fields of a position: each that is wrong is named with what it must be."""

from typing import Any

from pioche.core.errors import BadPosition


def choice(d: dict[str, Any], field: str, names: tuple[str, ...]) -> int:
    """Read one of several names."""
    if d[field] not in names:
        shown = ", ".join(names)
        raise BadPosition(field, f"c'est l'un de : {shown}", f"it is one of: {shown}")
    return names.index(d[field])


def whole(field: str, value: object, low: int, high: int) -> int:
    """Read a whole number."""
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or not low <= value <= high
    ):
        raise BadPosition(
            field,
            f"c'est un nombre de {low} à {high}",
            f"it is a number from {low} to {high}",
        )
    return value


def flag(d: dict[str, Any], field: str) -> bool:
    """Read true or false."""
    if not isinstance(d[field], bool):
        raise BadPosition(field, "c'est true ou false", "it is true or false")
    return bool(d[field])


def seat_of(d: dict[str, Any], field: str, seats: int) -> int:
    """Read a seat."""
    return whole(field, d[field], 0, seats - 1)


def lists(d: dict[str, Any], field: str, length: int | None = None) -> list[Any]:
    """Read a list of a length (of lists, when a length is given)."""
    value = d[field]
    fits = isinstance(value, list) and (length is None or len(value) == length)
    if not fits or (
        length is not None and not all(isinstance(part, list) for part in value)
    ):
        of = (
            ("", "")
            if length is None
            else (f" de {length} listes", f" of {length} lists")
        )
        raise BadPosition(field, f"c'est une liste{of[0]}", f"it is a list{of[1]}")
    return list(value)


def whole_list(
    d: dict[str, Any], field: str, length: int | None, low: int, high: int
) -> list[int]:
    """Read a list of whole numbers."""
    value = d[field]
    if not isinstance(value, list) or (length is not None and len(value) != length):
        raise BadPosition(
            field, "c'est une liste de nombres", "it is a list of numbers"
        )
    return [whole(field, part, low, high) for part in value]
