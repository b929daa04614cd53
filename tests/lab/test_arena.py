"""The arena: what it counts, that it can be stopped, and that it plays fair."""

import json
from pathlib import Path

import numpy as np
import pytest

import pioche
from pioche.cli import main
from pioche.lab.arena import BOUND, Arena, Setting, interval

GAME = "uno"


def played(deals: int, *bots: str, seats: int = 2, out: Path | None = None) -> Arena:
    arena = Arena(Setting(GAME, seats, bots or ("greedy", "random")), deals, out)
    arena.run()
    return arena


def test_every_deal_is_played_from_every_seat_and_shares_sum_to_one() -> None:
    arena = played(7, seats=3)
    for lineup in range(2):
        shares = arena.shares(lineup)
        assert shares.shape == (7, 3, 3)
        assert np.allclose(shares.sum(axis=2), 1)


def test_equal_bots_get_the_fair_share_of_each_deal() -> None:
    """Rotation cancels the luck of the deal when nobody draws any other chance."""
    arena = played(40, "greedy", "greedy")
    mean, half = interval(arena.shares(0)[:, :, 0])
    assert abs(mean - 0.5) <= 2 * half


def test_the_plain_policy_beats_chance_and_sprt_says_so() -> None:
    arena = Arena(Setting(GAME, 2, ("greedy", "random")), 2000)
    arena.run(sprt=True)
    assert arena.ratio() >= BOUND
    assert len(arena.done[0]) < 2000
    assert [row["bot"] for row in arena.report()["ratings"]] == ["greedy", "random"]


def test_an_arena_is_taken_up_where_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "arena.parquet"
    short = played(3, out=file)
    assert len(short.done[0]) == 3
    longer = Arena(Setting(GAME, 2, ("greedy", "random")), 6, file)
    assert longer.done[0].keys() == {0, 1, 2}
    longer.run()
    fresh = played(6)
    assert np.array_equal(longer.shares(0), fresh.shares(0))
    with pytest.raises(pioche.BadUse, match="another arena"):
        Arena(Setting(GAME, 3, ("greedy", "random")), 6, file)


def test_slow_bots_are_asked_with_their_view() -> None:
    arena = played(1, "ismcts:1ms", "greedy")
    assert not arena.fast
    assert arena.shares(0).sum() == pytest.approx(2)


def test_the_command_prints_one_json_document(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = main(["arena", GAME, "--bots", "greedy,random", "--pairs", "20", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert code == 0
    assert found["meetings"][0]["deals"] == 20
    assert found["microseconds"]["greedy"] > 0


def test_the_answer_no_is_exit_status_one() -> None:
    asked = ["arena", GAME, "--bots", "random,greedy", "--pairs", "2000", "--sprt"]
    assert main(asked) == 1


@pytest.mark.parametrize("bots", ["greedy", "", "greedy,nobody", "net:none.npz,greedy"])
def test_wrong_use_is_said_in_a_sentence(
    bots: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", GAME, "--bots", bots, "--pairs", "2"]) == 2
    assert "pioche:" in capsys.readouterr().err
