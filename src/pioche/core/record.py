"""Records: a game as a text, one move a line, from which it can be played again.

    pioche record 1
    game uno
    rules 1
    seats 2
    option points 0
    seed "any text"
    moves
    1 0 play red-7-love
    2 1 draw
    result {"winners":[0],"scores":[1,0],"reason":"UB20"}
    hash 5d0c…

A move's line holds its number, its seat and the move in words. Instead of a seed, a
`position {…}` may start the game. A shared shuffle adds `commitment`, `secret` and
one `share SEAT …` a seat, from which the seed follows (fairness.py). The hash covers
every line above it.
"""

import hashlib
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from pioche.core import given
from pioche.core.errors import BadRecord, BadUse, PiocheError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pioche.core.kind import Kind
    from pioche.core.table import Game

Json = dict[str, Any]
FORMAT: Final = "pioche record 1"


@dataclass(frozen=True)
class Start:
    """All that a game's deal followed from."""

    game: str
    version: int
    seats: int
    options: Json
    seed: str | None = None
    position: Json | None = None
    extra: tuple[tuple[str, str], ...] = field(default=())  # header lines of others


def write(start: Start, log: list[tuple[int, str]], result: Json | None) -> str:
    """Write a record."""
    lines = [
        FORMAT,
        f"game {start.game}",
        f"rules {start.version}",
        f"seats {start.seats}",
    ]
    lines += [f"option {name} {dumps(value)}" for name, value in start.options.items()]
    lines += [f"{name} {value}" for name, value in start.extra]
    if start.position is not None:
        lines.append(f"position {dumps(start.position)}")
    else:
        lines.append(f"seed {dumps(start.seed)}")
    lines.append("moves")
    lines += [f"{number} {seat} {move}" for number, (seat, move) in enumerate(log, 1)]
    if result is not None:
        lines.append(f"result {dumps(result)}")
    text = "\n".join(lines) + "\n"
    return f"{text}hash {digest(text)}\n"


def dumps(value: object) -> str:
    """Write JSON on one line, in one way only."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def digest(text: str) -> str:
    """Hash the lines of a record."""
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass
class Reading:
    """A record's lines, taken apart; every part remembers its line."""

    head: Json = field(default_factory=lambda: {"options": {}})
    lines: dict[str, int] = field(default_factory=dict)  # of each part of the head
    extra: list[tuple[str, str]] = field(default_factory=list)
    moves: list[tuple[int, int, str]] = field(default_factory=list)  # line, seat, move
    result: tuple[int, Json] | None = None
    seal: tuple[int, bool] | None = None  # the line of the hash, and whether it fits

    @property
    def start_line(self) -> int:
        """The line of the seed or the position."""
        return self.lines["seed" if "seed" in self.lines else "position"]

    @property
    def start(self) -> Start:
        """What the deal followed from."""
        head = self.head
        return Start(
            head["game"],
            head["rules"],
            head["seats"],
            head["options"],
            head.get("seed"),
            head.get("position"),
            tuple(self.extra),
        )

    def read_head(self, line: str, number: int) -> None:
        """Read a line above `moves`."""
        word, _, rest = line.partition(" ")
        if word not in HEAD:
            if word:
                self.extra.append((word, rest))
            return
        part = word
        if word == "option":
            name, _, value = rest.partition(" ")
            part = f"option {name}"
            self.head["options"][name] = loads(value, number)
        else:
            self.head[word] = HEAD[word](rest, number)
        if part in self.lines:
            raise BadRecord(
                number,
                f"« {part} » est déjà à la ligne {self.lines[part]}",
                f"{part!r} is already on line {self.lines[part]}",
            )
        self.lines[part] = number

    def check_head(self, number: int) -> None:
        """Refuse a head in which a line is missing."""
        for word in ("game", "rules", "seats"):
            if word not in self.head:
                raise BadRecord(
                    number,
                    f"il manque la ligne « {word} »",
                    f"the line {word!r} is missing",
                )
        if ("seed" in self.head) == ("position" in self.head):
            raise BadRecord(
                number,
                "il faut une ligne « seed » ou une ligne « position »",
                "one line 'seed' or one line 'position' is needed",
            )

    def read_move(self, line: str, number: int) -> None:
        """Read a move's line."""
        if self.result or not line.strip():
            raise BadRecord(
                number, f"ligne inattendue « {line} »", f"unexpected line {line!r}"
            )
        count, seat, move = ([*line.split(" ", 2), "", ""])[:3]
        wanted = len(self.moves) + 1
        if whole(count, number) != wanted or not move:
            raise BadRecord(
                number,
                f"on attend « {wanted} PLACE COUP », pas « {line} »",
                f"expected '{wanted} SEAT MOVE', not {line!r}",
            )
        self.moves.append((number, whole(seat, number), move))


