"""The table of Kardashev drawn as text: both sides, the quantum zone, one's own hand.

Beside a card of the hand stands what it would do if it came into play now.
"""

from textwrap import wrap
from typing import Any, Final

from pioche.core.words import Words

from .cards import (
    DOMAIN,
    HERO_NUMBER,
    NUMBER,
    ROWS,
    SET,
    STAGE_NAMES,
    WEIGHT,
    Card,
)
from .texts import effect, phrase, power, riposte, standing
from .vocabulary import DOMAINS

Json = dict[str, Any]
WIDTH: Final = 78
HIDDEN: Final = "▒▒▒"
MARKS: Final = {
    "diplomacy": "☼",
    "science": "⚛",
    "occultism": "☾",
    "war": "⚔",
    "environment": "❦",
}


def picture(view: Json, words: Words) -> str:
    """Draw what a view shows."""
    table, seat = view["table"], view["seat"]
    near = 0 if seat is None else seat
    lines = [headline(table, words)]
    if table["phase"] in ("draft", "draft-two", "build"):
        lines += between(view, words)
    else:
        lines += side_lines(view, words, 1 - near)
        lines += ["", *middle(view, words), ""]
        lines += side_lines(view, words, near)
        lines += known_lines(view, words)
        lines += hand_lines(view, words)
    return "\n".join(line.rstrip() for line in lines)


def said(words: Words, name: str, **values: object) -> str:
    """Return a phrase of the picture."""
    return str(words.tables["picture"][name]).format(**values)


def headline(table: Json, words: Words) -> str:
    """Say which game it is, and what is asked."""
    stage = said(words, "stage", stage="I" * table["stage"]) if table["stage"] else ""
    parts = [
        stage or said(words, "single"),
        said(words, "turn", turn=table["turn"]) if table["turn"] else "",
        words.term(f"ask-{table['phase']}"),
    ]
    if table["stage"]:
        parts.insert(
            1, said(words, "games", first=table["games"][0], second=table["games"][1])
        )
    return " · ".join(part for part in parts if part)


def card(id: str, words: Words) -> str:
    """Name a card with the mark of its domain."""
    if id not in NUMBER:
        return words.term(id)
    return f"{MARKS[DOMAINS[DOMAIN[NUMBER[id]]]]} {words.term(id)}"


def side_lines(view: Json, words: Words, seat: int) -> list[str]:
    """Draw a seat's side: what it holds, and its cards in play by domain."""
    table = view["table"]
    name = words.seat(seat)
    if seat == view["seat"]:
        name = f"{name} ({said(words, 'you')})"
    mark = ">" if seat in view["to_move"] else " "
    counts = said(
        words,
        "counts",
        hand=table["hand_sizes"][seat],
        deck=table["deck_sizes"][seat],
        discard=len(table["discards"][seat]),
    )
    lines = [f"{mark} {name[:1].upper()}{name[1:]}   {counts}"]
    for hero in table["heroes"][seat]:
        text = hero_text(hero, words)
        lines.append("    " + said(words, "hero", hero=words.term(hero), text=text))
    lines += [f"    {line}" for line in domain_lines(table["in_play"][seat], words)]
    if table["discards"][seat]:
        lines += wrapped(said(words, "discard"), table["discards"][seat], words)
    return lines


def hero_text(id: str, words: Words) -> str:
    """Say what a hero does."""
    hero = SET.heroes[HERO_NUMBER[id]]
    parts = [standing(words.lang, one) for one in hero.standing]
    return " ".join([*parts, *([power(words.lang, hero)] if hero.moment >= 0 else [])])


def domain_lines(ids: list[str], words: Words) -> list[str]:
    """Draw cards in play, a line a domain."""
    width = max(len(words.term(domain)) for domain in DOMAINS)
    lines = []
    for domain in DOMAINS:
        cards = [id for id in ids if DOMAINS[DOMAIN[NUMBER[id]]] == domain]
        tally = sum(WEIGHT[NUMBER[id]] for id in cards)
        boxes = "■" * tally + "·" * max(0, ROWS - tally)
        names = counted(cards, words)
        lines.append(f"{MARKS[domain]} {words.term(domain):<{width}} {boxes} {names}")
    return lines


def counted(ids: list[str], words: Words) -> str:
    """List cards, equal ones together."""
    names = [
        words.term(id) if ids.count(id) == 1 else f"{words.term(id)} ×{ids.count(id)}"
        for id in dict.fromkeys(ids)
    ]
    return ", ".join(names)


def wrapped(title: str, ids: list[str], words: Words) -> list[str]:
    """List cards under a title, in lines of the table's width."""
    text = f"{title} {counted(ids, words)}"
    return wrap(text, WIDTH, initial_indent="    ", subsequent_indent="      ")


def middle(view: Json, words: Words) -> list[str]:
    """Draw the quantum zone, and what waits to be decided."""
    table = view["table"]
    if not table["quantum"]:
        lines = [said(words, "empty")]
    else:
        shown = (
            HIDDEN
            if table["quantum_card"] is None
            else card(table["quantum_card"], words)
        )
        lines = [
            said(words, "quantum", seat=words.seat(table["mover"]), card=f"[ {shown} ]")
        ]
    if table["retort"]:
        lines.append(said(words, "retort", card=card(table["retort"], words)))
    if table["effect"]:
        asked = words.term(f"effect-{table['word']}")
        source = words.term(table["effect"]["source"])
        lines.append(
            said(words, "effect", source=source, word=asked, left=table["left"])
        )
    if table["looking"]:
        lines += wrapped(said(words, "looking"), table["looking"], words)
    if table["offer"]:
        lines += [
            said(words, "hero", hero=words.term(id), text=hero_text(id, words))
            for id in table["offer"]
        ]
    return [f"  ─── {line}" for line in lines]


