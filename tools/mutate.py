"""Change a game's rules in one place after another, and see whether a test notices.

`python tools/mutate.py uno --count 40` prints the mutants that nothing noticed. Some
are equal to the rules (a bound that is never reached); each other one wants a scenario.
The cheap witnesses are asked first: scenarios, golden records, counts of moves; then
the game's own tests and the laws of its lists of moves.
"""

import argparse
import ast
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
TESTS: Final = ROOT / "tests"
NOT_RULES: Final = {"policy.py", "knowledge.py", "imagine.py"}  # other tests hold these
COUNTED: Final = 5_000  # move sequences that the twin counts in a moment
LAWS: Final = "legal_list or owes_a_decision or of_one_point"  # those that the twin alone can hold
PATIENCE: Final = 60  # seconds of the processor; who plays for ever is noticed

OTHER: Final[dict[type[ast.AST], str]] = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=",
    ast.GtE: ">", ast.Add: "-", ast.Sub: "+", ast.BitAnd: "|", ast.BitOr: "&",
    ast.And: "or", ast.Or: "and",
}  # fmt: skip


class Mutant(NamedTuple):
    """A file with one part of it changed."""

    file: Path
    line: int
    old: str
    new: str
    text: str

    def __str__(self) -> str:
        where = f"{self.file.relative_to(ROOT)}:{self.line}"
        return f"{where}: {self.old}  →  {self.new}"


def mutants(file: Path, source: str) -> Iterator[Mutant]:
    """Change each part of the compiled functions of a file, one at a time."""
    for node in filter(is_compiled, ast.walk(ast.parse(source))):
        for part in parts(node):
            new = changed(part)
            if new is not None:
                yield mutant(file, source, part, new)


def is_compiled(node: ast.AST) -> bool:
    """Tell whether this is a function of the rules: the twin's own ones are not."""
    marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return any(isinstance(mark, ast.Name) and mark.id == "jit" for mark in marks)


def parts(function: ast.AST) -> Iterator[ast.AST]:
    """Find all that a function does, less how it is called."""
    assert isinstance(function, ast.FunctionDef)
    for line in function.body:
        yield from ast.walk(line)


def changed(node: ast.AST) -> str | None:
    """Write a part of a function in a way that means something else, if there is one."""
    new = None
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in OTHER:
            new = f"{ast.unparse(left)} {OTHER[type(op)]} {ast.unparse(right)}"
        case ast.BinOp(left, op, right) if type(op) in OTHER:
            new = f"({ast.unparse(left)} {OTHER[type(op)]} {ast.unparse(right)})"
        case ast.BoolOp(op, parts):
            new = f" {OTHER[type(op)]} ".join(f"({ast.unparse(p)})" for p in parts)
        case ast.UnaryOp(ast.Not(), part):
            new = ast.unparse(part)
        case ast.Constant(int(value)) if not isinstance(value, bool):
            new = str(value + 1)
        case ast.Expr(ast.Call()) | ast.AugAssign():
            new = "pass"
    return new


def mutant(file: Path, source: str, node: ast.AST, new: str) -> Mutant:
    """Put a changed part into its file."""
    lines = source.encode().splitlines(keepends=True)
    assert isinstance(node, ast.expr | ast.stmt)
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    first = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    last = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    data = source.encode()
    text = (data[:first] + new.encode() + data[last:]).decode()
    old = " ".join(data[first:last].decode().split())
    return Mutant(file, node.lineno, old, new, text)


def witness(name: str) -> str:
    """Return what notices that the rules of a game are not as they were, or nothing."""
    import pytest

    import pioche
    from pioche.core import perft, scenario
    from pioche.games import kind

    of = kind(name)
    for row in scenario.read(of):
        if scenario.check(of, row):
            return f"scenario {row.name}"
    for path in sorted((TESTS / "records" / name).glob("*.txt")):
        text = path.read_text("utf-8")
        if pioche.replay(text).record() != text:
            return f"record {path.stem}"
    for line in (TESTS / "perft" / f"{name}.perft").read_text("utf-8").splitlines():
        at = perft.read_line(line)
        if at and at.found <= COUNTED:
            found = perft.perft(of, at.seats, at.seed, at.depth, at.chosen())
            if found != at.found:
                return f"count {line}"
    plain = ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    where = [str(TESTS / "games"), str(TESTS / "test_laws.py")]
    asked = f"{name} and (test_{name} or by_the_book or {LAWS})"
    return "tests" if pytest.main([*plain, "-k", asked, *where]) else ""


def is_noticed(name: str, changed: Mutant, home: Path) -> bool:
    """Tell whether a mutant is noticed, by a crash too; `home` has a copy of all sources."""
    file = home / changed.file.relative_to(ROOT)
    kept = file.read_text("utf-8")
    file.write_text(changed.text, "utf-8")
    settings = {
        "PYTHONPATH": str(home / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PIOCHE_CACHE": str(home / "compiled"),
    }
    asked = subprocess.run(
        [sys.executable, __file__, name, "--witness"],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    file.write_text(kept, "utf-8")
    return asked.returncode != 0


def main() -> int:
    """Try some mutants of a game, and print those that nothing noticed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--count", type=int, default=40, help="how many, at random")
    parser.add_argument("--seed", default="", help="which ones")
    parser.add_argument("--witness", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.witness:
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        return 1 if witness(args.game) else 0
    folder = ROOT / "src" / "pioche" / "games" / args.game
    files = [f for f in sorted(folder.glob("*.py")) if f.name not in NOT_RULES]
    every = [m for f in files for m in mutants(f, f.read_text("utf-8"))]
    if not every:
        parser.error(f"no compiled rules lie in {folder}")
    chosen = Random(args.seed).sample(every, min(args.count, len(every)))
    left = 0
    with tempfile.TemporaryDirectory() as home:
        shutil.copytree(
            ROOT / "src", Path(home, "src"),
            ignore=shutil.ignore_patterns("__pycache__", "static"),
        )  # fmt: skip
        for number, one in enumerate(chosen, 1):
            print(f"\r{number}/{len(chosen)}", end="", file=sys.stderr, flush=True)
            if not is_noticed(args.game, one, Path(home)):
                left += 1
                print(f"\r{one}", flush=True)
    print(f"\r{left} of {len(chosen)} were not noticed", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
