"""The report of a game, or of what a change does to it: one HTML file, Markdown or JSON."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import hypot, isfinite
from pathlib import Path
from typing import Any, Final

from pioche.core.errors import BadUse
from pioche.games import kind
from pioche.lab import findings, usage
from pioche.lab.balance import NAMES, Cell, Plan, study_all, warm_up
from pioche.lab.compare import Comparison, Version, compare
from pioche.lab.findings import Finding, Text
from pioche.lab.measures import Estimate
from pioche.lab.table import Table

Json = dict[str, Any]
KINDS: Final = (".html", ".md", ".json")


@dataclass
class Versus:
    """Another version of the game, and how it differs from the first."""

    name: Text
    cells: list[Cell]
    comparison: Comparison
    findings: list[Finding]

    def json(self, plan: Plan) -> Json:
        """Write it for programs."""
        return {
            "fr": self.name[0], "en": self.name[1],
            "differs": self.comparison.differs,
            "areas": self.comparison.areas(),
            "rows": [row.json() for row in self.comparison.rows[:100]],
            "findings": [vars(found) for found in self.findings],
            "cells": [cell.json(plan) for cell in self.cells],
        }  # fmt: skip


@dataclass
class Report:
    """All that was found."""

    plan: Plan
    title: Text
    cells: list[Cell]
    findings: list[Finding] = field(default_factory=list)
    uses: list[usage.Use] = field(default_factory=list)
    clauses: list[usage.Use] = field(default_factory=list)
    changes: list[usage.Change] = field(default_factory=list)
    others: list[Versus] = field(default_factory=list)
    seconds: float = 0.0
    complete: bool = True

    @property
    def games(self) -> int:
        """How many games were played in the cells."""
        every = [*self.cells, *(cell for other in self.others for cell in other.cells)]
        return sum(cell.games for cell in every)

    def json(self) -> Json:
        """Write it for programs."""
        plan = self.plan
        return {
            "game": plan.game, "version": kind(plan.game).rules.VERSION,
            "options": dict(plan.options), "seed": plan.seed, "interval": 0.99,
            "seats": list(plan.tables), "complete": self.complete,
            "levels": [
                {"bot": bot, "fr": NAMES[bot][0], "en": NAMES[bot][1]}
                for bot in plan.levels
            ],
            "games": self.games, "seconds": round(self.seconds, 1),
            "findings": [vars(found) for found in self.findings],
            "cells": [cell.json(plan) for cell in self.cells],
            "uses": [use.json() for use in self.uses],
            "clauses": [use.json() for use in self.clauses],
            "options_tried": [change.json() for change in self.changes],
            "others": [other.json(plan) for other in self.others],
        }  # fmt: skip


# Making one

Told = Callable[[float], None]


def title_of(game: str) -> Text:
    """Return a game's title in both languages."""
    words = kind(game).words
    return str(words["fr"].tables["title"]), str(words["en"].tables["title"])


def full(plan: Plan, told: Told = lambda _: None) -> Report:
    """Make the report of a game; Ctrl-C keeps what is done."""
    warm_up(plan)
    begun, spent = time.monotonic(), time.thread_time()
    report = Report(plan, title_of(plan.game), [])
    wanted = len(plan.tables) * len(plan.levels)
    seats = usual(plan)
    try:
        table = Table(plan.game, (usage.BOT,) * seats, plan.options, plan.seed)
        count = min(usage.games_for(table), max(plan.games, usage.BATCHES))
        report.uses = usage.words(table, count)
        report.clauses = usage.clauses(table, count)
        report.changes = usage.options(plan.game, seats, plan.options, plan.seed)
        left = max(plan.seconds - (time.thread_time() - spent), plan.seconds / 2)
        report.cells = study_all(replace(plan, seconds=left), told)
    except KeyboardInterrupt:
        report.complete = False
    report.complete &= len(report.cells) == wanted
    dead = [
        (use.fr, use.en) for use in report.uses if use.id in usage.dead(report.uses)
    ]
    report.findings = [
        *(findings.of_report(plan, report.title, report.cells) if report.cells else []),
        *findings.of_uses(report.uses, report.clauses, dead),
        *findings.of_options(report.changes),
    ]
    report.seconds = time.monotonic() - begun
    return report


