"""The board of Dectana has no edge, wherever it drifts (T46)."""

import json
from random import Random

import pytest
from tests.games.dectana_tables import (
    WAYS,
    Json,
    check_order,
    many_games,
    play,
    shift,
    started,
    state,
    walking,
)
from tests.play import play_on

import pioche
from pioche.games.dectana import board, rules
from pioche.games.dectana.board import (
    CENTRE,
    NONE,
    NOWHERE,
    SIDE,
    SPACE_NAMES,
    STEP,
    WIDE,
    State,
    name_id,
    space_id,
)
from pioche.games.dectana.checking import FAR
from pioche.games.dectana.reading import read_space


def shifted(position: Json, dx: int, dy: int) -> Json:
    """Move the whole board of a position."""
    moved: Json = json.loads(json.dumps(position))
    moved["board"] = {shift(k, dx, dy): v for k, v in position["board"].items()}
    for pyramids in moved["pyramids"]:
        for name, text in pyramids.items():
            space, facing = text.split()
            pyramids[name] = f"{shift(space, dx, dy)} {facing}"
    if position["spot"]:
        moved["spot"] = shift(position["spot"], dx, dy)
    return moved


def shifted_move(move: str, dx: int, dy: int) -> str:
    """Move the space that a move names."""
    verb, _, name = move.partition(" ")
    return f"place {shift(name, dx, dy).split('@')[0]}" if verb == "place" else move


@pytest.mark.parametrize(
    ("dx", "dy"), [(1, 0), (0, 1), (-9, 4), (16, 0), (-16, 32), (500, -900)]
)
def test_no_place_on_the_plane_is_special(dx: int, dy: int) -> None:
    rng = Random(dx)
    for game in many_games(12):
        other = pioche.from_position(shifted(game.position(), dx, dy))
        for _ in range(40):
            if game.over:
                break
            seat = game.to_move[0]
            may = game.moves(seat)
            assert {shifted_move(m, dx, dy) for m in may} == set(other.moves(seat))
            move = rng.choice(may)
            game.play(seat, move)
            other.play(seat, shifted_move(move, dx, dy))
        assert other.position() == shifted(game.position(), dx, dy)


@pytest.mark.parametrize(
    ("dx", "dy"), [(16, 0), (0, -16), (32, 16), (-160, 0), (9, 40)]
)
def test_an_island_far_away_changes_nothing_here(dx: int, dy: int) -> None:
    rng = Random(dy)
    compared = 0
    for game in many_games(40, 120):
        position = json.loads(json.dumps(game.position()))
        if len(position["deck"]) < 30 or position["phase"] == "place" or game.over:
            continue
        for space in list(position["board"])[:3]:
            position["board"][shift(space, dx, dy)] = [position["deck"].pop(0)]
        other = pioche.from_position(position)
        for _ in range(15):
            seat = game.to_move[0]
            may = [m for m in game.moves(seat) if not m.startswith("place")]
            there = [m for m in other.moves(seat) if not m.startswith("place")]
            assert there == may
            if not may:
                break
            move = rng.choice(may)
            game.play(seat, move)
            other.play(seat, move)
            if not game.to_move or len(game.position()["deck"]) < 10:
                break
            here = game.position()["board"]
            assert {k: other.position()["board"].get(k) for k in here} == here
            assert other.position()["pyramids"] == game.position()["pyramids"]
            compared += 1
    assert compared > 50


def test_the_index_of_spaces_agrees_with_a_plain_table() -> None:
    rng = Random(3)
    s = State.blank()
    plain: dict[int, int] = {}
    for _ in range(4000):
        far = rng.choice([0, 0, SIDE, -SIDE, 5 * SIDE])
        space = CENTRE + rng.randint(-2, 2) + far + WIDE * (rng.randint(-2, 2) + far)
        if space in plain:
            board.remove_cards(s, board.find(s, space), plain.pop(space))
        elif len(plain) < 60:
            plain[space] = 1 << rng.randrange(30)
            board.add_land(s, space, plain[space])
        near = {taken + step for taken in plain for step in STEP}
        probe = space + rng.choice(STEP)
        assert (board.find(s, probe) != NONE) == (probe in plain)
        assert board.is_void(s, probe) == (probe not in near)
        name = rng.randrange(SPACE_NAMES)
        alike = sorted(place for place in near if board.name_of(place) == name)
        assert board.has_space(s, name) == bool(alike)
        found = [board.next_space(s, name, NOWHERE)]
        while found[-1] != NOWHERE:
            found.append(board.next_space(s, name, found[-1]))
        assert found[:-1] == alike
    assert s.lands == len(plain)


