"""Check the shuffle of a Pioche record without Pioche: python verify_shuffle.py FILE

It checks that the server's secret is the one it had committed to before anybody sat
down, and that the seed of the deal follows from that secret and the players' shares.
"""

import hashlib
import sys
from pathlib import Path


def sha256(*lines: str) -> str:
    """Hash lines of text."""
    return hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()


if len(sys.argv) != 2:
    sys.exit(__doc__)
text = sys.stdin.read() if sys.argv[1] == "-" else Path(sys.argv[1]).read_text("utf-8")
body, _, claimed = text.rpartition("hash ")
head = [line.partition(" ") for line in body.split("\nmoves\n")[0].split("\n")]
one = {word: rest for word, _, rest in head}
shares = sorted(
    (rest for word, _, rest in head if word == "share"),
    key=lambda share: int(share.split(" ")[0]),
)
checks = {
    "the record is as it was written": sha256(body.removesuffix("\n")) == claimed.strip(),
    "the secret is the one committed to":
        sha256("pioche commitment 1", one.get("secret", "?")) == one.get("commitment"),
    "the seed follows from secret and shares":
        sha256("pioche seed 1", one.get("secret", "?"), *shares) == one.get("seed", "").strip('"'),
}  # fmt: skip
for check, holds in checks.items():
    print("yes" if holds else "NO ", check)
sys.exit(0 if all(checks.values()) else 1)
