"""A report as one HTML page: no script, both languages, a table behind each plot."""

import re
from collections.abc import Sequence
from html import escape
from math import isfinite
from typing import Final

from pioche.lab import draw, findings, usage
from pioche.lab.balance import NAMES, Cell
from pioche.lab.findings import LABELS, UNITS, Text, figure
from pioche.lab.measures import MEASURES, Estimate
from pioche.lab.report import Report, usual

NO_BREAK: Final = "\N{NO-BREAK SPACE}"
SHOWN: Final = 20  # cards and clauses in a plot
SECTIONS: Final = (
    ("Longueur et fin", "Length and end",
     ("moves", "uneven", "long", "unfinished", "shared", "stalemate")),
    ("Décisions", "Decisions",
     ("decisions", "choices", "forced", "legal", "breadth", "claims", "waiting",
      "busy_gap")),
    ("Le récit d'une partie", "The story of a game",
     ("lead_changes", "drama", "comeback", "underdog", "settled", "runaway", "open",
      "swing", "turning_point", "foregone")),
    ("Hasard et adresse", "Luck and skill", ("deal_luck", "climb", "upset")),
)  # fmt: skip

STYLE: Final = """
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#111;background:#fff}
h1,h2{line-height:1.2}figure{margin:1.5rem 0;break-inside:avoid}
section>div{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}
figure.small{margin:.5rem .5rem .5rem 0;min-width:0}
figcaption{font-weight:600}svg{max-width:100%;height:auto;font:11px system-ui,sans-serif}
.legend{position:sticky;top:0;background:#fff;display:flex;flex-wrap:wrap;gap:0 1.2rem;
padding:.4rem 0;margin:0}.legend svg{vertical-align:middle}
.axis,.bar{fill:none;stroke:#111}.grid{stroke:#ddd}.fair{stroke:#111;stroke-dasharray:5 4}
.line{fill:none;stroke:#111;stroke-width:1.5}.open{fill:#fff;stroke:#111}
.full{fill:#111;stroke:#111}.bars{fill:#bbb;stroke:#111}
table{border-collapse:collapse;font-size:.85rem}td,th{padding:.15rem .5rem;text-align:right;
border-bottom:1px solid #ccc}th:first-child,td:first-child{text-align:left}
summary{cursor:pointer;font-size:.85rem}.scroll{overflow-x:auto}
#fr:checked~main [lang=en],#en:checked~main [lang=fr]{display:none}
@media(max-width:40rem){figure{overflow-x:auto}figure svg{max-width:none}}
@media print{body{font-size:10pt;margin:0}.legend{position:static}
.pick,details:not([open]){display:none}section>div{grid-template-columns:1fr 1fr}}
"""


#: Where a line must not break: 27.1 ± 0.3 %, « half », Constats :
GLUED: Final = re.compile(r"(?<=«) | (?=[%±»:;?!])|(?<=±) ")


def said(text: Text, tag: str = "span") -> str:
    """Write a text in both languages; the page shows the chosen one."""
    return "".join(
        f'<{tag} lang="{lang}">{GLUED.sub(NO_BREAK, escape(part))}</{tag}>'
        for lang, part in zip(("fr", "en"), text, strict=True)
    )


def grid(
    corner: Text, heads: Sequence[str], rows: Sequence[tuple[str, list[str]]]
) -> str:
    """Write a table that opens with one click."""
    head = "".join(f"<th>{name}</th>" for name in heads)
    body = "".join(
        f"<tr><td>{name}</td>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
        for name, cells in rows
    )
    return (
        f"<details><summary>{said(('tableau', 'table'))}</summary><div class=scroll><table>"
        f"<tr><th>{said(corner)}</th>{head}</tr>{body}</table></div></details>"
    )


def shown(found: Estimate, unit: str) -> str:
    """Write a figure for a table."""
    return figure(found, unit)[1].removesuffix(" %") if isfinite(found.half) else "–"


