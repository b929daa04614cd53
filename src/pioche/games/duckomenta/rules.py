"""The rules of Duckomenta Art, in the order of its rulebook (see rulebook.en.md)."""

from typing import Annotated, Any, Final

from pioche.core.random import below, shuffle
from pioche.core.rules import (
    EVERYONE,
    I1,
    I2,
    I4,
    Argument,
    Clauses,
    Events,
    Grid,
    Header,
    Moves,
    Option,
    Row,
    grid,
    i1,
    jit,
    layout,
    lowest,
    number,
    table,
    tell,
)
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
    OF_EPOCH,
    PLAIN,
    SYMBOL,
    SYMBOL_IDS,
    SYMBOLS,
)

VERSION: Final = 1
SEATS: Final = (2, 5)
MOST_SEATS: Final = 5
SEASONS: Final = 4
FULL: Final = 6  # face-up cards of one epoch that end a season
TOKENS: Final = 3  # the first epoch takes a 3, the next a 2 and a 1
BONUS_WORTH: Final = 2
NO_CARD: Final = -1
NO_EPOCH: Final = -1

#: Cards for each player, by season and by number of players (2 to 5).
DEAL: Final = grid(((13, 13, 13, 13), (6, 6, 4, 2), (6, 6, 4, 2), (3, 0, 0, 0)), I1)

#: In a season, at most 25 cards lie face up before the last move or pick of an all-play,
#: five more come with it, five lie face down, five each for bonus and adding (of five
#: seats), and each face-up card lets one effect be taken or declined.
BOUND: Final = SEASONS * (30 + FACE_DOWN + BONUS_TOKENS + 25 + 25 + MOST_SEATS)

# Phases: what is asked, of the mover or (PICK) of all who have cards.
TURN, OFFER, SECOND, HIDE, PLACE, PICK, ADD, OVER = range(8)

# Moves

MOVES: Final = Moves()
PLAY_CARD: Final = MOVES.add(*(f"play {kind}" for kind in KIND_IDS))
HIDE_CARD: Final = MOVES.add(*(f"hide {kind}" for kind in KIND_IDS))
PICK_CARD: Final = MOVES.add(*(f"pick {kind}" for kind in KIND_IDS))
ADD_CARD: Final = MOVES.add(*(f"add {kind}" for kind in KIND_IDS))
PLACE_BONUS: Final = MOVES.add(*(f"bonus {epoch}" for epoch in EPOCH_IDS))
DECLINE: Final = MOVES.add("decline")
ACCEPT: Final = MOVES.add("accept")
DONE: Final = MOVES.add("done")
LAST: Final = len(MOVES)

# Options

