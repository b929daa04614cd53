"""Duckomenta Art: hands, picks, face-down cards and the deck are hidden (D21).

What play has told of them must stay true: "not_of" tells of how many cards of a hand,
or of which face-down card, it is known that they are not of an epoch (D7); and who has
been asked for a second card surely holds one, unless effects may be declined.
"""

from random import Random
from typing import Any

Json = dict[str, Any]
SECRET_MOVES = ("hide", "pick")  # nobody else hears which card it is


def redeal(position: Json, seat: int | None, rng: Random) -> Json:
    """Swap hidden cards at random, as long as all that is known stays true."""
    places: list[tuple[list[Any], int]] = []  # a list and an index in it
    for other, hand in enumerate(position["hands"]):
        if other != seat:
            places += [(hand, i) for i in range(len(hand))]
            if position["picks"][other]:
                places.append((position["picks"], other))
            places += [(cards, 0) for cards in face_down(position, other)]
    places += [(position["deck"], i) for i in range(len(position["deck"]))]
    for _ in range(4 * len(places)):
        (one, i), (two, j) = rng.choice(places), rng.choice(places)
        one[i], two[j] = two[j], one[i]
        if not is_true(position):
            one[i], two[j] = two[j], one[i]
    return position


class Slot(list[Any]):
    """The card of a face-down place, as a list of one."""

    def __init__(self, place: Json) -> None:
        super().__init__([place["card"]])
        self.place = place

    def __setitem__(self, index: Any, card: Any) -> None:
        super().__setitem__(index, card)
        self.place["card"] = card


def face_down(position: Json, seat: int) -> list[Slot]:
    """List the face-down cards in front of a seat."""
    return [Slot(place) for place in position["face_down"][seat]]


def is_true(position: Json) -> bool:
    """Tell whether the cards agree with all that is known of them."""
    for row in position["face_down"]:
        if any(epoch(place["card"]) in place["not_of"] for place in row):
            return False
    second = position["phase"] == "second"
    if second and not position["options"]["effects_optional"]:
        due = epoch(position["due"])
        if due not in map(epoch, position["hands"][position["mover"]]):
            return False
    return all(is_possible(position, seat) for seat in range(position["seats"]))


def is_possible(position: Json, seat: int) -> bool:
    """Tell whether a hand's cards can be put in an order that "not_of" allows.

    "{epoch-1: 3, epoch-4: 1}": three cards are not of epoch-1, and one of these three
    is not of epoch-4 either.
    """
    hand = list(map(epoch, position["hands"][seat]))
    if position["picks"][seat]:
        hand.append(epoch(position["picks"][seat]))
    known = position["not_of"][seat]
    if max(known.values(), default=0) > len(hand):
        return False
    for slot in range(len(hand)):  # what fits here also fits all that follow
        allowed = [card for card in hand if known.get(card, 0) <= slot]
        if not allowed:
            return False
        hand.remove(allowed[0])
    return True


def epoch(card: str) -> str:
    """Return the epoch of a card."""
    return card.rsplit("-", 1)[0]
