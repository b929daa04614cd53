"""Read a card file, say what is wrong in it, and turn it into the tables of the rules.

Our own is cards.toml (K1).

cards       0 … 4 base, in the order of the domains   5 … 29 stage I   30 … 54 II   55 … 79 III
programs    7 a card: rows 1 to 5, riposte, recycling; then one a hero
words       0 ───────────────────────────────────────────────────── 1 (bits of the cards from 55 on)
"""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pioche.core.errors import say
from pioche.core.rules import I1, I8, Table, grid, jit, table

from . import CARD_TEXT
from .vocabulary import (
    ANY,
    BEHIND,
    DOMAINS,
    FORSAKE,
    HOOKS,
    MIMIC,
    MINE,
    MOMENTS,
    NUMBER_OF,
    THEIRS,
    TRAITS,
    WORDS,
)

BASE: Final = len(DOMAINS)  # base cards, one a domain (KB4)
STAGES: Final = 3
OF_STAGE: Final = 25  # KB2
CARD_COUNT: Final = BASE + STAGES * OF_STAGE
HERO_COUNT: Final = 12  # KB2
COPIES: Final = 7  # of each base card, in each deck (KB3)
SPLIT: Final = 55  # the first card of the second word
BITS: Final = 2  # words of bits to hold any cards
ROWS: Final = 5
RIPOSTE, RECYCLE = ROWS, ROWS + 1
PARTS: Final = ROWS + 2  # programs of a card
MOST_STEPS: Final = 4
MOST_COUNT: Final = 9
NUMERALS: Final = [str(number) for number in range(1, MOST_COUNT + 1)]
MOST_LETTERS: Final = 100  # of a name or a line of flavour
ID: Final = re.compile(r"[a-z0-9](-?[a-z0-9]){0,39}")
LANGS: Final = ("fr", "en")
STAGE_NAMES: Final = ("base", "1", "2", "3")

Step = tuple[int, int, int]  # word, number, domain
Standing = tuple[int, int, int]  # whose, hook, amount


@dataclass(frozen=True)
class Fault:
    """What is wrong in a card file, and where."""

    where: str
    fr_text: str
    en_text: str

    @property
    def fr(self) -> str:
        """The sentence in French."""
        return f"{self.where} : {self.fr_text}"

    @property
    def en(self) -> str:
        """The sentence in English."""
        return f"{self.where}: {self.en_text}"

    def __str__(self) -> str:
        return say(self.fr, self.en)


@dataclass(frozen=True)
class Card:
    """One card or hero, as its file gives it."""

    id: str
    name: dict[str, str]
    flavour: dict[str, str]
    domain: int = ANY
    stage: int = 0
    rows: tuple[tuple[Step, ...], ...] = ()
    riposte: tuple[Step, ...] | None = None
    recycle: tuple[Step, ...] | None = None
    standing: tuple[Standing, ...] = ()
    traits: tuple[str, ...] = ()
    moment: int = -1  # of a hero's power
    power: tuple[Step, ...] = ()


@dataclass(frozen=True)
class CardSet:
    """A whole set: 5 base cards, 25 of each stage, 12 heroes."""

    id: str
    name: dict[str, str]
    cards: tuple[Card, ...]
    heroes: tuple[Card, ...]


