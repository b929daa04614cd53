"""UNO: hands and deck are hidden; shown cards stay known to those who saw them."""

from collections import Counter
from random import Random
from typing import Any

Json = dict[str, Any]


def redeal(position: Json, seat: int | None, rng: Random) -> Json:
    """Deal anew the deck and the cards of others that the seat has not been shown."""
    hands = position["hands"]
    fixed = []  # by seat: what stays in the hand
    for other, hand in enumerate(hands):
        known = hand if other == seat else []
        if seat is not None and other != seat:
            known = position["known"][other][seat]
        if other == position["author"] and not may_change(position, seat):
            known = hand
        fixed.append(Counter(known))
    if position["drawn"] and position["options"]["strict_four"]:
        fixed[position["mover"]] |= Counter([position["drawn"]])
    free = [
        card
        for hand, kept in zip(hands, fixed, strict=True)
        for card in (Counter(hand) - kept).elements()
    ] + position["deck"]
    rng.shuffle(free)
    if position["drawn"] and seat != position["mover"]:
        draw_another(position, fixed[position["mover"]], free)
    for other, kept in enumerate(fixed):
        count = len(hands[other]) - kept.total()
        hands[other] = [*kept.elements(), *(free.pop() for _ in range(count))]
        # What third seats know of the cards dealt away is gone with them.
        for viewer, known in enumerate(position["known"][other]):
            if seat not in (viewer, other):
                left = Counter(known) & kept
                position["known"][other][viewer] = sorted(left.elements())
    position["deck"] = free
    if position["author"] is not None and may_change(position, seat):
        position["bluff"] = has_match(position)
    return position


def draw_another(position: Json, kept: Counter[str], free: list[str]) -> None:
    """Let the mover have drawn another card that may be laid, as all know that it may.

    With the strict +4 that depends on the rest of the hand: the card then stays (U6).
    """
    if not position["options"]["strict_four"]:
        position["drawn"] = next(card for card in free if fits(card, position))
        free.remove(position["drawn"])
        kept[position["drawn"]] += 1


def fits(card: str, position: Json) -> bool:
    """Tell whether a card goes on the pile (UB8)."""
    *colour, kind, _ = card.split("-")
    return colour in ([], [position["colour"]]) or kind == position["kind"]


def may_change(position: Json, seat: int | None) -> bool:
    """Tell whether the hand of who laid a +4 may be another, and so be a bluff or not.

    Not if it is one's own, nor if all know that it was none, nor if cards have come to it
    since: then it is not known which ones (U31).
    """
    strict = position["options"]["strict_four"]
    return position["author"] != seat and not strict and position["late"] == 0


def has_match(position: Json) -> bool:
    """Tell whether who laid the +4 holds a card of the colour, or a wild (UB25, U3)."""
    colours = [card.split("-")[0] for card in position["hands"][position["author"]]]
    wilds = {"wild", "room", "wild4"} if position["options"]["wilds_match"] else set()
    return any(colour in wilds | {position["before"]} for colour in colours)
