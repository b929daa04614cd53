"""Kardashev, clause by clause where its scenarios are not enough."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.play import play_on

import pioche
from pioche.cli import main
from pioche.core import scenario
from pioche.core.scenario import Scenario
from pioche.core.table import Game
from pioche.games import MADE, found, kind
from pioche.games.kardashev import cards, rules, sets, texts, vocabulary

Json = dict[str, Any]
KARDASHEV = kind("kardashev")
SCENARIOS = {s.name: s for s in scenario.read(KARDASHEV)}
MATCH = {"mode": "match"}
FILE = Path(rules.__file__).with_name("cards.toml")
LANGS = ("fr", "en")
PARTS = ("row-1", "row-2", "row-3", "row-4", "row-5", "riposte", "recycle")
PLACES = ("hands", "in_play", "discards", "decks", "sides")


def started(name: str, options: Json | None = None, **fields: object) -> Game:
    """Return the game in which a scenario begins, with some fields changed."""
    given = SCENARIOS[name]
    position = {**given.position, **fields}
    chosen = given.options if options is None else options
    return scenario.set_up(
        KARDASHEV, Scenario(name, [], "", "", given.seats, position, chosen)
    )


def finished(seed: str, options: Json) -> Game:
    """Play a game of random moves to its end."""
    game = pioche.deal("kardashev", 2, seed, options)
    play_on(game, Random(seed), rules.BOUND)
    return game


def told(game: Game, name: str) -> list[Json]:
    """List the events of one name that all were told."""
    return [event for event in game.events(None) if event["event"] == name]


# The cards


def test_the_set_uses_every_word_rule_trait_and_moment() -> None:
    steps = [step for program in cards.PROGRAMS for step in program]
    assert {word for word, _, _ in steps} == set(range(len(vocabulary.WORDS)))
    assert any(domain != vocabulary.ANY for _, _, domain in steps)
    everyone = (*cards.SET.cards, *cards.SET.heroes)
    hooks = {hook for card in everyone for _, hook, _ in card.standing}
    assert hooks == set(range(len(vocabulary.HOOKS)))
    assert {t for card in everyone for t in card.traits} == set(vocabulary.TRAITS)
    moments = {hero.moment for hero in cards.SET.heroes} - {-1}
    assert moments == set(range(len(vocabulary.MOMENTS)))


def test_every_stage_has_five_cards_of_each_domain() -> None:
    found = Counter((card.stage, card.domain) for card in cards.SET.cards)
    assert found == {
        (stage, d): 5 if stage else 1 for stage in range(4) for d in range(5)
    }


@pytest.mark.parametrize("lang", LANGS)
def test_two_different_effects_never_read_the_same(lang: str) -> None:
    said = {}
    for number, word in enumerate(vocabulary.WORDS):
        counts = range(1, cards.MOST_COUNT + 1) if word.counted else (1,)
        places = range(6) if word.takes_domain else (vocabulary.ANY,)
        for count, domain in product(counts, places):
            said[texts.effect(lang, ((number, count, domain),))] = number, count, domain
    every = sum(
        (cards.MOST_COUNT if w.counted else 1) * (6 if w.takes_domain else 1)
        for w in vocabulary.WORDS
    )
    assert len(said) == every
    programs = set(cards.PROGRAMS)
    assert len({texts.effect(lang, program) for program in programs}) == len(programs)


@pytest.mark.parametrize("lang", LANGS)
def test_two_different_standing_rules_never_read_the_same(lang: str) -> None:
    ways = [
        (side, hook, amount)
        for side, hook in product((0, 1), range(len(vocabulary.HOOKS)))
        for amount in (-2, -1, 1, 2)
    ]
    assert len({texts.standing(lang, way) for way in ways}) == len(ways)


def test_the_facts_tell_what_the_rows_say() -> None:
    levy = next(c for c in pioche.rules("kardashev")["cards"] if c["id"] == "levy")
    assert levy["rows"][2]["en"].startswith(
        "Destroy a card your opponent has in play, "
    )
    assert levy["set"] == {"fr": "édition Pioche", "en": "Pioche edition"}
    for card in pioche.rules("kardashev")["cards"]:
        for lang in LANGS:
            assert card["name"][lang]
            assert card["flavour"][lang]


# Each part of each card, run


def renamed(value: Any, names: dict[str, str]) -> Any:
    """Exchange the names of cards in a position."""
    if isinstance(value, dict):
        return {key: renamed(part, names) for key, part in value.items()}
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    return names.get(value, value) if isinstance(value, str) else value


def table_with(id: str, in_play: list[str]) -> Json:
    """Lay out a game of stage III in which seat 0 holds a card, having some in play."""
    printed = cards.SET.cards[cards.NUMBER[id]]
    own = ("", "night-whispers", "boarding-parties", "galactic-charter")[printed.stage]
    given = SCENARIOS["on-the-other-side"].position
    position: Json = renamed(given, {own: id, id: own} if own else {})
    for row in position["draft"]:
        row["got"] = [sorted(ids, key=cards.NUMBER.__getitem__) for ids in row["got"]]
    bases = [card.id for card in cards.SET.cards[: cards.BASE]]
    # Seat 0 keeps all seven of the domain, and one of the next.
    this, other, *rest = bases[printed.domain :] + bases[: printed.domain]
    out = [base for base in position["sides"][0] if base != this]
    return {
        **position,
        "sides": [[*out, *[other] * 3], position["sides"][1]],
        "hands": [[id, rest[0]], bases],
        "in_play": [in_play, ["war-base", "science-base", *bases]],
        "discards": [[rest[1], rest[2]], ["science-base", "war-base"]],
        "heroes": [["the-archivist"], ["the-navigator"]],
    }


def numbers(position: Json) -> Counter[str]:
    """Count the cards of a position, wherever they lie."""
    found = Counter([position["quantum"]] if position["quantum"] else [])
    for place in PLACES:
        for ids in position[place]:
            found.update(ids)
    return found


def effects(events: list[Json]) -> set[str]:
    """Name the words that worked, by the events."""
    found = {str(e["word"]).removeprefix("effect-") for e in events if "word" in e}
    for event in events:
        if event["event"] == "drew":
            found.add("draw" if event["seat"] == 0 else "feed")
        if event["event"] == "hero_lost":
            found.add("forsake" if event["seat"] == 0 else "dethrone")
        if event["event"] == "looked":
            found.add("look")
    return found


CARDS = [card.id for card in cards.SET.cards]


@pytest.mark.parametrize("id", CARDS)
def test_every_row_of_a_card_does_its_words_and_loses_no_card(id: str) -> None:
    printed = cards.SET.cards[cards.NUMBER[id]]
    weight = 2 if "double" in printed.traits else 1
    base = cards.SET.cards[printed.domain].id
    for row in range(weight, cards.ROWS + 1):
        laid_out = table_with(id, [base] * (row - weight))
        game = started("on-the-other-side", **laid_out)
        before = numbers(game.position())
        game.play(0, f"play {id}")
        game.play(1, "accept")
        rng = Random(row)
        while game.position()["phase"] == "choose":
            seat = game.to_move[0]
            moves = [m for m in game.moves(seat) if m != "decline"]
            game.play(seat, rng.choice(moves))
        assert numbers(game.position()) == before
        (entered,) = told(game, "entered")
        assert entered["row"] == row
        worked = effects(game.events(None))
        for word, _, domain in printed.rows[row - 1]:
            if word >= vocabulary.BEHIND:
                break  # the rest may be left out
            name = vocabulary.WORDS[word].name
            if domain == vocabulary.ANY and word != vocabulary.MIMIC:
                assert name in worked, (id, row)


@pytest.mark.parametrize("id", [c.id for c in cards.SET.cards if c.recycle])
def test_every_recycling_does_its_words_and_spares_the_hidden_card(id: str) -> None:
    laid_out = table_with(id, [])
    fields = {"phase": "answer", "mover": 1, "waiting": [0], "answers": 1, "plays": 0}
    hands = [laid_out["hands"][0], laid_out["hands"][1][1:]]
    quantum = {"quantum": laid_out["hands"][1][0], "hands": hands, "played": 1}
    game = started("on-the-other-side", **{**laid_out, **fields, **quantum})
    before = numbers(game.position())
    game.play(0, f"recycle {id}")
    rng = Random(id)
    while game.position()["phase"] == "choose":
        seat = game.to_move[0]
        game.play(seat, rng.choice(game.moves(seat)))
    assert numbers(game.position()) == before
    assert told(game, "entered")[0]["card"] == quantum["quantum"]
    worked = effects(game.events(None))
    for word, _, _ in cards.SET.cards[cards.NUMBER[id]].recycle or ():
        assert vocabulary.WORDS[word].name in worked


@pytest.mark.parametrize("id", [c.id for c in cards.SET.cards if c.riposte is not None])
def test_every_riposte_does_its_words_if_it_guesses_and_only_then(id: str) -> None:
    laid_out = table_with(id, [])
    fields = {"phase": "answer", "mover": 1, "waiting": [0], "answers": 1, "plays": 0}
    hands = [laid_out["hands"][0], laid_out["hands"][1][1:]]
    quantum = {"quantum": laid_out["hands"][1][0], "hands": hands, "played": 1}
    steps = cards.SET.cards[cards.NUMBER[id]].riposte or ()
    for guessed, domain in (
        (True, "diplomacy"),
        (False, "war"),
    ):
        game = started("on-the-other-side", **{**laid_out, **fields, **quantum})
        before = numbers(game.position())
        game.play(0, f"riposte {id}")
        game.play(0, f"guess {domain}")
        worked = effects(game.events(None)) if guessed else set()
        while guessed and game.position()["phase"] == "choose":
            seat = game.to_move[0]
            game.play(seat, game.moves(seat)[0])
            worked |= effects(game.events(None))
        assert numbers(game.position()) == before
        assert bool(told(game, "countered")) == guessed
        assert bool(told(game, "missed")) != guessed
        for word, _, _ in steps if guessed else ():
            assert vocabulary.WORDS[word].name in worked


# Whole matches


def test_each_card_and_hero_comes_into_play_in_a_thousand_random_games() -> None:
    from pioche.lab import kardashev

    bench = kardashev.Bench("kardashev", "test")
    notes, used = bench.play(kardashev.Trial(bot="random"), 1_000)
    assert len(notes) == 1_000
    assert set(notes["stage"]) == {1, 2, 3}
    unused = [
        move
        for number, move in enumerate(rules.MOVES)
        if used[number] == 0 and could_be(move)
    ]
    assert unused == []


def could_be(move: str) -> bool:
    """Tell whether a move exists with these cards: each has only some answers."""
    word, _, id = move.partition(" ")
    if word not in ("riposte", "recycle"):
        return word not in ("begin", "keep", "redraw", "sacrifice")
    card = cards.SET.cards[cards.NUMBER[id]]
    return (card.riposte if word == "riposte" else card.recycle) is not None


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_a_match_drafts_builds_and_decides_as_the_book_says(seed: str) -> None:
    """KB20 to KB29, K20, K22, K24, K25: counted through a whole random match."""
    game = pioche.deal("kardashev", 2, seed, MATCH)
    rng = Random(seed)
    offered: list[set[str]] = []
    while not game.over:
        position = game.position()
        if position["phase"] == "build" and position["waiting"] == [0, 1]:
            pool = game.view(0)["table"]["pool"] + game.view(0)["table"]["side"]
            assert len(pool) == {1: 41, 2: 47, 3: 53}[position["stage"]]
        if position["phase"] == "hero":
            lost = {
                h for hand in (*position["heroes"], *position["fallen"]) for h in hand
            }
            assert len(position["offer"]) == 3
            assert not lost & set(position["offer"])
            offered.append(set(position["offer"]))
        seat = rng.choice(game.to_move)
        game.play(seat, rng.choice(game.moves(seat)))
    position = game.position()
    used = [
        card
        for row in position["draft"]
        for seat in range(2)
        for card in [row["picked"][seat], *row["got"][seat]]
    ]
    assert len(used) == len(set(used)) == 3 * 20
    assert len(told(game, "built")) == 6
    assert len(told(game, "won_domains")) + len(told(game, "won_same")) == 3
    assert len(offered) == 2
    result = game.result
    assert result is not None
    assert result["reason"] == "KB29"
    assert sum(result["scores"]) == 3
    assert pioche.replay(game.record()).position() == position


def test_picks_may_come_in_any_order() -> None:
    """K21: what both pick at the same time has one outcome."""
    one = pioche.deal("kardashev", 2, "order", MATCH)
    other = one.copy()
    picks = [one.moves(seat)[2] for seat in range(2)]
    for game, order in ((one, (0, 1)), (other, (1, 0))):
        for seat in order:
            game.play(seat, picks[seat])
    assert one.position() == other.position()
    seconds = [(seat, move) for seat in range(2) for move in one.moves(seat)[:2]]
    for seat, move in seconds:
        one.play(seat, move)
    for seat, move in reversed(seconds):
        other.play(seat, move)
    assert one.position() == other.position()


@pytest.mark.parametrize("phase", ["draft", "build"])
def test_the_other_learns_nothing_of_a_pick_or_of_what_is_left_out(phase: str) -> None:
    """K21, K22: his view, his events, his moves and every refusal are the same."""
    game = pioche.deal("kardashev", 2, "secret", MATCH)
    while game.position()["phase"] != phase:
        seat = game.to_move[0]
        game.play(seat, game.moves(seat)[-1 if phase == "build" else 0])
    told_to: list[object] = []
    for move in game.moves(0)[:5]:
        after = game.copy()
        after.play(0, move)
        refusals = [after.why_not(1, text) for text in rules.MOVES]
        clauses = [None if why is None else (why.clause, why.en) for why in refusals]
        told_to.append((after.view(1), after.events(1), after.moves(1), clauses))
    assert all(one == told_to[0] for one in told_to)


def test_a_random_match_with_the_best_of_three_ends_early() -> None:
    """K23: by option who wins the first two games has the match."""
    lengths = set()
    for seed in range(6):
        game = finished(f"three {seed}", {**MATCH, "match": "best-of-three"})
        assert game.result is not None
        scores = game.result["scores"]
        assert max(scores) == 2
        assert game.result["winners"] == [scores.index(2)]
        lengths.add(sum(scores))
    assert lengths == {2, 3}


def test_the_surplus_is_left_out_evenly() -> None:
    """K34: all that is drafted stays, and no base card falls far behind the others."""
    game = pioche.deal("kardashev", 2, "surplus", MATCH)
    while game.position()["phase"] != "build":
        game.play(game.to_move[0], game.moves(game.to_move[0])[0])
    game.play(0, "build")
    left = Counter(game.view(0)["table"]["side"])
    assert sum(left.values()) == 6
    assert set(left.values()) == {1, 2}
    assert all(id.endswith("-base") for id in left)


# Card files


TEXT = FILE.read_text("utf-8")
LEVY = (
    'rows = ["destroy 1", "destroy 1", "destroy 1, draw 1", "destroy 2", "destroy 2"]'
)
WRONG = [
    (LEVY, LEVY.replace("draw 1", "drow 1"), "levy row 3", "drow"),
    (LEVY, LEVY.replace("destroy 1, draw", "destroy, draw"), "levy row 3", "1 to 9"),
    (LEVY, LEVY.replace("destroy 1, draw", "destroy 12, draw"), "levy row 3", "1 to 9"),
    (LEVY, LEVY.replace("draw 1", "draw 1 war"), "levy row 3", "'war' does not follow"),
    (LEVY, LEVY.replace('"destroy 2"]', '"draw 1, spy, spy, spy, spy"]'), "levy row 5", "4 steps"),
    (LEVY, LEVY.replace('"destroy 2"]', '"mimic, draw 1"]'), "levy row 5", "last step"),
    (LEVY, LEVY.replace(', "destroy 2"]', "]"), "levy rows", "five rows"),
    (LEVY, LEVY.replace('"destroy 2"]', "2]"), "levy row 5", "quoted text"),
    (LEVY, f"{LEVY}\ncolour = 1", "levy", "'colour' does not belong here"),
    (LEVY, f'{LEVY}\ntraits = ["huge"]', "levy traits", "warded"),
    (LEVY, f'{LEVY}\nwhile = ["draws 1"]', "levy while", "RULE"),
    (LEVY, f'{LEVY}\nwhile = ["draws +9"]', "levy while", "1 to 5"),
    (LEVY, f'{LEVY}\nwhile = "draws +1"', "levy while", "list"),
    ('name = { fr = "Levée en masse", en = "Levy" }', 'name = "Levy"', "levy name", "fr ="),
    ('[card.levy]', "[card.le_vy]", "card.le_vy", "letters"),
    ('[card.levy]', "[kart.levy]", "kart", "card.NAME"),
    ('[card.levy]', "[card.the-warden]", "the-warden", "used twice"),
    ('does = "poor 1, draw 1"\n', "", "the-archivist", "'when' and 'does'"),
    ('when = "turn"', 'when = "never"', "the-archivist when", "one of"),
    ('id = "pioche"', 'id = "é"', "set id", "letters"),
    ("stage = 3", "stage = 4", "galactic-charter stage", "1, 2 or 3"),
    ('stage = "base"', "stage = 1", "card", "one base card a domain"),
    ('domain = "war"', 'domain = "peace"', "war-base domain", "one of"),
    ("[set]", "[set", "TOML", ""),
    ("[set]", f"deep = {'[' * 5000}\n[set]", "TOML", ""),
    ('[card.levy]', "[card.Levy]", "card.Levy", "small letters"),
    ('[card.levy]', "[card.war]", "card.war", "a domain's name"),
    ('en = "Levy"', 'en = "Siege Train"', "levy name", "names two cards"),
    ('en = "Levy"', r'en = "Le\u001bvy"', "levy name", "one line"),
    ('en = "Levy"', f'en = "{"x" * 101}"', "levy name", "100 characters"),
    ('id = "pioche"', 'id = "pioche"\ncolour = 1', "set", "'colour' does not belong here"),
    ('does = "poor 1, draw 1"', 'does = ""', "the-archivist does", "at least one step"),
    (LEVY, LEVY.replace('"destroy 2"]', '"destroy ²"]'), "levy row 5", "1 to 9"),
    (LEVY, LEVY.replace('"destroy 2"]', '"destroy ٣"]'), "levy row 5", "1 to 9"),
    (LEVY, LEVY.replace('"destroy 2"]', f'"destroy {"9" * 5000}"]'), "levy row 5", "1 to 9"),
    (LEVY, LEVY.replace('"destroy 2"]', '"destroy 2,"]'), "levy row 5", "a step is missing"),
    (LEVY, LEVY.replace('"destroy 2"]', '"behind"]'), "levy row 5", "is a condition"),
    (LEVY, LEVY.replace('"destroy 2"]', '"draw 1, forsake"]'), "levy row 5", "is a condition"),
    (LEVY, f'{LEVY}\nwhile = ["draws +²"]', "levy while", "1 to 5"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "where", "what"), WRONG, ids=[w[2] for w in WRONG]
)
def test_a_wrong_card_file_names_the_row(
    old: str, new: str, where: str, what: str
) -> None:
    assert old in TEXT
    _, faults = cards.read(TEXT.replace(old, new, 1))
    found = [fault for fault in faults if fault.where == where]
    assert found, [fault.en for fault in faults]
    assert any(what in fault.en_text for fault in found)
    assert all(fault.fr != fault.en or where == "TOML" for fault in found)


def test_a_card_without_an_answer_is_refused() -> None:
    at = TEXT.index("[card.levy]")
    cut = TEXT[:at] + TEXT[at:].replace('recycle = "draw 1"\n', "", 1)
    assert [fault.where for fault in cards.read(cut)[1]] == ["levy"]


def test_the_command_checks_a_card_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(TEXT.replace("draw 2", "drew 2", 1), "utf-8")
    assert main(["cards", "check", str(file)]) == 1
    assert "science-base row 2: 'drew' is no word" in capsys.readouterr().out
    assert main(["cards", "check", "--lang", "fr", str(file)]) == 1
    assert "science-base row 2 : « drew » n'est pas" in capsys.readouterr().out
    assert main(["cards", "check", str(file), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["valid"] is False
    assert main(["cards", "check", str(FILE)]) == 0
    assert "80" in capsys.readouterr().out
    for missing in (str(tmp_path / "none.toml"), str(tmp_path)):
        assert main(["cards", "check", missing]) == 2
    file.write_bytes(b"\xff\xfe")
    assert main(["cards", "check", str(file)]) == 2
    file.write_bytes(b"#" * (sets.MOST_BYTES + 1))
    assert main(["cards", "check", str(file)]) == 2
    assert "is no card file" in capsys.readouterr().err


def test_the_command_lists_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "list", "--lang", "fr"]) == 0
    page = capsys.readouterr().out
    assert page.startswith("édition Pioche\n")
    assert all(
        card.name["fr"] in page for card in (*cards.SET.cards, *cards.SET.heroes)
    )
    assert main(["cards", "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 92


@pytest.fixture
def other_cards(tmp_path: Path) -> Iterator[Path]:
    """A card file in which the Levy draws; games made of it are forgotten afterwards."""
    known = dict(MADE)
    file = tmp_path / "mine.toml"
    text = TEXT.replace('id = "pioche"', 'id = "mine"')
    file.write_text(text.replace(LEVY, LEVY.replace("destroy", "draw")), "utf-8")
    yield file
    MADE.clear()
    MADE.update(known)
    found.cache_clear()


def test_other_cards_make_a_game_of_their_own(other_cards: Path) -> None:
    """K36: it has its own name, and its record says with which file it was played."""
    of = sets.load(other_cards)
    assert of.name.startswith("kardashev-mine-")
    levy = next(card for card in of.facts()["cards"] if card["id"] == "levy")
    assert levy["rows"][0]["en"] == "Draw a card."
    ours = next(c for c in pioche.rules("kardashev")["cards"] if c["id"] == "levy")
    assert ours["rows"][0]["en"] != "Draw a card."
    game = pioche.deal(of.name, 2, "mine")
    play_on(game, Random(1), rules.BOUND)
    assert game.over
    assert pioche.replay(game.record()).result == game.result
    assert sets.load(other_cards).name == of.name


def test_wrong_cards_make_no_game(tmp_path: Path) -> None:
    file = tmp_path / "wrong.toml"
    file.write_text(TEXT.replace("[card.levy]", "[card.levy-levy-war]", 1), "utf-8")
    assert sets.load(file).name.startswith("kardashev-pioche-")
    file.write_text(TEXT.replace("draw 2", "drew 2", 1), "utf-8")
    with pytest.raises(sets.BadCards, match="science-base row 2"):
        sets.load(file)


def test_no_option_of_a_table_names_a_file() -> None:
    """A server deals by these options, so that a client can't make it read a file."""
    with pytest.raises(pioche.BadOption):
        pioche.deal("kardashev", 2, "x", {"cards": str(FILE)})
    with pytest.raises(pioche.UnknownGame):
        pioche.deal("kardashev-mine-12345678", 2, "x")


def test_a_record_with_other_cards_is_read_with_their_file(
    other_cards: Path, tmp_path: Path
) -> None:
    game = pioche.deal(sets.load(other_cards).name, 2, "mine")
    play_on(game, Random(2), rules.BOUND)
    record = tmp_path / "game.txt"
    record.write_text(game.record(), "utf-8")
    words = [sys.executable, "-m", "pioche", "replay", str(record), "--json"]
    alone = subprocess.run(words, capture_output=True, text=True, check=False)
    assert alone.returncode != 0
    assert "Traceback" not in alone.stderr
    words += ["--cards", str(other_cards)]
    read = subprocess.run(words, capture_output=True, text=True, check=False)
    assert json.loads(read.stdout)["result"] == game.result
