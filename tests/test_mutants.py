"""`just mutate`: what it changes in the rules of a game."""

import ast
from pathlib import Path

import mutate

RULES = '''
@jit
def winner(s, seat):
    """Name who has 3."""
    s.count += 1
    if s.points[seat] >= 3 and not s.over:
        tell(s, WON, seat)
        return seat - 1
    return 0


def not_compiled(s):
    return s.seats + 1
'''


def test_each_mutant_differs_in_one_place_and_is_still_a_program() -> None:
    found = list(mutate.mutants(mutate.ROOT / "rules.py", RULES))
    assert {(one.old, one.new) for one in found} == {
        ("s.count += 1", "pass"),
        ("1", "2"),
        ("3", "4"),
        ("0", "1"),
        ("s.points[seat] >= 3", "s.points[seat] > 3"),
        (
            "s.points[seat] >= 3 and not s.over",
            "(s.points[seat] >= 3) or (not s.over)",
        ),
        ("not s.over", "s.over"),
        ("tell(s, WON, seat)", "pass"),
        ("seat - 1", "(seat + 1)"),
    }
    for one in found:
        ast.parse(one.text)
        assert one.text != RULES
        assert one.text.splitlines()[one.line - 1] != RULES.splitlines()[one.line - 1]
        assert str(one).startswith("rules.py:")


def test_every_game_has_rules_to_change() -> None:
    games = Path(mutate.ROOT, "src", "pioche", "games")
    for file in games.glob("*/rules.py"):
        assert list(mutate.mutants(file, file.read_text("utf-8")))
