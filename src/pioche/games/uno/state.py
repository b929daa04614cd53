"""What a table of UNO is made of: its moves, options, clauses, events and fields."""

from typing import Annotated, Any, Final

from pioche.core.rules import (
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
    layout,
    number,
    table,
    u1,
)
from pioche.games.uno.cards import (
    CARD_COUNT,
    COLOURS,
    DECK,
    FACE_IDS,
    ICONS,
    WORDS,
    card_ids,
)

MOST_SEATS: Final = 10  # U25
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

#: Besides laying, phase p asks for the moves from ASKED[p] up to ASKED[p + 1].
ASKED: Final = table((DRAW, KEEP, CHOOSE, SAY, ACCEPT, SWAP_WITH, CALL))

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
ACTS_AS_SKIP: Final = 0  # of "two_player_reverse"
AUTO: Final = 1  # of "uno_call"
STEP: Final = 50  # points between two values of "points"


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other."""
    if options["uno_call"] == "auto" and options["false_call"]:
        return (
            "« false_call » punit une annonce fausse : avec « uno_call=auto », il n'y en a pas",
            "'false_call' punishes a false call: with 'uno_call=auto' there is none",
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


def face_id(card: int) -> str:
    """Name the face of a card."""
    return DECK[card][0]


def colour_id(colour: int) -> str:
    """Name a colour."""
    return COLOURS[colour]


def icon_id(icon: int) -> str:
    """Name an icon."""
    return ICONS[icon]


SEAT: Final = Argument(number)
COUNT: Final = Argument(number)
CARD_SHOWN: Final = Argument(face_id)
CARD_HIDDEN: Final = Argument(face_id, secret=True)
COLOUR_NAMED: Final = Argument(colour_id)
HAND_SHOWN: Final = Argument(card_ids, takes=2)
HAND_HIDDEN: Final = Argument(card_ids, takes=2, secret=True)
EVENTS: Final = Events()
DEALT: Final = EVENTS.add("dealt", "UB2", seat=SEAT, cards=HAND_HIDDEN)
STARTED: Final = EVENTS.add("started", "UB4", card=CARD_SHOWN, seat=SEAT)
LAID: Final = EVENTS.add("laid", "UB7", seat=SEAT, card=CARD_SHOWN)
JUMPED: Final = EVENTS.add("jumped", "UH2", seat=SEAT, card=CARD_SHOWN)
DREW: Final = EVENTS.add("drew", "UB10", seat=SEAT, card=CARD_HIDDEN)
KEPT: Final = EVENTS.add("kept", "UB12", seat=SEAT)
PASSED: Final = EVENTS.add("passed", "U33", seat=SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "UB13", count=COUNT)
CALLED: Final = EVENTS.add("called", "UB14", seat=SEAT)
CAUGHT: Final = EVENTS.add("caught", "UB15", by=SEAT, seat=SEAT)
FALSELY: Final = EVENTS.add("false_call", "U20", seat=SEAT)
TURNED: Final = EVENTS.add("turned", "UB18", seat=SEAT)
SKIPPED: Final = EVENTS.add("skipped", "UB19", seat=SEAT)
NAMED: Final = EVENTS.add("named", "UB20", seat=SEAT, colour=COLOUR_NAMED)
ANNOUNCED: Final = EVENTS.add(
    "announced", "UB21", seat=SEAT, icon=Argument(icon_id), colour=COLOUR_NAMED
)
SHOWED: Final = EVENTS.add("showed", "UB22", seat=SEAT, cards=HAND_SHOWN)
SAFE: Final = EVENTS.add("safe", "UB23", seat=SEAT)
CROWDED: Final = EVENTS.add("crowded", "UB24", seat=SEAT)
ACCEPTED: Final = EVENTS.add("accepted", "UB26", seat=SEAT, count=COUNT)
CHALLENGED: Final = EVENTS.add(
    "challenged", "UB28", seat=SEAT, of=SEAT, cards=HAND_HIDDEN
)
INNOCENT: Final = EVENTS.add("innocent", "UB29", seat=SEAT)
GUILTY: Final = EVENTS.add("guilty", "UB30", seat=SEAT)
SWAPPED: Final = EVENTS.add("swapped", "UH1", seat=SEAT, of=SEAT)
PASSED_HANDS: Final = EVENTS.add("passed_hands", "UH1", seat=SEAT)
WON_ROUND: Final = EVENTS.add("won_round", "UB31", seat=SEAT, points=COUNT)
VOID: Final = EVENTS.add("void", "U22", rounds=COUNT)
WON: Final = EVENTS.add("won", "UB16", seat=SEAT)


@layout
class State(Header):
    """A table of UNO; hands and knowledge are bits of cards, two words each (cards.py)."""

    phase: i1
    mover: i1
    direction: i1  # 1 clockwise, -1 against
    colour: i1  # in force
    kind: i1  # of the card on top of the pile
    dealer: i1
    winner: i1
    drawn: i1  # the card just drawn, which alone may be laid (phase DRAWN)
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
    known: Annotated[Grid, I8, MOST_SEATS, WORDS]  # by seat: cards seen in other hands
    deck: Annotated[Row, U1, CARD_COUNT]
    pile: Annotated[Row, U1, CARD_COUNT]
