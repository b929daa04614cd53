"""OpenSpiel: the games registered as Python games, `pioche_uno` and so on.

The deal is a chance node at the root with `deals` equally likely outcomes, each the seed
of a game; what happens afterwards follows from it.
"""

import json
from typing import Any, Final

import numpy as np
import pyspiel

from pioche.core.record import Start
from pioche.core.rules import lowest
from pioche.core.table import Game
from pioche.games import kind, names

DEALS: Final = 1024
PREFIX: Final = "pioche_"


def game_type(name: str) -> Any:
    """Describe a game to OpenSpiel."""
    low, high = kind(name).rules.SEATS
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=str(kind(name).words["en"].tables["title"]),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": low, "deals": DEALS},
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    """One kind of game with its number of seats."""

    name = ""
    type: Any = None

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        rules = kind(self.name).rules
        self.players = kind(self.name).check_seats(
            int(given.get("players", rules.SEATS[0]))
        )
        self.deals = int(given.get("deals", DEALS))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(rules.MOVES),
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=0.0,
            max_utility=1.0,
            utility_sum=1.0,
            max_game_length=rules.BOUND,
        )
        super().__init__(self.type, info, given)

    def new_initial_state(self) -> "SpielState":
        """Return the state before the deal."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Any = None
    ) -> "SpielObserver":
        """Return what writes observations, with all that was told if asked for."""
        return SpielObserver(
            self, params, recall=bool(iig_obs_type and iig_obs_type.perfect_recall)
        )


class Copied:
    """A game at the table, which OpenSpiel copies and pickles with its state."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __deepcopy__(self, memo: dict[int, Any]) -> "Copied":
        return Copied(self.game.copy())

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.game
        return taken_up, (game.start, game.state.pack(), game.log, game.told)


def taken_up(start: Start, state: bytes, log: list[Any], told: list[Any]) -> Copied:
    """Take up a game that was pickled."""
    of = kind(start.game)
    game = Game(of, of.rules.State.unpack(state), start)
    game.log, game.told = log, told
    return Copied(game)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel is untyped
    """A game at the table, dealt by the first chance node.

    OpenSpiel clones a state by a deep copy of its attributes: they are plain.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.name, self.seats, self.deals = game.name, game.players, game.deals
        self.held: Copied | None = None

    @property
    def table(self) -> Game | None:
        """The game once it is dealt."""
        return self.held.game if self.held else None

    def current_player(self) -> int:
        """Return the seat that decides; several are asked one after another."""
        if self.table is None:
            return int(pyspiel.PlayerId.CHANCE)
        waiting = self.table.kind.rules.to_move(self.table.state)
        return lowest(waiting) if waiting else int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        if self.table is None or player != self.current_player():
            return []
        numbers = self.table.kind.rules.MOVES.numbers
        return [numbers[move] for move in self.table.moves(player)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals."""
        return [(deal, 1 / self.deals) for deal in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        if self.table is None:
            self.held = Copied(Game.deal(kind(self.name), self.seats, f"deal {action}"))
        else:
            move = self.table.kind.rules.MOVES[action]
            self.table.play(self.current_player(), move)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return kind(self.name).rules.MOVES[action]

    def is_terminal(self) -> bool:
        """Tell whether the game has ended."""
        return self.table is not None and self.table.over

    def returns(self) -> list[float]:
        """Return each seat's share of one point, once the game has ended."""
        share = [0.0] * self.seats
        if self.table is not None and self.table.over:
            self.table.kind.rules.shares(self.table.state, share)
        return share

    def __str__(self) -> str:
        if self.table is None:
            return "before the deal"
        return json.dumps(self.table.position(), sort_keys=True)


def imagined(state: SpielState, player: int) -> SpielState:
    """Return a state that a player cannot tell from this one, for OpenSpiel's ISMCTS.

    Give it to `ISMCTSBot.set_resampler`, and let the bot go by observations.
    """
    other: SpielState = state.clone()
    if state.table is not None:
        seed = str(np.random.randint(2**31))  # noqa: NPY002  # OpenSpiel's own source
        other.held = Copied(state.table.imagine(player, seed))
        other.held.game.told = list(state.table.told)
    return other


class SpielObserver:
    """Writes what a seat knows: now, or (recall) now and all that it was told before."""

    def __init__(self, game: SpielGame, params: Any, *, recall: bool = False) -> None:
        if params:
            raise ValueError(f"an observation has no parameters, not {params}")
        self.kind, self.recall = kind(game.name), recall
        self.tensor = np.zeros(self.kind.knowledge.FEATURES.length, np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for name, length, _ in self.kind.knowledge.FEATURES.blocks:
            self.dict[name] = self.tensor[at : at + length]
            at += length

    def set_from(self, state: SpielState, player: int) -> None:
        """Write the numbers of an observation."""
        self.tensor.fill(0)
        if state.table is not None:
            self.kind.knowledge.observe(state.table.state, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the view of a seat, behind what it was told."""
        if state.table is None:
            return "before the deal"
        told = state.table.events(player) if self.recall else []
        return json.dumps([told, state.table.view(player)["table"]], sort_keys=True)


def register() -> list[str]:
    """Register all games with OpenSpiel, and return their names."""
    known = set(pyspiel.registered_names())
    for name in names():
        if PREFIX + name not in known:
            made = type(
                f"Spiel_{name}", (SpielGame,), {"name": name, "type": game_type(name)}
            )
            pyspiel.register_game(made.type, made)  # type: ignore[attr-defined]
    return [PREFIX + name for name in names()]
