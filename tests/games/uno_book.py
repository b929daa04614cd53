"""UNO once more, as one would play it on a real table: to compare with.

Written from the rulebook and the list of decisions, with nothing of the game's own code:
cards are names, hands are lists of names, and everything is counted anew each time.
Only the wording of moves and positions is taken over. A reshuffle can't be foretold.
"""

from collections import Counter
from typing import Any

Json = dict[str, Any]
COLOURS = ("red", "yellow", "green", "blue")
OTHER_WAY = {"clockwise": "counterclockwise", "counterclockwise": "clockwise"}


class Reshuffled(Exception):
    """The deck was made anew: what is drawn from now on is unknown."""


class NewRound(Exception):
    """New cards were dealt."""


def colour_of(card: str) -> str | None:
    """Name the colour of a card, if it has one."""
    first = card.split("-", maxsplit=1)[0]
    return first if first in COLOURS else None


def kind_of(card: str) -> str:
    """Name the number or symbol of a card."""
    return card.split("-")[0 if colour_of(card) is None else 1]


def icon_of(card: str) -> str:
    """Name the icon of a card."""
    return card.rsplit("-", maxsplit=1)[-1]


def points_of(card: str) -> int:
    """Say what a card counts in a hand."""
    if colour_of(card) is None:
        return 50
    kind = kind_of(card)
    return int(kind) if kind.isdigit() else 20


