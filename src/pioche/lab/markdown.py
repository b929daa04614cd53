"""A report as Markdown: the findings in both languages, then every figure."""

from collections.abc import Iterator, Sequence

from pioche.lab import usage
from pioche.lab.balance import NAMES, Cell, Plan
from pioche.lab.findings import LABELS, UNITS, figure
from pioche.lab.measures import MEASURES, Estimate
from pioche.lab.report import Report, usual
from pioche.lab.usage import Change, Use


def markdown(report: Report) -> str:
    """Write a report as Markdown."""
    plan = report.plan
    games = f"{report.games:,} games"
    out = [f"# {report.title[1]}", "", "## Constats", ""]
    out += [f"- {found.fr}" for found in report.findings]
    out += ["", "## Findings", "", *(f"- {found.en}" for found in report.findings)]
    out += ["", "## Figures", "", f"{games}; all intervals are at 99 %. {how(plan)}"]
    out += cells(plan, report.cells)
    for other in report.others:
        out += ["", f"## Figures: {other.name[1]}", *cells(plan, other.cells)]
    if report.uses:
        out += ["", f"## What matters, among {usual(plan)} steady players"]
        out += [*cards(report.uses), *clauses(report.clauses)]
    if report.changes:
        out += ["", "## Options, each changed by itself", *options(report.changes)]
    return "\n".join(out) + "\n"


def how(plan: Plan) -> str:
    """Say who played, by which rules."""
    levels = ", ".join(f"{NAMES[bot][1]} = `{bot}`" for bot in plan.levels)
    chosen = ", ".join(f"{name} = {value}" for name, value in plan.options.items())
    return f"Levels: {levels}. Options: {chosen or 'none'}. Seed: “{plan.seed}”."


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Write a table behind an empty line."""
    aligned = "|---|" + "---:|" * (len(heads) - 1)
    lines = [f"| {' | '.join(row)} |" for row in (heads, *rows)]
    return ["", lines[0], aligned, *lines[1:]]


def shown(found: Estimate | None) -> str:
    """Write a share with its interval."""
    return figure(found, "%")[1] if found else "–"


def cells(plan: Plan, found: Sequence[Cell]) -> Iterator[str]:
    """Write every measure, a table a number of seats."""
    for seats in plan.tables:
        mine = [cell for cell in found if cell.seats == seats]
        heads = ["", *(NAMES[plan.levels[cell.level]][1] for cell in mine)]
        rows = [
            [f"share of place {place + 1}", *(shown(c.shares[place]) for c in mine)]
            for place in range(seats)
        ]
        for measure in MEASURES[2:]:  # the first two are shares of places
            told = [figure(c.measures[measure.id], measure.unit)[1] for c in mine]
            rows.append([measure.en, *told])
        yield from ["", f"### {seats} players", *table(heads, rows)]


def cards(uses: Sequence[Use]) -> list[str]:
    """Write how often each card and action is played, and what its players get."""
    heads = ["card, action", "played, of decisions", "legal", "share of who plays it"]
    rows = [
        [use.en, shown(use.rate), shown(use.legal), shown(use.share)] for use in uses
    ]
    return table(heads, rows)


def clauses(uses: Sequence[Use]) -> list[str]:
    """Write how often each clause refuses."""
    rows = [[use.id, shown(use.rate)] for use in uses]
    return table(["clause", "refuses, of moves tried"], rows)


def options(changes: Sequence[Change]) -> list[str]:
    """Write what each house rule changes; bold is what changes for sure."""
    heads = ["option", *(LABELS[id][1] for id in usage.LOOKED_AT)]
    before = changes[0].before
    usual_row = [figure(before[id], UNITS[id])[1] for id in usage.LOOKED_AT]
    rows = [["usual rules", *usual_row]]
    for change in changes:
        told = [figure(change.after[id], UNITS[id])[1] for id in usage.LOOKED_AT]
        rows.append([
            f"{change.option} = {change.value}",
            *(f"**{text}**" if change.surprise(id) > 1.3 else text
              for id, text in zip(usage.LOOKED_AT, told, strict=True)),
        ])  # fmt: skip
    return table(heads, rows)
