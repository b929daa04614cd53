"""Reading positions of Dectana; what no game can reach is refused (checking.py).

"..." in the deck or the discards stands for every card that lies nowhere else, in any
order.
"""

from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, flag, lists, seat_of, whole
from pioche.games.dectana.board import (
    DISCARD,
    DRAWN,
    FACINGS,
    HAND,
    NONE,
    NOWHERE,
    OWN,
    PYRAMID_IDS,
    SHOWN,
    SHUFFLED,
    SIDE,
    SPACE,
    WIDE,
    State,
    add,
    add_land,
    is_void,
    space_id,
    stand,
)
from pioche.games.dectana.cards import COPIES, IDS, NO_CARD, NUMBER, SUITS, VALUE
from pioche.games.dectana.checking import (
    FAR,
    check_known,
    check_phase,
    check_table,
)
from pioche.games.dectana.hands import kinds_in_play
from pioche.games.dectana.moves import OVER
from pioche.games.dectana.needs import survey
from pioche.games.dectana.position import PHASES, REASONS, Json, bits, pyramid_name
from pioche.games.dectana.rules import BOUND

REST: Final = "..."
PLACED: Final = {
    f"{pyramid} {facing}": (k, f)
    for k, pyramid in enumerate(PYRAMID_IDS)
    for f, facing in enumerate(FACINGS)
}


class Box:
    """The cards of the table while a position is laid out: each may be taken once."""

    def __init__(self, s: State) -> None:
        self.left = {IDS[kind]: COPIES for kind in bits(kinds_in_play(s))}

    def take(self, field: str, name: object) -> int:
        """Take a card."""
        left = self.left.get(name) if isinstance(name, str) else None
        if left is None:
            raise BadPosition(
                field,
                f"aucune carte {name!r} n'est en jeu",
                f"no card {name!r} is in play",
            )
        if left == 0:
            raise BadPosition(
                field, f"la carte {name} est de trop", f"there is one {name} too many"
            )
        assert isinstance(name, str)
        self.left[name] -= 1
        return NUMBER[name]

    def take_all(self, field: str, s: State, number: int, names: list[Any]) -> None:
        """Take the cards of a pile without an order."""
        for name in names:
            add(s, number, self.take(field, name))

    def rest(self) -> list[int]:
        """Take every card that is left."""
        found = [NUMBER[name] for name, left in self.left.items() for _ in range(left)]
        self.left = dict.fromkeys(self.left, 0)
        return found


