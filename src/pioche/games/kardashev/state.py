"""The table of Kardashev: phases, moves, options, what is told, and the state."""

from typing import Annotated, Final

from pioche.core.rules import (
    I1,
    I2,
    I8,
    U1,
    Argument,
    Clauses,
    Cube,
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
)

from .cards import BASE, BITS, CARD_COUNT, CARD_IDS, HERO_IDS
from .vocabulary import DOMAINS, HOOKS, WORDS, ZONES

SEATS: Final = (2, 2)
DECK_SIZE: Final = 35
ROUNDS: Final = 6  # of the draft: two a stage (KB23)
DEALT_CARDS: Final = 5  # to each seat, in each round of the draft (KB20)
PASSED_CARDS: Final = 4
OFFERED: Final = 3  # heroes
MOST_CARDS: Final = (
    90  # in one deck: the 35 of both; while imagining, the 18 left out too
)
MOST_QUEUED: Final = 8
BOTH: Final = 3  # seats, as bits
NONE: Final = 0  # no card, hero, seat or effect: these are kept one higher

# Phases: what the seats that owe a decision are asked.
(
    DRAFT, DRAFT_TWO, BUILD, MULLIGAN, WHO_BEGINS,
    PLAY, ANSWER, GUESS, CHOOSE, HERO, OVER,
) = range(11)  # fmt: skip
PHASES: Final = (
    "draft", "draft-two", "build", "mulligan", "who-begins",
    "play", "answer", "guess", "choose", "hero", "over",
)  # fmt: skip

# What comes when no effect is left to apply.
DECIDE, REVEAL, ANSWERED, PLAYED, START = range(5)
NEXT: Final = ("decide", "reveal", "answered", "played", "start")

# Moves

STAGE_IDS: Final = CARD_IDS[BASE:]
MOVES: Final = Moves()
LAY: Final = MOVES.add(*(f"play {card}" for card in CARD_IDS))
PASS: Final = MOVES.add("pass")
ACCEPT: Final = MOVES.add("accept")
RETORT: Final = MOVES.add(*(f"riposte {card}" for card in CARD_IDS))
RECYCLING: Final = MOVES.add(*(f"recycle {card}" for card in CARD_IDS))
NAME: Final = MOVES.add(*(f"guess {domain}" for domain in DOMAINS))
CHOICE: Final = MOVES.add(*(f"choose {card}" for card in CARD_IDS))
GIVE_UP: Final = MOVES.add(*(f"sacrifice {hero}" for hero in HERO_IDS))
DECLINE: Final = MOVES.add("decline")
PICK: Final = MOVES.add(*(f"draft {card}" for card in STAGE_IDS))
LEAVE: Final = MOVES.add(*(f"leave {card}" for card in CARD_IDS))
LEAVE_SURPLUS: Final = MOVES.add("build")
TAKE_HERO: Final = MOVES.add(*(f"hero {hero}" for hero in HERO_IDS))
BEGIN: Final = MOVES.add("begin 0", "begin 1")
KEEP: Final = MOVES.add("keep")
REDRAW: Final = MOVES.add("redraw")

# Options

OPTIONS: Final = (
    Option("mode", ("single", "match"), "single", "K28"),
    Option("riposte", ("any-domain", "own-domain"), "any-domain", "K6"),
    Option("win_check", ("active", "both"), "active", "K13"),
    Option("quiet_turns", (4, 6, 10, 20), 10, "K16"),
    Option("mulligan", (False, True), False, "K17"),
    Option("match", ("last-game", "best-of-three"), "last-game", "K23"),
)
MODE, GUESSING, WIN_CHECK, QUIET_TURNS, REDRAWING, DECIDING = range(len(OPTIONS))

# Clauses that refuse a move

