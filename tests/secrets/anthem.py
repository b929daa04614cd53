"""Anthem: the hands of others are hidden, but not what one gave or must conclude."""

from collections import Counter
from random import Random
from typing import Any

Json = dict[str, Any]
SECRET_MOVES = (
    "take",
)  # a hand has no order: it does not matter which place was pointed at


def redeal(position: Json, seat: int | None, rng: Random) -> Json:
    """Deal the hands of others anew; keep what the seat saw and what it can conclude."""
    hands = position["hands"]
    others = [other for other in range(len(hands)) if other != seat]
    taken = position["taken"]
    seen = taken is not None and knows(taken["known_to"], seat)
    fixed = {other: Counter[str]() for other in others}
    if position["ending"] in ("A11", "A26"):  # all have shown their Deaths
        for other in others:
            fixed[other]["death"] = hands[other].count("death")
        seen_card_is_fixed = seen and taken["card"] == "death"
    else:
        seen_card_is_fixed = False
    if seen and taken["seat"] in fixed and not seen_card_is_fixed:
        fixed[taken["seat"]][taken["card"]] += 1
    pool = [card for o in others for card in (Counter(hands[o]) - fixed[o]).elements()]
    while True:
        rng.shuffle(pool)
        dealt = deal(pool, {o: len(hands[o]) for o in others}, fixed)
        if all(possible(position, seat, o, hand) for o, hand in dealt.items()):
            break
    for other, hand in dealt.items():
        hands[other] = hand
    if taken is not None and not seen:
        # Only while its taker decides is it public that a card was taken.
        taken["card"] = rng.choice(hands[taken["seat"]])
    for field in ("death_known_to", "no_death_known_to"):
        position[field] = [
            who if who == "everyone" else [seat] if seat in who else []
            for who in position[field]
        ]
    return position


def knows(who: list[int] | str, seat: int | None) -> bool:
    return who == "everyone" or seat in who


def deal(
    pool: list[str], sizes: dict[int, int], fixed: dict[int, Counter[str]]
) -> dict[int, list[str]]:
    left = list(pool)
    return {
        other: [
            *fixed[other].elements(),
            *(left.pop() for _ in range(size - fixed[other].total())),
        ]
        for other, size in sizes.items()
    }


def possible(position: Json, seat: int | None, other: int, hand: list[str]) -> bool:
    """Tell whether a hand fits what everybody at the table can conclude."""
    deaths, everything = hand.count("death"), len(position["hands"])
    options, playing = position["options"], position["phase"] != "over"
    moment = options["any_moment"]
    if moment == "auto":
        moment = options["spaces"] == 8
    full = None not in position["rows"][other]
    at_once = full and moment and options["automatic_victory"]
    asked = position["phase"] == "declare" and other == position["mover"]
    won = position["ending"] == "AB19" and other in position["winners"]
    some = knows(position["death_known_to"][other], seat) or (playing and at_once)
    none = knows(position["no_death_known_to"][other], seat) or asked or won
    if (some and deaths == 0) or (none and deaths > 0):
        return False
    if position["ending"] == "A12":  # the mover holds them all
        return deaths == (everything if other == position["mover"] else 0)
    return not (playing and options["all_deaths"] != "off" and deaths == everything)
