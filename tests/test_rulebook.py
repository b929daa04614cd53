"""The rulebook, the code, the scenarios and the texts of every game say the same."""

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any

import pytest
from tests.play import GAMES

import pioche
from pioche.core import scenario
from pioche.core.kind import Kind
from pioche.core.scenario import Scenario
from pioche.games import kind

every_game = pytest.mark.parametrize("name", GAMES)


def scenarios(name: str) -> list[Scenario]:
    """Read a game's scenarios; a game that can't be read fails in its tests, not here."""
    try:
        return scenario.read(kind(name))
    except Exception:  # whatever is wrong with a folder
        return []


EVERY_SCENARIO = [
    pytest.param(name, row, id=f"{name} {row.name}")
    for name in GAMES
    for row in scenarios(name)
]


# Rulebook


@every_game
def test_both_languages_have_the_same_clauses_in_the_same_order(name: str) -> None:
    fr, en = (kind(name).words[lang].clauses for lang in ("fr", "en"))
    assert list(fr) == list(en)
    sections = [
        list(dict.fromkeys(c.section for c in page.values())) for page in (fr, en)
    ]
    assert len(sections[0]) == len(sections[1])
    for id, clause in fr.items():
        assert clause.text != en[id].text
        assert clause.section


@every_game
def test_every_option_stands_in_its_clause(name: str) -> None:
    of = kind(name)
    for words in of.words.values():
        named = {
            (option, id)
            for id, clause in words.clauses.items()
            for option in clause.options
        }
        assert named == {(option.name, option.clause) for option in of.rules.OPTIONS}


# Code


def sources(folder: Traversable) -> Iterator[tuple[str, str]]:
    for file in folder.iterdir():
        if file.name.endswith(".py"):
            yield file.name, file.read_text("utf-8")


def named_in_code(of: Kind) -> dict[str, str]:
    """Return the clauses that a game's code names, and where."""
    clauses = of.words["en"].clauses
    prefixes = sorted({re.sub(r"\d", "", id) for id in clauses}, key=len, reverse=True)
    pattern = re.compile(rf"\b(?:{'|'.join(prefixes)})\d+\b")
    found: dict[str, str] = {}
    for file, text in sources(of.words["en"].folder):
        for id in pattern.findall(text):
            found.setdefault(id, file)
    return found


@every_game
def test_the_code_names_no_clause_that_the_book_lacks(name: str) -> None:
    of = kind(name)
    clauses = of.words["en"].clauses
    assert {i: f for i, f in named_in_code(of).items() if i not in clauses} == {}
    assert set(of.rules.CLAUSES.ids[1:]) <= set(clauses)
    assert {clause for _, clause, _ in of.rules.EVENTS.rows} <= set(clauses)
    assert {option.clause for option in of.rules.OPTIONS} <= set(clauses)


@every_game
def test_the_book_has_no_clause_that_the_code_does_not_name(name: str) -> None:
    """A comment will do, where the code obeys the clause."""
    of = kind(name)
    assert [i for i in of.words["en"].clauses if i not in named_in_code(of)] == []


# Scenarios


@every_game
def test_every_clause_has_a_scenario_and_no_scenario_an_unknown_clause(
    name: str,
) -> None:
    of = kind(name)
    shown = {id for row in scenario.read(of) for id in row.clauses}
    assert shown == set(of.words["en"].clauses)


@pytest.mark.parametrize(("name", "row"), EVERY_SCENARIO)
def test_a_scenario_comes_true(name: str, row: Scenario) -> None:
    assert scenario.check(kind(name), row) == []


@pytest.mark.parametrize(("name", "row"), EVERY_SCENARIO)
def test_a_scenario_can_be_read_and_seen(name: str, row: Scenario) -> None:
    of = kind(name)
    assert row.clauses
    assert row.fr != row.en
    assert min(len(row.fr), len(row.en)) > 10
    shows = (
        row.moves,
        row.refused,
        row.legal,
        row.then,
        row.sees,
        row.told,
        row.result,
    )
    assert any(shows), "nothing follows"
    game = scenario.set_up(of, row)
    for lang in ("fr", "en"):
        for seat in (None, 0):
            assert of.picture(game.view(seat), lang)


