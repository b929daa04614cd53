"""Plots as SVG that can be printed and read without colour: shapes and dashes tell apart.

A text in two languages is drawn twice; the page shows the language that is chosen.
"""

from collections.abc import Sequence
from html import escape
from math import ceil, floor, inf, isfinite, log10
from typing import Final

from pioche.lab.measures import Estimate

Text = tuple[str, str]  # French, English
Points = Sequence[Estimate]

LEFT, TOP, HEIGHT, FOOT = 46, 14, 150, 26
STEP: Final = 9  # between two marks of a group
#: A mark a level: its outline from the point on, and whether it is filled.
MARKS: Final = (
    ("m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0", False),
    ("m0-4.5 4.2 7.5h-8.4z", False),
    ("m-3.2-3.2h6.4v6.4h-6.4z", False),
    ("m0-4.6 4.6 4.6-4.6 4.6-4.6-4.6z", True),
    ("m-3.2-3.2h6.4v6.4h-6.4z", True),
)
DASHES: Final = ("1 3", "4 3", "8 3", "8 3 2 3", "")


def both(text: Text, attributes: str = "") -> str:
    """Write a text of a drawing in both languages."""
    return "".join(
        f'<text lang="{lang}" {attributes}>{escape(said)}</text>'
        for lang, said in zip(("fr", "en"), text, strict=True)
    )