def test_a_board_grows_by_one_row_or_column_a_move_at_most() -> None:
    """So no game is long enough to walk from the middle to where the numbers end."""
    assert FAR + rules.BOUND + SIDE < WIDE // 2
    for game in many_games(20, 0):
        rng = Random(7)
        edges = extent(state(game))
        while not game.over and game.state.count < 300:
            play_on(game, rng, 1)
            after = extent(state(game))
            grown = [b - a for a, b in zip(edges, after, strict=True)]
            assert max(grown, default=0) <= 1
            edges = after


def extent(s: State) -> list[int]:
    """Return how far the territories reach north, east, south and west."""
    spaces = [s.land_at[land] for land in range(s.lands)]
    if not spaces:
        return []
    rows, columns = [p // WIDE for p in spaces], [p % WIDE for p in spaces]
    return [max(rows), max(columns), -min(rows), -min(columns)]


#: Eight turns that take two cards one space further, and the pyramid on them along.
GAIT = """
activate the-discovery|with small-1|create
reorient|turn 0 small-2|face {back}|finish
activate the-discovery|with small-2|move 1
reorient|turn 0 small-2|face {back}|finish
activate the-discovery|with small-2|move 1
reorient|turn 0 small-2|face {on}|finish
activate the-discovery|with small-2|slide
reorient|turn 0 small-1|face {on}
activate the-discovery|with small-1|move 1
"""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("count", [0, rules.BOUND - 2000])
def test_a_board_that_walks_to_the_end_of_a_game_meets_no_edge(
    way: str, count: int
) -> None:
    """The cards leap over each other, also from where a long game has led them."""
    dx, dy = WAYS[way]
    back = {"east": "west", "west": "east", "north": "south", "south": "north"}[way]
    game = walking(way, count)
    cards = [space for space in game.position()["board"] if space != "h8"]
    steps = 0
    while game.state.count < rules.BOUND - 60:
        for turn in GAIT.format(on=way, back=back).strip().splitlines():
            play(game, *(f"0 {move}" for move in turn.split("|")))
            play(game, "1 reorient", "1 finish")
        steps += 1
        if steps % 25 == 0 or steps < 20:  # sixteen steps go once round the names
            table = game.position()
            walked = {shift(space, dx * steps, dy * steps) for space in cards}
            assert set(table["board"]) == walked | {"h8"}
            front = max(walked, key=lambda space: abs(read_space("t", space) - CENTRE))
            assert table["pyramids"] == [
                {"small-1": f"{front} up"},
                {"large-3": "h8 up"},
            ]
            assert game.view(0)["table"]["scores"] == [5, 8]
            check_order(state(game))
            again = pioche.from_position(json.loads(json.dumps(table)))
            assert again.moves(0) == game.moves(0)
    assert steps > (rules.BOUND - count) / 60


def test_a_board_too_far_out_is_refused() -> None:
    position = started("move").position()
    for dx, dy in ((FAR + 1, 0), (0, -FAR - 1)):
        with pytest.raises(pioche.BadPosition, match="board"):
            pioche.from_position(shifted(position, dx, dy))
    pioche.from_position(shifted(position, FAR - 1, 1 - FAR))


def test_spaces_are_written_and_read_the_same() -> None:
    rng = Random(1)
    for _ in range(500):
        space = CENTRE + rng.randint(-900, 900) + WIDE * rng.randint(-900, 900)
        text = space_id(space)
        assert read_space("test", text) == space
        assert text.split("@")[0] == name_id(board.name_of(space))
    for wrong in ("h0", "h17", "q3", "H8", "h8@0,0", "8h", "h08", "h8@1", "", None, 7):
        with pytest.raises(pioche.BadPosition):
            read_space("test", wrong)


def test_pyramids_on_spaces_of_one_name_are_told_apart() -> None:
    game = started(
        "which-of-two-spaces",
        pyramids=[{"small-1": "h8@1,0 up"}, {}],
        board={"g8": ["ace-suns"], "h8": ["the-mill"], "h8@1,0": ["the-cave"]},
        phase="act",
        unplaced=0,
        hands=[[], ["ace-moons"]],
        mover=1,
    )
    assert game.view(0)["table"]["scores"] == [7, 0]
    s = state(game)
    assert board.pyramids_in(s, read_space("test", "h8@1,0")) == 1
    assert board.pyramids_in(s, read_space("test", "h8")) == 0
