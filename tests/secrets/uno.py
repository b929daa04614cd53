"""UNO: hands and deck are hidden; shown cards stay known to those who saw them."""

from collections import Counter
from random import Random
from typing import Any


def redeal(position: dict[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """Deal anew the deck and the cards of others that the seat has not been shown."""
    hands = position["hands"]
    fixed = []  # by seat: what stays in the hand
    for other, hand in enumerate(hands):
        known = hand if other == seat else []
        if seat is not None and other != seat:
            known = position["known"][other][seat]
        if position["author"] == other and seat != other:
            known = hand  # "bluff" tells of this very hand
        if position["mover"] == other and position["drawn"] and seat != other:
            known = (
                [*known, position["drawn"]] if position["drawn"] not in known else known
            )
        fixed.append(Counter(known))
    free = [
        card
        for hand, kept in zip(hands, fixed, strict=True)
        for card in (Counter(hand) - kept).elements()
    ] + position["deck"]
    rng.shuffle(free)
    for other, kept in enumerate(fixed):
        count = len(hands[other]) - kept.total()
        hands[other] = [*kept.elements(), *(free.pop() for _ in range(count))]
        # What third seats know of the cards dealt away is gone with them.
        for viewer, known in enumerate(position["known"][other]):
            if seat not in (viewer, other):
                left = Counter(known) & kept
                position["known"][other][viewer] = sorted(left.elements())
    position["deck"] = free
    return position