CLAUSES: Final = Clauses()
GAME_OVER: Final = CLAUSES.add("KB1")
NOT_YOUR_TURN: Final = CLAUSES.add("KB13")
NOT_IN_HAND: Final = CLAUSES.add("KB8")
NOTHING_TO_ANSWER: Final = CLAUSES.add("K4")
ANSWER_FIRST: Final = CLAUSES.add("KB9")
GUESS_FIRST: Final = CLAUSES.add("KB10")
NO_SUCH_ANSWER: Final = CLAUSES.add("K5")
OWN_DOMAIN: Final = CLAUSES.add("K6")
ALREADY_NAMED: Final = CLAUSES.add("K7")
CHOOSE_FIRST: Final = CLAUSES.add("K12")
CARD_DECIDES: Final = CLAUSES.add("K27")
FIRST_PICK: Final = CLAUSES.add("KB21")
SECOND_PICK: Final = CLAUSES.add("KB22")
BUILD_FIRST: Final = CLAUSES.add("KB24")
CHOOSE_HERO: Final = CLAUSES.add("K24")
LOSER_DECIDES: Final = CLAUSES.add("K18")
NO_REDRAW: Final = CLAUSES.add("K17")

# What the rules tell


def card_id(card: int) -> str:
    """Name a card."""
    return CARD_IDS[card]


def hero_id(hero: int) -> str:
    """Name a hero."""
    return HERO_IDS[hero]


def hero_ids(bits: int) -> list[str]:
    """Name heroes."""
    return [id for hero, id in enumerate(HERO_IDS) if bits >> hero & 1]


def domain_id(domain: int) -> str:
    """Name a domain."""
    return DOMAINS[domain]


def word_id(word: int) -> str:
    """Name a word of the vocabulary."""
    return f"effect-{WORDS[word].name}"


SEAT: Final = Argument(number)
COUNT: Final = Argument(number)
SHOWN: Final = Argument(card_id)
SECRET: Final = Argument(card_id, secret=True)
THE_HERO: Final = Argument(hero_id)
EVENTS: Final = Events()
STAGE_BEGAN: Final = EVENTS.add("stage", "KB28", stage=COUNT)
DRAFTED: Final = EVENTS.add("drafted", "KB21", seat=SEAT, card=SECRET)
PASSED_ON: Final = EVENTS.add("passed_on", "KB21", stage=COUNT)
LEFT: Final = EVENTS.add("left_out", "KB24", seat=SEAT, card=SECRET)
BUILT: Final = EVENTS.add("built", "KB24", seat=SEAT)
SHUFFLED: Final = EVENTS.add("game", "KB25", stage=COUNT)
REDREW: Final = EVENTS.add("redrew", "K17", seat=SEAT)
BEGINS: Final = EVENTS.add("begins", "KB6", seat=SEAT)
TURN_BEGAN: Final = EVENTS.add("turn", "KB7", seat=SEAT)
DREW: Final = EVENTS.add("drew", "KB7", seat=SEAT, card=SECRET)
RESHUFFLED: Final = EVENTS.add("reshuffled", "KB18", seat=SEAT, count=COUNT)
SKIPPED_DRAW: Final = EVENTS.add("no_draw", "K27", seat=SEAT)
LAID: Final = EVENTS.add("laid", "KB8", seat=SEAT, card=SECRET)
PASSED: Final = EVENTS.add("passed", "K3", seat=SEAT)
ACCEPTED: Final = EVENTS.add("accepted", "KB9", seat=SEAT)
RETORTED: Final = EVENTS.add("riposted", "KB10", seat=SEAT, card=SHOWN)
NAMED: Final = EVENTS.add("guessed", "KB10", seat=SEAT, domain=Argument(domain_id))
COUNTERED: Final = EVENTS.add("countered", "K8", seat=SEAT, card=SHOWN)
ESCAPED: Final = EVENTS.add("escaped", "K27", seat=SEAT, card=SHOWN)
MISSED: Final = EVENTS.add("missed", "K7", seat=SEAT)
RECYCLED: Final = EVENTS.add("recycled", "KB11", seat=SEAT, card=SHOWN)
ENTERED: Final = EVENTS.add("entered", "KB12", seat=SEAT, card=SHOWN, row=COUNT)
CARRIED: Final = EVENTS.add(
    "carried", "KB19", word=Argument(word_id), seat=SEAT, to=SEAT, card=SECRET
)
LOOKED: Final = EVENTS.add("looked", "KB19", seat=SEAT, count=COUNT)
WORKED: Final = EVENTS.add("worked", "KB19", word=Argument(word_id), seat=SEAT)
POWER: Final = EVENTS.add("power", "KB26", seat=SEAT, hero=THE_HERO)
OFFERED_HEROES: Final = EVENTS.add(
    "offered", "KB26", seat=SEAT, heroes=Argument(hero_ids, secret=True)
)
HERO_CHOSEN: Final = EVENTS.add("hero", "KB26", seat=SEAT, hero=THE_HERO)
HERO_LOST: Final = EVENTS.add("hero_lost", "KB27", seat=SEAT, hero=THE_HERO)
WON_DOMAINS: Final = EVENTS.add("won_domains", "KB14", seat=SEAT)
WON_SAME: Final = EVENTS.add("won_same", "KB15", seat=SEAT)
DRAWN_GAME: Final = EVENTS.add("drawn", "K16", attempt=COUNT)
WON_MATCH: Final = EVENTS.add("won_match", "KB29", seat=SEAT)