def short(value: float) -> str:
    """Write a number for an axis."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def ticks(low: float, high: float) -> list[float]:
    """Choose three to six round numbers of a range."""
    size = 10 ** floor(log10((high - low) / 4))
    step = next(f * size for f in (1, 2, 2.5, 5, 10) if (high - low) / (f * size) <= 5)
    return [k * step for k in range(ceil(low / step), floor(high / step + 1e-9) + 1)]


def reach(
    points: list[Estimate], fair: float | None, most: float
) -> tuple[float, float]:
    """Choose what an axis spans: all points, and of intervals what does not dwarf them."""
    values = [point.value for point in points] + ([] if fair is None else [fair])
    if not values:
        return 0.0, 1.0
    room = max(max(values) - min(values), 0.02 * max(map(abs, values)), 1e-3)
    low = min([p.value - min(p.half, room) for p in points] + values)
    high = max([p.value + min(p.half, room) for p in points] + values)
    spare = 0.05 * (high - low) or room
    return max(low - spare, 0.0), min(high + spare, most)  # no figure is negative


class Frame:
    """The axes of a plot: turns values into places."""

    def __init__(self, width: int, low: float, high: float) -> None:
        self.width, self.low, self.high = width, low, high
        self.parts = [f'<path class="axis" d="M{LEFT} {TOP}v{HEIGHT}h{width}"/>']
        for tick in ticks(low, high):
            y = self.y(tick)
            self.parts.append(
                f'<path class="grid" d="M{LEFT} {y}h{width}"/>'
                f'<text x="{LEFT - 5}" y="{y + 4}" text-anchor="end">{short(tick)}</text>'
            )

    def y(self, value: float) -> float:
        """Turn a value into a height on the page."""
        part = (min(max(value, self.low), self.high) - self.low) / (
            self.high - self.low
        )
        return round(TOP + HEIGHT * (1 - part), 1)

    def label(self, x: float, text: str) -> None:
        """Write below the axis."""
        y = TOP + HEIGHT + 16
        self.parts.append(
            f'<text x="{x:g}" y="{y}" text-anchor="middle">{escape(text)}</text>'
        )

    def level(self, value: float) -> None:
        """Draw a dashed line across."""
        self.parts.append(
            f'<path class="fair" d="M{LEFT} {self.y(value)}h{self.width}"/>'
        )

    def svg(self, title: Text) -> str:
        """Return the drawing."""
        wide, high = LEFT + self.width + 8, TOP + HEIGHT + FOOT
        name = escape(" · ".join(title), quote=True)
        return (
            f'<svg viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
            f'role="img" aria-label="{name}">{"".join(self.parts)}</svg>'
        )


def dots(
    title: Text,
    groups: Sequence[str],
    levels: Sequence[Points],
    scale: float = 1.0,
    fair: float | None = None,
) -> str:
    """Draw a mark with its interval for each group and level."""
    shown = [
        [Estimate(p.value * scale, p.half * scale) for p in points] for points in levels
    ]
    sure = [p for points in shown for p in points if isfinite(p.half)]
    wide = STEP * (len(levels) + 1)
    most = 100.0 if scale == 100 else inf
    frame = Frame(
        max(wide * len(groups), 90), *reach(sure, fair and fair * scale, most)
    )
    if fair is not None:
        frame.level(fair * scale)
    for group, name in enumerate(groups):
        frame.label(LEFT + wide * (group + 0.5), name)
    for level, points in enumerate(shown):
        mark, filled = MARKS[level % len(MARKS)]
        bars, marks = [], []
        for group, point in enumerate(points):
            if isfinite(point.half):
                x = LEFT + wide * group + STEP * (level + 1)
                low, high = (
                    frame.y(point.value - point.half),
                    frame.y(point.value + point.half),
                )
                bars.append(f"M{x} {low}V{high}")
                marks.append(f"M{x} {frame.y(point.value)}{mark}")
        frame.parts.append(f'<path class="bar" d="{"".join(bars)}"/>')
        frame.parts.append(
            f'<path class="{"full" if filled else "open"}" d="{"".join(marks)}"/>'
        )
    return frame.svg(title)


def lines(title: Text, across: Sequence[str], levels: Sequence[Points]) -> str:
    """Draw a line for each level, in percent."""
    wide = 34
    sure = [
        Estimate(100 * p.value, 0.0)
        for points in levels
        for p in points
        if isfinite(p.half)
    ]
    frame = Frame(wide * (len(across) - 1), *reach(sure, None, 100.0))
    for place, name in enumerate(across):
        if place % 2 == 0:
            frame.label(LEFT + wide * place, name)
    for level, points in enumerate(levels):
        mark, filled = MARKS[level % len(MARKS)]
        places = [
            f"{LEFT + wide * k} {frame.y(100 * p.value)}"
            for k, p in enumerate(points)
            if isfinite(p.half)
        ]
        if places:
            dash = DASHES[level % len(DASHES)]
            frame.parts.append(
                f'<path class="line" stroke-dasharray="{dash}" d="M{"L".join(places)}"/>'
            )
            marks = "".join(f"M{place}{mark}" for place in places[::5])
            frame.parts.append(
                f'<path class="{"full" if filled else "open"}" d="{marks}"/>'
            )
    return frame.svg(title)


def bars(title: Text, rows: Sequence[tuple[Text, Estimate]], scale: float = 100) -> str:
    """Draw a bar with its interval for each row."""
    high = max((p.value + p.half for _, p in rows if isfinite(p.half)), default=1.0)
    left, wide, step = 190, 360, 17
    parts = []
    for number, (name, point) in enumerate(rows):
        y = 8 + step * number
        size = wide * point.value / (high or 1)
        parts.append(both(name, f'x="{left - 6}" y="{y + 11}" text-anchor="end"'))
        parts.append(
            f'<rect class="bars" x="{left}" y="{y}" width="{size:.1f}" height="12"/>'
        )
        if isfinite(point.half):
            half = wide * point.half / (high or 1)
            parts.append(
                f'<path class="bar" d="M{left + size - half:.1f} {y + 6}h{2 * half:.1f}"/>'
            )
        parts.append(
            f'<text x="{left + size + 8:.1f}" y="{y + 11}">{short(scale * point.value)}</text>'
        )
    tall, said = 14 + step * len(rows), escape(" · ".join(title), quote=True)
    return (
        f'<svg viewBox="0 0 {left + wide + 60} {tall}" width="{left + wide + 60}" '
        f'height="{tall}" role="img" aria-label="{said}">{"".join(parts)}</svg>'
    )


def key(level: int) -> str:
    """Draw the mark of a level by itself."""
    mark, filled = MARKS[level % len(MARKS)]
    return (
        '<svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">'
        f'<path class="{"full" if filled else "open"}" d="M6 6{mark}"/></svg>'
    )
