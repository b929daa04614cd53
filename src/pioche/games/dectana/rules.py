"""The rules of Dectana (see rulebook.en.md): set-up, whose move it is, end and winners.

What may be done is said in legality.py, how a turn goes in turns.py; what the powers
need and do, in needs.py and powers.py.
"""

from typing import Any, Final

from pioche.core.random import shuffle
from pioche.core.rules import EVERYONE, jit, lowest, tell
from pioche.games.dectana.board import (
    CENTRE,
    HAND,
    NONE,
    OWN,
    STEP,
    State,
    add_land,
)
from pioche.games.dectana.cards import (
    ACES,
    COPIES,
    DECKTET,
    NO_CARD,
    POWERS_OF,
    suit_ids,
)
from pioche.games.dectana.hands import (
    discard_one,
    draw,
    kinds_in_play,
    turn_up,
)
from pioche.games.dectana.legality import ACES_NEEDED, forbids, forbids_claim, legal
from pioche.games.dectana.moves import (
    ACTIVATE,
    BY_CLAIM,
    BY_TIME,
    CLAIM,
    CLAIMED,
    CLAUSES,
    DISCARD_ONE,
    DO,
    EVENTS,
    FINISH,
    MOVES,
    OPTIONS,
    OVER,
    PLACE,
    REASONS,
    STARTED,
    TURN,
    TURNING,
    WITH,
)
from pioche.games.dectana.score import rank, score
from pioche.games.dectana.turns import (
    apply_action,
    apply_placing,
    apply_power,
    check_hand,
    choose,
    end,
    finish,
)

__all__ = [
    "CARDS", "CLAUSES", "EVENTS", "MOVES", "OPTIONS", "State", "forbids", "legal",
]  # fmt: skip

VERSION: Final = 1
SEATS: Final = (2, 5)  # TB1, T39
BOUND: Final = 12_000  # T30
HAND_SIZE: Final = 3  # TB6

CARDS: Final = [
    {
        "id": card.id,
        "copies": COPIES,
        "value": card.value if card.value >= 0 else None,
        "suits": suit_ids(POWERS_OF[kind]),
        "part": ("basic", "pawns", "courts", "excuses")[card.part],
        "crown": card.crown,
    }
    for kind, card in enumerate(DECKTET)
]


def contradiction(_options: dict[str, Any], _seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other: none do."""
    return None


# Set-up


@jit
def deal(s: State) -> None:
    """Shuffle two Decktets, lay out the board, deal three cards each."""
    kinds = kinds_in_play(s)
    while kinds != 0:
        for _ in range(COPIES):
            s.deck[s.left] = lowest(kinds)
            s.left += 1
        kinds &= kinds - 1
    shuffle(s, s.deck, s.left)
    for row in range(-1, 2):  # TB4
        for column in range(-1, 2):
            add_land(s, CENTRE + row * STEP[0] + column, 1 << turn_up(s))
    for _ in range(HAND_SIZE):
        for seat in range(s.seats):
            draw(s, seat)
    s.card = NO_CARD
    s.chosen = NONE
    s.unplaced = s.seats
    s.mover = s.seats - 1  # T3
    s.phase = PLACE
    tell(s, STARTED, EVERYONE, s.mover)


# Turns


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move == CLAIM:
        claim(s, seat)
    elif move < ACTIVATE:
        apply_placing(s, seat, move)
    elif move < WITH:
        apply_action(s, seat, move)
    elif move < DO:
        choose(s, OWN * seat + move - WITH)
    elif move < TURN:
        apply_power(s, seat, move)
    elif move < DISCARD_ONE:
        s.chosen = move - TURN
        s.phase = TURNING
    elif move < FINISH:
        discard_one(s, seat, move - DISCARD_ONE)
        check_hand(s)
    else:
        finish(s)
    if s.count >= BOUND and s.phase != OVER:
        end(s, BY_TIME)  # T30


# End and score


@jit
def claim(s: State, seat: int) -> None:
    """Discard three Aces to end the game (TB44)."""
    for _ in range(ACES_NEEDED):
        discard_one(s, seat, lowest(s.once[HAND + seat] & ACES))
    tell(s, CLAIMED, EVERYONE, seat)
    end(s, BY_CLAIM)


@jit
def over(s: State) -> bool:
    """Tell whether the game has ended."""
    return s.phase == OVER


@jit
def to_move(s: State) -> int:
    """Return the seat that owes a decision, as a bit."""
    return 0 if s.phase == OVER else 1 << s.mover


@jit
def claims(s: State) -> int:
    """Return the seats that may end the game out of turn, as bits."""
    bits = 0
    if s.reshuffled != 0 and s.phase != OVER:
        for seat in range(s.seats):
            if seat != s.mover and forbids_claim(s, seat) == 0:
                bits |= 1 << seat
    return bits


@jit
def shares(s: State, out: Any) -> None:
    """Write each seat's share of one point; who leads shares it (T33)."""
    best = 0
    for seat in range(s.seats):
        best = max(best, rank(s, seat))
    count = 0
    for seat in range(s.seats):
        count += rank(s, seat) == best
    for seat in range(s.seats):
        out[seat] = 1.0 / count if rank(s, seat) == best else 0.0


def result(s: State) -> tuple[list[int], list[int], str]:
    """Return the winners, the scores and the clause that ended the game."""
    seats = range(s.seats)
    best = max(rank(s, seat) for seat in seats)
    winners = [seat for seat in seats if rank(s, seat) == best]
    return winners, [score(s, seat) for seat in seats], REASONS[s.reason]
