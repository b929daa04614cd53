"""The rules of UNO Schitt's Creek, in the order of its rulebook (see rulebook.en.md)."""

from typing import Any, Final

from pioche.core.random import below
from pioche.core.rules import EVERYONE, jit, lowest, tell
from pioche.games.uno.cards import (
    CARD,
    COLOUR,
    COLOURS,
    DRAW_TWO,
    FACE,
    FACE_COUNT,
    FACE_IDS,
    FIRST_WILD,
    KIND,
    POINTS,
    REVERSE,
    ROOM,
    SKIP,
    SPLIT,
    WILD,
    WILD_FOUR,
    WORDS,
    with_icon,
)
from pioche.games.uno.deck import (
    begin_round,
    blur,
    draw,
    draw_cards,
    hand_over,
    held,
    put_down,
    settle,
    show_hand,
    take_out,
)
from pioche.games.uno.legality import (
    can_lay,
    can_lay_any,
    forbids,
    forbids_claim,
    forbids_laying,
    has_match,
    legal,
)
from pioche.games.uno.state import (
    ACCEPT,
    ACCEPTED,
    ACTS_AS_SKIP,
    ANNOUNCE,
    ANNOUNCED,
    ANSWER,
    AUTO,
    CALL,
    CALLED,
    CATCH,
    CAUGHT,
    CHALLENGE,
    CHALLENGED,
    CHOOSE,
    CLAUSES,
    CROWDED,
    DRAW,
    DRAW_UNTIL,
    DRAWN,
    EVENTS,
    FALSE_CALL,
    FALSELY,
    GOAL,
    GUILTY,
    INNOCENT,
    JUMP_IN,
    JUMPED,
    KEEP,
    KEPT,
    LAID,
    LAST_CARD_DRAWS,
    LAY_UNO,
    MOST_SEATS,
    MOVES,
    NAME_COLOUR,
    NAMED,
    NO_CARD,
    NOBODY,
    OPTIONS,
    OVER,
    PASSED,
    PASSED_HANDS,
    PLAY,
    SAFE,
    SAY,
    SEVEN_ZERO,
    SHOWED,
    SKIPPED,
    STACKING,
    STEP,
    SWAP,
    SWAP_WITH,
    SWAPPED,
    TURNED,
    TWO_PLAYER_REVERSE,
    UNO_CALL,
    VOID,
    WON,
    WON_ROUND,
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
ROUND_BOUND: Final = 10_000  # U40
ROUNDS: Final = 200  # U40
VOIDS: Final = 3  # U40
BOUND: Final = ROUND_BOUND * ROUNDS

CARDS: Final = [
    {
        "id": FACE_IDS[face],
        "copies": FACE.count(face),
        "colour": (*COLOURS, None)[COLOUR[CARD[face]]],
        "icon": FACE_IDS[face].rsplit("-", 1)[1],
        "points": POINTS[CARD[face]],
    }
    for face in range(FACE_COUNT)
]


# Set-up


@jit
def deal(s: State) -> None:
    """Choose a dealer and begin the first round."""
    s.dealer = below(s, s.seats)  # U24
    s.winner = NOBODY
    begin_round(s)


# Moves


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move < LAY_UNO:
        lay(s, seat, move, 0)
    elif move < DRAW:
        lay(s, seat, move - LAY_UNO, 1)
    elif move == DRAW:
        draw_for_turn(s, seat)
    elif move >= CALL:
        claim(s, seat, move)
    else:
        answer(s, seat, move)
    if s.count - s.round_start >= ROUND_BOUND and s.phase != OVER:
        void_round(s)  # U40


@jit
def answer(s: State, seat: int, move: int) -> None:
    """Do what the mover answers to a card."""
    if move == KEEP:
        s.drawn = NO_CARD
        tell(s, KEPT, EVERYONE, seat)
        next_turn(s, 1)
    elif move < SAY:
        name_colour(s, seat, move - CHOOSE)
    elif move < ACCEPT:
        announce(s, seat, (move - SAY) // 4, (move - SAY) % 4)
    elif move == ACCEPT:
        accept(s, seat)
    elif move == CHALLENGE:
        challenge(s, seat)
    else:
        swap_hands(s, seat, move - SWAP_WITH)


@jit
def seat_after(s: State, seat: int, steps: int) -> int:
    """Return the seat some steps on in the direction of play."""
    return (seat + s.direction * steps + 2 * s.seats) % s.seats


@jit
def next_turn(s: State, steps: int) -> None:
    """Give the turn to the seat some steps on."""
    if steps == 2:
        tell(s, SKIPPED, EVERYONE, seat_after(s, s.mover, 1))
    s.mover = seat_after(s, s.mover, steps)
    s.phase = PLAY


@jit
def lay(s: State, seat: int, face: int, call: int) -> None:
    """Lay a card on the pile, and do what it says."""
    if s.phase == DRAWN:
        card = s.drawn
        s.drawn = NO_CARD
    else:
        card = held(s, seat, face)
        s.exposed = 0  # U19: a turn begins
        if face >= FIRST_WILD:
            blur(s, seat, face)
    take_out(s, seat, card)
    put_down(s, card)
    tell(s, LAID if seat == s.mover else JUMPED, EVERYONE, seat, card)
    s.mover = seat
    s.idle = 0
    if KIND[card] == WILD_FOUR:
        s.author, s.before, s.late = seat, s.colour, 0
        s.bluff = has_match(s, seat, s.colour, NO_CARD)  # U31
    s.kind = KIND[card]
    if card < FIRST_WILD:
        s.colour = COLOUR[card]
    announce_uno(s, seat, call)
    do_effect(s, seat)


@jit
def draw_for_turn(s: State, seat: int) -> None:
    """Draw instead of laying; a card that fits may be laid at once."""
    s.exposed = 0  # U19: a turn begins
    card = draw(s, seat)
    if card == NO_CARD:
        pass_turn(s, seat)
        return
    s.idle = 0
    while s.options[DRAW_UNTIL] != 0 and not can_lay(s, seat, card):
        more = draw(s, seat)
        if more == NO_CARD:
            break
        card = more
    if can_lay(s, seat, card):
        s.drawn = card
        s.phase = DRAWN
    else:
        next_turn(s, 1)  # U32


@jit
def pass_turn(s: State, seat: int) -> None:
    """Pass, as there is nothing to draw; when all have, the round is void (U22)."""
    s.idle += 1
    tell(s, PASSED, EVERYONE, seat)
    if s.idle >= s.seats:
        void_round(s)
    else:
        next_turn(s, 1)


# Calling UNO


@jit
def announce_uno(s: State, seat: int, call: int) -> None:
    """Call UNO while laying, or leave it open to be caught."""
    if call == 0:
        expose(s, seat)
        return
    tell(s, CALLED, EVERYONE, seat)
    if s.sizes[seat] != 1:
        fine(s, seat)


@jit
def expose(s: State, seat: int) -> None:
    """Open the window in which a seat with one card may be caught."""
    if s.sizes[seat] == 1:
        if s.options[UNO_CALL] == AUTO:
            tell(s, CALLED, EVERYONE, seat)
        else:
            s.exposed |= 1 << seat


@jit
def fine(s: State, seat: int) -> None:
    """Let a seat draw two for a false call or catch (U20)."""
    tell(s, FALSELY, EVERYONE, seat)
    draw_cards(s, seat, 2)


@jit
def claim(s: State, seat: int, move: int) -> None:
    """Call UNO after laying, or catch a seat that has not: it draws two."""
    if move == CALL:
        s.exposed &= ~(1 << seat)
        tell(s, CALLED, EVERYONE, seat)
        return
    caught = move - CATCH
    tell(s, CAUGHT, EVERYONE, seat, caught)
    if s.exposed >> caught & 1:
        s.exposed &= ~(1 << caught)
        draw_cards(s, caught, 2)
    else:
        fine(s, seat)


# Effects


@jit
def do_effect(s: State, seat: int) -> None:
    """Do what the card just laid says (UB9)."""
    if s.kind in (WILD, WILD_FOUR):
        s.phase = NAME_COLOUR
    elif s.kind == ROOM:
        s.phase = ANNOUNCE
    elif s.kind == DRAW_TWO:
        make_draw(s, seat, 2)
    elif s.sizes[seat] == 0:
        win_round(s, seat)
    elif s.kind == SKIP:
        next_turn(s, 2)
    elif s.kind == REVERSE:
        turn_round(s, seat)
    elif s.kind == 7 and s.options[SEVEN_ZERO] != 0:
        s.phase = SWAP
    else:
        if s.kind == 0 and s.options[SEVEN_ZERO] != 0:
            pass_hands(s, seat)
        next_turn(s, 1)


@jit
def turn_round(s: State, seat: int) -> None:
    """Reverse the direction of play."""
    s.direction = -s.direction
    tell(s, TURNED, EVERYONE, seat)
    skips = s.seats == 2 and s.options[TWO_PLAYER_REVERSE] == ACTS_AS_SKIP
    next_turn(s, 2 if skips else 1)  # U11


@jit
def make_draw(s: State, seat: int, count: int) -> None:
    """Make the next seat draw, or let it answer first."""
    victim = seat_after(s, seat, 1)
    s.pending += count
    if s.sizes[seat] == 0:
        due = settle(s)
        if s.kind == WILD_FOUR or s.options[LAST_CARD_DRAWS] != 0:
            draw_for_points(s, victim, due)  # U8, U9
        win_round(s, seat)
    elif s.kind == WILD_FOUR or s.options[STACKING] != 0:
        s.mover = victim
        s.phase = ANSWER
    else:
        draw_cards(s, victim, settle(s))  # UB17; no turn begins by it (U21)
        next_turn(s, 2)


@jit
def draw_for_points(s: State, victim: int, count: int) -> None:
    """Let the victim of a winning card draw, where points count (U8, U9)."""
    if s.options[GOAL] != 0:
        draw_cards(s, victim, count)


@jit
def name_colour(s: State, seat: int, colour: int) -> None:
    """Name the colour of a wild."""
    s.colour = colour
    tell(s, NAMED, EVERYONE, seat, colour)
    if s.kind == WILD_FOUR:
        make_draw(s, seat, 4)
    else:
        end_wild(s, seat)


@jit
def end_wild(s: State, seat: int) -> None:
    """Win by a wild as the last card, or pass the turn on."""
    if s.sizes[seat] == 0:
        win_round(s, seat)
    else:
        next_turn(s, 1)


@jit
def announce(s: State, seat: int, icon: int, colour: int) -> None:
    """Announce the word and the colour of "A place for everyone"."""
    s.colour = colour
    tell(s, ANNOUNCED, EVERYONE, seat, icon, colour)
    counts = s.options[GOAL] != 0 and s.options[LAST_CARD_DRAWS] != 0
    if s.sizes[seat] > 0 or counts:  # U9, U35
        make_room(s, seat, icon)
    end_wild(s, seat)


@jit
def make_room(s: State, seat: int, icon: int) -> None:
    """Show all other hands; who has not more of the icon than of the other draws three."""
    for steps in range(1, s.seats):
        show_to_all(s, seat_after(s, seat, steps))
    for steps in range(1, s.seats):  # U17
        other = seat_after(s, seat, steps)
        named = with_icon(s.hands[other][0], s.hands[other][1], icon)
        if named > s.sizes[other] - named:  # U16
            tell(s, SAFE, EVERYONE, other)
        else:
            tell(s, CROWDED, EVERYONE, other)
            draw_cards(s, other, 3)


@jit
def show_to_all(s: State, seat: int) -> None:
    """Show a hand to everybody (U15)."""
    for viewer in range(s.seats):
        if viewer != seat:
            show_hand(s, seat, viewer)
    tell(s, SHOWED, EVERYONE, seat, s.hands[seat][0], s.hands[seat][1])


@jit
def accept(s: State, seat: int) -> None:
    """Draw what is due and lose the turn."""
    due = settle(s)
    tell(s, ACCEPTED, EVERYONE, seat, due)
    draw_cards(s, seat, due)
    next_turn(s, 1)


@jit
def challenge(s: State, seat: int) -> None:
    """See the hand of who laid the +4: who was wrong draws."""
    author, bluff, due = s.author, s.bluff, settle(s)
    show_hand(s, author, seat)
    low, high = s.hands[author][0], s.hands[author][1]
    tell(s, CHALLENGED, 1 << seat | 1 << author, seat, author, low, high)
    if bluff != 0:
        tell(s, GUILTY, EVERYONE, author)
        draw_cards(s, author, due)
        s.phase = PLAY  # U5
    else:
        tell(s, INNOCENT, EVERYONE, author)
        draw_cards(s, seat, due + 2)  # U4
        next_turn(s, 1)


# House rules: seven and zero (UH1)


@jit
def swap_hands(s: State, seat: int, other: int) -> None:
    """Swap hands with another seat."""
    low, high = s.hands[seat][0], s.hands[seat][1]
    hand_over(s, other, seat, s.hands[other][0], s.hands[other][1])
    hand_over(s, seat, other, low, high)
    tell(s, SWAPPED, EVERYONE, seat, other)
    s.exposed = 0
    expose(s, seat)
    expose(s, other)
    next_turn(s, 1)


@jit
def pass_hands(s: State, seat: int) -> None:
    """Let every seat pass its hand on in the direction of play."""
    low, high = s.hands[seat][0], s.hands[seat][1]
    taker = seat
    for _ in range(s.seats - 1):
        giver = seat_after(s, taker, -1)
        hand_over(s, giver, taker, s.hands[giver][0], s.hands[giver][1])
        taker = giver
    hand_over(s, seat, taker, low, high)
    tell(s, PASSED_HANDS, EVERYONE, seat)
    s.exposed = 0
    for other in range(s.seats):
        expose(s, other)


# End and score


@jit
def points_left(s: State, winner: int) -> int:
    """Count the points of the cards that the others still hold (UB32)."""
    points = 0
    for seat in range(s.seats):
        if seat != winner:
            for word in range(WORDS):
                cards = s.hands[seat][word]
                while cards != 0:
                    points += POINTS[lowest(cards) + SPLIT * word]
                    cards &= cards - 1
    return points


@jit
def win_round(s: State, seat: int) -> None:
    """End the round; with points, play on until somebody reaches the goal."""
    s.voids = 0
    if s.options[GOAL] == 0:
        s.scores[seat] = 1
        end(s, seat)
        return
    points = points_left(s, seat)
    s.scores[seat] += points
    tell(s, WON_ROUND, EVERYONE, seat, points)
    if s.scores[seat] >= s.options[GOAL] * STEP:
        end(s, seat)
    else:
        next_round(s)


@jit
def void_round(s: State) -> None:
    """Give up a round that can't end (U22, U40)."""
    s.voids += 1
    tell(s, VOID, EVERYONE, s.rounds)
    next_round(s)


@jit
def next_round(s: State) -> None:
    """Let the next dealer deal (U24, U36), unless it has lasted too long (U40)."""
    if s.voids >= VOIDS or s.rounds >= ROUNDS:
        end(s, NOBODY)
    else:
        s.dealer = (s.dealer + 1) % s.seats
        begin_round(s)


@jit
def end(s: State, winner: int) -> None:
    """End the game."""
    s.winner = winner
    s.phase = OVER
    s.drawn = NO_CARD
    s.exposed = s.idle = 0
    settle(s)
    if winner != NOBODY:
        tell(s, WON, EVERYONE, winner)


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
    """Return the seats that may call, catch or jump in out of turn, as bits."""
    if s.exposed == 0 and s.options[FALSE_CALL] == 0 and s.options[JUMP_IN] == 0:
        return 0
    bits = 0
    for seat in range(s.seats):
        if s.phase != OVER and seat != s.mover and may_claim(s, seat):
            bits |= 1 << seat
    return bits


@jit
def may_claim(s: State, seat: int) -> bool:
    """Tell whether a seat has a move out of turn."""
    for move in range(CALL, CATCH + s.seats):
        if forbids_claim(s, seat, move) == 0:
            return True
    return forbids_laying(s, seat) == 0 and can_lay_any(s, seat)


@jit
def leads(s: State, seat: int) -> bool:
    """Tell whether a seat has won, or shares the lead of a game without a winner."""
    if s.winner != NOBODY:
        return seat == s.winner
    for other in range(s.seats):
        if s.scores[other] > s.scores[seat]:
            return False
    return True


@jit
def shares(s: State, out: Any) -> None:
    """Write each seat's share of one point."""
    count = 0
    for seat in range(s.seats):
        count += leads(s, seat)
    for seat in range(s.seats):
        out[seat] = 1.0 / count if leads(s, seat) else 0.0


def result(s: State) -> tuple[list[int], list[int], str]:
    """Return the winners, the scores and the clause that ended the game."""
    seats = range(s.seats)
    scores = [s.scores[seat] for seat in seats]
    reason = "U40" if s.winner == NOBODY else "UB16" if s.options[GOAL] == 0 else "UB33"
    return [seat for seat in seats if leads(s, seat)], scores, reason