OPTIONS: Final = (
    Option("effects_optional", (False, True), default=False, clause="D8"),
    Option("reshuffle_discards", (False, True), default=False, clause="D14"),
    Option("face_down_opens", (False, True), default=True, clause="D17"),
    Option("two_player_limit", (6, 5), default=6, clause="D18"),
)
EFFECTS_OPTIONAL, RESHUFFLE_DISCARDS, FACE_DOWN_OPENS, TWO_PLAYER_LIMIT = range(4)


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other: these never do (D31)."""
    return None


# Clauses that refuse a move

CLAUSES: Final = Clauses()
NOT_YOUR_TURN: Final = CLAUSES.add("DB6")
NOT_IN_HAND: Final = CLAUSES.add("DB7")
NOT_ALL: Final = CLAUSES.add("DB10")
NO_BONUS: Final = CLAUSES.add("DB11")
SAME_EPOCH: Final = CLAUSES.add("DB12")
NO_HIDING: Final = CLAUSES.add("DB13")
NOT_YOUR_ADDING: Final = CLAUSES.add("DB19")
NOT_IN_FRONT: Final = CLAUSES.add("DB20")
ONE_EACH: Final = CLAUSES.add("DB21")
GAME_OVER: Final = CLAUSES.add("DB25")
SKIPPED: Final = CLAUSES.add("D4")
MUST_DO: Final = CLAUSES.add("D8")
MUST_PLAY: Final = CLAUSES.add("D12")
FACE_DOWN_ONLY: Final = CLAUSES.add("D17")
PICK_IS_FINAL: Final = CLAUSES.add("D30")

#: By phase: the verb that lays a card (none: -1), the clause that stands against playing
#: a card, and the moves without a card that may be made (from, to).
CARD_MOVE: Final = table(
    (PLAY_CARD, -1, PLAY_CARD, HIDE_CARD, -1, PICK_CARD, ADD_CARD, -1), I2
)
INSTEAD: Final = table(
    (0, MUST_DO, 0, NO_HIDING, NO_BONUS, NOT_ALL, NOT_YOUR_ADDING, GAME_OVER), I1
)
FROM: Final = table((0, DECLINE, DECLINE, DECLINE, PLACE_BONUS, 0, DONE, 0), I2)
TO: Final = table((0, DONE, ACCEPT, ACCEPT, ACCEPT, 0, LAST, 0), I2)
#: The phase that a symbol leads to; OFFER only if effects are optional.
LEADS_TO: Final = table((TURN, OFFER, SECOND, HIDE, OFFER, PLACE), I1)

# What the rules tell


def card_id(kind: int) -> str | None:
    """Name a card."""
    return None if kind == NO_CARD else KIND_IDS[kind]


def epoch_id(epoch: int) -> str:
    """Name an epoch."""
    return EPOCH_IDS[epoch]


SEAT: Final = Argument(number)
COUNT: Final = Argument(number)
CARD: Final = Argument(card_id)
OWN_CARD: Final = Argument(card_id, secret=True)
OF: Final = Argument(epoch_id)
EVENTS: Final = Events()
SEASON_BEGAN: Final = EVENTS.add("season_began", "DB1", season=COUNT, seat=SEAT)
DEALT: Final = EVENTS.add("dealt", "DB3", seat=SEAT, count=COUNT)
TREND: Final = EVENTS.add("trend", "DB4", card=CARD)
NO_TREND: Final = EVENTS.add("no_trend", "D14")
RESHUFFLED: Final = EVENTS.add("reshuffled", "D14", count=COUNT)
PLAYED: Final = EVENTS.add("played", "DB7", seat=SEAT, card=CARD)
DREW: Final = EVENTS.add("drew", "DB9", seat=SEAT, card=OWN_CARD)
ALL_PLAY: Final = EVENTS.add("all_play", "DB10", seat=SEAT)
PICKED: Final = EVENTS.add("picked", "D30", seat=SEAT, card=OWN_CARD)
REVEALED: Final = EVENTS.add("revealed", "DB10", seat=SEAT, card=CARD)
BONUS_PLACED: Final = EVENTS.add("bonus", "DB11", seat=SEAT, epoch=OF)
SECOND_PLAYED: Final = EVENTS.add("second", "DB12", seat=SEAT, card=CARD)
HID: Final = EVENTS.add("hid", "DB13", seat=SEAT, card=OWN_CARD)
LAPSED: Final = EVENTS.add("lapsed", "D7", seat=SEAT, card=CARD)
HAS_NO_OTHER: Final = EVENTS.add("has_no_other", "D7", seat=SEAT, epoch=OF)
DECLINED: Final = EVENTS.add("declined", "D8", seat=SEAT)
PASSED_OVER: Final = EVENTS.add("passed_over", "D12", seat=SEAT)
SEASON_ENDED: Final = EVENTS.add("season_ended", "DB15", seat=SEAT, epoch=OF)
HANDS_EMPTY: Final = EVENTS.add("hands_empty", "D13", seat=SEAT)
TURNED_UP: Final = EVENTS.add("turned_up", "D2", seat=SEAT, card=CARD)
RANKED: Final = EVENTS.add("ranked", "DB17", token=COUNT, epoch=OF)
ADDED: Final = EVENTS.add("added", "DB20", seat=SEAT, card=CARD)
ENDED_ADDING: Final = EVENTS.add("done", "DB19", seat=SEAT)
SCORED: Final = EVENTS.add("scored", "DB22", seat=SEAT, points=COUNT)
GAME_ENDED: Final = EVENTS.add("game_ended", "DB25")

CARDS: Final = [
    {
        "id": KIND_IDS[kind],
        "copies": COPIES[kind],
        "epoch": EPOCH_IDS[EPOCH[kind]],
        "symbol": SYMBOL_IDS[SYMBOL[kind]],
    }
    for kind in range(KINDS)
]


@layout
class State(Header):
    """A table of Duckomenta Art; cards are counted by kind (cards.py)."""

    phase: i1
    mover: i1  # whose turn it is to play, or to add
    starter: i1  # of this season
    ender: i1  # who last played a card: ends the season if it ends now (D5, D13)
    season: i1  # 0 … 3
    due: i1  # the card whose effect is due
    trend: i1
    waiting: i1  # seats that have not picked yet, as bits
    added: i1  # epochs to which the mover has added, as bits
    deck_size: i1
    sizes: Annotated[Row, I1, MOST_SEATS]
    picks: Annotated[Row, I1, MOST_SEATS]  # cards picked, still secret
    open: Annotated[Row, I1, MOST_SEATS]  # epochs to which a seat may add, as bits
    down_sizes: Annotated[Row, I1, MOST_SEATS]
    on_table: Annotated[Row, I1, EPOCHS]  # face-up cards, the trend included
    bonus: Annotated[Row, I1, EPOCHS]  # bonus tokens that lie on an epoch
    ranks: Annotated[Grid, I1, SEASONS, EPOCHS]  # the token won in a season, or 0
    points: Annotated[Grid, I2, SEASONS, MOST_SEATS]
    held: Annotated[Row, I4, MOST_SEATS]  # kinds in a hand, as bits
    hands: Annotated[Grid, I1, MOST_SEATS, KINDS]
    front: Annotated[Grid, I1, MOST_SEATS, KINDS]  # face up in front of a seat
    own: Annotated[Grid, I1, MOST_SEATS, EPOCHS]  # the same by epoch
    down: Annotated[Grid, I1, MOST_SEATS, FACE_DOWN]
    # What everybody can deduce: how many cards of a hand are surely not of an epoch, and
    # of which epochs a face-down card can't be, as bits (decision 031).
    others: Annotated[Grid, I1, MOST_SEATS, EPOCHS]
    barred: Annotated[Grid, I1, MOST_SEATS, FACE_DOWN]
    discards: Annotated[Row, I1, KINDS]
    deck: Annotated[Row, I1, CARD_COUNT]  # the top card lies last


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


@jit
def begin_season(s: State, starter: int) -> None:
    """Deal new cards, turn up the trend and give the turn to the first who has cards."""
    s.starter = s.ender = s.mover = starter
    tell(s, SEASON_BEGAN, EVERYONE, s.season + 1, starter)
    deal_round(s)
    s.trend = next_card(s)  # DB4
    if s.trend == NO_CARD:
        tell(s, NO_TREND, EVERYONE)  # D14
    else:
        s.on_table[EPOCH[s.trend]] += 1
        tell(s, TREND, EVERYONE, s.trend)
    give_turn(s, starter)  # D28


@jit
def deal_round(s: State) -> None:
    """Deal the season's cards one by one, as long as there are any (D14)."""
    count = DEAL[s.season][s.seats - 2]
    for i in range(count * s.seats):
        take(s, (s.starter + i) % s.seats, next_card(s))
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        tell(s, DEALT, EVERYONE, seat, s.sizes[seat])


