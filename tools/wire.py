"""Write docs/wire.md and web/src/core/wire.ts from src/pioche/server/wire.py.

`--check` only tells whether they are fresh. The text is the docstrings and the comments
that trail the fields.
"""

import ast
import io
import sys
import tokenize
import types
from collections.abc import Iterator
from pathlib import Path
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from pioche.server import wire

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src/pioche/server/wire.py"
DOCS: Final = ROOT / "docs/wire.md"
TYPES: Final = ROOT / "web/src/core/wire.ts"
PLAIN: Final = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


def structs() -> list[type[msgspec.Struct]]:
    """List the Structs of wire.py in the order of the file."""
    tree = ast.parse(SOURCE.read_text("utf-8"))
    return [
        getattr(wire, node.name) for node in tree.body if isinstance(node, ast.ClassDef)
    ]


def comments() -> dict[tuple[str, str], str]:
    """Read the comments that trail the fields, by class and field."""
    text = SOURCE.read_text("utf-8")
    by_line = {
        token.start[0]: token.string.lstrip("# ")
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and "fmt:" not in token.string
    }
    found = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef):
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and isinstance(
                    line.target, ast.Name
                ):
                    rows = range(line.lineno, (line.end_lineno or line.lineno) + 1)
                    text = " ".join(by_line[row] for row in rows if row in by_line)
                    found[node.name, line.target.id] = text
    return found


