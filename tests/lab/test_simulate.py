"""Simulations: the same games however the work was cut, stopped or spread."""

import json
import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pioche.cli import main
from pioche.core.errors import PiocheError
from pioche.lab import loop, simulate
from pioche.lab.simulate import Chunk, Part, Setting, Threads, gaps
from pioche.lab.table import Table

GREEDY = Setting("anthem", ("greedy", "half", "random"), "test")


class Cuts:
    """A backend that cuts as it likes, and may be stopped after some chunks."""

    workers = 1

    def __init__(self, setting: Setting, stop: int = 1 << 30) -> None:
        self.player, self.stop = simulate.Player(setting), stop

    def run(self, work: Iterator[Chunk]) -> Iterator[Part]:
        parts = []
        for first, count in work:
            half = count // 2
            if half:
                parts.append(self.player.play(first, half))
            parts.append(self.player.play(first + half, count - half))
        for number, part in enumerate(reversed(parts)):
            if number == self.stop:
                raise KeyboardInterrupt
            yield part


def test_the_result_does_not_depend_on_the_cutting(tmp_path: Path) -> None:
    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    simulate.run(GREEDY, 200, lambda: Threads(GREEDY, 2, keep=True), one)
    simulate.run(GREEDY, 200, lambda: Cuts(GREEDY), other)
    assert one.read_bytes() == other.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == [one.name, other.name]


@pytest.mark.parametrize("only_chunks", [False, True])
def test_what_was_stopped_is_kept_and_goes_on(
    tmp_path: Path, *, only_chunks: bool
) -> None:
    whole, out = tmp_path / "whole.parquet", tmp_path / "out.parquet"
    simulate.run(GREEDY, 60, lambda: Threads(GREEDY, 1, keep=True), whole)
    stopped = simulate.run(GREEDY, 60, lambda: Cuts(GREEDY, stop=3), out)
    assert 0 < stopped.games < 60
    assert pl.read_parquet(out).height == stopped.games
    if only_chunks:
        out.unlink()
    rest = simulate.run(GREEDY, 60, lambda: Threads(GREEDY, 1, keep=True), out)
    assert rest.played == 60 - stopped.games
    assert out.read_bytes() == whole.read_bytes()
    more = simulate.run(GREEDY, 80, lambda: Threads(GREEDY, 1, keep=True), out)
    assert (more.played, more.games) == (20, 80)


