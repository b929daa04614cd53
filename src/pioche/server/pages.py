"""The client's files, from memory: hashed names are kept for a year, the rest asked for."""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

STATIC: Final = Path(__file__).parent / "static"
HASHED: Final = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.\w+$")
SQUEEZED: Final = ("text/", "application/j", "application/manifest", "image/svg")
MISSING: Final = b"""<!doctype html><meta charset=utf-8><title>Pioche</title>
<p lang=fr>Le client n'est pas construit : lancez <code>./pioche serve</code>.
<p lang=en>The client is not built: run <code>./pioche serve</code>."""

Page = tuple[int, list[tuple[bytes, bytes]], bytes]


@cache
def load(path: Path, _: int) -> tuple[bytes, bytes, str, str]:
    """Read a file: its bytes, the same squeezed, its type and tag."""
    plain = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".webmanifest":
        kind = "application/manifest+json"
    squeezed = gzip.compress(plain, 9, mtime=0) if kind.startswith(SQUEEZED) else b""
    return plain, squeezed, kind, hashlib.sha256(plain).hexdigest()[:20]


def find(path: str) -> Path | None:
    """Find the file of a path; the app's own addresses all lead to its one page."""
    name = path.lstrip("/")
    if name and "\0" not in name:
        file = (STATIC / name).resolve()
        if file.is_relative_to(STATIC.resolve()) and file.is_file():
            return file
        if "." in name.rsplit("/", 1)[-1]:
            return None
    index = STATIC / "index.html"
    return index if index.is_file() else None


def page(path: str, accepts: str, tag: str) -> Page:
    """Answer a GET: status, headers, body."""
    file = find(path)
    if file is None:
        html = [(b"content-type", b"text/html; charset=utf-8")]
        built = (STATIC / "index.html").is_file()
        return (404, html, b"") if built else (200, html, MISSING)
    plain, squeezed, kind, own = load(file, file.stat().st_mtime_ns)
    keep = (
        "public, max-age=31536000, immutable"
        if HASHED.search(file.name)
        else "no-cache"
    )
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    headers = [
        (b"content-type", kind.encode()),
        (b"cache-control", keep.encode()),
        (b"etag", f'"{own}"'.encode()),
        (b"vary", b"accept-encoding"),
    ]
    if own in tag:
        return 304, headers, b""
    if squeezed and "gzip" in accepts:
        return 200, [*headers, (b"content-encoding", b"gzip")], squeezed
    return 200, headers, plain


async def send_page(send: Any, answer: Page, *, head: bool) -> None:
    """Send it."""
    status, headers, body = answer
    length = (b"content-length", str(len(body)).encode())
    await send(
        {"type": "http.response.start", "status": status, "headers": [*headers, length]}
    )
    await send({"type": "http.response.body", "body": b"" if head else body})
