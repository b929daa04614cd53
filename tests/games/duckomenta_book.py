"""Duckomenta Art once more, as one would play it on a real table: to compare with.

Written from the rulebook and the list of decisions, with nothing of the game's own code:
cards are names, hands are counts of names, and everything is counted anew each time.
Only the wording of moves and positions is taken over.
"""

from collections import Counter
from typing import Any

Json = dict[str, Any]
EPOCHS = tuple(f"epoch-{number}" for number in range(1, 6))  # the smallest first
DEAL = {2: (13, 6, 6, 3), 3: (13, 6, 6, 0), 4: (13, 4, 4, 0), 5: (13, 2, 2, 0)}


def epoch_of(card: str) -> str:
    """Name the epoch of a card."""
    return card[:7]


def symbol_of(card: str) -> str:
    """Name the symbol of a card."""
    return card[8:]


class Table:
    """A table of Duckomenta Art at any moment."""

    def __init__(self, position: Json) -> None:
        self.options = position["options"]
        self.seats: int = position["seats"]
        self.season: int = position["season"]
        self.phase: str = position["phase"]
        self.starter: int = position["starter"]
        self.mover: int = position["mover"]
        self.ender: int = position["ender"]
        self.due: str | None = position["due"]
        self.trend: str | None = position["trend"]
        self.front = [Counter(cards) for cards in position["front"]]
        self.hands = [Counter(cards) for cards in position["hands"]]
        self.hidden = [[row["card"] for row in rows] for rows in position["face_down"]]
        self.picks: list[str | None] = list(position["picks"])
        self.bonus: Counter[str] = Counter(position["bonus"])
        self.ranks: list[dict[str, int]] = [dict(row) for row in position["ranks"]]
        self.points = [list(row) for row in position["points"]]
        self.open = [set(epochs) for epochs in position["open"]]
        self.added = set(position["added"])
        self.discards: Counter[str] = Counter(position["discards"])
        self.deck: list[str] = list(position["deck"])  # the top card first
        self.shuffled = False  # the deck was made anew: its order is unknown

    # What may be done

    def may(self, seat: int) -> set[str]:
        """Say everything that a seat may do."""
        if self.phase == "pick":
            waits = self.picks[seat] is None
            return {f"pick {card}" for card in self.hands[seat]} if waits else set()
        if self.phase == "over" or seat != self.mover:
            return set()
        hand = self.hands[seat]
        found = {
            "turn": [f"play {card}" for card in hand],
            "offer": ["accept"],
            "second": self.seconds(seat),
            "hide": [f"hide {card}" for card in hand],
            "bonus": [f"bonus {epoch}" for epoch in EPOCHS],
            "add": [*self.additions(seat), "done"],
        }[self.phase]
        asked = self.options["effects_optional"] and self.phase not in ("turn", "add")
        return {*found, "decline"} if asked else set(found)

    def seconds(self, seat: int) -> list[str]:
        epoch = epoch_of(self.due or "")
        return [f"play {card}" for card in self.hands[seat] if epoch_of(card) == epoch]

    def additions(self, seat: int) -> list[str]:
        may = self.open[seat] - self.added
        return [f"add {card}" for card in self.hands[seat] if epoch_of(card) in may]

    # Doing it

    def play(self, seat: int, move: str) -> None:
        """Play a legal move."""
        verb, *words = move.split()
        if verb == "pick":  # the one move that several seats owe
            self.play_pick(seat, *words)
        else:
            getattr(self, f"play_{verb}")(*words)

    def give(self, seat: int, card: str) -> None:
        self.hands[seat] -= Counter([card])

    def full(self) -> bool:
        """Tell whether six face-up cards of an epoch lie on the table (D18)."""
        five = self.seats == 2 and self.options["two_player_limit"] == 5
        return max(self.on_table().values(), default=0) >= (5 if five else 6)

    def on_table(self) -> Counter[str]:
        """Count what lies face up, by epoch; the trend belongs to it (DB5)."""
        cards = [card for front in self.front for card in front.elements()]
        return Counter(map(epoch_of, [*cards, *([self.trend] if self.trend else [])]))

    def play_play(self, card: str) -> None:
        self.give(self.mover, card)
        self.front[self.mover][card] += 1
        self.ender = self.mover
        if self.full():
            self.end_season()
        elif self.due or not self.takes_effect(self.mover, card):
            self.next_turn()

    def takes_effect(self, seat: int, card: str) -> bool:
        """Begin an effect; tell whether there is one that can be done (D7)."""
        symbol, optional = symbol_of(card), self.options["effects_optional"]
        self.due = card
        if symbol == "draw":
            reshuffles = self.options["reshuffle_discards"] and self.discards
            able, phase = bool(self.deck or reshuffles), "offer"
        elif symbol == "all":
            able, phase = any(hand.total() for hand in self.hands), "offer"
        elif symbol == "double":
            able, phase = bool(self.seconds(seat)), "second"
            able = able or (optional and self.hands[seat].total() > 0)
        elif symbol == "hidden":
            able, phase = self.hands[seat].total() > 0, "hide"
        else:
            able, phase = symbol == "bonus" and self.bonus.total() < 5, "bonus"
        if able:
            self.phase = phase
            if phase == "offer" and not optional:
                self.play_accept()
        return able

    def play_accept(self) -> None:
        assert self.due
        if symbol_of(self.due) == "all":
            self.phase = "pick"
            return
        card = self.draw()
        if card:
            self.hands[self.mover][card] += 1
        self.next_turn()

    def play_decline(self) -> None:
        self.next_turn()

    def play_bonus(self, epoch: str) -> None:
        self.bonus[epoch] += 1
        self.next_turn()

    def play_hide(self, card: str) -> None:
        self.give(self.mover, card)
        self.hidden[self.mover].append(card)
        self.next_turn()

    def play_pick(self, seat: int, card: str) -> None:
        self.give(seat, card)
        self.picks[seat] = card
        if any(self.may(other) for other in range(self.seats)):
            return
        for other, picked in enumerate(self.picks):
            if picked:
                self.front[other][picked] += 1
        self.picks = [None] * self.seats
        if self.full():
            self.end_season()
        else:
            self.next_turn()

    def draw(self) -> str | None:
        """Take the top card of the deck, made anew if that is agreed (D14)."""
        if not self.deck and self.options["reshuffle_discards"]:
            self.deck = list(self.discards.elements())
            self.discards = Counter()
            self.shuffled = bool(self.deck)
        return self.deck.pop(0) if self.deck else None

    def next_turn(self, first: int | None = None) -> None:
        """Pass the turn to the next who has a card (D12); nobody has: D13."""
        self.due, self.phase = None, "turn"
        first = self.mover + 1 if first is None else first
        order = [(first + k) % self.seats for k in range(self.seats)]
        able = [seat for seat in order if self.hands[seat].total()]
        if able:
            self.mover = able[0]
        else:
            self.end_season()

    # The end of a season

    def end_season(self) -> None:
        before = [set(map(epoch_of, front)) for front in self.front]
        for front, hidden in zip(self.front, self.hidden, strict=True):
            front.update(hidden)
        after = [set(map(epoch_of, front)) for front in self.front]
        self.open = after if self.options["face_down_opens"] else before
        self.hidden = [[] for _ in self.hidden]
        lying = self.on_table()
        best = sorted(lying, key=lambda epoch: (-lying[epoch], epoch))  # DB17, DB18
        self.ranks[self.season - 1] = dict(zip(best, (3, 2, 1), strict=False))
        self.phase, self.due, self.mover, self.added = "add", None, self.ender, set()

    def play_add(self, card: str) -> None:
        self.give(self.mover, card)
        self.front[self.mover][card] += 1
        self.added.add(epoch_of(card))

    def play_done(self) -> None:
        self.added = set()
        self.mover = (self.mover + 1) % self.seats
        if self.mover == self.ender:
            self.score()

    def score(self) -> None:
        for epoch in self.ranks[self.season - 1]:
            tokens = 2 * self.bonus[epoch] + sum(
                row.get(epoch, 0) for row in self.ranks
            )
            for seat, front in enumerate(self.front):
                cards = sum(n for card, n in front.items() if epoch_of(card) == epoch)
                self.points[self.season - 1][seat] += cards * tokens
        if self.season == 4:
            self.phase = "over"
            return
        for front in self.front:
            self.discards += front
        if self.trend:
            self.discards[self.trend] += 1
        self.front = [Counter() for _ in self.front]
        self.open = [set() for _ in self.open]
        self.season += 1
        self.begin((self.ender + 1) % self.seats)

    def begin(self, starter: int) -> None:
        self.starter = self.ender = self.mover = starter
        for _ in range(DEAL[self.seats][self.season - 1]):
            for k in range(self.seats):
                card = self.draw()
                if card:
                    self.hands[(starter + k) % self.seats][card] += 1
        self.trend = self.draw()
        self.next_turn(starter)

    # What counts

    def result(self) -> tuple[list[int], list[int]]:
        """Say who wins, and how many points each seat has."""
        totals = [sum(column) for column in zip(*self.points, strict=True)]
        best = max(totals)
        return [seat for seat, n in enumerate(totals) if n == best], totals

    def shown(self) -> Json:
        """Write all this, to compare; `dealt` is what chance may have dealt anyhow."""
        known = (self.hands, self.trend, self.deck, self.ranks)
        dealt = [*self.deck, *([self.trend] if self.trend else [])]
        dealt += [card for hand in self.hands for card in hand.elements()]
        return {
            "season": self.season,
            "phase": self.phase,
            "starter": self.starter,
            "mover": self.mover,
            "ender": self.ender,
            "due": self.due,
            "front": self.front,
            "hidden": self.hidden,
            "picks": self.picks,
            "bonus": self.bonus,
            "points": self.points,
            "open": self.open,
            "added": self.added,
            "discards": self.discards,
            "sizes": [hand.total() for hand in self.hands],
            "dealt": Counter(dealt),
            "known": None if self.shuffled else known,
        }
