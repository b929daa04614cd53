"""The rules of Duckomenta Art, in the order of its rulebook (see rulebook.en.md)."""

from typing import Any, Final

from pioche.core.random import below, shuffle
from pioche.core.rules import EVERYONE, Row, jit, lowest, tell
from pioche.games.duckomenta.cards import (
    ALL,
    BONUS,
    BONUS_TOKENS,
    CARD_COUNT,
    COPIES,
    DOUBLE,
    DRAW,
    EPOCH,
    EPOCH_IDS,
    EPOCHS,
    FACE_DOWN,
    KIND_IDS,
    KINDS,
    PLAIN,
    SYMBOL,
    SYMBOL_IDS,
)
from pioche.games.duckomenta.deck import (
    can_draw,
    full,
    full_epoch,
    has_epoch,
    lay,
    left_unseen,
    next_card,
    saw_leave,
    take,
    take_out,
)
from pioche.games.duckomenta.season import (
    add,
    begin_season,
    end_adding,
    end_season,
    next_turn,
)
from pioche.games.duckomenta.state import (
    ACCEPT,
    ADD,
    ADD_CARD,
    ALL_PLAY,
    BONUS_PLACED,
    CARD_MOVE,
    CLAUSES,
    DECLINE,
    DECLINED,
    DONE,
    DREW,
    EFFECTS_OPTIONAL,
    EVENTS,
    FACE_DOWN_ONLY,
    FROM,
    GAME_OVER,
    HAS_NO_OTHER,
    HID,
    HIDE_CARD,
    INSTEAD,
    LAPSED,
    LEADS_TO,
    MOST_SEATS,
    MOVES,
    MUST_DO,
    MUST_PLAY,
    NO_BONUS,
    NO_CARD,
    NO_EPOCH,
    NO_HIDING,
    NOT_ALL,
    NOT_IN_FRONT,
    NOT_IN_HAND,
    NOT_YOUR_ADDING,
    NOT_YOUR_TURN,
    OFFER,
    ONE_EACH,
    OPTIONS,
    OVER,
    PICK,
    PICK_CARD,
    PICK_IS_FINAL,
    PICKED,
    PLACE_BONUS,
    PLAY_CARD,
    PLAYED,
    REVEALED,
    SAME_EPOCH,
    SEASONS,
    SECOND,
    SECOND_PLAYED,
    SKIPPED,
    TO,
    TURN,
    State,
    contradiction,
)

__all__ = [
    "BOUND", "CARDS", "CLAUSES", "EVENTS", "MOVES", "OPTIONS", "SEATS", "VERSION",
    "State", "apply", "claims", "contradiction", "deal", "forbids", "legal", "over",
    "result", "shares", "to_move",
]  # fmt: skip

VERSION: Final = 1
SEATS: Final = (2, MOST_SEATS)

#: In a season, at most 25 cards lie face up before the last move or pick of an all-play,
#: five more come with it, five lie face down, five each for bonus and adding (of five
#: seats), and each face-up card lets one effect be taken or declined.
BOUND: Final = SEASONS * (30 + FACE_DOWN + BONUS_TOKENS + 25 + 25 + MOST_SEATS)


CARDS: Final = [
    {
        "id": KIND_IDS[kind],
        "copies": COPIES[kind],
        "epoch": EPOCH_IDS[EPOCH[kind]],
        "symbol": SYMBOL_IDS[SYMBOL[kind]],
    }
    for kind in range(KINDS)
]


# Set-up


@jit
def deal(s: State) -> None:
    """Shuffle, choose who starts and begin the first season."""
    for kind in range(KINDS):
        for _ in range(COPIES[kind]):
            s.deck[s.deck_size] = kind
            s.deck_size += 1
    shuffle(s, s.deck, CARD_COUNT)
    for seat in range(MOST_SEATS):
        s.picks[seat] = NO_CARD
    begin_season(s, below(s, s.seats))  # D20


# What may be played


