"""Tables of Dectana to look at: scenarios to begin with, random games, a board that walks."""

from collections.abc import Iterator
from random import Random
from typing import Any, cast

from tests.play import random_game

from pioche.core import scenario
from pioche.core.scenario import Scenario
from pioche.core.table import Game
from pioche.games import kind
from pioche.games.dectana import board, needs
from pioche.games.dectana.board import OWN, WIDE, State, space_id
from pioche.games.dectana.cards import DECKTET, VALUE
from pioche.games.dectana.checking import FAR
from pioche.games.dectana.moves import ACT, CHOOSE, POWER
from pioche.games.dectana.reading import read_space
from pioche.games.dectana.turns import HAND_LIMIT

Json = dict[str, Any]
DECTANA = kind("dectana")
SCENARIOS = {given.name: given for given in scenario.read(DECTANA)}


def started(name: str, options: Json | None = None, **fields: object) -> Game:
    """Return the game in which a scenario begins, with some fields changed."""
    given = SCENARIOS[name]
    chosen = given.options if options is None else options
    position = {**given.position, **fields}
    return scenario.set_up(
        DECTANA, Scenario(name, [], "", "", given.seats, position, chosen)
    )


def play(game: Game, *lines: str) -> Game:
    """Play moves written with their seat."""
    for line in lines:
        seat, move = line.split(" ", 1)
        game.play(int(seat), move)
    return game


def state(game: Game) -> State:
    """Return the state of a game, as what it is."""
    return cast("State", game.state)


def many_games(count: int, most: int = 400) -> Iterator[Game]:
    """Play random games, with random options, to random moments."""
    rng = Random(44)
    for _ in range(count):
        yield random_game("dectana", rng, most)


def shift(text: str, dx: int, dy: int) -> str:
    """Move a space by some columns and rows."""
    return space_id(read_space("test", text) + dy * WIDE + dx)


WAYS = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}


def walking(way: str, count: int = 0) -> Game:
    """Return a game whose board is two cards in line, and a third one in the middle.

    The two lie on that side, as far out as they can be after so many moves.
    """
    dx, dy = WAYS[way]
    far = [(FAR + count - 10) * step for step in (dx, dy)]
    rear, front = shift("h8", *far), shift("h8", far[0] + dx, far[1] + dy)
    return started(
        "use-and-discard",
        count=count,
        board={rear: ["the-discovery"], front: ["the-discovery"], "h8": ["the-mill"]},
        pyramids=[{"small-1": f"{front} up"}, {"large-3": "h8 up"}],
    )


def check_order(s: State) -> None:
    """Check void (TB14), stacks (T14), hands (TB29) and what is noted of pyramids."""
    for seat in range(s.seats):
        if s.phase == ACT:
            assert s.held[seat] <= HAND_LIMIT
        once, twice = s.once[seat], s.twice[seat]
        assert s.held[seat] == once.bit_count() + twice.bit_count()
    for p in range(board.PYRAMIDS):
        if s.on_board >> p & 1:
            assert not board.is_void(s, s.at[p])
            assert s.crowd[board.name_of(s.at[p])] >> p & 1
    assert sum(bits.bit_count() for bits in s.crowd) == s.on_board.bit_count()
    for land in range(s.lands):
        values = [VALUE[k] for k in range(len(DECKTET)) if s.stack[land] >> k & 1]
        assert values
        assert len(set(values)) == len(values)
    if s.phase in (ACT, CHOOSE, POWER):
        noted = (list(s.can), list(s.worth), s.stood)
        rest = board.own(s, s.mover)
        needs.survey(s)
        assert s.stood == noted[2]
        for k in range(OWN):
            if rest >> k & 1:
                assert (s.can[k], s.worth[k]) == (noted[0][k], noted[1][k])