# Texts


def keys(table: dict[str, Any], name: str) -> set[str]:
    return set(table.get(name, {}))


@every_game
def test_the_tutorial_takes_five_minutes(name: str) -> None:
    """Ten to fifteen lessons, numbered without a gap; a move or a refusal in each."""
    lessons = sorted(
        (row for row in scenarios(name) if row.lesson), key=lambda row: row.lesson
    )
    assert [row.lesson for row in lessons] == list(range(1, len(lessons) + 1))
    assert len(lessons) in range(10, 16)
    assert all(row.moves or row.refused for row in lessons)


@every_game
def test_both_languages_have_the_same_texts(name: str) -> None:
    fr, en = (kind(name).words[lang].tables for lang in ("fr", "en"))
    assert set(fr) == set(en)
    assert fr["title"]
    for table in set(fr) - {"title"}:
        assert keys(fr, table) == keys(en, table)
        for key in fr[table]:
            ours, theirs = parts(fr[table][key]), parts(en[table][key])
            assert len(ours) == len(theirs)
            assert all(text.strip() for text in (*ours, *theirs))
            assert list(map(fields, ours)) == list(map(fields, theirs)), key


def parts(text: str | list[str]) -> list[str]:
    """Return the texts of a key, which may have several."""
    return [text] if isinstance(text, str) else text


def fields(text: str) -> set[str]:
    """Return the names in braces of a text."""
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


@every_game
def test_every_option_is_explained(name: str) -> None:
    of = kind(name)
    for words in of.words.values():
        assert keys(words.tables, "options") == {o.name for o in of.rules.OPTIONS}
    for option in of.rules.OPTIONS:
        texts = [of.words[lang].tables["options"][option.name] for lang in ("fr", "en")]
        assert texts[0] != texts[1]
        assert option.default in option.values


@every_game
def test_every_value_in_words_has_a_name(name: str) -> None:
    wanted = {
        f"{option['name']} {value}"
        for option in pioche.rules(name)["options"]
        for value in option["values"]
        if isinstance(value, str)
    }
    for words in kind(name).words.values():
        assert set(words.tables.get("values", {})) == wanted


@every_game
def test_every_card_has_a_name(name: str) -> None:
    of = kind(name)
    ids = {card["id"] for card in of.rules.CARDS}
    for words in of.words.values():
        assert keys(words.tables, "cards") <= ids
        assert [id for id in ids if words.term(id) == id] == []


@every_game
def test_every_move_has_a_pattern_and_every_pattern_a_move(name: str) -> None:
    of = kind(name)
    for words in of.words.values():
        unused = set(words.tables["moves"])
        for move in of.rules.MOVES:
            said = words.move(move)
            assert "{" not in said
            unused -= {pattern for pattern in unused if fits(pattern, move)}
        assert unused == set()


def fits(pattern: str, move: str) -> bool:
    shape, tokens = pattern.split(), move.split()
    return len(shape) == len(tokens) and all(
        p in ("*", "#", t) for p, t in zip(shape, tokens, strict=True)
    )


@every_game
def test_every_event_has_its_sentences(name: str) -> None:
    of = kind(name)
    expected: dict[str, set[str]] = {}
    for event, _, arguments in of.rules.EVENTS.rows:
        expected[event] = set(arguments)
        public = {key for key, argument in arguments.items() if not argument.secret}
        if public != set(arguments):
            expected[f"{event}_hidden"] = public
    for words in of.words.values():
        assert keys(words.tables, "events") == set(expected)
        for event, text in words.tables["events"].items():
            assert fields(text) <= expected[event], event


@every_game
def test_the_facts_hold_every_text(name: str) -> None:
    facts = pioche.rules(name)
    assert facts["title"]["fr"]
    for card in facts["cards"]:
        assert card["name"]["fr"]
        assert card["name"]["en"]
