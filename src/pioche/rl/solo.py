"""Gymnasium: a learner at one seat, fixed opponents at the others.

`SoloVector` is a vector environment on the compiled batch: what it returns are the
batch's own arrays, written anew by the next step. `Solo` is one such game.
An action that the rules refuse leaves the game as it is; `info["refused"]` names the
clause, `info["action_mask"]` holds the legal moves.
"""

from collections.abc import Mapping
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pioche.core import random
from pioche.core.compiled import build
from pioche.core.errors import BadUse
from pioche.core.fast import Fast, bind, module_of
from pioche.games import kind
from pioche.rl import drawn, lone, versioned

OPPONENTS: Final = {"random": lone.UNIFORM, "greedy": lone.PRIOR}
Info = dict[str, Any]
Floats = NDArray[np.float32]


class SoloVector(VectorEnv[Any, Any, Any]):
    """Many games stepped together; one that ends is dealt anew as the mode says.

    With `AutoresetMode.DISABLED`, `reset(options={"reset_mask": …})` deals anew.
    """

    def __init__(  # the settings are named
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: int | None = None,
        seat: int = 0,
        opponents: str = "random",
        options: Mapping[str, object] | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        if opponents not in OPPONENTS:
            raise BadUse(
                f"pas d'adversaires « {opponents} » ; il y a random et greedy",
                f"there are no opponents {opponents!r}; there is random and greedy",
            )
        self.fast = Fast(kind(game))
        seats = seats or self.fast.kind.rules.SEATS[0]
        self.blank = self.fast.blank(seats, options)
        if not 0 <= seat < seats:
            raise BadUse(f"la place {seat} n'existe pas", f"there is no seat {seat}")
        self.seat = seat
        self.policy = OPPONENTS[opponents]
        prior = build(module_of(self.fast.kind.policy)).prior
        self.entry = bind(self.fast.kind, lone, prior=prior)
        self.num_envs = num_envs
        length = self.fast.kind.knowledge.FEATURES.length
        self.single_observation_space = gym.spaces.Box(-1e6, 1e6, (length,), np.float32)
        self.single_action_space = gym.spaces.Discrete(self.fast.moves)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {
            "name": versioned(self.fast.kind),
            "autoreset_mode": AutoresetMode(autoreset_mode),
            "render_modes": ["ansi"],
        }
        self.render_mode = render_mode
        self.states = np.zeros(num_envs, self.fast.dtype)
        self.mask = np.zeros((num_envs, self.fast.moves), np.int8)
        self.observation = np.zeros((num_envs, length), np.float32)
        self.reward = np.zeros(num_envs, np.float64)
        self.done = np.zeros(num_envs, np.bool_)
        self.truncated = np.zeros(num_envs, np.bool_)
        self.refused = np.zeros(num_envs, np.int16)
        self.again = np.zeros(num_envs, np.bool_)
        self.share = np.zeros(seats, np.float64)
        self.moves = self.fast.row()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Floats, Info]:
        """Deal all games anew, or those that `options["reset_mask"]` marks."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        self.again[:] = False
        if options and "reset_mask" in options:
            self._deal(np.asarray(options["reset_mask"], np.bool_))
            return self.observation, {"action_mask": self.mask}
        text = str(seed if seed is not None else self.np_random.integers(2**62))
        a, b = random.key("solo", self.fast.kind.name, text)[:2]
        self.entry.reset_lone(
            self.states, self.blank, a, b, self.seat, self.policy,
            self.moves, self.mask, self.observation,
        )  # fmt: skip
        return self.observation, {"action_mask": self.mask}

    def step(
        self, actions: Any
    ) -> tuple[Floats, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Play the learner's moves and the opponents' answers."""
        self._step(np.asarray(actions, np.int64), self.again)
        info: Info = {"action_mask": self.mask, "refused": self.refused}
        mode = self.metadata["autoreset_mode"]
        if mode == AutoresetMode.NEXT_STEP:
            self.again[:] = self.done
        elif mode == AutoresetMode.SAME_STEP and self.done.any():
            last = {"action_mask": self.mask.copy(), "refused": self.refused.copy()}
            info["final_obs"], info["final_info"] = self.observation.copy(), last
            info["_final_obs"] = info["_final_info"] = self.done.copy()
            self._deal(self.done)
        return self.observation, self.reward, self.done, self.truncated, info

    def _deal(self, marked: NDArray[np.bool_]) -> None:
        """Deal the marked games anew."""
        for i in np.flatnonzero(marked):
            self.entry.deal_lone(
                self.states, i, self.blank, self.seat, self.policy, self.moves
            )
            self.entry.look_at(
                self.states, i, self.seat, self.moves, self.mask, self.observation
            )

    def _step(self, actions: NDArray[np.int64], again: NDArray[np.bool_]) -> None:
        self.entry.step_lone(
            self.states, self.blank, self.seat, self.policy, actions, again,
            self.moves, self.mask, self.observation, self.reward, self.done,
            self.refused, self.share,
        )  # fmt: skip

    def render(self) -> tuple[str, ...]:
        """Draw what a spectator sees of each game."""
        return tuple(drawn(self.fast, self.states, i) for i in range(self.num_envs))

    def clause(self, i: int) -> str:
        """Return the clause that refused the last action in a game, or ""."""
        number = int(self.refused[i])
        return "?" if number < 0 else self.fast.kind.rules.CLAUSES.ids[number]


class Solo(gym.Env[Any, Any]):
    """One game of a learner against fixed opponents."""

    metadata: Final = {"render_modes": ["ansi"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self, game: str, *, render_mode: str | None = None, **settings: Any
    ) -> None:
        self.games = SoloVector(game, 1, **settings)
        self.observation_space = self.games.single_observation_space
        self.action_space = self.games.single_action_space
        self.render_mode = render_mode

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[Floats, Info]:
        """Deal a game."""
        super().reset(seed=seed)
        chosen = seed if seed is not None else int(self.np_random.integers(2**62))
        observation, info = self.games.reset(seed=chosen)
        return observation[0].copy(), {"action_mask": info["action_mask"][0].copy()}

    def step(self, action: Any) -> tuple[Floats, float, bool, bool, Info]:
        """Play a move and the answers to it."""
        self.games.again[:] = False
        observation, reward, done, _, info = self.games.step(np.array([action]))
        return (
            observation[0].copy(),
            float(reward[0]),
            bool(done[0]),
            False,
            {
                "action_mask": info["action_mask"][0].copy(),
                "refused": self.games.clause(0),
            },
        )

    def render(self) -> str:
        """Draw what a spectator sees."""
        return self.games.render()[0]


def register() -> None:
    """Register every game as `pioche/<game>_v<version>` with Gymnasium."""
    from pioche.games import names

    for name in names():
        made = f"pioche/{name}-v{kind(name).rules.VERSION}"
        if made not in gym.registry:
            gym.register(
                made,
                entry_point="pioche.rl.solo:Solo",
                vector_entry_point="pioche.rl.solo:SoloVector",
                kwargs={"game": name},
            )
