"""Whole games for the lab, built once per game: what is counted, told and foreseen of each.

Games of a seed are numbered; a game depends on its seed and number alone. `lap` 1 plays
the same deal again with other chances afterwards. Plain bots (any move, the prior) play
with the game's own chance and stay in these few functions; all others are asked through
`decide`, which is contest's when the module is bound with it.

`work` is the only entry, as each entry has the whole rule set optimised for itself.
"""

# ruff: noqa: D103, PLR0913, ARG001  # stubs of rules; one call does a whole piece of work

from typing import TYPE_CHECKING, Any

from pioche.core.random import below, seed_fast, word
from pioche.core.rules import jit, lowest, ones

if TYPE_CHECKING:
    from pioche.core.layout import Header, Row

    MOVE_COUNT = 0

    def deal(s: Header) -> None: ...
    def forbids(s: Header, seat: int, move: int) -> int: ...
    def legal(s: Header, seat: int, out: Row) -> int: ...
    def apply(s: Header, seat: int, move: int) -> None: ...
    def to_move(s: Header) -> int: ...
    def claims(s: Header) -> int: ...
    def shares(s: Header, out: Any) -> None: ...
    def prior(s: Header, seat: int, moves: Row, n: int) -> int: ...


RANDOM, PRIOR = 0, 1  # as in contest.py
#: What is counted for each seat: decisions that it owed, those with a choice, the legal
#: moves of all and of those with a choice, claims made, moves waited for in all; 1 for
#: the seat that was asked first.
OWED, CHOICES, LEGAL, CHOSEN_OF, CLAIMED, WAITED, FIRST = range(7)
COUNTED = 7
POINTS = 12  # at most so many moments of a game are kept to be looked at again
ROOM = 3  # states 0 … 2 are the game, and room for `decide`; state 3 is blank
LAP = 0x5EED  # sets the chance of a second lap apart
MOST_SEATS = 16
SPARSE = 8  # one decision in so many is held against every clause


@jit
def decide(
    states: Any, seat: int, mind: Any, a: int, b: int, number: int, kit: Any
) -> int:
    """Say nothing: bound without bots that think, nobody is asked."""
    return MOVE_COUNT


@jit
def strays(s: "Header", mind: Any) -> bool:
    """Tell whether a bot that plays by the prior takes any move this time."""
    return bool(mind.astray > 0 and word(s) < mind.astray * 4294967296.0)


@jit
def ask(
    states: Any, seat: int, mind: Any, a: int, b: int, number: int, n: int, kit: Any
) -> int:
    """Ask who owes a decision and minds which; its `n` legal moves lie in the kit."""
    s = states[0]
    moves: Row = kit[4]
    if mind.way > PRIOR:
        return decide(states, seat, mind, a, b, number, kit)
    if n == 1:
        return moves[0]
    if strays(s, mind):
        return moves[below(s, n)]
    return prior(s, seat, moves, n)


@jit
def invite(
    states: Any, seat: int, mind: Any, a: int, b: int, number: int, kit: Any
) -> int:
    """Ask who may speak out of turn; MOVE_COUNT is silence."""
    s = states[0]
    moves: Row = kit[4]
    if mind.way > PRIOR:
        return decide(states, seat, mind, a, b, number, kit)
    n = legal(s, seat, moves)
    if strays(s, mind):
        return moves[below(s, n)] if below(s, 2) else MOVE_COUNT
    move = prior(s, seat, moves, n)
    return move if move >= 0 else MOVE_COUNT


@jit
def is_mute(minds: Any) -> bool:
    """Tell whether nobody ever speaks out of turn: who plays any move does not."""
    for mind in minds:
        if mind.way != RANDOM:
            return False
    return True


@jit
def speak(states: Any, minds: Any, a: int, b: int, number: int, kit: Any) -> int:
    """Let somebody claim out of turn: seat + MOST_SEATS × move, or -1.

    They are asked clockwise from a seat drawn by lot.
    """
    s = states[0]
    bits = claims(s)
    start = (a + number) % s.seats
    for k in range(s.seats):
        seat = (start + k) % s.seats
        if bits >> seat & 1 and minds[seat].way != RANDOM:
            move = invite(states, seat, minds[seat], a, b, number + k, kit)
            if move != MOVE_COUNT:
                return int(seat + MOST_SEATS * move)
    return -1


