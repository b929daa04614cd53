"""The shuffle that all can check: commitment, shares, secret, seed, and the verification.

1. When a table opens, the server draws a secret and shows its hash, the commitment.
2. Then every seat that wants adds a share: any text of its own choice.
3. The seed, from which every card follows, is the hash of the secret and all shares.
4. When the game is over the secret is shown; anyone can compute 1 and 3 again.

The server cannot choose the cards, for it knows no share when it commits; a player
cannot, for no player knows the secret. docs/fairness.en.md says it to players.
"""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Final, Literal

from pioche.core import record
from pioche.core.errors import BadRecord, PiocheError
from pioche.games import kind
from pioche.server.wire import Check, Verified

COMMIT: Final = "pioche commitment 1"
SEED: Final = "pioche seed 1"
CheckName = Literal["hash", "commitment", "seed", "deal", "moves", "result"]


def new_secret() -> str:
    """Draw a secret: 256 bits, in hexadecimal."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """Return what is shown of a secret before the seats fill."""
    return hashlib.sha256(f"{COMMIT}\n{secret}\n".encode()).hexdigest()


def seed(secret: str, shares: Mapping[int, str]) -> str:
    """Return the seed that follows from a secret and the shares of the seats."""
    lines = [SEED, secret, *(f"{seat} {shares[seat]}" for seat in sorted(shares))]
    return hashlib.sha256(("\n".join(lines) + "\n").encode()).hexdigest()


def header(secret: str, shares: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """Return the lines that a record carries above its seed."""
    return (
        ("commitment", commitment(secret)),
        ("secret", secret),
        *(("share", f"{seat} {shares[seat]}") for seat in sorted(shares)),
    )


def verify(text: str) -> Verified:
    """Check all that a record claims: its hash, the shuffle and every move."""
    try:
        reading = record.read(text)
    except BadRecord as error:
        checks = [no("hash", error.fr, error.en)]
    else:
        checks = [hash_check(reading), *shuffle_checks(reading.start)]
        checks += move_checks(reading)
    return Verified(ok=all(check.ok for check in checks), checks=checks)


def yes(name: CheckName, fr: str, en: str) -> Check:
    """Say that something holds."""
    return Check(name, ok=True, fr=fr, en=en)


def no(name: CheckName, fr: str, en: str) -> Check:
    """Say that something does not hold."""
    return Check(name, ok=False, fr=fr, en=en)


def hash_check(reading: record.Reading) -> Check:
    """Check that the record ends with the hash of its lines."""
    try:
        record.check_seal(reading)
    except BadRecord as error:
        return no("hash", error.fr, error.en)
    if reading.seal is None:
        return no("hash", "il n'y a pas d'empreinte", "there is no hash")
    return yes("hash", "l'empreinte correspond", "the hash fits")


def shuffle_checks(start: record.Start) -> list[Check]:
    """Check that the seed follows from what was committed to and what players added."""
    lines: dict[str, list[str]] = {}
    for word, rest in start.extra:
        lines.setdefault(word, []).append(rest)
    if not {"commitment", "secret"} <= lines.keys():
        return [
            yes(
                "deal",
                "la partie part d'une graine ou d'une position donnée : aucun mélange à vérifier",
                "the game starts from a given seed or position: there is no shuffle to check",
            )
        ]
    secret = lines["secret"][0]
    shares = {}
    for line in lines.get("share", []):
        seat, _, share = line.partition(" ")
        shares[int(seat) if seat.isascii() and seat.isdigit() else -1] = share
    return [
        yes(
            "commitment",
            "le secret est celui auquel le serveur s'était engagé",
            "the secret is the one that the server had committed to",
        )
        if commitment(secret) == lines["commitment"][0]
        else no(
            "commitment",
            "le secret n'est pas celui auquel le serveur s'était engagé",
            "the secret is not the one that the server had committed to",
        ),
        yes(
            "seed",
            f"la donne suit du secret et des parts des joueurs ({len(shares)})",
            f"the deal follows from the secret and the players' shares ({len(shares)})",
        )
        if seed(secret, shares) == start.seed
        else no(
            "seed",
            "la graine ne suit pas du secret et des parts",
            "the seed does not follow from the secret and the shares",
        ),
    ]


def move_checks(reading: record.Reading) -> list[Check]:
    """Check that every move follows the rules, and that a result is told at the end."""
    try:
        game = record.follow(reading, kind)
    except PiocheError as error:
        return [no("moves", error.fr, error.en)]
    count = len(game.log)
    fr, en = (
        f"les {count} coups suivent les règles",
        f"all {count} moves follow the rules",
    )
    checks = [yes("moves", fr, en)]
    if game.over and reading.result is not None:
        checks.append(yes("result", "le résultat correspond", "the result fits"))
    elif game.over:
        checks.append(no("result", "il manque le résultat", "the result is missing"))
    return checks
