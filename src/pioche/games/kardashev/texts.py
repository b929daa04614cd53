"""The printed texts of the cards, generated from the steps that the rules run.

So a text cannot say anything but what its card does. Names and flavour lines come from
the card file, the turns of phrase from words.<lang>.toml.
"""

import tomllib
from pathlib import Path
from typing import Any, Final

from .cards import COPIES, LANGS, SET, STAGE_NAMES, Card, Standing, Step
from .vocabulary import (
    ANY,
    BEHIND,
    DOMAINS,
    FORSAKE,
    HOOKS,
    MINE,
    MOMENTS,
    WORDS,
)

Texts = dict[str, str]  # by language
PHRASES: Final[dict[str, dict[str, Any]]] = {
    lang: tomllib.loads(
        Path(__file__).with_name(f"words.{lang}.toml").read_text("utf-8")
    )
    for lang in LANGS
}


def effect(lang: str, steps: tuple[Step, ...]) -> str:
    """Say what an effect does, in one sentence."""
    phrases = PHRASES[lang]["card"]
    if not steps:
        return str(phrases["nothing"])
    text = ""
    for number, one in enumerate(steps):
        if number:
            text += str(phrases[link(steps[number - 1], one)])
        text += step(lang, one)
    return sentence(text)


def link(before: Step, after: Step) -> str:
    """Name what stands between two steps: the rest of an effect follows a condition."""
    if before[0] >= BEHIND or before[0] == FORSAKE:
        return "and-if" if after[0] >= BEHIND else "so"
    return "then-if" if after[0] >= BEHIND else "then"


def step(lang: str, one: Step) -> str:
    """Say one step of an effect."""
    word, count, domain = one
    phrase = PHRASES[lang]["effects"][WORDS[word].name]
    number = PHRASES[lang]["card"]["numbers"][count]
    if isinstance(phrase, list):
        phrase = phrase[min(count, 2) - 1]
    of_domain = "any" if domain == ANY else DOMAINS[domain]
    cards = PHRASES[lang]["card"]["cards"][of_domain][min(count, 2) - 1]
    return str(phrase.format(number=number, cards=cards.format(number=number)))


def standing(lang: str, one: Standing) -> str:
    """Say which rule a card overrides."""
    side, hook, amount = one
    name = f"{'' if side == MINE else 'their-'}{HOOKS[hook]}{'-more' if amount > 0 else '-less'}"
    number = PHRASES[lang]["card"]["numbers"][abs(amount)]
    phrase = PHRASES[lang]["standing"][name][min(abs(amount), 2) - 1]
    return sentence(str(phrase.format(number=number)))


def sentence(text: str) -> str:
    """Make a sentence of a phrase."""
    return f"{text[:1].upper()}{text[1:]}."


def in_both(say: Any, what: Any) -> Texts:
    """Say something in each language."""
    return {lang: say(lang, what) for lang in LANGS}


def phrase(table: str, name: str) -> Texts:
    """Return a fixed phrase as a sentence."""
    return {lang: sentence(str(PHRASES[lang][table][name])) for lang in LANGS}


def riposte(lang: str, steps: tuple[Step, ...]) -> str:
    """Say what a riposte does."""
    phrases = PHRASES[lang]["card"]
    if not steps:
        return str(phrases["riposte"])
    said = effect(lang, steps)
    return f"{phrases['riposte-with']}{said[:1].lower()}{said[1:]}"


def power(lang: str, hero: Card) -> str:
    """Say when and how the power of a hero works."""
    said = effect(lang, hero.power)
    moment = PHRASES[lang]["moments"][MOMENTS[hero.moment]]
    return f"{sentence(moment)[:-1]}{PHRASES[lang]['card']['colon']}{said[:1].lower()}{said[1:]}"


def facts(card: Card) -> dict[str, Any]:
    """Tell all that is printed on a card."""
    return {
        "id": card.id,
        "copies": COPIES if card.stage == 0 else 1,
        "kind": "card",
        "set": SET.name,
        "domain": DOMAINS[card.domain],
        "stage": STAGE_NAMES[card.stage],
        "rows": [in_both(effect, row) for row in card.rows],
        "riposte": None if card.riposte is None else in_both(riposte, card.riposte),
        "recycle": None if card.recycle is None else in_both(effect, card.recycle),
        "standing": [in_both(standing, one) for one in card.standing],
        "traits": [phrase("traits", trait) for trait in card.traits],
        "flavour": card.flavour,
    }


def hero_facts(hero: Card) -> dict[str, Any]:
    """Tell all that is printed on a hero."""
    return {
        "id": hero.id,
        "copies": 1,
        "kind": "hero",
        "set": SET.name,
        "standing": [in_both(standing, one) for one in hero.standing],
        "power": in_both(power, hero) if hero.moment >= 0 else None,
        "flavour": hero.flavour,
    }


CARDS: Final = [facts(card) for card in SET.cards] + [
    hero_facts(hero) for hero in SET.heroes
]
NAMES: Final = {
    lang: {card.id: card.name[lang] for card in (*SET.cards, *SET.heroes)}
    for lang in LANGS
}
