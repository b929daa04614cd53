"""Duckomenta Art, clause by clause where its scenarios are not enough."""

import json
from collections import Counter
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from tests.play import play_on

import pioche
from pioche.core import random, scenario
from pioche.core.rules import row
from pioche.core.scenario import Scenario
from pioche.core.table import Game
from pioche.games import kind
from pioche.games.duckomenta import cards, knowledge, rules
from pioche.games.duckomenta.picture import picture
from pioche.games.duckomenta.policy import prior
from pioche.games.duckomenta.state import DEAL, EFFECTS_OPTIONAL

Json = dict[str, Any]
DUCKOMENTA = kind("duckomenta")
SCENARIOS = {s.name: s for s in scenario.read(DUCKOMENTA)}
OPTIONS: list[Json] = [
    {},
    {"effects_optional": True, "face_down_opens": False},
    {"reshuffle_discards": True, "two_player_limit": 5},
]


def started(name: str, **fields: object) -> Game:
    """Return the game in which a scenario begins, with some fields changed."""
    given = SCENARIOS[name]
    position = {**given.position, **fields}
    return scenario.set_up(
        DUCKOMENTA,
        Scenario(name, [], "", "", given.seats, position, given.options),
    )


def finished(seats: int, seed: str, options: Json) -> Game:
    """Play a game of random moves to its end."""
    game = pioche.deal("duckomenta", seats, seed, options)
    play_on(game, Random(seed), rules.BOUND)
    return game


def test_the_cards_are_those_of_the_rulebook() -> None:
    """DB2, DB8."""
    copies = Counter(
        {str(card["id"]): int(card["copies"]) for card in DUCKOMENTA.facts()["cards"]}
    )
    by_epoch = {
        epoch: sum(n for id, n in copies.items() if id.startswith(epoch))
        for epoch in cards.EPOCH_IDS
    }
    assert list(by_epoch.values()) == [17, 18, 19, 20, 21]
    assert copies.total() == 95
    assert sum(n for id, n in copies.items() if id.endswith("-bonus")) == 5


@pytest.mark.parametrize(
    ("seats", "dealt"),
    [(2, (13, 6, 6, 3)), (3, (13, 6, 6, 0)), (4, (13, 4, 4, 0)), (5, (13, 2, 2, 0))],
)
def test_each_season_deals_by_the_number_of_players(
    seats: int, dealt: tuple[int, ...]
) -> None:
    """DB3."""
    assert tuple(season[seats - 2] for season in DEAL) == dealt


#: What may become of a symbol when its card is played (D6, D7, D8).
OUTCOMES: dict[str, set[str]] = {
    "draw": {"drew", "lapsed", "declined", "season_ended"},
    "double": {"second", "has_no_other", "lapsed", "declined", "season_ended"},
    "hidden": {"hid", "lapsed", "declined", "season_ended"},
    "all": {"all_play", "lapsed", "declined", "season_ended"},
    "bonus": {"bonus", "declined", "season_ended"},
}
#: Cards that come to the table so have no effect (DB14, D9).
WITHOUT_EFFECT = {"trend", "second", "revealed", "turned_up", "added"}


def symbol_of(event: Json) -> str:
    """Return the symbol of the card that an event shows."""
    return str(event["card"]).rsplit("-", 1)[1]


def test_random_games_reach_every_event_card_symbol_and_move() -> None:
    events: Counter[str] = Counter()
    moves: Counter[str] = Counter()
    symbols: Counter[tuple[str, str]] = Counter()
    for number in range(200):
        seats = (2, 5, 3, 5, 4)[number % 5]
        game = finished(seats, f"all {number}", OPTIONS[number % 3])
        symbol = "plain"
        for event in game.events(None):
            name = str(event["event"])
            events[name] += 1
            if name in OUTCOMES.get(symbol, ()):
                symbols[symbol, name] += 1
                symbol = "plain"
            if name == "played":
                assert symbol == "plain"  # each effect has been settled
                symbol = symbol_of(event)
            elif name in WITHOUT_EFFECT:
                symbols[symbol_of(event), f"{name}, no effect"] += 1
        moves.update(move for _, move in game.log)
    for (symbol, outcome), count in sorted(symbols.items()):
        print(f"{count:8,}  {symbol:8} {outcome}")
    wanted = {(symbol, outcome) for symbol in OUTCOMES for outcome in OUTCOMES[symbol]}
    wanted |= {(s, f"{name}, no effect") for s in OUTCOMES for name in WITHOUT_EFFECT}
    assert wanted - set(symbols) == set()
    assert {name for name, *_ in rules.EVENTS.rows} == set(events)
    verbs = Counter(move.split()[0] for move in moves)
    assert verbs["play"] == verbs["pick"] == verbs["add"] == cards.KINDS
    assert verbs["bonus"] == cards.EPOCHS
    assert {"hide", "accept", "decline", "done"} <= set(verbs)


