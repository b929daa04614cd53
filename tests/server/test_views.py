"""Views that are built and encoded for all seats at once are those of `Game.view`."""

import json
from random import Random
from typing import Any

import pytest
from tests.play import GAMES, random_game

from pioche.server import wire
from pioche.server.link import encode
from pioche.server.tables import Table
from pioche.server.telling import Telling, joined
from pioche.server.views import Sight, entries, halves


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object in which no name stands twice."""
    assert len({name for name, _ in pairs}) == len(pairs), pairs
    return dict(pairs)


def read(sight: Sight, seat: int | None) -> Any:
    """Put together what a sight tells a seat, through the same JSON that is sent."""
    head, table = sight.own[seat]
    inner = joined(entries(sight.table, None), entries(table, None))
    outer = joined(entries(sight.head, None), entries(head, None))
    text = b"{" + outer + b',"table":{' + inner + b"}}"
    return json.loads(text, object_pairs_hook=once)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_what_is_shared_and_what_is_a_seats_own_make_its_view(
    name: str, seed: int
) -> None:
    game = random_game(name, Random(seed))
    seats = [None, *range(game.seats)]
    sight = Sight(game, seats)
    for seat in seats:
        assert read(sight, seat) == json.loads(json.dumps(game.view(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_a_message_is_written_as_its_encoder_would(name: str) -> None:
    game = random_game(name, Random(5))
    table = Table("t")
    table.game, table.number = game, 7
    clocks = wire.Running([1_000, None], [0])
    for viewer in (None, *range(game.seats)):
        telling = Telling(table, game, [viewer], clocks)
        count, events = game.state.count, game.events(viewer, 2)
        view = game.view(viewer)
        whole = wire.View(viewer, 7, count, view, events, clocks, "m1")
        text = telling.text((viewer, 2, "m1", False, None))
        assert json.loads(text, object_pairs_hook=once) == json.loads(encode(whole))
        table_view = view.pop("table")
        change = wire.Change(viewer, 7, count, view, table_view, events, clocks, "m1")
        text = telling.text((viewer, 2, "m1", True, None))
        assert json.loads(text, object_pairs_hook=once) == json.loads(encode(change))


@pytest.mark.parametrize("name", GAMES)
def test_most_of_a_view_is_computed_once_for_all(name: str) -> None:
    game = random_game(name, Random(3))
    sight = Sight(game, [0])
    assert len(sight.table) > len(sight.own[0][1])
    # What is shared is what watchers see, so nothing of a seat can be in it.
    assert sight.table.items() <= game.view(None)["table"].items()


def peeking(s: Any, seat: int | None) -> dict[str, Any]:
    """Look at the seat in every way that a view may."""
    own = s[seat or 0]
    also = own
    if seat is None:
        also = 0
    return {
        "all": sum(s),
        "own": own,
        "also": also,
        **({} if seat is None else {"mine": seat}),
        "two": s[1],
    }


def leaving(s: Any, seat: int | None) -> dict[str, Any]:
    """Leave early."""
    if seat is None:
        return {}
    return {"all": sum(s)}


def test_an_entry_that_depends_on_the_seat_by_any_way_is_its_own() -> None:
    shared, own = halves(peeking)
    assert shared([1, 2]) == {"all": 3, "two": 2}
    assert own([1, 2], 1) == {"own": 2, "also": 2, "mine": 1}
    shared, own = halves(leaving)
    assert shared([1, 2]) == {}
    assert own([1, 2], 0) == {"all": 3}