@jit
def note_decision(
    s: "Header", seat: int, move: int, n: int, game: int, tape: Any, at: int
) -> None:
    """Write a decision on the tape."""
    games, numbers, seats, moves, choices = tape
    games[at] = game
    numbers[at] = s.count
    seats[at] = seat
    moves[at] = move
    choices[at] = n


@jit
def count_owed(s: "Header", waiting: int, seat: int, n: int, row: Any) -> None:
    """Count a decision that was owed."""
    row[seat, OWED] += 1
    row[seat, LEGAL] += n
    if n > 1:
        row[seat, CHOICES] += 1
        row[seat, CHOSEN_OF] += n
    row[seat, WAITED] += s.seats - ones(waiting)


# What a game's moves do, for comparing two versions of a game


@jit
def read_fields(raw: Any, fields: Any, out: Any) -> None:
    """Sum each field of a state up; of fields of bits, count the bits."""
    for f in range(len(fields)):
        at, width, count, signed = fields[f]
        total = 0
        for k in range(count):
            value = 0
            for byte in range(width):
                value |= int(raw[at + k * width + byte]) << (8 * byte)
            if width == 8:
                total += ones(value)
            elif signed and value >> (8 * width - 1):
                total += value - (1 << (8 * width))
            else:
                total += value
        out[f] = total


@jit
def note_effect(raw: Any, move: int, tally: Any) -> None:
    """Note how a move changed each field (the deal counts as move MOVE_COUNT)."""
    fields, used, _, _, effects, before, after = tally
    read_fields(raw, fields, after)
    used[move] += 1
    for f in range(len(fields)):
        change = after[f] - before[f]
        effects[move, f, 0] += change
        effects[move, f, 1] += change * change
        before[f] = after[f]


@jit
def note_options(s: "Header", seat: int, n: int, moves: "Row", tally: Any) -> None:
    """Note which moves were legal, and now and then what each clause forbids."""
    _, _, could, barred, _, _, _ = tally
    for i in range(n):
        could[moves[i]] += 1
    if s.count % SPARSE == 0:
        barred[0, 0] += 1
        other = (seat + 1) % s.seats  # who may have something to claim
        for move in range(MOVE_COUNT):
            barred[forbids(s, seat, move), 1] += 1
            barred[forbids(s, other, move), 1] += 1


# Moments of a game, looked at again


