"""The rules of UNO Schitt's Creek, in the order of its rulebook (see rulebook.en.md)."""

from typing import Annotated, Any, Final

from pioche.core.random import below, shuffle
from pioche.core.rules import (
    EVERYONE,
    I1,
    I2,
    I4,
    I8,
    U1,
    Argument,
    Clauses,
    Events,
    Grid,
    Header,
    Moves,
    Option,
    Row,
    i1,
    i2,
    i4,
    jit,
    layout,
    lowest,
    number,
    tell,
    u1,
)
from pioche.games.uno.cards import (
    CARD,
    CARD_COUNT,
    COLOUR,
    COLOURS,
    DECK,
    DRAW_TWO,
    FACE,
    FACE_COUNT,
    FACE_IDS,
    FIRST_WILD,
    HIGH_OF_COLOUR,
    HIGH_OF_KIND,
    ICONS,
    KIND,
    LOW_OF_COLOUR,
    LOW_OF_KIND,
    NO_COLOUR,
    POINTS,
    REVERSE,
    ROOM,
    SKIP,
    SPLIT,
    WILD,
    WILD_FOUR,
    WORDS,
    bit_of,
    card_ids,
    with_icon,
    word_of,
)

VERSION: Final = 1
SEATS: Final = (2, 10)
MOST_SEATS: Final = 10
HAND: Final = 7
ROUND_BOUND: Final = 10_000  # U40
ROUNDS: Final = 200  # U40
VOIDS: Final = 3  # U40
BOUND: Final = ROUND_BOUND * (ROUNDS + VOIDS)
NOBODY: Final = -1
NO_CARD: Final = -1

# Phases: what the mover is asked.
PLAY, DRAWN, NAME_COLOUR, ANNOUNCE, ANSWER, SWAP, OVER = range(7)

# Moves

MOVES: Final = Moves()
LAY: Final = MOVES.add(*(f"play {face}" for face in FACE_IDS))
LAY_UNO: Final = MOVES.add(*(f"play {face} uno" for face in FACE_IDS))
DRAW: Final = MOVES.add("draw")
KEEP: Final = MOVES.add("keep")
CHOOSE: Final = MOVES.add(*(f"colour {colour}" for colour in COLOURS))
SAY: Final = MOVES.add(*(f"announce {icon} {c}" for icon in ICONS for c in COLOURS))
ACCEPT: Final = MOVES.add("accept")
CHALLENGE: Final = MOVES.add("challenge")
SWAP_WITH: Final = MOVES.add(*(f"swap {seat}" for seat in range(MOST_SEATS)))
CALL: Final = MOVES.add("uno")
CATCH: Final = MOVES.add(*(f"catch {seat}" for seat in range(MOST_SEATS)))

# Options