@jit
def next_card(s: State) -> int:
    """Take the top card off the deck; if there is none, reshuffle or go without."""
    if s.deck_size == 0:
        if s.options[RESHUFFLE_DISCARDS] != 0:
            reshuffle(s)
        if s.deck_size == 0:
            return NO_CARD
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.deck[s.deck_size] = 0
    return card


@jit
def reshuffle(s: State) -> None:
    """Make a new deck of the cards of past seasons (D14, D31)."""
    for kind in range(KINDS):
        for _ in range(s.discards[kind]):
            s.deck[s.deck_size] = kind
            s.deck_size += 1
        s.discards[kind] = 0
    shuffle(s, s.deck, s.deck_size)
    if s.deck_size > 0:
        tell(s, RESHUFFLED, EVERYONE, s.deck_size)


@jit
def can_draw(s: State) -> bool:
    """Tell whether there is a card to draw."""
    if s.deck_size > 0:
        return True
    if s.options[RESHUFFLE_DISCARDS] != 0:
        for kind in range(KINDS):
            if s.discards[kind] > 0:
                return True
    return False


# Cards in hand and in front


@jit
def take(s: State, seat: int, card: int) -> None:
    """Put a card into a hand, if it is one."""
    if card != NO_CARD:
        s.hands[seat][card] += 1
        s.held[seat] |= 1 << card
        s.sizes[seat] += 1


