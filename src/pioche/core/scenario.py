"""Scenarios: small positions that show a clause at work; tests, boards and tutorial at once.

`scenarios.toml` beside a game's rules holds them:

    [play-a-match]
    clauses = ["UB3"]                 # what it shows
    fr = "Le 7 rouge va sur le 3 rouge."
    en = "The red 7 goes on the red 3."
    seats = 2
    options = {}                      # only those that differ from the default
    position = { … }                  # the game's own fields that differ from `base`
    base = "two-hands"                # another scenario's position, or [positions.NAME]
    moves = ["0 play red-7-love"]     # seat and move, played in order
    refused = { "1 draw" = "UB7" }    # after the moves: seat and move -> the clause
    legal = ["1 play red-9-love"]     # after the moves
    then = { "pile" = [...] }         # after the moves: parts of the position
    sees = { "1" = { "table.hand" = [...] } }     # … and of views ("all": the spectator's)
    told = { "all" = ["laid"], "1" = ["drew"] }   # events by audience, of the last move
    result = { winners = [0] }        # when the last move ended the game
    lesson = 3                        # its place in the tutorial, if it has one

TOML has no null: the text "null" stands for it. Without moves, `told` is of the deal.
"""

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pioche.core.errors import PiocheError
from pioche.core.table import Game

if TYPE_CHECKING:
    from pioche.core.kind import Kind

Json = dict[str, Any]


@dataclass(frozen=True)
class Scenario:
    """A position, moves and what must follow."""

    name: str
    clauses: list[str]
    fr: str
    en: str
    seats: int
    position: Json
    options: Json = field(default_factory=dict)
    moves: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    legal: list[str] = field(default_factory=list)
    then: Json = field(default_factory=dict)
    sees: dict[str, Json] = field(default_factory=dict)
    told: dict[str, list[Any]] = field(default_factory=dict)
    result: Json = field(default_factory=dict)
    lesson: int = 0
    seed: str | None = None  # a deal instead of a position


def read(kind: "Kind") -> list[Scenario]:
    """Read the scenarios of a game."""
    text = (kind.words["en"].folder / "scenarios.toml").read_text("utf-8")
    tables = nulls(tomllib.loads(text))
    positions = tables.pop("positions", {})

    def whole(name: str, above: tuple[str, ...] = ()) -> Json:
        """Lay a scenario's position over that of its base."""
        row = tables[name]
        base = row.get("base")
        if base in positions:
            below = positions[base]
        elif base is None:
            below = {}
        elif base not in tables or base in (name, *above):
            raise ValueError(f"scenario {name}: no position is called {base}")
        else:
            below = whole(base, (name, *above))
        return {**below, **row.get("position", {})}

    found = []
    for name, row in tables.items():
        parts = {k: v for k, v in row.items() if k not in ("base", "position")}
        found.append(Scenario(name=name, position=whole(name), **parts))
    return found


def nulls(value: Any) -> Any:
    """Read the text "null" as the null that TOML lacks."""
    if isinstance(value, dict):
        return {key: nulls(part) for key, part in value.items()}
    if isinstance(value, list):
        return [nulls(part) for part in value]
    return None if value == "null" else value


def set_up(kind: "Kind", scenario: Scenario) -> Game:
    """Return the game in which a scenario begins."""
    if scenario.seed is not None:
        return Game.deal(kind, scenario.seats, scenario.seed, scenario.options)
    header = {
        "game": kind.name,
        "version": kind.rules.VERSION,
        "seats": scenario.seats,
        "options": scenario.options,
        "count": 0,
        "random": {"key": "00" * 31 + "07", "at": 0},
    }
    return Game.from_position(kind, {**header, **scenario.position})


def check(kind: "Kind", scenario: Scenario) -> list[str]:
    """Run a scenario and say in what it differs from what must follow."""
    wrong: list[str] = []
    try:
        game = set_up(kind, scenario)
        before = 0
        for line in scenario.moves:
            seat, move = line.split(" ", 1)
            before = len(game.told)
            game.play(int(seat), move)
    except PiocheError as error:
        return [str(error)]
    for line, clause in scenario.refused.items():
        seat, move = line.split(" ", 1)
        refusal = game.why_not(int(seat), move)
        if refusal is None or refusal.clause != clause:
            wrong.append(
                f"{line}: {refusal.clause if refusal else 'allowed'} instead of {clause}"
            )
    for line in scenario.legal:
        seat, move = line.split(" ", 1)
        refusal = game.why_not(int(seat), move)
        if refusal:
            wrong.append(f"{line}: refused by {refusal.clause}")
    wrong += differences(game.position(), scenario.then, "")
    for who, parts in scenario.sees.items():
        view = game.view(None if who == "all" else int(who))
        wrong += differences(view, parts, f"{who} sees: ")
    for who, events in scenario.told.items():
        seat_told = game.events(None if who == "all" else int(who), since=before)
        for wanted in events:
            row = {"event": wanted} if isinstance(wanted, str) else wanted
            if not any(
                all(told.get(k) == v for k, v in row.items()) for told in seat_told
            ):
                wrong.append(f"{who} was not told {row!r} but {seat_told!r}")
    for key, value in scenario.result.items():
        if game.result is None or game.result[key] != value:
            wrong.append(
                f"result {key} is {game.result and game.result[key]!r} instead of {value!r}"
            )
    return wrong


def differences(found: Json, wanted: Json, who: str) -> list[str]:
    """Say in which parts a position or a view differs from what must follow."""
    return [
        f"{who}{path} is {follow(found, path)!r} instead of {value!r}"
        for path, value in wanted.items()
        if follow(found, path) != value
    ]


def follow(position: Any, path: str) -> Any:
    """Find a part of a position by a dotted path (`hands.0`)."""
    for step in path.split("."):
        try:
            position = (
                position[int(step)] if isinstance(position, list) else position[step]
            )
        except (KeyError, IndexError, TypeError):
            return None
    return position
