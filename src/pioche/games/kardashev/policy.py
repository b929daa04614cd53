"""A plain way to play Kardashev: progress in play first, then what cards are worth.

It looks only at what its seat knows: its own cards and what lies open. A worth of 5 is
about that of a card drawn, 15 that of a card in play. Chance decides between what is
nearly equal, and now and then against what is best: who always lays the winning card is
always guessed.
"""

from typing import Final

from pioche.core.random import below
from pioche.core.rules import Row, jit, lowest, table

from .cards import (
    BASE,
    BITS,
    CARD_COUNT,
    DOMAIN,
    FIRST_STANDING,
    FIRST_STEP,
    FROM_SIDE,
    FROM_ZONE,
    PARTS,
    RECYCLE,
    RIPOSTE,
    RIPOSTES,
    ROWS,
    SET,
    SPLIT,
    STAMP,  # noqa: F401  # the machine code depends on it
    STEP_COUNT,
    STEP_WORD,
    TO_SIDE,
    TO_ZONE,
    WEIGHT,
    bit_of,
    word_of,
)
from .effects import domains, holds, rule
from .state import (
    ACCEPT,
    ANSWER,
    BEGIN,
    BUILD,
    CHOICE,
    CHOOSE,
    DECLINE,
    DRAFT,
    DRAFT_TWO,
    GIVE_UP,
    GUESS,
    LAY,
    LEAVE,
    MULLIGAN,
    NAME,
    PASS,
    PICK,
    PLAY,
    RECYCLING,
    RETORT,
    WHO_BEGINS,
    State,
)
from .vocabulary import (
    BEHIND,
    DECK,
    DIFFERENT,
    DOMAINS,
    FORSAKE,
    GROW,
    HAND,
    IN_PLAY,
    LOOK,
    MINE,
    POOL,
    RESTORE,
    SAME,
    THEIRS,
    WORDS,
)

#: What one card carried by a word, or the word itself, is worth to whose effect it is.
_WORTH: Final = {
    "draw": 5, "feed": -5, "sprout": 14, "compost": 1, "erode": 1,
    "haunt": 4, "poach": 9, "discard": -4, "dismiss": 3, "seize": 4, "offer": -6,
    "recover": 5, "salvage": 5, "replant": 1, "grow": 12, "restore": 17,
    "destroy": 15, "repel": 8, "exile": 15, "annex": 30, "tribute": 9,
    "withdraw": -4, "spend": -12, "cede": -22, "look": 6, "mimic": 10,
    "dethrone": 8, "forsake": -8, "spy": 2, "again": 9, "hush": 4, "drought": 2,
    "turn": 28, "shelter": 5, "truce": 4,
}  # fmt: skip
WORTH: Final = table([_WORTH.get(word.name, 0) for word in WORDS])
URGENT: Final = 3  # times more is what stops a win worth
KEPT: Final = 10  # what a riposte is worth in hand
BLUFF: Final = 22  # how much chance can add to the worth of a card
NOT_YET: Final = -1000


def _rating(number: int) -> int:
    """Rate a card by its first three rows, its answer and its standing rules."""
    card = SET.cards[number]
    rows = [
        sum(_WORTH.get(WORDS[w].name, 0) * n for w, n, _ in row) for row in card.rows
    ]
    reply = card.recycle or card.riposte or ()
    answer = sum(_WORTH.get(WORDS[w].name, 0) * n for w, n, _ in reply)
    extra = 15 * len(card.standing) + 8 * len(card.traits)
    return (
        sum(rows[:3]) // 3
        + answer // 2
        + extra
        + (6 if card.riposte is not None else 0)
    )


RATING: Final = table([_rating(number) for number in range(CARD_COUNT)])