EVERY_OPTION: Json = {
    "effects_optional": True,
    "reshuffle_discards": True,
    "face_down_opens": False,
    "two_player_limit": 5,
}


TOLD = {"declined": "effects_optional", "reshuffled": "reshuffle_discards"}


@pytest.mark.parametrize("option", EVERY_OPTION)
def test_random_games_show_every_option(option: str) -> None:
    """… and games without any option show nothing of the kind."""
    with_it = {option: EVERY_OPTION[option]}
    seats = 2 if option == "two_player_limit" else 5
    assert any(option in shown(seats, f"option {n}", with_it) for n in range(80))
    assert not any(shown(seats, f"option {n}", {}) for n in range(10))


def shown(seats: int, seed: str, options: Json) -> set[str]:
    """Play a random game, and return the options that show in it."""
    game, rng = pioche.deal("duckomenta", seats, seed, options), Random(seed)
    found = set()
    while not game.over:
        play_on(game, rng, 1)
        table = game.position()
        if table["phase"] == "add":
            seat = table["mover"]
            hand = table["hands"][seat]
            told = [game.why_not(seat, f"add {card}") for card in hand]
            if any(refusal and refusal.clause == "D17" for refusal in told):
                found.add("face_down_opens")
    lying: Counter[str] = Counter()
    for event in game.events(None):
        name = event["event"]
        if name in ("trend", "played", "second", "revealed"):
            lying[event["card"][:7]] += 1
        elif name == "season_ended" and max(lying.values()) == 5:
            found.add("two_player_limit")
        elif name == "season_began":
            lying.clear()
        elif name in TOLD:
            found.add(TOLD[name])
    return found


def test_a_game_has_four_seasons_and_ends_within_its_bound() -> None:
    for number in range(12):
        game = finished(2 + number % 4, f"bound {number}", OPTIONS[number % 3])
        assert game.over
        assert game.state.count <= rules.BOUND
        told = [event["event"] for event in game.events(None)]
        assert told.count("season_began") == 4
        assert told.count("scored") == 4 * game.seats
        assert game.result is not None
        assert game.result["scores"] == game.view(None)["table"]["totals"]


def test_points_are_cards_times_tokens_of_ranked_epochs() -> None:
    """DB22, DB23, D16: counted again from what was told."""
    for number in range(12):
        seats = 2 + number % 4
        game = finished(seats, f"points {number}", OPTIONS[number % 3])
        tokens: Counter[str] = Counter()
        lying: Counter[tuple[int, str]] = Counter()
        ranked: list[str] = []
        for event in game.events(None):
            match event:
                case {"event": "season_began"}:
                    lying.clear()
                    ranked.clear()
                case {"event": "bonus", "epoch": epoch}:
                    tokens[epoch] += 2
                case {"event": "ranked", "epoch": epoch, "token": token}:
                    tokens[epoch] += token
                    ranked.append(epoch)
                case {"event": "scored", "seat": seat, "points": points}:
                    assert points == sum(lying[seat, e] * tokens[e] for e in ranked)
                case {
                    "event": "played" | "second" | "revealed" | "turned_up" | "added",
                    "seat": seat,
                    "card": card,
                }:
                    lying[seat, card.rsplit("-", 1)[0]] += 1


