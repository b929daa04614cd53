"""Anthem once more, as one would play it on a real table: to compare with.

Written from the rulebook and the list of decisions, with nothing of the game's own code:
hands are counts of names, and everything is counted anew each time. Only the wording of
moves and positions is taken over. Which card lies where in a hand can't be foretold.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

Json = dict[str, Any]
Row = list[int | None]


def number_of(card: str | None) -> int | None:
    """Read the number of a card; Death and an empty space have none."""
    return int(card[-1]) if card and card != "death" else None


def can_be_filled(row: Row) -> bool:
    """Tell whether rising numbers can fill the gaps of a row, its ends included."""
    laid = [(place, number) for place, number in enumerate(row) if number is not None]
    return all(
        0 <= place - below - 1 <= number - low - 1
        for (below, low), (place, number) in pairwise(laid)
    )


class Table:
    """A table of Anthem at any moment."""

    def __init__(self, position: Json) -> None:
        self.rules: Json = position["options"]
        self.seats: int = position["seats"]
        self.phase: str = position["phase"]
        self.mover: int = position["mover"]
        taken = position["taken"]
        self.taken: str | None = taken and taken["card"]
        self.rows: list[Row] = [list(map(number_of, row)) for row in position["rows"]]
        self.hands = [Counter(hand) for hand in position["hands"]]
        self.winners: set[int] = set(position["winners"])
        self.ending: str | None = position["ending"]
        at_end, eight = self.rules["any_moment"], self.rules["spaces"] == 8
        self.any_moment: bool = eight if at_end == "auto" else at_end
        self.by_itself: bool = self.rules["automatic_victory"]

    def shown(self) -> Json:
        """Give what must be as on the other table."""
        names = ("phase", "mover", "rows", "winners", "ending")
        found = {name: vars(self)[name] for name in names}
        return {**found, "hands": [+hand for hand in self.hands]}

    def is_full(self, seat: int) -> bool:
        """Tell whether a row is filled."""
        return None not in self.rows[seat]

    def is_complete(self, seat: int) -> bool:
        """Tell whether a seat has all that victory asks for."""
        return self.is_full(seat) and not self.hands[seat]["death"]

    def neighbour(self) -> int | None:
        """Find from whom the mover takes."""
        others = [(self.mover - steps) % self.seats for steps in range(1, self.seats)]
        return next((other for other in others if self.hands[other].total()), None)

    # What may be done

    def may(self, seat: int) -> set[str]:
        """Say everything that a seat may do."""
        found: set[str] = set()
        if self.phase == "over":
            return found
        if not self.by_itself and self.any_moment and self.is_complete(seat):
            found.add("declare")
        if seat == self.mover:
            if self.phase == "take":
                owner = self.neighbour()
                assert owner is not None
                found |= {f"take {at}" for at in range(self.hands[owner].total())}
            elif self.phase == "lay":
                found |= {"keep", *self.lays()}
            else:
                found |= {"declare", "continue"}
        return found

    def lays(self) -> set[str]:
        """Say which cards the mover may lay, and where."""
        hand = self.hands[self.mover]
        cards = set(+hand) if self.rules["lay_from_hand"] else {self.taken}
        row, found = self.rows[self.mover], set()
        for card in cards:
            number = number_of(card)
            for space in range(1, len(row) - 1):
                if number is not None and self.fits(row, number, space):
                    found.add(f"lay {card} {space}")
        return found

    def fits(self, row: Row, number: int, space: int) -> bool:
        """Tell whether a number may lie on a space."""
        if row[space] is not None:
            return False
        left = [n for n in row[:space] if n is not None]
        right = [n for n in row[space:] if n is not None]
        ordered = max(left) < number < min(right)
        if not self.rules["forbid_spoiling"]:
            return ordered
        start, end = row.index(max(left)), row.index(min(right), space)
        gap: Row = [*row[start:space], number, *row[space + 1 : end + 1]]
        return ordered and can_be_filled(gap)

    # What follows

    def play(self, seat: int, move: str, card: str | None) -> None:
        """Do what a seat has chosen; `card` is the one that was taken."""
        verb, *rest = move.split()
        if verb == "declare":
            self.end("AB19", {seat})
        elif verb == "take":
            assert card is not None
            self.take(card)
        elif verb == "lay":
            self.hands[seat][rest[0]] -= 1
            self.rows[seat][int(rest[1])] = number_of(rest[0])
            self.finish()
        elif verb == "keep":
            self.finish()
        else:
            self.turn()

    def take(self, card: str) -> None:
        """Take a card from the neighbour."""
        owner = self.neighbour()
        assert owner is not None
        self.hands[owner][card] -= 1
        self.hands[self.mover][card] += 1
        deaths, rule = self.hands[self.mover]["death"], self.rules["all_deaths"]
        if rule != "off" and deaths == self.seats:
            others = set(range(self.seats)) - {self.mover}
            self.end("A12", {self.mover} if rule == "wins" else others)
        elif self.by_itself and self.any_moment and self.is_complete(owner):
            self.end("AB19", {owner})
        elif self.is_full(self.mover):
            self.finish()
        else:
            self.phase = "lay"

    def finish(self) -> None:
        """End a turn, with a victory perhaps."""
        complete = self.is_complete(self.mover)
        if complete and self.by_itself:
            self.end("AB19", {self.mover})
        elif complete and not self.any_moment:
            self.phase = "declare"
        else:
            self.turn()

    def turn(self) -> None:
        """Pass the turn, unless nobody can win any more."""
        self.mover, self.phase = (self.mover + 1) % self.seats, "take"
        if self.neighbour() is None:  # nobody else has a card
            if self.rules["lay_from_hand"] and not self.is_full(self.mover):
                self.phase = "lay"
            else:
                self.mover = (self.mover + 1) % self.seats
        if not any(map(self.can_win, range(self.seats))):
            self.end("A11", self.best())

    def can_win(self, seat: int) -> bool:
        """Tell whether a row can be filled, and all Deaths lie elsewhere by then."""
        if not can_be_filled(self.rows[seat]):
            return False
        others = sum(self.hands[o].total() for o in range(self.seats) if o != seat)
        leaving = 1 if self.neighbour() == seat else 0
        needed = self.seats if self.any_moment else self.seats + 1
        return others + leaving >= needed

    def best(self) -> set[int]:
        """Say who wins without victory."""
        if self.rules["stalemate"] == "draw":
            return set(range(self.seats))
        ranks = [
            (-row.count(None), -hand["death"])
            for row, hand in zip(self.rows, self.hands, strict=True)
        ]
        return {seat for seat, rank in enumerate(ranks) if rank == max(ranks)}

    def end(self, clause: str, winners: set[int]) -> None:
        """End the game."""
        self.phase, self.ending, self.winners = "over", clause, winners
