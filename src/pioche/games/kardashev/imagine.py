"""Dealing anew what a seat cannot know, and keeping all that it can (K21, K29).

Of the other's hidden cards a seat knows how many lie where, and this: the hand holds
SURE; the deck holds no more than PACK; hand and deck together hold what LIST promises and
is not to be seen. The card in the quantum zone is of no domain that was wrongly named.
"""

from pioche.core.random import below, shuffle
from pioche.core.rules import jit, lowest, ones

from .cards import (
    BASE,
    CARD_COUNT,
    DOMAIN,
    OF_STAGE,
    STAMP,  # noqa: F401  # the machine code depends on it
    STEP_WORD,
    bit_of,
    word_of,
)
from .draft import fill_pool, random_hero, unused_card, write_cards
from .places import add, clear, random_card, remove
from .state import (
    BUILD,
    CHOOSE,
    DEALT_CARDS,
    DRAFT,
    DRAFT_TWO,
    HERO,
    MULLIGAN,
    NONE,
    OFFERED,
    PASSED_CARDS,
    State,
)
from .vocabulary import DISCARD, HAND, IN_PLAY, LIST, LOOK, PACK, POOL, SIDE, SURE


@jit
def imagine(s: State, seat: int) -> None:
    """Deal anew, by the state's generator, all that the seat cannot know."""
    other = 1 - seat
    for stage in range(1, s.stage + 1):
        imagine_picks(s, seat, stage)
    if s.phase in (DRAFT, DRAFT_TWO):
        return
    side = s.sizes[other][SIDE]
    if s.stage != 0:
        clear(s, other, POOL)
        clear(s, other, SIDE)
        fill_pool(s, other)
    if s.phase == BUILD:
        for _ in range(side):
            put_aside(s, other, random_card(s, other, POOL))
        return
    if s.phase == HERO and s.waiting >> other & 1:
        s.offer = 0
        for _ in range(OFFERED):
            s.offer |= 1 << random_hero(s, s.offer)
    if s.phase == MULLIGAN and s.waiting >> other & 1 == 0:
        s.redraws = s.redraws & ~(1 << other) | below(s, 2) << other
    deal_hidden(s, other, side)
    shuffle_own(s, seat)


@jit
def put_aside(s: State, seat: int, card: int) -> None:
    """Leave a card out of a deck."""
    remove(s, seat, POOL, card)
    add(s, seat, SIDE, card)


@jit
def shuffle_own(s: State, seat: int) -> None:
    """Shuffle the seat's own deck, but for the cards that it is looking at."""
    seen = 0
    if s.phase == CHOOSE and s.actor == seat and STEP_WORD[s.step - 1] == LOOK:
        seen = s.left
    shuffle(s, s.deck[seat], s.deck_size[seat] - seen)


# The draft


@jit
def imagine_picks(s: State, seat: int, stage: int) -> None:
    """Draft anew for the other what the seat has not seen of a stage."""
    first = BASE + OF_STAGE * (stage - 1)
    seen = 0
    for lap in range(2 * stage - 2, min(2 * stage, s.lap + 1)):
        seen |= seen_cards(s, seat, lap, first)
    known = shown_cards(s, first) & ~seen  # these he can only have picked first
    used = seen
    for lap in range(2 * stage - 2, min(2 * stage, s.lap + 1)):
        if lap == s.lap and s.phase == DRAFT:
            imagine_five(s, 1 - seat, used, first)
            continue
        if known != 0:
            card = lowest(known)
            known &= known - 1
        else:
            card = unused_card(s, used | shown_cards(s, first))
        used |= 1 << card
        s.picked[lap][1 - seat] = first + card + 1
        imagine_taken(s, 1 - seat, lap)


@jit
def seen_cards(s: State, seat: int, lap: int, first: int) -> int:
    """Return the cards of a round that a seat has seen, as bits above the stage's first."""
    seen = 0
    if lap == s.lap and s.phase == DRAFT:
        for card in s.five[seat]:
            seen |= 1 << (card - first)
        return seen
    seen |= 1 << (s.picked[lap][seat] - 1 - first)
    for i in range(PASSED_CARDS):
        seen |= 1 << (s.got[lap][seat][i] - first)
        seen |= 1 << (s.got[lap][1 - seat][i] - first)
    return seen


@jit
def shown_cards(s: State, first: int) -> int:
    """Return the cards of a stage that games have shown, as bits above its first."""
    shown = 0
    for card in range(OF_STAGE):
        if s.shown[word_of(first + card)] & bit_of(first + card) != 0:
            shown |= 1 << card
    return shown


@jit
def imagine_five(s: State, other: int, used: int, first: int) -> None:
    """Deal the other five cards anew, and pick one of them again if he has picked."""
    dealt = 0
    for _ in range(DEALT_CARDS):
        dealt |= 1 << unused_card(s, used | dealt)
    write_cards(s.five[other], dealt, first)
    if s.picked[s.lap][other] != NONE:
        s.picked[s.lap][other] = s.five[other][below(s, DEALT_CARDS)] + 1


@jit
def imagine_taken(s: State, other: int, lap: int) -> None:
    """Take as many of the passed cards again, those among them that games have shown."""
    count = ones(s.took[lap][other])
    taken = 0
    for i in range(PASSED_CARDS):
        card = s.got[lap][other][i]
        if s.shown[word_of(card)] & bit_of(card) != 0:
            taken |= 1 << i
    while ones(taken) < count:
        taken |= 1 << below(s, PASSED_CARDS)
    s.took[lap][other] = taken