def test_picks_are_secret_until_the_last() -> None:
    """D21, D30: while one seat has not picked, nobody's pick can be told."""
    game = started("pawns")
    game.play(0, "play epoch-1-all")
    before = [game.view(seat) for seat in (None, 0, 2)]
    other = game.copy()
    game.play(1, "pick epoch-3-plain")
    for seat, view in zip((None, 0, 2), before, strict=True):
        assert "epoch-3-plain" not in json.dumps(game.view(seat)["table"]["front"])
        assert game.view(seat)["table"]["sizes"][1] == view["table"]["sizes"][1] - 1
    other.play(2, "pick epoch-4-plain")
    other.play(1, "pick epoch-3-plain")
    game.play(2, "pick epoch-4-plain")
    assert other.position() == game.position()


def test_a_missing_second_card_is_remembered_until_others_may_have_come() -> None:
    """D7: what play told of a hand stays known, card by card."""
    game = started(
        "no-second-card",
        hands=[["epoch-3-double", "epoch-4-plain", "epoch-4-draw"], ["epoch-2-plain"]],
        deck=["epoch-3-plain"],
    )
    game.play(0, "play epoch-3-double")
    game.play(1, "play epoch-2-plain")
    assert not_of(game, 0) == {"epoch-3": 2}
    game.play(0, "play epoch-4-draw")  # the card drawn may be of epoch-3
    assert not_of(game, 0) == {"epoch-3": 1}
    for number in range(20):
        hand = game.imagine(1, str(number)).position()["hands"][0]
        assert any(not card.startswith("epoch-3") for card in hand)
    game.play(0, "play epoch-3-plain")  # so it was; the other card still is not
    assert not_of(game, 0) == {"epoch-3": 1}


def not_of(game: Game, seat: int) -> Json:
    """Return what everybody knows of a hand."""
    known: Json = game.view(None)["table"]["not_of"][seat]
    return known


def test_who_is_asked_for_a_second_card_is_imagined_with_one() -> None:
    game = started(
        "two-black-cards",
        hands=[["epoch-3-double", "epoch-3-plain", "epoch-4-plain"], ["epoch-2-plain"]],
        deck=["epoch-5-plain"] * 9,
    )
    game.play(0, "play epoch-3-double")
    for number in range(20):
        hand = game.imagine(1, str(number)).position()["hands"][0]
        assert any(card.startswith("epoch-3") for card in hand)


def test_what_is_known_of_a_hand_is_known_of_a_card_laid_face_down() -> None:
    game = started(
        "black-and-white",
        hands=[["epoch-3-hidden", "epoch-4-plain"], ["epoch-2-plain"]],
        not_of=[{"epoch-5": 1}, {}],
        deck=["epoch-5-plain"] * 6,
    )
    assert not_of(game, 0) == {"epoch-5": 1}
    game.play(0, "play epoch-3-hidden")
    game.play(0, "hide epoch-4-plain")
    assert not_of(game, 0) == {}  # it may have been the card that is known
    one = started(
        "black-and-white",
        hands=[["epoch-3-hidden", "epoch-4-plain"], ["epoch-2-plain"]],
        not_of=[{"epoch-5": 2}, {}],
        deck=["epoch-5-plain"] * 6,
    )
    one.play(0, "play epoch-3-hidden")
    one.play(0, "hide epoch-4-plain")
    for number in range(20):
        place = one.imagine(1, str(number)).position()["face_down"][0][0]
        assert place["not_of"] == ["epoch-5"]
        assert not place["card"].startswith("epoch-5")