def known_lines(view: Json, words: Words) -> list[str]:
    """List what the viewer knows of the other's hand."""
    table, seat = view["table"], view["seat"]
    if seat is None or not table["sure"][1 - seat]:
        return []
    return wrapped(said(words, "known"), table["sure"][1 - seat], words)


def hand_lines(view: Json, words: Words) -> list[str]:
    """Draw the viewer's hand: each card with what it would do now."""
    table, seat = view["table"], view["seat"]
    lines = []
    for id in dict.fromkeys(table["hand"] or []):
        held = table["hand"].count(id)
        times = f" ×{held}" if held > 1 else ""
        lines.append(f"  {card(id, words)}{times}")
        lines += [
            f"      {line}" for line in card_lines(id, table["in_play"][seat], words)
        ]
    return ["", said(words, "hand"), *lines] if lines else []


def card_lines(id: str, in_play: list[str], words: Words) -> list[str]:
    """Say what a card would do if it came into play now, and as an answer."""
    printed = SET.cards[NUMBER[id]]
    same = [NUMBER[other] for other in in_play]
    count = (
        sum(WEIGHT[n] for n in same if DOMAIN[n] == printed.domain) + WEIGHT[NUMBER[id]]
    )
    row = min(count, ROWS)
    text = effect(words.lang, printed.rows[row - 1])
    return filled(
        [said(words, "row", row=row, text=text), *other_lines(printed, words)]
    )


def other_lines(printed: Card, words: Words) -> list[str]:
    """Say what a card does besides its rows."""
    lines = [standing(words.lang, one) for one in printed.standing]
    lines += [phrase("traits", trait)[words.lang] for trait in printed.traits]
    if printed.riposte is not None:
        lines.append(said(words, "riposte", text=riposte(words.lang, printed.riposte)))
    if printed.recycle is not None:
        lines.append(said(words, "recycle", text=effect(words.lang, printed.recycle)))
    return lines


def filled(lines: list[str]) -> list[str]:
    """Break lines at the table's width."""
    return [
        part
        for line in lines
        for part in wrap(
            line, WIDTH - 6, subsequent_indent="  ", break_on_hyphens=False
        )
    ]


def between(view: Json, words: Words) -> list[str]:
    """Draw the draft, or the pool that a deck is built from."""
    table, seat = view["table"], view["seat"]
    waiting = [words.seat(other) for other in table["waiting"]]
    lines = [said(words, "waiting", seats=", ".join(waiting))]
    if seat is None:
        return lines
    row = table["draft"][-1]
    choices = table["five"] or [id for id in row["got"][seat] if id not in row["took"]]
    if table["phase"] == "build":
        choices = table["pool"]
        count = len(choices) - 35
        lines.append(said(words, "building", pool=len(choices), count=count))
        return [*lines, *(f"    {line}" for line in domain_lines(choices, words))]
    mine = [id for lap in table["draft"] for id in (lap["picked"], *lap["took"]) if id]
    lines += wrapped(said(words, "drafted"), mine, words) if mine else []
    for id in choices:
        lines.append(f"  {card(id, words)}")
        lines += [f"      {line}" for line in rows_of(id, words)]
    return lines


def rows_of(id: str, words: Words) -> list[str]:
    """Say all that a card does, equal rows together."""
    printed = SET.cards[NUMBER[id]]
    lines = []
    first = 0
    for row in range(ROWS):
        if row + 1 == ROWS or printed.rows[row + 1] != printed.rows[row]:
            text = effect(words.lang, printed.rows[row])
            if first == row:
                lines.append(said(words, "row", row=row + 1, text=text))
            else:
                span = {"first": first + 1, "last": row + 1}
                lines.append(said(words, "rows", **span, text=text))
            first = row + 1
    return filled([*lines, *other_lines(printed, words)])


# A whole set


def card_page(words: Words) -> str:
    """List all cards of the set with their texts, by stage, then the heroes."""
    lines = [SET.name[words.lang]]
    for stage, name in enumerate(STAGE_NAMES):
        lines += ["", said(words, "base" if stage == 0 else "stage", stage="I" * stage)]
        for printed in SET.cards:
            if STAGE_NAMES[printed.stage] == name:
                lines.append(f"  {card(printed.id, words)}  ({printed.id})")
                lines += [f"      {line}" for line in rows_of(printed.id, words)]
                lines.append(flavour_line(printed, words))
    lines += ["", said(words, "heroes")]
    for hero in SET.heroes:
        lines.append(f"  ★ {words.term(hero.id)}  ({hero.id})")
        lines += [f"      {line}" for line in filled([hero_text(hero.id, words)])]
        lines.append(flavour_line(hero, words))
    return "\n".join(lines)


def flavour_line(printed: Card, words: Words) -> str:
    """Quote the line of flavour of a card or hero."""
    return "      " + said(words, "flavour", text=printed.flavour[words.lang])
