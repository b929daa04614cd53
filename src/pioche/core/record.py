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
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from pioche.core.errors import BadPosition, BadRecord, Illegal, PiocheError

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
    lines = [FORMAT, f"game {start.game}", f"rules {start.version}", f"seats {start.seats}"]
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

    start: Start
    moves: list[tuple[int, int, str]]  # line, seat, move
    result: tuple[int, Json] | None
    start_line: int  # of the seed or the position


def read(text: str) -> Reading:
    """Take a record apart, or raise BadRecord."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if lines[0].strip() != FORMAT:
        raise BadRecord(
            1,
            f"la première ligne d'une partie est « {FORMAT} »",
            f"the first line of a record is {FORMAT!r}",
        )
    head: Json = {"options": {}}
    extra: list[tuple[str, str]] = []
    at = start_line = 1
    while at < len(lines) and lines[at] != "moves":
        number = at + 1
        word, _, rest = lines[at].partition(" ")
        if word == "option":
            name, _, value = rest.partition(" ")
            head["options"][name] = loads(value, number)
        elif word in ("seed", "position"):
            head[word], start_line = loads(rest, number), number
        elif word in ("rules", "seats"):
            head[word] = whole(rest, number)
        elif word == "game":
            head[word] = rest
        elif word:
            extra.append((word, rest))
        at += 1
    if at == len(lines):
        raise BadRecord(at, "il manque la ligne « moves »", "the line 'moves' is missing")
    for word in ("game", "rules", "seats"):
        if word not in head:
            raise BadRecord(at + 1, f"il manque la ligne « {word} »", f"the line {word!r} is missing")
    if ("seed" in head) == ("position" in head):
        raise BadRecord(
            at + 1,
            "il faut une ligne « seed » ou une ligne « position »",
            "one line 'seed' or one line 'position' is needed",
        )
    moves: list[tuple[int, int, str]] = []
    result = None
    for place in range(at + 1, len(lines)):
        number, line = place + 1, lines[place]
        if line.startswith("result "):
            result = number, loads(line[7:], number)
        elif line.startswith("hash "):
            if digest("\n".join(lines[:place]) + "\n") != line[5:].strip():
                raise BadRecord(
                    number,
                    "l'empreinte ne correspond pas : une ligne au-dessus a été changée",
                    "the hash does not fit: a line above it was changed",
                )
            if place != len(lines) - 1:
                raise BadRecord(number + 1, "rien ne suit l'empreinte", "nothing follows the hash")
        elif result or not line.strip():
            raise BadRecord(number, f"ligne inattendue « {line} »", f"unexpected line {line!r}")
        else:
            count, seat, move = ([*line.split(" ", 2), "", ""])[:3]
            if whole(count, number) != len(moves) + 1 or not move:
                raise BadRecord(
                    number,
                    f"on attend « {len(moves) + 1} PLACE COUP », pas « {line} »",
                    f"expected '{len(moves) + 1} SEAT MOVE', not {line!r}",
                )
            moves.append((number, whole(seat, number), move))
    start = Start(
        head["game"],
        head["rules"],
        head["seats"],
        head["options"],
        head.get("seed"),
        head.get("position"),
        tuple(extra),
    )
    return Reading(start, moves, result, start_line)


def loads(text: str, line: int) -> Any:
    """Read the JSON of a line."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise BadRecord(line, f"JSON illisible « {text} »", f"unreadable JSON {text!r}") from error


def whole(text: str, line: int) -> int:
    """Read a whole number of a line."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise BadRecord(line, f"un nombre est attendu, pas « {text} »", f"a number is expected, not {text!r}")
    return int(text)


def replay(text: str, find: "Callable[[str], Kind]", upto: int | None = None) -> "Game":
    """Play a record again, to its end or to its first `upto` moves."""
    from pioche.core.table import Game

    reading = read(text)
    start = reading.start
    try:
        kind = find(start.game)
    except PiocheError as error:
        raise BadRecord(2, error.fr, error.en) from error
    old = (
        (
            f" (écrite sous les règles {start.version}, celles-ci sont les règles {kind.rules.VERSION})",
            f" (written under rules {start.version}, these are rules {kind.rules.VERSION})",
        )
        if start.version != kind.rules.VERSION
        else ("", "")
    )
    try:
        if start.position is not None:
            game = Game.from_position(kind, start.position)
        else:
            if not isinstance(start.seed, str):
                raise BadRecord(reading.start_line, "la graine est un texte", "the seed is a text")
            game = Game.deal(kind, start.seats, start.seed, start.options)
    except BadPosition as error:
        raise BadRecord(reading.start_line, error.fr + old[0], error.en + old[1]) from error
    except BadRecord:
        raise
    except PiocheError as error:
        raise BadRecord(reading.start_line, error.fr + old[0], error.en + old[1]) from error
    game.start = Start(
        start.game, kind.rules.VERSION, game.seats, game.options, start.seed, start.position, start.extra
    )
    for line, seat, move in reading.moves[:upto]:
        try:
            game.play(seat, move)
        except Illegal as error:
            raise BadRecord(line, error.fr + old[0], error.en + old[1]) from error
        except PiocheError as error:
            raise BadRecord(line, error.fr, error.en) from error
    if upto is None and reading.result:
        line, result = reading.result
        if game.result != result:
            raise BadRecord(
                line,
                f"le résultat ne correspond pas : les règles donnent {dumps(game.result)}{old[0]}",
                f"the result does not fit: the rules give {dumps(game.result)}{old[1]}",
            )
    return game