@pytest.mark.parametrize(
    ("known", "hands", "deck"),
    [
        ([{"epoch-1": 2}, {}], ["23", "14"], "123"),
        ([{"epoch-1": 2}, {"epoch-2": 2}], ["23", "14"], "123"),
        ([{"epoch-1": 2, "epoch-2": 1}, {"epoch-2": 2}], ["32", "14"], "1212"),
    ],
)
def test_imagined_hands_are_all_that_can_be_and_equally_likely(
    known: list[Json], hands: list[str], deck: str
) -> None:
    """Counted by hand: every order of the hidden cards that what is known allows."""
    s = rules.State.blank()
    s.seats = 3
    base: Json = {**SCENARIOS["and-round"].position, "mover": 0}
    base["hands"] = [["epoch-5-plain"], *([named(c) for c in hand] for hand in hands)]
    base["deck"] = [named(c) for c in deck]
    base["not_of"] = [{}, *known]
    knowledge.set_up(s, base)
    random.seed_fast(s, 1, 2, 3)
    expected = allowed(known, hands, deck)
    drawn = 4000
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(drawn):
        knowledge.imagine(s, 0)
        shown = knowledge.position(s)["hands"][1:]
        found["".join(c[6] for c in shown[0]), "".join(c[6] for c in shown[1])] += 1
    assert set(found) == set(expected)
    for deal, count in expected.items():
        share = count / expected.total()
        assert found[deal] / drawn == pytest.approx(share, abs=0.035)


def named(epoch: str) -> str:
    """Name a plain card of an epoch."""
    return f"epoch-{epoch}-plain"


def allowed(known: list[Json], hands: list[str], deck: str) -> Counter[tuple[str, ...]]:
    """Count the orders of hidden cards that what is known allows, by hands."""
    counts: Counter[tuple[str, ...]] = Counter()
    size = len(hands[0])
    for order in permutations("".join(hands) + deck):
        dealt = order[:size], order[size : size + len(hands[1])]
        if all(
            slot >= told.get(f"epoch-{card}", 0)
            for told, hand in zip(known, dealt, strict=True)
            for slot, card in enumerate(hand)
        ):
            counts[tuple("".join(sorted(hand)) for hand in dealt)] += 1
    return counts


def test_a_place_that_no_free_card_fits_gets_one_from_another() -> None:
    """The only deal that is possible is found, whatever is filled first."""
    game = started(
        "and-round",
        mover=0,
        hands=[[named("5")], [named("2")], [named("1"), named("3")]],
        not_of=[{}, {"epoch-1": 1}, {"epoch-2": 2}],
    )
    for number in range(30):
        imagined = game.imagine(0, str(number)).position()
        assert imagined["hands"] == game.position()["hands"]


def test_any_hands_of_which_much_is_known_can_be_imagined() -> None:
    rng = Random(8)
    for _ in range(150):
        s = rules.State.blank()
        s.seats = 5
        base = SCENARIOS["and-round"].position
        hands = [[named(rng.choice("12345")) for _ in range(3)] for _ in range(5)]
        position = {
            **base,
            "mover": 0,
            "front": [[]] * 5,
            "open": [[]] * 5,
            "points": [[0] * 5] * 4,
            "picks": [None] * 5,
            "face_down": [[]] * 5,
            "hands": hands,
            "not_of": [known(rng, hand) for hand in hands],
        }
        knowledge.set_up(s, position)
        random.seed_fast(s, 1, 2, 3)
        before = knowledge.view(s, 0)
        knowledge.imagine(s, 0)
        assert knowledge.view(s, 0) == before
        again = rules.State.blank()
        again.seats = 5
        knowledge.set_up(again, knowledge.position(s))


def known(rng: Random, hand: list[str]) -> Json:
    """Know as much as can be of some epochs of a hand, held in this order."""
    epochs = [card[:7] for card in hand]
    first = {e: epochs.index(e) if e in epochs else 3 for e in cards.EPOCH_IDS}
    return {e: n for e, n in first.items() if n and rng.random() < 0.7}


def test_an_observation_tells_nothing_that_a_view_does_not() -> None:
    rng = Random(4)
    for number in range(40):
        game = pioche.deal("duckomenta", 2 + number % 4, f"seen {number}")
        play_on(game, rng, rng.randint(0, 90))
        for seat in range(game.seats):
            seen = [0.0] * knowledge.FEATURES.length
            imagined = [0.0] * knowledge.FEATURES.length
            knowledge.observe(cast("rules.State", game.state), seat, seen)
            other = game.imagine(seat, str(number))
            knowledge.observe(cast("rules.State", other.state), seat, imagined)
            assert seen == imagined
            at = knowledge.FEATURES.start("hand")
            hand = game.view(seat)["table"]["hand"]
            assert sum(seen[at : at + cards.KINDS]) == len(hand)
            at = knowledge.FEATURES.start("unseen")
            assert sum(seen[at : at + cards.KINDS]) == hidden_from(game, seat)


