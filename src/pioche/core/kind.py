"""A kind of game: what its folder must hold, and how options and facts are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module, resources
from typing import Any, Protocol, cast

from pioche.core import given
from pioche.core.errors import BadOption, BadSeats, PiocheError
from pioche.core.layout import Header, Row
from pioche.core.rules import Clauses, Events, Features, Moves, Option
from pioche.core.words import LANGUAGES, Words

Json = dict[str, Any]


class Rules(Protocol):
    """What a game's rules.py states. The functions below are all marked `@jit`,
    except `result`, `contradiction` and `CARDS`, which only the twin uses.
    """

    VERSION: int  # rises when an old record may replay differently
    SEATS: tuple[int, int]
    BOUND: int  # no game has more moves
    MOVES: Moves
    OPTIONS: tuple[Option, ...]
    CLAUSES: Clauses
    EVENTS: Events
    CARDS: Sequence[Json]  # facts for `pioche.rules`: id, copies, … (names are words)
    State: type[Header]

    def deal(self, s: Any) -> None:
        """Set up a blank state whose header (seats, options, generator) is filled in."""

    def forbids(self, s: Any, seat: int, move: int) -> int:
        """Name the clause that forbids this seat this move, or 0."""

    def legal(self, s: Any, seat: int, out: Row) -> int:
        """Write the moves that `forbids` lets through, ascending, and count them."""

    def apply(self, s: Any, seat: int, move: int) -> None:
        """Play a legal move."""

    def to_move(self, s: Any) -> int:
        """Return the seats that owe a decision, as bits; 0 when over."""

    def claims(self, s: Any) -> int:
        """Return the seats that owe nothing and may speak out of turn, as bits."""

    def over(self, s: Any) -> bool:
        """Tell whether the game has ended."""

    def shares(self, s: Any, out: Any) -> None:
        """Write each seat's share of one point (equal shares while nothing is decided)."""

    def result(self, s: Any) -> tuple[list[int], list[int], str]:
        """Return the winners, the scores by seat and the clause that ended the game."""

    def contradiction(self, options: Json, seats: int) -> tuple[str, str] | None:
        """Say in French and English why options exclude each other, or None."""


class Knowledge(Protocol):
    """What a game's knowledge.py states: who knows what."""

    FEATURES: Features

    def position(self, s: Any) -> Json:
        """Write the game's own part of the complete state, readable by a person."""

    def set_up(self, s: Any, position: Json) -> None:
        """Fill a blank state from `position`, or raise BadPosition."""

    def view(self, s: Any, seat: int | None) -> Json:
        """Build what a seat (None: a spectator) may know, starting from nothing."""

    def from_view(self, s: Any, view: Json, seat: int) -> None:
        """Fill a blank state with what a view tells; hidden cards lie anyhow."""

    def imagine(self, s: Any, seat: int) -> None:
        """Deal anew, by the state's generator, all that the seat cannot know. `@jit`"""

    def shuffle_unseen(self, s: Any) -> None:
        """Shuffle what nobody has seen: what is to come is open again. `@jit`"""

    def observe(self, s: Any, seat: int, out: Any) -> None:
        """Write the features of what the seat knows (float32). `@jit`"""

    def tries(self, s: Any, seat: int) -> list[int]:
        """List the moves that a player of this seat would expect to see, legal or not."""

    def expects_claim(self, s: Any) -> bool:
        """Tell whether somebody may be able to speak out of turn, for all that all know."""


class Policy(Protocol):
    """What a game's policy.py states."""

    def prior(self, s: Any, seat: int, moves: Row, n: int) -> int:
        """Choose one of `n` legal moves cheaply, by what the seat knows. `@jit`"""


