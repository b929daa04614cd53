"""The table of Dectana drawn as text: the board with its stacks and pyramids, the seats.

North is up. A territory shows its card, then value and suits (`+1`: one card below),
then the pyramids: seat, size, and where they point.
"""

from textwrap import wrap
from typing import Any, Final

from pioche.core.words import Words
from pioche.games.dectana.board import SIDE, SPACE
from pioche.games.dectana.cards import DECKTET, NUMBER, SUITS

Json = dict[str, Any]
Place = tuple[int, int]  # column and row, counted from a1
ARROWS: Final = {"north": "^", "east": ">", "south": "v", "west": "<", "up": "|"}
WIDTH: Final = 20  # of what lies on a space at most: any name, or four pyramids
NARROW: Final = 5
PYRAMID: Final = 4  # what stands on a space at least
LINE: Final = 79
GAP: Final = "  "
KEPT: Final = "\xa0"  # a space where no line may break
COLOURS: Final = ("cyan", "magenta", "yellow", "green", "blue")  # of the seats


def picture(view: Json, words: Words) -> str:
    """Draw what a view shows."""
    table, said = view["table"], words.tables["picture"]
    head = [
        turn_line(view, words),
        said["deck"].format(deck=table["deck_size"], discard=len(table["discard"])),
    ]
    if table["reshuffled"]:
        head.append(said["reshuffled"])
    lines = [" · ".join(head), "", *board_lines(table, words), ""]
    for seat in range(view["seats"]):
        lines += broken(seat_line(view, words, seat), indent=4)
    lines += action_lines(table, words)
    lines += broken(said["suits_are"]) + broken(said["pyramids_are"])
    if table["hand"]:
        lines += broken(said["hand"].format(cards=listed(table["hand"], words)))
    return "\n".join(line.rstrip() for line in lines)