@layout
class State(Header):
    """A table of Kardashev; cards are counted by place, with their bits beside (cards.py)."""

    phase: i1
    waiting: i1  # seats that owe a decision, as bits
    redraws: i1  # seats that want another first hand, as bits
    stage: i1  # 0 in a single game
    lap: i1  # the round of the draft
    attempt: i1  # drawn games before this one
    turn: i2  # of this game, from 1
    begun: i4  # moves before this game
    mover: i1  # whose turn it is
    first: i1  # who began
    loser: i1  # of the game before, or NONE
    winner: i1  # of the whole, or NONE
    reason: i1  # how the last game ended, or NONE
    quiet: i1  # turns in a row in which no card entered play
    entered: i1  # whether one did in this turn
    plays: i1  # cards that the mover may still play
    played: i1  # cards that he has played
    answers: i1  # answers that the card may still get
    guesses: i1  # domains that the riposte may still name
    missed: i1  # domains that it has wrongly named, as bits
    retort: i1  # the card discarded for a riposte, or NONE
    quantum: i1  # the card lying face down, or NONE
    apart: i1  # whether no card known in the mover's hand can be that card
    step: i2  # of the effect being applied
    upto: i2  # the step at which it ends
    actor: i1  # whose effect it is
    left: i1  # cards still to choose
    row: i1  # of the effect: a riposte, a recycling or a power counts as row 1
    copied: i1  # whether the effect is another card's
    after: i1  # what comes when no effect is left
    queued: i1  # powers of heroes that wait
    queue: Annotated[Row, I2, MOST_QUEUED]  # their programs
    queue_seat: Annotated[Row, I1, MOST_QUEUED]
    games: Annotated[Row, I1, 2]  # won, by seat
    deck_size: Annotated[Row, I1, 2]
    deck: Annotated[Grid, U1, 2, MOST_CARDS]  # the top card is the last
    packed: Annotated[Row, I1, 2]  # whether the other knows what the deck was made of
    sizes: Annotated[Grid, I1, 2, ZONES]
    bits: Annotated[Cube, I8, 2, ZONES, BITS]
    zone: Annotated[Cube, I1, 2, ZONES, CARD_COUNT]
    tally: Annotated[Grid, I1, 2, len(DOMAINS)]  # cards in play, by domain
    hook: Annotated[Grid, I1, 2, len(HOOKS)]  # by how much printed rules are overridden
    hushed: Annotated[Row, I1, 2]  # cards of the other that this seat may not answer
    drought: Annotated[Row, I1, 2]  # turns without drawing
    more: Annotated[Row, I1, 2]  # turns to take after this one
    sheltered: Annotated[Row, I1, 2]
    truce: Annotated[Row, I1, 2]
    heroes: Annotated[Row, I2, 2]  # in power, as bits
    fallen: Annotated[Row, I2, 2]  # sacrificed
    offer: i2  # heroes that the winner may choose from
    five: Annotated[Grid, U1, 2, DEALT_CARDS]  # the draft's hands
    picked: Annotated[Grid, U1, ROUNDS, 2]  # the first card of a round, or NONE
    got: Annotated[Cube, U1, ROUNDS, 2, PASSED_CARDS]  # the cards passed to a seat
    took: Annotated[Grid, I1, ROUNDS, 2]  # which of them it took, as bits
    shown: Annotated[Row, I8, BITS]  # drafted cards that both have seen in a game
