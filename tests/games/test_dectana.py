"""Dectana, clause by clause where its scenarios are not enough."""

import json
from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest
from tests.games.dectana_tables import (
    DECTANA,
    SCENARIOS,
    Json,
    check_order,
    many_games,
    play,
    started,
    state,
    walking,
)
from tests.play import play_on

import pioche
from pioche.core.rules import row
from pioche.games.dectana import board, imagine, knowledge, policy, rules
from pioche.games.dectana.board import FACINGS, OWNER, State
from pioche.games.dectana.cards import DECKTET, NUMBER, SUITS
from pioche.games.dectana.picture import picture
from pioche.games.dectana.score import score

# What always holds


def test_after_every_move_the_table_is_in_order() -> None:
    for game in many_games(40, 0):
        rng = Random(state(game).lands + game.seats)
        while not game.over and game.state.count < 250:
            play_on(game, rng, 1)
            check_order(state(game))


def test_scores_are_those_that_one_would_count() -> None:
    for game in many_games(40):
        table = game.view(None)["table"]
        assert table["scores"] == [score(state(game), s) for s in range(game.seats)]
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


def test_a_reshuffled_deck_is_imagined_of_the_very_cards_shuffled_in() -> None:
    """Of two Betrayals one was shuffled: the other is in the hand, whatever the deck is."""
    game = started(
        "renew",
        hands=[["ace-suns"], ["the-betrayal", "the-pact"]],
        deck=["the-darkness", "the-betrayal"],
        discard=["..."],
        reshuffled=True,
        shuffled=["the-darkness", "the-betrayal", "the-pact", "ace-suns"],
        drawn=[["ace-suns"], []],
    )
    seen: Counter[tuple[str, ...]] = Counter()
    for i in range(1200):
        position = game.imagine(0, str(i)).position()
        seen[tuple(position["deck"])] += 1
        assert "the-betrayal" in position["hands"][1]
    shuffled = ("the-darkness", "the-betrayal", "the-pact")
    assert set(seen) == set(permutations(shuffled, 2))
    assert min(seen.values()) > 150  # of 200 expected
    assert max(seen.values()) < 250


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
    monkeypatch.setattr(imagine, "PATIENCE", 5)
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


def test_the_picture_tells_of_how_many_turns_this_is() -> None:
    game = started("turn-limit")
    assert "Turn 5 of 5 " in picture(game.view(0), DECTANA.words["en"])
    play(game, "1 reorient", "1 finish")  # with it the game is over
    assert "Tour 5 sur 5 " in picture(game.view(0), DECTANA.words["fr"])
    assert "Turn 1 " in picture(started("renew").view(0), DECTANA.words["en"])


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