@dataclass(frozen=True)
class Kind:
    """One game: its modules and texts."""

    name: str
    package: str

    @cached_property
    def rules(self) -> Rules:
        """The rules, as the twin runs them."""
        return cast("Rules", import_module(f"{self.package}.rules"))

    @cached_property
    def knowledge(self) -> Knowledge:
        """Who knows what."""
        return cast("Knowledge", import_module(f"{self.package}.knowledge"))

    @cached_property
    def policy(self) -> Policy:
        """The cheap policy of playouts, which is also the greedy bot."""
        return cast("Policy", import_module(f"{self.package}.policy"))

    def picture(self, view: Json, lang: str) -> str:
        """Draw a view as text."""
        drawn = import_module(f"{self.package}.picture").picture(view, self.words[lang])
        return str(drawn)

    @cached_property
    def words(self) -> dict[str, Words]:
        """The texts, by language."""
        folder = resources.files(self.package)
        names: dict[str, dict[str, str]] = getattr(self.rules, "NAMES", {})
        return {lang: Words(folder, lang, names.get(lang, {})) for lang in LANGUAGES}

    def say(self, table: str, name: str, **values: object) -> tuple[str, str]:
        """Return a text in French and English."""
        fr, en = (
            str(self.words[lang].tables[table][name]).format(**values)
            for lang in LANGUAGES
        )
        return fr, en

    def check_seats(self, seats: object) -> int:
        """Return the number of seats, or refuse it."""
        low, high = self.rules.SEATS
        number = given.whole(seats, low, high)
        if number is None:
            fr, en = (
                (f"{low}", f"{low}")
                if low == high
                else (f"{low} à {high}", f"{low} to {high}")
            )
            raise BadSeats(
                f"{self.name} se joue à {fr} joueurs, pas à {seats!r}",
                f"{self.name} is played by {en} players, not {seats!r}",
            )
        return number

    def complete(self, options: Mapping[str, object] | None, seats: int) -> Json:
        """Fill in the defaults of options, or say which one can't be and what can."""
        chosen: Json = {option.name: option.default for option in self.rules.OPTIONS}
        asked: object = {} if options is None else options  # programs pass anything
        if not isinstance(asked, Mapping):
            raise BadOption(
                f"les options sont {{nom: valeur}}, pas {asked!r}",
                f"options are {{name: value}}, not {asked!r}",
            )
        for name, value in asked.items():
            self.check_option(name, value)
            chosen[name] = value
        clash = self.rules.contradiction(chosen, seats)
        if clash:
            raise BadOption(*clash)
        return chosen

    def check_option(self, name: str, value: object) -> None:
        """Refuse an option or a value that does not exist, and say what does."""
        names = [option.name for option in self.rules.OPTIONS]
        if name not in names:
            near = get_close_matches(str(name), names, 1) or sorted(names)
            raise BadOption(
                f"{self.name} n'a pas d'option « {name} » ; il y a {', '.join(near)}",
                f"{self.name} has no option {name!r}; there is {', '.join(near)}",
            )
        values = self.option(name).values
        if not any(type(v) is type(value) and v == value for v in values):
            shown = ", ".join(written(v) for v in values)
            raise BadOption(
                f"l'option {name} ne prend pas {value!r} ; elle prend {shown}",
                f"option {name} does not take {value!r}; it takes {shown}",
            )

    def option(self, name: str) -> Option:
        """Find an option by its name."""
        return next(option for option in self.rules.OPTIONS if option.name == name)

    def fill_header(self, s: Header, seats: int, options: Json) -> None:
        """Write seats and options into a blank state."""
        s.seats = seats
        for place, option in enumerate(self.rules.OPTIONS):
            s.options[place] = option.values.index(options[option.name])

    def facts(self) -> Json:
        """Return what `pioche.rules` tells."""
        fr, en = self.words["fr"], self.words["en"]
        used = scenarios(self)
        return {
            "name": self.name,
            "title": {"fr": fr.tables["title"], "en": en.tables["title"]},
            "version": self.rules.VERSION,
            "seats": list(self.rules.SEATS),
            "moves": len(self.rules.MOVES),
            "options": [
                {
                    "name": option.name,
                    "default": option.default,
                    "values": list(option.values),
                    "clause": option.clause,
                    "fr": fr.tables["options"][option.name],
                    "en": en.tables["options"][option.name],
                }
                for option in self.rules.OPTIONS
            ],
            "clauses": [
                {
                    "id": id,
                    "fr": clause.text,
                    "en": en.clause(id),
                    "section": {"fr": clause.section, "en": en.clauses[id].section},
                    "scenarios": [
                        name for name, clauses in used.items() if id in clauses
                    ],
                }
                for id, clause in fr.clauses.items()
            ],
            "cards": [
                {**card, "name": {"fr": fr.term(card["id"]), "en": en.term(card["id"])}}
                for card in self.rules.CARDS
            ],
        }


def written(value: object) -> str:
    """Write an option's value as the command line takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def scenarios(kind: Kind) -> dict[str, list[str]]:
    """Return the clauses that each scenario of a game shows, by its name."""
    from pioche.core.scenario import read

    return {scenario.name: scenario.clauses for scenario in read(kind)}


def no_such_seat(seats: int, seat: object) -> PiocheError:
    """Say that a table has no such seat."""
    return BadSeats(
        f"il n'y a pas de place {seat!r} ; les places vont de 0 à {seats - 1}",
        f"there is no seat {seat!r}; the seats are 0 to {seats - 1}",
    )
