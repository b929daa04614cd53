"""What programs hand to us: what is of the wrong kind is refused in words."""

from numbers import Integral
from typing import Final

from pioche.core.errors import BadUse

MOST: Final = 10**9  # games, or anything else that is counted


def whole(value: object, low: int, high: int) -> int | None:
    """Return a whole number of any type as Python's own, or None when it is none."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        return None
    number = int(value)
    return number if low <= number <= high else None


def count(name: str, value: object, low: int = 0, high: int = MOST) -> int:
    """Return a whole number from `low` to `high`, or refuse what was given."""
    number = whole(value, low, high)
    if number is None:
        raise BadUse(
            f"{name} est un nombre entier de {low} à {high}, pas {value!r}",
            f"{name} is a whole number from {low} to {high}, not {value!r}",
        )
    return number


def seed(value: object) -> bytes:
    """Return the bytes of a seed, which is any text."""
    try:
        if isinstance(value, str):
            return value.encode()
    except UnicodeEncodeError:
        pass  # half a character: a record could not be written
    raise BadUse(
        f"la graine est un texte, pas {value!r}", f"the seed is a text, not {value!r}"
    )
