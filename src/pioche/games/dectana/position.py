"""Positions of Dectana: the complete state as a person would write it down.

A stack is listed from the bottom up, the deck from its bottom to its top; a pyramid is
`"small-1": "h8 north"`. When a position is read, "..." in the deck or the discards stands
for every card that lies nowhere else, in any order.
"""

import re
from functools import lru_cache
from typing import Any, Final, NoReturn

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, flag, lists, seat_of, whole
from pioche.core.rules import lowest
from pioche.games.dectana.board import (
    DISCARD,
    DRAWN,
    FACINGS,
    HAND,
    MIDDLE,
    NONE,
    NOWHERE,
    OWN,
    OWNER,
    PIPS,
    PYRAMID_IDS,
    SHOWN,
    SHUFFLED,
    SIDE,
    UP,
    UP_TO,
    WIDE,
    State,
    add,
    add_land,
    aim,
    all_of,
    is_void,
    own,
    pyramids_in,
    space_id,
    stand,
)
from pioche.games.dectana.cards import (
    COPIES,
    IDS,
    NO_CARD,
    NUMBER,
    POWERS,
    POWERS_OF,
    PUSH,
    SHRINK,
    SUITS,
    USES,
    VALUE,
    card_id,
    card_ids,
    suit_ids,
)
from pioche.games.dectana.hands import best_in_hand, kinds_in_play
from pioche.games.dectana.moves import (
    CHOOSE,
    DROP,
    FACE,
    LIMIT,
    OVER,
    PLACE,
    POWER,
    PUSHING,
    REORIENT,
    REORIENT_ANYONE,
    SHRINKING,
    TURN_LIMIT,
    TURNING,
    WHICH,
)
from pioche.games.dectana.powers import (
    any_can_use,
    can_shrink_any,
    can_use,
    may_go_on,
    survey,
)
from pioche.games.dectana.rules import BOUND, HAND_LIMIT

Json = dict[str, Any]
PHASES: Final = (
    "place", "which", "face", "act", "choose", "power",
    "pushing", "shrinking", "reorient", "turning", "drop", "over",
)  # fmt: skip
REASONS: Final = ("claim", "time", "bare")
REST: Final = "..."
FAR: Final = 1000  # how far from the middle a board may begin
SPACE: Final = re.compile(r"([a-z])(\d+)(?:@(-?\d{1,3}),(-?\d{1,3}))?")
PLACED: Final = {
    f"{pyramid} {facing}": (k, f)
    for k, pyramid in enumerate(PYRAMID_IDS)
    for f, facing in enumerate(FACINGS)
}


# Writing


def pyramid_name(p: int) -> str | None:
    """Write a pyramid with its owner, as moves do."""
    return None if p == NONE else f"{OWNER[p]} {PYRAMID_IDS[p % OWN]}"


def bits(word: int) -> list[int]:
    """List the places of the bits that are set."""
    found = []
    while word:
        found.append(lowest(word))
        word &= word - 1
    return found


def board(s: State) -> dict[str, list[str]]:
    """Write every territory: its cards, the bottom one first."""
    return {
        space_id(s.land_at[land]): card_ids(s.stack[land])[::-1]
        for land in range(s.lands)
    }


@lru_cache(1 << 14)
def stand_text(space: int, facing: int) -> str:
    """Write where a pyramid stands and points."""
    return f"{space_id(space)} {FACINGS[facing]}"


def pyramids(s: State) -> list[dict[str, str]]:
    """Write where the pyramids of each seat stand and point."""
    found: list[dict[str, str]] = [{} for _ in range(s.seats)]
    for p in bits(s.on_board):
        found[p // OWN][PYRAMID_IDS[p % OWN]] = stand_text(s.at[p], s.facing[p])
    return found


def pile(s: State, number: int) -> list[str]:
    """Write a pile without an order, the highest card first."""
    once = s.once[number]
    return card_ids(once, s.twice[number]) if once else []


def public(s: State) -> Json:
    """Write what all may know (T37), the same in positions and views."""
    seats = range(s.seats)
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "unplaced": s.unplaced,
        "turns": s.turns,
        "reshuffled": s.reshuffled != 0,
        "reason": REASONS[s.reason] if s.phase == OVER else None,
        "board": board(s),
        "pyramids": pyramids(s),
        "shown": [pile(s, SHOWN + seat) for seat in seats],
        "discard": pile(s, DISCARD),
        "shuffled": pile(s, SHUFFLED),
        "card": card_id(s.card),
        "suits": suit_ids(s.powers),
        "uses": s.uses,
        "used": s.used,
        "eligible": [PYRAMID_IDS[k] for k in bits(s.eligible)],
        "chosen": pyramid_name(s.chosen),
        "points": s.points,
        "marked": [pyramid_name(p) for p in bits(s.marked)],
        "spot": None if s.spot == NOWHERE else space_id(s.spot),
    }