def hidden_from(game: Game, seat: int) -> int:
    """Count the cards that a seat cannot see."""
    table = game.view(seat)["table"]
    others = [other for other in range(game.seats) if other != seat]
    return int(
        table["deck"]
        + sum(table["sizes"][other] for other in others)
        + sum(len(table["face_down"][other]) for other in others)
        + len([other for other in table["picked"] if other != seat])
    )


@pytest.mark.parametrize(
    ("name", "move", "refused"),
    [
        ("effects-may-be-declined", "0 play epoch-3-all", {"play epoch-4-plain"}),
        ("in-turn", None, {"done"}),
        ("effects-must-be-done", "0 play epoch-3-hidden", {"decline"}),
        ("a-bonus", "0 play epoch-1-bonus", {"play epoch-1-plain", "decline"}),
        ("one-each", None, {"add epoch-1-plain", "add epoch-3-plain", "done"}),
        ("the-end", "1 done", set()),
    ],
)
def test_a_view_explains_what_may_not_be_done(
    name: str, move: str | None, refused: set[str]
) -> None:
    game = started(name)
    if move:
        game.play(int(move[0]), move[2:])
    assert set(game.view(0)["refused"]) == refused


def test_with_no_past_season_there_is_nothing_to_reshuffle() -> None:
    """D14, D31: the cards on the table are not those of past seasons."""
    rest = [id for kind, id in enumerate(cards.KIND_IDS) for _ in range(copies(kind))]
    rest.remove("epoch-1-draw")
    given = SCENARIOS["an-empty-deck"]
    position = {**given.position, "hands": [["epoch-1-draw"], rest], "discards": {}}
    options = {"reshuffle_discards": True}
    game = scenario.set_up(DUCKOMENTA, Scenario("", [], "", "", 2, position, options))
    game.play(0, "play epoch-1-draw")
    assert [event["event"] for event in game.events(None)] == ["played", "lapsed"]


def copies(kind: int) -> int:
    """Count the cards of a kind."""
    return cards.COPIES[kind]


BROKEN: list[tuple[str, str, object]] = [
    ("in-turn", "season", 5),
    ("in-turn", "phase", "auction"),
    ("in-turn", "mover", 2),
    ("in-turn", "due", "epoch-1-plain"),
    ("in-turn", "due", "duck"),
    ("in-turn", "trend", "epoch-6-plain"),
    ("in-turn", "front", [[], ["epoch-1-bonus", "epoch-1-bonus"]]),
    ("in-turn", "front", [["epoch-1-plain"] * 6, []]),
    ("in-turn", "front", [[]]),
    ("in-turn", "discards", {"epoch-1-plain": 3}),
    ("in-turn", "discards", ["epoch-1-plain"]),
    ("in-turn", "bonus", {"epoch-1": 3, "epoch-2": 3}),
    ("in-turn", "bonus", {"epoch-1": 0}),
    ("in-turn", "bonus", ["epoch-1"]),
    ("in-turn", "ranks", [{"epoch-1": 3}, {}, {}, {}]),
    ("in-turn", "ranks", [{}, {}, {}]),
    ("in-turn", "points", [[1, 0], [0, 0], [0, 0], [0, 0]]),
    ("in-turn", "open", [["epoch-1"], []]),
    ("in-turn", "open", ["epoch-1", []]),
    ("in-turn", "open", [["epoch-9"], []]),
    ("in-turn", "added", ["epoch-1"]),
    ("in-turn", "added", "epoch-1"),
    ("in-turn", "not_of", [{"epoch-1": 1}, {}]),
    ("in-turn", "hands", [[], ["epoch-1-plain"]]),
    ("in-turn", "picks", ["epoch-1-plain", None]),
    ("in-turn", "face_down", [[{"card": "epoch-1-plain", "not_of": []}], []]),
    ("in-turn", "face_down", [["epoch-1-plain"], []]),
    ("in-turn", "deck", ["epoch-1-all", "epoch-1-all"]),
    ("hidden-at-the-end", "face_down", [[{"card": "epoch-1-plain", "not_of": ["epoch-1"]}], []]),
    ("too-late", "phase", "turn"),
    ("too-late", "picks", ["epoch-2-plain", "epoch-3-plain", "epoch-5-plain"]),
    ("too-late", "phase", "offer"),
    ("too-late", "due", "epoch-2-all"),
    ("one-each", "ranks", [{"epoch-1": 3, "epoch-2": 2}, {}, {}, {}]),
    ("one-each", "ranks", [{"epoch-1": 3, "epoch-2": 2, "epoch-4": 1}, {}, {}, {}]),
    ("one-each", "open", [["epoch-4"], []]),
    ("one-each", "added", ["epoch-3"]),
    ("one-each", "phase", "over"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "field", "value"), BROKEN)
