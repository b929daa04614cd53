"""The page and the types that are generated from wire.py are fresh."""

import json

import msgspec
import pytest

import wire as tool
from pioche.server import wire


def test_the_page_is_fresh() -> None:
    assert tool.DOCS.read_text("utf-8") == tool.write_docs()


def test_the_types_are_fresh() -> None:
    assert tool.TYPES.read_text("utf-8") == tool.write_types()


def test_every_field_of_a_message_has_a_type_the_client_can_write() -> None:
    assert ": unknown;" not in tool.write_types()


def test_an_unknown_field_is_ignored() -> None:
    message = {"type": "ping", "id": "1", "later": True}
    read = msgspec.json.decode(json.dumps(message), type=wire.FromClient)
    assert read == wire.Ping("1")


@pytest.mark.parametrize(
    "wrong",
    [
        {"type": "play", "id": "", "move": "draw", "at": 0},
        {"type": "play", "id": "1", "move": "draw", "at": -1},
        {"type": "play", "id": "1", "move": "x" * 401, "at": 0},
        {"type": "play", "id": "1", "move": 7, "at": 0},
        {"type": "hello", "keys": ["k"] * 11},
        {"type": "welcome"},
        {},
    ],
)
def test_a_message_out_of_form_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps(wrong), type=wire.FromClient)
