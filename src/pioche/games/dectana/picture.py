"""The table of Dectana drawn as text: the board with its stacks and pyramids, the seats.

North is up. A territory shows its card, then value and suits (`+1`: one card below),
then the pyramids: seat, size, and where they point.
"""

from typing import Any, Final

from pioche.core.words import Words
from pioche.games.dectana.board import SIDE
from pioche.games.dectana.cards import DECKTET, NUMBER, SUITS
from pioche.games.dectana.position import SPACE

Json = dict[str, Any]
Place = tuple[int, int]  # column and row, counted from a1
ARROWS: Final = {"north": "^", "east": ">", "south": "v", "west": "<", "up": "|"}
WIDTH: Final = 14  # of what stands on a space at most: three pyramids
PYRAMID: Final = 4  # what stands on a space at least
LINE: Final = 79  # of the board, if it can be
GAP: Final = "  "
COLOURS: Final = ("cyan", "magenta", "yellow", "green", "blue")  # of the seats


def picture(view: Json, words: Words) -> str:
    """Draw what a view shows."""
    table, said = view["table"], words.tables["picture"]
    head = [
        said["turn"].format(turn=table["turns"] // view["seats"] + 1),
        said["deck"].format(deck=table["deck_size"], discard=len(table["discard"])),
    ]
    if table["reshuffled"]:
        head.append(said["reshuffled"])
    lines = [" · ".join(head), "", *board_lines(table, words), ""]
    lines += [seat_line(view, words, seat) for seat in range(view["seats"])]
    lines += [*action_lines(table, words), said["legend"]]
    if table["hand"]:
        cards = ", ".join(full_card(card, words) for card in table["hand"])
        lines.append(said["hand"].format(cards=cards))
    return "\n".join(line.rstrip() for line in lines)


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


def board_lines(table: Json, words: Words) -> list[str]:
    """Draw the board as wide as a line of text has room for."""
    for width in range(WIDTH, PYRAMID, -1):
        lines = board_of_width(table, words, width)
        if max(map(len, lines)) <= LINE:
            return lines
    return board_of_width(table, words, PYRAMID)


def board_of_width(table: Json, words: Words, most: int) -> list[str]:
    """Draw the board; columns and rows between its parts are left out."""
    cells = cells_of(table, words, most)
    columns = sorted({column for column, _ in cells})
    width = {
        c: max(len(line) for at, lines in cells.items() if at[0] == c for line in lines)
        for c in columns
    }
    title = "".join(f"{chr(ord('a') + c % SIDE):<{width[c]}}{GAP}" for c in columns)
    drawn = [f"    {title}".rstrip()]
    for row in sorted({row for _, row in cells}, reverse=True):
        here = [cells.get((column, row), []) for column in columns]
        for i in range(max(map(len, here))):
            label = str(row % SIDE + 1) if i == 0 else ""
            parts = [
                f"{lines[i] if i < len(lines) else '':<{width[column]}}{GAP}"
                for column, lines in zip(columns, here, strict=True)
            ]
            drawn.append(f"{label:>3} {''.join(parts)}".rstrip())
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
        cards = ", ".join(map(words.term, table["shown"][seat]))
        notes.append(said["shown"].format(cards=cards))
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
