"""Games of Kardashev for its design loop, compiled once (see core/fused.py).

A game of a stage begins with decks made at random: the base deck, in which six cards of
each stage so far have taken the place of base cards. So a card or a hero can be tried
with all else equal. Bots that think are asked through `decide`, which is contest's when
the module is bound with it.
"""

# ruff: noqa: D103, PLR0913, ARG001  # stubs of rules; one call does a whole piece of work

from typing import TYPE_CHECKING, Any

import numpy as np

from pioche.core.random import below, seed_fast
from pioche.core.rules import jit, lowest

if TYPE_CHECKING:
    from pioche.core.layout import Header, Row

    def deal(s: Header) -> None: ...
    def legal(s: Header, seat: int, out: Row) -> int: ...
    def apply(s: Header, seat: int, move: int) -> None: ...
    def to_move(s: Header) -> int: ...
    def prior(s: Header, seat: int, moves: Row, n: int) -> int: ...
    def begin_game(s: Any) -> None: ...
    def go_on(s: Any) -> None: ...
    def add(s: Any, seat: int, zone: int, card: int) -> None: ...
    def remove(s: Any, seat: int, zone: int, card: int) -> None: ...


#: What is noted of a game. A winner or domain of -1 is none.
NOTE = np.dtype(
    [
        (name, "i4")
        for name in ("stage", "winner", "first", "reason", "domain", "turns", "moves")
    ]
)
#: What is tried. The owner is seat 0; `thousandths` of all moves are any move.
TRIAL = np.dtype(
    [(name, "i8") for name in ("stage", "way", "card", "heroes", "thousandths")]
)
#: Ways: games as they are dealt; with decks made at random; with a card in the owner's
#: deck; in his first hand; there, but it may not be played.
DEALT, PLAIN, IN_DECK, IN_HAND, UNPLAYED = range(5)
# Names of the game (state.py, vocabulary.py) for this file, which cannot import a set's.
BASE, OF_STAGE, COPIES, DRAFTED = 5, 25, 7, 6
HAND, POOL = 0, 4
BY_SAME = 2
HERO = 9
NOBODY = -1
ROOM = 3  # states 0 … 2 are the game, and room for `decide`; state 3 is blank
RANDOM, PRIOR = 0, 1  # as in contest.py


@jit
def decide(
    states: Any, seat: int, mind: Any, a: int, b: int, number: int, kit: Any
) -> int:
    """Say nothing: bound without bots that think, nobody is asked."""
    return 0


# Dealing


@jit
def fill_pools(s: Any, stage: int, besides: int) -> None:
    """Make both deck lists at random; one card is kept out of them."""
    for seat in range(2):
        for card in range(BASE):
            for _ in range(COPIES):
                add(s, seat, POOL, card)
    for of_stage in range(stage):
        for seat in range(2):
            for _ in range(DRAFTED):
                card = BASE + OF_STAGE * of_stage + below(s, OF_STAGE)
                while (
                    card == besides or s.zone[0][POOL][card] + s.zone[1][POOL][card] > 0
                ):
                    card = BASE + OF_STAGE * of_stage + below(s, OF_STAGE)
                remove(s, seat, POOL, base_card(s, seat))
                add(s, seat, POOL, card)


@jit
def base_card(s: Any, seat: int) -> int:
    """Choose at random a base card of a deck list."""
    card = below(s, BASE)
    while s.zone[seat][POOL][card] == 0:
        card = below(s, BASE)
    return card


@jit
def begin(s: Any, trial: Any) -> None:
    """Begin a game in which the owner may have one more card, or a hero."""
    s.stage = trial.stage
    s.lap = max(2 * trial.stage - 1, 0)
    fill_pools(s, trial.stage, trial.card)
    out = base_card(s, 0)
    if trial.way >= IN_DECK:
        remove(s, 0, POOL, out)
        add(s, 0, POOL, trial.card)
    s.heroes[0] = trial.heroes
    begin_game(s)
    if trial.way >= IN_HAND and s.zone[0][HAND][trial.card] == 0:
        put_in_hand(s, trial.card)
    go_on(s)


@jit
def put_in_hand(s: Any, card: int) -> None:
    """Exchange a card of the deck for a card of the owner's first hand."""
    k = below(s, s.sizes[0][HAND])
    for other in range(len(s.zone[0][HAND])):
        k -= s.zone[0][HAND][other]
        if k < 0:
            for i in range(s.deck_size[0]):
                if s.deck[0][i] == card:
                    s.deck[0][i] = other
                    remove(s, 0, HAND, other)
                    add(s, 0, HAND, card)
                    return


# Playing


@jit
def choose(
    states: Any, seat: int, trial: Any, mind: Any, a: int, b: int, kit: Any
) -> int:
    """Let a seat choose a move; the owner may not play a card that stays unplayed."""
    s = states[0]
    moves: Row = kit[4]
    if mind.way > PRIOR:
        return decide(states, seat, mind, a, b, s.count, kit)
    n = legal(s, seat, moves)
    if trial.way == UNPLAYED and seat == 0:
        n = without(moves, n, trial.card)
    if n == 1:
        return moves[0]
    if mind.way == RANDOM or below(s, 1000) < trial.thousandths:
        return moves[below(s, n)]
    return prior(s, seat, moves, n)


@jit
def without(moves: "Row", n: int, banned: int) -> int:
    """Leave a move out of a list."""
    kept = 0
    for i in range(n):
        if moves[i] != banned:
            moves[kept] = moves[i]
            kept += 1
    return kept


@jit
def play(
    states: Any, trial: Any, minds: Any, a: int, b: int, kit: Any, note: Any, used: Any
) -> None:
    """Play until somebody has won a game, or nobody has, and note how."""
    s = states[0]
    won, start, drawn = s.games[0] + s.games[1], s.count, False
    while to_move(s) != 0 and s.games[0] + s.games[1] == won and not drawn:
        attempt, between = s.attempt, s.phase == HERO
        note.stage, note.turns, note.first = s.stage, s.turn, s.first
        seat = lowest(to_move(s))
        move = choose(states, seat, trial, minds[seat], a, b, kit)
        used[move] += 1
        s.count += 1
        apply(s, seat, move)
        drawn = s.attempt != attempt and not between  # the next one has begun
    note.moves = s.count - start
    note.winner = note.domain = NOBODY
    if s.games[0] + s.games[1] > won:
        note_winner(s, note)


@jit
def note_winner(s: Any, note: Any) -> None:
    """Note who won, and how."""
    note.winner = 2 - s.loser
    note.reason = s.reason
    if s.reason == BY_SAME:
        note.domain = 0
        for domain in range(BASE):
            if s.tally[note.winner][domain] > s.tally[note.winner][note.domain]:
                note.domain = domain


@jit
def work(
    states: Any, trial: Any, minds: Any, a: int, b: int, first: int, kit: Any,
    notes: Any, used: Any,
) -> None:  # fmt: skip
    """Play deals from `first` on until the notes are full; a match is several games."""
    at, k = 0, first
    while at < len(notes):
        states[0] = states[ROOM]
        s = states[0]
        seed_fast(s, a, b, k)
        if trial[0].way == DEALT:
            deal(s)
        else:
            begin(s, trial[0])
        going_on = True
        while going_on and at < len(notes):
            play(states, trial[0], minds, a ^ k, b, kit, notes[at], used)
            at += 1
            going_on = trial[0].way == DEALT and to_move(s) != 0
        k += 1
