"""The names that outside programs rely on, used as they would use them."""

import json
import pickle
import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.play import GAMES, play_on

import pioche

every_game = pytest.mark.parametrize("name", GAMES)


def through_json(value: Any) -> bool:
    return bool(json.loads(json.dumps(value)) == value)


def test_the_five_games_are_there() -> None:
    five = ["anthem", "dectana", "duckomenta", "kardashev", "uno"]
    assert [name for name in pioche.games() if name in five] == five


@every_game
def test_the_facts_of_a_game(name: str) -> None:
    facts = pioche.rules(name)
    assert through_json(facts)
    assert len(facts["seats"]) == 2
    assert facts["moves"] > 0
    for option in facts["options"]:
        assert option["default"] in option["values"]
        assert option["clause"] in {clause["id"] for clause in facts["clauses"]}
        assert option["fr"]
        assert option["en"]
    for clause in facts["clauses"]:
        assert clause["scenarios"], f"{clause['id']} has no scenario"
        assert clause["fr"] != clause["en"]
    for card in facts["cards"]:
        assert card["copies"] > 0
        assert card["name"]["fr"]
        assert card["name"]["en"]


@every_game
def test_a_whole_game_by_the_contract(name: str) -> None:
    seats = pioche.rules(name)["seats"][1]
    game = pioche.deal(name, seats=seats, seed="contract")
    assert (game.name, game.seats, game.over) == (name, seats, False)
    assert set(game.options) == {o["name"] for o in pioche.rules(name)["options"]}
    seat = game.to_move[0]
    move = game.moves(seat)[0]
    assert game.why_not(seat, move) is None
    unknown = game.why_not(seat, "no such move")
    assert unknown is not None
    assert unknown.fr != unknown.en
    with pytest.raises(pioche.Illegal):
        game.play(seat, "no such move")
    copy = game.copy()
    play_on(game, Random(1), 60)
    assert copy.record() != game.record()
    assert through_json(game.position())
    for viewer in [*range(seats), None]:
        assert through_json(game.view(viewer))
        assert through_json(game.events(viewer))
        assert game.events(viewer, since=3) == game.events(viewer)[3:]
    assert through_json(game.result)


NO_TEXT: list[Any] = [None, 5, 1.5, True, b"a", [], {}, object()]
NO_COUNT: list[Any] = [-1, True, 1.5, "1", b"1", [], {}, 10**40, float("nan")]


def refused(
    kind: type[pioche.PiocheError],
    call: Callable[..., object],
    *args: Any,
    **named: Any,
) -> None:
    with pytest.raises(kind) as raised:
        call(*args, **named)
    assert raised.value.fr != raised.value.en
    for text in (raised.value.fr, raised.value.en):
        assert len(text.encode()) < 5000
    again = pickle.loads(pickle.dumps(raised.value))
    assert (again.fr, again.en) == (raised.value.fr, raised.value.en)


@every_game
def test_what_is_of_the_wrong_kind_is_refused_and_changes_nothing(name: str) -> None:
    game = pioche.deal(name, pioche.rules(name)["seats"][1], "wrong")
    seat, before = game.to_move[0], game.record()
    for junk in [*NO_TEXT, "", "x" * 10**5, "\ud800"]:
        refused(pioche.Illegal, game.play, seat, junk)
        assert isinstance(game.why_not(seat, junk), pioche.UnknownMove)
        refused(pioche.PiocheError, pioche.bot, junk)
        refused(pioche.BadRecord, pioche.replay, junk)
        refused(pioche.PiocheError, pioche.from_position, junk)
        for call in (pioche.deal, pioche.compiled, pioche.rules):
            more = (2, "s") if call is pioche.deal else ()
            refused(pioche.UnknownGame, call, junk, *more)
    for junk in [*NO_TEXT, "\ud800"]:
        refused(pioche.BadUse, pioche.deal, name, game.seats, junk)
        refused(pioche.BadUse, game.imagine, seat, junk)
        refused(pioche.BadUse, pioche.bot("random").choose, game.view(0), junk)
    for junk in [*NO_COUNT, game.seats]:
        refused(pioche.BadSeats, game.moves, junk)
        refused(pioche.BadSeats, game.play, junk, "draw")
        refused(pioche.BadSeats, game.view, junk)
        refused(pioche.BadSeats, game.events, junk)
        refused(pioche.BadSeats, game.imagine, junk, "s")
    for junk in NO_COUNT:
        refused(pioche.BadSeats, pioche.deal, name, junk, "s")
        refused(pioche.BadUse, game.events, 0, since=junk)
        refused(pioche.BadUse, pioche.replay, before, upto=junk)
    for junk in [5, True, "", "x", [], ["a"], {None: 1}, {"\ud800": 1}]:
        refused(pioche.BadOption, pioche.deal, name, game.seats, "s", junk)
    for option in pioche.rules(name)["options"]:
        for junk in [None, 1.0, "", [], {}, *map(float, numbers_of(option))]:
            chosen: Any = {option["name"]: junk}
            refused(pioche.BadOption, pioche.deal, name, 2, "s", chosen)
    assert game.record() == before


