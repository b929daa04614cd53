"""Run the programs that do the work, and explain it when one fails."""

import os
import re
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from record import ROOT, VENV
from speech import Failure


class Cause(NamedTuple):
    """What an output shows when this went wrong, and what to do about it."""

    shows: str
    en: str
    fr: str


#: The first that fits is believed.
CAUSES: Final = (
    Cause(
        r"No space left on device|ENOSPC|os error 28",
        "the disk is full; the set-up needs about 1.5 GB. Make room",
        "le disque est plein ; il faut environ 1,5 Go. Faites de la place",
    ),
    Cause(
        r"CERTIFICATE_VERIFY_FAILED|self.signed certificate|UnknownIssuer"
        r"|UNABLE_TO_(VERIFY|GET_ISSUER)",
        "a certificate was not trusted; behind a company's proxy, set SSL_CERT_FILE"
        " (and PIP_CERT, NODE_EXTRA_CA_CERTS) to its certificates",
        "un certificat n'a pas été accepté ; derrière un proxy d'entreprise, donnez ses"
        " certificats par SSL_CERT_FILE (et PIP_CERT, NODE_EXTRA_CA_CERTS)",
    ),
    Cause(
        r"name resolution|Name or service not known|getaddrinfo|ENOTFOUND|EAI_AGAIN"
        r"|NewConnectionError|[Ff]ailed to establish|ECONNREFUSED|ECONNRESET|ETIMEDOUT"
        r"|dns error|error sending request|[Nn]etwork is unreachable|Read timed out",
        "the network did not answer. Check the connection",
        "le réseau ne répond pas. Vérifiez la connexion",
    ),
    Cause(
        r"DO NOT MATCH THE HASHES|[Hh]ash mismatch|EINTEGRITY",
        "a downloaded file is not the one that the lock file names. Empty the cache"
        " (pip cache purge, uv cache clean, npm cache clean --force)",
        "un fichier téléchargé n'est pas celui que nomme le verrou. Videz le cache"
        " (pip cache purge, uv cache clean, npm cache clean --force)",
    ),
    Cause(
        r"Permission denied|EACCES|Read-only file system|EROFS",
        f"{ROOT} cannot be written. Clone Pioche where you may write",
        f"impossible d'écrire dans {ROOT}. Clonez Pioche là où vous pouvez écrire",
    ),
    Cause(
        r"^Killed$|MemoryError|Cannot allocate memory|ENOMEM|heap out of memory",
        "the memory did not suffice; the set-up needs about 2 GB. Close something",
        "la mémoire n'a pas suffi ; il faut environ 2 Go. Fermez quelque chose",
    ),
    Cause(
        r"No matching distribution|no wheels with a matching|has no wheels",
        "a package has no file for this Python or this kind of machine. Name another"
        " Python, as in PIOCHE_PYTHON=python3.12",
        "un paquet n'existe pas pour ce Python ou ce type de machine. Nommez un autre"
        " Python, comme PIOCHE_PYTHON=python3.12",
    ),
)


def explain(program: str, output: str) -> Failure:
    """Turn the output of a program that failed into what to do."""
    for cause in CAUSES:
        if re.search(cause.shows, output, re.MULTILINE):
            return Failure(
                f"{cause.en}, then run the same command again.",
                f"{cause.fr}, puis relancez la même commande.",
                output,
            )
    return Failure(
        f"{program} failed as shown above. To start afresh: rm -rf .venv web/node_modules",
        f"{program} a échoué comme ci-dessus. Pour repartir de zéro :"
        " rm -rf .venv web/node_modules",
        output,
    )


def surroundings() -> dict[str, str]:
    """Give the environment of a step: the caller's, less what would lead it astray."""
    astray = ("PYTHONHOME", "PYTHONPATH", "PIP_PREFIX", "PIP_TARGET", "PIP_USER")
    kept = {k: v for k, v in os.environ.items() if k not in astray}
    path = f"{VENV / 'bin'}{os.pathsep}{kept.get('PATH', os.defpath)}"
    return kept | {"PATH": path, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def run(*command: object, folder: Path = ROOT, shown: bool = False) -> None:
    """Run a program to its end; its output is for the case that it fails."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=surroundings(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=None if shown else subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        killed = "\nKilled" if done.returncode == -signal.SIGKILL else ""
        raise explain(Path(str(command[0])).name, done.stdout + killed)


def works(*command: object) -> bool:
    """Tell whether a program is there and does what it is asked."""
    with suppress(OSError, Failure):
        run(*command)
        return True
    return False
