"""The laws that every game obeys, present and future."""

import importlib
import json
from itertools import groupby, permutations
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.play import GAMES, games, play_on, random_game, random_options

import pioche
from pioche.core import scenario
from pioche.core.table import Game, imagined
from pioche.games import kind

Json = dict[str, Any]
few = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
every_game = pytest.mark.parametrize("name", GAMES)


def seats_and_all(game: Game) -> list[int | None]:
    return [None, *range(game.seats)]


def refusals(game: Game, seat: int) -> list[int]:
    rules = game.kind.rules
    return [rules.forbids(game.state, seat, m) for m in range(len(rules.MOVES))]


@every_game
@few
@given(st.data())
def test_the_legal_list_is_what_forbids_lets_through(
    name: str, data: st.DataObject
) -> None:
    game, _ = data.draw(games(name))
    for seat in range(game.seats):
        allowed = [
            move
            for move, clause in zip(
                game.kind.rules.MOVES, refusals(game, seat), strict=True
            )
            if clause == 0
        ]
        assert game.moves(seat) == allowed


@every_game
@few
@given(st.data())
def test_who_owes_a_decision_has_a_move_and_who_may_claim_too(
    name: str, data: st.DataObject
) -> None:
    game, _ = data.draw(games(name))
    assert (game.to_move == ()) == game.over
    for seat in range(game.seats):
        may = bool(game.moves(seat))
        assert may == (seat in game.to_move or seat in game.claims)
    assert not set(game.to_move) & set(game.claims)
    assert game.expects_claim or not game.claims


@every_game
@few
@given(st.data())
def test_playing_on_a_copy_leaves_the_game_alone(
    name: str, data: st.DataObject
) -> None:
    game, rng = data.draw(games(name))
    before = json.dumps([game.position(), game.record(), game.events(0)])
    bytes_before = game.state.pack()
    play_on(game.copy(), rng, 30)
    assert json.dumps([game.position(), game.record(), game.events(0)]) == before
    assert game.state.pack() == bytes_before


@every_game
@few
@given(st.data())
def test_a_refused_move_changes_nothing(name: str, data: st.DataObject) -> None:
    game, rng = data.draw(games(name))
    before = game.state.pack()
    seat = rng.randrange(game.seats)
    refused = [m for m, clause in enumerate(refusals(game, seat)) if clause]
    move = game.kind.rules.MOVES[rng.choice(refused)]
    refusal = game.why_not(seat, move)
    assert refusal is not None
    assert refusal.clause in game.kind.words["fr"].clauses
    with pytest.raises(pioche.Illegal) as raised:
        game.play(seat, move)
    assert raised.value.clause == refusal.clause
    assert refusal.fr != refusal.en
    assert game.state.pack() == before


@every_game
@few
@given(st.data())
def test_a_position_survives_json_and_gives_the_same_game(
    name: str, data: st.DataObject
) -> None:
    """Also the law that no card is made or lost: reading a position counts them."""
    game, rng = data.draw(games(name))
    position = game.position()
    read = pioche.from_position(json.loads(json.dumps(position)))
    assert read.position() == position
    for seat in range(game.seats):
        assert read.view(seat) == game.view(seat)
        assert read.moves(seat) == game.moves(seat)
    seed = rng.random()
    play_on(game, Random(seed), 20)
    play_on(read, Random(seed), 20)
    assert read.position() == game.position()


@every_game
@few
@given(st.data())
def test_a_broken_position_is_refused_by_field(name: str, data: st.DataObject) -> None:
    game, rng = data.draw(games(name))
    position = json.loads(json.dumps(game.position()))
    field = rng.choice(sorted(position))
    wrong: Any = rng.choice([None, -1, 10**9, "?", [], [["?"]], {}, [None], 1.5, True])
    if wrong == position[field]:
        return
    position[field] = wrong
    try:
        other = pioche.from_position(position)
    except pioche.BadPosition as error:
        assert (error.field != "") == (error.fr != error.en)  # noqa: PT017
    else:  # what is let through must be a game
        play_on(other, rng, 10)
        json.dumps(other.position())
    del position[field]
    with pytest.raises(pioche.BadPosition):
        pioche.from_position(position)


@every_game
@few
@given(st.data())
def test_a_record_gives_the_game_back(name: str, data: st.DataObject) -> None:
    game, rng = data.draw(games(name))
    read = pioche.replay(game.record())
    assert read.position() == game.position()
    assert read.record() == game.record()
    assert read.events(0) == game.events(0)
    moves = len(game.log)
    upto = rng.randint(0, moves)
    assert len(pioche.replay(game.record(), upto=upto).log) == upto


