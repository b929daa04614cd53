"""Anthem: the hands of others are hidden, but not what one gave or must conclude."""

from collections import Counter
from random import Random
from typing import Any

Json = dict[str, Any]


def redeal(position: Json, seat: int | None, rng: Random) -> Json:
    """Deal the hands of others anew; keep what the seat saw and what it can conclude."""
    hands = position["hands"]
    others = [other for other in range(len(hands)) if other != seat]
    taken = position["taken"]
    seen = taken is not None and knows(taken["known_to"], seat)
    fixed = {other: Counter[str]() for other in others}
    if seen and taken["seat"] in fixed:
        fixed[taken["seat"]][taken["card"]] += 1
    pool = [
        card for o in others for card in (Counter(hands[o]) - fixed[o]).elements()
    ]
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
    deaths = hand.count("death")
    if knows(position["death_known_to"][other], seat) and deaths == 0:
        return False
    if knows(position["no_death_known_to"][other], seat) and deaths > 0:
        return False
    options, playing = position["options"], position["phase"] != "over"
    moment = options["any_moment"]
    if moment == "auto":
        moment = options["spaces"] == 8
    full = None not in position["rows"][other]
    if playing and full and moment and options["automatic_victory"] and deaths == 0:
        return False  # it would have won
    if playing and options["all_deaths"] != "off" and deaths == len(position["hands"]):
        return False  # the game would have ended
    if position["phase"] == "declare" and other == position["mover"]:
        return deaths == 0  # or it would not be asked
    if position["ending"] == "A12":
        return deaths == (len(position["hands"]) if other == position["mover"] else 0)
    if position["ending"] == "AB19" and other in position["winners"]:
        return deaths == 0
    return True
