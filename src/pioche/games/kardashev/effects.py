"""The interpreter of effects: runs the words of a card until somebody must choose."""

from pioche.core.rules import EVERYONE, jit, tell

from .cards import (
    CARD_COUNT,
    FIRST_STEP,
    FROM_SIDE,
    FROM_ZONE,
    HERO_COUNT,
    HERO_PROGRAM,
    HOW,
    MOMENT,
    OF_DOMAIN,
    PARTS,
    ROWS,
    STAMP,  # noqa: F401  # the machine code depends on it
    STEP_COUNT,
    STEP_DOMAIN,
    STEP_WORD,
    TO_SIDE,
    TO_ZONE,
    WARDED,
    bit_of,
    word_of,
)
from .places import (
    change_sides,
    draw,
    lay_down,
    lift,
    override,
    random_card,
    refill,
    show_hand,
    take,
    top,
)
from .state import (
    BOTH,
    CARRIED,
    CHOOSE,
    HERO_LOST,
    LOOKED,
    POWER,
    WORKED,
    State,
)
from .vocabulary import (
    AGAIN,
    AHEAD,
    ALONE,
    BEHIND,
    DECK,
    DETHRONE,
    DISCARD,
    DROUGHT,
    FORSAKE,
    HAND,
    HUSH,
    IN_PLAY,
    LEAST,
    LOOK,
    MIMIC,
    MOST,
    MY_CHOICE,
    POOR,
    PRINTED,
    RANDOM,
    SEIZE,
    SHELTER,
    SPY,
    THEIRS,
    TOP,
    TRUCE,
    TURN,
)

MOST_AT_ONCE = 5  # cards hushed, turns without drawing or to come


@jit
def rule(s: State, seat: int, hook: int) -> int:
    """Return what a rule says for a seat, cards and heroes considered (K27)."""
    return min(max(PRINTED[hook] + s.hook[seat][hook], LEAST[hook]), MOST[hook])


@jit
def domains(s: State, seat: int) -> int:
    """Count the domains of which a seat has a card in play."""
    count = 0
    for tally in s.tally[seat]:
        count += tally > 0
    return count


# Starting and running


@jit
def start_effect(s: State, seat: int, card: int, part: int) -> None:
    """Begin to apply a part of a card: a row, a riposte or a recycling."""
    begin(s, seat, card * PARTS + part)
    s.row = part if part < ROWS else 0


@jit
def begin(s: State, seat: int, program: int) -> None:
    """Begin to apply a program."""
    s.actor = seat
    s.step = FIRST_STEP[program]
    s.upto = FIRST_STEP[program + 1]
    s.row = s.copied = 0


@jit
def trigger(s: State, seat: int, moment: int) -> None:
    """Let the heroes of a seat whose moment has come wait for their turn (K30)."""
    if s.heroes[seat] == 0:
        return
    for hero in range(HERO_COUNT):
        if s.heroes[seat] >> hero & 1 and MOMENT[hero] == moment:
            s.queue[s.queued] = hero
            s.queue_seat[s.queued] = seat
            s.queued += 1


@jit
def next_power(s: State) -> None:
    """Begin to apply the first power that waits."""
    hero, seat = s.queue[0], s.queue_seat[0]
    s.queued -= 1
    for i in range(s.queued):
        s.queue[i] = s.queue[i + 1]
        s.queue_seat[i] = s.queue_seat[i + 1]
    s.queue[s.queued] = s.queue_seat[s.queued] = 0
    if s.heroes[seat] >> hero & 1:  # it may have been sacrificed meanwhile
        tell(s, POWER, EVERYONE, seat, hero)
        begin(s, seat, HERO_PROGRAM + hero)


@jit
def run(s: State) -> None:
    """Apply what is left of an effect, until a seat must choose (K12)."""
    while s.waiting == 0 and s.step < s.upto:
        s.step += 1
        word = STEP_WORD[s.step - 1]
        count = STEP_COUNT[s.step - 1]
        how = HOW[word]
        if how == TOP:
            from_top(s, word, count)
        elif how == RANDOM:
            at_random(s, word, count)
        elif how == ALONE:
            act(s, word, count)
        elif word in (DETHRONE, FORSAKE):
            ask_for_hero(s, word)
        else:
            ask(s, word, count)


@jit
def stop(s: State) -> None:
    """Leave out the rest of an effect."""
    s.step = s.upto


@jit
def from_top(s: State, word: int, count: int) -> None:
    """Carry cards from the top of a deck."""
    seat = (s.actor + FROM_SIDE[word]) & 1
    if TO_ZONE[word] == HAND:
        draw(s, seat, count)
        return
    for _ in range(count):
        if s.deck_size[seat] != 0:
            carry(s, word, top(s, seat))


@jit
def at_random(s: State, word: int, count: int) -> None:
    """Carry cards that chance picks."""
    seat = (s.actor + FROM_SIDE[word]) & 1
    for _ in range(count):
        if s.sizes[seat][FROM_ZONE[word]] != 0:
            carry(s, word, random_card(s, seat, FROM_ZONE[word]))


@jit
def carry(s: State, word: int, card: int) -> None:
    """Carry one card as a word says; what goes from hand to hand, only two see."""
    seat = (s.actor + FROM_SIDE[word]) & 1
    to = (s.actor + TO_SIDE[word]) & 1
    seen = BOTH if FROM_ZONE[word] == HAND and TO_ZONE[word] == HAND else EVERYONE
    tell(s, CARRIED, seen, word, seat, to, card)
    lift(s, seat, FROM_ZONE[word], card)
    if seat != to:
        change_sides(s, card, seat, to)
    lay_down(s, to, TO_ZONE[word], card)
    refill(s, seat)