@jit
def forbids(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids this seat this move, or 0."""
    clause = not_asked(s, seat)
    if clause != 0:
        return clause
    if move < PLACE_BONUS:
        return forbids_card(s, seat, move // KINDS * KINDS, move % KINDS)
    if move < FROM[s.phase] or move >= TO[s.phase]:
        return not_now(s, move)
    if move == DECLINE and s.options[EFFECTS_OPTIONAL] == 0:
        return MUST_DO
    return 0


@jit
def not_asked(s: State, seat: int) -> int:
    """Name the clause by which this seat owes no decision, or 0."""
    if s.phase == OVER:
        return GAME_OVER
    if s.phase == PICK:
        if s.waiting >> seat & 1:
            return 0
        return SKIPPED if s.picks[seat] == NO_CARD else PICK_IS_FINAL
    if seat == s.mover:
        return 0
    return NOT_YOUR_ADDING if s.phase == ADD else NOT_YOUR_TURN


@jit
def not_now(s: State, move: int) -> int:
    """Name the clause that says when a move without a card is made."""
    if move < DECLINE:
        return NO_BONUS
    if move != DONE:
        return MUST_DO
    return MUST_PLAY if s.phase == TURN else NOT_YOUR_ADDING


@jit
def forbids_card(s: State, seat: int, verb: int, card: int) -> int:
    """Name the clause that forbids a card to the seat that is asked, or 0."""
    if verb != CARD_MOVE[s.phase]:
        return wrong_verb(s, verb)
    if s.hands[seat][card] == 0:
        return NOT_IN_HAND
    if s.phase == SECOND and EPOCH[card] != EPOCH[s.due]:
        return SAME_EPOCH
    return forbids_adding(s, seat, EPOCH[card]) if s.phase == ADD else 0


@jit
def wrong_verb(s: State, verb: int) -> int:
    """Name the clause that says what is done with a card instead, or when this is."""
    if verb == PLAY_CARD:
        return INSTEAD[s.phase]
    if verb == HIDE_CARD:
        return NO_HIDING
    return NOT_ALL if verb == PICK_CARD else NOT_YOUR_ADDING


@jit
def forbids_adding(s: State, seat: int, epoch: int) -> int:
    """Name the clause that forbids adding a card of an epoch, or 0."""
    if s.added >> epoch & 1:
        return ONE_EACH
    if s.open[seat] >> epoch & 1:
        return 0
    return FACE_DOWN_ONLY if s.own[seat][epoch] > 0 else NOT_IN_FRONT


@jit
def legal(s: State, seat: int, out: Row) -> int:
    """Write a seat's legal moves, ascending, and count them."""
    n = 0
    if to_move(s) >> seat & 1 == 0:
        return n
    if CARD_MOVE[s.phase] >= 0:
        kinds = s.held[seat]
        while kinds != 0:
            move = CARD_MOVE[s.phase] + lowest(kinds)
            kinds &= kinds - 1
            if forbids(s, seat, move) == 0:
                out[n] = move
                n += 1
    for move in range(FROM[s.phase], TO[s.phase]):
        if forbids(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n


# Playing a card


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move < HIDE_CARD:
        play(s, seat, move)
    elif move < PICK_CARD:
        hide(s, seat, move - HIDE_CARD)
    elif move < ADD_CARD:
        pick(s, seat, move - PICK_CARD)
    elif move < PLACE_BONUS:
        add(s, seat, move - ADD_CARD)
    elif move < DECLINE:
        place_bonus(s, seat, move - PLACE_BONUS)
    elif move == DECLINE:
        tell(s, DECLINED, EVERYONE, seat)
        next_turn(s)
    elif move == ACCEPT:
        take_effect(s, seat)
    else:
        end_adding(s, seat)


@jit
def play(s: State, seat: int, card: int) -> None:
    """Play a card face up: the sixth of its epoch ends the season, else it takes effect."""
    again = s.phase == SECOND
    tell(s, SECOND_PLAYED if again else PLAYED, EVERYONE, seat, card)
    take_out(s, seat, card)
    saw_leave(s, seat, EPOCH[card])
    lay(s, seat, card)
    s.ender = seat
    if s.on_table[EPOCH[card]] >= full(s):
        end_season(s)  # DB16, D6
    elif again or SYMBOL[card] == PLAIN:
        next_turn(s)  # DB14
    else:
        begin_effect(s, seat, card)  # D26: before empty hands end the season


@jit
def begin_effect(s: State, seat: int, card: int) -> None:
    """Ask for what the symbol wants, or let it lapse if it can't be done (D7)."""
    if not can_take_effect(s, seat, card):
        lapse(s, seat, card)
        next_turn(s)
        return
    s.due = card
    s.phase = LEADS_TO[SYMBOL[card]]
    if s.phase == OFFER and s.options[EFFECTS_OPTIONAL] == 0:
        take_effect(s, seat)


@jit
def can_take_effect(s: State, seat: int, card: int) -> bool:
    """Tell whether the effect of a card just played can be done."""
    symbol = SYMBOL[card]
    if symbol == DRAW:
        return can_draw(s)  # D14
    if symbol == BONUS:
        return bonus_left(s) > 0  # D10
    if symbol == ALL:
        return seats_with_cards(s) != 0
    # Who may decline need not tell by being asked that he holds such a card.
    if symbol == DOUBLE and s.options[EFFECTS_OPTIONAL] == 0:
        return has_epoch(s, seat, EPOCH[card])
    return s.sizes[seat] > 0


@jit
def lapse(s: State, seat: int, card: int) -> None:
    """Tell that an effect can't be done; a hand without a second card is known for it."""
    if SYMBOL[card] == DOUBLE and s.sizes[seat] > 0:
        s.others[seat][EPOCH[card]] = s.sizes[seat]
        tell(s, HAS_NO_OTHER, EVERYONE, seat, EPOCH[card])
    else:
        tell(s, LAPSED, EVERYONE, seat, card)


@jit
def take_effect(s: State, seat: int) -> None:
    """Draw a card, or let everybody play one."""
    if SYMBOL[s.due] == DRAW:
        card = next_card(s)
        take(s, seat, card)
        tell(s, DREW, 1 << seat, seat, card)
        next_turn(s)
    else:
        tell(s, ALL_PLAY, EVERYONE, seat)
        s.waiting = seats_with_cards(s)  # D4
        s.phase = PICK


@jit
def seats_with_cards(s: State) -> int:
    """Return the seats that hold cards, as bits."""
    seats = 0
    for seat in range(s.seats):
        if s.sizes[seat] > 0:
            seats |= 1 << seat
    return seats


@jit
def pick(s: State, seat: int, card: int) -> None:
    """Choose a card in secret; the last choice reveals them all.

    For a seat that is late the table's clock chooses (D23).
    """
    take_out(s, seat, card)
    s.picks[seat] = card
    s.waiting &= ~(1 << seat)
    tell(s, PICKED, 1 << seat, seat, card)
    if s.waiting == 0:
        reveal(s)


@jit
def reveal(s: State) -> None:
    """Turn all picks up at once; only then look whether the season ends (D5)."""
    for k in range(s.seats):
        seat = (s.mover + k) % s.seats
        card = s.picks[seat]
        if card != NO_CARD:
            s.picks[seat] = NO_CARD
            saw_leave(s, seat, EPOCH[card])
            lay(s, seat, card)  # D9: without effect
            tell(s, REVEALED, EVERYONE, seat, card)
    if full_epoch(s) != NO_EPOCH:
        end_season(s)
    else:
        next_turn(s)  # D25: who let all play remains the ender


@jit
def bonus_left(s: State) -> int:
    """Count the bonus tokens that lie on no epoch."""
    left = BONUS_TOKENS
    for epoch in range(EPOCHS):
        left -= s.bonus[epoch]
    return left


@jit
def place_bonus(s: State, seat: int, epoch: int) -> None:
    """Put a bonus token on any epoch (D11)."""
    s.bonus[epoch] += 1
    tell(s, BONUS_PLACED, EVERYONE, seat, epoch)
    next_turn(s)


@jit
def hide(s: State, seat: int, card: int) -> None:
    """Lay a card face down; what all know of the hand, they know of it."""
    place = s.down_sizes[seat]
    for epoch in range(EPOCHS):
        if s.others[seat][epoch] == s.sizes[seat]:
            s.barred[seat][place] |= 1 << epoch
    take_out(s, seat, card)
    left_unseen(s, seat)
    s.down[seat][place] = card
    s.down_sizes[seat] += 1
    tell(s, HID, 1 << seat, seat, card)
    next_turn(s)


# Whose move, end and winners


@jit
def to_move(s: State) -> int:
    """Return the seats that owe a decision, as bits."""
    if s.phase == OVER:
        return 0
    return s.waiting if s.phase == PICK else 1 << s.mover


@jit
def claims(s: State) -> int:
    """Return the seats that may speak out of turn: nobody may."""
    return 0


@jit
def over(s: State) -> bool:
    """Tell whether the game has ended."""
    return s.phase == OVER


@jit
def total(s: State, seat: int) -> int:
    """Add up a seat's points."""
    points = 0
    for season in range(SEASONS):
        points += s.points[season][seat]
    return points


@jit
def winners(s: State) -> int:
    """Return the seats with most points, as bits (D19)."""
    best, seats = -1, 0
    for seat in range(s.seats):
        points = total(s, seat)
        if points > best:
            best, seats = points, 0
        if points == best:
            seats |= 1 << seat
    return seats


@jit
def shares(s: State, out: Any) -> None:
    """Give one point to the winner; several share it."""
    best = winners(s) if s.phase == OVER else (1 << s.seats) - 1
    count = 0
    for seat in range(s.seats):
        count += best >> seat & 1
    for seat in range(s.seats):
        out[seat] = (best >> seat & 1) / count


def result(s: State) -> tuple[list[int], list[int], str]:
    """Return winners, scores and the clause that ended the game."""
    best = winners(s)
    seats = range(s.seats)
    return [i for i in seats if best >> i & 1], [total(s, i) for i in seats], "DB25"
