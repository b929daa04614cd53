"""Bots at the table, built once per game: single decisions and whole matches.

`work` is the only entry, as each entry has the whole rule set optimised for itself.
A bot is a row of numbers, a `MIND`; a decision draws chance from its own key, never
from the game, and sees the game only through `observe`, `imagine`, `legal` and `prior`,
which know no more than its seat does.
"""

# ruff: noqa: D103, PLR0913, FBT001  # stubs of rules; one call does a whole piece of work

from math import exp
from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.core.random import below, seed_fast, word
from pioche.core.rules import jit, lowest

if TYPE_CHECKING:
    from pioche.core.layout import Header, Row

    MOVE_COUNT = 0

    def deal(s: Header) -> None: ...
    def legal(s: Header, seat: int, out: Row) -> int: ...
    def apply(s: Header, seat: int, move: int) -> None: ...
    def to_move(s: Header) -> int: ...
    def claims(s: Header) -> int: ...
    def shares(s: Header, out: Any) -> None: ...
    def observe(s: Header, seat: int, out: Any) -> None: ...
    def prior(s: Header, seat: int, moves: Row, n: int) -> int: ...
    def careless(s: Header, seat: int, move: int, moves: Row, n: int) -> int: ...
    def own_moves(s: Header, seat: int, moves: Row, wide: int) -> int: ...
    def search(*a: Any) -> None: ...
    def feed(s: Header, seat: int, shape: Any, weights: Any, room: Any) -> None: ...
    def head(shape: Any, weights: Any, room: Any, output: int) -> float: ...


#: How a bot chooses.
RANDOM, PRIOR, NET, SEARCH, POLICY = range(5)
MIND = np.dtype(
    [
        ("way", "i8"),
        ("iterations", "i8"),  # of a search
        ("how", "i8", 3),  # of a search, see tree.search
        ("trees", "i8"),  # a search is split into, each with its own hidden cards
        ("net", "i8", 4),  # the net's place and shape, see net.feed; 0 features: none
        ("explore", "f8"),  # of a search
        ("warmth", "f8"),  # how wide it errs among moves of nearly equal value
        ("slip", "f8"),  # how often it does not pay attention
        ("blink", "f8"),  # how often it plays by the prior instead
        ("astray", "f8"),  # how often it plays any move (to explore, in training)
        (
            "lean",
            "f8",
        ),  # what is added to the value (a policy's logit) of the prior's move
        ("trust", "f8"),  # of a tape: see `settle`
    ],
    align=True,
)
SEARCH_ON, DECIDE, MATCHES = range(3)  # tasks
#: What is counted: the first three by a search (see tree.search), then choices of the
#: last decision, decisions of a game, decisions with a choice, those on the tape, and
#: the move that the prior would have made at the last decision.
SEARCHES = 3
CHOICES, NUMBER, ASKED, TAPED, USUAL = range(3, 8)
COUNTERS = 8
#: What the net's room keeps of the last decision: the share that the net expected (-1:
#: it was not asked), and how likely a policy was to make the move.
EXPECTED, LIKELY = range(2)
MOST_SEATS = 16


@jit
def chance(s: "Header") -> float:
    """Draw a number from 0 to 1."""
    return word(s) / 4294967296.0


@jit
def pick(values: Any, n: int, warmth: float, s: "Header") -> int:
    """Choose a place by its value: the best, or by a softmax of this warmth."""
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    if warmth <= 0:
        return best
    total = 0.0
    for i in range(n):
        total += exp((values[i] - values[best]) / warmth)
    left = chance(s) * total
    for i in range(n):
        left -= exp((values[i] - values[best]) / warmth)
        if left < 0:
            return i
    return best


@jit
def by_net(
    s: "Header", seat: int, mind: Any, weights: Any, room: Any, moves: "Row", n: int
) -> int:
    """Choose the place of the move that a net values most."""
    values: Any = np.empty(n, np.float64)
    feed(s, seat, mind.net, weights, room)
    for i in range(n):
        values[i] = head(mind.net, weights, room, moves[i])
    if mind.lean > 0:
        lean_on_prior(s, seat, mind.lean, moves, n, values)
    place = pick(values, n, mind.warmth, s)
    # Of the move chosen, not of the best: the best of many guesses is guessed too high,
    # and a net that learns from that learns to wait for what never comes.
    share = head(mind.net, weights, room, MOVE_COUNT + 1)
    room[3][EXPECTED] = share + head(mind.net, weights, room, moves[place])
    return int(place)


