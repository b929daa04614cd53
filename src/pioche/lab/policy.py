"""A policy that learns against itself: proximal steps, drawn back by a magnet.

Where hidden cards make it right to mix, the best values of moves are not enough: who
always does what seems best is read. Magnetic mirror descent (Sokota et al., 2023) keeps
a policy from running round in circles by drawing it back to a fixed one, ever less; with
the clipped steps of PPO (Schulman et al., 2017) it is what Rudolph et al., "Reevaluating
Policy Gradient Methods for Imperfect-Information Games" (2025), found as strong as
anything built for such games.

A policy's logits are what the net adds to a lean on the prior's move, so that a new
net plays nearly as the prior does; the magnet is that lean alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.lab.learner import SHARES_WEIGHT, Floats, Learner

CLIP: Final = 0.2  # how far the odds of a move may change by one tape, at the start
TIMES: Final = 2  # that a tape is learned from
VALUE_WEIGHT: Final = 0.5  # of the error of the expected share, beside the policy's
NEVER: Final = -1e9  # the logit of a move that is not legal


@dataclass(frozen=True)
class Step:
    """How far a policy moves by one tape."""

    rate: float
    lean: float  # on the prior's move
    magnet: float  # how strongly that lean draws back
    clip: float = CLIP


class Actor(Learner):
    """The net of a policy in training."""

    def improve(
        self, tape: tuple[Any, ...], batches: Iterable[NDArray[Any]], step: Step
    ) -> list[float]:
        """Learn from a tape some times over; return the errors of the expected share."""
        gain = tape[3][:, -1] - tape[4]
        gain /= gain.std() + 1e-6
        return [
            self._improve(tuple(column[at] for column in tape[:8]), gain[at], step)
            for _ in range(TIMES)
            for at in batches
        ]

    def _improve(self, part: tuple[Any, ...], gain: Floats, step: Step) -> float:
        """Learn from a batch."""
        seen, chosen, _, target, _, allowed, usual, likely = part
        moves, count = self.net.moves + 1, len(chosen)
        row = np.arange(count)
        first, second = self.forward(seen)
        out = second @ self.layers[5].T + self.layers[4]
        pull = np.zeros_like(allowed, np.float32)
        pull[row, usual] = step.lean
        log_chance = log_softmax(out[:, :moves] + pull, allowed)
        chance = np.exp(log_chance)
        odds = chance[row, chosen] / likely
        within = np.where(gain > 0, odds < 1 + step.clip, odds > 1 - step.clip)
        push = np.where(within, gain * odds, 0) / count
        away = np.where(allowed, log_chance - log_softmax(pull, allowed), 0)
        away -= (chance * away).sum(axis=1, keepdims=True)
        slope = np.zeros_like(out)
        slope[:, :moves] = chance * (push[:, None] + away * (step.magnet / count))
        slope[row, chosen] -= push
        shares = target[:, :-1]
        guess = out[:, moves:]
        slope[:, moves:] = (guess - shares) * (shares >= 0) * (SHARES_WEIGHT / count)
        error = guess[:, 0] - target[:, -1]
        slope[:, moves] = error * (VALUE_WEIGHT / count)
        self.back(seen, first, second, slope, step.rate)
        return float(np.mean(error * error))


def log_softmax(logits: Floats, allowed: NDArray[np.bool_]) -> Floats:
    """Return the logarithms of the chances that logits give to what is allowed."""
    logits = np.where(allowed, logits, np.float32(NEVER))
    logits = logits - logits.max(axis=1, keepdims=True)
    total = np.exp(logits).sum(axis=1, keepdims=True)
    found: Floats = (logits - np.log(total)).astype(np.float32)
    return found
