"""Dectana: hands and deck are hidden; a card taken from the board stays known.

All see what the deck was reshuffled from, so it can hold nothing else, nor what a seat
has drawn of it itself. Who uses a card that can only cover is seen to hold a card that
is high enough.
"""

from collections import Counter
from random import Random
from typing import Any

from pioche.games.dectana.cards import NUMBER


def redeal(position: dict[str, Any], seat: int | None, rng: Random) -> dict[str, Any]:
    """Deal anew the deck and the cards of others that nobody has been shown."""
    hands, using = position["hands"], position["phase"] in ("choose", "power")
    kept = [Counter(shown) for shown in position["shown"]]
    if seat is not None:
        kept[seat] = Counter(hands[seat])
    if using and position["mover"] != seat and hands[position["mover"]]:
        best = min(hands[position["mover"]], key=NUMBER.__getitem__)
        kept[position["mover"]] |= Counter([best])
    free = Counter(position["deck"])
    for hand, known in zip(hands, kept, strict=True):
        free += Counter(hand) - known
    may = free
    if position["reshuffled"]:
        may = may & Counter(position["shuffled"])
        if seat is not None:
            drawn = Counter(position["drawn"][seat])
            may = may & (Counter(position["shuffled"]) - drawn)
    deck = rng.sample(sorted(may.elements()), len(position["deck"]))
    rest = sorted((free - Counter(deck)).elements())
    rng.shuffle(rest)
    for other, known in enumerate(kept):
        count = len(hands[other]) - known.total()
        hands[other] = [*known.elements(), *(rest.pop() for _ in range(count))]
        if other != seat:
            position["drawn"][other] = []
    position["deck"] = deck
    return position
