"""What a table of Duckomenta Art consists of: moves, options, clauses, events, state."""

from typing import Annotated, Any, Final

from pioche.core.rules import (
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
    layout,
    number,
    table,
)
from pioche.games.duckomenta.cards import (
    CARD_COUNT,
    EPOCH_IDS,
    EPOCHS,
    FACE_DOWN,
    KIND_IDS,
    KINDS,
)

MOST_SEATS: Final = 5
SEASONS: Final = 4
FULL: Final = 6  # face-up cards of one epoch that end a season
TOKENS: Final = 3  # the first epoch takes a 3, the next a 2 and a 1
BONUS_WORTH: Final = 2
NO_CARD: Final = -1
NO_EPOCH: Final = -1

#: Cards for each player, by season and by number of players (2 to 5).
DEAL: Final = grid(((13, 13, 13, 13), (6, 6, 4, 2), (6, 6, 4, 2), (3, 0, 0, 0)), I1)

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


@layout
class State(Header):
    """A table of Duckomenta Art; cards are counted by kind (cards.py)."""

    phase: i1
    mover: i1  # whose turn it is to play, or to add
    starter: i1  # of this season
    ender: i1  # who last played a card: ends the season if it ends now (D5, D13)
    season: i1  # 0 … 3; an epoch is something else (D1)
    due: i1  # the card whose effect is due
    trend: i1
    waiting: i1  # seats that have not picked yet, as bits
    added: i1  # epochs to which the mover has added, as bits
    deck_size: i1
    sizes: Annotated[Row, I1, MOST_SEATS]  # of the hands; there is no limit (D22)
    picks: Annotated[Row, I1, MOST_SEATS]  # cards picked, still secret
    open: Annotated[Row, I1, MOST_SEATS]  # epochs to which a seat may add, as bits
    down_sizes: Annotated[Row, I1, MOST_SEATS]
    on_table: Annotated[Row, I1, EPOCHS]  # face-up cards, the trend included
    bonus: Annotated[Row, I1, EPOCHS]  # tokens that lie on an epoch to the end (D24)
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
