"""The table of Tide as text."""

from typing import Any

from pioche.core.words import Words


def picture(view: dict[str, Any], words: Words) -> str:
    """Draw a view."""
    table = view["table"]
    lines = [f"  [{words.term(table['top'])}]   {table['stock']} ▒"]
    for seat, size in enumerate(table["sizes"]):
        mark = "▸" if seat in view["to_move"] else " "
        lines.append(f"{mark} {words.seat(seat):<10} {'▒' * size}")
    lines.append("  " + " ".join(f"[{words.term(card)}]" for card in table["hand"]))
    return "\n".join(lines)
