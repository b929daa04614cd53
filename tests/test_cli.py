"""The command line, run as a person runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.play import GAMES

import pioche


def run(
    *args: str, lang: str = "en", typed: str = ""
) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PIOCHE_LANG": lang, "COLUMNS": "100"}
    return subprocess.run(
        [sys.executable, "-m", "pioche", *args],
        capture_output=True,
        text=True,
        env=env,
        input=typed,
        check=False,
    )


def finished(name: str) -> pioche.Game:
    game = pioche.deal(name, pioche.rules(name)["seats"][0], "cli")
    bot = pioche.bot("greedy")
    while not game.over:
        seat = game.to_move[0]
        game.play(seat, bot.choose(game.view(seat), str(game.state.count)))
    return game


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.pioche"
    path.write_text(finished("anthem").record(), "utf-8")
    return path


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("name", GAMES)
def test_a_clause_is_shown_with_its_scenarios_drawn(name: str, lang: str) -> None:
    id = pioche.rules(name)["clauses"][0]["id"]
    done = run("rules", name, id.lower(), lang=lang)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(id)
    assert "▸" in done.stdout
    assert "{option" not in run("rules", name, lang=lang).stdout


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_played_to_its_end_from_a_pipe(name: str) -> None:
    done = run("play", name, "--seed", "pipe", "--bots", "greedy", typed="1\n" * 3000)
    assert "Traceback" not in done.stderr
    assert done.returncode == 0, done.stderr
    assert "The game is over" in done.stdout or "broken off" in done.stdout


def test_a_player_may_ask_why_and_take_back() -> None:
    typed = "why play red-0-love\nrule UB8\nnonsense\nundo\nhelp\nquit\n"
    done = run("play", "uno", "--seed", "x", "--bots", "greedy", typed=typed)
    assert done.returncode == 0
    assert "There is nothing to take back." in done.stdout
    assert "pioche record 1" in done.stdout
    assert "no move is written" in done.stdout


def test_a_broken_off_game_prints_a_record_that_verifies(tmp_path: Path) -> None:
    done = run("play", "uno", "--seed", "x", "--seats", "3", typed="1\n1\nquit\n")
    text = done.stdout[done.stdout.index("pioche record 1") :]
    path = tmp_path / "broken-off"
    path.write_text(text, "utf-8")
    assert run("verify", str(path)).returncode == 0


def test_replay_shows_the_game_and_gives_json(record: Path) -> None:
    done = run("replay", str(record), lang="fr")
    assert done.returncode == 0, done.stderr
    assert "joueur" in done.stdout
    shown: Any = json.loads(run("replay", str(record), "--json").stdout)
    assert shown["result"]["winners"]
    part: Any = json.loads(run("replay", str(record), "--upto", "2", "--json").stdout)
    assert part["position"]["count"] == 2


def test_a_changed_line_of_a_record_is_named(record: Path) -> None:
    text = record.read_text("utf-8")
    lines = text.splitlines()
    at = lines.index("moves") + 3
    lines[at - 1] = lines[at - 1].rsplit(" ", 1)[0] + " 99"
    record.write_text("\n".join(lines[:-1]) + "\n", "utf-8")
    done = run("verify", str(record))
    assert done.returncode == 1
    assert f"line {at}" in done.stdout
    assert run("replay", str(record)).returncode == 1
    record.write_text(text.replace("seed", "note by nobody\nseed", 1), "utf-8")
    assert "hash" in run("replay", str(record)).stderr
    record.write_text(text.replace(lines[at], f"{lines[at]} x"), "utf-8")
    assert f"line {at + 1}:" in run("replay", str(record)).stderr


@pytest.mark.parametrize(
    "args",
    [
        ("play", "bridge"),
        ("play", "uno", "--seats", "12"),
        ("play", "uno", "--set", "stackin=true"),
        ("play", "uno", "--set", "stacking"),
        ("play", "uno", "--bots", "genius"),
        ("rules", "uno", "Z9"),
        ("replay", "no-such-file"),
        ("frobnicate",),
        (),
    ],
)
def test_wrong_use_gets_a_sentence_and_status_two(args: tuple[str, ...]) -> None:
    for lang in ("fr", "en"):
        done = run(*args, lang=lang)
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.strip()
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("args", "status", "said"),
    [
        (("rules", "uno", "Z9"), 2, "n'a pas de clause"),
        (("replay", "no-such-file"), 2, "il n'existe pas"),
        (("replay", "/"), 2, "un dossier"),
        (("replay", sys.executable), 2, "pas du texte"),
        (("play",), 2, "il manque GAME"),
        (("play", "uno", "--seats", "two"), 2, "il faut un nombre"),
        (("frobnicate",), 2, "n'est pas possible"),
        (("build", "bridge"), 2, "il n'y a pas de jeu"),
        (("build", "--nothing"), 2, "ne prend pas --nothing"),
    ],
)
def test_what_goes_wrong_is_said_in_the_language_asked_for(
    args: tuple[str, ...], status: int, said: str
) -> None:
    done = run(*args, "--lang", "fr")
    assert (done.returncode, done.stdout) == (status, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("args", [("rules", "uno", "U1"), ("rules", "uno", "--json")])
def test_a_full_disk_is_told_in_one_line(args: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pioche", *args, "--lang", "en"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "pioche: the disk is full; make some room\n"


def test_an_output_that_has_few_signs_gets_those_it_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    assert run("rules", "uno", "U1", lang="fr").stdout.startswith("U1 ? La mise")
    told: Any = json.loads(run("rules", "uno", "U1", "--json").stdout)
    assert told["section"] == {"fr": "La mise en place", "en": "Setting up"}


def test_help_speaks_the_language_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    done = run("--help", lang="")
    assert done.stdout.startswith("usage : pioche")
    assert "Jouer dans le terminal" in done.stdout


@pytest.mark.parametrize(
    "command",
    ["play", "rules", "replay", "verify", "analyse", "serve", "backup", "build"],
)
def test_every_command_has_help(command: str) -> None:
    done = run(command, "--help")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) > 3
