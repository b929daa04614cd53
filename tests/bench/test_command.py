"""`pioche bench`: what it is asked, what it says, and when a bound is reached."""

import json
import subprocess
import sys

import pytest

from pioche.bench import command, peers
from pioche.bench.figure import Effort, Row, alternate
from pioche.core.errors import BadUse


def bench(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pioche", "bench", *args],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_names_are_groups_and_games() -> None:
    assert command.read_names([]) == (list(command.GROUPS), ())
    assert command.read_names(["uno", "core"]) == (["core"], ("uno",))
    with pytest.raises(BadUse, match="there is core"):
        command.read_names(["chess"])


def test_every_group_can_be_measured() -> None:
    for name in command.GROUPS:
        assert callable(command.group(name))


def test_a_bound_is_of_the_ratio_where_something_stands_beside() -> None:
    assert Row("a", 8.0, "steps/s", "C", 10.0, least=0.8).reached is True
    assert Row("a", 7.0, "steps/s", "C", 10.0, least=0.8).reached is False
    assert Row("a", 7.0, "µs", most=6.0).reached is False
    assert Row("a", None, "steps/s", "C", least=0.8).reached is None
    assert Row("a", 7.0, "steps/s").reached is None


def test_a_rate_is_what_is_done_in_the_time_it_takes() -> None:
    one, five = alternate(Effort(0.01, 2), lambda: sum([1] * 100), lambda: 500)
    assert one > 0
    assert five > 0


def test_a_peer_that_is_missing_or_crashes_is_said() -> None:
    effort = Effort(0.01, 1)
    for words, note in (
        (("pettingzoo", "no_such_game"), "not installed: pettingzoo.classic.no_such"),
        (("openspiel", "no_such_game"), "the peer has crashed"),
    ):
        row = peers.beside(effort, "ours", lambda: 5, peers.Peer("theirs", *words), 2)
        assert note in row.note
        assert row.value is not None
        assert row.reached is None


def test_a_peer_is_measured_in_turn_with_ours() -> None:
    pytest.importorskip("rlcard")
    peer = peers.Peer("theirs", "rlcard")
    row = peers.beside(Effort(0.01, 2), "ours", lambda: 5, peer, 1)
    assert row.ratio is not None
    assert row.reached is (row.ratio >= 1)


def test_an_unknown_name_is_refused_with_what_there_is() -> None:
    done = bench("chess")
    assert done.returncode == 2
    assert "there is core" in done.stderr
    assert not done.stdout


@pytest.mark.slow
def test_figures_come_as_one_document_or_as_a_table() -> None:
    done = bench("core", "peers", "uno", "--quick", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["machine"]["cores"] >= 1
    assert {row["group"] for row in found["rows"]} == {"core", "peers"}
    assert any(row["beside"] == "C" for row in found["rows"])
    assert found["reached"] >= 1  # the twin is far within its bound on any machine
    assert "core: uno" in done.stderr


def test_no_time_at_all_is_refused() -> None:
    done = bench("core", "--seconds", "0")
    assert done.returncode == 2
    assert "more than zero" in done.stderr
