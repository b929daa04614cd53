"""Games of Kardashev for its design loop, compiled once (see core/fused.py).

Both seats play by the policy, and now and then any move. A game of a stage begins with
decks made at random: the base deck, in which six cards of each stage so far have taken
the place of base cards. So a card or a hero can be tried with all else equal.
"""

from typing import TYPE_CHECKING, Any

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


#: What is noted of a game.
WINNER, FIRST, REASON, DOMAIN, TURNS, ATTEMPTS, MOVES = range(7)
COLUMNS = 7
# Names of the game (state.py, vocabulary.py) for this file, which cannot import a set's.
BASE, OF_STAGE, COPIES, DRAFTED = 5, 25, 7, 6
HAND, POOL = 0, 4
NO_CARD = -1
# What is tried: the owner is seat 0.
DEALT, PLAIN, IN_DECK, IN_HAND, NEVER_PLAYED = range(5)


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
def begin(s: Any, stage: int, card: int, way: int, heroes: int) -> None:
    """Begin a game of a stage in which the owner may have one more card, or a hero."""
    s.stage = stage
    s.lap = 2 * stage - 1
    fill_pools(s, stage, card)
    out = base_card(s, 0)
    if way >= IN_DECK and card != NO_CARD:
        remove(s, 0, POOL, out)
        add(s, 0, POOL, card)
    s.heroes[0] = heroes
    begin_game(s)
    if way >= IN_HAND and s.zone[0][HAND][card] == 0:
        put_in_hand(s, card)
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


@jit
def note(s: Any, row: Any) -> None:
    """Note how a game ended."""
    row[WINNER] = 0
    for seat in range(2):
        if s.games[seat] > 0:
            row[WINNER] = seat + 1
    row[FIRST] = s.first
    row[REASON] = s.reason
    row[TURNS] = s.turn
    row[ATTEMPTS] = s.attempt
    row[MOVES] = s.count
    row[DOMAIN] = -1
    if row[WINNER] > 0:
        for domain in range(BASE):
            if s.tally[row[WINNER] - 1][domain] >= 5:
                row[DOMAIN] = domain


@jit
def play(s: Any, astray: int, banned: int, moves: "Row", laid: Any) -> None:
    """Play until somebody has won a game, or it is drawn."""
    while to_move(s) != 0 and s.games[0] + s.games[1] + s.attempt == 0:
        seat = lowest(to_move(s))
        n = legal(s, seat, moves)
        if banned != NO_CARD and seat == 0:
            n = without(moves, n, banned)
        if below(s, 1000) < astray:
            move = moves[below(s, n)]
        else:
            move = prior(s, seat, moves, n)
        if move < len(laid):
            laid[move] += 1  # to play a card has the card's own number
        s.count += 1
        apply(s, seat, move)


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
def play_games(
    states: Any, key: Any, first: int, trial: Any, moves: "Row", rows: Any, laid: Any
) -> None:  # fmt: skip
    """Play games `first` on; `trial` is stage, card, way, heroes, random moves in 1000."""
    stage, card, way, heroes, astray = trial[0], trial[1], trial[2], trial[3], trial[4]
    for k in range(len(rows)):
        states[0] = states[1]
        s = states[0]
        seed_fast(s, key[0], key[1], first + k)
        if way == DEALT:
            deal(s)
        else:
            begin(s, stage, card, way, heroes)
        play(s, astray, card if way == NEVER_PLAYED else NO_CARD, moves, laid)
        note(s, rows[k])
