"""UNO, where its scenarios are not enough: what a seat imagines, and long games."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from pioche.core import random, scenario
from pioche.core.scenario import Scenario
from pioche.core.table import Game
from pioche.games import kind
from pioche.games.uno import knowledge, rules

Json = dict[str, Any]
UNO = kind("uno")
BASE = next(row for row in scenario.read(UNO) if row.name == "what-all-see")


def table(hands: list[str], deck: str, options: Json, fields: Json) -> Game:
    """Set up a table of three with few hidden cards; the rest lie in the pile."""
    top = fields.pop("top", "red-3-love")
    position = {
        **BASE.position,
        "known": [[[], [], []] for _ in hands],
        "hands": [hand.split() for hand in hands],
        "deck": deck.split(),
        "pile": ["rest", top],
        **fields,
    }
    return scenario.set_up(UNO, Scenario("", [], "", "", 3, position, options))


def state_in(game: Game) -> rules.State:
    """Return the state of a game of UNO."""
    assert isinstance(game.state, rules.State)
    return game.state


# Imagined hands

HANDS = ["blue-1-love", "red-1-love green-2-love blue-9-love", "yellow-9-money"]
DECK = "red-5-love wild4-love yellow-3-love"
DRAWN: Json = {"phase": "drawn", "mover": 1, "drawn": "red-1-love"}
FOUR: Json = {
    "phase": "answer", "mover": 2, "author": 1, "before": "red", "bluff": True,
    "pending": 4, "top": "wild4-money", "kind": "wild4", "colour": "green",
}  # fmt: skip
HONEST: Json = {**FOUR, "bluff": False}
GREEN = ["blue-1-love", "green-1-love green-2-love", "red-9-money"]
CASES: list[tuple[list[str], str, Json, Json]] = [
    # Hands, deck, options, what differs from the table of three; seat 0 imagines.
    (HANDS, DECK, {}, {}),
    (HANDS, DECK, {}, {"known": [[[], [], []], [["green-2-love"], [], []], [[], [], []]]}),
    (HANDS, DECK, {}, DRAWN),
    (HANDS, DECK, {"forced_play": True}, DRAWN),
    (HANDS, DECK, {"strict_four": True}, DRAWN),
    (HANDS, "red-5-love wild4-love wild-love", {"strict_four": True, "wilds_match": False}, DRAWN),
    (HANDS, DECK, {"strict_four": True, "forced_play": True}, DRAWN),
    (HANDS, DECK, {}, FOUR),
    (HANDS, "wild-love yellow-3-love", {}, {**FOUR, "late": 1}),
    (GREEN, "wild-love red-5-love", {"strict_four": True}, HONEST),
    (GREEN, "wild-love red-5-love", {"strict_four": True}, {**HONEST, "late": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("hands", "deck", "options", "fields"), CASES)
def test_imagined_hands_are_all_that_can_be_and_equally_likely(
    hands: list[str], deck: str, options: Json, fields: Json
) -> None:
    """Counted by hand: every order of the hidden cards that what all saw allows."""
    game = table(hands, deck, options, dict(fields))
    expected = Counter(allowed(game))
    s = state_in(game)
    random.seed_fast(s, 1, 2, 3)
    found: Counter[str] = Counter()
    dealt = 2000
    for _ in range(dealt):
        other = s.twin()
        other.rng[0] = random.word(s)
        knowledge.imagine(other, 0)
        found[outcome(knowledge.position(other))] += 1
    assert set(found) <= set(expected)
    away = 0.0
    for hidden, count in expected.items():
        wanted = dealt * count / expected.total()
        away += (found[hidden] - wanted) ** 2 / wanted
    freedom = len(expected) - 1
    assert away < freedom + 5 * (2 * freedom) ** 0.5  # chi squared


def outcome(position: Json) -> str:
    """Write what is hidden; of the deck, the order does not matter."""
    hands = [sorted(hand) for hand in position["hands"]]
    return str([hands, position["drawn"], position["bluff"]])


def allowed(game: Game) -> Iterator[str]:
    """List the orders of the hidden cards that seat 0 must think possible."""
    p = game.position()
    known = [p["known"][other][0] for other in (1, 2)]
    hidden = [
        Counter(p["hands"][other]) - Counter(known[other - 1]) for other in (1, 2)
    ]
    pool = [*hidden[0].elements(), *hidden[1].elements(), *p["deck"]]
    first = hidden[0].total()
    for order in permutations(pool, first + hidden[1].total()):
        author = [*order[:first], *known[0]]
        if p["drawn"]:
            p["drawn"] = order[0]
            if not may_have_drawn(order[0], author[1:], p):
                continue
        if p["author"] is not None:
            early = author[p["late"] :]
            p["bluff"] = any(counts_as_match(card, p["before"], p) for card in early)
            if p["bluff"] and p["options"]["strict_four"]:
                continue
        p["hands"] = [p["hands"][0], author, [*order[first:], *known[1]]]
        yield outcome(p)


def may_have_drawn(card: str, others: list[str], p: Json) -> bool:
    """Tell whether all may think that a seat with these cards drew one that fits."""
    options = p["options"]
    match = any(counts_as_match(other, p["colour"], p) for other in others)
    if not goes_on(card, p) or (options["strict_four"] and is_four(card) and match):
        return False
    return not (options["forced_play"] and any(goes_on(other, p) for other in others))


def goes_on(card: str, p: Json) -> bool:
    """Tell whether a card goes on the pile (UB8)."""
    *colour, symbol, _ = card.split("-")
    return colour in ([], [p["colour"]]) or symbol == p["kind"]


def is_four(card: str) -> bool:
    return card.startswith("wild4")


def counts_as_match(card: str, colour: str, p: Json) -> bool:
    """Tell whether a card makes a +4 a bluff (UB25, U3)."""
    if card.count("-") == 1:
        return bool(p["options"]["wilds_match"])
    return card.startswith(colour)
