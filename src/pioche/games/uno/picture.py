"""The table of UNO drawn as text: the seats, the pile, one's own hand as cards."""

from typing import Any, Final

from pioche.core.words import Words
from pioche.games.uno.cards import COLOURS

Json = dict[str, Any]
Card = tuple[str, str, str]  # its colour ("" for a wild), its kind, its icon
WIDTH: Final = 8  # of a card, inside its frame
ROW: Final = 7  # cards side by side
BACKS: Final = 20  # drawn of a hand at most
ICONS: Final = {"love": "♥", "money": "$"}
ARROWS: Final = {"clockwise": "↓", "counterclockwise": "↑"}


def picture(view: Json, words: Words) -> str:
    """Draw what a view shows."""
    lines = [
        *seat_lines(view, words),
        "",
        *middle(view, words),
        *known_lines(view, words),
        *hand_lines(view, words),
    ]
    return "\n".join(line.rstrip() for line in lines)


def paints(words: Words) -> dict[str, str]:
    """Say how a terminal paints the names of the colours."""
    return {rf"(?i)\b{words.term(c)}e?\b": f"bold {c}" for c in COLOURS}


def parts(id: str) -> Card:
    """Take the name of a card apart."""
    *colour, kind, icon = id.split("-")
    return "".join(colour), kind, icon


def frame(id: str, words: Words) -> list[str]:
    """Draw a card."""
    colour, kind, icon = parts(id)
    label = words.tables["picture"].get(kind, kind)
    below = f"{words.term(colour) if colour else '':<{WIDTH - 1}}{ICONS[icon]}"
    edge = "─" * WIDTH
    return [f"╭{edge}╮", f"│{label:<{WIDTH}}│", f"│{below}│", f"╰{edge}╯"]


def seat_lines(view: Json, words: Words) -> list[str]:
    """Draw who sits where, in the order of the seats, and what all know of them."""
    names = [seat_name(view, words, seat) for seat in range(view["seats"])]
    width = max(map(len, names))
    turn = ARROWS[view["table"]["direction"]]
    lines = []
    for seat, name in enumerate(names):
        mark = ">" if seat in view["to_move"] else turn
        notes = "   ".join(seat_notes(view, words, seat))
        lines.append(f"{mark} {name:<{width}}  {notes}")
    return lines


def seat_name(view: Json, words: Words, seat: int) -> str:
    """Name a seat, and say which is the viewer's."""
    name = words.seat(seat)
    if seat == view["seat"]:
        name = f"{name} ({words.tables['picture']['you']})"
    return name


def seat_notes(view: Json, words: Words, seat: int) -> list[str]:
    """Say how many cards a seat holds, and what else is known of it."""
    table, said = view["table"], words.tables["picture"]
    count = table["sizes"][seat]
    backs = "▮" * min(count, BACKS) + ("…" if count > BACKS else "")
    notes = [f"{said['one_card'] if count == 1 else said['cards'].format(count=count)}"]
    if view["options"]["points"]:
        points = said["points"].format(
            count=table["scores"][seat], goal=view["options"]["points"]
        )
        notes.append(points)
    notes += [said["exposed"]] if seat in table["exposed"] else []
    notes += [said["author"]] if seat == table["author"] else []
    notes += [said["dealer"]] if seat == table["dealer"] else []
    notes += [said["winner"]] if seat == table["winner"] else []
    return [f"{backs:<{min(max(table['sizes']), BACKS + 1)}} {notes[0]}", *notes[1:]]


def middle(view: Json, words: Words) -> list[str]:
    """Draw the pile beside what it asks for."""
    table, said = view["table"], words.tables["picture"]
    facts = [
        said["colour"].format(colour=words.term(table["colour"]).upper()),
        said["direction"].format(direction=words.term(table["direction"])),
        said["deck"].format(count=table["deck_size"]),
        said["asked"].format(asked=words.term(f"ask-{table['phase']}")),
    ]
    if table["pending"]:
        facts[3] += f" ({said['pending'].format(count=table['pending'])})"
    drawn = frame(table["pile"][-1], words)
    return [f"  {card}   {fact}" for card, fact in zip(drawn, facts, strict=True)]


def known_lines(view: Json, words: Words) -> list[str]:
    """Say which cards are known that are not seen any more."""
    table, said = view["table"], words.tables["picture"]
    lines = [
        said["known"].format(seat=words.seat(seat), cards=listed(ids, words))
        for seat, ids in enumerate(table["known"])
        if ids
    ]
    by_cards: dict[str, list[str]] = {}
    for seat, ids in enumerate(table["shown"]):
        by_cards.setdefault(listed(ids, words), []).append(words.seat(seat))
    lines += [
        said["shown"].format(seats=viewers(view, words, seats), cards=cards)
        for cards, seats in by_cards.items()
        if cards
    ]
    return [line[:1].upper() + line[1:] for line in lines]


def viewers(view: Json, words: Words, seats: list[str]) -> str:
    """Name those who know something."""
    everybody = len(seats) > 1 and len(seats) == view["seats"] - 1
    return str(words.tables["picture"]["all"]) if everybody else ", ".join(seats)


def listed(ids: list[str], words: Words) -> str:
    """List cards on one line, colour by colour."""
    by_colour: dict[str, list[str]] = {}
    for colour, kind, icon in map(parts, ids):
        label = words.tables["picture"].get(kind, kind) + ICONS[icon]
        by_colour.setdefault(colour, []).append(label)
    return ", ".join(
        " ".join(filter(None, (colour and words.term(colour), *labels)))
        for colour, labels in by_colour.items()
    )


def hand_lines(view: Json, words: Words) -> list[str]:
    """Draw the viewer's hand; the card just drawn is marked."""
    table = view["table"]
    hand = list(table["hand"])
    if table["drawn"]:
        hand.remove(table["drawn"])
        hand.append(table["drawn"])
    lines = []
    for first in range(0, len(hand), ROW):
        cards = [frame(id, words) for id in hand[first : first + ROW]]
        lines += ["".join(row) for row in zip(*cards, strict=True)]
    if table["drawn"]:
        lines.append(
            words.tables["picture"]["drawn"].format(card=words.term(table["drawn"]))
        )
    return lines