def typescript(kind: Any) -> str:  # noqa: PLR0911  # one line a shape
    """Write a type as TypeScript."""
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *notes = get_args(kind)
        return notes[0] if isinstance(notes[0], str) else typescript(inner)
    if origin is Literal:
        return " | ".join(f"'{value}'" for value in get_args(kind))
    if origin in (Union, types.UnionType):
        parts = [
            typescript(part) for part in get_args(kind) if part is not msgspec.UnsetType
        ]
        return " | ".join(dict.fromkeys(parts))
    if origin is list:
        inner = typescript(get_args(kind)[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<string, {typescript(get_args(kind)[1])}>"
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    return PLAIN.get(kind, "unknown")


def python(kind: Any) -> str:
    """Write a type for the page."""
    text = (
        typescript(kind)
        .replace("unknown", "JSON")
        .replace("Record<string, JSON>", "object")
    )
    return text.replace("|", "\\|")


def fields(kind: type[msgspec.Struct]) -> Iterator[tuple[str, Any, bool]]:
    """Yield each field of a Struct: name, type, if it must be given."""
    hints = get_type_hints(kind, vars(wire), include_extras=True)
    for field in msgspec.structs.fields(kind):
        yield field.encode_name, hints[field.name], field.required


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the value of a message's `type`, or nothing."""
    return str(kind.__struct_config__.tag or "")


def sent(kind: type[msgspec.Struct], incoming: set[str]) -> bool:
    """Tell whether clients send it, so that fields with defaults may be missing."""
    return kind.__name__ in incoming or bool(kind.__struct_config__.omit_defaults)


def incoming() -> set[str]:
    """Name the Structs that clients send."""
    found = {kind.__name__ for kind in get_args(wire.FromClient)}
    found |= {body.__name__ for _, _, body, _, _ in wire.REST if body}
    return found | {"Fresh", "OnFrom", "FromPosition", "MyTable", "Clock"}


def write_types() -> str:
    """Write wire.ts."""
    said, mine = comments(), incoming()
    lines = [
        "// Generated from src/pioche/server/wire.py by tools/wire.py. Do not edit.",
        "",
    ]
    lines += [f"export const PROTOCOL = {wire.PROTOCOL};", ""]
    lines += [f"export type Status = {typescript(wire.Status)};", ""]
    for kind in structs():
        lines += [
            f"/** {(kind.__doc__ or '').strip()} */",
            f"export interface {kind.__name__} {{",
        ]
        if tag_of(kind):
            lines.append(f"  type: '{tag_of(kind)}';")
        for name, hint, required in fields(kind):
            comment = said[kind.__name__, name]
            if comment:
                lines.append(f"  /** {comment} */")
            mark = "" if required or not sent(kind, mine) else "?"
            lines.append(f"  {name}{mark}: {typescript(hint)};")
        lines += ["}", ""]
    for name in ("FromClient", "FromServer"):
        parts = "\n".join(
            f"  | {kind.__name__}" for kind in get_args(getattr(wire, name))
        )
        lines += [f"export type {name} =\n{parts};", ""]
    return "\n".join(lines)


def write_docs() -> str:
    """Write wire.md."""
    said = comments()
    lines = [
        "# Over the wire", "",
        "Generated from `src/pioche/server/wire.py` by `tools/wire.py`. Do not edit.", "",
        *INTRODUCTION.strip().split("\n"), "", "## Requests", "",
        "| | | takes | gives | |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for method, path, body, answer, text in wire.REST:
        takes = body.__name__ if body else ""
        lines.append(f"| {method} | `{path}` | {takes} | {python(answer)} | {text} |")
    client, server = get_args(wire.FromClient), get_args(wire.FromServer)
    parts = {
        "Messages from the client": client,
        "Messages from the server": server,
        "Bodies and parts": [
            kind for kind in structs() if kind not in (*client, *server)
        ],
    }
    for title, kinds in parts.items():
        lines += ["", f"## {title}"]
        for kind in kinds:
            lines += ["", f"### {kind.__name__}", "", (kind.__doc__ or "").strip(), ""]
            rows = [(name, hint, need) for name, hint, need in fields(kind)]
            if tag_of(kind):
                lines += [f"`type` is `{tag_of(kind)}`.", ""]
            if rows:
                lines += ["| field | type | needed | |", "|---|---|---|---|"]
            for name, hint, need in rows:
                mark = "yes" if need else ""
                text = said[kind.__name__, name]
                lines.append(f"| `{name}` | {python(hint)} | {mark} | {text} |")
    return "\n".join(lines) + "\n"


INTRODUCTION: Final = """
All bodies are JSON. A refused request answers with a `Problem`; its status is 400 (cannot
be read), 401 (a key is needed), 403 (not allowed), 404, 409 (not now, or against the
rules), 413 (too large), 429 (too much) or 503 (shutting down).

A socket is opened at `WS /api/tables/{id}/live`. Its first message is `hello` with the keys
of the seats at this screen; the server answers `welcome`, then one `view` a seat. From then
on every move brings each seat a new `view` with the events since the last one, and
everything else that changes the table a `table`. A move is sent with an `id` of the
client's choice and with `at`, the `number` of the view that its player saw. It was played
when a `view` with that `ack` arrives; after a reconnection the client may send it again
with the same `id`: it counts once. A move that was thought over a view that the same
seat has moved on from is refused as `late`, and the current view follows. Claims out of
turn are moves like any other: the first message to reach the server counts.

A client that reconnects says in `hello.since` which event it wants first. With
`hello.changes` the server sends `change` instead of `view`: a client then sets
`view = {...view, ...change.view, table: {...view.table, ...change.table}}`.

Keys travel in bodies and messages only, never in addresses. A bot needs four calls: POST
/api/tables or POST /api/tables/{id}/seats, the socket, `hello`, `play`; a complete one stands
in `examples/wire_bot.py`.
"""


def main() -> int:
    """Write both files, or with --check say which is stale."""
    fresh = {DOCS: write_docs(), TYPES: write_types()}
    stale = [
        p for p, text in fresh.items() if not p.exists() or p.read_text("utf-8") != text
    ]
    if "--check" in sys.argv:
        for path in stale:
            print(
                f"{path.relative_to(ROOT)} is stale: run python tools/wire.py",
                file=sys.stderr,
            )
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(fresh[path], "utf-8")
        print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
