"""What a report says in sentences, in French and English."""

from dataclasses import dataclass
from math import isfinite
from typing import Final

from pioche.lab.balance import NAMES, Cell, Plan
from pioche.lab.measures import MEASURES, Estimate
from pioche.lab.usage import Change, Use

Text = tuple[str, str]
STEADY: Final = 3  # the level that most sentences speak of
SURE: Final = 0.98  # a share of points that only a move which wins by rule has
NUMBERS: Final = (
    ("deux", "two"), ("trois", "three"), ("quatre", "four"), ("cinq", "five"),
    ("six", "six"), ("sept", "seven"), ("huit", "eight"), ("neuf", "nine"),
    ("dix", "ten"),
)  # fmt: skip
UNITS: Final = {measure.id: measure.unit for measure in MEASURES}
LABELS: Final = {measure.id: (measure.fr, measure.en) for measure in MEASURES}


@dataclass(frozen=True)
class Finding:
    """One sentence, in both languages."""

    id: str
    fr: str
    en: str


def places(half: float) -> int:
    """Tell how many decimals a figure with such an interval deserves."""
    return next((count for count in range(4) if half >= 0.95 * 10.0**-count), 3)


def figure(found: Estimate, unit: str) -> Text:
    """Write a figure with its interval: 27.1 ± 0.3 %."""
    if not isfinite(found.half):
        return "?", "?"
    scale = 100 if unit == "%" else 1
    value, half = scale * found.value, scale * found.half
    count = places(half) if half > 0 else 0 if value == round(value) else 2
    text = f"{value:,.{count}f} ± {half:,.{count}f}" + (" %" if unit == "%" else "")
    return text.replace(",", " ").replace(".", ","), text


def spread(cells: list[Cell], id: str) -> Text:
    """Write a figure for some numbers of seats, one after another."""
    parts = [
        (cell.seats, figure(cell.measures[id], UNITS[id]))
        for cell in cells
        if isfinite(cell.measures[id].half)
    ]
    fr = [f"{said[0]} à {seats} joueurs" for seats, said in parts]
    en = [f"{said[1]} with {seats} players" for seats, said in parts]
    return strung(fr, "et"), strung(en, "and")


def strung(parts: list[str], last: str) -> str:
    """Put parts into one enumeration."""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if parts[1:] else parts)


#: Sentences of one figure each; {} is the figure for some numbers of players.
SENTENCES: Final = (
    ("moves", "Une partie dure {} (en coups).", "A game lasts {} (moves)."),
    ("uneven", "Deux parties diffèrent en longueur de {}.", "Two games differ in length by {}."),
    ("long", "Une partie est plus de deux fois plus longue que d'habitude dans {} des cas.",
     "A game is more than twice as long as usual in {} of all cases."),
    ("unfinished", "On a dû abandonner des parties interminables : {}.",
     "Games had to be given up as endless: {}."),
    ("stalemate", "Tous finissent à égalité dans {} des parties.",
     "All end alike in {} of the games."),
    ("choices", "Chaque joueur a de vrais choix à faire : {} par partie.",
     "Each player has real choices to make: {} a game."),
    ("forced", "La décision ne laisse aucun choix dans {} des cas.",
     "A decision leaves no choice in {} of all cases."),
    ("breadth", "Un vrai choix offre des coups permis au nombre de {}.",
     "A real choice offers this many legal moves: {}."),
    ("waiting", "D'une décision à la suivante, un joueur attend {} (en coups).",
     "From one decision to the next a player waits {} (moves)."),
    ("lead_changes", "La tête change de main {} (fois par partie).",
     "The lead changes hands {} (times a game)."),
    ("drama", "Le futur vainqueur est en retard, en moyenne, de {}.",
     "Who will win is behind, on average, by {}."),
    ("comeback", "Le vainqueur a eu moins d'une demi-chance équitable dans {} des parties.",
     "The winner was once below half a fair chance in {} of the games."),
    ("settled", "Le vainqueur prend la tête pour de bon après {} de la partie.",
     "The winner takes the lead for good after {} of the game."),
    ("runaway", "Qui mène à mi-partie gagne dans {} des cas.",
     "Who leads at half time wins in {} of all cases."),
    ("foregone", "La partie est jouée d'avance pendant ses derniers {}.",
     "The game is as good as decided for its last {}."),
    ("deal_luck", "La donne à elle seule décide de {} du résultat.",
     "The deal alone decides {} of the result."),
    ("climb", "Un joueur régulier parmi des distraits gagne {}.",
     "One steady player among careless ones wins {}."),
)  # fmt: skip