@jit
def prior(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose one of a seat's legal moves."""
    if s.phase == PLAY:
        return best_play(s, seat, moves, n)
    if s.phase == ANSWER:
        return best_answer(s, seat, moves, n)
    if s.phase == GUESS:
        return best_guess(s, moves, n)
    if s.phase == CHOOSE:
        return best_choice(s, seat, moves, n)
    if s.phase in (DRAFT, DRAFT_TWO):
        return best_pick(s, moves, n)
    if s.phase == BUILD:
        return best_leave(s, seat, moves, n)
    if s.phase == WHO_BEGINS:
        return BEGIN + seat
    return moves[0] if s.phase == MULLIGAN else moves[below(s, n)]


# What things are worth


@jit
def would_win(s: State, seat: int, domain: int, weight: int) -> bool:
    """Tell whether a seat would have won with one more card of a domain in play."""
    tally = s.tally[seat][domain]
    if tally + weight >= rule(s, seat, SAME):
        return True
    return domains(s, seat) + (tally == 0) >= rule(s, seat, DIFFERENT)


@jit
def wins_with(s: State, seat: int, card: int) -> bool:
    """Tell whether a card wins, if need be with another that its row puts into play."""
    domain = DOMAIN[card]
    if would_win(s, seat, domain, WEIGHT[card]):
        return True
    s.tally[seat][domain] += WEIGHT[card]
    program = card * PARTS + min(s.tally[seat][domain], ROWS) - 1
    found = False
    for step in range(FIRST_STEP[program], FIRST_STEP[program + 1]):
        if STEP_WORD[step] in (GROW, RESTORE):
            found |= has_winning(s, seat, FROM_ZONE[STEP_WORD[step]], card)
    s.tally[seat][domain] -= WEIGHT[card]
    return found


@jit
def has_winning(s: State, seat: int, zone: int, besides: int) -> bool:
    """Tell whether a place holds a card, besides one of the hand, that would win."""
    for half in range(BITS):
        cards = s.bits[seat][zone][half]
        while cards != 0:
            card = lowest(cards) + SPLIT * half
            cards &= cards - 1
            spare = s.zone[seat][zone][card] - (zone == HAND and card == besides)
            if spare > 0 and would_win(s, seat, DOMAIN[card], WEIGHT[card]):
                return True
    return False


@jit
def is_close(s: State, seat: int) -> bool:
    """Tell whether one card of some domain would make a seat win."""
    for domain in range(len(DOMAINS)):
        if would_win(s, seat, domain, 1):
            return True
    return False


@jit
def progress(s: State, seat: int, domain: int, weight: int) -> int:
    """Say what one more card of a domain in play is worth to a seat."""
    tally = s.tally[seat][domain]
    by_same = 2 * tally * weight + (
        10 if tally + weight >= rule(s, seat, SAME) - 1 else 0
    )
    if tally > 0:
        return 4 + by_same
    return max(by_same, 8 + 4 * domains(s, seat))


@jit
def worth(s: State, seat: int, program: int) -> int:
    """Say what applying a program is worth to a seat now."""
    total = 0
    actor = s.actor
    s.actor = seat  # whose effect it would be
    for step in range(FIRST_STEP[program], FIRST_STEP[program + 1]):
        word = STEP_WORD[step]
        if word >= BEHIND and not holds(s, word, STEP_COUNT[step]):
            break
        if word == FORSAKE:
            break
        total += worth_of_step(s, seat, word, STEP_COUNT[step])
    s.actor = actor
    return total


@jit
def worth_of_step(s: State, seat: int, word: int, count: int) -> int:
    """Say what a step is worth: no more cards are carried than there are."""
    if word >= LOOK:
        return WORTH[word] + (2 * count if word == LOOK else 0)
    side = (seat + FROM_SIDE[word]) & 1
    if FROM_ZONE[word] != DECK:
        count = min(count, s.sizes[side][FROM_ZONE[word]])
    value = WORTH[word] * count
    if FROM_ZONE[word] == IN_PLAY and FROM_SIDE[word] == THEIRS and is_close(s, side):
        value *= URGENT
    return value


@jit
def wanted(s: State, seat: int, card: int) -> int:
    """Say what a card in hand is worth to a seat: its progress and its next row."""
    domain = DOMAIN[card]
    count = s.tally[seat][domain] + WEIGHT[card]
    value = progress(s, seat, domain, WEIGHT[card])
    value += worth(s, seat, card * PARTS + min(count, ROWS) - 1)
    return value + 12 * (FIRST_STANDING[card + 1] - FIRST_STANDING[card])


# Playing


@jit
def best_play(s: State, seat: int, moves: Row, n: int) -> int:
    """Lay the card that is worth most, give or take."""
    best, most = PASS, NOT_YET
    unseen = s.sizes[1 - seat][HAND] > 0 and s.hushed[1 - seat] == 0
    for i in range(n):
        if moves[i] == PASS:
            break
        card = moves[i] - LAY
        value = wanted(s, seat, card) + below(s, BLUFF)
        if RIPOSTES[word_of(card)] & bit_of(card) != 0:
            value -= KEPT
        if wins_with(s, seat, card):
            value += 10 if unseen else 500
        if value > most:
            best, most = moves[i], value
    return best


@jit
def best_answer(s: State, seat: int, moves: Row, n: int) -> int:
    """Riposte against a card that may win, recycle what pays, else accept."""
    danger = is_close(s, s.mover)
    best, most = ACCEPT, 0
    for i in range(1, n):
        move = moves[i]
        card = move - (RETORT if move < RECYCLING else RECYCLING)
        value = below(s, 12) - keep_value(s, seat, card) // 3
        if move >= RECYCLING:
            value += worth(s, seat, card * PARTS + RECYCLE)
        elif danger:
            value += 60
        else:
            value += (
                worth(s, seat, card * PARTS + RIPOSTE) // 4 + s.sizes[seat][HAND] - 6
            )
        if value > most:
            best, most = move, value
    return best


@jit
def keep_value(s: State, seat: int, card: int) -> int:
    """Say what is lost with a card of the hand; a second copy is lost more easily."""
    value = wanted(s, seat, card)
    return value // 2 if s.zone[seat][HAND][card] > 1 else value


@jit
def best_guess(s: State, moves: Row, n: int) -> int:
    """Name a domain that would win, or else one that would help."""
    best, most = moves[0], NOT_YET
    for i in range(n):
        domain = moves[i] - NAME
        value = progress(s, s.mover, domain, 1) + below(s, BLUFF)
        if would_win(s, s.mover, domain, 1):
            value += 40
        if value > most:
            best, most = moves[i], value
    return best


@jit
def best_choice(s: State, seat: int, moves: Row, n: int) -> int:
    """Choose for an effect: what hurts the other, or helps oneself, most."""
    word = STEP_WORD[s.step - 1]
    if moves[0] >= GIVE_UP:
        return moves[n - 1] if moves[n - 1] == DECLINE and word == FORSAKE else moves[0]
    best, most = moves[0], NOT_YET
    for i in range(n):
        value = choice_value(s, seat, word, moves[i] - CHOICE) + below(s, 3)
        if value > most:
            best, most = moves[i], value
    return best


@jit
def choice_value(s: State, seat: int, word: int, card: int) -> int:
    """Say what it is worth to a seat that this card be chosen."""
    other = 1 - seat
    mine = (s.actor == seat) == (FROM_SIDE[word] == MINE)  # it is taken from this seat
    to_me = (s.actor == seat) == (TO_SIDE[word] == MINE)
    value = 0
    if FROM_ZONE[word] == IN_PLAY:
        value += -loss(s, seat, card) if mine else loss(s, other, card)
    elif FROM_ZONE[word] == HAND:
        value += -keep_value(s, seat, card) if mine else wanted(s, other, card)
    if TO_ZONE[word] == IN_PLAY:
        owner = seat if to_me else other
        gain = progress(s, owner, DOMAIN[card], WEIGHT[card])
        if would_win(s, owner, DOMAIN[card], WEIGHT[card]):
            gain += 100
        value += gain if to_me else -gain
    elif TO_ZONE[word] == HAND and FROM_ZONE[word] != IN_PLAY:
        value += wanted(s, seat, card) if to_me else -wanted(s, other, card)
    return value


@jit
def loss(s: State, seat: int, card: int) -> int:
    """Say what a card in play is worth to the seat that has it."""
    domain = DOMAIN[card]
    tally = s.tally[seat][domain]
    value = 12 * (FIRST_STANDING[card + 1] - FIRST_STANDING[card])
    if tally == WEIGHT[card]:
        value += 8 + 6 * domains(s, seat)
    return value + 4 * tally + (15 if tally + 1 >= rule(s, seat, SAME) else 0)


# Between the games


@jit
def best_pick(s: State, moves: Row, n: int) -> int:
    """Draft the card that is rated best, give or take."""
    best, most = moves[0], NOT_YET
    for i in range(n):
        value = RATING[BASE + moves[i] - PICK] + below(s, 12)
        if value > most:
            best, most = moves[i], value
    return best


@jit
def best_leave(s: State, seat: int, moves: Row, n: int) -> int:
    """Leave out what is rated low, and of what there is much."""
    best, most = moves[0], NOT_YET
    for i in range(n - 1):  # the last leaves out all that is too much
        card = moves[i] - LEAVE
        value = 6 * s.zone[seat][POOL][card] - RATING[card] + below(s, 6)
        if value > most:
            best, most = moves[i], value
    return best
