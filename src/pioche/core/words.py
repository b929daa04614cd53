"""Texts in every language: the words of a game and the sentences of its rulebook.

`words.<lang>.toml` beside a game's rules holds its words; `rulebook.<lang>.md` its
clauses. A clause is a paragraph or list item that begins with its id in bold:
`**UB3** You may lay a card …`; an option that it carries follows as `{option: name}`.
"""

import re
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, Final

LANGUAGES: Final = ("fr", "en")
CLAUSE: Final = re.compile(r"^\s*(?:[-*] )?\*\*([A-Z]+\d+)\*\*\s+(.*)$")
OPTION: Final = re.compile(r"\s*`?\{option: ([\w, ]+)\}`?")
PLAIN: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*`]")


@dataclass(frozen=True)
class Clause:
    """One binding sentence of a rulebook page."""

    id: str
    section: str
    text: str
    options: tuple[str, ...] = ()  # the house rules that change it


def read_clauses(page: str) -> dict[str, Clause]:
    """Read the clauses of a rulebook page; the rest of the page is prose."""
    found: dict[str, Clause] = {}
    section, current = "", ""
    lines: list[str] = []

    def close() -> None:
        if current:
            whole = " ".join(lines)
            named = ", ".join(OPTION.findall(whole))
            text = PLAIN.sub(lambda m: m[1] or "", OPTION.sub("", whole))
            options = tuple(name.strip() for name in named.split(",") if name.strip())
            found[current] = Clause(current, section, text, options)

    for line in [*page.splitlines(), ""]:
        match = CLAUSE.match(line)
        if match or not line.strip() or line.startswith("#"):
            close()
            current, lines = "", []
        if match:
            if match[1] in found:
                raise ValueError(f"clause {match[1]} stands twice")
            current, lines = match[1], [match[2].strip()]
        elif line.startswith("#"):
            section = line.lstrip("# ").strip()
        elif current and line.strip():
            lines.append(line.strip())
    return found


@dataclass(frozen=True)
class Words:
    """The texts of one game in one language."""

    folder: Traversable
    lang: str
    names: dict[str, str] = field(default_factory=dict)  # that a game's own files give

    @cached_property
    def tables(self) -> dict[str, Any]:
        """The tables of the words file."""
        return tomllib.loads(
            (self.folder / f"words.{self.lang}.toml").read_text("utf-8")
        )

    @cached_property
    def page(self) -> str:
        """The rulebook page."""
        return (self.folder / f"rulebook.{self.lang}.md").read_text("utf-8")

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses of the rulebook page, in its order."""
        return read_clauses(self.page)

    def clause(self, id: str) -> str:
        """Return the sentence of a clause."""
        return self.clauses[id].text

    def term(self, name: str) -> str:
        """Translate a name that moves, views and positions use (a card, a colour)."""
        if name in self.names:
            return self.names[name]
        for part in ("cards", "terms"):
            if name in self.tables.get(part, {}):
                return str(self.tables[part][name])
        return name

    def move(self, text: str) -> str:
        """Say a move in words, by the pattern of `[moves]` that fits it."""
        tokens = text.split()
        for pattern, sentence in self.tables["moves"].items():
            shape = pattern.split()
            if len(shape) == len(tokens) and all(
                p in ("*", "#", t) for p, t in zip(shape, tokens, strict=True)
            ):
                said = [
                    self.seat(int(t)) if p == "#" else self.term(t)
                    for p, t in zip(shape, tokens, strict=True)
                    if p in ("*", "#")
                ]
                return str(sentence).format(*said)
        raise KeyError(f"words.{self.lang}.toml has no pattern for the move {text!r}")

    def seat(self, seat: int) -> str:
        """Name a seat for people, who count from one."""
        return f"joueur {seat + 1}" if self.lang == "fr" else f"player {seat + 1}"

    def event(self, event: dict[str, object]) -> str:
        """Say an event in words; `<name>_hidden` serves those who do not know it all."""
        name = str(event["event"])
        if None in event.values():
            name = f"{name}_hidden"
        said = {
            key: self.seat(value)
            if key in ("seat", "by", "to", "of") and isinstance(value, int)
            else ", ".join(self.term(str(v)) for v in value)
            if isinstance(value, list)
            else self.term(str(value))
            for key, value in event.items()
        }
        sentence = str(self.tables["events"][name]).format(**said)
        return sentence[:1].upper() + sentence[1:]
