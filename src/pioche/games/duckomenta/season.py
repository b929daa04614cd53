"""A season of Duckomenta Art: the deal, the turns, the tokens and the points."""

from pioche.core.rules import EVERYONE, jit, tell
from pioche.games.duckomenta.cards import EPOCH, EPOCHS, KINDS
from pioche.games.duckomenta.deck import (
    full_epoch,
    lay,
    next_card,
    saw_leave,
    take,
    take_out,
)
from pioche.games.duckomenta.state import (
    ADD,
    ADDED,
    BONUS_WORTH,
    DEAL,
    DEALT,
    ENDED_ADDING,
    FACE_DOWN_OPENS,
    GAME_ENDED,
    HANDS_EMPTY,
    NO_CARD,
    NO_EPOCH,
    NO_TREND,
    OVER,
    PASSED_OVER,
    RANKED,
    SCORED,
    SEASON_BEGAN,
    SEASON_ENDED,
    SEASONS,
    TOKENS,
    TREND,
    TURN,
    TURNED_UP,
    State,
)

# Its beginning


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
        s.on_table[EPOCH[s.trend]] += 1  # DB5
        tell(s, TREND, EVERYONE, s.trend)
    give_turn(s, starter)  # D28, D27


@jit
def deal_round(s: State) -> None:
    """Deal the season's cards one by one, as long as there are any (D14)."""
    count = DEAL[s.season][s.seats - 2]
    for i in range(count * s.seats):
        take(s, (s.starter + i) % s.seats, next_card(s))
    for k in range(s.seats):
        seat = (s.starter + k) % s.seats
        tell(s, DEALT, EVERYONE, seat, s.sizes[seat])


# Its turns


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


# Its end


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
        if s.ranks[s.season][epoch] > 0:  # DB23
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