@jit
def by_policy(
    s: "Header", seat: int, mind: Any, weights: Any, kit: Any, moves: "Row", n: int
) -> int:
    """Draw the place of a move by a policy: what a net adds to the prior's lean."""
    control, room = kit[1], kit[3]
    logits: Any = np.empty(n, np.float64)
    feed(s, seat, mind.net, weights, room)
    for i in range(n):
        logits[i] = head(mind.net, weights, room, moves[i])
    control[USUAL] = lean_on_prior(s, seat, mind.lean, moves, n, logits)
    place = pick(logits, n, mind.warmth, s)
    room[3][EXPECTED] = head(mind.net, weights, room, MOVE_COUNT + 1)
    total = 0.0
    for i in range(n):
        total += exp((logits[i] - logits[place]) / max(mind.warmth, 1e-6))
    room[3][LIKELY] = 1 / total
    return int(place)


@jit
def lean_on_prior(
    s: "Header", seat: int, lean: float, moves: "Row", n: int, values: Any
) -> int:
    """Favour the prior's move, and return it: who has seen little then errs less."""
    listed: Any = np.empty(MOVE_COUNT + 1, np.int16)
    usual = prior(s, seat, listed, legal(s, seat, listed))
    if usual < 0:  # out of turn, a prior may choose silence so
        usual = MOVE_COUNT
    for i in range(n):
        if moves[i] == usual:
            values[i] += lean
    return int(usual)


@jit
def by_search(
    states: Any, seat: int, mind: Any, a: int, b: int, kit: Any, n: int
) -> int:
    """Choose the place of the move that a search visits most; values are visits' shares."""
    nodes, control, weights, room, moves = kit
    values = np.zeros(n, np.float64)
    for tree in range(mind.trees):
        control[:SEARCHES] = 0
        search(
            states, seat, mind.iterations // mind.trees, mind.how, mind.explore,
            a ^ tree, b, nodes, control, mind.net, weights, room,
        )  # fmt: skip
        child = nodes[0].first
        while child > 0:
            for i in range(n):
                if moves[i] == nodes[child].move:
                    values[i] += nodes[child].visits / mind.iterations
            child = nodes[child].sibling
    if mind.lean > 0:
        lean_on_prior(states[2], seat, mind.lean, moves, n, values)
    return pick(values, n, mind.warmth, states[2])


@jit
def decide(
    states: Any, seat: int, mind: Any, a: int, b: int, number: int, kit: Any
) -> int:
    """Choose a move of `states[0]`, or silence (MOVE_COUNT), with the key's chance.

    `states[1]` and `states[2]` are room; `kit` is nodes, control, weights, the net's
    room and a row of moves. `control[CHOICES]` tells between how many moves it was.
    """
    _, control, weights, room, moves = kit
    states[2] = states[0]
    s = states[2]
    seed_fast(s, a, b, number)
    n = own_moves(s, seat, moves, mind.how[1])
    control[CHOICES] = n
    if n == 1:
        return int(moves[0])
    owes = to_move(s) >> seat & 1 != 0
    if mind.way == RANDOM or (mind.astray > 0 and chance(s) < mind.astray):
        return any_move(s, moves, n, owes)
    if not owes and mind.slip > 0 and chance(s) < mind.slip:
        return MOVE_COUNT
    if mind.way == PRIOR or (mind.blink > 0 and chance(s) < mind.blink):
        move = prior(s, seat, moves, legal(s, seat, moves))
        if move < 0:  # out of turn, a prior may choose silence so
            return MOVE_COUNT
    elif mind.way == NET:
        move = moves[by_net(s, seat, mind, weights, room, moves, n)]
    elif mind.way == POLICY:
        move = moves[by_policy(s, seat, mind, weights, kit, moves, n)]
    else:
        move = moves[by_search(states, seat, mind, word(s), word(s), kit, n)]
    if mind.slip > 0 and move < MOVE_COUNT and chance(s) < mind.slip:
        move = careless(s, seat, move, moves, legal(s, seat, moves))
    return move


@jit
def any_move(s: "Header", moves: "Row", n: int, owes: bool) -> int:
    """Choose any move, each as likely; who owes nothing stays silent half the time."""
    if not owes and below(s, 2) == 0:
        return MOVE_COUNT
    return moves[below(s, n if owes else n - 1)]