# The game


@jit
def deal_hidden(s: State, other: int, side: int) -> None:
    """Deal the hidden cards of the other anew: quantum zone, side, deck, and hand."""
    in_deck = s.deck_size[other]
    gather(s, other)
    if s.quantum != NONE and s.mover == other:
        s.quantum = imagine_quantum(s, other, side, in_deck) + 1
        remove(s, other, HAND, s.quantum - 1)
    leave_aside(s, other, side, in_deck)
    fill_deck_again(s, other, in_deck)


@jit
def gather(s: State, other: int) -> None:
    """Gather in the hand all cards of the other that are not to be seen."""
    own = 1 - other
    clear(s, other, HAND)
    for card in range(kinds(s)):
        hidden = s.zone[own][POOL][card] + s.zone[other][POOL][card]
        for seat in range(2):
            hidden -= s.zone[seat][IN_PLAY][card] + s.zone[seat][DISCARD][card]
        hidden -= s.zone[own][HAND][card]
        for _ in range(hidden):
            add(s, other, HAND, card)
    for i in range(s.deck_size[own]):
        remove(s, other, HAND, s.deck[own][i])
    if s.quantum != NONE and s.mover == own:
        remove(s, other, HAND, s.quantum - 1)


@jit
def kinds(s: State) -> int:
    """Count the kinds of cards that can be at this table."""
    return BASE if s.stage == 0 else CARD_COUNT


# Of each card some copies are known to be in hand (SURE), some to be in hand or deck
# (LIST), the rest may also be left out of the deck list. While the quantum card is being
# chosen, `held` copies (0 or 1) are taken to be it.


@jit
def sure(s: State, other: int, card: int, held: int) -> int:
    """Count the copies known to be in the hand."""
    known = s.zone[other][SURE][card]
    return known - held if s.apart == 0 and known > 0 else known


@jit
def free(s: State, other: int, card: int, held: int) -> int:
    """Count the copies that need not be in the hand."""
    return s.zone[other][HAND][card] - held - sure(s, other, card, held)


@jit
def owed(s: State, other: int, card: int, held: int) -> int:
    """Count those of them known to be in hand or deck."""
    visible = s.zone[other][IN_PLAY][card] + s.zone[other][DISCARD][card]
    least = s.zone[other][LIST][card] - visible - held
    return max(0, least - sure(s, other, card, held))


@jit
def room(s: State, other: int, card: int, held: int) -> int:
    """Count those of them that may lie in the deck."""
    most = free(s, other, card, held)
    return min(most, s.zone[other][PACK][card]) if s.packed[other] != 0 else most


@jit
def optional(s: State, other: int, card: int, held: int) -> int:
    """Count those of them that may be left out."""
    return free(s, other, card, held) - owed(s, other, card, held)


@jit
def movable(s: State, other: int, card: int, held: int) -> int:
    """Count those of them that may lie in the deck or be left out."""
    owed_in_deck = min(owed(s, other, card, held), room(s, other, card, held))
    return owed_in_deck + optional(s, other, card, held)


@jit
def imagine_quantum(s: State, other: int, side: int, in_deck: int) -> int:
    """Choose what lies in the quantum zone, so that all other cards still fit."""
    leave, lie, move = -side, -in_deck, -side - in_deck  # copies to spare
    for card in range(kinds(s)):
        leave += optional(s, other, card, 0)
        lie += room(s, other, card, 0)
        move += movable(s, other, card, 0)
    k = CARD_COUNT * CARD_COUNT  # the first time around only counts
    for _ in range(2):
        total = 0
        for card in range(kinds(s)):
            copies = s.zone[other][HAND][card]
            if s.apart != 0:
                copies -= s.zone[other][SURE][card]
            if copies <= 0 or s.missed >> DOMAIN[card] & 1:
                continue  # K7, K8
            fewer = optional(s, other, card, 0) - optional(s, other, card, 1)
            less = room(s, other, card, 0) - room(s, other, card, 1)
            short = movable(s, other, card, 0) - movable(s, other, card, 1)
            if leave >= fewer and lie >= less and move >= short:
                total += copies
                if k < total:
                    return card
        k = below(s, total)
    return NONE


@jit
def leave_aside(s: State, other: int, side: int, in_deck: int) -> None:
    """Leave cards out of the deck list at random, so that the deck can be filled."""
    count = 0
    lie = -in_deck  # copies to spare
    for card in range(kinds(s)):
        lie += room(s, other, card, 0)
        for _ in range(optional(s, other, card, 0)):
            s.deck[other][count] = card
            count += 1
    if side == 0:
        return
    shuffle(s, s.deck[other], count)
    for i in range(count):
        card = s.deck[other][i]
        before = room(s, other, card, 0)
        remove(s, other, HAND, card)
        lost = before - room(s, other, card, 0)
        if lost > lie:
            add(s, other, HAND, card)
        else:
            lie -= lost
            put_aside(s, other, card)
            side -= 1
            if side == 0:
                return


@jit
def fill_deck_again(s: State, other: int, in_deck: int) -> None:
    """Fill the deck at random with cards that may lie there; the rest is the hand."""
    count = 0
    for card in range(kinds(s)):
        for _ in range(room(s, other, card, 0)):
            s.deck[other][count] = card
            count += 1
    shuffle(s, s.deck[other], count)
    for i in range(in_deck):
        remove(s, other, HAND, s.deck[other][i])
    s.deck_size[other] = in_deck
