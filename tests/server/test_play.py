"""Whole games of every game over real sockets, and every byte that each seat receives."""

import importlib
from random import Random

import pytest
from tests.play import GAMES
from tests.server.kit import Client, Json, Served, play_out

import pioche
from pioche.games import kind

SEATS = {"uno": 4, "anthem": 3, "duckomenta": 3, "dectana": 3, "kardashev": 2}


def whole_game(
    served: Served, game: str, seed: int
) -> tuple[Json, list[Client], Client, list[str]]:
    """Play a game out; return the table, its clients, a watcher and the seats' keys."""
    seats = SEATS.get(game, 2)
    opened = served.open(game, seats)
    keys = served.fill(opened)
    watcher = served.join(opened, invitation=opened["invitation"])
    clients = [served.join(opened, key) for key in keys]
    play_out(clients, Random(seed), watcher)
    for client in [*clients, watcher]:
        client.note("over")
        client.close()
    return opened, clients, watcher, keys


@pytest.mark.parametrize("game", GAMES)
def test_every_byte_a_seat_receives_is_what_it_may_know(
    game: str, served: Served
) -> None:
    opened, clients, watcher, keys = whole_game(served, game, 1)
    record = served.record(opened)
    final = pioche.replay(record)
    secret = served.info(opened)["secret"]
    upto = {game_at.state.count: game_at for game_at in replays(record)}
    for seat, client in [*enumerate(clients), (None, watcher)]:
        told = []
        for text, message in zip(client.raw, client.messages, strict=True):
            check_secrets(text, message, secret, keys, opened)
            if message["type"] == "view":
                assert message["seat"] == seat
                assert message["view"] == upto[message["count"]].view(seat)
                told += message["events"]
            else:
                assert message["type"] in ("welcome", "table", "done"), message
        assert told == final.events(seat)


def replays(record: str) -> list[pioche.Game]:
    """Return the game after each of its moves."""
    final = pioche.replay(record)
    game = pioche.replay(record, 0)
    found = [game.copy()]
    for seat, move in final.log:
        game.play(seat, move)
        found.append(game.copy())
    return found


def check_secrets(
    text: str, message: Json, secret: str, keys: list[str], opened: Json
) -> None:
    """Look for what nobody may read: keys, the secret before the end, the invitation."""
    assert not any(key in text for key in keys)
    assert opened["invitation"] not in text
    over = "over" in (message.get("table", {}) or {}).get("status", "")
    assert over or secret not in text
    for word in ("hash", "seed", "webhook_secret", "position", "rng"):
        assert f'"{word}"' not in text


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_receives_does_not_change_when_hidden_cards_do(
    game: str, served: Served
) -> None:
    try:
        hidden = importlib.import_module(f"tests.secrets.{game}")
    except ModuleNotFoundError:
        pytest.skip("this game has not told its secrets")
    opened, clients, watcher, _ = whole_game(served, game, 2)
    rng = Random(3)
    states = {g.state.count: g for g in replays(served.record(opened))}
    for seat, client in [*enumerate(clients), (None, watcher)]:
        views = [m for m in client.messages if m["type"] == "view"]
        for message in rng.sample(views, min(12, len(views))):
            if message["view"]["result"]:
                continue
            position = states[message["count"]].position()
            other = hidden.redeal(position, seat, rng)
            assert pioche.from_position(other).view(seat) == message["view"]


@pytest.mark.parametrize("game", GAMES)
def test_the_record_of_a_game_checks_itself(game: str, served: Served) -> None:
    opened, clients, _, _ = whole_game(served, game, 4)
    record = served.record(opened)
    verified = served.ask("POST", "/api/verify", {"record": record})
    assert verified["ok"], verified
    shown = next(m for m in clients[0].messages if m["type"] == "welcome")
    assert f"commitment {shown['table']['commitment']}\n" in record
    assert "share 0 host's\n" in record


def test_the_clients_of_a_table_see_the_same_order_of_moves(served: Served) -> None:
    _, clients, watcher, _ = whole_game(served, "uno", 5)
    counts = [
        [m["count"] for m in client.messages if m["type"] == "view"]
        for client in [*clients, watcher]
    ]
    assert all(count == sorted(set(count)) for count in counts)
    assert all(count == counts[0] for count in counts)


def test_every_game_is_listed_with_its_facts(served: Served) -> None:
    listed = served.ask("GET", "/api/games")
    assert [game["name"] for game in listed] == GAMES
    for name in GAMES:
        facts = served.ask("GET", f"/api/games/{name}")
        assert facts["seats"] == list(kind(name).rules.SEATS)
        for lang in ("fr", "en"):
            assert "**" in served.ask("GET", f"/api/games/{name}/rulebook/{lang}")
            assert "moves" in served.ask("GET", f"/api/games/{name}/words/{lang}")
