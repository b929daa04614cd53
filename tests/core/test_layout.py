"""State layouts: what the checked twin refuses, and how states move by bytes."""

from typing import Annotated

import numpy as np
import pytest

from pioche.core.rules import I1, I2, Grid, Header, Row, i1, i8, layout, row, table


@layout
class Small(Header):
    """A state for these tests."""

    phase: i1
    total: i8
    hand: Annotated[Row, I1, 3]
    board: Annotated[Grid, I2, 2, 2]


def test_a_number_too_large_for_its_field_is_refused() -> None:
    s = Small.blank()
    s.phase = 127
    with pytest.raises(OverflowError, match="phase: 128"):
        s.phase = 128
    with pytest.raises(OverflowError, match=r"hand\[1\]: -129"):
        s.hand[1] = -129
    with pytest.raises(OverflowError, match="board"):
        s.board[0][1] = 40_000


def test_a_negative_or_too_large_index_is_refused() -> None:
    s = Small.blank()
    with pytest.raises(IndexError, match="negative"):
        s.hand[-1]
    with pytest.raises(IndexError, match="negative"):
        s.hand[-1] = 1
    with pytest.raises(IndexError):
        s.hand[3]
    with pytest.raises(IndexError, match="negative"):
        table([1, 2])[-1]


def test_an_unknown_field_is_refused() -> None:
    s = Small.blank()
    with pytest.raises(AttributeError):
        s.phasse = 1  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        s.hand = [1, 2, 3]
    with pytest.raises(TypeError):
        s.hand.append(4)


def test_a_name_that_numpy_keeps_is_refused() -> None:
    with pytest.raises(TypeError, match="NumPy"):

        @layout
        class Clash(Header):
            """A state with a field that records have already."""

            size: i1


def test_a_state_moves_between_the_modes_by_its_bytes() -> None:
    s = Small.blank()
    s.seats, s.phase, s.total = 3, -5, 2**62
    s.hand[2] = 7
    s.board[1][0] = -300
    record = np.frombuffer(s.pack(), Small.layout.dtype)
    assert record["seats"][0] == 3
    assert record["total"][0] == 2**62
    assert list(record["hand"][0]) == [0, 0, 7]
    assert record["board"][0].tolist() == [[0, 0], [-300, 0]]
    again = Small.unpack(record.tobytes())
    assert again.pack() == s.pack()
    assert again.board[1][0] == -300


def test_a_copy_shares_nothing() -> None:
    s = Small.blank()
    other = s.twin()
    other.hand[0] = 1
    other.board[1][1] = 1
    assert s.hand[0] == 0
    assert s.board[1][1] == 0


def test_a_row_outside_a_state_is_checked_too() -> None:
    moves = row(4)
    with pytest.raises(OverflowError):
        moves[0] = 40_000