@jit
def ask(states: Any, seat: int, mind: Any, a: int, b: int, kit: Any, tape: Any) -> int:
    """Let a seat decide, and note on the tape what it knew and chose."""
    seen, chosen, who, _, expected, allowed, usual, likely = tape
    control, room, moves = kit[1], kit[3], kit[4]
    control[NUMBER] += 1
    room[3][EXPECTED] = -1
    move = decide(states, seat, mind, a, b, control[NUMBER], kit)
    at = control[TAPED]
    if control[CHOICES] > 1:
        control[ASKED] += 1
        if at < len(chosen):
            observe(states[0], seat, seen[at])
            chosen[at] = move
            who[at] = seat
            expected[at] = room[3][EXPECTED]
            if len(allowed) > 0:
                usual[at], likely[at] = control[USUAL], room[3][LIKELY]
                for i in range(own_moves(states[0], seat, moves, mind.how[1])):
                    allowed[at, moves[i]] = 1
            control[TAPED] = at + 1
    return move


@jit
def next_move(
    states: Any, minds: Any, shift: int, a: int, b: int, kit: Any, tape: Any
) -> None:
    """Play one move: of somebody who speaks out of turn, or of the first seat that owes.

    Who may claim is asked in clockwise order from a seat drawn by lot.
    """
    s = states[0]
    bits = claims(s)
    seat, move = 0, MOVE_COUNT
    if bits != 0:
        start = (a + kit[1][NUMBER]) % s.seats
        for k in range(s.seats):
            seat = (start + k) % s.seats
            if bits >> seat & 1:
                mind = minds[(seat - shift + s.seats) % s.seats]
                move = ask(states, seat, mind, a, b, kit, tape)
                if move != MOVE_COUNT:
                    break
    if move == MOVE_COUNT:
        seat = lowest(to_move(s))
        mind = minds[(seat - shift + s.seats) % s.seats]
        move = ask(states, seat, mind, a, b, kit, tape)
    s.count += 1
    apply(s, seat, move)


@jit
def settle(
    tape: Any, first: int, last: int, seats: int, share: Any, trust: float
) -> None:
    """Write on the tape what each decision of a game should have expected.

    The shares of all seats are the outcome. The last column is for the move: the outcome
    mixed with what its seat's later decisions expected (the lambda-return, lambda being
    `trust`), which varies less.
    """
    who, target, expected = tape[2], tape[3], tape[4]
    ahead = share.copy()
    for i in range(last - 1, first - 1, -1):
        seat = who[i]
        for place in range(seats):
            target[i, place] = share[(seat + place) % seats]
        target[i, target.shape[1] - 1] = ahead[seat]
        if expected[i] >= 0:
            ahead[seat] = trust * ahead[seat] + (1 - trust) * expected[i]


@jit
def play(
    states: Any,
    minds: Any,
    game: int,
    most: int,
    a: int,
    b: int,
    kit: Any,
    tape: Any,
    points: Any,
) -> None:
    """Play a game: bots in the order of `minds`, moved on by one seat each game of a deal.

    `states[3]` is blank; `points` gets the shares in the order of `minds`.
    """
    control, taped = kit[1], kit[1][TAPED]
    states[0] = states[3]
    s = states[0]
    seats = s.seats
    shift = game % seats
    seed_fast(s, a, b, game // seats)
    deal(s)
    control[NUMBER] = 0
    while to_move(s) != 0 and s.count < most:
        next_move(states, minds, shift, a ^ (game + 1), b, kit, tape)
    share: Any = np.empty(MOST_SEATS, np.float64)
    shares(s, share)
    for place in range(seats):
        points[place] = share[(place + shift) % seats]
    settle(tape, taped, control[TAPED], seats, share, minds[0].trust)


@jit
def work(
    task: int,
    states: Any,
    minds: Any,
    seat: int,
    first: int,
    count: int,
    most: int,
    a: int,
    b: int,
    kit: Any,
    tape: Any,
    points: Any,
    lengths: Any,
) -> int:
    """Do a whole piece of work: search on, decide, or play games `first` to `count` on.

    With a tape, games are played until it is full.
    """
    nodes, control, weights, room, _ = kit
    if task == SEARCH_ON:
        mind = minds[0]
        search(
            states, seat, count, mind.how, mind.explore, a, b,
            nodes, control, mind.net, weights, room,
        )  # fmt: skip
        return 0
    if task == DECIDE:
        return decide(states, seat, minds[0], a, b, first, kit)
    for k in range(count):
        if control[0] != 0 or (len(tape[1]) > 0 and control[TAPED] == len(tape[1])):
            return k
        play(states, minds, first + k, most, a, b, kit, tape, points[k])
        lengths[k] = states[0].count
    return count