@jit
def keep_moment(states: Any, moments: Any) -> None:
    """Keep the state now and then: never more than POINTS, evenly spread."""
    count, stride = moments[0], moments[1]
    at = states[0].count
    if at % stride != 0 or (count > 0 and moments[1 + count] == at):
        return
    if count == POINTS:
        for k in range(POINTS // 2):
            states[ROOM + 1 + k] = states[ROOM + 1 + 2 * k]
            moments[2 + k] = moments[2 + 2 * k]
        count = POINTS // 2
        moments[0], moments[1] = count, stride * 2
    states[ROOM + 1 + count] = states[0]
    moments[2 + count] = at
    moments[0] = count + 1


@jit
def foresee(states: Any, k: int, futures: int, a: int, b: int, out: Any) -> None:
    """Play a kept moment on to its end many times; write each seat's mean share."""
    moves = out[0]
    values, share = out[1][k], out[2]
    values[:] = 0
    for future in range(futures):
        states[1] = states[ROOM + 1 + k]
        s = states[1]
        seed_fast(s, a, b, future)
        play_on(s, moves)
        shares(s, share)
        for seat in range(s.seats):
            values[seat] += share[seat] / futures


@jit
def play_on(s: "Header", moves: "Row") -> None:
    """Play to the end by the prior."""
    waiting = to_move(s)
    last = s.count + 5000
    while waiting != 0 and s.count < last:
        seat = lowest(waiting)
        n = legal(s, seat, moves)
        move = moves[0] if n == 1 else prior(s, seat, moves, n)
        s.count += 1
        apply(s, seat, move)
        waiting = to_move(s)


# Games


@jit
def begin(states: Any, lap: int, a: int, b: int, game: int) -> None:
    """Deal a game."""
    states[0] = states[ROOM]
    s = states[0]
    seed_fast(s, a, b, game)
    deal(s)
    if lap > 0:
        seed_fast(s, a ^ LAP, b + lap, game)


@jit
def play(
    states: Any, raw: Any, minds: Any, most: int, a: int, b: int, game: int, at: int,
    kit: Any, row: Any, tape: Any, tally: Any, moments: Any,
) -> int:  # fmt: skip
    """Play a dealt game; return the place reached on the tape, or -1 when it is full."""
    s, number = states[0], 0
    moves, tapes, tallies = kit[4], len(tape[0]), len(tally[0])
    mute = is_mute(minds)
    waiting = to_move(s)
    while waiting != 0 and s.count < most:
        if len(moments) > 0:
            keep_moment(states, moments)
        spoken, n = -1, 0
        if not mute and claims(s) != 0:
            spoken = speak(states, minds, a ^ game, b, number, kit)
            number += s.seats
        if spoken >= 0:
            seat, move = spoken % MOST_SEATS, spoken // MOST_SEATS
            row[seat, CLAIMED] += 1
        else:
            seat = lowest(waiting)
            n = legal(s, seat, moves)
            count_owed(s, waiting, seat, n, row)
            if tallies > 0:
                note_options(s, seat, n, moves, tally)
            if minds[seat].way == RANDOM:  # calling `ask` for it costs a seventh
                move = moves[0] if n == 1 else moves[below(s, n)]
            else:
                move = ask(states, seat, minds[seat], a ^ game, b, number, n, kit)
            number += 1
        if tapes > 0:
            if at == tapes:
                return -1
            note_decision(s, seat, move, n, game, tape, at)
            at += 1
        s.count += 1
        apply(s, seat, move)
        if tallies > 0:
            note_effect(raw, move, tally)
        waiting = to_move(s)
    return at


@jit
def look_back(
    states: Any, game: int, k: int, a: int, b: int, kit: Any, chart: Any, moments: Any
) -> None:
    """Foresee the end from each kept moment of a game."""
    values, times, share, futures = chart
    for point in range(moments[0]):
        out = (kit[4], values[k], share)
        foresee(states, point, futures[0], a ^ (game + 7), b + point, out)
        times[k, point] = moments[2 + point]
    times[k, POINTS] = moments[0]


@jit
def work(
    states: Any, raw: Any, minds: Any, most: int, lap: int, a: int, b: int,
    first: int, kit: Any, counts: Any, points: Any, lengths: Any,
    tape: Any, tally: Any, chart: Any, moments: Any,
) -> int:  # fmt: skip
    """Play the games from `first` on, until the rows or the tape are full.

    Returns how many are done; their rows on the tape end at `lengths`' last place.
    """
    at = 0
    share: Any = chart[2]
    for k in range(len(points)):
        if len(moments) > 0:
            moments[0], moments[1] = 0, 1
        begin(states, lap, a, b, first + k)
        counts[k, lowest(to_move(states[0])), FIRST] = 1
        if len(tally[0]) > 0:
            tally[5][:] = 0
            note_effect(raw, MOVE_COUNT, tally)
        reached = play(
            states, raw, minds, most, a + lap, b, first + k, at, kit, counts[k],
            tape, tally, moments,
        )  # fmt: skip
        if reached < 0:
            lengths[len(points)] = at
            return k
        at = reached
        shares(states[0], share)
        for seat in range(points.shape[1]):
            points[k, seat] = share[seat]
        lengths[k] = states[0].count
        if to_move(states[0]) != 0:
            lengths[k] = -states[0].count
        if len(moments) > 0:
            look_back(states, first + k, k, a, b, kit, chart, moments)
    lengths[len(points)] = at
    return len(points)
