"""The table drawn as text, from what a view tells."""

from collections import Counter
from textwrap import wrap
from typing import Any, Final

from pioche.core.words import Words
from pioche.games.duckomenta.cards import EPOCH_IDS, ROWS
from pioche.games.duckomenta.state import BONUS_WORTH, SEASONS

UP, DOWN, NONE, MISSING = "■", "▒", "·", "·"
TITLES: Final = tuple((id, cards) for id, cards, *_ in ROWS)
GAP: Final = "  "
LINE: Final = 79
KEPT: Final = "\xa0"  # a space where no line may break
COLOURS: Final = ("yellow", "green", "red", "blue", "magenta")  # of the epochs
Json = dict[str, Any]


def picture(view: Json, words: Words) -> str:
    """Draw the table as the seat of a view sees it."""
    table = view["table"]
    say = words.tables["picture"]
    lines = [
        say["season"].format(
            season=table["season"],
            seasons=SEASONS,
            deck=table["deck"],
            discards=sum(table["discards"].values()),
        ),
        say["ends"].format(limit=table["limit"]),
        trend(table, words),
        "",
        *grid(view, words),
        "",
        *(part for note in notes(view, words) for part in broken(note)),
    ]
    return "\n".join(line.rstrip() for line in lines)


def broken(text: str) -> list[str]:
    """Break a text into lines, between its cards and not within one."""
    lines = wrap(text, LINE, subsequent_indent="  ")
    return [line.replace(KEPT, " ") for line in lines]


def paints(words: Words) -> dict[str, str]:
    """Say how a terminal paints the names of the epochs."""
    return {
        f"{words.term(id)}|{words.tables['short'][id]}": colour
        for id, colour in zip(EPOCH_IDS, COLOURS, strict=True)
    }


def trend(table: Json, words: Words) -> str:
    """Name the trend."""
    say: dict[str, str] = words.tables["picture"]
    card = table["trend"]
    return say["trend"].format(card=words.term(card)) if card else say["no_trend"]


def grid(view: Json, words: Words, *, counted: bool = False) -> list[str]:
    """Draw epochs, tokens and displays: a row an epoch, a column a seat.

    If a line has no room for every card, they are counted.
    """
    table, seats = view["table"], range(view["seats"])
    say = words.tables["picture"]
    marks = ["◄" if seat in view["to_move"] else " " for seat in seats]
    rows = [
        [say["epoch"], say["on_table"], say["tokens"]]
        + [say["seat"].format(number=seat + 1) + marks[seat] for seat in seats],
        *(epoch_row(table, words, row, counted=counted) for row in TITLES),
        [say["face_down"], "", ""]
        + [DOWN * len(cards) or NONE for cards in table["face_down"]],
        [say["hand"], "", "", *map(str, table["sizes"])],
        [say["points"], "", "", *map(str, table["totals"])],
    ]
    lines = align(rows)
    if max(map(len, lines)) > LINE and not counted:
        return grid(view, words, counted=True)
    return lines


def epoch_row(
    table: Json, words: Words, title: tuple[str, int], *, counted: bool
) -> list[str]:
    """Draw one epoch: how far it is, its tokens, each seat's cards."""
    id, cards = title
    lying = table["on_table"].get(id, 0)
    missing = table["limit"] - lying
    return [
        f"{cards} {words.tables['short'][id]}",
        str(lying) if counted else f"{lying * UP}{missing * MISSING} {lying}",
        tokens(table, id),
    ] + [
        row_of(UP, sum(card.startswith(id) for card in cards), counted=counted)
        for cards in table["front"]
    ]


def row_of(mark: str, count: int, *, counted: bool) -> str:
    """Draw so many marks in a row, or one with their number."""
    if counted and count > 1:
        return f"{count}{mark}"
    return mark * count or NONE


def tokens(table: Json, id: str) -> str:
    """Write the tokens of an epoch and their sum; this season's stands in brackets."""
    lying = [row[id] for row in table["ranks"] if id in row]
    lying += [BONUS_WORTH] * table["bonus"].get(id, 0)
    if not lying:
        return NONE
    written = [str(token) for token in lying]
    if id in ranked(table):
        last = sum(id in row for row in table["ranks"]) - 1
        written[last] = f"[{written[last]}]"
    return "+".join(written) + (f" = {sum(lying)}" if len(lying) > 1 else "")


def ranked(table: Json) -> dict[str, int]:
    """Return the tokens that this season has given."""
    given: dict[str, int] = table["ranks"][table["season"] - 1]
    return given


def align(rows: list[list[str]]) -> list[str]:
    """Set rows of one length in columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]


def notes(view: Json, words: Words) -> list[str]:
    """Say what is asked of whom, what the seat holds and what is known of the others."""
    table = view["table"]
    say = words.tables["picture"]
    lines = [say["ranked"]] if ranked(table) else []
    lines += [asked(table, words)] if view["to_move"] else []
    lines += [
        say["void"].format(
            seat=words.seat(seat), epochs=", ".join(map(words.term, lacking))
        )
        for seat, lacking in enumerate(lacked(table))
        if lacking and seat != view["seat"]
    ]
    if table["picked"]:
        seats = ", ".join(map(words.seat, table["picked"]))
        lines.append(say["chosen"].format(seats=seats))
    if view["seat"] is not None:
        lines += own_cards(view, words)
    return lines


def lacked(table: Json) -> list[list[str]]:
    """List by seat the epochs of which it surely holds no card."""
    return [
        [id for id in EPOCH_IDS if size and known.get(id, 0) >= size]
        for known, size in zip(table["not_of"], table["sizes"], strict=True)
    ]


def asked(table: Json, words: Words) -> str:
    """Say what is asked of whom."""
    say: dict[str, str] = words.tables["picture"]
    due = table["due"]
    return say["due" if due else "asked"].format(
        seat=words.seat(table["mover"]),
        what=words.term(table["phase"]),
        card=words.term(due or ""),
    )


def own_cards(view: Json, words: Words) -> list[str]:
    """Write the cards that only the seat itself knows."""
    table = view["table"]
    say = words.tables["picture"]
    cards = counted(table["hand"], words) or say["none"]
    lines = [say["yours"].format(cards=cards)]
    hidden = [card["card"] for card in table["face_down"][view["seat"]]]
    if hidden:
        lines.append(say["mine"].format(cards=counted(hidden, words)))
    if table["pick"]:
        lines.append(say["picked"].format(card=words.term(table["pick"])))
    return lines


def counted(cards: list[str], words: Words) -> str:
    """List cards, equal ones once with their number."""
    named = (
        f"{count} × {words.term(card)}" if count > 1 else words.term(card)
        for card, count in Counter(cards).items()
    )
    return ", ".join(name.replace(" ", KEPT) for name in named)
