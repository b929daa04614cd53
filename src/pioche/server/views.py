"""Many views of one position at once: what `Game.view` gives, at half its price.

The twin checks every index that it reads. Here the state is first copied into plain
rows, once for all seats, and what all seats share is computed once; a law holds the
result equal to `Game.view`.
"""

from collections.abc import Iterable
from typing import Any

from pioche.core.layout import Twin
from pioche.core.rules import row
from pioche.core.table import Game
from pioche.server.wire import Json


class Plain:
    """A copy of a state in plain rows, to read from."""

    journal = None

    def __init__(self, state: Twin) -> None:
        rows = self.__dict__
        for name, field in state.layout.fields.items():
            value = getattr(state, name)
            depth = len(field.shape)
            if depth == 1:
                rows[name] = list(value)
            elif depth == 2:
                rows[name] = [list(cells) for cells in value]
            elif depth == 3:
                rows[name] = [[list(cells) for cells in grid] for grid in value]
            else:
                rows[name] = value


def views(game: Game, viewers: Iterable[int | None]) -> dict[int | None, Json]:
    """Return the view of each of some seats (None: the spectator)."""
    rules, knowledge, state = game.kind.rules, game.kind.knowledge, game.state
    s: Any = Plain(state)
    texts, ids = rules.MOVES.texts, rules.CLAUSES.ids
    owing, claiming = rules.to_move(s), rules.claims(s)
    to_move = [seat for seat in range(state.seats) if owing >> seat & 1]
    options, result = game.options, game.result
    out: Any = row(0)
    found: dict[int | None, Json] = {}
    for seat in viewers:
        moves: list[str] = []
        refused: dict[str, str] = {}
        claims: list[int] = []
        if seat is not None:
            if (owing | claiming) >> seat & 1:
                out = out or [0] * len(texts)
                moves = [texts[out[i]] for i in range(rules.legal(s, seat, out))]
            if claiming >> seat & 1:
                claims = [seat]
            for move in knowledge.tries(s, seat):
                clause = rules.forbids(s, seat, move)
                if clause:
                    refused[texts[move]] = ids[clause]
        found[seat] = {
            "game": game.name,
            "version": rules.VERSION,
            "seats": state.seats,
            "options": options,
            "seat": seat,
            "count": state.count,
            "to_move": to_move,
            "claims": claims,
            "moves": moves,
            "refused": refused,
            "result": result,
            "table": knowledge.view(s, seat),
        }
    return found