OPTIONS: Final = (
    Option("points", (0, *range(50, 1001, 50)), 0, "U26"),
    Option("two_player_reverse", ("skip", "reverse"), "skip", "U11"),
    Option("wilds_match", (False, True), True, "U3"),
    Option("strict_four", (False, True), False, "U6"),
    Option("last_card_draws", (False, True), True, "U9"),
    Option("stacking", (False, True), False, "U10"),
    Option("draw_until_playable", (False, True), False, "U12"),
    Option("forced_play", (False, True), False, "U13"),
    Option("uno_call", ("manual", "auto"), "manual", "U19"),
    Option("uno_grace", (0, 1, 2, 3, 5, 10), 0, "U19"),
    Option("false_call", (False, True), False, "U20"),
    Option("absent", ("bot", "draw"), "bot", "U29"),
    Option("reshuffle_at_once", (False, True), False, "U30"),
    Option("seven_zero", (False, True), False, "UH1"),
    Option("jump_in", (False, True), False, "UH2"),
)
(
    GOAL,
    TWO_PLAYER_REVERSE,
    WILDS_MATCH,
    STRICT_FOUR,
    LAST_CARD_DRAWS,
    STACKING,
    DRAW_UNTIL,
    FORCED_PLAY,
    UNO_CALL,
    _UNO_GRACE,  # kept by the table's clock
    FALSE_CALL,
    _ABSENT,  # kept by the table's clock
    RESHUFFLE_AT_ONCE,
    SEVEN_ZERO,
    JUMP_IN,
) = range(len(OPTIONS))
AUTO: Final = 1
STEP: Final = 50  # points between two values of the option "points"


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other."""
    if options["uno_call"] == "auto" and options["false_call"]:
        return (
            "« false_call » punit une annonce fausse ; avec « uno_call=auto », personne n'annonce",
            "'false_call' punishes a false call; with 'uno_call=auto' nobody calls",
        )
    return None


# Clauses that refuse a move

CLAUSES: Final = Clauses()
GAME_OVER: Final = CLAUSES.add("UB16")
NOT_YOUR_TURN: Final = CLAUSES.add("UB6")
NOT_IN_HAND: Final = CLAUSES.add("UB7")
NO_MATCH: Final = CLAUSES.add("UB8")
ONLY_THE_DRAWN: Final = CLAUSES.add("UB11")
NOTHING_DRAWN: Final = CLAUSES.add("UB12")
COLOUR_FIRST: Final = CLAUSES.add("U14")
ANNOUNCE_FIRST: Final = CLAUSES.add("U18")
ANSWER_FIRST: Final = CLAUSES.add("UB26")
NO_CHALLENGE: Final = CLAUSES.add("UB27")
NO_STACKING: Final = CLAUSES.add("U10")
SAME_STACK: Final = CLAUSES.add("U37")
BLUFF: Final = CLAUSES.add("U6")
MUST_PLAY: Final = CLAUSES.add("U13")
MUST_PLAY_DRAWN: Final = CLAUSES.add("U38")
CALL_NOT_DUE: Final = CLAUSES.add("U19")
FALSE: Final = CLAUSES.add("U20")
NO_SWAP: Final = CLAUSES.add("UH1")
NO_JUMP: Final = CLAUSES.add("UH2")

# What the rules tell


def face_id(card: int) -> str | None:
    """Name the face of a card."""
    return None if card == NO_CARD else DECK[card][0]


def colour_id(colour: int) -> str:
    """Name a colour."""
    return COLOURS[colour]


def icon_id(icon: int) -> str:
    """Name an icon."""
    return ICONS[icon]


SEAT: Final = Argument(number)
COUNT: Final = Argument(number)
CARD_SHOWN: Final = Argument(face_id)
HAND_SHOWN: Final = Argument(card_ids, takes=2)
EVENTS: Final = Events()
DEALT: Final = EVENTS.add("dealt", "UB2", seat=SEAT, cards=Argument(card_ids, takes=2, secret=True))
STARTED: Final = EVENTS.add("started", "UB4", card=CARD_SHOWN, seat=SEAT)
LAID: Final = EVENTS.add("laid", "UB8", seat=SEAT, card=CARD_SHOWN)
CALLED: Final = EVENTS.add("called", "UB14", seat=SEAT)
CAUGHT: Final = EVENTS.add("caught", "UB15", by=SEAT, seat=SEAT)
FALSELY: Final = EVENTS.add("false_call", "U20", seat=SEAT)
DREW: Final = EVENTS.add("drew", "UB10", seat=SEAT, card=Argument(face_id, secret=True))
KEPT: Final = EVENTS.add("kept", "UB12", seat=SEAT)
PASSED: Final = EVENTS.add("passed", "U33", seat=SEAT)
SKIPPED: Final = EVENTS.add("skipped", "UB19", seat=SEAT)
TURNED: Final = EVENTS.add("turned", "UB18", seat=SEAT)
NAMED: Final = EVENTS.add("named", "UB20", seat=SEAT, colour=Argument(colour_id))
ANNOUNCED: Final = EVENTS.add(
    "announced", "UB21", seat=SEAT, icon=Argument(icon_id), colour=Argument(colour_id)
)
SHOWED: Final = EVENTS.add("showed", "U15", seat=SEAT, cards=HAND_SHOWN)
SAFE: Final = EVENTS.add("safe", "U16", seat=SEAT)
ACCEPTED: Final = EVENTS.add("accepted", "UB26", seat=SEAT, count=COUNT)
CHALLENGED: Final = EVENTS.add(
    "challenged", "UB28", seat=SEAT, of=SEAT, cards=Argument(card_ids, takes=2, secret=True)
)
GUILTY: Final = EVENTS.add("guilty", "UB30", seat=SEAT)
INNOCENT: Final = EVENTS.add("innocent", "UB29", seat=SEAT)
SWAPPED: Final = EVENTS.add("swapped", "UH1", seat=SEAT, of=SEAT)
PASSED_HANDS: Final = EVENTS.add("passed_hands", "UH1", seat=SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "UB13", count=COUNT)
WON_ROUND: Final = EVENTS.add("won_round", "UB31", seat=SEAT, points=COUNT)
VOID: Final = EVENTS.add("void", "U22", rounds=COUNT)
WON: Final = EVENTS.add("won", "UB16", seat=SEAT)

CARDS: Final = [
    {
        "id": FACE_IDS[face],
        "copies": FACE.count(face),
        "colour": None if COLOUR[CARD[face]] == NO_COLOUR else COLOURS[COLOUR[CARD[face]]],
        "icon": FACE_IDS[face].rsplit("-", 1)[1],
        "points": POINTS[CARD[face]],
    }
    for face in range(FACE_COUNT)
]


@layout
class State(Header):
    """A table of UNO; hands are bits of cards, two words each (cards.py)."""

    phase: i1
    mover: i1
    direction: i1  # 1 clockwise, -1 against
    colour: i1  # in force
    kind: i1  # of the card on top of the pile
    dealer: i1
    winner: i1
    drawn: i1  # the card just drawn, which alone may be played (phase DRAWN)
    author: i1  # who laid the +4 that waits for its answer
    before: i1  # the colour in force before that +4 (U2)
    bluff: i1  # whether the author held a match (U31); nobody else's knowledge
    late: i1  # cards that the author has drawn since (U31)
    idle: i1  # turns in a row with nothing to draw (U22)
    voids: i1  # void rounds in a row
    exposed: i2  # seats with one card whose UNO was not called, as bits
    pending: i2  # cards that the next seat must draw
    rounds: i2
    round_start: i4  # moves before this round
    deck_size: u1
    pile_size: u1
    sizes: Annotated[Row, U1, MOST_SEATS]
    scores: Annotated[Row, I4, MOST_SEATS]
    hands: Annotated[Grid, I8, MOST_SEATS, WORDS]
    seen_by: Annotated[Row, I2, CARD_COUNT]  # seats that know this card lies in its hand
    deck: Annotated[Row, U1, CARD_COUNT]
    pile: Annotated[Row, U1, CARD_COUNT]


# Set-up


@jit
def deal(s: State) -> None:
    """Choose a dealer and begin the first round."""
    s.dealer = below(s, s.seats)  # U24
    s.winner = NOBODY
    begin_round(s)


@jit
def begin_round(s: State) -> None:
    """Shuffle, deal seven cards each and turn up the start card."""
    s.rounds += 1
    s.round_start = s.count
    s.deck_size = CARD_COUNT
    s.pile_size = 0
    for card in range(CARD_COUNT):
        s.deck[card] = card
        s.seen_by[card] = 0
    shuffle(s, s.deck, CARD_COUNT)
    s.direction = 1
    s.author = NOBODY
    s.drawn = NO_CARD
    s.exposed = s.pending = s.idle = s.bluff = s.late = 0
    for seat in range(s.seats):
        s.hands[seat][0] = s.hands[seat][1] = s.sizes[seat] = 0
        for _ in range(HAND):
            take_top(s, seat)
        tell(s, DEALT, 1 << seat, seat, s.hands[seat][0], s.hands[seat][1])
    card = turn_up(s)
    while KIND[card] > 9:  # U1
        card = turn_up(s)
    s.kind = KIND[card]
    s.colour = COLOUR[card]
    s.mover = (s.dealer + 1) % s.seats
    s.phase = PLAY
    tell(s, STARTED, EVERYONE, card, s.mover)


@jit
def turn_up(s: State) -> int:
    """Turn the top card of the deck up on the pile."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.pile[s.pile_size] = card
    s.pile_size += 1
    return card


