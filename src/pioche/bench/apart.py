"""A peer in a process of its own: `python apart.py NAME [ARGUMENT]`, standard library only.

It loads its library, says that it is ready (or what is missing), and then answers each
line of standard input, a number of seconds, with how much it did per second of its
processor's time. Our own process measures in turn with it. Any Python that has the
library can run it, and one that crashes takes nothing with it.
"""

import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, Final

SEED: Final = 1
Work = Callable[[], int]  # does some work, and returns how much


def rate(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    """Repeat a work for some seconds, and return how much of it is done a second."""
    done, start = 0, clock()
    while True:
        done += work()
        took = clock() - start
        if took >= seconds:
            return done / took


def rlcard() -> Work:
    """Play RLCard's UNO: its own step, with its observations, and any legal move."""
    from rlcard import make

    table = make("uno", config={"seed": SEED})
    chance = random.Random(SEED)

    def play() -> int:
        state, _ = table.reset()
        steps = 0
        while not table.is_over():
            state, _ = table.step(chance.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def pettingzoo(name: str) -> Work:
    """Play one of PettingZoo's classic games."""
    from importlib import import_module

    return documented(import_module(f"pettingzoo.classic.{name}").env())


def documented(table: Any) -> Work:
    """Play a PettingZoo environment by the loop of its documentation."""
    seeds = iter(range(10**9))

    def play() -> int:
        table.reset(seed=next(seeds))
        steps = 0
        for agent in table.agent_iter():
            observation, _, ended, cut, info = table.last()
            over = ended or cut
            mask = info.get("action_mask")
            if mask is None:
                mask = observation["action_mask"]
            table.step(None if over else table.action_space(agent).sample(mask))
            steps += not over
        return steps

    return play


def openspiel(name: str) -> Work:
    """Play a game of OpenSpiel from Python, in its fastest way."""
    import pyspiel

    table = pyspiel.load_game(name)
    chance = random.Random(SEED)

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


def openspiel_inside(name: str) -> Work:
    """Play a game of OpenSpiel by its random bots in C++; the moves are counted ahead."""
    import pyspiel

    table = pyspiel.load_game(name)
    seats, games = table.num_players(), 200
    outside = openspiel(name)
    length = sum(outside() for _ in range(games)) / games
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(seats)]
    seeds = iter(range(10**9))

    def play() -> int:
        for _ in range(10):
            state = table.new_initial_state()
            pyspiel.evaluate_bots(state, bots, next(seeds))
        return int(10 * length)

    return play


def ismcts(name: str) -> Work:
    """Search a game of OpenSpiel by its bot in C++; the work is its iterations."""
    import pyspiel

    state = pyspiel.load_game(name).new_initial_state()
    chance, moves = random.Random(SEED), 0
    while moves < 4 or state.is_chance_node():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(outcomes[chance.randrange(len(outcomes))][0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            moves += 1
    iterations = 500
    evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(SEED, evaluator, 1.0, iterations, 1000, final, False, False)

    def think() -> int:
        bot.step(state)
        return iterations

    return think


def pgx(name: str, size: str) -> Work:
    """Step a batch of one of Pgx's games by any legal moves, compiled as a whole."""
    import jax
    import jax.numpy as jnp
    import pgx as library

    table, count, steps = library.make(name), int(size), 32

    def choose(mask: Any, key: Any) -> Any:
        return jax.random.categorical(key, jnp.where(mask, 0.0, -1e9))

    def again(state: Any, key: Any) -> Any:
        return jax.lax.cond(state.terminated, lambda: table.init(key), lambda: state)

    def turn(states: Any, key: Any) -> tuple[Any, None]:
        a, b = jax.random.split(key)
        keys = jax.random.split(a, count)
        moves = jax.vmap(choose)(states.legal_action_mask, keys)
        states = jax.vmap(table.step)(states, moves)
        return jax.vmap(again)(states, jax.random.split(b, count)), None

    @jax.jit  # type: ignore[untyped-decorator,unused-ignore]
    def many(states: Any, key: Any) -> Any:
        return jax.lax.scan(turn, states, jax.random.split(key, steps))[0]

    key = jax.random.PRNGKey(SEED)
    states = jax.jit(jax.vmap(table.init))(jax.random.split(key, count))

    def step() -> int:
        nonlocal states, key
        key, part = jax.random.split(key)
        states = jax.block_until_ready(many(states, part))
        return steps * count

    return step


WORKS: Final[dict[str, Callable[..., Work]]] = {
    "rlcard": rlcard,
    "pettingzoo": pettingzoo,
    "openspiel": openspiel,
    "openspiel_inside": openspiel_inside,
    "ismcts": ismcts,
    "pgx": pgx,
}


def main(name: str, *arguments: str) -> int:
    """Make a work ready, and do it for as long as each line of input says."""
    warnings.simplefilter("ignore")  # of others
    out, sys.stdout = sys.stdout, sys.stderr  # some print while they load
    begun = time.perf_counter()
    try:
        work = WORKS[name](*arguments)
        work()  # compiling and loading are not measured
    except ImportError as error:
        print(json.dumps({"missing": error.name or str(error)}), file=out, flush=True)
        return 1
    ready = time.perf_counter() - begun
    print(json.dumps({"ready": ready}), file=out, flush=True)
    for line in sys.stdin:
        found = rate(work, float(line), time.process_time)
        print(json.dumps({"rate": found}), file=out, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