def lines_of(text: object) -> list[str]:
    """Split a record into its lines, whatever an editor made of their ends."""
    if not isinstance(text, str):
        raise BadRecord(1, "une partie est un texte", "a record is a text")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").rstrip("\n")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadRecord(
            text.count("\n", 0, error.start) + 1,
            "un caractère n'est pas du texte",
            "a character is no text",
        ) from error
    return text.split("\n")


def read(text: str) -> Reading:
    """Take a record apart, or raise BadRecord."""
    lines = lines_of(text)
    if lines[0].strip() != FORMAT:
        raise BadRecord(
            1,
            f"la première ligne d'une partie est « {FORMAT} »",
            f"the first line of a record is {FORMAT!r}",
        )
    if "moves" not in lines:
        raise BadRecord(
            len(lines), "il manque la ligne « moves »", "the line 'moves' is missing"
        )
    middle = lines.index("moves")
    reading = Reading()
    for number, line in enumerate(lines[1:middle], 2):
        reading.read_head(line, number)
    reading.check_head(middle + 1)
    for number, line in enumerate(lines[middle + 1 :], middle + 2):
        if line.startswith("hash "):
            reading.seal = number, hash_fits(lines, number)
        elif line.startswith("result ") and reading.result is None:
            reading.result = number, loads(line[7:], number)
        else:
            reading.read_move(line, number)
    return reading


def hash_fits(lines: list[str], number: int) -> bool:
    """Tell whether no line was changed after the hash was written."""
    if number != len(lines):
        raise BadRecord(
            number + 1, "rien ne suit l'empreinte", "nothing follows the hash"
        )
    above = "\n".join(lines[: number - 1]) + "\n"
    return digest(above) == lines[number - 1][5:].strip()


def loads(text: str, line: int) -> Any:
    """Read the JSON of a line."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadRecord(
            line, f"JSON illisible « {text} »", f"unreadable JSON {text!r}"
        ) from error


def whole(text: str, line: int) -> int:
    """Read a whole number of a line."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadRecord(
            line,
            f"un nombre est attendu, pas « {text} »",
            f"a number is expected, not {text!r}",
        )
    return int(text)


#: How the lines above `moves` are read, by their first word.
HEAD: Final[dict[str, "Callable[[str, int], Any]"]] = {
    "game": lambda rest, _: rest,
    "rules": whole,
    "seats": whole,
    "option": loads,
    "seed": loads,
    "position": loads,
}


def replay(text: str, find: "Callable[[str], Kind]", upto: int | None = None) -> "Game":
    """Play a record again, to its end or to its first `upto` moves."""
    if upto is not None:
        upto = given.count("upto", upto)
    reading = read(text)
    game = follow(reading, find, upto)
    check_seal(reading)
    return game


def follow(
    reading: Reading, find: "Callable[[str], Kind]", upto: int | None = None
) -> "Game":
    """Play what was read, whatever its hash says."""
    start, old = reading.start, ("", "")
    line = reading.lines["game"]
    try:
        kind = find(start.game)
        old = since_then(start.version, kind.rules.VERSION)
        line = reading.lines["seats"]
        kind.check_seats(start.seats)
        for name, value in start.options.items():
            line = reading.lines[f"option {name}"]
            kind.check_option(name, value)
        line = reading.start_line
        game = begin(kind, start)
        for number, seat, move in reading.moves[:upto]:
            line = number
            game.play(seat, move)
    except PiocheError as error:
        raise BadRecord(line, error.fr + old[0], error.en + old[1]) from error
    if upto is None and reading.result and game.result != reading.result[1]:
        raise BadRecord(
            reading.result[0],
            f"le résultat ne correspond pas : les règles donnent {dumps(game.result)}{old[0]}",
            f"the result does not fit: the rules give {dumps(game.result)}{old[1]}",
        )
    return game


def check_seal(reading: Reading) -> None:
    """Refuse a record of which a line was changed after it was written.

    This comes last: where the change broke a rule, its own line has been named.
    """
    if reading.seal is not None and not reading.seal[1]:
        raise BadRecord(
            reading.seal[0],
            "l'empreinte ne correspond pas : une ligne au-dessus a été changée",
            "the hash does not fit: a line above it was changed",
        )


def since_then(old: int, new: int) -> tuple[str, str]:
    """Say that the rules have changed since a record was written, if they have."""
    if old == new:
        return "", ""
    return (
        f" (écrite sous les règles {old}, celles-ci sont les règles {new})",
        f" (written under rules {old}, these are rules {new})",
    )


def begin(kind: "Kind", start: Start) -> "Game":
    """Deal or set up the game that a record starts from."""
    from pioche.core.table import Game

    if start.position is None:
        seed: Any = start.seed  # what the record says, be it a text or not
        game = Game.deal(kind, start.seats, seed, start.options)
    else:
        game = Game.from_position(kind, start.position)
        options = kind.complete(start.options, start.seats)
        if (game.seats, game.options) != (start.seats, options):
            raise BadUse(
                "la position a d'autres places ou options que les lignes au-dessus",
                "the position has other seats or options than the lines above",
            )
    game.start = replace(start, version=kind.rules.VERSION, options=game.options)
    return game