def test_another_simulation_is_not_mixed_in(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    simulate.run(GREEDY, 10, lambda: Threads(GREEDY, 1, keep=True), out)
    other = Setting("anthem", ("greedy", "half", "random"), "another seed")
    with pytest.raises(PiocheError):
        simulate.run(other, 10, lambda: Threads(other, 1, keep=True), out)


@given(st.sets(st.integers(0, 12)), st.integers(1, 14))
def test_gaps_are_what_is_missing(done: set[int], games: int) -> None:
    missing = gaps([(first, 1) for first in done], games)
    found = [first + i for first, count in missing for i in range(count)]
    assert found == [number for number in range(games) if number not in done]


def test_a_cutter_hands_out_each_missing_game_once() -> None:
    cutter = simulate.Cutter([(0, 100), (150, 7)], 2)
    seen: list[int] = []
    for first, count in cutter:
        seen += range(first, first + count)
        cutter.learn(len(seen), 0.01)
    assert seen == [*range(100), *range(150, 157)]


@pytest.mark.parametrize("table", simulate.TABLES)
def test_the_tables_agree_with_one_another(table: str) -> None:
    setting = Setting("uno", ("greedy", "half"), "tables", {}, table)
    part = simulate.Player(setting).play(3, 25)
    rows = part.frame
    games = (
        simulate.Player(Setting("uno", ("greedy", "half"), "tables")).play(3, 25).frame
    )
    assert rows["game"].unique().sort().to_list() == list(range(3, 28))
    if table == "seats":
        by_game = rows.group_by("game", maintain_order=True).agg(
            pl.col("decisions").sum()
        )
        assert by_game["decisions"].to_list() == games["decisions"].to_list()
    if table == "decisions":
        by_game = rows.group_by("game", maintain_order=True).len()
        assert by_game["len"].to_list() == games["moves"].to_list()
        owed = (
            rows.filter(pl.col("legal") > 0).group_by("game", maintain_order=True).len()
        )
        assert owed["len"].to_list() == games["decisions"].to_list()
    assert part.sums.moves == games["moves"].sum()


def test_random_tables_play_the_games_of_bare_playouts() -> None:
    table = Table("duckomenta", ("random",) * 3, seed="same")
    played = table.play(0, 300)
    bare = table.fast.playouts(3, 300, "same")
    assert abs(np.abs(played.lengths).mean() / bare["steps_per_game"] - 1) < 0.1
    assert played.counts[:, :, loop.CLAIMED].sum() == 0


def test_a_second_lap_plays_the_same_deal_with_other_chances() -> None:
    table = Table("anthem", ("random",) * 3, seed="laps")
    once, again, lap = table.play(0, 40), table.play(0, 40), table.play(0, 40, lap=1)
    assert (once.lengths == again.lengths).all()
    assert (once.lengths != lap.lengths).any()


def test_each_moment_of_a_chart_promises_one_point() -> None:
    table = Table("uno", ("greedy",) * 3, seed="chart")
    games, chart = table.charted(0, 10, 8)
    for k in range(10):
        kept = chart.times[k, -1]
        assert 2 <= kept <= loop.POINTS
        times = chart.times[k, :kept]
        assert (np.diff(times) > 0).all()
        assert times[-1] < abs(games.lengths[k])
        assert chart.values[k, :kept].sum(axis=1) == pytest.approx(1)


def test_a_tally_counts_every_move_and_the_deal() -> None:
    table, tally = Table("uno", ("greedy",) * 2, seed="tally"), None
    tally = table.tally()
    played = table.play(0, 20, tally=tally)
    assert tally.used[-1] == 20
    assert tally.used[:-1].sum() == played.lengths.sum()
    assert tally.could.sum() == played.counts[:, :, loop.LEGAL].sum()


@pytest.mark.slow
def test_ray_plays_the_same_even_if_a_worker_dies(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    from pioche.lab.cluster import Cluster

    class Shot(Cluster):
        def run(self, work: Iterator[Chunk]) -> Iterator[Part]:
            for number, part in enumerate(super().run(work)):
                if number == 1:
                    self.ray.kill(self.actors[0], no_restart=False)
                yield part

    one, other = tmp_path / "one.parquet", tmp_path / "other.parquet"
    simulate.run(GREEDY, 3000, lambda: Threads(GREEDY, 1, keep=True), one)
    simulate.run(GREEDY, 3000, lambda: Shot(GREEDY, 2), other)
    assert one.read_bytes() == other.read_bytes()


def test_the_command_speaks_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "deep" / "games.parquet"
    command = ["simulate", "anthem", "--games", "30", "--seats", "3", "--seed", "x"]
    assert main([*command, "--bots", "greedy", "--out", str(out), "--json"]) == 0
    found: Any = json.loads(capsys.readouterr().out)
    assert (found["games"], found["complete"]) == (30, True)
    assert sum(row["share"] for row in found["shares"]) == pytest.approx(1)
    assert pl.read_parquet(out).height == 30


@pytest.mark.parametrize(
    "wrong",
    [
        ["anthem", "--games", "0"],
        ["anthem", "--games", "1000000000001"],
        ["anthem", "--games", "5", "--bots", "foo"],
        ["anthem", "--games", "5", "--seats", "3", "--bots", "greedy,greedy"],
        ["anthem", "--games", "5", "--bots", "ismcts:5ms"],
        ["anthem", "--games", "5", "--set", "spaces=7"],
        ["anthem", "--games", "5", "--threads", "0"],
        ["nothing", "--games", "5"],
    ],
)
def test_wrong_use_gets_a_sentence(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *wrong]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.splitlines()[-1].startswith("pioche: ")


def test_a_first_interrupt_keeps_the_chunks_that_are_being_played(
    tmp_path: Path,
) -> None:
    class Impatient(Threads):
        def run(self, work: Iterator[Chunk]) -> Iterator[Part]:
            for number, part in enumerate(super().run(work)):
                if number == 0:
                    os.kill(os.getpid(), signal.SIGINT)
                yield part

    out = tmp_path / "out.parquet"
    before = signal.getsignal(signal.SIGINT)
    asked = 10**6
    stopped = simulate.run(GREEDY, asked, lambda: Impatient(GREEDY, 2, keep=True), out)
    assert 1 < stopped.games < asked  # the chunk that ended, and those in hand
    assert pl.read_parquet(out).height == stopped.games
    assert signal.getsignal(signal.SIGINT) is before


def test_a_full_disk_is_said_and_what_is_done_goes_on(
    tmp_path: Path,
) -> None:
    whole, out = tmp_path / "whole.parquet", tmp_path / "out.parquet"
    simulate.run(GREEDY, 60, lambda: Cuts(GREEDY), whole)
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    room = whole.stat().st_size - 1  # for each chunk, and not for them all
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, most))
    try:
        with pytest.raises(OSError, match=r"out\.parquet"):
            simulate.run(GREEDY, 60, lambda: Cuts(GREEDY), out)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert not list(tmp_path.glob("*.new"))
    rest = simulate.run(GREEDY, 60, lambda: Cuts(GREEDY), out)
    assert rest.played == 0
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("name", ["games.csv", "folder.parquet"])
def test_a_name_that_can_not_be_written_is_refused_before_the_games(
    tmp_path: Path, name: str
) -> None:
    (tmp_path / "folder.parquet").mkdir()
    with pytest.raises(PiocheError):
        simulate.run(GREEDY, 10**9, lambda: Cuts(GREEDY), tmp_path / name)


@pytest.mark.slow
def test_nobody_waits_for_a_cluster_that_is_not_there() -> None:
    pytest.importorskip("ray")
    from pioche.lab.cluster import Cluster

    with pytest.raises(PiocheError, match="ray start"):
        Cluster(GREEDY, 1, "127.0.0.1:1")


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    out.write_bytes(os.urandom(64))
    with pytest.raises(PiocheError):
        simulate.run(GREEDY, 5, lambda: Threads(GREEDY, 1, keep=True), out)
