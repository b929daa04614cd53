"""Between the games of a match: the draft, the building of decks, the choice of a hero."""

from pioche.core.random import below
from pioche.core.rules import EVERYONE, Row, jit, ones, tell

from .cards import (
    BASE,
    COPIES,
    HERO_COUNT,
    OF_STAGE,
    STAMP,  # noqa: F401  # the machine code depends on it
)
from .places import add, clear, clear_seat, remove
from .state import (
    BOTH,
    BUILD,
    BUILT,
    DEALT_CARDS,
    DECK_SIZE,
    DRAFT,
    DRAFT_TWO,
    DRAFTED,
    HERO,
    HERO_CHOSEN,
    LEFT,
    NONE,
    OFFERED,
    OFFERED_HEROES,
    PASSED_CARDS,
    PASSED_ON,
    STAGE_BEGAN,
    State,
)
from .vocabulary import POOL, SIDE


@jit
def begin_stage(s: State) -> None:
    """Begin a stage with the first round of its draft (K2)."""
    s.stage += 1
    s.attempt = 0
    s.lap = 2 * (s.stage - 1)
    for seat in range(2):
        clear_seat(s, seat)
        clear(s, seat, POOL)
        clear(s, seat, SIDE)
    tell(s, STAGE_BEGAN, EVERYONE, s.stage)
    deal_round(s)


@jit
def deal_round(s: State) -> None:
    """Deal five cards each of those of the stage that no round has used (K20)."""
    first = BASE + OF_STAGE * (s.stage - 1)
    used = used_cards(s, s.lap - 1, first) if s.lap % 2 == 1 else 0
    for seat in range(2):
        dealt = 0
        for _ in range(DEALT_CARDS):
            dealt |= 1 << unused_card(s, used | dealt)
        used |= dealt
        write_cards(s.five[seat], dealt, first)
    s.phase = DRAFT
    s.waiting = BOTH


@jit
def used_cards(s: State, lap: int, first: int) -> int:
    """Return the cards that a round has used, as bits above the stage's first."""
    used = 0
    for seat in range(2):
        used |= 1 << (s.picked[lap][seat] - 1 - first)
        for i in range(PASSED_CARDS):
            used |= 1 << (s.got[lap][seat][i] - first)
    return used


@jit
def unused_card(s: State, used: int) -> int:
    """Choose at random a card of the stage that is not among these bits."""
    k = below(s, OF_STAGE - ones(used))
    for card in range(OF_STAGE):
        if used >> card & 1 == 0:
            if k == 0:
                return card
            k -= 1
    return 0


@jit
def write_cards(out: Row, bits: int, first: int) -> None:
    """Write cards given as bits, in ascending order."""
    at = 0
    for card in range(OF_STAGE):
        if bits >> card & 1:
            out[at] = first + card
            at += 1


@jit
def draft(s: State, seat: int, card: int) -> None:
    """Draft a card, face down."""
    tell(s, DRAFTED, 1 << seat, seat, card)
    if s.phase == DRAFT:
        s.picked[s.lap][seat] = card + 1
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            pass_on(s)
        return
    for i in range(PASSED_CARDS):
        if s.got[s.lap][seat][i] == card:
            s.took[s.lap][seat] |= 1 << i
    if ones(s.took[s.lap][seat]) == 2:
        s.waiting &= ~(1 << seat)
    if s.waiting == 0:
        end_round(s)


@jit
def pass_on(s: State) -> None:
    """Pass the other four cards to each other."""
    for seat in range(2):
        at = 0
        for i in range(DEALT_CARDS):
            card = s.five[seat][i]
            s.five[seat][i] = 0
            if card + 1 != s.picked[s.lap][seat]:
                s.got[s.lap][1 - seat][at] = card
                at += 1
    tell(s, PASSED_ON, EVERYONE, s.stage)
    s.phase = DRAFT_TWO
    s.waiting = BOTH


@jit
def end_round(s: State) -> None:
    """Draft a second time, then build."""
    if s.lap % 2 == 0:
        s.lap += 1
        deal_round(s)
        return
    for seat in range(2):
        fill_pool(s, seat)
    s.phase = BUILD
    s.waiting = BOTH


@jit
def fill_pool(s: State, seat: int) -> None:
    """Lay out all cards of a seat: the base deck and what it has drafted (K22)."""
    for card in range(BASE):
        for _ in range(COPIES):
            add(s, seat, POOL, card)
    for lap in range(2 * s.stage):
        add(s, seat, POOL, s.picked[lap][seat] - 1)
        for i in range(PASSED_CARDS):
            if s.took[lap][seat] >> i & 1:
                add(s, seat, POOL, s.got[lap][seat][i])


@jit
def leave(s: State, seat: int, card: int) -> None:
    """Leave a card out of the deck, until 35 remain (KB24)."""
    remove(s, seat, POOL, card)
    add(s, seat, SIDE, card)
    tell(s, LEFT, 1 << seat, seat, card)
    if s.sizes[seat][POOL] == DECK_SIZE:
        s.waiting &= ~(1 << seat)
        tell(s, BUILT, EVERYONE, seat)


@jit
def leave_surplus(s: State, seat: int) -> None:
    """Leave out base cards, each time of those that are the most (K34)."""
    while s.sizes[seat][POOL] > DECK_SIZE:
        most = 0
        for card in range(BASE):
            if s.zone[seat][POOL][card] > s.zone[seat][POOL][most]:
                most = card
        leave(s, seat, most)


# Heroes


@jit
def offer_heroes(s: State, seat: int) -> None:
    """Offer three heroes of the pile to the winner (K24)."""
    s.offer = 0
    for _ in range(OFFERED):
        s.offer |= 1 << random_hero(s, s.offer)
    tell(s, OFFERED_HEROES, 1 << seat, seat, s.offer)
    s.phase = HERO
    s.waiting = 1 << seat


@jit
def random_hero(s: State, besides: int) -> int:
    """Choose at random a hero of the pile besides these."""
    gone = s.heroes[0] | s.heroes[1] | s.fallen[0] | s.fallen[1] | besides
    k = below(s, HERO_COUNT - ones(gone))
    for hero in range(HERO_COUNT):
        if gone >> hero & 1 == 0:
            if k == 0:
                return hero
            k -= 1
    return NONE


@jit
def take_hero(s: State, seat: int, hero: int) -> None:
    """Take a hero; the other two go back (K24)."""
    s.heroes[seat] |= 1 << hero
    s.offer = 0
    tell(s, HERO_CHOSEN, EVERYONE, seat, hero)
    begin_stage(s)
