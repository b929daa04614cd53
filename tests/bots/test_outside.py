"""Bots of other programs, and what happens when they misbehave."""

import sys
from pathlib import Path
from typing import Any

import pytest

import pioche
from pioche.bots.outside import Outside

EXAMPLE = Path(__file__).parents[2] / "examples" / "bot_stdio.py"
GREET = "import sys,json\nprint(json.dumps({'n': 1, 'protocol': 1}), flush=True)\n"


def program(tmp_path: Path, body: str) -> str:
    """Write a bot, and return the command that runs it."""
    file = tmp_path / "bot.py"
    file.write_text(body, "utf-8")
    return f"{sys.executable} {file}"


def view() -> dict[str, Any]:
    game = pioche.deal("uno", 2, "outside")
    return game.view(game.to_move[0])


def test_the_example_plays_a_whole_game() -> None:
    bot = pioche.bot(f"cmd:{sys.executable} {EXAMPLE}")
    assert isinstance(bot, Outside)
    game = pioche.deal("uno", 2, "example")
    for _ in range(300):
        if game.over:
            break
        seat = game.to_move[0]
        game.play(seat, bot.choose(game.view(seat)))
    assert game.log
    assert bot.claim(game.view(0)) in [None, *game.moves(0)] if game.moves(0) else True
    bot.close()
    assert bot.process.returncode == 0


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("print('hello', flush=True)", "answers 'hello'"),
        ('print(\'{"n": 1, "protocol": 9}\', flush=True)', "protocol 1"),
        ("", "has ended"),
    ],
)
def test_a_program_that_does_not_greet_is_refused(
    tmp_path: Path, body: str, says: str
) -> None:
    with pytest.raises(pioche.BadBot, match=says):
        pioche.bot(f"cmd:{program(tmp_path, body)}")


def test_a_command_that_is_none_is_refused() -> None:
    with pytest.raises(pioche.BadBot, match="nowhere"):
        pioche.bot("cmd:/nowhere/bot")


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("{'n': 2, 'move': 'win'}", "'win', which is not legal"),
        ("{'n': 2}", "None, which is not legal"),
        ("{'n': 7, 'move': 'draw'}", "to question 2"),
        ("[]", "to question 2"),
    ],
)
def test_nonsense_is_an_error_and_never_a_move(
    tmp_path: Path, answer: str, says: str
) -> None:
    body = (
        GREET
        + f"sys.stdin.readline()\nsys.stdin.readline()\nprint(json.dumps({answer}))"
    )
    bot = pioche.bot(f"cmd:{program(tmp_path, body)}")
    assert isinstance(bot, Outside)
    with pytest.raises(pioche.BadBot, match=says):
        bot.choose(view())
    bot.close()


def test_a_late_answer_is_an_error(tmp_path: Path) -> None:
    bot = Outside(program(tmp_path, GREET + "sys.stdin.read()"), seconds=5.0)
    bot.seconds = 0.05
    with pytest.raises(pioche.BadBot, match=r"within 0\.05 s"):
        bot.choose(view())
    bot.close()
