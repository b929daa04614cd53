"""The client in Chromium: the tests of web/e2e, each reported by its name."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.server.kit import Served

import pioche
from check import BROWSERS

WEB = Path(__file__).parents[2] / "web"
BUILT = Path(pioche.__file__).parent / "server" / "static" / "index.html"
CHROMIUM = next(
    filter(None, [os.environ.get("CHROMIUM"), *map(shutil.which, BROWSERS)]), ""
)
NEEDED = {
    "Chromium is not there: install it, or name its program in CHROMIUM": CHROMIUM,
    "Node is not there: ./pioche setup installs it": shutil.which("node"),
    "the client's libraries are not there: ./pioche setup installs them": (
        WEB / "node_modules" / "playwright-core"
    ).exists(),
    "the client is not built: npm run build, in web": BUILT.exists(),
}
ABSENT = [sentence for sentence, found in NEEDED.items() if not found]

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(bool(ABSENT), reason="; ".join(ABSENT)),
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the client, with a database of its own."""
    server = Served(f"sqlite:///{tmp_path_factory.mktemp('db')}/pioche.db")
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        log = server.stop()
    assert "Traceback" not in log, log


@pytest.mark.parametrize(
    "name", sorted(p.name for p in (WEB / "e2e").glob("*.test.mjs"))
)
def test_the_client_in_chromium(
    name: str, address: str, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    """Run one file; each of its tests is a subtest here."""
    report = tmp_path / "report.xml"
    reporter = ["--test-reporter=junit", f"--test-reporter-destination={report}"]
    done = subprocess.run(
        ["node", "--test", *reporter, f"e2e/{name}"],
        cwd=WEB,
        env={**os.environ, "PIOCHE_URL": address, "CHROMIUM": CHROMIUM},
        capture_output=True,
        text=True,
        check=False,
    )
    cases = list(ET.parse(report).iter("testcase"))
    assert cases, done.stdout + done.stderr
    for case in cases:
        with subtests.test(msg=case.get("name")):
            failure = case.find("failure")
            assert failure is None, failure.text
    assert done.returncode == 0, done.stdout + done.stderr
