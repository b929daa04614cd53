"""Dectana, clause by clause where its scenarios are not enough."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
import pytest
from tests.play import play_on, random_game

import pioche
from pioche.core import random, scenario
from pioche.core.rules import lowest, row
from pioche.core.scenario import Scenario
from pioche.core.table import Game
from pioche.games import kind
from pioche.games.dectana import board, knowledge, moves, policy, powers, rules
from pioche.games.dectana.board import (
    CENTRE,
    EVERY,
    FACINGS,
    NONE,
    NOWHERE,
    OWN,
    OWNER,
    PIPS,
    SIDE,
    SPACE_NAMES,
    STEP,
    WIDE,
    State,
    name_id,
    space_id,
)
from pioche.games.dectana.cards import DECKTET, NUMBER, POWERS, SUITS, VALUE
from pioche.games.dectana.moves import ACT, CHOOSE, FACE, POWER, POWER_OF_MOVE
from pioche.games.dectana.picture import picture
from pioche.games.dectana.position import FAR, PHASES, read_space

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


# Random games reach everything


class Step(NamedTuple):
    """A move of a compiled game, with the state before it and after it."""

    seat: int
    move: str
    before: State
    after: State


class Runner:
    """Compiled random games, looked at move by move."""

    def __init__(self, options: Json) -> None:
        self.fast = pioche.compiled("dectana")
        self.options = options
        self.out = self.fast.row()
        self.rng = Random(9)
        self.ends: Counter[str] = Counter()  # by clause

    def deal(self, seats: int, seed: str) -> Any:
        """Deal a game as a record."""
        s = State.blank()
        DECTANA.fill_header(s, seats, DECTANA.complete(self.options, seats))
        random.seed(s, "coverage", seed)
        rules.deal(s)
        return self.fast.states(s)

    def moves(self, games: int) -> Iterator[tuple[Any, int, int]]:
        """Play games; before each move give its states, its seat and its number."""
        entry = self.fast.entry
        for game in range(games):
            states = self.deal(2 + game % 4, str(game))
            seat = lowest(entry.to_move_at(states, 0))
            count = entry.legal_at(states, 0, seat, self.out)
            while count:
                seat = lowest(entry.to_move_at(states, 0))
                move = int(self.out[self.rng.randrange(count)])
                yield states, seat, move
                count = entry.turn_at(states, 0, seat, move, self.out)
            end = cast("State", self.fast.twin(states, 0))
            assert rules.over(end)
            self.ends[moves.REASONS[end.reason]] += 1

    def steps(self, games: int, *verbs: str) -> Iterator[Step]:
        """Play games, and give the moves that begin with some words."""
        for states, seat, number in self.moves(games):
            move = rules.MOVES[number]
            if move.split()[0] in verbs:
                before = cast("State", self.fast.twin(states, 0))
                after = before.twin()
                after.count += 1
                rules.apply(after, seat, number)
                yield Step(seat, move, before, after)


def power_of(move: int) -> str | None:
    """Name the power that a move uses."""
    if moves.DO <= move < moves.COVER_BY:
        return POWERS[POWER_OF_MOVE[move - moves.DO]]
    verb = rules.MOVES[move].split()[0]
    return verb if verb in ("cover", "push", "shrink") else None


@pytest.mark.slow
def test_a_thousand_random_games_use_every_power_and_every_action() -> None:
    powers_used: Counter[str] = Counter()
    verbs: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    crowns: Counter[int] = Counter()
    runner = Runner({"turn_limit": 20})
    for states, _, move in runner.moves(1000):
        verbs[rules.MOVES[move].split()[0]] += 1
        phases[PHASES[states[0]["phase"]]] += 1
        power = power_of(move)
        if power:
            powers_used[power] += 1
            crowns[int(states[0]["used"]) + 1] += 1
    least = 100  # of a thousand games
    for table in (powers_used, verbs, phases, crowns, runner.ends):
        print("\n".join(f"{count:8,}  {name}" for name, count in table.most_common()))
    assert set(powers_used) == set(POWERS)
    assert min(powers_used.values()) > least
    # Spaces that share a name lie sixteen apart: random boards never get so wide.
    assert set(verbs) == {m.split()[0] for m in rules.MOVES} - {"here", "further"}
    assert min(verbs.values()) > least
    assert set(phases) == set(PHASES) - {"which", "over"}
    assert set(crowns) == {1, 2, 3}  # TB26
    assert runner.ends.total() == 1000
    assert {"T30", "TB44"} <= set(runner.ends)  # a bare board is rare (T31)


def stack_size(s: State) -> int:
    """Count the cards on the territory that the chosen pyramid points at."""
    return s.stack[board.find(s, board.aim(s, s.chosen))].bit_count()


def own_in_target(s: State) -> bool:
    """Tell whether the chosen pyramid points at one of the same owner."""
    crowd = board.pyramids_in(s, board.aim(s, s.chosen))
    return bool(crowd & board.all_of(s.mover))


def some_size_is_missing(s: State, seat: int) -> bool:
    """Tell whether a shrinking is refused because a size is missing."""
    shrinkings = range(moves.SHRINK_BY, moves.TURN)
    return any(
        rules.CLAUSES.ids[rules.forbids(s, seat, move)] == "T21" for move in shrinkings
    )


def uses(part: int) -> Callable[[Step], bool]:
    """Tell whether a move names a card of a part of the Decktet."""
    return lambda step: DECKTET[NUMBER[step.move.split()[1]]].part == part


#: Where each option shows: the moves to look at, and what must be seen in some.
SHOWS: dict[str, tuple[tuple[str, ...], Callable[[Step], bool]]] = {
    "place_upright": (("place",), lambda step: step.after.phase != FACE),
    "reorient_anyone": (("turn",), lambda step: int(step.move.split()[1]) != step.seat),
    "only_on_card": (("activate",), lambda step: step.after.eligible != EVERY),
    "reshuffle_at_once": (
        ("draw",),
        lambda step: step.before.left == PIPS[step.before.chosen] < step.after.left,
    ),
    "create_in_wasteland": (
        ("create",),
        lambda step: (
            board.find(step.before, step.before.at[step.before.chosen]) == NONE
        ),
    ),
    "move_into_void": (
        ("move",),
        lambda step: not step.after.on_board >> step.before.chosen & 1,
    ),
    "slide_stack": (("slide",), lambda step: stack_size(step.before) > 1),
    "push_rivals_only": (
        ("push",),
        lambda step: step.before.phase == POWER and own_in_target(step.before),
    ),
    "cannot_shrink": (
        ("shrink",),
        lambda step: some_size_is_missing(step.before, step.seat),
    ),
    "harvest_stack": (("harvest",), lambda step: stack_size(step.before) > 1),
    "instant_claim": (("claim",), lambda step: step.before.phase != ACT),
    "turn_limit": (
        ("finish", "face", "renew"),
        lambda step: rules.over(step.after) and step.after.reason == moves.BY_TIME,
    ),
    "pawns": (("use", "activate"), uses(1)),
    "courts": (("use", "activate"), uses(2)),
    "excuses": (("discard",), uses(3)),
}


@pytest.mark.parametrize("option", [option.name for option in rules.OPTIONS])
def test_random_games_show_every_option(option: str) -> None:
    verbs, shows = SHOWS[option]
    value = 10 if option == "turn_limit" else True
    assert any(shows(step) for step in Runner({option: value}).steps(600, *verbs))
    if option != "turn_limit":  # and without it nothing of the kind is seen
        default = Runner({}).steps(20, *verbs)
        quiet = ("slide_stack", "harvest_stack", "push_rivals_only")
        assert option in quiet or not any(shows(step) for step in default)


# The board has no edge


def shift(text: str, dx: int, dy: int) -> str:
    """Move a space by some columns and rows."""
    return space_id(read_space("test", text) + dy * WIDE + dx)


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
WAYS = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}


def walking(way: str) -> Game:
    """Return a game whose board is two cards in line, far out on that side, and a home."""
    dx, dy = WAYS[way]
    far = [(FAR - 10) * step for step in (dx, dy)]
    rear, front = shift("h8", *far), shift("h8", far[0] + dx, far[1] + dy)
    return started(
        "use-and-discard",
        board={rear: ["the-discovery"], front: ["the-discovery"], "h8": ["the-mill"]},
        pyramids=[{"small-1": f"{front} up"}, {"large-3": "h8 up"}],
    )


@pytest.mark.parametrize("way", WAYS)
def test_a_board_that_walks_for_a_whole_game_meets_no_edge(way: str) -> None:
    """The cards leap over each other, as far as the longest game can carry them."""
    dx, dy = WAYS[way]
    back = {"east": "west", "west": "east", "north": "south", "south": "north"}[way]
    game = walking(way)
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
    assert steps > 200


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


# What always holds


def test_after_every_move_the_table_is_in_order() -> None:
    for game in many_games(40, 0):
        rng = Random(state(game).lands + game.seats)
        while not game.over and game.state.count < 250:
            play_on(game, rng, 1)
            check_order(state(game))


def check_order(s: State) -> None:
    """Check void (TB14), stacks (T14), hands (TB29) and what is noted of pyramids."""
    for seat in range(s.seats):
        if s.phase == ACT:
            assert s.held[seat] <= rules.HAND_LIMIT
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
        powers.survey(s)
        assert s.stood == noted[2]
        for k in range(OWN):
            if rest >> k & 1:
                assert (s.can[k], s.worth[k]) == (noted[0][k], noted[1][k])


def test_scores_are_those_that_one_would_count() -> None:
    for game in many_games(40):
        table = game.view(None)["table"]
        assert table["scores"] == [
            rules.score(state(game), s) for s in range(game.seats)
        ]
        on: dict[str, set[int]] = {}
        for seat, pyramids in enumerate(table["pyramids"]):
            for text in pyramids.values():
                on.setdefault(text.split()[0], set()).add(seat)
        counted = [0] * game.seats
        for space, cards in table["board"].items():
            if len(on.get(space, ())) == 1:
                card = DECKTET[NUMBER[cards[-1]]]
                counted[min(on[space])] += max(card.value, 0)
        assert table["scores"] == counted


def test_reserves_are_what_is_not_on_the_board() -> None:
    for game in many_games(20):
        table = game.view(None)["table"]
        for pyramids, reserve in zip(table["pyramids"], table["reserves"], strict=True):
            sizes = Counter(name.split("-")[0] for name in pyramids)
            assert reserve == [3 - sizes[s] for s in ("small", "medium", "large")]


def test_a_legal_use_can_always_be_finished() -> None:
    """Whoever may begin to use a card has a move at every step of it."""
    for game in many_games(30, 200):
        begun = [
            (seat, move)
            for seat in game.to_move
            for move in game.moves(seat)
            if move.split()[0] in ("use", "activate")
        ]
        for seat, move in begun:
            other = game.copy()
            other.play(seat, move)
            assert other.moves(seat)


# Who knows what


def test_after_a_reshuffle_two_players_know_each_others_old_hands() -> None:
    game = started("in-use", hands=[["the-author"], ["the-pact", "ace-moons"]])
    play(game, "0 use the-author", "0 with small-1", "0 draw")
    assert game.position()["reshuffled"]
    for seed in "abcdef":
        assert game.imagine(0, seed).position()["hands"][1] == ["the-pact", "ace-moons"]
    drawn = game.position()["hands"][0]
    assert len(drawn) == 1
    imagined = {game.imagine(1, str(i)).position()["hands"][0][0] for i in range(40)}
    assert len(imagined) > 5
    assert imagined <= set(game.position()["shuffled"])


def test_what_a_seat_draws_after_a_reshuffle_is_not_in_the_deck_for_it() -> None:
    game = started("in-use")
    play(game, "0 use the-author", "0 with small-1", "0 draw")
    (card,) = game.view(0)["table"]["drawn"]
    assert game.position()["hands"][0] == [card]
    left = Counter(game.view(0)["table"]["shuffled"])[card] - 1
    for i in range(20):
        assert game.imagine(0, str(i)).position()["deck"].count(card) == left
    assert game.view(1)["table"]["drawn"] == []
    assert game.view(None)["table"]["drawn"] == []


def test_who_can_only_cover_is_imagined_with_a_card_to_cover_with() -> None:
    game = started(
        "strictly-higher", hands=[["ace-leaves", "the-desert", "crown-suns"], []]
    )
    play(game, "0 use ace-leaves")
    hands = set()
    for i in range(60):
        other = game.imagine(1, str(i))
        assert other.moves(0)
        hand = other.position()["hands"][0]
        assert max(DECKTET[NUMBER[card]].value for card in hand) > 1
        hands.add(tuple(hand))
    assert len(hands) > 20
    play(game, "0 with small-1")
    assert all(game.imagine(1, str(i)).moves(0) for i in range(20))


def test_a_taken_card_is_known_to_all_until_it_is_played() -> None:
    game = play(started("take"), "0 use ace-moons", "0 with small-1", "0 take")
    for seat in (None, 0, 1):
        assert game.view(seat)["table"]["shown"] == [["the-mill"], []]
    for i in range(10):
        assert game.imagine(1, str(i)).position()["hands"][0] == ["the-mill"]
    play(game, "1 reorient", "1 finish", "0 renew")
    assert game.view(1)["table"]["shown"] == [[], []]


def test_hidden_cards_are_imagined_as_likely_as_they_are() -> None:
    game = started("use-and-discard", hands=[["ace-suns"], ["the-pact", "the-cave"]])
    seen: Counter[str] = Counter()
    for i in range(1500):
        seen.update(game.imagine(0, str(i)).position()["hands"][1])
    # Two cards of 62 hidden ones; a kind of which two are hidden comes twice as often.
    assert 1500 * 4 / 62 * 0.6 < seen["the-pact"] < 1500 * 4 / 62 * 1.4
    assert 1500 * 2 / 62 * 0.5 < seen["the-cave"] < 1500 * 2 / 62 * 1.5
    assert "ace-suns" not in seen


def test_a_draw_is_told_to_its_seat_only() -> None:
    game = started("renew")
    before = len(game.told)
    play(game, "0 renew")
    for seat in (None, 1):
        drew = [e for e in game.events(seat, before) if e["event"] == "drew"]
        assert [e["card"] for e in drew] == [None] * 3


# Details


def test_claims_are_only_for_who_holds_three_aces() -> None:
    game = started("out-of-turn")
    assert game.claims == (1,)
    assert game.moves(1) == ["claim"]
    assert started("not-before-a-reshuffle").claims == ()
    assert started("while-a-discard-is-owed").claims == ()
    assert started("between-two-actions", {"instant_claim": True}).claims == (1,)


def test_the_lone_territory_that_several_pyramids_restrict() -> None:
    """T5: with two equal cards occupied, the first pyramid decides which is meant."""
    game = started(
        "only-on-the-card",
        {"only_on_card": True},
        board={"g8": ["crown-suns"], "h8": ["the-mill"], "i8": ["crown-suns"]},
        pyramids=[{"small-1": "g8 up", "small-2": "i8 up", "medium-1": "h8 up"}, {}],
    )
    play(game, "0 activate crown-suns")
    assert game.moves(0) == ["with small-1", "with small-2"]
    play(game, "0 with small-2", "0 create")
    assert "with small-1" not in game.moves(0)
    game = started(
        "only-on-the-card",
        {"only_on_card": True},
        board={"g8": ["crown-leaves"], "h8": ["the-mill"]},
        pyramids=[{"small-1": "g8 up", "small-2": "h8 up"}, {}],
    )
    play(game, "0 activate crown-leaves", "0 with small-1", "0 grow")
    assert game.moves(0) == ["with medium-1", "finish"]  # what it became


def test_all_pyramids_turned_ends_the_action() -> None:
    game = play(
        started("only-your-own"), "0 reorient", "0 turn 0 small-1", "0 face east"
    )
    assert game.position()["mover"] == 1


def test_the_safety_stop_and_the_longest_game() -> None:
    assert SCENARIOS["at-the-latest"].position["count"] == rules.BOUND - 1
    for seats in range(2, 6):
        played = pioche.compiled("dectana").playouts(seats, 300, "long")
        assert played["steps_per_game"] < 1500


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("board", {"board": {}, "pyramids": [{}, {}]}),
        ("board", {"board": {"h8": ["the-mill", "the-author"]}}),
        ("board", {"board": {"h8": []}}),
        ("board", {"board": {"h8": ["the-moon"]}}),
        ("board", {"board": ["h8"]}),
        ("board", {"board": {"h8": ["the-watchman"]}}),
        ("board", {"board": {"z8": ["the-mill"]}}),
        ("pyramids", {"pyramids": [{"small-1": "a1 up"}, {}]}),
        ("pyramids", {"pyramids": [{"small-4": "h8 up"}, {}]}),
        ("pyramids", {"pyramids": [{"small-1": "h8"}, {}]}),
        ("pyramids", {"pyramids": [{}]}),
        ("deck", {"deck": []}),
        ("deck", {"deck": ["...", "..."]}),
        ("deck", {"deck": ["..."], "discard": ["..."]}),
        ("hands", {"hands": [["the-pact"] * 2 + ["the-mill", "the-cave"] * 2, []]}),
        ("hands", {"hands": [["the-pact", "the-pact", "the-pact"], []]}),
        ("hands", {"hands": [[f"ace-{suit}" for suit in SUITS] + ["the-pact"], []]}),
        ("shown", {"shown": [["the-pact"], []]}),
        ("shown", {"hands": [["the-pact"], []], "shown": [["the-pact"] * 2, []]}),
        ("shown", {"shown": [["?"], []]}),
        ("shown", {"shown": [["the-pact"] * 3, []]}),
        ("shuffled", {"shuffled": ["the-pact"]}),
        ("shuffled", {"reshuffled": True}),
        ("drawn", {"drawn": [["the-pact"], []]}),
        ("reason", {"reason": "claim"}),
        ("reason", {"phase": "over"}),
        ("unplaced", {"phase": "place"}),
        ("unplaced", {"unplaced": 1}),
        ("pyramids", {"phase": "which", "spot": "h8"}),
        ("pyramids", {"phase": "place", "unplaced": 1}),
        ("spot", {"spot": "h8"}),
        ("spot", {"phase": "which", "spot": "a1", "pyramids": [{}, {}]}),
        ("chosen", {"chosen": "0 small-1"}),
        ("chosen", {"phase": "turning"}),
        ("chosen", {"phase": "turning", "chosen": "1 small-1"}),
        ("chosen", {"phase": "turning", "chosen": "0 small-2"}),
        (
            "chosen",
            {"phase": "turning", "chosen": "0 small-1", "marked": ["0 small-1"]},
        ),
        (
            "chosen",
            {
                "phase": "face",
                "chosen": "0 small-1",
                "pyramids": [{"small-1": "h8 east"}, {}],
            },
        ),
        ("marked", {"marked": ["0 small-1"]}),
        ("suits", {"suits": ["suns"]}),
        ("suits", {"suits": ["knots", "suns"]}),
        ("suits", {"phase": "choose", "uses": 1, "eligible": ["small-1"]}),
        (
            "suits",
            {
                "phase": "choose",
                "uses": 1,
                "eligible": ["small-1"],
                "suits": ["suns", "leaves"],
            },
        ),
        ("uses", {"uses": 1}),
        ("used", {"used": 1}),
        ("points", {"points": 1}),
        ("eligible", {"eligible": ["small-1"]}),
        ("eligible", {"eligible": ["tiny-1"]}),
        ("card", {"card": "the-pact"}),
        ("eligible", {"phase": "choose", "suits": ["suns"], "uses": 1}),
        (
            "eligible",
            {"phase": "choose", "suits": ["suns"], "uses": 1, "eligible": ["small-2"]},
        ),
        ("turns", {"turns": -1}),
        ("phase", {"phase": "dance"}),
        ("mover", {"mover": 2}),
        ("reshuffled", {"reshuffled": 1}),
        ("count", {"count": rules.BOUND + 1}),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_its_field(
    field: str, changes: Json
) -> None:
    with pytest.raises(pioche.BadPosition) as raised:
        started("only-your-own", **changes)
    assert raised.value.field == field


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("chosen", {"chosen": "0 medium-1"}),
        ("chosen", {"pyramids": [{"large-1": "g8 up"}, {"small-1": "i8 up"}]}),
        ("points", {"points": 0}),
        ("marked", {"marked": []}),
        ("marked", {"marked": ["0 large-1"]}),
    ],
)
def test_a_push_that_cannot_be_is_refused_by_its_field(
    field: str, changes: Json
) -> None:
    game = play(
        started("leave-points", pyramids=PUSHING),
        "0 use ace-moons",
        "0 with large-1",
        "0 push 1 small-1",
    )
    position = json.loads(json.dumps(game.position()))
    with pytest.raises(pioche.BadPosition) as raised:
        pioche.from_position({**position, **changes})
    assert raised.value.field == field


PUSHING = [{"large-1": "g8 east", "medium-1": "g9 up"}, {"small-1": "h8 up"}]


def test_a_power_under_way_is_checked_too() -> None:
    game = play(started("one-suit"), "0 use the-mill", "0 with small-1")
    position = json.loads(json.dumps(game.position()))
    for field, changes in (
        ("points", {"points": 1}),
        ("marked", {"marked": ["0 small-1"]}),
        ("chosen", {"eligible": ["small-2"]}),
        ("turns", {"turns": 10, "options": {**position["options"], "turn_limit": 5}}),
    ):
        with pytest.raises(pioche.BadPosition) as raised:
            pioche.from_position({**position, **changes})
        assert raised.value.field == field


def test_within_a_push_there_is_no_other_power() -> None:
    game = play(
        started("leave-points", pyramids=PUSHING),
        "0 use ace-moons",
        "0 with large-1",
        "0 push 1 small-1",
    )
    refusal = game.why_not(0, "take")
    assert refusal is not None
    assert refusal.clause == "TB24"


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


# For learners


def test_both_builds_observe_the_same() -> None:
    fast = pioche.compiled("dectana")
    length = knowledge.FEATURES.length
    for game in many_games(12):
        s = state(game)
        for seat in range(game.seats):
            by_twin = np.zeros(length, np.float32)
            compiled = np.zeros(length, np.float32)
            knowledge.observe(s, seat, by_twin)
            fast.entry.observe_at(fast.states(s), 0, seat, compiled)
            assert (by_twin == compiled).all()
            at = knowledge.FEATURES.start("hand")
            hand = by_twin[at : at + len(DECKTET)]
            assert hand.sum() == game.view(seat)["table"]["sizes"][seat]
            shares = [0.0] * game.seats
            rules.shares(s, shares)
            assert sum(shares) == pytest.approx(1)


def test_an_observation_knows_what_a_view_knows() -> None:
    for game in many_games(10):
        for seat in range(game.seats):
            seen = []
            for other in (game, game.imagine(seat, "x")):
                seen.append(np.zeros(knowledge.FEATURES.length, np.float32))
                knowledge.observe(state(other), seat, seen[-1])
            assert (seen[0] == seen[1]).all()


def test_a_false_view_does_not_hang_the_imagination(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(knowledge, "PATIENCE", 5)
    game = play(started("strictly-higher"), "0 use ace-leaves")
    view = game.view(1)
    view["table"]["sizes"][0] = 0  # … but who is covering holds a card
    view["table"]["deck_size"] += 3
    s = State.blank()
    DECTANA.fill_header(s, 2, view["options"])
    knowledge.from_view(s, view["table"], 1)
    knowledge.imagine(s, 1)
    assert s.held[0] == 0


# Policy and picture


def test_the_prior_beats_chance() -> None:
    out = row(len(rules.MOVES))
    rng = Random(2)
    won = 0.0
    for number in range(16):
        game = pioche.deal("dectana", 2, str(number), {"turn_limit": 15})
        s = state(game)
        while not rules.over(s):
            seat = s.mover
            count = rules.legal(s, seat, out)
            move = out[rng.randrange(count)]
            if seat == number % 2:
                move = policy.prior(s, seat, out, count)
            s.count += 1
            rules.apply(s, seat, move)
        won += game.result is not None and game.result["winners"] == [number % 2]
    assert won >= 14


def test_the_prior_ends_the_game_only_when_it_wins() -> None:
    out = row(len(rules.MOVES))
    game = started("out-of-turn")
    count = rules.legal(state(game), 1, out)
    assert policy.prior(state(game), 1, out, count) == policy.SILENT
    game = started("three-aces", pyramids=[{}, {"small-1": "i9 up"}])
    count = rules.legal(state(game), 0, out)
    assert rules.MOVES[out[count - 1]] == "claim"
    assert policy.prior(state(game), 0, out, count) < rules.MOVES.numbers["claim"]
    game = started("three-aces", pyramids=[{"small-1": "g9 up"}, {"small-1": "i7 up"}])
    count = rules.legal(state(game), 0, out)
    assert rules.MOVES[policy.prior(state(game), 0, out, count)] == "claim"


def test_the_picture_shows_stacks_pyramids_and_reserves() -> None:
    game = started(
        "destroy",
        pyramids=[{"small-1": "g8 east", "large-2": "g8 up"}, {"medium-3": "i8 west"}],
    )
    text = picture(game.view(0), DECTANA.words["en"])
    assert "Ace of Suns" in text
    assert "8 LW +1" in text
    assert "1s1> 1l2|" in text
    assert "2m3<" in text
    assert "reserve 2s 3m 2l" in text
    assert "Your hand: Ace of Wyrms (1 Y)" in text
    french = picture(game.view(None), DECTANA.words["fr"])
    assert "1p1> 1g2|" in french
    assert "Votre main" not in french


def test_the_picture_leaves_out_the_void_between_islands() -> None:
    game = started("which-of-two-spaces")
    text = picture(play(game, "1 place h8").view(1), DECTANA.words["en"])
    assert "which one? now at h8" in text
    title = next(line for line in text.splitlines() if line.strip().startswith("g"))
    assert title.split() == ["g", "h", "i", "g@1", "h@1", "i@1"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_picture_fits_a_terminal_of_eighty_columns(lang: str) -> None:
    rng = Random(80)
    options = {"pawns": True, "courts": True, "excuses": True}
    games = [started("no-edge"), *many_games(12), walking("east")]
    for number in range(12):
        games.append(pioche.deal("dectana", 5, f"wide {number}", options))
        play_on(games[-1], rng, rng.randint(0, 300))
    for game in games:
        for seat in (None, *range(game.seats)):
            view = game.view(seat)
            lines = picture(view, DECTANA.words[lang]).splitlines()
            assert max(map(len, lines)) < 80
            marks = " ".join(lines).split()
            standing = [row for seat in view["table"]["pyramids"] for row in seat]
            legend = 1
            drawn = sum(map(is_pyramid, marks)) - legend
            assert drawn == len(standing)


def is_pyramid(mark: str) -> bool:
    """Tell whether a word of a picture is a pyramid on the board: 1s2^."""
    return len(mark) == 4 and mark[0] in "12345" and mark[3] in "^>v<|"


def test_a_board_wider_than_a_line_is_drawn_in_parts() -> None:
    lines = picture(started("no-edge").view(0), DECTANA.words["en"]).splitlines()
    titles = [line.split() for line in lines if "k@1" in line or " k " in line]
    assert len(titles) == 2
    names = "ghijklmnop" + "abcdefghijkl"
    assert [column[0] for title in titles for column in title] == list(names)


def test_the_picture_tells_what_goes_on() -> None:
    game = play(
        started("leave-points"), "0 use ace-moons", "0 with large-1", "0 push 1 small-1"
    )
    text = picture(game.view(1), DECTANA.words["en"])
    assert "In use: Moons (Ace of Moons), 1 left" in text
    assert "acting: large pyramid 1 (player 1)" in text
    assert "points left: 2" in text
    assert {"north", "up"} <= set(FACINGS)
    assert OWNER[board.PYRAMIDS - 1] == 4
