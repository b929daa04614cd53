"""The report of the design loop, in French and English side by side."""

from pioche.games import kind
from pioche.lab.kardashev import Design, Kind, Worth, aims
from pioche.lab.measures import Estimate


def markdown(found: Design, command: str) -> str:
    """Write what was found of a set."""
    of = kind(found.plan.game)
    name = next(card["set"] for card in of.rules.CARDS)
    plan = found.plan
    return "\n".join(
        [
            f"# Kardashev : {name['fr']} / {name['en']}",
            "",
            "Écrit par / written by:",
            "",
            f"    {command}",
            "",
            *french(plan.tries),
            "",
            *english(plan.tries),
            "",
            "## Ce qu'un jeu de cartes doit être / What a set should be",
            "",
            *(f"- {'✓' if a.met else '✗'} {a.fr} / {a.en}" for a in aims(found)),
            "",
            "## Les parties / The games",
            "",
            *kinds_table(found.kinds),
            "",
            "## Les cartes / The cards",
            "",
            *cards_table(found, found.cards),
            "",
            "## Les héros / The heroes",
            "",
            *heroes_table(found, found.heroes),
            "",
        ]
    )


def french(tries: int) -> list[str]:
    """Explain the report in French."""
    return [
        "Toutes les cartes de ce jeu sont de notre invention.",
        "Le jeu de cartes joue contre lui-même ; chaque intervalle est à 99 %.",
        "Le robot « greedy » joue vite et simplement, « ismcts » cherche.",
        "Dans un match, le perdant commence la partie suivante et le gagnant a un héros.",
        "Valeur d'une carte : ce que son propriétaire gagne de points de pourcentage si,",
        "toutes choses égales, elle remplace une carte de base dans son deck, ou dans sa",
        "première main ; « jouer » : ce que gagne, la carte en main, le droit de la jouer",
        f"({spaced(tries)} parties avec, autant sans). Un héros se mesure au stade II.",
        "Les buts se jugent aux parties de « greedy » ; une recherche en joue trop peu.",
    ]


def spaced(number: int) -> str:
    """Write a number as the French do, its thousands apart."""
    return f"{number:,}".replace(",", "\u202f")


def english(tries: int) -> list[str]:
    """Explain the report in English."""
    return [
        "All cards of this set are our own design.",
        "The set plays itself; every interval is one of 99 %.",
        "The bot 'greedy' plays fast and plainly, 'ismcts' searches.",
        "In a match the loser begins the next game and the winner has a hero.",
        "The worth of a card: the percentage points that its owner gains when, all else",
        "equal, it takes the place of a base card in his deck, or in his first hand;",
        "'playing': what, with the card in hand, being allowed to play it gains",
        f"({tries:,} games with it, as many without). A hero is measured at stage II.",
        "The aims are judged by the games of 'greedy'; a search plays too few of them.",
    ]


def table(heads: list[str], rows: list[list[str]]) -> list[str]:
    """Lay out a table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def plain(found: Estimate | None) -> str:
    """Write a figure and its interval."""
    return f"{found.value:.1f} ± {found.half:.1f}" if found else "–"


def signed(found: Estimate | None) -> str:
    """Write a gain or loss and its interval."""
    return f"{found.value:+.1f} ± {found.half:.1f}" if found else "–"


def kinds_table(kinds: list[Kind]) -> list[str]:
    """List the kinds of games."""
    heads = [
        "parties / games", "robot / bot", "n", "premier / first %",
        "cinq domaines / five domains %",
        "un domaine / one domain: D / S / O / W / E %",
        "tours / turns 5-50-95 %", "nulles / drawn %",
    ]  # fmt: skip
    rows = [
        [
            f"{one.fr} / {one.en}", one.bot, str(one.games), plain(one.first),
            plain(one.domains),
            " / ".join(f"{share.value:.0f}" for share in one.by_domain),
            "-".join(map(str, one.turns)), f"{one.stalemates.value:.2f}",
        ]
        for one in kinds
    ]  # fmt: skip
    return table(heads, rows)


def cards_table(found: Design, cards: list[Worth]) -> list[str]:
    """List the cards, by stage and worth."""
    words = kind(found.plan.game).words
    facts = {card["id"]: card for card in kind(found.plan.game).rules.CARDS}
    heads = [
        "stade / stage", "domaine / domain", "carte / card", "deck", "main / hand",
        "jouer / playing", "posée / laid",
    ]  # fmt: skip
    rows = [
        [
            str(one.stage),
            words["en"].term(facts[one.id]["domain"]),
            f"{words['fr'].term(one.id)} / {words['en'].term(one.id)}",
            signed(one.deck), signed(one.hand), signed(one.playing), f"{one.laid:.2f}",
        ]
        for one in cards
    ]  # fmt: skip
    return table(heads, rows)


def heroes_table(found: Design, heroes: list[Worth]) -> list[str]:
    """List the heroes."""
    words = kind(found.plan.game).words
    rows = [
        [f"{words['fr'].term(one.id)} / {words['en'].term(one.id)}", signed(one.deck)]
        for one in heroes
    ]
    return table(["héros / hero", "valeur / worth"], rows)