@every_game
@few
@given(st.data())
def test_an_imagined_game_cannot_be_told_from_the_true_one(
    name: str, data: st.DataObject
) -> None:
    game, rng = data.draw(games(name))
    for seat in range(game.seats):
        view = json.loads(json.dumps(game.view(seat)))
        other = game.imagine(seat, str(rng.random()))
        assert other.view(seat) == view
        assert refusals(other, seat) == refusals(game, seat)
        # It is a whole game: every card lies somewhere, and it can be played on.
        assert pioche.from_position(other.position()).position() == other.position()
        # And it depends on nothing but the view.
        again = imagined(game.kind, other.view(seat), "again")
        assert again.position() == game.imagine(seat, "again").position()
        play_on(other, rng, 5)


@every_game
@few
@given(st.data())
def test_a_view_does_not_change_when_hidden_cards_do(
    name: str, data: st.DataObject
) -> None:
    game, rng = data.draw(games(name))
    secrets = importlib.import_module(f"tests.secrets.{name}")
    for seat in seats_and_all(game):
        position = json.loads(json.dumps(game.position()))
        other = pioche.from_position(secrets.redeal(position, seat, rng))
        assert other.view(seat) == game.view(seat)
        assert other.expects_claim == game.expects_claim
        if seat is not None:
            assert refusals(other, seat) == refusals(game, seat)


@every_game
@few
@given(st.data())
def test_events_tell_no_more_than_views(name: str, data: st.DataObject) -> None:
    """Who sees the same before a move and after it has been told the same of it."""
    game, rng = data.draw(games(name))
    secrets = importlib.import_module(f"tests.secrets.{name}")
    for seat in range(game.seats):
        position = json.loads(json.dumps(game.position()))
        other = pioche.from_position(secrets.redeal(position, seat, rng))
        for mover in {*game.to_move, *game.claims} - {seat}:
            for move in rng.sample(game.moves(mover), min(3, len(game.moves(mover)))):
                like = [m for m in other.moves(mover) if is_like(m, move, secrets)]
                if like:
                    tables = game.copy(), other.copy()
                    told = [
                        told_of(tables[0], mover, move, seat),
                        told_of(tables[1], mover, rng.choice(like), seat),
                    ]
                    if tables[0].view(seat) == tables[1].view(seat):
                        assert told[0] == told[1]


def is_like(move: str, other: str, secrets: Any) -> bool:
    """Tell whether moves are the same, as far as the other players hear."""
    verb = move.split(maxsplit=1)[0]
    secret = verb in getattr(secrets, "SECRET_MOVES", ())
    return move == other or (secret and verb == other.split(maxsplit=1)[0])


def told_of(game: Game, mover: int, move: str, seat: int) -> list[Json]:
    """Play a move, and return what a seat is told of it.

    Who draws two cards learns in which order they lay, and no view shows it later.
    """
    before = len(game.told)
    game.play(mover, move)
    told = [{**event, "n": 0} for event in game.events(seat, since=before)]
    alike = groupby(told, lambda event: (event["event"], event.get("seat")))
    return [event for _, run in alike for event in sorted(run, key=json.dumps)]


@every_game
@few
@given(st.data())
def test_a_spectator_knows_no_more_than_any_seat(
    name: str, data: st.DataObject
) -> None:
    game, _ = data.draw(games(name))
    seen = game.view(None)["table"]
    told = game.events(None)
    for seat in range(game.seats):
        assert contained(seen, game.view(seat)["table"])
        assert contained(told, game.events(seat))


def contained(small: object, large: object) -> bool:
    """Tell whether all that a view gives stands in another one too."""
    if small is None or small in ([], {}):
        return True
    if isinstance(small, dict) and isinstance(large, dict):
        return all(contained(v, large.get(k)) for k, v in small.items())
    if isinstance(small, list) and isinstance(large, list) and len(small) == len(large):
        return all(map(contained, small, large))
    return small == large


