"""The table of Anthem drawn as text: rows, hand sizes, one's own hand."""

from typing import Any

from pioche.core.words import Words

Json = dict[str, Any]


def picture(view: Json, words: Words) -> str:
    """Draw what a view shows."""
    names = [seat_name(view, words, seat) for seat in range(view["seats"])]
    width = max(map(len, names))
    lines = [space_numbers(view, words, width)]
    for seat, name in enumerate(names):
        mark = ">" if seat in view["to_move"] else " "
        notes = "   ".join(seat_notes(view, words, seat))
        lines.append(f"{mark} {name:<{width}}  {row_text(view, words, seat)}   {notes}")
    return "\n".join([*lines, *own_lines(view, words), *pick_lines(view, words)])


def paints(words: Words) -> dict[str, str]:
    """Say how a terminal paints Death."""
    return {rf"\b{words.term('death')}s?\b": "bold magenta"}


def seat_name(view: Json, words: Words, seat: int) -> str:
    """Name a seat, and say which is the viewer's."""
    name = words.seat(seat)
    if seat == view["seat"]:
        name = f"{name} ({words.tables['picture']['you']})"
    return name


def space_numbers(view: Json, words: Words, width: int) -> str:
    """Number the spaces above the rows."""
    count = len(view["table"]["rows"][0]) - 2
    numbers = "".join(f"{space:^3}" for space in range(1, count + 1))
    return f"  {words.tables['picture']['space']:<{width}}     {numbers}"


def row_text(view: Json, words: Words, seat: int) -> str:
    """Draw a row: its cards, and a dot for each free space."""
    row = view["table"]["rows"][seat]
    return "".join(f"{words.term(card) if card else '·':^3}" for card in row)


def seat_notes(view: Json, words: Words, seat: int) -> list[str]:
    """Say what else is known of a seat."""
    table, said = view["table"], words.tables["picture"]
    count = table["sizes"][seat]
    notes = [said["one_card"] if count == 1 else said["cards"].format(count=count)]
    if table["deaths"]:
        notes.append(said["deaths"].format(count=table["deaths"][seat]))
    elif table["known_deaths"][seat] and seat != view["seat"]:
        notes.append(words.term(table["known_deaths"][seat]))
    if seat in table["spoiled"]:
        notes.append(said["spoiled"])
    return notes


def own_lines(view: Json, words: Words) -> list[str]:
    """Show the viewer's hand and the card it knows to have been taken last."""
    table, said = view["table"], words.tables["picture"]
    lines = []
    if table["hand"]:
        cards = " ".join(map(words.term, table["hand"]))
        lines.append(said["hand"].format(cards=cards))
    taken = table["taken"]
    if taken and taken["card"]:
        label = said["taken" if taken["seat"] == view["seat"] else "gave"]
        holder, card = words.seat(taken["seat"]), words.term(taken["card"])
        lines.append(label.format(seat=holder, card=card))
    if table["spoiling"]:
        moves = ", ".join(map(words.move, table["spoiling"]))
        lines.append(said["spoiling"].format(moves=moves))
    return [sentence_case(line) for line in lines]


def pick_lines(view: Json, words: Words) -> list[str]:
    """Show the backs of the cards that the mover may point at, each with its place."""
    table = view["table"]
    if table["giver"] is None:
        return []
    backs = " ".join(f"[{place}]" for place in range(table["sizes"][table["giver"]]))
    hides = words.tables["picture"]["hides"]
    return [sentence_case(hides.format(seat=words.seat(table["giver"]), backs=backs))]


def sentence_case(text: str) -> str:
    """Begin a line with a capital."""
    return text[:1].upper() + text[1:]