class Reader:
    """Reads a card file row by row and notes every fault."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def fault(self, where: str, fr: str, en: str) -> None:
        """Note a fault."""
        self.faults.append(Fault(where, fr, en))

    def texts(self, where: str, row: dict[str, Any], key: str) -> dict[str, str]:
        """Read a text in both languages."""
        given = row.get(key)
        texts: list[Any] = (
            [given.get(lang) for lang in LANGS] if isinstance(given, dict) else [0]
        )
        if not all(isinstance(text, str) and text.strip() for text in texts):
            self.fault(
                f"{where} {key}",
                "il faut { fr = « … », en = « … » }",
                'it must be { fr = "…", en = "…" }',
            )
            return dict.fromkeys(LANGS, "?")
        if not all(text.isprintable() and len(text) <= MOST_LETTERS for text in texts):
            self.fault(
                f"{where} {key}",
                f"un texte tient sur une ligne de {MOST_LETTERS} caractères au plus",
                f"a text fits on one line of at most {MOST_LETTERS} characters",
            )
        return dict(zip(LANGS, texts, strict=True))

    def steps(self, where: str, text: object) -> tuple[Step, ...]:
        """Read the steps of an effect, separated by commas."""
        if not isinstance(text, str):
            self.fault(
                where,
                "un effet est un texte entre guillemets",
                "an effect is a quoted text",
            )
            return ()
        parts = [part.split() for part in text.split(",")] if text.strip() else []
        if [] in parts:
            self.fault(
                where,
                "il manque un pas avant ou après une virgule",
                "a step is missing before or after a comma",
            )
            return ()
        if len(parts) > MOST_STEPS:
            self.fault(
                where,
                f"un effet a au plus {MOST_STEPS} pas, celui-ci {len(parts)}",
                f"an effect has at most {MOST_STEPS} steps, this one {len(parts)}",
            )
        found = [self.step(where, tokens) for tokens in parts[:MOST_STEPS]]
        if any(step and step[0] == MIMIC for step in found[:-1]):
            self.fault(
                where,
                "« mimic » est le dernier pas : la ligne copiée prend la suite",
                "'mimic' is the last step: the copied row follows from there",
            )
        if found and found[-1] and (found[-1][0] >= BEHIND or found[-1][0] == FORSAKE):
            last = WORDS[found[-1][0]].name
            self.fault(
                where,
                f"« {last} » est une condition : il manque ce qui en dépend",
                f"{last!r} is a condition: what depends on it is missing",
            )
        return tuple(step for step in found if step is not None)

    def step(self, where: str, tokens: list[str]) -> Step | None:
        """Read one step: a word, its number, a domain."""
        number = NUMBER_OF.get(tokens[0])
        if number is None:
            known = ", ".join(NUMBER_OF)
            self.fault(
                where,
                f"« {tokens[0]} » n'est pas un mot d'effet ; il y a {known}",
                f"{tokens[0]!r} is no word of an effect; there is {known}",
            )
            return None
        word, rest = WORDS[number], tokens[1:]
        count = 1
        if word.counted:
            if not rest or rest[0] not in NUMERALS:
                self.fault(
                    where,
                    f"« {word.name} » demande un nombre de 1 à {MOST_COUNT}",
                    f"{word.name!r} needs a number from 1 to {MOST_COUNT}",
                )
                return None
            count, rest = int(rest[0]), rest[1:]
        domain = ANY
        if rest and word.takes_domain and rest[0] in DOMAINS:
            domain, rest = DOMAINS.index(rest[0]), rest[1:]
        if rest:
            self.fault(
                where,
                f"« {rest[0]} » ne suit pas « {word.name} »",
                f"{rest[0]!r} does not follow {word.name!r}",
            )
            return None
        return number, count, domain

    def standing(self, where: str, row: dict[str, Any]) -> tuple[Standing, ...]:
        """Read the rules that a card overrides: `draws +1`, `their answers -1`."""
        lines = row.get("while", [])
        if not isinstance(lines, list):
            self.fault(
                f"{where} while", "c'est une liste de textes", "it is a list of texts"
            )
            return ()
        found = []
        for line in lines:
            tokens = line.split() if isinstance(line, str) else []
            side = MINE
            if tokens[:1] == ["their"]:
                side, tokens = THEIRS, tokens[1:]
            amount = tokens[1] if len(tokens) == 2 else ""
            if not tokens or tokens[0] not in HOOKS or amount[:1] not in ("+", "-"):
                shown = ", ".join(HOOKS)
                self.fault(
                    f"{where} while",
                    f"« {line} » ne s'écrit pas « [their] RÈGLE ±N », RÈGLE parmi {shown}",
                    f"{line!r} is not written '[their] RULE ±N', RULE being one of {shown}",
                )
            elif amount[1:] not in NUMERALS[:ROWS]:
                self.fault(
                    f"{where} while",
                    f"« {amount} » n'est pas un nombre de 1 à {ROWS} avec son signe",
                    f"{amount!r} is no number from 1 to {ROWS} with its sign",
                )
            else:
                found.append((side, HOOKS.index(tokens[0]), int(amount)))
        return tuple(found)

    def unknown(self, where: str, row: dict[str, Any], known: str) -> None:
        """Refuse the keys that a row must not have."""
        for key in row:
            if key not in known.split():
                self.fault(
                    where,
                    f"« {key} » n'a rien à faire ici ; il y a {known}",
                    f"{key!r} does not belong here; there is {known}",
                )

    def card(self, id: str, row: dict[str, Any]) -> Card:
        """Read a card."""
        self.unknown(
            id, row, "name flavour domain stage rows riposte recycle traits while"
        )
        if row.get("domain") not in DOMAINS:
            shown = ", ".join(DOMAINS)
            self.fault(
                f"{id} domain", f"c'est l'un de : {shown}", f"it is one of: {shown}"
            )
        if str(row.get("stage")) not in STAGE_NAMES:
            self.fault(
                f"{id} stage", 'c\'est "base", 1, 2 ou 3', 'it is "base", 1, 2 or 3'
            )
        rows = row.get("rows")
        if not isinstance(rows, list) or len(rows) != ROWS:
            self.fault(f"{id} rows", "il faut cinq lignes", "five rows are needed")
            rows = [""] * ROWS
        if "riposte" not in row and "recycle" not in row:
            self.fault(
                id,
                "il faut une riposte ou un recyclage",
                "a riposte or a recycling is needed",
            )
        traits = row.get("traits", [])
        if not isinstance(traits, list) or not all(t in TRAITS for t in traits):
            shown = ", ".join(TRAITS)
            self.fault(
                f"{id} traits",
                f"c'est une liste de : {shown}",
                f"it is a list of: {shown}",
            )
            traits = []
        return Card(
            id=id,
            name=self.texts(id, row, "name"),
            flavour=self.texts(id, row, "flavour"),
            domain=DOMAINS.index(row["domain"]) if row.get("domain") in DOMAINS else 0,
            stage=STAGE_NAMES.index(str(row["stage"]))
            if str(row.get("stage")) in STAGE_NAMES
            else 0,
            rows=tuple(self.steps(f"{id} row {i}", r) for i, r in enumerate(rows, 1)),
            riposte=self.answer(id, row, "riposte"),
            recycle=self.answer(id, row, "recycle"),
            standing=self.standing(id, row),
            traits=tuple(traits),
        )

    def answer(
        self, id: str, row: dict[str, Any], part: str
    ) -> tuple[Step, ...] | None:
        """Read a riposte or a recycling, if the card has one."""
        return self.steps(f"{id} {part}", row[part]) if part in row else None

    def hero(self, id: str, row: dict[str, Any]) -> Card:
        """Read a hero."""
        self.unknown(id, row, "name flavour while when does")
        moment = -1
        if ("when" in row) != ("does" in row) or not ("when" in row or "while" in row):
            self.fault(
                id,
                "il faut « while », ou « when » et « does »",
                "'while' is needed, or 'when' and 'does'",
            )
        elif "when" in row:
            if row["when"] in MOMENTS:
                moment = MOMENTS.index(row["when"])
            else:
                shown = ", ".join(MOMENTS)
                self.fault(
                    f"{id} when", f"c'est l'un de : {shown}", f"it is one of: {shown}"
                )
        return Card(
            id=id,
            name=self.texts(id, row, "name"),
            flavour=self.texts(id, row, "flavour"),
            standing=self.standing(id, row),
            moment=moment,
            power=self.power(id, row),
        )

    def power(self, id: str, row: dict[str, Any]) -> tuple[Step, ...]:
        """Read what the power of a hero does, if it is not a standing one."""
        found = self.steps(f"{id} does", row.get("does", ""))
        if row.get("does") == "":
            self.fault(
                f"{id} does",
                "un pouvoir a au moins un pas",
                "a power has at least one step",
            )
        return found

    def whole(self, text: str) -> CardSet:
        """Read a card file."""
        try:
            tables = tomllib.loads(text.removeprefix("\ufeff"))
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            self.fault("TOML", f"ce n'en est pas ({error})", f"it is none ({error})")
            return CardSet("?", dict.fromkeys(LANGS, "?"), (), ())
        for part in tables:
            if part not in ("set", "card", "hero"):
                self.fault(
                    part,
                    "un tableau s'appelle set, card.NOM ou hero.NOM",
                    "a table is called set, card.NAME or hero.NAME",
                )
        head = self.rows(tables, "set")
        self.unknown("set", head, "id name")
        id = head.get("id")
        if not is_id(id):
            self.fault(
                "set id",
                "c'est un mot de petites lettres, chiffres et tirets",
                "it is a word of small letters, digits and hyphens",
            )
        cards = [self.card(*row) for row in self.named(tables, "card")]
        heroes = [self.hero(*row) for row in self.named(tables, "hero")]
        if not self.faults:  # what is missing may only be written wrong
            self.count(cards, heroes)
        cards.sort(key=lambda c: (c.stage, c.domain if c.stage == 0 else 0))
        return CardSet(
            str(id), self.texts("set", head, "name"), tuple(cards), tuple(heroes)
        )

    def rows(self, tables: dict[str, Any], part: str) -> dict[str, Any]:
        """Return a table of the file."""
        given = tables.get(part, {})
        if not isinstance(given, dict):
            self.fault(part, "c'est un tableau", "it is a table")
            return {}
        return given

    def named(
        self, tables: dict[str, Any], part: str
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """List the cards or heroes of the file with their ids."""
        for id, row in self.rows(tables, part).items():
            if not isinstance(row, dict) or not is_id(id):
                self.fault(
                    f"{part}.{id}",
                    "une carte est un tableau nommé de petites lettres, chiffres et tirets",
                    "a card is a table named by small letters, digits and hyphens",
                )
            elif id in DOMAINS:
                self.fault(
                    f"{part}.{id}", "c'est le nom d'un domaine", "it is a domain's name"
                )
            else:
                yield id, row

    def count(self, cards: list[Card], heroes: list[Card]) -> None:
        """Check that the set is whole."""
        base = sorted(card.domain for card in cards if card.stage == 0)
        if base != list(range(BASE)):
            self.fault(
                "card",
                "il faut une carte de base par domaine",
                "one base card a domain is needed",
            )
        for stage in range(1, STAGES + 1):
            found = sum(card.stage == stage for card in cards)
            if found != OF_STAGE:
                self.fault(
                    "card",
                    f"il faut {OF_STAGE} cartes de stade {stage}, il y en a {found}",
                    f"{OF_STAGE} cards of stage {stage} are needed, there are {found}",
                )
        if len(heroes) != HERO_COUNT:
            self.fault(
                "hero",
                f"il faut {HERO_COUNT} héros, il y en a {len(heroes)}",
                f"{HERO_COUNT} heroes are needed, there are {len(heroes)}",
            )
        ids = [card.id for card in (*cards, *heroes)]
        for id in sorted({id for id in ids if ids.count(id) > 1}):
            self.fault(id, "ce nom sert deux fois", "this name is used twice")
        for lang in LANGS:
            named = [card.name[lang] for card in (*cards, *heroes)]
            for card in (*cards, *heroes):
                if named.count(card.name[lang]) > 1:
                    self.fault(
                        f"{card.id} name",
                        f"« {card.name[lang]} » nomme deux cartes",
                        f"{card.name[lang]!r} names two cards",
                    )


def is_id(text: object) -> bool:
    """Tell whether a text can name a card in moves, or a set in records."""
    return isinstance(text, str) and ID.fullmatch(text) is not None


def read(text: str) -> tuple[CardSet, list[Fault]]:
    """Read a card file, and list what is wrong in it."""
    reader = Reader()
    return reader.whole(text), reader.faults


def _programs(card_set: CardSet) -> list[tuple[Step, ...]]:
    """List the programs: seven a card, one a hero."""
    programs: list[tuple[Step, ...]] = []
    for card in card_set.cards:
        programs += [*card.rows, card.riposte or (), card.recycle or ()]
    return programs + [hero.power for hero in card_set.heroes]


def _starts(lists: list[tuple[Any, ...]]) -> Table:
    """Return where each list begins when they are laid end to end; one more: the end."""
    starts = [0]
    for part in lists:
        starts.append(starts[-1] + len(part))
    return table(starts)


def _column(lists: list[tuple[Any, ...]], column: int) -> Table:
    """Lay one column of all lists end to end; a last row keeps the table from being empty."""
    return table([row[column] for part in lists for row in part] + [0], I1)


def _bits(numbers: set[int]) -> Table:
    """Write a set of cards as two words of bits."""
    low = sum(1 << card for card in numbers if card < SPLIT)
    high = sum(1 << (card - SPLIT) for card in numbers if card >= SPLIT)
    return table([low, high], I8)


#: What the machine code of this package depends on besides its sources.
STAMP: Final = hashlib.sha256(CARD_TEXT.encode()).hexdigest()
SET, FAULTS = read(CARD_TEXT)
if FAULTS:
    raise ValueError("\n".join(fault.en for fault in FAULTS))

CARD_IDS: Final = [card.id for card in SET.cards]
HERO_IDS: Final = [hero.id for hero in SET.heroes]
NUMBER: Final = {id: number for number, id in enumerate(CARD_IDS)}
HERO_NUMBER: Final = {id: number for number, id in enumerate(HERO_IDS)}

DOMAIN: Final = table([card.domain for card in SET.cards], I1)
STAGE: Final = table([card.stage for card in SET.cards], I1)
#: How many cards of its domain a card counts for, and where it goes when it is guessed.
WEIGHT: Final = table([2 if "double" in card.traits else 1 for card in SET.cards], I1)
ELUSIVE: Final = table(["elusive" in card.traits for card in SET.cards], I1)
MOMENT: Final = table([hero.moment for hero in SET.heroes], I1)

HERO_PROGRAM: Final = CARD_COUNT * PARTS  # the program of the first hero
PROGRAMS: Final = _programs(SET)
FIRST_STEP: Final = _starts(PROGRAMS)
STEP_WORD: Final = _column(PROGRAMS, 0)
STEP_COUNT: Final = _column(PROGRAMS, 1)
STEP_DOMAIN: Final = _column(PROGRAMS, 2)

#: The standing rules of cards, then of heroes.
_STANDING: Final = [card.standing for card in (*SET.cards, *SET.heroes)]
FIRST_STANDING: Final = _starts(list(_STANDING))
STANDING_SIDE: Final = _column(list(_STANDING), 0)
STANDING_HOOK: Final = _column(list(_STANDING), 1)
STANDING_AMOUNT: Final = _column(list(_STANDING), 2)

_CARDS: Final = list(enumerate(SET.cards))
RIPOSTES: Final = _bits({i for i, card in _CARDS if card.riposte is not None})
RECYCLINGS: Final = _bits({i for i, card in _CARDS if card.recycle is not None})
WARDED: Final = _bits({i for i, card in _CARDS if "warded" in card.traits})
#: The cards of each domain; the last row holds all.
OF_DOMAIN: Final = grid(
    [_bits({i for i, c in _CARDS if d in (c.domain, ANY)}) for d in range(ANY + 1)], I8
)
#: The columns of the vocabulary, for the interpreter.
HOW: Final = table([word.how for word in WORDS], I1)
FROM_SIDE: Final = table([word.side for word in WORDS], I1)
FROM_ZONE: Final = table([word.zone for word in WORDS], I1)
TO_SIDE: Final = table([word.to_side for word in WORDS], I1)
TO_ZONE: Final = table([word.to_zone for word in WORDS], I1)


@jit
def word_of(card: int) -> int:
    """Tell in which word of bits a card has its bit."""
    return 1 if card >= SPLIT else 0


@jit
def bit_of(card: int) -> int:
    """Return the bit of a card in its word."""
    return 1 << (card - SPLIT if card >= SPLIT else card)