def few(cells: list[Cell]) -> list[Cell]:
    """Choose the fewest, the most and a middle number of seats."""
    if not cells:
        return []
    middle = next((cell for cell in cells if cell.seats == 4), cells[len(cells) // 2])
    return [cell for cell in cells if cell in (cells[0], middle, cells[-1])]


def of_report(plan: Plan, title: Text, cells: list[Cell]) -> list[Finding]:
    """Say what a whole report shows."""
    steady = [cell for cell in cells if cell.level == STEADY]
    known = [cell for cell in steady if isfinite(cell.measures["first_seat"].half)]
    found = [first_seat(title, cell) for cell in known]
    for id, fr, en in SENTENCES:
        said = spread(few(steady), id)
        if said[0] and any(cell.measures[id].value > 0 for cell in steady):
            found.append(Finding(id, fr.format(said[0]), en.format(said[1])))
    best = [cell for cell in cells if cell.level == len(plan.levels) - 1]
    said = spread(few(best), "climb")
    if said[0]:
        name = NAMES[plan.levels[-1]]
        found.append(
            Finding(
                "climb_best",
                f"Un joueur {name[0]} parmi des réguliers gagne {said[0]}.",
                f"One {name[1]} player among steady ones wins {said[1]}.",
            )
        )
    return found


def first_seat(title: Text, cell: Cell) -> Finding:
    """Say what it is worth to begin, at one number of seats."""
    share, fair = cell.measures["first_seat"], 1 / cell.seats
    fr, en = figure(share, "%")
    count, article = NUMBERS[cell.seats - 2], "an" if cell.seats == 8 else "a"
    if abs(share.value - fair) <= share.half:
        verdict = (
            "ce qui ne se distingue pas d'une part équitable",
            "which can't be told from a fair share",
        )
    elif share.value > fair:
        verdict = ("plus que sa part équitable", "more than its fair share")
    else:
        verdict = ("moins que sa part équitable", "less than its fair share")
    return Finding(
        f"first_seat_{cell.seats}",
        f"À {title[0]}, la première place d'une partie à {count[0]} gagne {fr}, "
        f"{verdict[0]} de {french(100 * fair)} %.",
        f"The first seat of {article} {count[1]}-player {title[1]} wins {en}, "
        f"{verdict[1]} of {100 * fair:.1f} %.",
    )


def french(value: float) -> str:
    """Write a number with a decimal comma."""
    return f"{value:.1f}".replace(".", ",")


def of_uses(uses: list[Use], clauses: list[Use], dead: list[Text]) -> list[Finding]:
    """Say what is played most, what helps most and what is never played."""
    found = []
    known = [
        use
        for use in uses
        if use.share and isfinite(use.share.half) and use.share.value < SURE
    ]
    if known:
        best = max(known, key=lambda use: use.share.value - use.share.half)  # type: ignore[union-attr]
        assert best.share is not None
        fr, en = figure(best.share, "%")
        found.append(
            Finding(
                "best_card",
                f"Qui joue « {best.fr} » finit avec {fr} des points, plus qu'avec toute autre "
                "carte ou action (ce qui ne prouve pas que c'en est la cause).",
                f"Who plays “{best.en}” ends with {en} of the points, more than with any other "
                "card or action (which does not prove that it is the cause).",
            )
        )
    if clauses:
        top = [(use.id, figure(use.rate, "%")) for use in clauses[:3]]
        found.append(
            Finding(
                "busiest_clauses",
                "Les clauses qui refusent le plus de coups : "
                f"{', '.join(f'{id} ({said[0]})' for id, said in top)}.",
                "The clauses that refuse most moves: "
                f"{', '.join(f'{id} ({said[1]})' for id, said in top)}.",
            )
        )
    if dead:
        found.append(
            Finding(
                "dead",
                f"Jamais joués, bien que permis : {', '.join(fr for fr, _ in dead)}.",
                f"Never played although allowed: {', '.join(en for _, en in dead)}.",
            )
        )
    return found


def of_options(changes: list[Change], most: int = 3) -> list[Finding]:
    """Say which house rules change a game most, each by its most telling value."""
    found = []
    telling = {c.option: c for c in reversed(changes) if c.surprise("moves") > 1}
    for change in [c for c in changes if c in telling.values()][:most]:
        before, after = (
            figure(side["moves"], "") for side in (change.before, change.after)
        )
        found.append(
            Finding(
                f"option_{change.option}_{change.value}",
                f"Avec {change.option} = {change.value}, une partie à {change.seats} dure "
                f"{after[0]} coups au lieu de {before[0]}.",
                f"With {change.option} = {change.value} a game of {change.seats} lasts "
                f"{after[1]} moves instead of {before[1]}.",
            )
        )
    return found


def of_change(id: str, seats: int, before: Estimate, after: Estimate) -> Finding:
    """Say how a figure changes from one version of a game to another."""
    one, two = figure(before, UNITS[id]), figure(after, UNITS[id])
    fr, en = LABELS[id]
    return Finding(
        f"{id}_{seats}",
        f"À {seats} joueurs : {fr} {two[0]} au lieu de {one[0]}.",
        f"With {seats} players: {en} {two[1]} instead of {one[1]}.",
    )