# Hands, deck and pile


@jit
def has(s: State, seat: int, card: int) -> bool:
    """Tell whether a seat holds this very card."""
    return s.hands[seat][word_of(card)] & bit_of(card) != 0


@jit
def holds(s: State, seat: int, face: int) -> bool:
    """Tell whether a seat holds a card of this face."""
    card = CARD[face]
    return has(s, seat, card) or (face >= FIRST_WILD and has(s, seat, card + 1))


@jit
def take_top(s: State, seat: int) -> int:
    """Give a seat the top card of the deck, which must not be empty."""
    s.deck_size -= 1
    card = s.deck[s.deck_size]
    s.hands[seat][word_of(card)] |= bit_of(card)
    s.sizes[seat] += 1
    return card


@jit
def draw(s: State, seat: int) -> int:
    """Let a seat draw a card; if there is none, none is drawn."""
    if s.deck_size == 0:
        reshuffle(s)
        if s.deck_size == 0:
            return NO_CARD  # U22
    card = take_top(s, seat)
    s.exposed &= ~(1 << seat)
    if seat == s.author:
        s.late += 1
    tell(s, DREW, 1 << seat, seat, card)
    if s.deck_size == 0 and s.options[RESHUFFLE_AT_ONCE]:
        reshuffle(s)
    return card


