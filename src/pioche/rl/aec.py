"""PettingZoo: every seat an agent, in the order of its decisions (AEC)."""

from collections.abc import Mapping
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from pioche.core import random
from pioche.core.fast import Fast
from pioche.core.rules import lowest
from pioche.games import kind
from pioche.rl import drawn, versioned

Info = dict[str, Any]


def env(game: str, **settings: Any) -> AECEnv:
    """Return the environment with PettingZoo's checks around it."""
    made: AECEnv = raw_env(game, **settings)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo is untyped
    """A compiled game, stepped one decision at a time.

    An observation is what the seat knows, `infos[agent]["action_mask"]` its legal moves;
    the rewards come at the end: each seat's share of one point.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.fast = Fast(kind(game))
        rules, knowledge = self.fast.kind.rules, self.fast.kind.knowledge
        seats = seats or rules.SEATS[0]
        self.blank = self.fast.blank(seats, options)
        self.states = self.blank.copy()
        self.metadata = {
            "name": versioned(self.fast.kind),
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.agents: list[str] = []
        length = knowledge.FEATURES.length
        space = gym.spaces.Box(-1e6, 1e6, (length,), np.float32)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gym.spaces.Discrete(self.fast.moves)
            for agent in self.possible_agents
        }
        self.moves = self.fast.row()
        self.np_random, _ = seeding.np_random(None)

    def observation_space(self, agent: str) -> gym.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gym.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Deal a game."""
        if seed is not None:
            self.np_random, _ = seeding.np_random(seed)
        text = str(self.np_random.integers(2**62))
        self.states[0] = self.blank[0]
        twin = self.fast.twin(self.states, 0)
        random.seed_fast(twin, *random.key("aec", self.fast.kind.name, text)[:3])
        self.states = self.fast.states(twin)
        self.fast.entry.deal_at(self.states, 0)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Turn to the seat that decides next, and say what each may do."""
        waiting = int(self.fast.entry.to_move_at(self.states, 0))
        self.agent_selection = self.possible_agents[lowest(waiting) if waiting else 0]
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(self.fast.moves, np.int8)
            if waiting >> seat & 1:
                count = self.fast.entry.legal_at(self.states, 0, seat, self.moves)
                mask[self.moves[:count]] = 1
            self.infos[agent] = {"action_mask": mask}

    def observe(self, agent: str) -> NDArray[np.float32]:
        """Return what an agent knows."""
        seat = self.possible_agents.index(agent)
        observation = np.zeros(self.fast.kind.knowledge.FEATURES.length, np.float32)
        self.fast.entry.observe_at(self.states, 0, seat, observation)
        return observation

    def step(self, action: Any) -> None:
        """Play the selected agent's move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.fast.entry.turn_at(self.states, 0, seat, int(action), self.moves)
        if not self.fast.entry.to_move_at(self.states, 0):
            share = np.zeros(len(self.possible_agents), np.float64)
            self.fast.entry.shares_at(self.states, 0, share)
            for number, name in enumerate(self.possible_agents):
                self.rewards[name] = float(share[number])
                self.terminations[name] = True
        self._select()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Draw what a spectator sees."""
        picture = drawn(self.fast, self.states, 0)
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is left open."""
