"""What is said at a table of Dectana: phases, moves, options, clauses, events."""

from typing import Final

from pioche.core.rules import Argument, Clauses, Events, Moves, Option, number, table
from pioche.games.dectana.board import (
    FACINGS,
    OWN,
    OWNER,
    PIPS,
    PYRAMID_IDS,
    PYRAMIDS,
    SPACE_NAMES,
    name_id,
    space_id,
)
from pioche.games.dectana.cards import (
    CREATE,
    DESTROY,
    DRAW,
    FOUND,
    GROW,
    HARVEST,
    IDS,
    MOVE,
    SLIDE,
    TAKE,
    card_id,
)

# Phases: what the mover is asked.
PLACE, WHICH, FACE, ACT, CHOOSE, POWER, PUSHING, SHRINKING = range(8)
REORIENT, TURNING, DROP, OVER = range(8, 12)

# Moves

MOVES: Final = Moves()
PLACE_ON: Final = MOVES.add(*(f"place {name_id(name)}" for name in range(SPACE_NAMES)))
HERE: Final = MOVES.add("here")
FURTHER: Final = MOVES.add("further")
FACE_TO: Final = MOVES.add(*(f"face {facing}" for facing in FACINGS))
ACTIVATE: Final = MOVES.add(*(f"activate {card}" for card in IDS))
USE: Final = MOVES.add(*(f"use {card}" for card in IDS))
BEGIN_TURNING: Final = MOVES.add("reorient")
RENEW: Final = MOVES.add("renew")
WITH: Final = MOVES.add(*(f"with {pyramid}" for pyramid in PYRAMID_IDS))
#: The powers without a target of their own, in the order of their moves.
PLAIN: Final = (
    (CREATE, "create"),
    (FOUND, "found"),
    (GROW, "grow"),
    (MOVE, "move 1"),
    (MOVE, "move 2"),
    (MOVE, "move 3"),
    (SLIDE, "slide"),
    (TAKE, "take"),
    (DESTROY, "destroy"),
    (DRAW, "draw"),
    (HARVEST, "harvest"),
)
DO: Final = MOVES.add(*(text for _, text in PLAIN))
MOVE_BY: Final = DO + 3
COVER_BY: Final = MOVES.add(*(f"cover {card}" for card in IDS))
PUSH_ONE: Final = MOVES.add(
    *(f"push {OWNER[p]} {PYRAMID_IDS[p % OWN]}" for p in range(PYRAMIDS))
)
#: A pyramid can lose as many points as it has pips.
SHRINKS: Final = [
    (p, points) for p in range(PYRAMIDS) for points in range(1, PIPS[p] + 1)
]
SHRINK_BY: Final = MOVES.add(
    *(f"shrink {OWNER[p]} {PYRAMID_IDS[p % OWN]} {points}" for p, points in SHRINKS)
)
TURN: Final = MOVES.add(
    *(f"turn {OWNER[p]} {PYRAMID_IDS[p % OWN]}" for p in range(PYRAMIDS))
)
DISCARD_ONE: Final = MOVES.add(*(f"discard {card}" for card in IDS))
FINISH: Final = MOVES.add("finish")
CLAIM: Final = MOVES.add("claim")

POWER_OF_MOVE: Final = table([power for power, _ in PLAIN])
SHRUNK: Final = table([p for p, _ in SHRINKS])
SHRUNK_BY: Final = table([points for _, points in SHRINKS])
#: The first shrinking of each pyramid.
FIRST_SHRINK: Final = table([SHRUNK.index(p) for p in range(PYRAMIDS)])

# Options

TURN_LIMITS: Final = (0, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200)
OPTIONS: Final = (
    Option("place_upright", (False, True), False, "T2"),
    Option("reorient_anyone", (False, True), False, "T4"),
    Option("only_on_card", (False, True), False, "T5"),
    Option("reshuffle_at_once", (False, True), False, "T9"),
    Option("create_in_wasteland", (False, True), False, "T13"),
    Option("move_into_void", (False, True), False, "T15"),
    Option("slide_stack", (False, True), False, "T16"),
    Option("push_rivals_only", (False, True), False, "T19"),
    Option("cannot_shrink", (False, True), False, "T21"),
    Option("harvest_stack", (False, True), False, "T25"),
    Option("instant_claim", (False, True), False, "T29"),
    Option("turn_limit", TURN_LIMITS, 0, "T30"),
    Option("pawns", (False, True), False, "T34"),
    Option("courts", (False, True), False, "T34"),
    Option("excuses", (False, True), False, "T34"),
)
(
    PLACE_UPRIGHT,
    REORIENT_ANYONE,
    ONLY_ON_CARD,
    RESHUFFLE_AT_ONCE,
    CREATE_IN_WASTELAND,
    MOVE_INTO_VOID,
    SLIDE_STACK,
    PUSH_RIVALS_ONLY,
    CANNOT_SHRINK,
    HARVEST_STACK,
    INSTANT_CLAIM,
    TURN_LIMIT,
    WITH_PAWNS,
    WITH_COURTS,
    WITH_EXCUSES,
) = range(len(OPTIONS))
LIMIT: Final = table(TURN_LIMITS)


# Clauses that refuse a move

