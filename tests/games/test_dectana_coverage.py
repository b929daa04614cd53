"""Random games of Dectana reach every power, every action and every option."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, cast

import pytest
from tests.games.dectana_tables import (
    DECTANA,
    Json,
)

import pioche
from pioche.core import random
from pioche.core.rules import lowest
from pioche.games.dectana import board, moves, rules
from pioche.games.dectana.board import (
    EVERY,
    NONE,
    PIPS,
    State,
)
from pioche.games.dectana.cards import DECKTET, NUMBER, POWERS
from pioche.games.dectana.moves import ACT, FACE, POWER, POWER_OF_MOVE
from pioche.games.dectana.position import PHASES


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
        phase = PHASES[states[0]["phase"]]
        verb = rules.MOVES[move].split()[0]
        verbs["place again" if (verb, phase) == ("place", "act") else verb] += 1
        phases[phase] += 1
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
    said = {move.split()[0] for move in rules.MOVES} - {"here", "further"}
    assert set(verbs) == said | {"place again"}
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
