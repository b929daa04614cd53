"""A net in training: it steps down the slope of an error, in plain NumPy."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pioche.bots.learned import Net

Floats = NDArray[np.float32]
SHARES_WEIGHT: Final = 0.25  # of the error of all seats' shares, beside the move's


class Learner:
    """The net in training: weights, and Adam's two averages of their slopes."""

    def __init__(self, net: Net, floats: Floats | None = None) -> None:
        self.net = net
        self.flat = np.zeros((3, net.size), np.float32) if floats is None else floats
        self.slope = np.zeros(net.size, np.float32)
        self.room = np.zeros(net.size, np.float32)
        self.layers = net.layers(self.flat[0])
        self.slopes = net.layers(self.slope)
        self.steps = 0

    def start(self, chance: np.random.Generator) -> None:
        """Draw weights for the layers (He's initialisation); a small last layer.

        Moves are born nearly equal.
        """
        for weights in self.layers[1:4:2]:
            spread = np.sqrt(2 / weights.shape[0])
            weights[:] = chance.normal(0, spread, weights.shape)
        last = self.layers[5]
        last[:] = chance.normal(0, 0.3 / np.sqrt(last.shape[1]), last.shape)
        last[: self.net.moves + 1] *= 0.1

    def learn(
        self, seen: Floats, chosen: NDArray[Any], target: Floats, rate: float
    ) -> float:
        """Step down the slope of the squared error; return it (of the moves)."""
        b3, w3 = self.layers[4:]
        moves = self.net.moves + 1
        first, second = self.forward(seen)
        row = np.arange(len(chosen))
        guess = second @ w3[moves:].T + b3[moves:]
        added = np.einsum("ij,ij->i", second, w3[chosen]) + b3[chosen]
        error = guess[:, 0] + added - target[:, -1]
        shares = target[:, :-1]
        slope = np.zeros((len(chosen), len(b3)), np.float32)
        slope[row, chosen] = error / len(chosen)
        slope[:, moves:] = (guess - shares) * (shares >= 0)
        slope[:, moves:] *= SHARES_WEIGHT / len(chosen)
        slope[:, moves] += error / len(chosen)
        self.back(seen, first, second, slope, rate)
        return float(np.mean(error * error))

    def forward(self, seen: Floats) -> tuple[Floats, Floats]:
        """Compute both hidden layers."""
        b1, w1, b2, w2 = self.layers[:4]
        first = np.maximum(seen @ w1 + b1, 0)
        return first, np.maximum(first @ w2 + b2, 0)

    def back(
        self, seen: Floats, first: Floats, second: Floats, slope: Floats, rate: float
    ) -> None:
        """Step down, given the slope of the error at the outputs."""
        w2, w3 = self.layers[3], self.layers[5]
        to_second = (slope @ w3) * (second > 0)
        to_first = (to_second @ w2.T) * (first > 0)
        products: list[tuple[int, NDArray[Any], NDArray[Any]]] = [
            (1, seen, to_first),
            (3, first, to_second),
            (5, slope, second),
        ]
        for out, left, right in products:
            np.matmul(left.T, right, out=self.slopes[out])
        for out, summed in ((0, to_first), (2, to_second), (4, slope)):
            np.sum(summed, axis=0, out=self.slopes[out])
        self._move(rate)

    def _move(self, rate: float) -> None:
        """Let Adam move the weights (Kingma and Ba, 2015)."""
        self.steps += 1
        fade, fade_square = 0.9, 0.999
        rate *= np.sqrt(1 - fade_square**self.steps) / (1 - fade**self.steps)
        weights, mean, square = self.flat
        mean *= fade
        mean += np.multiply(self.slope, 1 - fade, out=self.room)
        square *= fade_square
        np.multiply(self.slope, self.slope, out=self.room)
        self.room *= 1 - fade_square
        square += self.room
        np.sqrt(square, out=self.room)
        self.room += 1e-8
        np.divide(mean, self.room, out=self.room)
        self.room *= rate
        weights -= self.room
