"""Set up what a command needs and does not have yet, then become that command.

`./pioche` runs this with a bare Python: standard library only, and little of it before
it is known that something must be done. A step is run again only when its inputs
changed, and a set-up that was cut short goes on where it stopped.
"""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent))

from record import PYTHON, ROOT, VENV, WEB, Record, Step, content, files_under, glimpse
from speech import Failure, say

LOCK: Final = ROOT / ".pioche.lock"
SOURCES: Final = ROOT / "src" / "pioche"
COMMAND: Final = VENV / "bin" / "pioche"
RUNTIME: Final = "requirements.lock"
TESTS: Final = "requirements-test.lock"
TEXTS: Final = (".toml", ".md")

#: What a command needs beside Python and the packages.
NEEDS: Final = {
    "analyse": {"games"},
    "arena": {"games"},
    "balance": {"games"},
    "bench": {"games"},
    "build": {"modules", "client"},  # it compiles the games itself, aloud
    "serve": {"modules", "client", "games"},
    "setup": {TESTS, "modules", "client", "games"},
    "simulate": {"games"},
    "test": {TESTS, "modules", "client", "games"},
    "train": {"games"},
}

#: Every step, in the order of doing; the names of functions are those in steps.py.
STEPS: Final = (
    Step(
        "venv",
        "make_venv",
        list,
        PYTHON,
        f"creating .venv with Python {sys.version.split()[0]} …",
        f"création de .venv avec Python {sys.version.split()[0]} …",
    ),
    Step(
        RUNTIME,
        "install_runtime",
        lambda: [ROOT / RUNTIME],
        PYTHON,
        "installing packages (half a minute, once) …",
        "installation des paquets (une demi-minute, une fois) …",
    ),
    Step(
        TESTS,
        "install_tests",
        lambda: [ROOT / TESTS],
        PYTHON,
        "installing what the tests need (a minute, once) …",
        "installation de ce qu'il faut aux tests (une minute, une fois) …",
    ),
    Step(
        "pioche",
        "install_pioche",
        lambda: [ROOT / "pyproject.toml"],
        COMMAND,
        "installing the pioche command …",
        "installation de la commande pioche …",
    ),
    Step(
        "modules",
        "install_modules",
        lambda: [*WEB.glob("package*.json"), *WEB.glob(".npmrc")],
        WEB / "node_modules" / ".package-lock.json",
        "installing what the client is built with …",
        "installation de ce qui construit le client …",
    ),
    Step(
        "client",
        "build_client",
        # The client shows the games' own words, scenarios and rulebooks.
        lambda: files_under(WEB) + files_under(SOURCES / "games", ends=TEXTS),
        SOURCES / "server" / "static" / "index.html",
        "building the client …",
        "construction du client …",
    ),
    Step(
        "games",
        "compile_games",
        lambda: files_under(
            *(SOURCES / part for part in ("core", "games", "bots", "lab", "rl")),
            ends=(".py",),
        ),
        COMMAND,
        "compiling the games (a minute or two, once) …",
        "compilation des jeux (une à deux minutes, une fois) …",
    ),
)


def steps_for(command: str) -> list[Step]:
    """List the steps that a command stands on."""
    needed = {"venv", "pioche", *NEEDS.get(command, ())}
    if TESTS not in needed:  # which holds all of the other
        needed.add(RUNTIME)
    if not (WEB / "package.json").exists():
        needed -= {"modules", "client"}
    return [step for step in STEPS if step.name in needed]


@contextmanager
def alone() -> Iterator[None]:
    """Hold off other launchers of this clone; the system lets go if we are killed."""
    import fcntl

    with LOCK.open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(
                "another ./pioche is setting up here; waiting for it …",
                "un autre ./pioche installe ici ; j'attends qu'il finisse …",
            )
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def set_up(command: str) -> None:
    """Do, in order, the steps that a command stands on and that do not hold."""
    needed = steps_for(command)
    if all(map(Record().holds, needed)):
        return
    with alone():
        import steps

        record = Record()  # another launcher may have done it meanwhile
        for step in needed:
            if record.holds(step):
                continue
            say(step.en, step.fr)
            paths = step.inputs()  # fingerprinted first: they may change meanwhile
            seen, done = glimpse(paths), content(paths)
            getattr(steps, step.run)()
            record.write(step.name, seen, done)
            if step.name == TESTS:
                runtime = [ROOT / RUNTIME]
                record.write(RUNTIME, glimpse(runtime), content(runtime))


def stop(*_: object) -> None:
    """Stop as by Ctrl-C, so that the program of the step is stopped too."""
    raise KeyboardInterrupt


def prepare(command: str) -> int:
    """Set up what a command needs; give the exit status when it cannot run."""
    try:
        set_up(command)
    except KeyboardInterrupt:
        say(
            "stopped; the same command goes on from here.",
            "arrêté ; la même commande reprendra ici.",
        )
        return 130
    except (Failure, OSError) as error:
        report(error)
        return 1
    return 0


def report(error: Failure | OSError) -> None:
    """Show the end of the failed program's output, then say what to do."""
    if isinstance(error, OSError):
        from programs import explain

        error = explain("the set-up", f"{error}")
    lines = error.output.strip().splitlines()[-40:]
    sys.stderr.writelines(f"  | {line}\n" for line in lines)
    say(error.en, error.fr)


def main() -> None:
    """Set up what the command needs, then become the command."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, stop)
    command, *words = sys.argv[1:] or ["--help"]
    if status := prepare(command):
        sys.exit(status)
    if command == "setup":
        say("all is set up, the tests included.", "tout est en place, tests compris.")
        return
    program: tuple[Path | str, ...] = (COMMAND, command)
    if command == "test":
        program = (PYTHON, ROOT / "tools" / "check.py", "--tests")
    os.execv(program[0], (*program, *words))


if __name__ == "__main__":
    main()