def position(s: State) -> Json:
    """Write the complete state, readable by a person."""
    seats = range(s.seats)
    return {
        **public(s),
        "hands": [pile(s, HAND + seat) for seat in seats],
        "drawn": [pile(s, DRAWN + seat) for seat in seats],
        "deck": [IDS[s.deck[i]] for i in range(s.left)],
    }


# Reading


def refuse(field: str, fr: str, en: str) -> NoReturn:
    """Say what is wrong with a field."""
    raise BadPosition(field, fr, en)


class Box:
    """The cards of the table while a position is laid out: each may be taken once."""

    def __init__(self, s: State) -> None:
        self.left = {IDS[kind]: COPIES for kind in bits(kinds_in_play(s))}

    def take(self, field: str, name: object) -> int:
        """Take a card."""
        left = self.left.get(name) if isinstance(name, str) else None
        if left is None:
            refuse(
                field,
                f"aucune carte {name!r} n'est en jeu",
                f"no card {name!r} is in play",
            )
        if left == 0:
            refuse(
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
    refuse(
        field,
        f"{text!r} n'est pas une case ; une case s'écrit h8, ou h8@1,0 plus loin",
        f"{text!r} is no space; a space is written h8, or h8@1,0 further away",
    )


def read_board(s: State, d: Json, box: Box) -> None:
    """Lay out the territories."""
    if not isinstance(d["board"], dict):
        refuse(
            "board", "c'est un objet : case, cartes", "it is an object: space, cards"
        )
    for text, names in d["board"].items():
        space = read_space("board", text)
        if not isinstance(names, list) or not names:
            refuse("board", f"{text} n'a pas de cartes", f"{text} has no cards")
        stack, height = 0, min(VALUE) - 1
        for name in names:
            card = box.take("board", name)
            if VALUE[card] <= height:
                refuse(
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
        refuse(
            "pyramids",
            f"c'est une liste de {s.seats} objets : pyramide, « case orientation »",
            f"it is a list of {s.seats} objects: pyramid, 'space orientation'",
        )
    for seat, row in enumerate(seats):
        for name, text in row.items():
            space_text, _, facing = str(text).partition(" ")
            if f"{name} {facing}" not in PLACED:
                shown = f"{name}: {text}"
                refuse(
                    "pyramids", f"« {shown} » est illisible", f"{shown!r} is unreadable"
                )
            k, number = PLACED[f"{name} {facing}"]
            space = read_space("pyramids", space_text)
            if is_void(s, space):
                refuse(
                    "pyramids",
                    f"{space_text} est dans le vide",
                    f"{space_text} is void",
                )
            stand(s, OWN * seat + k, space, number)


def read_deck(s: State, d: Json, box: Box) -> None:
    """Lay out the deck; every card must lie somewhere."""
    names = lists(d, "deck")
    if (names + d["discard"]).count(REST) > 1:
        refuse("deck", "« ... » n'est écrit qu'une fois", "'...' is written only once")
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
        refuse(
            "deck",
            f"il manque {len(missing)} cartes, par exemple {missing[0]}",
            f"{len(missing)} cards are missing, for example {missing[0]}",
        )


def read_pyramid(s: State, field: str, text: object) -> int:
    """Read a pyramid on the board, with its owner."""
    for p in bits(s.on_board):
        if pyramid_name(p) == text:
            return p
    refuse(
        field,
        f"{text!r} n'est pas une pyramide du plateau, comme « 0 small-1 »",
        f"{text!r} is no pyramid on the board, like '0 small-1'",
    )


def read_action(s: State, d: Json) -> None:
    """Read the action under way."""
    if d["suits"] != [suit for suit in SUITS if suit in lists(d, "suits")]:
        shown = ", ".join(SUITS)
        refuse("suits", f"dans cet ordre : {shown}", f"in this order: {shown}")
    for suit in d["suits"]:
        s.powers |= 3 << 2 * SUITS.index(suit)
    s.uses = whole("uses", d["uses"], 0, 3)
    s.used = whole("used", d["used"], 0, 2)
    s.points = whole("points", d["points"], 0, 2)
    for name in lists(d, "eligible"):
        if name not in PYRAMID_IDS:
            refuse(
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
        refuse("reason", "elle va avec la fin", "it goes with the end of the game")
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
            refuse(
                field,
                f"aucune carte ne s'appelle {name!r}",
                f"no card is called {name!r}",
            )
        if s.twice[number] >> NUMBER[name] & 1:
            refuse(
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


# Checking: what no game can reach is refused.


def check_known(s: State) -> None:
    """Refuse knowledge that the cards belie."""
    for seat in range(s.seats):
        if s.once[SHOWN + seat] & ~s.once[HAND + seat]:
            refuse("shown", "on montre ce qu'on a", "shown cards are in the hand")
        if s.twice[SHOWN + seat] & ~s.twice[HAND + seat]:
            refuse("shown", "on montre ce qu'on a", "shown cards are in the hand")
    for seat in range(s.seats):
        left = list(pile(s, SHUFFLED))
        for name in pile(s, DRAWN + seat):
            if name not in left:
                refuse(
                    "drawn", f"{name} n'a pas été mêlée", f"{name} was not shuffled in"
                )
            left.remove(name)
        for i in range(s.left if s.reshuffled else 0):
            if IDS[s.deck[i]] not in left:
                name = IDS[s.deck[i]]
                refuse(
                    "shuffled", f"{name} est dans la pioche", f"{name} is in the deck"
                )
            left.remove(IDS[s.deck[i]])
    if not s.reshuffled and s.once[SHUFFLED]:
        refuse("shuffled", "rien n'a été mêlé", "nothing has been shuffled in")


def check_reach(s: State) -> None:
    """Refuse a board from which a game could walk to where the numbers end."""
    for land in range(s.lands):
        space = s.land_at[land]
        row, column = abs(space // WIDE - MIDDLE), abs(space % WIDE - MIDDLE)
        if max(row, column) > FAR + s.count:
            text = space_id(space)
            refuse("board", f"{text} est trop loin du centre", f"{text} is too far out")


def check_table(s: State) -> None:
    """Refuse wrong numbers of territories, cards in hand and turns."""
    check_reach(s)
    if s.lands == 0 and s.phase != OVER:
        refuse("board", "il ne reste aucun territoire", "no territory is left")
    limit = LIMIT[s.options[TURN_LIMIT]] * s.seats
    if limit and s.turns >= limit and s.phase != OVER:
        refuse("turns", "la limite est atteinte", "the limit is reached")
    for seat in range(s.seats):
        over = s.held[seat] > HAND_LIMIT
        busy = seat == s.mover and CHOOSE <= s.phase <= SHRINKING
        drops = seat == s.mover and s.phase == DROP
        if s.phase != OVER and not busy and over != drops:
            refuse(
                "hands",
                f"la place {seat} a {s.held[seat]} cartes",
                f"seat {seat} has {s.held[seat]} cards",
            )


def check_phase(s: State) -> None:
    """Refuse a phase that the rest does not lead to."""
    placing = s.phase in (PLACE, WHICH, FACE) and s.unplaced > 0
    if s.unplaced and not (placing and s.mover == s.unplaced - 1):
        refuse("unplaced", "ce n'est pas au bon joueur", "it is another seat's turn")
    if s.phase == PLACE and not s.unplaced:
        refuse("unplaced", "il reste un joueur à placer", "a seat is still to place")
    if s.phase in (PLACE, WHICH) and own(s, s.mover):
        refuse("pyramids", "le joueur n'en a pas encore", "the mover has none yet")
    if (s.phase == WHICH) != (s.spot != NOWHERE):
        refuse(
            "spot", "elle va avec la phase « which »", "it goes with the phase 'which'"
        )
    if s.phase == WHICH and is_void(s, s.spot):
        refuse("spot", "elle est dans le vide", "it is void")
    check_chosen(s)
    check_power(s)
    if s.phase in (CHOOSE, POWER):
        check_use(s)
    elif s.phase in (PUSHING, SHRINKING):
        check_marked(s)
    elif s.marked and s.phase not in (REORIENT, TURNING):
        refuse("marked", "rien n'est en cours", "nothing is under way")


def check_chosen(s: State) -> None:
    """Refuse a chosen pyramid where none is, or one that can't be."""
    needed = s.phase in (FACE, POWER, PUSHING, SHRINKING, TURNING)
    if needed != (s.chosen != NONE):
        refuse(
            "chosen", "elle ne va pas avec la phase", "it does not go with the phase"
        )
    if s.chosen == NONE:
        return
    foreign = OWNER[s.chosen] != s.mover
    if foreign and not (s.phase == TURNING and s.options[REORIENT_ANYONE]):
        refuse("chosen", "elle est à un autre", "it is another seat's")
    if s.phase == TURNING and s.marked >> s.chosen & 1:
        refuse("chosen", "elle est déjà tournée", "it has been turned already")
    lone = own(s, s.mover) == 1 << s.chosen % OWN and PIPS[s.chosen] == 1
    if s.phase == FACE and not (lone and s.facing[s.chosen] == UP):
        refuse("chosen", "elle vient d'être posée", "it has just been placed")


def check_power(s: State) -> None:
    """Refuse a power in use that no card gives."""
    busy = CHOOSE <= s.phase <= SHRINKING
    if not busy:
        for field, value in (("suits", s.powers), ("uses", s.uses), ("used", s.used)):
            if value:
                refuse(field, "aucune carte n'est utilisée", "no card is in use")
        if s.card != NO_CARD or s.eligible or s.points:
            field = "points" if s.points else "eligible" if s.eligible else "card"
            refuse(field, "aucune carte n'est utilisée", "no card is in use")
        return
    total = s.uses + s.used
    kinds = bits(kinds_in_play(s)) if s.card == NO_CARD else [s.card]
    fits = any(POWERS_OF[k] == s.powers and USES[k] == total for k in kinds)
    if not fits or s.powers == 0 or s.uses == 0:
        refuse("suits", "aucune carte ne les donne ainsi", "no card gives them so")
    if not s.eligible:
        refuse("eligible", "aucune pyramide ne peut agir", "no pyramid may act")


def check_use(s: State) -> None:
    """Refuse a choice without a legal answer."""
    best = best_in_hand(s, s.mover, NO_CARD)
    if s.phase == CHOOSE and not (
        may_go_on(s) if s.used else any_can_use(s, s.eligible, s.powers, best)
    ):
        refuse("eligible", "aucune pyramide ne peut agir", "no pyramid can act")
    if s.phase == POWER:
        k = s.chosen % OWN
        if not s.eligible >> k & 1 or not can_use(s, k, s.powers, best):
            refuse(
                "chosen", "cette pyramide ne peut pas agir", "this pyramid can't act"
            )
    if s.points or s.marked:
        field = "points" if s.points else "marked"
        refuse(field, "rien n'est encore compté", "nothing is counted yet")


def check_marked(s: State) -> None:
    """Refuse targets of a push or a shrinking that can't be."""
    p, pushing = s.chosen, s.phase == PUSHING
    power = PUSH if pushing else SHRINK
    if not s.powers >> power & 1 or s.facing[p] == UP:
        name = POWERS[power]
        refuse("chosen", f"elle ne peut pas faire « {name} »", f"it can't {name}")
    if s.points >= PIPS[p] or s.points == 0:
        refuse("points", "il en reste, mais pas tous", "some are left, but not all")
    step = aim(s, p) - s.at[p]
    reach = [aim(s, p) + i * step for i in range(4 if pushing else 1)]
    near = sum(pyramids_in(s, space) for space in reach)
    if s.marked & ~near or (not pushing and s.marked & all_of(s.mover)):
        refuse("marked", "elles ne sont pas visées", "they are not aimed at")
    on = (
        s.marked & UP_TO[s.points]
        if pushing
        else can_shrink_any(s, p, s.marked, s.points)
    )
    if not on:
        refuse("marked", "il n'y a plus de cible", "no target is left")