@every_game
@few
@given(st.data())
def test_the_order_of_simultaneous_choices_does_not_matter(
    name: str, data: st.DataObject
) -> None:
    game, rng = data.draw(games(name))
    while not game.over and len(game.to_move) < 2 and game.state.count < 300:
        play_on(game, rng, 1)
    if game.over or len(game.to_move) < 2:
        return
    picks = [(seat, rng.choice(game.moves(seat))) for seat in game.to_move]
    orders = list(permutations(picks))
    outcomes = set()
    for order in rng.sample(orders, min(4, len(orders))):
        other = game.copy()
        for seat, move in order:
            other.play(seat, move)
        outcomes.add(json.dumps(other.position(), sort_keys=True))
    assert len(outcomes) == 1


@every_game
def test_the_twin_and_the_compiled_build_play_the_same_games(name: str) -> None:
    fast = pioche.compiled(name)
    out = fast.row()
    rng = Random(5)
    for _ in range(12):
        game = random_game(name, rng, 0)
        states = fast.states(game.state)
        for _ in range(250):
            if game.over:
                break
            seat = rng.choice(game.to_move if rng.random() < 0.9 else range(game.seats))
            moves = game.moves(seat)
            count = fast.entry.legal_at(states, 0, seat, out)
            rules = game.kind.rules
            assert [rules.MOVES[m] for m in out[:count]] == moves
            if moves:
                move = rng.choice(moves)
                game.play(seat, move)
                number = rules.MOVES.numbers[move]
                fast.entry.turn_at(states, 0, seat, number, out)
                assert states.tobytes() == game.state.pack()
                assert fast.entry.to_move_at(states, 0) == rules.to_move(game.state)


@every_game
def test_every_compiled_game_ends_and_its_shares_sum_to_one(name: str) -> None:
    fast = pioche.compiled(name)
    rng = Random(9)
    low, high = fast.kind.rules.SEATS
    for seats in range(low, high + 1):
        for options in ({}, random_options(fast.kind, rng, seats)):
            played = fast.playouts(seats, 40, seed="law", options=options)
            assert played["steps"] <= 40 * fast.kind.rules.BOUND
            assert sum(played["shares"]) == pytest.approx(1)


@every_game
@few
@given(st.data())
def test_the_shares_are_of_one_point_and_go_to_the_winners(
    name: str, data: st.DataObject
) -> None:
    game, rng = data.draw(games(name))
    play_on(game, rng, rng.choice((0, 400)))
    shares = [0.0] * game.seats
    game.kind.rules.shares(game.state, shares)
    assert sum(shares) == pytest.approx(1)
    if game.result:
        best = [seat for seat, share in enumerate(shares) if share == max(shares)]
        assert best == game.result["winners"]


@every_game
def test_a_batch_plays_the_games_that_the_twin_plays(name: str) -> None:
    fast = pioche.compiled(name)
    seats = fast.kind.rules.SEATS[1]
    batch = fast.batch(3, seats, "law")
    twins = [fast.twin(batch.states, i) for i in range(3)]
    rng = Random(3)
    rules = fast.kind.rules
    for _ in range(60):
        actions = [
            rng.choice([m for m in range(fast.moves) if batch.mask[i, m]])
            for i in range(3)
        ]
        for i, twin in enumerate(twins):
            twin.count += 1
            rules.apply(twin, int(batch.actor[i]), actions[i])
        batch.step(np.array(actions))
        for i, twin in enumerate(twins):
            assert bool(batch.done[i]) == bool(rules.over(twin))
            if batch.done[i]:
                assert sum(batch.reward[i]) == pytest.approx(1)
                twins[i] = fast.twin(batch.states, i)
            else:
                assert batch.states[i : i + 1].tobytes() == twin.pack()


@every_game
@few
@given(st.data())
def test_everything_can_be_said_in_both_languages(
    name: str, data: st.DataObject
) -> None:
    game, _ = data.draw(games(name))
    for words in game.kind.words.values():
        for seat in seats_and_all(game):
            for event in game.events(seat):
                assert words.event(event)
                assert event["clause"] in words.clauses
        for move in game.kind.rules.MOVES:
            assert words.move(move)


@every_game
@pytest.mark.slow
def test_every_clause_that_can_refuse_a_move_does_so_somewhere(name: str) -> None:
    of = kind(name)
    reached = set()
    for row in scenario.read(of):
        reached |= set(row.refused.values())
    rng = Random(11)
    for _ in range(40):
        game = random_game(name, rng)
        for seat in range(game.seats):
            reached |= {of.rules.CLAUSES.ids[c] for c in refusals(game, seat)}
    assert set(of.rules.CLAUSES.ids[1:]) <= reached