def turn_line(view: Json, words: Words) -> str:
    """Say which turn it is, of how many if there is a limit."""
    played = view["table"]["turns"] - (view["table"]["reason"] == "time")
    limit = view["options"]["turn_limit"]
    said: str = words.tables["picture"]["turn_of" if limit else "turn"]
    return said.format(turn=played // view["seats"] + 1, limit=limit)


def broken(text: str, indent: int = 2) -> list[str]:
    """Break a text into lines, between its cards and not within one."""
    lines = wrap(text, LINE, subsequent_indent=" " * indent)
    return [line.replace(KEPT, " ") for line in lines]


def listed(cards: list[str], words: Words) -> str:
    """List cards with their values and suits."""
    return ", ".join(full_card(card, words).replace(" ", KEPT) for card in cards)


def paints(words: Words) -> dict[str, str]:
    """Say how a terminal paints the pyramids, seat by seat."""
    sizes = words.tables["picture"]["letters"]
    return {
        rf"\b{seat + 1}[{sizes}]\d[\^>v<|]": f"bold {colour}"
        for seat, colour in enumerate(COLOURS)
    }


def place_of(space: str) -> Place:
    """Read the column and the row of a space."""
    match = SPACE.fullmatch(space)
    assert match is not None
    column = ord(match[1]) - ord("a") + SIDE * int(match[3] or 0)
    return column, int(match[2]) - 1 + SIDE * int(match[4] or 0)


def short_card(card: str, words: Words) -> str:
    """Write a card's value and suits: `8 WL`, `C S` for a Crown, `- ` for none."""
    row = DECKTET[NUMBER[card]]
    letters = words.tables["picture"]["suits"]
    suits = "".join(
        letters[suit] for suit in range(len(SUITS)) if row.suits >> suit & 1
    )
    value = "C" if row.crown else "-" if row.value < 0 else str(row.value)
    return f"{value} {suits}".rstrip()


def full_card(card: str, words: Words) -> str:
    """Write a card's name, value and suits."""
    return f"{words.term(card)} ({short_card(card, words)})"


def bare_name(card: str, words: Words) -> str:
    """Write a card's name without its article."""
    name = words.term(card)
    for article in words.tables["picture"]["articles"].split("|"):
        name = name.removeprefix(article)
    return name


def cut(name: str, width: int) -> str:
    """Shorten a name that is too long."""
    return name if len(name) <= width else f"{name[: width - 1]}…"


def cells_of(table: Json, words: Words, width: int) -> dict[Place, list[str]]:
    """Write what lies on each territory and wasteland, line by line."""
    cells: dict[Place, list[str]] = {}
    for space, cards in table["board"].items():
        below = f" +{len(cards) - 1}" if len(cards) > 1 else ""
        name = cut(bare_name(cards[-1], words), width)
        cells[place_of(space)] = [name, short_card(cards[-1], words) + below]
    for column, row in list(cells):
        for near in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            cells.setdefault((column + near[0], row + near[1]), ["·"])
    letters = words.tables["picture"]["letters"]
    for seat, pyramids in enumerate(table["pyramids"]):
        for name, text in pyramids.items():
            space, facing = text.split(" ")
            size = letters[("small", "medium", "large").index(name[:-2])]
            mark = f"{seat + 1}{size}{name[-1]}{ARROWS[facing]}"
            add_pyramid(cells[place_of(space)], mark, width)
    return cells


def add_pyramid(lines: list[str], text: str, width: int) -> None:
    """Add a pyramid to a space, as many on a line as there is room for."""
    if lines[-1][-1] in "^>v<|" and len(lines[-1]) + PYRAMID < width:
        lines[-1] += f" {text}"
    else:
        lines.append(text)


def board_lines(table: Json, words: Words, most: int = WIDTH) -> list[str]:
    """Draw the board as wide as a line has room for; in parts if it is wider."""
    cells = cells_of(table, words, most)
    margin = max([3, *(len(row_name(row)) for _, row in cells)]) + 1
    parts = parts_of(widths_of(cells), LINE - margin)
    if len(parts) > 1 and most > NARROW:
        return board_lines(table, words, most - 1)
    drawn: list[str] = []
    for widths in parts:
        drawn += ["", *part_lines(cells, widths, margin)]
    return drawn[1:]


def column_name(column: int) -> str:
    """Write a column, and how often the names are repeated on the way: c, c@1."""
    return chr(ord("a") + column % SIDE) + far(column)


def row_name(row: int) -> str:
    """Write a row in the same way."""
    return str(row % SIDE + 1) + far(row)


def far(place: int) -> str:
    """Write how often the names are repeated on the way to a column or row."""
    return f"@{place // SIDE}" if place // SIDE else ""


def widths_of(cells: dict[Place, list[str]]) -> dict[int, int]:
    """Measure the columns of the board; those between its islands are left out."""
    widths: dict[int, int] = {}
    for column, row in sorted(cells):
        lines = [column_name(column), *cells[column, row]]
        widths[column] = max(widths.get(column, 0), *map(len, lines))
    return widths


def parts_of(widths: dict[int, int], line: int) -> list[dict[int, int]]:
    """Divide columns into as many side by side as a line has room for."""
    parts: list[dict[int, int]] = []
    room = 0
    for column, width in widths.items():
        room -= width + len(GAP)
        if room < 0:
            parts.append({})
            room = line - width
        parts[-1][column] = width
    return parts


def part_lines(
    cells: dict[Place, list[str]], widths: dict[int, int], margin: int
) -> list[str]:
    """Draw some columns of the board; rows between its islands are left out."""
    title = GAP.join(f"{column_name(c):<{width}}" for c, width in widths.items())
    drawn = [f"{'':{margin}}{title}".rstrip()]
    for row in sorted({row for column, row in cells if column in widths}, reverse=True):
        here = [cells.get((column, row), []) for column in widths]
        for i in range(max(map(len, here))):
            label = row_name(row) if i == 0 else ""
            text = GAP.join(
                f"{lines[i] if i < len(lines) else '':<{width}}"
                for width, lines in zip(widths.values(), here, strict=True)
            )
            drawn.append(f"{label:>{margin - 1}} {text}".rstrip())
    return drawn


def seat_line(view: Json, words: Words, seat: int) -> str:
    """Say how many cards, points and pyramids a seat has."""
    table, said = view["table"], words.tables["picture"]
    name = words.seat(seat)
    if seat == view["seat"]:
        name = f"{name} ({said['you']})"
    counts = zip(said["letters"], table["reserves"][seat], strict=True)
    reserve = " ".join(f"{count}{letter}" for letter, count in counts)
    notes = [
        said["seat"].format(
            name=name, hand=table["sizes"][seat], score=table["scores"][seat]
        ),
        said["reserve"].format(reserve=reserve),
    ]
    if table["shown"][seat]:
        cards = [words.term(card).replace(" ", KEPT) for card in table["shown"][seat]]
        notes.append(said["shown"].format(cards=", ".join(cards)))
    mark = ">" if seat in view["to_move"] else " "
    return f"{mark} {', '.join(notes)}"


def action_lines(table: Json, words: Words) -> list[str]:
    """Say what is going on within an action."""
    said = words.tables["picture"]
    lines = []
    if table["suits"]:
        card = words.term(table["card"]) if table["card"] else said["from_board"]
        suits = ", ".join(map(words.term, table["suits"]))
        lines.append(said["in_use"].format(suits=suits, card=card, uses=table["uses"]))
    if table["chosen"]:
        seat, pyramid = table["chosen"].split(" ")
        text = f"{words.term(pyramid)} ({words.seat(int(seat))})"
        lines.append(said["chosen"].format(pyramid=text))
    if table["points"]:
        lines.append(said["points"].format(points=table["points"]))
    if table["spot"]:
        lines.append(said["spot"].format(space=table["spot"]))
    return lines