def test_a_position_that_no_game_can_reach_is_refused(
    name: str, field: str, value: object
) -> None:
    started(name)
    with pytest.raises(pioche.BadPosition) as refused:
        started(name, **{field: value})
    assert refused.value.fr != refused.value.en


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_cheap_policy_is_legal_and_beats_chance(seats: int) -> None:
    out = row(len(rules.MOVES))
    won = 0.0
    games = 60
    for number in range(games):
        s = rules.State.blank()
        s.seats = seats
        s.options[EFFECTS_OPTIONAL] = number % 2
        random.seed_fast(s, 4, 5, number)
        rules.deal(s)
        while bits := rules.to_move(s):
            seat = bits.bit_length() - 1
            count = rules.legal(s, seat, out)
            s.count += 1
            move = out[random.below(s, count)]
            if seat == number % seats:
                move = prior(s, seat, out, count)
                assert rules.forbids(s, seat, move) == 0
            rules.apply(s, seat, move)
        shares = [0.0] * seats
        rules.shares(s, shares)
        won += shares[number % seats]
    assert won / games > 1.3 / seats


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_picture_shows_what_the_seat_knows(lang: str) -> None:
    words = DUCKOMENTA.words[lang]
    game = started("hidden-from-others")
    game.play(0, "play epoch-3-hidden")
    game.play(0, "hide epoch-4-plain")
    drawn = picture(game.view(0), words)
    assert "▒" in drawn
    assert words.term("epoch-4-plain") in drawn.splitlines()[-1]
    assert drawn.splitlines()[-1] not in picture(game.view(1), words)
    assert picture(game.view(None), words)
    lacking = started("no-second-card")
    lacking.play(0, "play epoch-3-double")
    assert words.seat(0) in picture(lacking.view(1), words).splitlines()[-2]
    for name, given in SCENARIOS.items():
        if given.seed is None:
            for seat in (None, 0, 1):
                assert picture(started(name).view(seat), words)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_picture_fits_a_terminal_of_eighty_columns(lang: str) -> None:
    words = DUCKOMENTA.words[lang]
    for number in range(16):
        game = pioche.deal("duckomenta", 2 + number % 4, f"wide {number}")
        rng = Random(number)
        while not game.over:
            play_on(game, rng, 12)
            lines = picture(game.view(0), words).splitlines()
            assert max(map(len, lines)) < 80


def test_a_crowded_table_is_drawn_with_numbers() -> None:
    """Every token lies on one epoch, and all of its cards are in front."""
    most = pioche.deal("duckomenta", 5, "crowded").view(0)
    most["table"] |= {
        "front": [["epoch-4-plain"] * 4] * 5,
        "on_table": {"epoch-4": 20},
        "season": 4,
        "ranks": [{"epoch-4": 3}] * 4,
        "bonus": {"epoch-4": cards.BONUS_TOKENS},
    }
    lines = picture(most, DUCKOMENTA.words["en"]).splitlines()
    assert max(map(len, lines)) < 80
    assert "3+3+3+[3]+2+2+2+2+2 = 22" in "".join(lines)
    assert sum(line.count("4■") for line in lines) == 5


RECORDS = sorted((Path(__file__).parents[1] / "records" / "duckomenta").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_golden_record_plays_as_it_did(path: Path) -> None:
    text = path.read_text()
    assert pioche.replay(text).record() == text
