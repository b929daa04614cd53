"""Dectana once more, as one would play it on a real table: to compare the rules with.

Written from the rulebook and the list of decisions, with nothing of the game's own code:
spaces are pairs, a stack is a list of names, and everything is looked up anew each time.
Only the wording of moves and positions is taken over.
"""

import re
from collections import Counter
from typing import Any

Json = dict[str, Any]
Space = tuple[int, int]  # column, row
Pyramid = tuple[int, str]  # seat, name

CARDS = """
9 the-pact moons suns;           9 the-darkness waves wyrms;  9 the-merchant leaves knots
8 the-diplomat moons suns;       8 the-mill waves leaves;     8 the-betrayal wyrms knots
7 the-chance-meeting moons leaves; 7 the-castle suns knots;   7 the-cave waves wyrms
6 the-lunatic moons waves;       6 the-penitent suns wyrms;   6 the-market leaves knots
5 the-forest moons leaves;       5 the-discovery suns waves;  5 the-soldier wyrms knots
4 the-mountain moons suns;       4 the-sailor waves leaves;   4 the-battle wyrms knots
3 the-journey moons waves;       3 the-painter suns knots;    3 the-savage leaves wyrms
2 the-author moons knots;        2 the-desert suns wyrms;     2 the-origin waves leaves
1 ace-moons moons; 1 ace-suns suns; 1 ace-waves waves
1 ace-leaves leaves; 1 ace-wyrms wyrms; 1 ace-knots knots
0 crown-moons moons; 0 crown-suns suns; 0 crown-waves waves
0 crown-leaves leaves; 0 crown-wyrms wyrms; 0 crown-knots knots
0 the-watchman moons wyrms knots;  0 the-borderland waves leaves wyrms
0 the-harvest moons suns leaves;   0 the-light-keeper suns waves knots
0 the-consul moons waves knots;    0 the-rite moons leaves wyrms
0 the-window suns leaves knots;    0 the-island suns waves wyrms
-1 the-excuse
"""
LINES = [line.split() for line in CARDS.replace("\n", ";").split(";") if line.strip()]
VALUE = {card: int(value) for value, card, *_ in LINES}
SUITS = {card: set(suits) for _, card, *suits in LINES}
ACES = [f"ace-{s}" for s in ("suns", "leaves", "waves", "moons", "wyrms", "knots")]
WAYS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
SIZES = ("small", "medium", "large")


def space_of(text: str) -> Space:
    """Read a space."""
    found = re.fullmatch(r"([a-p])(\d+)(?:@(-?\d+),(-?\d+))?", text)
    assert found
    east, north = int(found[3] or 0), int(found[4] or 0)
    return ord(found[1]) - ord("a") + 16 * east, int(found[2]) - 1 + 16 * north


def name_of(space: Space) -> str:
    """Write the name of a space, which others may share."""
    return f"{chr(ord('a') + space[0] % 16)}{space[1] % 16 + 1}"


def pips(pyramid: Pyramid) -> int:
    """Count the pips of a pyramid."""
    return SIZES.index(pyramid[1].split("-")[0]) + 1