@jit
def take_out(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    s.hands[seat][card] -= 1
    s.sizes[seat] -= 1
    if s.hands[seat][card] == 0:
        s.held[seat] &= ~(1 << card)


@jit
def has_epoch(s: State, seat: int, epoch: int) -> bool:
    """Tell whether a seat holds a card of an epoch."""
    return s.held[seat] >> (SYMBOLS * epoch) & OF_EPOCH != 0


@jit
def lay(s: State, seat: int, card: int) -> None:
    """Lay a card face up in front of a seat."""
    epoch = EPOCH[card]
    s.front[seat][card] += 1
    s.own[seat][epoch] += 1
    s.on_table[epoch] += 1


@jit
def saw_leave(s: State, seat: int, epoch: int) -> None:
    """Note what all still know of a hand that a card of this epoch has left.

    It was none of the cards known not to be of the epoch; it may have been any other.
    """
    sure = s.others[seat]
    for other in range(EPOCHS):
        if sure[other] > sure[epoch]:
            sure[other] -= 1


@jit
def left_unseen(s: State, seat: int) -> None:
    """Note what all still know of a hand that a card has left face down."""
    for epoch in range(EPOCHS):
        if s.others[seat][epoch] > 0:
            s.others[seat][epoch] -= 1


@jit
def full(s: State) -> int:
    """Return how many face-up cards of one epoch end the season (D18)."""
    return FULL - 1 if s.seats == 2 and s.options[TWO_PLAYER_LIMIT] != 0 else FULL


@jit
def full_epoch(s: State) -> int:
    """Return the first epoch of which enough cards lie face up, or NO_EPOCH."""
    for epoch in range(EPOCHS):
        if s.on_table[epoch] >= full(s):
            return epoch
    return NO_EPOCH


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
        begin_effect(s, seat, card)


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
    """Choose a card in secret; the last choice reveals them all."""
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
            lay(s, seat, card)
            tell(s, REVEALED, EVERYONE, seat, card)
    if full_epoch(s) != NO_EPOCH:
        end_season(s)
    else:
        next_turn(s)


@jit
def bonus_left(s: State) -> int:
    """Count the bonus tokens that lie on no epoch."""
    left = BONUS_TOKENS
    for epoch in range(EPOCHS):
        left -= s.bonus[epoch]
    return left


@jit
def place_bonus(s: State, seat: int, epoch: int) -> None:
    """Put a bonus token on an epoch."""
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


@jit
def next_turn(s: State) -> None:
    """Give the turn to the left."""
    give_turn(s, (s.mover + 1) % s.seats)


@jit
def give_turn(s: State, first: int) -> None:
    """Give the turn to the first seat from this one on that has cards (D12).

    If none has any, the season ends (D13).
    """
    s.due = NO_CARD
    s.phase = TURN
    for k in range(s.seats):
        seat = (first + k) % s.seats
        if s.sizes[seat] > 0:
            for skipped in range(k):
                tell(s, PASSED_OVER, EVERYONE, (first + skipped) % s.seats)
            s.mover = seat
            return
    end_season(s)


# The end of a season


@jit
def end_season(s: State) -> None:
    """Turn up what lies face down, rank the epochs, then ask all to add cards (D3)."""
    epoch = full_epoch(s)
    if epoch == NO_EPOCH:
        tell(s, HANDS_EMPTY, EVERYONE, s.ender)
    else:
        tell(s, SEASON_ENDED, EVERYONE, s.ender, epoch)
    if s.options[FACE_DOWN_OPENS] != 0:
        turn_up(s)
        open_epochs(s)
    else:
        open_epochs(s)
        turn_up(s)
    rank(s)
    s.due = NO_CARD
    s.mover = s.ender  # D5
    s.added = 0
    s.phase = ADD


@jit
def turn_up(s: State) -> None:
    """Turn the face-down cards up (D2)."""
    for seat in range(s.seats):
        for place in range(s.down_sizes[seat]):
            card = s.down[seat][place]
            s.down[seat][place] = s.barred[seat][place] = 0
            lay(s, seat, card)
            tell(s, TURNED_UP, EVERYONE, seat, card)
        s.down_sizes[seat] = 0


@jit
def open_epochs(s: State) -> None:
    """Note of which epochs each seat has played cards (D29)."""
    for seat in range(s.seats):
        s.open[seat] = 0
        for epoch in range(EPOCHS):
            if s.own[seat][epoch] > 0:
                s.open[seat] |= 1 << epoch


@jit
def rank(s: State) -> None:
    """Give tokens to the epochs with most cards; of equals to the smaller (DB17, DB18)."""
    for token in range(TOKENS, 0, -1):
        best, most = NO_EPOCH, 0  # D15
        for epoch in range(EPOCHS):
            if s.on_table[epoch] > most and s.ranks[s.season][epoch] == 0:
                best, most = epoch, s.on_table[epoch]
        if best != NO_EPOCH:
            s.ranks[s.season][best] = token
            tell(s, RANKED, EVERYONE, token, best)


@jit
def add(s: State, seat: int, card: int) -> None:
    """Add a card to those of its epoch."""
    take_out(s, seat, card)
    saw_leave(s, seat, EPOCH[card])
    lay(s, seat, card)
    s.added |= 1 << EPOCH[card]
    tell(s, ADDED, EVERYONE, seat, card)


@jit
def end_adding(s: State, seat: int) -> None:
    """Let the next seat add; after the last, score."""
    tell(s, ENDED_ADDING, EVERYONE, seat)
    s.added = 0
    s.mover = (seat + 1) % s.seats
    if s.mover == s.ender:
        score(s)


@jit
def worth(s: State, epoch: int) -> int:
    """Add up all tokens that lie on an epoch (D16)."""
    total = BONUS_WORTH * s.bonus[epoch]
    for season in range(SEASONS):
        total += s.ranks[season][epoch]
    return total


@jit
def score(s: State) -> None:
    """Count the points of the season, then begin the next or end the game."""
    for epoch in range(EPOCHS):
        if s.ranks[s.season][epoch] > 0:
            value = worth(s, epoch)
            for seat in range(s.seats):
                s.points[s.season][seat] += value * s.own[seat][epoch]
    for k in range(s.seats):
        seat = (s.ender + k) % s.seats
        tell(s, SCORED, EVERYONE, seat, s.points[s.season][seat])
    if s.season == SEASONS - 1:
        s.phase = OVER
        tell(s, GAME_ENDED, EVERYONE)
    else:
        discard(s)
        s.season += 1
        begin_season(s, (s.ender + 1) % s.seats)  # DB24


@jit
def discard(s: State) -> None:
    """Clear the table of cards; tokens and hands stay."""
    if s.trend != NO_CARD:
        s.discards[s.trend] += 1
    for seat in range(s.seats):
        s.open[seat] = 0
        for kind in range(KINDS):
            s.discards[kind] += s.front[seat][kind]
            s.front[seat][kind] = 0
        for epoch in range(EPOCHS):
            s.own[seat][epoch] = 0
    for epoch in range(EPOCHS):
        s.on_table[epoch] = 0


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
