"""Anthem, clause by clause where its scenarios are not enough."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest
from tests.play import play_on, random_options

import pioche
from pioche.core import random, scenario
from pioche.core.rules import row
from pioche.core.scenario import Scenario
from pioche.core.table import Game
from pioche.games import kind
from pioche.games.anthem import knowledge, legality, policy, rules, state
from pioche.games.anthem.cards import CARD_IDS, DEATH
from pioche.games.anthem.position import set_up_row

Json = dict[str, Any]
ANTHEM = kind("anthem")
SCENARIOS = {given.name: given for given in scenario.read(ANTHEM)}
BY_HAND: Json = {"automatic_victory": False}


def started(name: str, options: Json | None = None, **fields: object) -> Game:
    """Return the game in which a scenario begins, with some fields changed."""
    given = SCENARIOS[name]
    chosen = given.options if options is None else options
    position = {**given.position, **fields}
    return scenario.set_up(
        ANTHEM, Scenario(name, [], "", "", given.seats, position, chosen)
    )


def line(text: str) -> list[str | None]:
    """Write a row: `0 . 3 . 9` with a dot for a free space."""
    return [None if part == "." else f"number-{part}" for part in text.split()]


def hand(text: str) -> list[str]:
    """Write a hand: `1 1 3 D`."""
    return ["death" if part == "D" else f"number-{part}" for part in text.split()]


def table(rows: list[str], hands: list[str], **more: object) -> Json:
    """Write a position in which the first seat is about to take."""
    seats = len(rows)
    return {
        "phase": "take",
        "mover": 0,
        "rows": [line(text) for text in rows],
        "hands": [hand(text) for text in hands],
        "taken": None,
        "death_known_to": [[] for _ in range(seats)],
        "no_death_known_to": [[] for _ in range(seats)],
        "winners": [],
        "ending": None,
        **more,
    }


def game_at(position: Json, options: Json | None = None) -> Game:
    """Return the game of a position."""
    seats = len(position["rows"])
    return scenario.set_up(
        ANTHEM, Scenario("", [], "", "", seats, position, options or {})
    )


def state_in(game: Game) -> rules.State:
    """Return the state of a game of Anthem."""
    assert isinstance(game.state, rules.State)
    return game.state


# A table of three with short hands: rows hold all but eleven cards.
ROWS = ["0 1 . 3 5 7 8 9", "0 1 2 4 6 7 8 9", "0 . 2 4 5 6 . 9"]
HANDS = ["2 6 D D", "1 3 3 8", "4 5 7 D"]


# Set-up and turns


def test_any_seat_may_begin() -> None:
    """A14."""
    first = Counter(pioche.deal("anthem", 3, str(i)).to_move[0] for i in range(300))
    assert set(first) == {0, 1, 2}
    assert min(first.values()) > 60


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_at_every_place_each_card_is_as_likely(place: int) -> None:
    """A6."""
    taken: Counter[str] = Counter()
    for key in range(400):
        game = game_at(table(ROWS, HANDS))
        random.seed(game.state, str(key))
        game.play(0, f"take {place}")
        taken[game.view(0)["table"]["taken"]["card"]] += 1
    assert set(taken) == set(hand("4 5 7 D"))
    assert min(taken.values()) > 65


def test_places_point_at_different_cards() -> None:
    """A6: the hand is shuffled first, then the place decides."""
    for key in range(5):
        taken = []
        for place in range(4):
            game = game_at(table(ROWS, HANDS))
            random.seed(game.state, str(key))
            game.play(0, f"take {place}")
            taken.append(game.view(0)["table"]["taken"]["card"])
        assert sorted(taken) == sorted(hand("4 5 7 D"))


def test_random_games_reach_every_move_event_and_ending() -> None:
    verbs: Counter[str] = Counter()
    events: Counter[str] = Counter()
    endings: Counter[str] = Counter()
    rng = Random(1)
    for number in range(250):
        seats = rng.choice([2, 2, 3, 4])
        options = random_options(ANTHEM, rng, seats)
        game = pioche.deal("anthem", seats, str(number), options)
        play_on(game, rng, rules.BOUND)
        assert game.result is not None
        verbs.update(move.split()[0] for _, move in game.log)
        events.update(str(event["event"]) for event in game.events(0))
        endings[game.result["reason"]] += 1
    assert set(verbs) == {"take", "keep", "lay", "declare", "continue"}
    told = {name for name, *_ in rules.EVENTS.rows}
    assert told - set(events) == {"skipped", "stopped"}  # scenarios of A7 and A26
    assert set(endings) == {"AB19", "A11", "A12"}


def test_a_game_in_which_nobody_lays_ends_at_its_bound() -> None:
    """A26."""
    game = pioche.deal("anthem", 2, "nobody lays")
    while not game.over:
        seat = game.to_move[0]
        game.play(seat, "keep" if "keep" in game.moves(seat) else "take 0")
    assert rules.BOUND - rules.TURN < game.state.count <= rules.BOUND
    assert game.result == {"winners": [0, 1], "scores": [0, 0], "reason": "A26"}


def test_no_hand_outgrows_ten_cards() -> None:
    rng = Random(7)
    for number in range(12):
        game = pioche.deal("anthem", 2 + number % 7, str(number))
        while not game.over and game.state.count < 200:
            play_on(game, rng, 1)
            assert max(game.view(None)["table"]["sizes"]) <= state.MOST_CARDS


# What is told


def test_only_giver_and_taker_hear_which_card_it_is() -> None:
    """A17."""
    game = game_at(table(ROWS, HANDS))
    game.play(0, "take 1")
    card = game.view(0)["table"]["taken"]["card"]
    told = [game.events(seat)[-1]["card"] for seat in (0, 1, 2)]
    assert told == [card, None, card]
    assert game.events(None)[-1]["card"] is None
    assert game.view(1)["table"]["taken"] == {
        "seat": 0,
        "card": None,
        "known_to": [0, 2],
    }


def test_only_its_owner_is_told_the_hand_that_is_dealt() -> None:
    """A18."""
    game = pioche.deal("anthem", 3, "told")
    for seat in range(3):
        dealt = [e["cards"] for e in game.events(seat) if e["event"] == "dealt"]
        assert dealt[seat] == game.view(seat)["table"]["hand"]
        assert [cards for other, cards in enumerate(dealt) if other != seat] == [
            None
        ] * 2


# What is known


def test_the_only_card_of_a_hand_goes_on_before_the_eyes_of_who_gave_it() -> None:
    """A17: seat 0 gave a 5 to seat 1, who has no other card; seat 2 takes it."""
    position = table(
        ["0 1 3 4 6 7 8 9", "0 1 2 3 4 7 8 9", "0 . 2 3 5 6 . 9"],
        ["2 6 7 8 D D", "5", "1 4 5 D"],
        mover=2,
        taken={"seat": 1, "card": "number-5", "known_to": [0, 1]},
    )
    game = game_at(position, BY_HAND)
    game.play(2, "take 0")
    assert game.view(0)["table"]["taken"]["card"] == "number-5"
    assert game.events(0)[-1]["card"] == "number-5"
    assert game.view(None)["table"]["taken"]["card"] is None
    for number in range(20):
        assert "number-5" in game.imagine(0, str(number)).position()["hands"][2]


def test_a_death_concluded_from_a_full_row_is_seen_to_go() -> None:
    """A10: the only card of a full row that has not won can only be Death."""
    position = table(
        ["0 1 3 4 6 7 8 9", "0 1 2 3 4 7 8 9", "0 . 2 3 5 6 . 9"],
        ["2 6 7 8 D", "D", "1 4 5 5 D"],
        mover=2,
        death_known_to=[[], "everyone", []],
    )
    game = game_at(position)
    game.play(2, "take 0")
    assert game.view(None)["table"]["taken"]["card"] == "death"
    assert game.events(0)[-1]["card"] == "death"
    assert game.position()["death_known_to"][1] == []


def test_who_took_a_number_from_a_full_row_still_knows_of_its_death() -> None:
    position = table(
        ["0 1 3 4 6 7 8 9", "0 1 2 3 4 7 8 9", "0 . 2 3 5 6 . 9"],
        ["2 6 7 8 D", "5 D", "1 4 5 D"],
        mover=2,
        death_known_to=[[], "everyone", []],
    )
    kept, gone = 0, 0
    for key in range(12):
        game = game_at(position)
        random.seed(game.state, str(key))
        game.play(2, "take 0")
        known = [game.view(seat)["table"]["known_deaths"][1] for seat in (0, 2, None)]
        if game.view(2)["table"]["taken"]["card"] == "death":
            gone += 1
            assert known == [None, None, None]
        else:
            kept += 1
            assert known == [None, "some", None]
    assert kept
    assert gone


def test_who_went_on_without_declaring_is_known_to_be_without_death() -> None:
    """A22: until a card is taken that may be Death."""
    game = started("by-hand")
    game.play(0, "lay number-7 6")
    assert game.view(1)["table"]["known_deaths"][0] == "none"
    game.play(0, "continue")
    assert game.position()["no_death_known_to"][0] == "everyone"
    game.play(1, "take 0")
    game.play(1, "keep")
    game.play(0, "take 0")
    everyone = game.view(None)["table"]["public_deaths"][0]
    assert everyone == ("none" if state_in(game).phase == state.DECLARE else "some")


def test_laying_from_the_hand_does_not_tell_which_card_was_taken() -> None:
    """A17, A24: the table must not see whether the card laid is the card taken."""
    seen = []
    for taken in ("number-2", "number-6"):
        given = {"seat": 0, "card": taken, "known_to": [0, 2]}
        position = table(ROWS, HANDS, phase="lay", taken=given)
        game = game_at(position, {"lay_from_hand": True})
        game.play(0, "lay number-2 2")
        seen.append(game.view(1))
    assert seen[0] == seen[1]


CASES: list[tuple[Json, Json, int]] = [
    # Options, what differs from the table of three, who imagines.
    ({}, {}, 0),
    ({}, {"death_known_to": [[], [], [0]]}, 0),
    ({}, {"no_death_known_to": [[], [0], []]}, 0),
    ({"all_deaths": "wins"}, {"hands": ["1 3 3 8", "2 6 D", "4 5 7 D D"]}, 0),
    ({}, {"taken": {"seat": 2, "card": "death", "known_to": [1, 2]}}, 1),
    ({"any_moment": True}, {"hands": ["1 3 3 8", "2 6 D D", "4 5 7 D"]}, 0),
]


@pytest.mark.parametrize(("options", "fields", "seat"), CASES)
def test_imagined_hands_are_all_that_can_be_and_equally_likely(
    options: Json, fields: Json, seat: int
) -> None:
    """Counted by hand: every order of the hidden cards that what is known allows."""
    changed = {k: v for k, v in fields.items() if k != "hands"}
    position = table(ROWS, fields.get("hands", HANDS), **changed)
    game = game_at(position, options)
    expected = allowed(game, seat)
    s = state_in(game)
    random.seed_fast(s, 1, 2, 3)
    found: Counter[str] = Counter()
    drawn = 4000
    for _ in range(drawn):
        other = s.twin()
        other.rng[0] = random.word(s)
        knowledge.imagine(other, seat)
        found[str(knowledge.position(other)["hands"])] += 1
    assert set(found) <= set(expected)
    likely = {hands for hands, n in expected.items() if n > 0.004 * expected.total()}
    assert likely <= set(found)
    for hands, count in expected.items():
        share = count / expected.total()
        assert found[hands] / drawn == pytest.approx(share, abs=0.02)


def allowed(game: Game, seat: int) -> Counter[str]:
    """Count the orders of the hidden cards that this seat must think possible."""
    position, deaths = game.position(), game.view(seat)["table"]["known_deaths"]
    sure = game.view(seat)["table"]["taken"]
    others = [other for other in range(game.seats) if other != seat]
    pool = [card for other in others for card in position["hands"][other]]
    if sure:
        pool.remove(sure["card"])
    found: Counter[str] = Counter()
    for order in permutations(pool):
        left = list(order)
        hands = [list(cards) for cards in position["hands"]]
        for other in others:
            fixed = [sure["card"]] if sure and sure["seat"] == other else []
            hands[other] = fixed + [
                left.pop() for _ in range(len(hands[other]) - len(fixed))
            ]
        if all(fits(game, deaths, other, hands[other]) for other in others):
            found[str([sorted(cards, key=CARD_IDS.index) for cards in hands])] += 1
    return found


def fits(game: Game, deaths: list[str | None], other: int, cards: list[str]) -> bool:
    """Tell whether a hand agrees with what is known of its Deaths."""
    count = cards.count("death")
    if game.options["all_deaths"] != "off" and count == game.seats:
        return False
    return deaths[other] is None or (count > 0) == (deaths[other] == "some")


def test_what_a_seat_observes_depends_on_its_view_alone() -> None:
    rng = Random(3)
    for number in range(40):
        seats = rng.randint(2, 8)
        options = random_options(ANTHEM, rng, seats)
        game = pioche.deal("anthem", seats, str(number), options)
        play_on(game, rng, rng.randint(0, 60))
        for seat in range(seats):
            seen = []
            for same in (game, game.imagine(seat, "other")):
                out = [9.0] * knowledge.LENGTH
                knowledge.observe(state_in(same), seat, out)
                seen.append(out)
            assert seen[0] == seen[1]
            assert all(-1 <= value <= seats for value in seen[0])


# The end


def test_the_game_stops_exactly_when_nobody_can_win() -> None:
    """A11: compared with a search of all that can still happen, near the end."""
    rng = Random(5)
    outcomes: Counter[bool] = Counter()
    for _ in range(160):
        seats, spaces = rng.choice([(2, 8), (2, 8), (3, 8), (2, 6)])
        any_moment, from_hand = rng.random() < 0.3, rng.random() < 0.3
        rows = [almost_full(rng, spaces) for _ in range(seats)]
        left = Counter(dict.fromkeys([*range(1, 9), DEATH], seats))
        left.subtract(n for cards in rows for n in cards if n)
        pool = list(left.elements())
        rng.shuffle(pool)
        hands: list[list[int]] = [[] for _ in range(seats)]
        for card in pool:
            hands[rng.randrange(seats)].append(card)
        if len(pool) > 7 or sum(map(bool, hands)) < 2:
            continue
        options = {
            "spaces": spaces,
            "any_moment": any_moment,
            "lay_from_hand": from_hand,
        }
        s = state_of(rows, hands, options)
        stuck = not can_anybody_win(rows, hands, any_moment, from_hand)
        assert rules.nobody_can_finish(s) == stuck
        outcomes[stuck] += 1
    assert min(outcomes[True], outcomes[False]) > 10


def almost_full(rng: Random, spaces: int) -> list[int]:
    """Fill a row in order and leave some spaces free."""
    numbers = sorted(rng.sample(range(1, 9), spaces))
    for _ in range(rng.choice([0, 0, 0, 1, 1, 2])):
        numbers[rng.randrange(spaces)] = 0
    return numbers


def state_of(
    rows: list[list[int]], hands: list[list[int]], options: Json
) -> rules.State:
    """Set up a state that need not be one that real play reaches."""
    s = rules.State.blank()
    ANTHEM.fill_header(s, len(rows), ANTHEM.complete(options, len(rows)))
    for seat, numbers in enumerate(rows):
        ids = [CARD_IDS[number] if number else None for number in numbers]
        set_up_row(s, seat, [CARD_IDS[0], *ids, CARD_IDS[9]])
        s.sizes[seat] = len(hands[seat])
        for card in hands[seat]:
            s.hands[seat][card] += 1
    return s


Place = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...], int]


def can_anybody_win(
    rows: list[list[int]], hands: list[list[int]], any_moment: bool, from_hand: bool
) -> bool:
    """Search everything that may happen from here on, stalemates ignored."""
    start = freeze(rows, hands, 0)
    seen, waiting = {start}, [start]
    while waiting:
        for after in outcomes_of(waiting.pop(), any_moment, from_hand):
            if after is None:
                return True
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def freeze(rows: Any, hands: Any, mover: int) -> Place:
    return (
        tuple(map(tuple, rows)),
        tuple(tuple(sorted(cards)) for cards in hands),
        mover,
    )


def outcomes_of(place: Place, any_moment: bool, from_hand: bool) -> list[Place | None]:
    """List what may follow a turn; None is a victory."""
    rows, hands, mover = place
    seats = len(rows)
    after = (mover + 1) % seats
    right = [(mover - step) % seats for step in range(1, seats)]
    giver = next((seat for seat in right if hands[seat]), None)
    found: list[Place | None] = []
    for card in set(hands[giver]) if giver is not None else {0}:
        held = [list(cards) for cards in hands]
        if giver is not None:
            held[giver].remove(card)
            held[mover].append(card)
            if any_moment and all(rows[giver]) and DEATH not in held[giver]:
                return [None]
        if all(rows[mover]) and DEATH not in held[mover]:
            return [None]
        found.append(freeze(rows, held, after))
        for number in (set(held[mover]) if from_hand else {card}) - {0, DEATH}:
            for space in spaces_for(rows[mover], number):
                laid = [list(numbers) for numbers in rows]
                laid[mover][space] = number
                rest = [list(cards) for cards in held]
                rest[mover].remove(number)
                if all(laid[mover]) and DEATH not in rest[mover]:
                    return [None]
                found.append(freeze(laid, rest, after))
    return found


def spaces_for(numbers: tuple[int, ...], number: int) -> list[int]:
    """List the permitted spaces of a number, from the words of AB12."""
    if number in numbers:
        return []
    return [
        space
        for space, there in enumerate(numbers)
        if there == 0
        and all(n < number for n in numbers[:space] if n)
        and all(n > number for n in numbers[space + 1 :] if n)
    ]


def test_forbids_agrees_with_the_words_of_the_rulebook() -> None:
    """AB11, AB12, AB15, AB16: all numbers on all spaces of random rows."""
    rng = Random(2)
    for _ in range(300):
        spaces = rng.choice([6, 8])
        numbers = sorted(rng.sample(range(1, 9), spaces))
        numbers = [n if rng.random() < 0.5 else 0 for n in numbers]
        if rng.random() < 0.5:  # cards moved within their gaps
            numbers = sorted(n for n in numbers if n)
            for _ in range(spaces - len(numbers)):
                numbers.insert(rng.randrange(len(numbers) + 1), 0)
        if all(numbers):
            continue
        s = state_of([numbers, [0] * spaces], [[], [1]], {"spaces": spaces})
        s.phase = state.LAY
        for number in range(1, 9):
            s.taken = number
            s.hands[0][number] = 1
            allowed = [
                space - 1
                for space in range(1, 9)
                if legality.forbids_lay(s, 0, number, space) == 0
            ]
            assert allowed == spaces_for(tuple(numbers), number)
            s.hands[0][number] = 0


def test_a_row_is_spoiled_exactly_when_no_numbers_can_complete_it() -> None:
    """A5: by trying all numbers."""
    rng = Random(4)
    for _ in range(200):
        spaces = rng.choice([6, 8])
        numbers = [
            rng.choice([0, 0, n]) for n in sorted(rng.sample(range(1, 9), spaces))
        ]
        numbers = [n for n in numbers if n]
        while len(numbers) < spaces:
            numbers.insert(rng.randrange(len(numbers) + 1), 0)
        s = state_of([numbers, [0] * spaces], [[], []], {"spaces": spaces})
        assert bool(s.spoiled & 1) == (not can_be_completed(tuple(numbers)))


def can_be_completed(numbers: tuple[int, ...]) -> bool:
    if all(numbers):
        return True
    space = numbers.index(0)
    return any(
        can_be_completed((*numbers[:space], number, *numbers[space + 1 :]))
        for number in range(1, 9)
        if space in spaces_for(numbers, number)
    )


# Positions


BROKEN: list[tuple[str, str, object]] = [
    ("by-place", "phase", "lay"),
    ("by-place", "phase", "declare"),
    ("by-place", "phase", "over"),
    ("by-place", "phase", "dance"),
    ("by-place", "mover", 2),
    ("by-place", "count", -1),
    ("by-place", "count", 9_998),
    ("by-place", "rows", [line("0 . . . . . . 9")]),
    ("by-place", "rows", [line("0 . . . . . 9"), line("0 . . . . . . 9")]),
    ("by-place", "rows", [line("0 3 . . . . . 9"), line("0 . . . . . . 9")]),
    ("by-place", "rows", [line("0 3 2 . . . . 9"), line("0 . . . . . . 9")]),
    ("by-place", "rows", [["number-0", "death", *[None] * 5, "number-9"], []]),
    ("by-place", "hands", [hand("1 2 3 4 5 6 7 8 D"), hand("1 2 3 4 5 6 7 8")]),
    ("by-place", "hands", [hand("1 2 3 4 5 6 7 8 D D D"), hand("1 2 3 4 5 6 7 8")]),
    ("by-place", "hands", [hand("0 2 3 4 5 6 7 8 D"), hand("1 2 3 4 5 6 7 8 D")]),
    ("by-place", "taken", {"seat": 0, "card": "number-1", "known_to": [0, 1]}),
    ("by-place", "taken", {"seat": 1, "card": "number-1", "known_to": [0]}),
    ("by-place", "taken", {"seat": 1, "card": "number-1", "known_to": [1, 1]}),
    ("by-place", "taken", {"seat": 1, "card": "number-0", "known_to": [1]}),
    ("by-place", "taken", {"seat": 1, "card": "number-1"}),
    ("by-place", "taken", {"seat": 1, "card": "number-1", "known_to": "you"}),
    ("by-place", "taken", "number-1"),
    ("by-place", "no_death_known_to", ["everyone", []]),
    ("by-place", "no_death_known_to", [[]]),
    ("by-place", "winners", [0]),
    ("by-place", "ending", "AB19"),
    ("by-place", "ending", ""),
    ("by-place", "pile", []),
    ("declared", "death_known_to", ["everyone", []]),
    ("at-any-moment", "hands", [hand("1"), hand("3 4 5 6 8 D D")]),
    ("all-deaths-win", "hands", [hand("1"), hand("3 4 5 6 8 D D")]),
]


@pytest.mark.parametrize(("name", "field", "value"), BROKEN)
def test_a_position_that_no_game_can_reach_is_refused(
    name: str, field: str, value: object
) -> None:
    started(name)
    broken: dict[str, Any] = {field: value}
    with pytest.raises(pioche.BadPosition) as refused:
        started(name, **broken)
    assert refused.value.fr != refused.value.en


def test_a_finished_position_needs_what_its_ending_says() -> None:
    game = started("all-deaths-win")
    game.play(1, "take 0")
    position = game.position()
    assert pioche.from_position(position).result == game.result
    with pytest.raises(pioche.BadPosition):  # the mover holds them all, says A12
        pioche.from_position({**position, "mover": 0})


def test_an_empty_hand_that_nobody_can_take_from_is_asked_to_lay() -> None:
    """A7 with A24: nothing to take, but something in hand to lay."""
    game = started("nobody-to-take-from", {"lay_from_hand": True})
    game.play(0, "lay number-5 5")
    assert game.to_move == (1,)
    assert game.view(None)["table"]["phase"] == "lay"
    assert pioche.from_position(game.position()).moves(1) == game.moves(1)
    assert game.imagine(1, "x").view(1) == game.view(1)
    game.play(1, "lay number-4 4")
    assert game.to_move == (0,)


# Policy and picture


def playouts(seats: int, careful: int, options: Json, games: int = 60) -> float:
    """Return the mean share of one seat that follows the policy among random ones."""
    out, won = row(len(rules.MOVES)), 0.0
    for number in range(games):
        game = pioche.deal("anthem", seats, f"policy {number}", options)
        s = state_in(game)
        while not rules.over(s):
            count = rules.legal(s, s.mover, out)
            move = out[random.below(s, count)]
            if s.mover == careful:
                move = policy.prior(s, s.mover, out, count)
                assert rules.forbids(s, s.mover, move) == 0
            s.count += 1
            rules.apply(s, s.mover, move)
        shares = [0.0] * seats
        rules.shares(s, shares)
        won += shares[careful]
    return won / games


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    "options", [{}, {"spaces": 8}, {**BY_HAND, "any_moment": True}, BY_HAND]
)
def test_the_cheap_policy_is_legal_and_beats_chance(seats: int, options: Json) -> None:
    assert playouts(seats, 1, options) > 1.7 / seats


def test_the_policy_never_spoils_its_row() -> None:
    out = row(len(rules.MOVES))
    for number in range(10):
        game = pioche.deal("anthem", 3, str(number))
        s = state_in(game)
        while not rules.over(s):
            count = rules.legal(s, s.mover, out)
            s.count += 1
            rules.apply(s, s.mover, policy.prior(s, s.mover, out, count))
            assert s.spoiled == 0
        assert game.result is not None
        assert game.result["reason"] == "AB19"


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_picture_shows_what_the_seat_knows(lang: str) -> None:
    words = ANTHEM.words[lang]
    game = started("spoiling-is-allowed")
    own = ANTHEM.picture(game.view(1), lang)
    assert words.term("number-7") in own.splitlines()[-2]
    assert words.move("lay number-7 6") in own.splitlines()[-1]
    assert own.splitlines()[-1] not in ANTHEM.picture(game.view(0), lang)
    game.play(1, "lay number-7 6")
    spoiled = ANTHEM.picture(game.view(None), lang)
    assert words.tables["picture"]["spoiled"] in spoiled
    both = started("all-spoiled")
    both.play(1, "lay number-7 6")
    shown = words.tables["picture"]["deaths"].format(count=2)
    assert shown in ANTHEM.picture(both.view(None), lang)
    full = started("a-full-row-takes", death_known_to=["everyone", []])
    assert words.term("some") in ANTHEM.picture(full.view(1), lang)
    assert words.tables["picture"]["one_card"] in ANTHEM.picture(
        started("locked-up").view(None), lang
    )


def test_a_player_is_shown_why_a_card_stays() -> None:
    """What the interface explains: hand cards and every space for the card taken."""
    game = started("only-the-taken-card")
    refused = game.view(0)["refused"]
    assert refused["lay number-5 1"] == "A2"
    assert refused["lay number-1 4"] == "AB12"
    assert started("nobody-asked").view(0)["refused"] == {"declare": "AB19"}
    assert game.view(1)["refused"] == {}
    assert started("death-stays").view(0)["refused"]["lay death 1"] == "AB14"