class Page:
    """The HTML of a report."""

    def __init__(self, report: Report) -> None:
        self.report, self.plan = report, report.plan
        self.levels: list[Text] = [NAMES[bot] for bot in self.plan.levels]
        self.at = {(cell.seats, cell.level): cell for cell in report.cells}

    def html(self) -> str:
        """Write the whole page."""
        report = self.report
        name = f"{report.title[1]} · Pioche"
        main = [self.head(), self.all_findings()]
        if report.others:
            main += [self.other(number) for number in range(len(report.others))]
        else:
            main += [self.shares(), *map(self.section, SECTIONS), self.leading()]
            main += [self.what_matters(), self.options()]
        main.append(self.how())
        return (
            '<!doctype html><html lang="fr"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>{escape(name)}</title><style>{STYLE}</style>"
            "<input class=pick type=radio name=lang id=fr checked><label class=pick for=fr>"
            "Français</label> <input class=pick type=radio name=lang id=en>"
            f"<label class=pick for=en>English</label><main>{''.join(main)}</main></html>\n"
        )

    def head(self) -> str:
        """Write the heading and what was measured."""
        report, plan = self.report, self.plan
        seats = ", ".join(map(str, plan.tables))
        stopped = ("", "")
        if not report.complete:
            stopped = (" Arrêté avant la fin.", " Stopped before its end.")
        games = f"{report.games:,}"
        fr = (
            f"{games.replace(',', ' ')} parties à {seats} joueurs, cinq niveaux de jeu. "
            f"Tous les intervalles sont à 99 %.{stopped[0]}"
        )
        en = (
            f"{games} games of {seats} players at five levels of skill. "
            f"All intervals are at 99 %.{stopped[1]}"
        )
        heading = tuple(
            f"{title} : équilibre" if fr_first else f"{title}: balance"
            for title, fr_first in zip(report.title, (True, False), strict=True)
        )
        return f"{said((heading[0], heading[1]), 'h1')}{said((fr, en), 'p')}"

    def all_findings(self) -> str:
        """Write the findings."""
        rows = "".join(
            f"<li>{said((found.fr, found.en))}</li>" for found in self.report.findings
        )
        return f"{said(('Constats', 'Findings'), 'h2')}<ul>{rows}</ul>"

    def estimates(self, id: str) -> list[list[Estimate]]:
        """Return a measure by level and number of seats."""
        nothing = Estimate(0.0, float("inf"))
        return [
            [
                self.at[seats, level].measures[id]
                if (seats, level) in self.at
                else nothing
                for seats in self.plan.tables
            ]
            for level in range(len(self.levels))
        ]

    def section(self, section: tuple[str, str, tuple[str, ...]]) -> str:
        """Write a section: a plot for each measure, and its table."""
        fr, en, ids = section
        plots = "".join(map(self.measure, ids))
        across = said(
            ("De gauche à droite : le nombre de joueurs.",
             "From left to right: the number of players."), "p",
        )  # fmt: skip
        head = said((fr, en), "h2")
        return (
            f"<section>{head}{across}{legend(self.levels)}<div>{plots}</div></section>"
        )

    def measure(self, id: str) -> str:
        """Write the plot of a measure by number of seats, and its table."""
        found, unit = self.estimates(id), UNITS[id]
        label = labelled(id)
        plot = draw.dots(
            label, [str(n) for n in self.plan.tables], found, 100 if unit == "%" else 1
        )
        heads = [str(n) for n in self.plan.tables]
        rows = [
            (said(name), [shown(point, unit) for point in points])
            for name, points in zip(self.levels, found, strict=True)
        ]
        table = grid(("niveau · joueurs", "level · players"), heads, rows)
        return f"<figure class=small><figcaption>{said(label)}</figcaption>{plot}{table}</figure>"

    def shares(self) -> str:
        """Write the share of each place, one plot a number of seats."""
        nothing = Estimate(0.0, float("inf"))
        parts = []
        for seats in self.plan.tables:
            found = [
                self.at[seats, level].shares
                if (seats, level) in self.at
                else [nothing] * seats
                for level in range(len(self.levels))
            ]
            names = [str(place + 1) for place in range(seats)]
            label = (f"{seats} joueurs (%)", f"{seats} players (%)")
            plot = draw.dots(label, names, found, 100, fair=1 / seats)
            rows = [
                (said(name), [shown(point, "%") for point in points])
                for name, points in zip(self.levels, found, strict=True)
            ]
            table = grid(("niveau · place", "level · place"), names, rows)
            parts.append(
                f"<figure class=small><figcaption>{said(label)}</figcaption>{plot}{table}</figure>"
            )
        note = (
            "Le jeu demande d'abord une décision à la place 1. En pointillés : une part équitable.",
            "The game asks place 1 first for a decision. The dashed line is a fair share.",
        )
        head = said(("Parts selon la place", "Shares by place"), "h2")
        words = said(note, "p")
        return (
            f"<section>{head}{words}{legend(self.levels)}"
            f"<div>{''.join(parts)}</div></section>"
        )

    def leading(self) -> str:
        """Write how sure the leader is as a game goes on."""
        parts = []
        chosen = dict.fromkeys(
            (self.plan.tables[0], usual(self.plan), self.plan.tables[-1])
        )
        across = [f"{10 * k} %" for k in range(11)]
        for seats in chosen:
            found = [
                self.at[seats, level].leading if (seats, level) in self.at else []
                for level in range(len(self.levels))
            ]
            if not any(isfinite(p.half) for points in found for p in points):
                continue
            label = (f"{seats} joueurs (%)", f"{seats} players (%)")
            rows = [
                (said(name), [shown(point, "%") for point in points])
                for name, points in zip(self.levels, found, strict=True)
            ]
            table = grid(("niveau · moment", "level · moment"), across, rows)
            parts.append(
                f"<figure class=small><figcaption>{said(label)}</figcaption>"
                f"{draw.lines(label, across, found)}{table}</figure>"
            )
        head = said(
            (
                "La chance du meneur, du début à la fin",
                "The leader's chance, begin to end",
            ),
            "h2",
        )
        return (
            f"<section>{head}{legend(self.levels)}<div>{''.join(parts)}</div></section>"
            if parts
            else ""
        )

    def what_matters(self) -> str:
        """Write how often cards, moves and clauses matter."""
        if not self.report.uses:
            return ""
        seats = usual(self.plan)
        head = said(
            (f"Ce qui compte, à {seats} joueurs réguliers",
             f"What matters, among {seats} steady players"), "h2",
        )  # fmt: skip
        label = ("Joué, en % des décisions", "Played, in % of decisions")
        uses = self.report.uses
        rows = [
            (said((use.fr, use.en)),
             [shown(use.rate, "%"), shown(use.legal, "%") if use.legal else "–",
              shown(use.share, "%") if use.share else "–"])
            for use in uses
        ]  # fmt: skip
        heads = [
            said(("joué %", "played %")), said(("permis %", "legal %")),
            said(("part de qui le joue %", "share of who plays it %")),
        ]  # fmt: skip
        first = figured(label, [((use.fr, use.en), use.rate) for use in uses[:SHOWN]],
                        grid(("carte, action", "card, action"), heads, rows))  # fmt: skip
        named = [
            (f'<span title="{escape(use.en, quote=True)}">{use.id}</span>',
             [shown(use.rate, "%")])
            for use in self.report.clauses
        ]  # fmt: skip
        label = ("Clauses qui refusent, en % des coups essayés",
                 "Clauses that refuse, in % of moves tried")  # fmt: skip
        clauses = [use for use in self.report.clauses if use.rate.value > 0]
        second = figured(label, [((use.id, use.id), use.rate) for use in clauses[:SHOWN]],
                         grid(("clause", "clause"), ["%"], named))  # fmt: skip
        return head + first + second

    def options(self) -> str:
        """Write what each house rule changes."""
        if not self.report.changes:
            return ""
        ids = usage.LOOKED_AT
        rows = [(said(("règles habituelles", "usual rules")),
                 [shown(self.report.changes[0].before[id], UNITS[id]) for id in ids])]  # fmt: skip
        for change in self.report.changes:
            cells = [
                f"<b>{shown(change.after[id], UNITS[id])}</b>"
                if change.surprise(id) > 1.3
                else shown(change.after[id], UNITS[id])
                for id in ids
            ]
            rows.append((escape(f"{change.option} = {change.value}"), cells))
        head = said(("Options", "Options"), "h2")
        note = (
            "Chaque option changée seule ; en gras, ce qui change à coup sûr.",
            "Each option changed by itself; bold is what changes for sure.",
        )
        label = ("Coups par partie", "Moves a game")
        lengths = [
            ((f"{c.option} = {c.value}",) * 2, c.after["moves"])
            for c in self.report.changes
        ]
        usual_row = (
            ("règles habituelles", "usual rules"),
            self.report.changes[0].before["moves"],
        )
        table = grid(("option", "option"), [said(labelled(id)) for id in ids], rows)
        return head + said(note, "p") + figured(label, [usual_row, *lengths], table, 1)

    def other(self, number: int) -> str:
        """Write how another version differs: areas, figures before and after."""
        other = self.report.others[number]
        parts = [said(other.name, "h2")]
        rows = [
            (escape(f"{row.area} · {row.what}"),
             [escape(row.where), f"{row.before:.4g}", f"{row.after:.4g}", f"{row.surprise:.1f}"])
            for row in other.comparison.rows[:40]
        ]  # fmt: skip
        heads = [
            said(("où", "where")), said(("avant", "before")), said(("après", "after")),
            said(("écart, en erreurs types", "gap, in standard errors")),
        ]  # fmt: skip
        if rows:
            parts.append(grid(("ce qui diffère", "what differs"), heads, rows))
        names: list[Text] = [("habituelle", "standard"), other.name]
        parts.append(legend(names))
        after = {(cell.seats, cell.level): cell for cell in other.cells}
        parts += [
            self.before_and_after(measure.id, after, names) for measure in MEASURES
        ]
        return "".join(parts)

    def before_and_after(
        self, id: str, after: dict[tuple[int, int], Cell], names: list[Text]
    ) -> str:
        """Write one figure of both versions, among steady players."""
        unit, level = UNITS[id], findings.STEADY
        nothing = Estimate(0.0, float("inf"))
        found = [
            [
                side[seats, level].measures[id] if (seats, level) in side else nothing
                for seats in self.plan.tables
            ]
            for side in (self.at, after)
        ]
        heads = [str(n) for n in self.plan.tables]
        label = labelled(id)
        plot = draw.dots(label, heads, found, 100 if unit == "%" else 1)
        rows = [
            (said(name), [shown(point, unit) for point in points])
            for name, points in zip(names, found, strict=True)
        ]
        table = grid(("version · joueurs", "version · players"), heads, rows)
        return f"<figure class=small><figcaption>{said(label)}</figcaption>{plot}{table}</figure>"

    def how(self) -> str:
        """Write how it was measured."""
        plan = self.plan
        bots = (
            ", ".join(f"{NAMES[bot][0]} = {bot}" for bot in plan.levels),
            ", ".join(f"{NAMES[bot][1]} = {bot}" for bot in plan.levels),
        )
        shown_options = ", ".join(f"{k} = {v}" for k, v in plan.options.items()) or "–"
        fr = (
            f"Niveaux : {bots[0]}. « half » et « fifth » jouent au hasard un coup sur deux ou "
            "sur cinq. Les chances en cours de partie sont les parts de "
            "32 suites jouées par le joueur régulier, de moins (jusqu'à 4) quand les "
            f"parties sont longues. Options : {shown_options}. "
            f"Graine : « {plan.seed} »."
        )
        en = (
            f"Levels: {bots[1]}. “half” and “fifth” play any move one time in two or in five. "
            "Chances in mid-game are the shares of 32 futures played by the steady player, "
            "of fewer (down to 4) where games are long. "
            f"Options: {shown_options}. Seed: “{plan.seed}”."
        )
        return said(("Comment", "How"), "h2") + said((fr, en), "p")


def legend(levels: Sequence[Text]) -> str:
    """Write the marks of the levels with their names."""
    keys = "".join(
        f"<span>{draw.key(number)} {said(name)}</span>"
        for number, name in enumerate(levels)
    )
    return f"<p class=legend>{keys}</p>"


def labelled(id: str) -> Text:
    """Return a measure's name with its unit."""
    fr, en = LABELS[id]
    return (f"{fr} (%)", f"{en} (%)") if UNITS[id] == "%" else (fr, en)


def figured(
    label: Text, rows: list[tuple[Text, Estimate]], table: str, scale: float = 100
) -> str:
    """Write a plot of bars with its table."""
    plot = draw.bars(label, rows, scale)
    return f"<figure><figcaption>{said(label)}</figcaption>{plot}{table}</figure>"