@jit
def draw_cards(s: State, seat: int, count: int) -> None:
    """Let a seat draw several cards."""
    for _ in range(count):
        draw(s, seat)


@jit
def reshuffle(s: State) -> None:
    """Make a new deck of the pile, except its top card."""
    if s.pile_size <= 1:
        return
    s.deck_size = s.pile_size - 1
    for i in range(s.deck_size):
        s.deck[i] = s.pile[i]
    s.pile[0] = s.pile[s.pile_size - 1]
    s.pile_size = 1
    shuffle(s, s.deck, s.deck_size)
    tell(s, RESHUFFLED, EVERYONE, s.deck_size)


@jit
def take_out(s: State, seat: int, face: int) -> int:
    """Take a card of this face out of a hand."""
    card = CARD[face]
    if face >= FIRST_WILD:
        if not has(s, seat, card):
            card += 1
        elif has(s, seat, card + 1):
            # Only who knew both copies still knows the one that stays.
            s.seen_by[card + 1] &= s.seen_by[card]
    s.hands[seat][word_of(card)] &= ~bit_of(card)
    s.sizes[seat] -= 1
    s.seen_by[card] = 0
    return card


@jit
def show_hand(s: State, seat: int, viewers: int) -> None:
    """Let seats see a hand; they know these cards until they leave it."""
    for word in range(WORDS):
        cards = s.hands[seat][word]
        while cards != 0:
            s.seen_by[lowest(cards) + SPLIT * word] |= viewers & ~(1 << seat)
            cards &= cards - 1


# What may be played


@jit
def matches(s: State, card: int) -> bool:
    """Tell whether a card fits the pile: by colour, by number or symbol, or as a wild."""
    return COLOUR[card] == NO_COLOUR or COLOUR[card] == s.colour or KIND[card] == s.kind


@jit
def has_match(s: State, seat: int, colour: int, besides: int) -> bool:
    """Tell whether a seat holds a card of a colour, or another wild (U3, U7)."""
    low = s.hands[seat][0] & LOW_OF_COLOUR[colour]
    high = s.hands[seat][1] & HIGH_OF_COLOUR[colour]
    if s.options[WILDS_MATCH]:
        high |= s.hands[seat][1] & HIGH_OF_COLOUR[NO_COLOUR]
    if besides != NO_CARD:
        high &= ~bit_of(besides)
    return low != 0 or high != 0


@jit
def first_copy(s: State, seat: int, face: int) -> int:
    """Return the card of a face that a seat would lay."""
    card = CARD[face]
    return card if has(s, seat, card) else card + 1


@jit
def can_play(s: State, seat: int, face: int) -> bool:
    """Tell whether a card in this seat's hand may be laid as far as its face decides."""
    card = first_copy(s, seat, face)
    if not matches(s, card):
        return False
    if s.options[STRICT_FOUR] != 0 and KIND[card] == WILD_FOUR:
        return not has_match(s, seat, s.colour, card)
    return True


@jit
def playable(s: State, seat: int, word: int) -> int:
    """Return the cards of a hand that match the pile, as the bits of one word."""
    if word == 0:
        return s.hands[seat][0] & (LOW_OF_COLOUR[s.colour] | LOW_OF_KIND[s.kind])
    fits = HIGH_OF_COLOUR[s.colour] | HIGH_OF_KIND[s.kind] | HIGH_OF_COLOUR[NO_COLOUR]
    return s.hands[seat][1] & fits


@jit
def can_play_any(s: State, seat: int) -> bool:
    """Tell whether a seat could lay a card."""
    for word in range(WORDS):
        cards = playable(s, seat, word)
        while cards != 0:
            if can_play(s, seat, FACE[lowest(cards) + SPLIT * word]):
                return True
            cards &= cards - 1
    return False