class Table:
    """A table of Dectana at any moment."""

    def __init__(self, position: Json) -> None:
        self.options = position["options"]
        self.seats: int = position["seats"]
        self.phase: str = position["phase"]
        self.mover: int = position["mover"]
        self.unplaced: int = position["unplaced"]
        self.turns: int = position["turns"]
        self.reshuffled: bool = position["reshuffled"]
        self.uses: int = position["uses"]
        self.used: int = position["used"]
        self.points: int = position["points"]
        self.card: str | None = position["card"]
        self.suits = set(position["suits"])
        self.board = {space_of(k): list(v) for k, v in position["board"].items()}
        self.stands: dict[Pyramid, tuple[Space, str]] = {}
        for seat, row in enumerate(position["pyramids"]):
            for name, text in row.items():
                where, facing = text.split()
                self.stands[seat, name] = space_of(where), facing
        self.eligible = {(self.mover, name) for name in position["eligible"]}
        self.marked = {read_pyramid(text) for text in position["marked"]}
        self.chosen = read_pyramid(position["chosen"]) if position["chosen"] else None
        self.spot = space_of(position["spot"]) if position["spot"] else None
        self.hands = [Counter(hand) for hand in position["hands"]]
        self.discard: Counter[str] = Counter(position["discard"])
        self.deck: list[str] = position["deck"]
        self.told: list[str] = []  # cards that came off the deck
        self.shuffled = False  # the deck was made anew: its order is unknown

    # The board

    def wasteland(self, space: Space) -> bool:
        x, y = space
        beside = any((x + dx, y + dy) in self.board for dx, dy in WAYS.values())
        return space not in self.board and beside

    def void(self, space: Space) -> bool:
        return space not in self.board and not self.wasteland(space)

    def on(self, space: Space) -> list[Pyramid]:
        return [p for p, (where, _) in self.stands.items() if where == space]

    def mine(self) -> list[Pyramid]:
        return [p for p in self.stands if p[0] == self.mover]

    def target(self, pyramid: Pyramid, steps: int = 1) -> Space:
        (x, y), facing = self.stands[pyramid]
        dx, dy = WAYS[facing]
        return x + steps * dx, y + steps * dy

    def spare(self, seat: int, size: int) -> Pyramid | None:
        named = [(seat, f"{SIZES[size - 1]}-{copy}") for copy in (1, 2, 3)]
        return next((p for p in named if p not in self.stands), None)

    def spaces(self) -> list[Space]:
        around = {
            (x + dx, y + dy) for x, y in self.board for dx, dy in WAYS.values()
        } | set(self.board)
        return sorted(around, key=lambda space: (space[1], space[0]))

    def sweep(self) -> None:
        """Destroy every pyramid that is in the void (TB14)."""
        fallen = {p for p, (where, _) in self.stands.items() if self.void(where)}
        for pyramid in fallen:
            del self.stands[pyramid]
        self.marked -= fallen

    # What may be done

    def legal(self, seat: int) -> set[str]:
        """Say everything that a seat may do."""
        if self.phase == "over":
            return set()
        found = (
            set(getattr(self, f"legal_{self.phase}")()) if seat == self.mover else set()
        )
        aces = sum(n for card, n in self.hands[seat].items() if VALUE[card] == 1)
        between = self.phase == "act" or self.options["instant_claim"]
        if self.reshuffled and aces >= 3 and between:
            found.add("claim")
        return found

    def legal_place(self) -> list[str]:
        return [f"place {name_of(space)}" for space in self.spaces()]

    def legal_which(self) -> list[str]:
        return ["here", "further"] if self.alike()[-1] != self.spot else ["here"]

    def alike(self) -> list[Space]:
        assert self.spot
        return [s for s in self.spaces() if name_of(s) == name_of(self.spot)]

    def legal_face(self) -> list[str]:
        return [f"face {facing}" for facing in (*WAYS, "up")]

    def legal_turning(self) -> list[str]:
        assert self.chosen
        present = self.stands[self.chosen][1]
        return [f"face {facing}" for facing in (*WAYS, "up") if facing != present]

    def legal_act(self) -> list[str]:
        found = ["reorient", "renew"]
        if not self.mine():
            found += self.legal_place()
        for pyramid in self.mine():
            where = self.stands[pyramid][0]
            if where in self.board:
                card = self.board[where][-1]
                if self.anyone(self.allowed(card), SUITS[card]):
                    found.append(f"activate {card}")
        hand = self.hands[self.mover]
        for card in hand:
            self.hands[self.mover] = hand - Counter([card])  # T8: it can't lay itself
            if self.anyone(self.mine(), SUITS[card]):
                found.append(f"use {card}")
        self.hands[self.mover] = hand
        return found

    def allowed(self, card: str) -> list[Pyramid]:
        """Say who may use an activated card (T5)."""
        if not self.options["only_on_card"]:
            return self.mine()
        return [p for p in self.mine() if self.top(self.stands[p][0]) == card]

    def top(self, space: Space) -> str | None:
        return self.board[space][-1] if space in self.board else None

    def anyone(self, pyramids: list[Pyramid], suits: set[str]) -> bool:
        return any(self.deeds(p, suits, pips(p)) for p in pyramids)

    def legal_choose(self) -> list[str]:
        able = [p for p in self.mine() if p in self.eligible]
        found = [f"with {p[1]}" for p in able if self.deeds(p, self.suits, pips(p))]
        return [*found, "finish"] if self.used else found

    def legal_power(self) -> list[str]:
        assert self.chosen
        return self.deeds(self.chosen, self.suits, pips(self.chosen))

    def legal_pushing(self) -> list[str]:
        return [*self.pushes(self.marked, self.points), "finish"]

    def legal_shrinking(self) -> list[str]:
        return [*self.shrinks(self.marked, self.points), "finish"]

    def legal_reorient(self) -> list[str]:
        anyone = self.options["reorient_anyone"]
        free = self.stands if anyone else self.mine()
        return [
            *(f"turn {s} {n}" for s, n in free if (s, n) not in self.marked),
            "finish",
        ]

    def legal_drop(self) -> list[str]:
        return [f"discard {card}" for card in self.hands[self.mover]]

    def deeds(self, p: Pyramid, suits: set[str], points: int) -> list[str]:
        """Say what a pyramid can do by some suits."""
        upright = self.stands[p][1] == "up"
        return self.standing(p, suits) if upright else self.lying(p, suits, points)

    def standing(self, p: Pyramid, suits: set[str]) -> list[str]:
        seat, found = p[0], []
        ground = self.stands[p][0] in self.board or self.options["create_in_wasteland"]
        if "suns" in suits and ground and self.spare(seat, 1):
            found.append("create")
        if "leaves" in suits and pips(p) < 3 and self.spare(seat, pips(p) + 1):
            found.append("grow")
        return [*found, "draw"] if "knots" in suits else found

    def lying(self, p: Pyramid, suits: set[str], points: int) -> list[str]:
        found, goal = [], self.target(p)
        crowd = set(self.on(goal))
        if "suns" in suits and self.wasteland(goal) and not crowd:
            found += ["found"] if self.deck or self.discard else []
        if "waves" in suits:
            for steps in range(1, pips(p) + 1):
                ends = self.target(p, steps)
                if self.options["move_into_void"] or not self.void(ends):
                    found.append(f"move {steps}")
        if "moons" in suits:
            found += self.pushes(self.pushable(p), points)
        if "wyrms" in suits:
            found += self.shrinks({q for q in crowd if q[0] != p[0]}, points)
        if goal in self.board and not crowd:
            found += self.on_cards(goal, suits)
        return found

    def on_cards(self, goal: Space, suits: set[str]) -> list[str]:
        """Say what can be done to an empty territory."""
        words = {
            "waves": "slide",
            "moons": "take",
            "wyrms": "destroy",
            "knots": "harvest",
        }
        found = [word for suit, word in words.items() if suit in suits]
        if "leaves" in suits:
            least = VALUE[self.board[goal][-1]]
            hand = self.hands[self.mover]
            found += [f"cover {card}" for card in hand if VALUE[card] > least]
        return found

    def pushable(self, p: Pyramid) -> set[Pyramid]:
        crowd = set(self.on(self.target(p)))
        rivals = self.options["push_rivals_only"]
        return {q for q in crowd if q[0] != p[0]} if rivals else crowd

    def pushes(self, marked: set[Pyramid], points: int) -> list[str]:
        return [f"push {s} {n}" for s, n in marked if pips((s, n)) <= points]

    def shrinks(self, marked: set[Pyramid], points: int) -> list[str]:
        found = []
        for seat, name in marked:
            size = pips((seat, name))
            for loss in range(1, min(points, size) + 1):
                left = size - loss
                missing = left and not self.spare(seat, left)
                if not (missing and self.options["cannot_shrink"]):
                    found.append(f"shrink {seat} {name} {loss}")
        return found

    # Doing it

    def play(self, seat: int, move: str, told: list[str]) -> None:
        """Play a legal move; `told` are the cards that came off the deck with it."""
        self.told = list(told)
        verb, *words = move.split()
        if verb == "claim":  # the one move that is made out of turn
            self.play_claim(seat)
        else:
            getattr(self, f"play_{verb}")(*words)
        assert not self.told

    def draw(self) -> str | None:
        """Take the top card of the deck; a deck just reshuffled gives what is told."""
        if not self.deck and self.discard:
            self.reshuffle()
        if not self.deck:
            return None
        card = self.told.pop(0)
        if self.shuffled:
            self.deck.remove(card)
        else:
            assert self.deck.pop() == card
        if self.options["reshuffle_at_once"] and not self.deck and self.discard:
            self.reshuffle()
        return card

    def reshuffle(self) -> None:
        self.deck = list(self.discard.elements())
        self.discard = Counter()
        self.reshuffled = self.shuffled = True

    def draw_cards(self, count: int) -> None:
        for _ in range(count):
            card = self.draw()
            if card:
                self.hands[self.mover][card] += 1

    def play_place(self, name: str) -> None:
        alike = [space for space in self.spaces() if name_of(space) == name]
        self.spot = alike[0]
        if len(alike) > 1:
            self.phase = "which"
        else:
            self.play_here()

    def play_further(self) -> None:
        alike = self.alike()
        self.spot = alike[alike.index(self.spot) + 1]  # type: ignore[arg-type]

    def play_here(self) -> None:
        small = self.spare(self.mover, 1)
        assert small
        assert self.spot
        self.stands[small] = self.spot, "up"
        self.spot = None
        if self.options["place_upright"]:
            self.placed()
        else:
            self.chosen, self.phase = small, "face"

    def play_face(self, facing: str) -> None:
        assert self.chosen
        self.stands[self.chosen] = self.stands[self.chosen][0], facing
        turned, self.chosen = self.chosen, None
        if self.phase == "face":
            self.placed()
            return
        self.marked.add(turned)
        self.phase = "reorient"
        if self.legal_reorient() == ["finish"]:
            self.end_action()

    def placed(self) -> None:
        if self.unplaced == 0:
            self.end_action()
            return
        self.unplaced -= 1
        self.phase = "place" if self.unplaced else "act"
        self.mover -= 1 if self.unplaced else 0

    def play_reorient(self) -> None:
        self.phase = "reorient"

    def play_turn(self, owner: str, name: str) -> None:
        self.chosen, self.phase = (int(owner), name), "turning"

    def play_renew(self) -> None:
        count = self.hands[self.mover].total()
        self.discard += self.hands[self.mover]
        self.hands[self.mover] = Counter()
        self.draw_cards(count + 1)
        self.end_action()

    def play_activate(self, card: str) -> None:
        self.begin(card, set(self.allowed(card)))

    def play_use(self, card: str) -> None:
        self.hands[self.mover] -= Counter([card])
        self.card = card
        self.begin(card, set(self.mine()))

    def begin(self, card: str, eligible: set[Pyramid]) -> None:
        self.suits, self.eligible = SUITS[card], eligible
        self.uses, self.used = 3 if card.startswith("crown") else 1, 0
        self.phase = "choose"

    def play_with(self, name: str) -> None:
        self.chosen, self.phase = (self.mover, name), "power"
        if self.options["only_on_card"] and self.card is None and self.used == 0:
            here = self.stands[self.chosen][0]
            self.eligible &= set(self.on(here))

    def acting(self) -> tuple[Pyramid, Space]:
        """Give the pyramid that acts and the space it acts on."""
        assert self.chosen
        up = self.stands[self.chosen][1] == "up"
        return self.chosen, self.stands[self.chosen][0] if up else self.target(
            self.chosen
        )

    def play_create(self) -> None:
        small, (_, here) = self.spare(self.mover, 1), self.acting()
        assert small
        self.stands[small] = here, "up"
        self.eligible.add(small)
        self.end_use()

    def play_found(self) -> None:
        goal = self.acting()[1]
        card = self.draw()
        assert card
        self.board[goal] = [card]
        self.end_use()

    def play_grow(self) -> None:
        old, here = self.acting()
        new = self.spare(self.mover, pips(old) + 1)
        assert new
        del self.stands[old]
        self.stands[new] = here, "up"
        self.eligible.add(new)
        self.end_use()

    def play_cover(self, card: str) -> None:
        self.hands[self.mover] -= Counter([card])
        self.board[self.acting()[1]].append(card)
        self.end_use()

    def play_move(self, steps: str) -> None:
        pyramid = self.acting()[0]
        self.stands[pyramid] = self.target(pyramid, int(steps)), "up"
        self.end_use()

    def play_slide(self) -> None:
        pyramid, goal = self.acting()
        steps = 2
        while not self.wasteland(self.target(pyramid, steps)):
            steps += 1
        cards = self.remove(goal, whole=self.options["slide_stack"])
        self.board[self.target(pyramid, steps)] = cards
        self.end_use()

    def remove(self, goal: Space, *, whole: bool = False) -> list[str]:
        """Take the top card, or all of them, off a territory."""
        stack = self.board.pop(goal)
        if whole:
            return stack
        if stack[:-1]:
            self.board[goal] = stack[:-1]
        return stack[-1:]

    def play_push(self, owner: str, name: str) -> None:
        pyramid, pushed = self.acting()[0], (int(owner), name)
        if self.phase == "power":
            self.marked, self.points = self.pushable(pyramid), pips(pyramid)
            self.phase = "pushing"
        dx, dy = WAYS[self.stands[pyramid][1]]
        (x, y), facing = self.stands[pushed]
        self.stands[pushed] = (x + dx, y + dy), facing
        self.points -= pips(pushed)
        self.sweep()
        if self.legal_pushing() == ["finish"]:
            self.end_use()

    def play_take(self) -> None:
        self.hands[self.mover].update(self.remove(self.acting()[1]))
        self.end_use()

    def play_shrink(self, owner: str, name: str, loss: str) -> None:
        pyramid, goal = self.acting()
        victim = int(owner), name
        if self.phase == "power":
            crowd = self.on(goal)
            self.marked = {q for q in crowd if q[0] != self.mover}
            self.points, self.phase = pips(pyramid), "shrinking"
        self.points -= int(loss)
        self.marked.remove(victim)
        spares = [self.spare(int(owner), size) for size in (1, 2)]
        left = pips(victim) - int(loss)
        smaller = [found for found in spares[:left] if found]
        facing = self.stands.pop(victim)[1]
        if smaller:
            self.stands[smaller[-1]] = goal, facing
        if self.legal_shrinking() == ["finish"]:
            self.end_use()

    def play_destroy(self) -> None:
        self.discard.update(self.remove(self.acting()[1]))
        self.end_use()

    def play_draw(self) -> None:
        self.draw_cards(pips(self.acting()[0]))
        self.end_use()

    def play_harvest(self) -> None:
        pyramid, goal = self.acting()
        self.draw_cards(max(VALUE[self.board[goal][-1]], 0))
        del self.stands[pyramid]
        self.discard.update(self.remove(goal, whole=self.options["harvest_stack"]))
        self.end_use()

    def end_use(self) -> None:
        """After each use the void is looked at; a Crown may go on (TB26)."""
        self.sweep()
        self.uses, self.used = self.uses - 1, self.used + 1
        self.chosen, self.marked, self.points = None, set(), 0
        if not self.board:
            self.end()
        elif self.uses and self.seems_able():
            self.phase = "choose"
        else:
            self.end_action()

    def seems_able(self) -> bool:
        """Tell whether, for all that others know, a Crown may be used again (T7)."""
        hand = self.hands[self.mover]
        self.hands[self.mover] = Counter(["the-pact"] if hand.total() else [])
        able = self.anyone([p for p in self.mine() if p in self.eligible], self.suits)
        self.hands[self.mover] = hand
        return able

    def play_finish(self) -> None:
        if self.phase in ("pushing", "shrinking"):
            self.end_use()
        else:
            self.end_action()

    def play_discard(self, card: str) -> None:
        self.hands[self.mover] -= Counter([card])
        self.discard[card] += 1
        self.end_turn()

    def play_claim(self, seat: int) -> None:
        held = self.hands[seat].elements()
        aces = sorted((card for card in held if VALUE[card] == 1), key=ACES.index)[:3]
        self.hands[seat] -= Counter(aces)
        self.discard.update(aces)
        self.end()

    def clear(self) -> None:
        """Discard the card in use, and forget the action."""
        if self.card:
            self.discard[self.card] += 1
        self.card = self.chosen = None
        self.uses = self.used = self.points = 0
        self.marked, self.eligible, self.suits = set(), set(), set()

    def end_action(self) -> None:
        self.clear()
        self.end_turn()

    def end_turn(self) -> None:
        if self.hands[self.mover].total() > 6:
            self.phase = "drop"
            return
        self.turns += 1
        limit = self.options["turn_limit"]
        if limit and self.turns == limit * self.seats:
            self.end()
            return
        self.mover = (self.mover + 1) % self.seats
        self.phase = "act"

    def end(self) -> None:
        self.clear()
        self.phase = "over"

    # What counts

    def result(self) -> tuple[list[int], list[int]]:
        """Say who wins, and how many points each seat has."""
        scores = [0] * self.seats
        for space, stack in self.board.items():
            owners = {seat for seat, _ in self.on(space)}
            if len(owners) == 1:
                scores[owners.pop()] += max(VALUE[stack[-1]], 0)
        rows = [
            (score, sum(p[0] == seat for p in self.stands))
            for seat, score in enumerate(scores)
        ]
        return [seat for seat, row in enumerate(rows) if row == max(rows)], scores

    def shown(self) -> Json:
        """Write what a position tells of all this, to compare."""
        return {
            "phase": self.phase,
            "mover": self.mover,
            "unplaced": self.unplaced,
            "turns": self.turns,
            "reshuffled": self.reshuffled,
            "uses": self.uses,
            "used": self.used,
            "points": self.points,
            "card": self.card,
            "board": self.board,
            "stands": self.stands,
            "chosen": self.chosen,
            "marked": self.marked,
            "spot": self.spot,
            "hands": self.hands,
            "discard": +self.discard,
            "deck": Counter(self.deck),
        }


def read_pyramid(text: str) -> Pyramid:
    """Read a pyramid with its owner."""
    seat, name = text.split()
    return int(seat), name