CLAUSES: Final = Clauses()
GAME_OVER: Final = CLAUSES.add("TB47")
NOT_YOUR_TURN: Final = CLAUSES.add("TB9")
PLACE_FIRST: Final = CLAUSES.add("TB8")
SPACE_CHOSEN: Final = CLAUSES.add("TB7")
OUTSIDE: Final = CLAUSES.add("TB14")
NO_FACING: Final = CLAUSES.add("TB17")
ONE_ACTION: Final = CLAUSES.add("TB18")
NOT_OCCUPIED: Final = CLAUSES.add("TB19")
NOT_IN_HAND: Final = CLAUSES.add("TB20")
NOT_ON_BOARD: Final = CLAUSES.add("TB21")
HAS_PYRAMIDS: Final = CLAUSES.add("TB22")
NOT_NOW: Final = CLAUSES.add("TB24")
NO_PYRAMID_FITS: Final = CLAUSES.add("TB25")
USE_FIRST: Final = CLAUSES.add("T7")
NO_POWER: Final = CLAUSES.add("T35")
WITHIN_LIMIT: Final = CLAUSES.add("TB29")
OTHER_SUIT: Final = CLAUSES.add("T38")
NOT_ON_CARD: Final = CLAUSES.add("T5")
OWN_ONLY: Final = CLAUSES.add("T4")
NOTHING_TO_END: Final = CLAUSES.add("T11")
#: The sentence of each power, which says what it asks for.
ASKED: Final = table([CLAUSES.add(f"TB{32 + power}") for power in range(12)])
NOT_EMPTY: Final = CLAUSES.add("T12")
AT_VOID: Final = CLAUSES.add("T27")
NO_RESERVE: Final = CLAUSES.add("T23")
WILD_GROUND: Final = CLAUSES.add("T13")
NO_CARDS_LEFT: Final = CLAUSES.add("T43")
TOO_LOW: Final = CLAUSES.add("T14")
INTO_VOID: Final = CLAUSES.add("T15")
NOT_PUSHED: Final = CLAUSES.add("T19")
NOT_SHRUNK: Final = CLAUSES.add("T22")
TOO_MANY_POINTS: Final = CLAUSES.add("T40")
NO_SMALLER: Final = CLAUSES.add("T21")
NO_ACES: Final = CLAUSES.add("TB44")
BETWEEN_ACTIONS: Final = CLAUSES.add("T29")
DISCARD_FIRST: Final = CLAUSES.add("T42")

# What the rules tell


def pyramid_id(p: int) -> str:
    """Name a pyramid by size and copy; its owner is told beside it."""
    return PYRAMID_IDS[p % OWN]


def facing_id(facing: int) -> str:
    """Name an orientation."""
    return FACINGS[facing]


SEAT: Final = Argument(number)
COUNT: Final = Argument(number)
CARD_SHOWN: Final = Argument(card_id)
PYRAMID: Final = Argument(pyramid_id)
SPACE: Final = Argument(space_id)
EVENTS: Final = Events()
STARTED: Final = EVENTS.add("started", "TB9", seat=SEAT)
PLACED: Final = EVENTS.add("placed", "TB8", seat=SEAT, pyramid=PYRAMID, space=SPACE)
FACED: Final = EVENTS.add(
    "faced", "TB17", of=SEAT, pyramid=PYRAMID, facing=Argument(facing_id)
)
ACTIVATED: Final = EVENTS.add("activated", "TB19", seat=SEAT, card=CARD_SHOWN)
USED: Final = EVENTS.add("used", "TB20", seat=SEAT, card=CARD_SHOWN)
CREATED: Final = EVENTS.add("created", "TB32", seat=SEAT, pyramid=PYRAMID, space=SPACE)
FOUNDED: Final = EVENTS.add("founded", "TB33", seat=SEAT, card=CARD_SHOWN, space=SPACE)
GREW: Final = EVENTS.add("grew", "TB34", seat=SEAT, pyramid=PYRAMID, into=PYRAMID)
COVERED: Final = EVENTS.add("covered", "TB35", seat=SEAT, card=CARD_SHOWN, space=SPACE)
MOVED: Final = EVENTS.add("moved", "TB36", seat=SEAT, pyramid=PYRAMID, space=SPACE)
SLID: Final = EVENTS.add("slid", "TB37", seat=SEAT, card=CARD_SHOWN, space=SPACE)
PUSHED: Final = EVENTS.add("pushed", "TB38", of=SEAT, pyramid=PYRAMID, space=SPACE)
TOOK: Final = EVENTS.add("took", "TB39", seat=SEAT, card=CARD_SHOWN)
SHRANK: Final = EVENTS.add("shrank", "TB40", of=SEAT, pyramid=PYRAMID, into=PYRAMID)
CRUSHED: Final = EVENTS.add("crushed", "TB40", of=SEAT, pyramid=PYRAMID)
DESTROYED: Final = EVENTS.add("destroyed", "TB41", seat=SEAT, card=CARD_SHOWN)
HARVESTED: Final = EVENTS.add(
    "harvested", "TB43", seat=SEAT, card=CARD_SHOWN, pyramid=PYRAMID
)
FELL: Final = EVENTS.add("fell", "TB14", of=SEAT, pyramid=PYRAMID)
DREW: Final = EVENTS.add("drew", "T9", seat=SEAT, card=Argument(card_id, secret=True))
RENEWED: Final = EVENTS.add("renewed", "TB23", seat=SEAT, count=COUNT)
DISCARDED: Final = EVENTS.add("discarded", "TB29", seat=SEAT, card=CARD_SHOWN)
RESHUFFLED: Final = EVENTS.add("reshuffled", "T9", count=COUNT)
CLAIMED: Final = EVENTS.add("claimed", "TB44", seat=SEAT)
TIME: Final = EVENTS.add("time", "T30", turns=COUNT)
BARE: Final = EVENTS.add("bare", "T31")

#: Why a game is over.
REASONS: Final = ("TB44", "T30", "T31")
BY_CLAIM, BY_TIME, BY_BARE = range(3)
