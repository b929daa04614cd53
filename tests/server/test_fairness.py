"""The shuffle can be checked, by us and by thirty lines of somebody else."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from pioche.core import record
from pioche.core.table import Game
from pioche.games import kind
from pioche.server import fairness

EXAMPLE = Path(__file__).parents[2] / "examples/verify_shuffle.py"
SECRET = "ab" * 32
SHARES = {0: "my share", 2: "été"}


def shared() -> str:
    """Write the record of a game whose shuffle was shared."""
    game = Game.deal(kind("uno"), 3, fairness.seed(SECRET, SHARES))
    start = game.start
    game.start = record.Start(
        start.game,
        start.version,
        start.seats,
        start.options,
        seed=start.seed,
        extra=fairness.header(SECRET, SHARES),
    )
    for _ in range(5):
        seat = game.to_move[0]
        game.play(seat, game.moves(seat)[0])
    return game.record()


def rehashed(text: str) -> str:
    """Give a changed record a hash that fits again."""
    body = text[: text.rindex("hash ")]
    return f"{body}hash {record.digest(body)}\n"


def test_the_formulas_are_those_of_the_page() -> None:
    line = f"pioche commitment 1\n{SECRET}\n"
    assert fairness.commitment(SECRET) == hashlib.sha256(line.encode()).hexdigest()
    lines = f"pioche seed 1\n{SECRET}\n0 my share\n2 été\n"
    assert fairness.seed(SECRET, SHARES) == hashlib.sha256(lines.encode()).hexdigest()


def test_secrets_differ_and_are_long() -> None:
    secrets = {fairness.new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {64}


def test_a_shared_record_is_verified() -> None:
    verified = fairness.verify(shared())
    assert verified.ok
    assert [check.name for check in verified.checks] == [
        "hash",
        "commitment",
        "seed",
        "moves",
    ]


@pytest.mark.parametrize(
    ("old", "new", "fails"),
    [
        (f"secret {SECRET}", f"secret {'cd' * 32}", "commitment"),
        ("share 0 my share", "share 0 your share", "seed"),
        ("share 0 my share\n", "", "seed"),
        ("\n1 ", "\n1 9", "moves"),
    ],
)
def test_a_changed_record_is_found_out(old: str, new: str, fails: str) -> None:
    text = shared()
    assert not fairness.verify(text.replace(old, new, 1)).ok
    verified = fairness.verify(rehashed(text.replace(old, new, 1)))
    assert fails in [check.name for check in verified.checks if not check.ok]
    assert subprocess.run(
        [sys.executable, EXAMPLE, "-"],
        input=text.replace(old, new, 1),
        text=True,
        capture_output=True,
        check=False,
    ).returncode


def test_the_independent_checker_agrees() -> None:
    found = subprocess.run(
        [sys.executable, EXAMPLE, "-"],
        input=shared(),
        text=True,
        capture_output=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert len([line for line in EXAMPLE.read_text("utf-8").splitlines() if line]) <= 32


def test_a_record_without_a_shared_shuffle_says_so() -> None:
    game = Game.deal(kind("uno"), 2, "any text")
    verified = fairness.verify(game.record())
    assert verified.ok
    assert "deal" in [check.name for check in verified.checks]


def test_a_text_that_is_no_record_is_refused() -> None:
    assert not fairness.verify("hello").ok