class Table:
    """A table of UNO at any moment."""

    def __init__(self, position: Json) -> None:
        self.rules: Json = position["options"]
        self.seats: int = position["seats"]
        self.phase: str = position["phase"]
        self.mover: int = position["mover"]
        self.direction: str = position["direction"]
        self.colour: str = position["colour"]
        self.kind: str = position["kind"]
        self.dealer: int = position["dealer"]
        self.drawn: str | None = position["drawn"]
        self.author: int | None = position["author"]
        self.guilty: bool = position["bluff"]
        self.due: int = position["pending"]
        self.idle: int = position["idle"]
        self.voids: int = position["voids"]
        self.rounds: int = position["rounds"]
        self.open = set(position["exposed"])
        self.scores = list(position["scores"])
        self.winner: int | None = position["winner"]
        self.hands = [list(hand) for hand in position["hands"]]
        self.known = [[Counter(ids) for ids in row] for row in position["known"]]
        self.deck = list(position["deck"])
        self.pile = list(position["pile"])

    def shown(self) -> Json:
        """Give what must be as on the other table."""
        found = {**vars(self), "hands": [Counter(hand) for hand in self.hands]}
        found["known"] = [[+seen for seen in row] for row in self.known]
        return found

    def standing(self) -> Json:
        """Give what a new deal leaves."""
        names = ("dealer", "mover", "scores", "rounds", "voids")
        return {name: vars(self)[name] for name in names}

    # What may be done

    def fits(self, card: str) -> bool:
        """Tell whether a card goes on the pile."""
        colour = colour_of(card)
        return colour is None or colour == self.colour or kind_of(card) == self.kind

    def has_match(self, hand: list[str]) -> bool:
        """Tell whether a hand forbids a +4."""
        wilds = self.rules["wilds_match"]
        return any(
            colour_of(card) == self.colour or (wilds and colour_of(card) is None)
            for card in hand
        )

    def lays(self, seat: int, card: str) -> bool:
        """Tell whether a seat's card goes on the pile, by every rule."""
        if self.rules["strict_four"] and kind_of(card) == "wild4":
            others = list(self.hands[seat])
            others.remove(card)
            return not self.has_match(others)
        return self.fits(card)

    def layable(self, seat: int) -> set[str]:
        """Say which cards a seat may lay."""
        fitting = {card for card in self.hands[seat] if self.lays(seat, card)}
        if seat != self.mover:
            same = {c for c in fitting if colour_of(c) == self.colour}
            jumps = self.rules["jump_in"] and self.phase == "play"
            return {c for c in same if kind_of(c) == self.kind} if jumps else set()
        if self.phase == "play":
            return fitting
        if self.phase == "drawn":
            return fitting & {self.drawn or ""}
        if self.phase == "answer" and self.rules["stacking"]:
            return {card for card in fitting if kind_of(card) == self.kind}
        return set()

    def may(self, seat: int) -> set[str]:
        """Say everything that a seat may do."""
        if self.phase == "over":
            return set()
        lays = self.layable(seat)
        found = {f"play {card}" for card in lays}
        left = len(self.hands[seat]) - 1
        if self.rules["uno_call"] == "manual" and (
            left == 1 or (left > 1 and self.rules["false_call"])
        ):
            found |= {f"play {card} uno" for card in lays}
        if seat == self.mover:
            found |= self.answers(bool(lays))
        return found | self.claims(seat)

    def answers(self, can_lay: bool) -> set[str]:
        """Say what the mover may do beside laying."""
        forced = self.rules["forced_play"]
        if self.phase == "play":
            return set() if forced and can_lay else {"draw"}
        if self.phase == "drawn":
            return set() if forced else {"keep"}
        if self.phase == "colour":
            return {f"colour {colour}" for colour in COLOURS}
        if self.phase == "announce":
            icons = ("love", "money")
            return {f"announce {icon} {colour}" for icon in icons for colour in COLOURS}
        if self.phase == "answer":
            return {"accept", "challenge"} if self.kind == "wild4" else {"accept"}
        return {f"swap {seat}" for seat in range(self.seats) if seat != self.mover}

    def claims(self, seat: int) -> set[str]:
        """Say whom a seat may catch, and whether it may call."""
        found = {"uno"} if seat in self.open else set()
        for other in set(range(self.seats)) - {seat}:
            lone = self.rules["false_call"] and len(self.hands[other]) == 1
            if other in self.open or lone:
                found.add(f"catch {other}")
        return found

    # What follows

    def play(self, seat: int, move: str) -> None:
        """Do what a seat has chosen."""
        verb, *rest = move.split()
        if verb == "play":
            self.lay(seat, rest[0], called=len(rest) > 1)
        elif verb == "colour":
            self.name(seat, rest[0])
        elif verb in ("swap", "catch"):
            getattr(self, verb)(seat, int(rest[0]))
        else:
            getattr(self, verb)(seat, *rest)

    def after(self, seat: int, steps: int = 1) -> int:
        """Find the seat some steps on."""
        way = 1 if self.direction == "clockwise" else -1
        return (seat + way * steps) % self.seats

    def turn(self, steps: int = 1) -> None:
        """Pass the turn on."""
        self.mover, self.phase = self.after(self.mover, steps), "play"

    def take(self, seat: int, count: int = 1) -> str | None:
        """Let a seat draw; say what came last."""
        card = None
        for _ in range(count):
            self.remake_deck()
            if not self.deck:
                return card
            card = str(self.deck.pop())
            self.hands[seat].append(card)
            self.open.discard(seat)
            if self.rules["reshuffle_at_once"]:
                self.remake_deck()
        return card

    def remake_deck(self) -> None:
        """Shuffle the pile, if it has come to that."""
        if not self.deck and len(self.pile) > 1:
            raise Reshuffled

    def lay(self, seat: int, card: str, *, called: bool) -> None:
        """Lay a card, and do what it says."""
        hand = self.hands[seat]
        if self.phase != "drawn":
            self.open = set()
            self.forget_which(seat, card)
        self.drawn, self.idle, self.mover = None, 0, seat
        hand.remove(card)
        self.pile.append(card)
        if kind_of(card) == "wild4":
            self.author, self.guilty = seat, self.has_match(hand)
        self.kind = kind_of(card)
        self.colour = colour_of(card) or self.colour
        if called and len(hand) != 1:
            self.take(seat, 2)
        if not called and self.rules["uno_call"] == "manual" and len(hand) == 1:
            self.open.add(seat)
        self.do(seat)

    def forget_which(self, seat: int, card: str) -> None:
        """Forget cards that were seen, when an equal one is laid that was not."""
        equal = self.hands[seat].count(card)
        for seen in self.known[seat]:
            seen[card] = seen[card] - 1 if seen[card] == equal else 0

    def do(self, seat: int) -> None:
        """Do what the card on top says."""
        if self.kind in ("wild", "wild4"):
            self.phase = "colour"
        elif self.kind == "room":
            self.phase = "announce"
        elif self.kind == "draw2":
            self.burden(seat, 2)
        elif not self.hands[seat]:
            self.win(seat)
        elif self.kind == "skip":
            self.turn(2)
        elif self.kind == "reverse":
            self.direction = OTHER_WAY[self.direction]
            alone = self.seats == 2 and self.rules["two_player_reverse"] == "skip"
            self.turn(2 if alone else 1)
        elif self.kind == "7" and self.rules["seven_zero"]:
            self.phase = "swap"
        else:
            if self.kind == "0" and self.rules["seven_zero"]:
                self.give({giver: self.after(giver) for giver in range(self.seats)})
            self.turn()

    def burden(self, seat: int, count: int) -> None:
        """Make the next seat draw, or answer."""
        victim, self.due = self.after(seat), self.due + count
        if not self.hands[seat]:
            due = self.settle()
            if self.rules["points"] and (count == 4 or self.rules["last_card_draws"]):
                self.take(victim, due)
            self.win(seat)
        elif count == 4 or self.rules["stacking"]:
            self.mover, self.phase = victim, "answer"
        else:
            self.take(victim, self.settle())
            self.turn(2)

    def settle(self) -> int:
        """Say how many cards are due, and close the question."""
        due, self.due, self.author, self.guilty = self.due, 0, None, False
        return due

    def draw(self, seat: int) -> None:
        """Draw instead of laying."""
        self.open = set()
        card = self.take(seat)
        if card is None:
            self.go_without()
            return
        self.idle = 0
        while self.rules["draw_until_playable"] and not self.lays(seat, card):
            more = self.take(seat)
            if more is None:
                break
            card = more
        if self.lays(seat, card):
            self.drawn, self.phase = card, "drawn"
        else:
            self.turn()

    def go_without(self) -> None:
        """Pass, as there is nothing to draw; when all have, the round is void."""
        self.idle += 1
        if self.idle < self.seats:
            self.turn()
        else:
            self.voids += 1
            self.deal()

    def keep(self, _: int) -> None:
        """Keep the card just drawn."""
        self.drawn = None
        self.turn()

    def name(self, seat: int, colour: str) -> None:
        """Name a colour."""
        self.colour = colour
        if self.kind == "wild4":
            self.burden(seat, 4)
        else:
            self.end_wild(seat)

    def end_wild(self, seat: int) -> None:
        """Win by a wild, or go on."""
        if self.hands[seat]:
            self.turn()
        else:
            self.win(seat)

    def announce(self, seat: int, icon: str, colour: str) -> None:
        """Make room: who has not more cards of the icon than others draws three."""
        self.colour = colour
        counts = self.rules["points"] and self.rules["last_card_draws"]
        if self.hands[seat] or counts:
            others = [self.after(seat, steps) for steps in range(1, self.seats)]
            crowded = []
            for other in others:
                icons = Counter(map(icon_of, self.hands[other]))
                if 2 * icons[icon] <= icons.total():
                    crowded.append(other)
                for viewer in set(range(self.seats)) - {other}:
                    self.known[other][viewer] = Counter(self.hands[other])
            for other in crowded:
                self.take(other, 3)
        self.end_wild(seat)

    def accept(self, seat: int) -> None:
        """Draw what is due."""
        self.take(seat, self.settle())
        self.turn()

    def challenge(self, seat: int) -> None:
        """See the author's hand: who was wrong draws."""
        assert self.author is not None
        author, guilty, due = self.author, self.guilty, self.settle()
        self.known[author][seat] = Counter(self.hands[author])
        if guilty:
            self.take(author, due)
            self.phase = "play"
        else:
            self.take(seat, due + 2)
            self.turn()

    def uno(self, seat: int) -> None:
        """Call UNO."""
        self.open.remove(seat)

    def catch(self, seat: int, caught: int) -> None:
        """Catch a seat, or be wrong."""
        self.take(caught if caught in self.open else seat, 2)
        self.open.discard(caught)

    def swap(self, seat: int, other: int) -> None:
        """Swap hands."""
        self.give({seat: other, other: seat})
        self.turn()

    def give(self, takers: dict[int, int]) -> None:
        """Give hands away: the giver knows them, and who knew them still does."""
        hands, known = list(self.hands), list(self.known)
        self.open = set()
        for giver, taker in takers.items():
            self.hands[taker], self.known[taker] = hands[giver], list(known[giver])
            self.known[taker][giver] = Counter(hands[giver])
            self.known[taker][taker] = Counter()
            if len(hands[giver]) == 1 and self.rules["uno_call"] == "manual":
                self.open.add(taker)

    # The end

    def win(self, seat: int) -> None:
        """Win the round, and with it perhaps the game."""
        self.voids = 0
        goal: int = self.rules["points"]
        others = [hand for other, hand in enumerate(self.hands) if other != seat]
        won = sum(points_of(card) for hand in others for card in hand)
        self.scores[seat] += won if goal else 1
        if self.scores[seat] < goal:
            self.deal()
        else:
            self.winner = seat
            self.over()

    def over(self) -> None:
        """End the game."""
        self.phase, self.drawn, self.open, self.idle = "over", None, set(), 0
        self.settle()

    def deal(self) -> None:
        """Deal the next round: which cards come is unknown. Three void ones end it."""
        if self.voids == 3:
            self.over()
            return
        self.rounds += 1
        self.dealer = (self.dealer + 1) % self.seats
        self.mover = (self.dealer + 1) % self.seats
        raise NewRound