def numbers_of(option: dict[str, Any]) -> list[int]:
    return [value for value in option["values"] if isinstance(value, int)]


@every_game
def test_numbers_of_numpy_are_numbers(name: str) -> None:
    game = pioche.deal(name, np.int64(pioche.rules(name)["seats"][0]), "numpy")  # type: ignore[arg-type]
    seat = np.int8(game.to_move[0])
    game.play(seat, game.moves(seat)[0])  # type: ignore[arg-type]
    assert pioche.replay(game.record(), upto=np.int64(1)).log == game.log  # type: ignore[arg-type]
    assert through_json(game.view(seat))  # type: ignore[arg-type]


@every_game
def test_a_position_names_the_field_that_is_missing_or_unknown(name: str) -> None:
    game = pioche.deal(name, pioche.rules(name)["seats"][0], "fields")
    play_on(game, Random(4), 9)
    position = game.position()
    for field in position:
        part = {key: value for key, value in position.items() if key != field}
        with pytest.raises(pioche.BadPosition) as raised:
            pioche.from_position(part)
        assert raised.value.field == field
    for field in ("colours", ""):
        with pytest.raises(pioche.BadPosition) as raised:
            pioche.from_position({**position, field: 1})
        assert raised.value.field == field
    mine = json.loads(json.dumps(position))
    read = pioche.from_position(mine)
    record = read.record()
    mine.clear()  # the game has its own
    assert read.record() == record


def test_a_list_in_a_position_is_a_list() -> None:
    position = pioche.deal("uno", 2, "lists").position()
    nothing: list[Any] = [{}, "", None]
    for junk in nothing:
        position["known"][1][0] = junk
        with pytest.raises(pioche.BadPosition, match="cards are in lists"):
            pioche.from_position(position)
    with pytest.raises(pioche.BadPosition, match=r"it is a list$"):
        pioche.from_position({**position, "pile": 5})


def test_any_text_is_a_seed() -> None:
    for seed in ("", " ", "\n", '"', "🂡", "é", "e\u0301", "\x00", "a" * 10**6):
        game = pioche.deal("uno", 2, seed)
        again = pioche.replay(game.record())
        assert again.position() == game.position()
        assert again.start.seed == seed
    hands = {json.dumps(pioche.deal("uno", 2, s).view(0)) for s in ("é", "e\u0301")}
    assert len(hands) == 2


def test_wrong_words_get_a_sentence_in_both_languages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wrong: list[tuple[type[pioche.PiocheError], Any]] = [
        (pioche.UnknownGame, lambda: pioche.deal("bridge", 4, "s")),
        (pioche.BadSeats, lambda: pioche.deal("uno", 11, "s")),
        (pioche.BadSeats, lambda: pioche.deal("uno", 2, "s").moves(2)),
        (pioche.BadOption, lambda: pioche.deal("uno", 2, "s", {"stackin": True})),
        (pioche.BadOption, lambda: pioche.deal("uno", 2, "s", {"stacking": "yes"})),
        (pioche.BadOption, lambda: pioche.deal("uno", 2, "s", {"stacking": 1})),
        (pioche.BadPosition, lambda: pioche.from_position({})),
        (pioche.BadRecord, lambda: pioche.replay("")),
        (pioche.BadBot, lambda: pioche.bot("genius")),
    ]
    for kind, call in wrong:
        with pytest.raises(kind) as raised:
            call()
        error = raised.value
        assert error.fr != error.en
        monkeypatch.setenv("PIOCHE_LANG", "fr")
        assert str(error) == error.fr
        monkeypatch.delenv("PIOCHE_LANG")
        assert str(error) == error.en


