"""The peers: what their nearest games do in the same run, on the same processor.

A peer that is not installed is said to be missing: `pip install 'pioche[bench]'`, and
`'pioche[bench-jax]'` for Pgx, which is measured in a process of its own.
"""

import json
import random as python_random
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Final

from pioche.bench.core import Player, Stepper
from pioche.bench.figure import Effort, Row, alternate

SEED: Final = 1
BATCHES: Final = (1, 8, 64, 512, 1024, 4096, 8192)
#: Pgx's games of cards and tiles. Kuhn's three cards and Leduc's six are no peers of
#: UNO's 112: only Sparrow Mahjong has hands, a stock and draws, so only it has a bound.
PGX: Final = ("sparrow_mahjong", "leduc_holdem", "kuhn_poker")
NEAREST: Final = "sparrow_mahjong"
MOST_PGX: Final = 600.0  # seconds until its compiler is given up


def rows(effort: Effort) -> Iterator[Row]:
    """Measure the peers beside our UNO."""
    uno = Player("uno", 2, 5)
    yield loop(effort, uno, "rlcard uno, 2 seats, env.step", rlcard, 100)
    yield loop(
        effort, uno, "pettingzoo leduc_holdem_v4, its documented loop", pettingzoo, None
    )
    four = Player("uno", 4, 5)
    name = "openspiel crazy_eights, 4 seats, Python loop"
    yield loop(effort, four, name, openspiel, None)
    yield from pgx(effort)


def loop(
    effort: Effort,
    ours: Player,
    name: str,
    make: Callable[[], Callable[[], int]],
    least: float | None,
) -> Row:
    """Measure our playouts beside a peer's loop."""
    what = "uno playouts, 1 thread"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of others
            theirs = make()
    except ImportError as error:
        return Row(what, None, "steps/s", name, note=f"not installed: {error}")
    mine, other = alternate(effort, ours, theirs)
    return Row(what, mine, "steps/s", name, other, least=least)


def rlcard() -> Callable[[], int]:
    """Play RLCard's UNO: its own step, with its observations, and any legal move."""
    from rlcard import make  # type: ignore[import-untyped,unused-ignore]

    table = make("uno", config={"seed": SEED})
    chance = python_random.Random(SEED)

    def play() -> int:
        state, _ = table.reset()
        steps = 0
        while not table.is_over():
            state, _ = table.step(chance.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def pettingzoo() -> Callable[[], int]:
    """Play PettingZoo's Leduc as its pages show it."""
    from pettingzoo.classic import leduc_holdem_v4

    table = leduc_holdem_v4.env()
    seeds = iter(range(10**9))

    def play() -> int:
        table.reset(seed=next(seeds))
        steps = 0
        for agent in table.agent_iter():
            observation, _, ended, cut, _ = table.last()
            over = ended or cut
            mask = observation["action_mask"]
            move = None if over else table.action_space(agent).sample(mask)
            table.step(move)
            steps += not over
        return steps

    return play


def openspiel() -> Callable[[], int]:
    """Play OpenSpiel's Crazy Eights from Python, in its fastest way."""
    import pyspiel

    table = pyspiel.load_game("crazy_eights(players=4)")
    chance = python_random.Random(SEED)

    def play() -> int:
        state = table.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[chance.randrange(len(outcomes))][0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[chance.randrange(len(legal))])
                steps += 1
        return steps

    return play


# Pgx, in a process of its own: JAX starts threads that would disturb the rest

SCRIPT: Final = """
import json, sys, time
import jax, jax.numpy as jnp, pgx
name, size, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
STEPS = 32
env = pgx.make(name)

def choose(mask, key):
    return jax.random.categorical(key, jnp.where(mask, 0.0, -1e9))

def again(state, key):
    return jax.lax.cond(state.terminated, lambda: env.init(key), lambda: state)

def turn(states, key):
    a, b = jax.random.split(key)
    moves = jax.vmap(choose)(states.legal_action_mask, jax.random.split(a, size))
    states = jax.vmap(env.step)(states, moves)
    return jax.vmap(again)(states, jax.random.split(b, size)), None

@jax.jit
def many(states, key):
    return jax.lax.scan(turn, states, jax.random.split(key, STEPS))[0]

start = time.perf_counter()
key = jax.random.PRNGKey(1)
states = jax.jit(jax.vmap(env.init))(jax.random.split(key, size))
states = jax.block_until_ready(many(states, key))
ready = time.perf_counter() - start
best = 0.0
for round in range(3):
    done, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        key, part = jax.random.split(key)
        states = jax.block_until_ready(many(states, part))
        done += STEPS * size
    best = max(best, done / (time.process_time() - begun))
print(json.dumps({"rate": best, "ready": ready}))
"""


def pgx(effort: Effort) -> Iterator[Row]:
    """Measure our batches of UNO beside Pgx's batches, each per second of the processor."""
    sizes = BATCHES if effort.rounds > 1 else BATCHES[:1]
    missing = subprocess.run(
        [sys.executable, "-c", "import pgx"], capture_output=True, check=False
    ).returncode
    for name in PGX:
        for size in sizes:
            what, beside = f"uno batch of {size}, bare", f"pgx {name}"
            least = 20 if name == NEAREST else None
            if missing:
                note = "not installed: pgx"
                yield Row(what, None, "steps/s", beside, least=least, note=note)
                continue
            ours = Stepper("uno", size, full=False)
            began = time.monotonic()
            theirs = pgx_rate(name, size, effort)
            left = MOST_PGX - (time.monotonic() - began)
            mine = alternate(effort, ours)[0]
            note = f"Pgx compiled for {theirs['ready']:.0f} s" if left > 0 else ""
            yield Row(what, mine, "steps/s", beside, theirs["rate"], least, note=note)


def pgx_rate(name: str, size: int, effort: Effort) -> dict[str, Any]:
    """Measure one of Pgx's games."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, name, str(size), str(effort.seconds)],
        check=True, capture_output=True, text=True, timeout=MOST_PGX,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found