def read_space(field: str, text: object) -> int:
    """Read a space."""
    match = SPACE.fullmatch(text) if isinstance(text, str) else None
    if match is not None:
        column = ord(match[1]) - ord("a") + SIDE * int(match[3] or 0)
        row = int(match[2]) - 1 + SIDE * int(match[4] or 0)
        space = (row + WIDE // 2) * WIDE + column + WIDE // 2
        near = max(abs(row), abs(column)) <= FAR + BOUND
        if near and space_id(space) == text:
            return space
    raise BadPosition(
        field,
        f"{text!r} n'est pas une case ; une case s'écrit h8, ou h8@1,0 plus loin",
        f"{text!r} is no space; a space is written h8, or h8@1,0 further away",
    )


def read_board(s: State, d: Json, box: Box) -> None:
    """Lay out the territories."""
    if not isinstance(d["board"], dict):
        raise BadPosition(
            "board", "c'est un objet : case, cartes", "it is an object: space, cards"
        )
    for text, names in d["board"].items():
        space = read_space("board", text)
        if not isinstance(names, list) or not names:
            raise BadPosition(
                "board",
                f"en {text}, il faut une liste de cartes, celle du dessous d'abord",
                f"on {text} there must be a list of cards, the bottom one first",
            )
        stack, height = 0, min(VALUE) - 1
        for name in names:
            card = box.take("board", name)
            if VALUE[card] <= height:
                raise BadPosition(
                    "board",
                    f"en {text}, chaque carte vaut plus que celle qu'elle couvre",
                    f"on {text}, each card is worth more than the one it covers",
                )
            stack, height = stack | 1 << card, VALUE[card]
        add_land(s, space, stack)


def read_pyramids(s: State, d: Json) -> None:
    """Put the pyramids on the board."""
    seats = d["pyramids"]
    fits = isinstance(seats, list) and len(seats) == s.seats
    if not fits or not all(isinstance(row, dict) for row in seats):
        raise BadPosition(
            "pyramids",
            f"c'est une liste de {s.seats} objets : pyramide, « case orientation »",
            f"it is a list of {s.seats} objects: pyramid, 'space orientation'",
        )
    for seat, row in enumerate(seats):
        for name, text in row.items():
            space_text, _, facing = str(text).partition(" ")
            if f"{name} {facing}" not in PLACED:
                shown = f"{name}: {text}"
                raise BadPosition(
                    "pyramids",
                    f"« {shown} » est illisible ; on écrit « small-1: h8 north », et les"
                    f" orientations sont {', '.join(FACINGS)}",
                    f"{shown!r} is unreadable; write 'small-1: h8 north', where the"
                    f" orientations are {', '.join(FACINGS)}",
                )
            k, number = PLACED[f"{name} {facing}"]
            space = read_space("pyramids", space_text)
            if is_void(s, space):
                raise BadPosition(
                    "pyramids",
                    f"{space_text} est dans le vide, où rien ne tient ; il faut un"
                    " territoire ou une décharge",
                    f"{space_text} is void, where nothing stands; it must be a territory"
                    " or wasteland",
                )
            stand(s, OWN * seat + k, space, number)


def read_deck(s: State, d: Json, box: Box) -> None:
    """Lay out the deck; every card must lie somewhere."""
    names = lists(d, "deck")
    if (names + d["discard"]).count(REST) > 1:
        raise BadPosition(
            "deck", "« ... » n'est écrit qu'une fois", "'...' is written only once"
        )
    others = [NONE if name == REST else box.take("deck", name) for name in names]
    for card in others:
        for kind in box.rest() if card == NONE else [card]:
            s.deck[s.left] = kind
            s.left += 1
    if REST in d["discard"]:
        for kind in box.rest():
            add(s, DISCARD, kind)
    missing = [name for name, left in box.left.items() if left]
    if missing:
        shown = ", ".join(missing)
        raise BadPosition(
            "deck",
            f"ces cartes ne sont nulle part : {shown} ; « {REST} » les prendrait toutes",
            f"these cards lie nowhere: {shown}; {REST!r} would take them all",
        )


def read_pyramid(s: State, field: str, text: object) -> int:
    """Read a pyramid on the board, with its owner."""
    for p in bits(s.on_board):
        if pyramid_name(p) == text:
            return p
    raise BadPosition(
        field,
        f"{text!r} n'est pas une pyramide du plateau, comme « 0 small-1 »",
        f"{text!r} is no pyramid on the board, like '0 small-1'",
    )


def read_action(s: State, d: Json) -> None:
    """Read the action under way."""
    if d["suits"] != [suit for suit in SUITS if suit in lists(d, "suits")]:
        shown = ", ".join(SUITS)
        raise BadPosition(
            "suits", f"dans cet ordre : {shown}", f"in this order: {shown}"
        )
    for suit in d["suits"]:
        s.powers |= 3 << 2 * SUITS.index(suit)
    s.uses = whole("uses", d["uses"], 0, 3)
    s.used = whole("used", d["used"], 0, 2)
    s.points = whole("points", d["points"], 0, 2)
    for name in lists(d, "eligible"):
        if name not in PYRAMID_IDS:
            raise BadPosition(
                "eligible",
                f"{name!r} n'est pas une pyramide",
                f"{name!r} is no pyramid",
            )
        s.eligible |= 1 << PYRAMID_IDS.index(name)
    s.chosen = NONE if d["chosen"] is None else read_pyramid(s, "chosen", d["chosen"])
    for name in lists(d, "marked"):
        s.marked |= 1 << read_pyramid(s, "marked", name)
    s.spot = NOWHERE if d["spot"] is None else read_space("spot", d["spot"])


def read_public(s: State, d: Json, box: Box) -> None:
    """Read what all may know."""
    s.phase = choice(d, "phase", PHASES)
    s.mover = seat_of(d, "mover", s.seats)
    s.unplaced = whole("unplaced", d["unplaced"], 0, s.seats)
    s.turns = whole("turns", d["turns"], 0, BOUND)
    s.reshuffled = flag(d, "reshuffled")
    if (d["reason"] is not None) != (s.phase == OVER):
        raise BadPosition(
            "reason",
            "elle va avec la phase « over », et avec aucune autre : sinon, null",
            "it goes with the phase 'over', and with no other: else it is null",
        )
    if d["reason"] is not None:
        s.reason = choice(d, "reason", REASONS)
    read_board(s, d, box)
    read_pyramids(s, d)
    s.card = NO_CARD if d["card"] is None else box.take("card", d["card"])
    names = [name for name in lists(d, "discard") if name != REST]
    box.take_all("discard", s, DISCARD, names)
    read_action(s, d)


def read_known(s: State, field: str, number: int, names: list[Any]) -> None:
    """Read a pile that only tells where cards lie."""
    for name in names:
        if not isinstance(name, str) or name not in NUMBER:
            raise BadPosition(
                field,
                f"aucune carte ne s'appelle {name!r}",
                f"no card is called {name!r}",
            )
        if s.twice[number] >> NUMBER[name] & 1:
            raise BadPosition(
                field, f"la carte {name} est de trop", f"there is one {name} too many"
            )
        add(s, number, NUMBER[name])


def set_up(s: State, d: Json) -> None:
    """Fill a blank state from a position, or raise BadPosition."""
    whole("count", s.count, 0, BOUND)
    box = Box(s)
    read_public(s, d, box)
    for seat, names in enumerate(lists(d, "hands", s.seats)):
        box.take_all("hands", s, HAND + seat, names)
        s.held[seat] = len(names)
    read_deck(s, d, box)
    for seat, names in enumerate(lists(d, "shown", s.seats)):
        read_known(s, "shown", SHOWN + seat, names)
    for seat, names in enumerate(lists(d, "drawn", s.seats)):
        read_known(s, "drawn", DRAWN + seat, names)
    read_known(s, "shuffled", SHUFFLED, lists(d, "shuffled"))
    survey(s)
    check_known(s)
    check_table(s)
    check_phase(s)