@pytest.mark.parametrize("text", ["random", "greedy", "ismcts:30"])
@every_game
def test_a_bot_chooses_by_view_and_seed_alone(name: str, text: str) -> None:
    bot = pioche.bot(text)
    game = pioche.deal(name, pioche.rules(name)["seats"][0], "bots")
    for turn in range(12):
        if game.over:
            break
        seat = game.to_move[0]
        view = json.loads(json.dumps(game.view(seat)))
        move = bot.choose(view, seed=f"s{turn}")
        assert move in game.moves(seat)
        twin = game.imagine(seat, str(turn))
        assert bot.choose(twin.view(seat), seed=f"s{turn}") == move
        game.play(seat, move)


@every_game
def test_analysis_ranks_moves_with_their_intervals(name: str) -> None:
    game = pioche.deal(name, pioche.rules(name)["seats"][0], "analysis")
    seat = game.to_move[0]
    ranked = pioche.analyse(game, seat, budget="200")
    assert {row["move"] for row in ranked} <= set(game.moves(seat))
    for row in ranked:
        assert 0 <= row["low"] <= row["share"] <= row["high"] <= 1
        assert row["visits"] > 0


@every_game
def test_compiled_playouts_do_not_depend_on_threads(name: str) -> None:
    fast = pioche.compiled(name)
    seats = fast.kind.rules.SEATS[0]
    one = fast.playouts(seats=seats, games=30, seed="t", threads=1, options=None)
    two = fast.playouts(seats=seats, games=30, seed="t", threads=2)
    assert (one["steps"], one["shares"]) == (two["steps"], two["shares"])
    assert one["games"] == 30
    assert one["steps_per_game"] == one["steps"] / 30


def test_compiled_games_refuse_what_cannot_be() -> None:
    fast = pioche.compiled("uno")
    for junk in NO_COUNT:
        refused(pioche.BadSeats, fast.playouts, junk, 10)
        refused(pioche.BadUse, fast.playouts, 2, junk)
        refused(pioche.BadUse, fast.playouts, 2, 10, threads=junk)
        refused(pioche.BadUse, fast.batch, junk, 2)
    refused(pioche.BadUse, fast.playouts, 2, 10, seed=5)
    refused(pioche.BadOption, fast.playouts, 2, 10, options={"x": 1})


@every_game
def test_an_illegal_action_of_a_batch_is_refused_and_nothing_moves(name: str) -> None:
    fast = pioche.compiled(name)
    batch = fast.batch(4, seats=fast.kind.rules.SEATS[0], seed="s")
    before = batch.states.tobytes()
    legal = batch.mask.argmax(axis=1)
    for wrong in (int(batch.mask[2].argmin()), -1, fast.moves):
        actions = legal.copy()
        actions[2] = wrong
        with pytest.raises(pioche.Illegal):
            batch.step(actions)
        assert batch.states.tobytes() == before
    no_moves: list[Any] = [
        [],
        legal[:3],
        legal[None],
        int(legal[0]),
        legal * 1.0,
        legal > 0,
    ]
    for junk in no_moves:
        refused(pioche.BadUse, batch.step, junk)
    with pytest.raises(pioche.Illegal):  # no number is cut to fit
        batch.step(legal + 2**16)
    assert batch.states.tobytes() == before
    batch.step(legal)
    assert batch.mask.dtype == np.uint8
    assert batch.mask.shape == (4, fast.moves)
    assert batch.actor.shape == batch.done.shape == (4,)


def test_importing_pioche_does_not_import_numba_or_numpy() -> None:
    script = (
        "import sys, pioche; pioche.deal('uno', 2, 's').view(0);"
        "print([m for m in ('numba', 'numpy', 'litestar', 'polars') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
