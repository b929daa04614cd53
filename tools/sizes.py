"""Print the sizes of our files and functions beside what we aim at.

The aims are soft: what is over is listed, and nothing fails. Lines count as they
stand, less blank ones and comments; docstrings count for a file, not for a function.
"""

import argparse
import ast
import io
import re
import statistics
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
WHERE: Final = ("src", "tools", "tests", "bench", "examples", "web/src")
ENDS: Final = (".py", ".ts", ".svelte", ".css")

FUNCTION_MEDIAN, FUNCTION_P90, FUNCTION_MOST = 8, 25, 45
FILE_MOST, GAME_MOST, COMPONENT_MOST = 400, 500, 120
NESTING_MOST: Final = 3
IGNORES_MOST: Final = 10  # `type: ignore` in the repository

BLOCKS: Final = (ast.For, ast.While, ast.If, ast.With, ast.Try, ast.Match)


class Function(NamedTuple):
    """A function: where it is, its lines of code, and how deep its blocks go."""

    place: str
    lines: int
    depth: int


def sources() -> Iterator[Path]:
    """Find the files that are written by hand."""
    for folder in WHERE:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in ENDS and "static" not in path.parts:
                yield path


def code_lines(text: str) -> set[int]:
    """Find the lines of a Python text that hold more than blanks and comments."""
    blank = {
        tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT,
        tokenize.DEDENT, tokenize.ENDMARKER,
    }  # fmt: skip
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {
        line
        for token in tokens
        if token.type not in blank
        for line in range(token.start[0], token.end[0] + 1)
    }


def depth(node: ast.AST, *, of_elif: bool = False) -> int:
    """Count how many blocks deep a function goes; an elif is as deep as its if."""
    below = 0
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        chained = isinstance(node, ast.If) and node.orelse == [child]
        below = max(below, depth(child, of_elif=chained))
    return below + (isinstance(node, BLOCKS) and not of_elif)


def functions(path: Path, text: str) -> Iterator[Function]:
    """Measure the functions of a Python file."""
    code = code_lines(text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = code & set(range(node.lineno, (node.end_lineno or 0) + 1))
            if ast.get_docstring(node) is not None:
                head = node.body[0]
                lines -= set(range(head.lineno, (head.end_lineno or 0) + 1))
            place = f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
            yield Function(place, len(lines), depth(node))


def file_aim(path: Path) -> int:
    """Tell how long a file may be."""
    if path.suffix == ".svelte":
        return COMPONENT_MOST
    return GAME_MOST if "games" in path.parts else FILE_MOST


def over(found: list[Function], files: dict[Path, int], ignores: int) -> Iterator[str]:
    """Name what is over its aim."""
    for path, count in files.items():
        if count > file_aim(path):
            yield f"{path.relative_to(ROOT)}: {count} lines, aim {file_aim(path)}"
    for function in found:
        if function.lines > FUNCTION_MOST:
            yield f"{function.place}: {function.lines} lines, aim {FUNCTION_MOST}"
        if function.depth > NESTING_MOST:
            yield f"{function.place}: {function.depth} blocks deep, aim {NESTING_MOST}"
    if ignores > IGNORES_MOST:
        yield f"type: ignore is used {ignores} times, aim {IGNORES_MOST}"


def table(files: dict[Path, int]) -> Iterator[str]:
    """Print one line for each file, by folder, with totals."""
    folder = Path()
    for path, count in files.items():
        if path.parent != folder:
            folder = path.parent
            total = sum(n for other, n in files.items() if folder in other.parents)
            yield f"{total:7,}  {folder.relative_to(ROOT)}/"
        yield f"{count:7,}    {path.name}"


def main() -> int:
    """Print the table, the figures beside their aims, and what is over them."""
    parser = argparse.ArgumentParser(description="Print the sizes of our code.")
    parser.add_argument("--brief", action="store_true", help="without the table")
    brief = parser.parse_args().brief
    files: dict[Path, int] = {}
    found: list[Function] = []
    ignores = todos = 0
    for path in sources():
        text = path.read_text()
        files[path] = sum(bool(line.strip()) for line in text.splitlines())
        ignores += len(re.findall(r"# type: ignore", text))
        todos += len(re.findall(r"\bTODO\b", text))
        if path.suffix == ".py":
            found += functions(path, text)
    if not brief:
        print("\n".join(table(files)))
    lengths = sorted(function.lines for function in found) or [0]
    p90 = lengths[len(lengths) * 9 // 10]
    print(
        f"  {len(files)} files, {sum(files.values()):,} lines; {len(found)} functions:"
        f" median {statistics.median(lengths):.0f} (aim {FUNCTION_MEDIAN}),"
        f" p90 {p90} (aim {FUNCTION_P90}), longest {lengths[-1]};"
        f" {ignores} type: ignore, {todos} notes to do"
    )
    for line in over(found, files, ignores):
        print(f"  over  {line}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