@jit
def act(s: State, word: int, count: int) -> None:
    """Do what a word says that carries no card."""
    other = 1 - s.actor
    if word >= BEHIND:
        if not holds(s, word, count):
            stop(s)
        return
    tell(s, WORKED, EVERYONE, word, s.actor)
    if word == SPY:
        show_hand(s, other)
    elif word == AGAIN:
        if s.actor == s.mover:
            s.plays = min(s.plays + count, MOST_AT_ONCE - s.played)
    elif word == HUSH:
        s.hushed[other] = min(s.hushed[other] + count, MOST_AT_ONCE)
    elif word == DROUGHT:
        s.drought[other] = min(s.drought[other] + count, MOST_AT_ONCE)
    elif word == TURN:
        s.more[s.actor] = min(s.more[s.actor] + count, MOST_AT_ONCE)
    elif word == SHELTER:
        s.sheltered[s.actor] = 1
    elif word == TRUCE:
        s.truce[s.actor] = 1


@jit
def holds(s: State, word: int, count: int) -> bool:
    """Tell whether a condition holds for the rest of an effect."""
    mine = s.sizes[s.actor][IN_PLAY]
    theirs = s.sizes[1 - s.actor][IN_PLAY]
    if word == BEHIND:
        return theirs > mine
    if word == AHEAD:
        return mine > theirs
    if word == POOR:
        return s.sizes[s.actor][HAND] <= count
    return domains(s, s.actor) >= count


# Choices


@jit
def ask(s: State, word: int, count: int) -> None:
    """Let a seat choose cards, if there are any to choose."""
    s.left = count
    if word == MIMIC and s.copied != 0:
        return  # or two copies would copy each other for ever
    if word == LOOK:
        s.left = min(count, s.deck_size[s.actor])
        tell(s, LOOKED, EVERYONE, s.actor, s.left)
    elif word == SEIZE:
        show_hand(s, 1 - s.actor)
    if targets(s, 0) | targets(s, 1) != 0:
        s.phase = CHOOSE
        s.waiting = 1 << (s.actor if HOW[word] == MY_CHOICE else 1 - s.actor)


@jit
def targets(s: State, half: int) -> int:
    """Return the cards that may be chosen now, as one word of bits."""
    word = STEP_WORD[s.step - 1]
    if word == LOOK:
        return looked_at(s, half)
    seat = (s.actor + FROM_SIDE[word]) & 1
    zone = FROM_ZONE[word]
    cards = s.bits[seat][zone][half] & OF_DOMAIN[STEP_DOMAIN[s.step - 1]][half]
    if zone == IN_PLAY and FROM_SIDE[word] == THEIRS:
        if s.sheltered[seat] != 0:
            return 0
        if HOW[word] == MY_CHOICE:
            cards &= ~WARDED[half]
    return cards


@jit
def looked_at(s: State, half: int) -> int:
    """Return the cards on top of the deck that are being looked at."""
    cards = 0
    for i in range(s.deck_size[s.actor] - s.left, s.deck_size[s.actor]):
        if word_of(s.deck[s.actor][i]) == half:
            cards |= bit_of(s.deck[s.actor][i])
    return cards


@jit
def choose(s: State, card: int) -> None:
    """Do to the chosen card what the effect says."""
    word = STEP_WORD[s.step - 1]
    if word == LOOK:
        keep(s, card)
        s.left = 0
    elif word == MIMIC:
        copy_row(s, card)
        s.left = 0
    else:
        carry(s, word, card)
        s.left -= 1
    if s.left == 0 or targets(s, 0) | targets(s, 1) == 0:
        s.left = 0
        s.waiting = 0


@jit
def keep(s: State, card: int) -> None:
    """Keep one of the cards looked at, and discard the others."""
    kept = False
    for _ in range(s.left):
        seen = top(s, s.actor)
        if seen == card and not kept:
            kept = True
            take(s, s.actor, card)
        else:
            tell(s, CARRIED, EVERYONE, LOOK, s.actor, s.actor, seen)
            lift(s, s.actor, DECK, seen)
            lay_down(s, s.actor, DISCARD, seen)
    refill(s, s.actor)


@jit
def copy_row(s: State, card: int) -> None:
    """Apply the same row of another card."""
    program = card * PARTS + s.row
    s.step = FIRST_STEP[program]
    s.upto = FIRST_STEP[program + 1]
    s.copied = 1


# Heroes


@jit
def ask_for_hero(s: State, word: int) -> None:
    """Ask for the sacrifice of a hero; who has none has none to give (KB27)."""
    seat = (s.actor + FROM_SIDE[word]) & 1
    if s.heroes[seat] != 0:
        s.phase = CHOOSE
        s.waiting = 1 << seat
    elif word == FORSAKE:
        stop(s)


@jit
def lose_hero(s: State, seat: int, hero: int) -> None:
    """Sacrifice a hero for the rest of the match (K25)."""
    s.heroes[seat] &= ~(1 << hero)
    s.fallen[seat] |= 1 << hero
    override(s, seat, CARD_COUNT + hero, -1)
    tell(s, HERO_LOST, EVERYONE, seat, hero)
    s.waiting = 0


@jit
def wins(s: State, seat: int, least: int) -> bool:
    """Tell whether a seat has enough cards of some one domain in play (K14)."""
    for tally in s.tally[seat]:
        if tally >= least:
            return True
    return False