def usual(plan: Plan) -> int:
    """Choose the number of seats at which cards and options are looked at."""
    return 4 if 4 in plan.tables else plan.tables[len(plan.tables) // 2]


def versus(
    plan: Plan, others: Sequence[tuple[Text, Plan]], told: Told = lambda _: None
) -> Report:
    """Make the report of what some changes do to a game; Ctrl-C keeps what is done."""
    begun, each = time.monotonic(), len(plan.tables) * len(plan.levels)
    share = plan.seconds / (len(others) + 1)
    report = Report(plan, title_of(plan.game), [])
    seats = tuple(dict.fromkeys((plan.tables[0], usual(plan))))
    report.cells = study_all(replace(plan, seconds=share), told)
    for number, (name, other) in enumerate(others, 1):
        if len(report.cells) < each or not report.complete:
            break
        spare = replace(other, seconds=share * 0.6)
        try:
            found = compare(version(plan), version(other), seats)
            cells = study_all(spare, lambda done, n=number: told(n * each + done))  # type: ignore[misc]
        except KeyboardInterrupt:
            break
        report.others.append(Versus(name, cells, found, changed(report.cells, cells)))
        report.complete = len(cells) == each
    report.complete &= len(report.others) == len(others)
    report.findings = [found for other in report.others for found in summary(other)]
    report.seconds = time.monotonic() - begun
    return report


def version(plan: Plan) -> Version:
    """Return a plan's game as a side of a comparison."""
    return Version.of(plan.game, plan.options, f"{plan.seed} {plan.game}")


def changed(before: list[Cell], after: list[Cell], most: int = 8) -> list[Finding]:
    """Say which figures of steady players have changed for sure, the surest first."""
    found = []
    pairs = {(cell.seats, cell.level): cell for cell in after}
    for cell in before:
        other = pairs.get((cell.seats, cell.level))
        if other is not None and cell.level == findings.STEADY:
            for id, one in cell.measures.items():
                sure = certainty(one, other.measures[id])
                if sure > 1.6:  # many figures are compared at once
                    said = findings.of_change(id, cell.seats, one, other.measures[id])
                    found.append((sure, said))
    best: dict[str, tuple[float, Finding]] = {}
    for sure, said in found:
        id = said.id.rpartition("_")[0]
        if id not in best or sure > best[id][0]:
            best[id] = sure, said
    order = sorted(best.values(), key=lambda pair: -pair[0])
    return [said for _, said in order[:most]]


def certainty(one: Estimate, two: Estimate) -> float:
    """Tell how sure it is that two figures differ, in 99 % intervals."""
    if not (isfinite(one.half) and isfinite(two.half)):
        return 0.0
    gap, width = abs(one.value - two.value), hypot(one.half, two.half)
    return gap / width if width > 0 else 1e6 * gap


def summary(other: Versus) -> list[Finding]:
    """Say whether a version plays differently, and where."""
    fr, en = other.name
    if not other.comparison.differs:
        said = Finding(
            "same",
            f"« {fr} » ne se distingue en rien de la version habituelle.",
            f"“{en}” can't be told from the standard game in anything.",
        )
        return [said, *other.findings]
    areas = ", ".join(other.comparison.areas()[:3])
    said = Finding(
        "differs",
        f"« {fr} » se joue autrement ; c'est là que cela se voit le plus : {areas}.",
        f"“{en}” plays differently; it shows most in: {areas}.",
    )
    return [said, *other.findings]


# Files


def check_name(out: Path) -> None:
    """Refuse a file whose kind is not known, or a folder that is not there, at once."""
    if out.suffix not in KINDS:
        raise BadUse(
            f"{out} : un rapport finit par {', '.join(KINDS)}",
            f"{out}: a report ends in {', '.join(KINDS)}",
        )
    if not out.parent.is_dir():
        raise BadUse(
            f"le dossier {out.parent} n'existe pas", f"there is no folder {out.parent}"
        )


def write(report: Report, out: Path) -> None:
    """Write a report, by the file's ending."""
    if out.suffix == ".json":
        text = json.dumps(report.json(), ensure_ascii=False, indent=1) + "\n"
    elif out.suffix == ".md":
        from pioche.lab.markdown import markdown

        text = markdown(report)
    else:
        from pioche.lab.page import Page

        text = Page(report).html()
    fresh = out.with_name(out.name + ".new")
    fresh.write_text(text, "utf-8")
    fresh.replace(out)
