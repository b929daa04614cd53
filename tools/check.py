"""Check the whole repository: form, types, arrows, spelling, sizes, client and tests.

This is the only list of checks: `just check`, `./pioche test` and CI all run it.
Every check runs, whatever became of those before it; then the answer is no if any
failed. With --tests pytest comes last, so that its summary closes the output.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from record import ROOT, VENV, WEB
from speech import say

BROWSERS: Final = ("chromium", "chromium-browser", "google-chrome")
TIMED: Final = "browser or bench or slow"  # marks that --fast leaves out

#: The checks of the Python side, by the name that a failure is reported under.
CHECKS: Final = {
    "ruff format": ("ruff", "format", "--check", "."),
    "ruff check": ("ruff", "check", "."),
    "mypy": ("mypy",),
    "import arrows": ("lint-imports",),
    "codespell": ("codespell",),
    "sizes": ("python", "tools/sizes.py", "--brief"),
}

#: The scripts of web/package.json that check the client.
WEB_CHECKS: Final = ("check", "lint", "test", "sizes")


class Closing:
    """A pytest plugin that repeats, above its last line, which checks had failed."""

    def __init__(self, failed: list[str]) -> None:
        self.failed = failed

    def pytest_terminal_summary(
        self, terminalreporter: pytest.TerminalReporter
    ) -> None:
        """Name the failed checks where the eye is: at the end."""
        if self.failed:
            terminalreporter.section("checks that failed before the tests", red=True)
            terminalreporter.line(", ".join(self.failed))


def checks() -> Iterator[tuple[str, tuple[str, ...], Path]]:
    """List the checks that apply: name, command and folder."""
    for name, command in CHECKS.items():
        yield name, command, ROOT
    if (WEB / "package.json").exists():
        for script in WEB_CHECKS:
            yield f"web {script}", ("npm", "run", "--silent", script), WEB


def run_check(name: str, command: tuple[str, ...], folder: Path) -> bool:
    """Run one check, say on one line how it went, and show why it failed."""
    start = time.monotonic()
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    took = time.monotonic() - start
    passed = done.returncode == 0
    print(f"{'ok    ' if passed else 'FAILED'} {name} ({took:.1f} s)", flush=True)
    if not passed or name == "sizes":
        print(done.stdout.rstrip(), flush=True)
    return passed


def warn_of_what_is_missing() -> None:
    """Say which tests will be skipped for want of a program, and how to get it."""
    if not any(map(shutil.which, BROWSERS)):
        say(
            "no Chromium here: the tests marked browser are skipped; to run them:"
            " apt-get install chromium (or put any Chromium on the PATH).",
            "pas de Chromium ici : les tests marqués browser sont sautés ; pour les"
            " lancer : apt-get install chromium (ou tout Chromium dans le PATH).",
        )


def run_tests(words: list[str], failed: list[str], *, fast: bool) -> int:
    """Run pytest on all cores, its own summary last."""
    workers = max(2, min(8, os.cpu_count() or 2))
    options = ["-n", str(workers), "--dist", "worksteal"]
    if fast:
        options += ["-m", f"not ({TIMED})"]
    return int(pytest.main([*options, *words], plugins=[Closing(failed)]))


def main() -> int:
    """Run the checks, and the tests when asked to."""
    parser = argparse.ArgumentParser(
        prog="./pioche test", description=__doc__, allow_abbrev=False
    )
    parser.add_argument("--tests", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--fast", action="store_true", help=f"leave out the tests marked {TIMED}"
    )
    options, words = parser.parse_known_args()
    os.chdir(ROOT)
    os.environ["PATH"] = f"{VENV / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
    failed = [check[0] for check in checks() if not run_check(*check)]
    if options.tests:
        warn_of_what_is_missing()
        status = run_tests(words, failed, fast=options.fast)
        return status or bool(failed)
    if failed:
        print(f"failed: {', '.join(failed)}")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