@jit
def forbids(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids this seat this move, or 0."""
    if s.phase == OVER:
        return GAME_OVER
    if move < DRAW:
        face = move - LAY_UNO if move >= LAY_UNO else move
        clause = forbids_lay(s, seat, face)
        return forbids_uno(s, seat) if clause == 0 and move >= LAY_UNO else clause
    if move == CALL:
        return 0 if s.exposed >> seat & 1 else CALL_NOT_DUE
    if move > CALL:
        return forbids_catch(s, seat, move - CATCH)
    if seat != s.mover:
        return NOT_YOUR_TURN
    if move <= KEEP:
        return forbids_draw(s, seat, move)
    return forbids_answer(s, seat, move)


@jit
def forbids_lay(s: State, seat: int, face: int) -> int:
    """Name the clause that forbids laying a card."""
    if seat != s.mover:
        return forbids_jump(s, seat, face)
    if s.phase > DRAWN and s.phase != ANSWER:
        return owed(s)
    if not holds(s, seat, face):
        return NOT_IN_HAND
    if s.phase == ANSWER:
        return forbids_stack(s, seat, face)
    if s.phase == DRAWN and face != FACE[s.drawn]:
        return ONLY_THE_DRAWN
    if not matches(s, CARD[face]):
        return NO_MATCH
    return 0 if can_play(s, seat, face) else BLUFF


@jit
def owed(s: State) -> int:
    """Name the clause of the answer that the mover owes before anything else."""
    if s.phase == NAME_COLOUR:
        return COLOUR_FIRST
    if s.phase == ANNOUNCE:
        return ANNOUNCE_FIRST
    return ANSWER_FIRST if s.phase == ANSWER else NO_SWAP


@jit
def forbids_stack(s: State, seat: int, face: int) -> int:
    """Name the clause that forbids answering a +2 or a +4 with another (U10, U37)."""
    if s.options[STACKING] == 0:
        return NO_STACKING
    if KIND[CARD[face]] != s.kind:
        return SAME_STACK
    return 0 if can_play(s, seat, face) else BLUFF


@jit
def forbids_jump(s: State, seat: int, face: int) -> int:
    """Name the clause that forbids laying an identical card out of turn (UH2)."""
    if s.options[JUMP_IN] == 0:
        return NOT_YOUR_TURN
    if not holds(s, seat, face):
        return NOT_IN_HAND
    card = CARD[face]
    identical = COLOUR[card] == s.colour and KIND[card] == s.kind
    return 0 if s.phase == PLAY and identical else NO_JUMP


@jit
def forbids_uno(s: State, seat: int) -> int:
    """Name the clause that forbids calling UNO while laying."""
    if s.options[UNO_CALL] == AUTO:
        return CALL_NOT_DUE
    if s.sizes[seat] == 2 or (s.options[FALSE_CALL] != 0 and s.sizes[seat] > 2):
        return 0
    return FALSE


@jit
def forbids_catch(s: State, seat: int, caught: int) -> int:
    """Name the clause that forbids catching a seat."""
    if caught == seat or caught >= s.seats:
        return FALSE
    if s.exposed >> caught & 1:
        return 0
    return 0 if s.options[FALSE_CALL] != 0 and s.sizes[caught] == 1 else FALSE


@jit
def forbids_draw(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids drawing, or keeping the drawn card."""
    if s.phase > DRAWN:
        return owed(s)
    if move == KEEP:
        if s.phase != DRAWN:
            return NOTHING_DRAWN
        return MUST_PLAY_DRAWN if s.options[FORCED_PLAY] else 0
    if s.phase == DRAWN:
        return ONLY_THE_DRAWN
    return MUST_PLAY if s.options[FORCED_PLAY] != 0 and can_play_any(s, seat) else 0


@jit
def forbids_answer(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids a colour, an announcement, an answer or a swap."""
    if move < SAY:
        return 0 if s.phase == NAME_COLOUR else COLOUR_FIRST
    if move < ACCEPT:
        return 0 if s.phase == ANNOUNCE else ANNOUNCE_FIRST
    if move == ACCEPT:
        return 0 if s.phase == ANSWER else ANSWER_FIRST
    if move == CHALLENGE:
        return 0 if s.phase == ANSWER and s.kind == WILD_FOUR else NO_CHALLENGE
    other = move - SWAP_WITH
    return 0 if s.phase == SWAP and other != seat and other < s.seats else NO_SWAP


# The first and last move that each phase asks for, besides laying a card.
@jit
def asked_from(phase: int) -> int:
    """Return the first move that a phase asks for."""
    if phase == PLAY:
        return DRAW
    if phase == DRAWN:
        return KEEP
    if phase == NAME_COLOUR:
        return CHOOSE
    if phase == ANNOUNCE:
        return SAY
    return ACCEPT if phase == ANSWER else SWAP_WITH


@jit
def asked_to(phase: int) -> int:
    """Return the move after the last that a phase asks for."""
    if phase == PLAY:
        return KEEP
    if phase == DRAWN:
        return CHOOSE
    if phase == NAME_COLOUR:
        return SAY
    if phase == ANNOUNCE:
        return ACCEPT
    return SWAP_WITH if phase == ANSWER else CALL


@jit
def legal(s: State, seat: int, out: Row) -> int:
    """Write a seat's legal moves, ascending, and count them."""
    n = 0
    if s.phase == OVER:
        return n
    if seat == s.mover or s.options[JUMP_IN] != 0:
        n = legal_lays(s, seat, LAY, out, n)
        if n > 0 and (s.sizes[seat] == 2 or s.options[FALSE_CALL] != 0):
            n = legal_lays(s, seat, LAY_UNO, out, n)
    if seat == s.mover:
        for move in range(asked_from(s.phase), asked_to(s.phase)):
            if forbids(s, seat, move) == 0:
                out[n] = move
                n += 1
    if s.exposed != 0 or s.options[FALSE_CALL] != 0:
        for move in range(CALL, CATCH + s.seats):
            if forbids(s, seat, move) == 0:
                out[n] = move
                n += 1
    return n


@jit
def legal_lays(s: State, seat: int, first: int, out: Row, n: int) -> int:
    """Add the cards of a hand that may be laid; `first` is LAY or LAY_UNO."""
    last = -1
    for word in range(WORDS):
        cards = playable(s, seat, word)
        while cards != 0:
            move = first + FACE[lowest(cards) + SPLIT * word]
            cards &= cards - 1
            if move != last and forbids(s, seat, move) == 0:
                out[n] = move
                n += 1
            last = move  # two wilds of one face are one move
    return n


# Effects


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move < LAY_UNO:
        lay(s, seat, move, False)
    elif move < DRAW:
        lay(s, seat, move - LAY_UNO, True)
    elif move == DRAW:
        draw_for_turn(s, seat)
    elif move == KEEP:
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
    elif move < CALL:
        swap_hands(s, seat, move - SWAP_WITH)
    elif move == CALL:
        s.exposed &= ~(1 << seat)
        tell(s, CALLED, EVERYONE, seat)
    else:
        catch(s, seat, move - CATCH)
    if s.count - s.round_start >= ROUND_BOUND and s.phase != OVER:
        void_round(s)  # U40


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
def lay(s: State, seat: int, face: int, call: bool) -> None:
    """Lay a card on the pile, and do what it says."""
    if s.phase != DRAWN:
        s.exposed = 0  # U19: a turn begins
    s.mover = seat
    card = take_out(s, seat, face)
    s.pile[s.pile_size] = card
    s.pile_size += 1
    s.idle = 0
    s.drawn = NO_CARD
    tell(s, LAID, EVERYONE, seat, card)
    if KIND[card] == WILD_FOUR:
        s.author, s.before, s.late = seat, s.colour, 0
        s.bluff = has_match(s, seat, s.colour, NO_CARD)  # U31
    s.kind = KIND[card]
    if s.kind < WILD:
        s.colour = COLOUR[card]
    announce_uno(s, seat, call)
    do_effect(s, seat)


@jit
def announce_uno(s: State, seat: int, call: bool) -> None:
    """Call UNO, or leave it open to be caught."""
    if call:
        tell(s, CALLED, EVERYONE, seat)
        if s.sizes[seat] != 1:
            tell(s, FALSELY, EVERYONE, seat)
            draw_cards(s, seat, 2)  # U20
    else:
        expose(s, seat)


@jit
def expose(s: State, seat: int) -> None:
    """Open the window in which a seat with one card may be caught."""
    if s.sizes[seat] == 1 and s.options[UNO_CALL] != AUTO:
        s.exposed |= 1 << seat


@jit
def do_effect(s: State, seat: int) -> None:
    """Do what the card just laid says."""
    if s.kind == WILD or s.kind == WILD_FOUR:
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
        s.direction = -s.direction
        tell(s, TURNED, EVERYONE, seat)
        skips = s.seats == 2 and s.options[TWO_PLAYER_REVERSE] == 0
        next_turn(s, 2 if skips else 1)  # U11
    elif s.options[SEVEN_ZERO] != 0 and s.kind == 7:
        s.phase = SWAP
    else:
        if s.options[SEVEN_ZERO] != 0 and s.kind == 0:
            pass_hands(s, seat)
        next_turn(s, 1)


@jit
def make_draw(s: State, seat: int, count: int) -> None:
    """Make the next seat draw, or let it answer; a last card wins (U8, U9)."""
    victim = seat_after(s, seat, 1)
    s.pending += count
    if s.sizes[seat] == 0:
        if s.options[GOAL] != 0 and s.options[LAST_CARD_DRAWS] != 0:
            draw_cards(s, victim, s.pending)
        win_round(s, seat)
    elif s.options[STACKING] != 0 or s.kind == WILD_FOUR:
        s.mover = victim
        s.phase = ANSWER
    else:
        draw_cards(s, victim, count)
        s.pending = 0
        next_turn(s, 2)


@jit
def draw_for_turn(s: State, seat: int) -> None:
    """Draw instead of laying; a card that fits may be laid at once."""
    s.exposed = 0  # U19: a turn begins
    card = draw(s, seat)
    if card == NO_CARD:
        s.idle += 1
        tell(s, PASSED, EVERYONE, seat)
        if s.idle >= s.seats:
            void_round(s)  # U22
        else:
            next_turn(s, 1)
        return
    s.idle = 0
    while s.options[DRAW_UNTIL] != 0 and not can_play(s, seat, FACE[card]):
        more = draw(s, seat)
        if more == NO_CARD:
            break
        card = more
    if can_play(s, seat, FACE[card]):
        s.drawn = card
        s.phase = DRAWN
    else:
        next_turn(s, 1)  # U32


@jit
def name_colour(s: State, seat: int, colour: int) -> None:
    """Name the colour of a wild."""
    s.colour = colour
    tell(s, NAMED, EVERYONE, seat, colour)
    if s.kind == WILD_FOUR:
        make_draw(s, seat, 4)
    elif s.sizes[seat] == 0:
        win_round(s, seat)
    else:
        next_turn(s, 1)


@jit
def announce(s: State, seat: int, icon: int, colour: int) -> None:
    """Announce the word and the colour of "Une place pour tout le monde"."""
    s.colour = colour
    tell(s, ANNOUNCED, EVERYONE, seat, icon, colour)
    draws = s.options[GOAL] != 0 and s.options[LAST_CARD_DRAWS] != 0
    if s.sizes[seat] > 0 or draws:  # U9, U35
        make_room(s, seat, icon)
    if s.sizes[seat] == 0:
        win_round(s, seat)
    else:
        next_turn(s, 1)


@jit
def make_room(s: State, seat: int, icon: int) -> None:
    """Show all other hands; who has not more of the icon than of the other draws three."""
    for steps in range(1, s.seats):
        other = seat_after(s, seat, steps)
        show_hand(s, other, (1 << s.seats) - 1)
        tell(s, SHOWED, EVERYONE, other, s.hands[other][0], s.hands[other][1])
    for steps in range(1, s.seats):  # U17
        other = seat_after(s, seat, steps)
        named = with_icon(s.hands[other][0], s.hands[other][1], icon)
        if named > s.sizes[other] - named:  # U16
            tell(s, SAFE, EVERYONE, other)
        else:
            draw_cards(s, other, 3)


@jit
def accept(s: State, seat: int) -> None:
    """Draw what is due and lose the turn."""
    s.author = NOBODY
    count = s.pending
    s.pending = 0
    tell(s, ACCEPTED, EVERYONE, seat, count)
    draw_cards(s, seat, count)
    next_turn(s, 1)


@jit
def challenge(s: State, seat: int) -> None:
    """See the hand of who laid the +4: who was wrong draws."""
    author = s.author
    count = s.pending
    s.author = NOBODY
    s.pending = 0
    show_hand(s, author, 1 << seat)
    viewers = (1 << seat) | (1 << author)
    low, high = s.hands[author][0], s.hands[author][1]
    tell(s, CHALLENGED, viewers, seat, author, low, high)
    if s.bluff != 0:
        tell(s, GUILTY, EVERYONE, author)
        draw_cards(s, author, count)
        s.phase = PLAY  # U5
    else:
        tell(s, INNOCENT, EVERYONE, author)
        draw_cards(s, seat, count + 2)  # U4
        next_turn(s, 1)
    s.bluff = 0


@jit
def catch(s: State, seat: int, caught: int) -> None:
    """Catch a seat that has not called UNO: it draws two."""
    tell(s, CAUGHT, EVERYONE, seat, caught)
    if s.exposed >> caught & 1:
        draw_cards(s, caught, 2)
        s.exposed &= ~(1 << caught)
    else:
        tell(s, FALSELY, EVERYONE, seat)
        draw_cards(s, seat, 2)  # U20


@jit
def hand_over(s: State, giver: int, taker: int, low: int, high: int, size: int) -> None:
    """Give a hand to another seat; the giver still knows its cards (UH1)."""
    s.hands[taker][0] = low
    s.hands[taker][1] = high
    s.sizes[taker] = size
    for word in range(WORDS):
        cards = s.hands[taker][word]
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            s.seen_by[card] = (s.seen_by[card] | (1 << giver)) & ~(1 << taker)
            cards &= cards - 1


@jit
def swap_hands(s: State, seat: int, other: int) -> None:
    """Swap hands with another seat (UH1)."""
    low, high, size = s.hands[seat][0], s.hands[seat][1], s.sizes[seat]
    hand_over(s, other, seat, s.hands[other][0], s.hands[other][1], s.sizes[other])
    hand_over(s, seat, other, low, high, size)
    tell(s, SWAPPED, EVERYONE, seat, other)
    s.exposed = 0
    expose(s, seat)
    expose(s, other)
    next_turn(s, 1)


@jit
def pass_hands(s: State, seat: int) -> None:
    """Pass all hands on in the direction of play (UH1)."""
    last = seat_after(s, seat, -1)
    low, high, size = s.hands[last][0], s.hands[last][1], s.sizes[last]
    taker = last
    while taker != seat:
        giver = seat_after(s, taker, -1)
        hand_over(s, giver, taker, s.hands[giver][0], s.hands[giver][1], s.sizes[giver])
        taker = giver
    hand_over(s, last, seat, low, high, size)
    tell(s, PASSED_HANDS, EVERYONE, seat)
    s.exposed = 0
    for other in range(s.seats):
        expose(s, other)


# End and score


@jit
def points_left(s: State, winner: int) -> int:
    """Count the points of the cards that the others still hold."""
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
    elif s.rounds >= ROUNDS:
        end(s, NOBODY)
    else:
        next_round(s)


@jit
def void_round(s: State) -> None:
    """Give up a round that can't end; after some in a row, the game (U22, U40)."""
    s.voids += 1
    tell(s, VOID, EVERYONE, s.voids)
    if s.voids >= VOIDS or s.rounds >= ROUNDS:
        end(s, NOBODY)
    else:
        next_round(s)


@jit
def next_round(s: State) -> None:
    """Let the seat to the left of the dealer deal (U24, U36)."""
    s.dealer = (s.dealer + 1) % s.seats
    begin_round(s)


@jit
def end(s: State, winner: int) -> None:
    """End the game."""
    s.winner = winner
    s.phase = OVER
    s.exposed = 0
    s.author = NOBODY
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
    if s.phase == OVER:
        return 0
    if s.exposed == 0 and s.options[FALSE_CALL] == 0 and s.options[JUMP_IN] == 0:
        return 0
    bits = 0
    for seat in range(s.seats):
        if seat != s.mover and may_claim(s, seat):
            bits |= 1 << seat
    return bits


@jit
def may_claim(s: State, seat: int) -> bool:
    """Tell whether a seat has a move out of turn."""
    for move in range(CALL, CATCH + s.seats):
        if forbids(s, seat, move) == 0:
            return True
    if s.options[JUMP_IN] != 0 and s.kind < WILD:
        for word in range(WORDS):
            cards = playable(s, seat, word)
            while cards != 0:
                if forbids(s, seat, FACE[lowest(cards) + SPLIT * word]) == 0:
                    return True
                cards &= cards - 1
    return False


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
    reason = "U40" if s.winner == NOBODY else "UB16" if s.options[GOAL] == 0 else "UB32"
    return [seat for seat in seats if leads(s, seat)], [s.scores[seat] for seat in seats], reason
