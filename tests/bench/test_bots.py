"""What `pioche bench` says of bots: meetings, intervals, ceilings, accounts."""

import pytest

from pioche.bench import ledger, levels, meeting, nets, search
from pioche.bench.figure import QUICK, Effort, Row
from pioche.bench.limit import limit
from pioche.bots.minds import mind

SHORT = Effort(0.005, 1, ("uno",))


def test_a_bound_is_kept_by_the_worse_end_of_an_interval() -> None:
    assert Row("a", 0.6, "", "fair", 0.5, least=1, low=0.51, high=0.7).reached is True
    assert Row("a", 0.6, "", "fair", 0.5, least=1, low=0.49, high=0.7).reached is False
    assert Row("a", 0.6, "", most=0.65, low=0.5, high=0.7).reached is False
    assert Row("a", 0.6, "share", low=0.5, high=0.7).measured == "0.6 share [0.5 … 0.7]"


def test_a_meeting_ends_with_its_deals_or_its_time() -> None:
    greedy, chance = mind("anthem", "greedy"), mind("anthem", "random")
    met = meeting.meet("anthem", 3, greedy, chance, 60, most=50)
    assert met.deals == 50
    assert met.share > 1 / 3
    low, high = met.bounds()
    wider = met.bounds(meeting.SURER)
    assert wider[0] < low < met.share < high < wider[1]
    assert meeting.meet("anthem", 3, greedy, chance, 0).deals == meeting.FEWEST


def test_who_sees_all_cards_takes_more_than_who_does_not() -> None:
    blind = mind("uno", "ismcts:200")
    met = meeting.meet("uno", 2, levels.seeing(blind), blind, 60, most=60)
    assert met.bounds()[0] > 0.5


def test_a_share_at_a_large_table_is_told_as_one_heads_up() -> None:
    assert levels.even(0.25, 4) == pytest.approx(0.5)
    assert levels.even(1 / 3, 4) == pytest.approx(0.6)
    assert levels.even(0.6, 2) == pytest.approx(0.6)


def test_a_net_meets_a_search_with_its_time_a_hundredfold() -> None:
    row = nets.against_search(SHORT, "uno", 3)
    assert row.other == pytest.approx(1 / 3)
    assert row.low is not None
    assert "beside ismcts:" in row.note


def test_every_level_has_a_rung() -> None:
    row = levels.rung(SHORT, "uno", 2, 2)
    assert row.what == "uno level 2, 2 seats, against level 1"
    assert levels.sizes("uno") == [2, 4, 10]
    assert levels.sizes("kardashev") == [2]


def test_accounts_are_counted_and_weighed() -> None:
    closed, deal, draws = ledger.accounts(SHORT, "uno")
    assert closed.ratio == 1
    assert closed.value == closed.other
    for row in (deal, draws):
        assert row.value is not None
        assert row.value >= 0
    assert ledger.in_errors([1.0, 2.0, 3.0]) == pytest.approx(3.46, abs=0.01)


@pytest.mark.slow
def test_the_search_is_measured_in_every_way() -> None:
    found = {row.what: row for row in search.rows(QUICK)}
    assert len(found) == 3, (
        found
    )  # both of OpenSpiel's stand beside the same figure of ours
    assert found["uno search, 4 seats, 1 thread"].value


@pytest.mark.parametrize("most", [8, 1_000_000])
def test_the_search_in_c_visits_the_same_moves(most: int) -> None:
    built = limit()
    if isinstance(built, str):
        pytest.skip(built)
    ours = search.Searcher("uno")
    ours.mind = ours.mind.copy()
    ours.mind["how"][0, 0] = most
    search.same_search(ours, *search.in_c(built, ours))
