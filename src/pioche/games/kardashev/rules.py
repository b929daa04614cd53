"""The rules of Kardashev, in the order of its rulebook (see rulebook.en.md).

The table is in state.py, the cards in cards.toml and cards.py, their effects in
vocabulary.py and effects.py, what lies between the games of a match in draft.py.
"""

from typing import Any, Final

from pioche.core.random import below, shuffle
from pioche.core.rules import EVERYONE, Row, jit, lowest, table, tell

from .cards import (
    BASE,
    BITS,
    CARD_COUNT,
    COPIES,
    DOMAIN,
    ELUSIVE,
    HERO_COUNT,
    RECYCLE,
    RECYCLINGS,
    RIPOSTE,
    RIPOSTES,
    ROWS,
    SPLIT,
    STAGES,
    STAMP,  # noqa: F401  # the machine code depends on it
    STEP_WORD,
    bit_of,
    word_of,
)
from .draft import (
    begin_stage,
    draft,
    leave,
    leave_surplus,
    offer_heroes,
    take_hero,
)
from .effects import (
    choose,
    domains,
    lose_hero,
    next_power,
    rule,
    run,
    start_effect,
    stop,
    targets,
    trigger,
    wins,
)
from .places import (
    add,
    clear,
    clear_seat,
    draw,
    enter,
    forget,
    lay_down,
    lift,
    note_at_least,
    override,
    refill,
    remove,
)
from .state import (
    ACCEPT,
    ACCEPTED,
    ALREADY_NAMED,
    ANSWER,
    ANSWER_FIRST,
    ANSWERED,
    BEGIN,
    BEGINS,
    BOTH,
    BUILD,
    BUILD_FIRST,
    CARD_DECIDES,
    CHOICE,
    CHOOSE,
    CHOOSE_FIRST,
    CHOOSE_HERO,
    CLAUSES,
    COUNTERED,
    DECIDE,
    DECIDING,
    DECLINE,
    DRAFT,
    DRAFT_TWO,
    DRAWN_GAME,
    ENTERED,
    ESCAPED,
    EVENTS,
    FIRST_PICK,
    GAME_OVER,
    GIVE_UP,
    GUESS,
    GUESS_FIRST,
    GUESSING,
    HERO,
    KEEP,
    LAID,
    LAY,
    LEAVE,
    LEAVE_SURPLUS,
    LOSER_DECIDES,
    MISSED,
    MODE,
    MOVES,
    MULLIGAN,
    NAME,
    NAMED,
    NO_REDRAW,
    NO_SUCH_ANSWER,
    NONE,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    NOTHING_TO_ANSWER,
    OPTIONS,
    OVER,
    OWN_DOMAIN,
    PASS,
    PASSED,
    PASSED_CARDS,
    PICK,
    PLAY,
    PLAYED,
    QUIET_TURNS,
    RECYCLED,
    RECYCLING,
    REDRAW,
    REDRAWING,
    REDREW,
    RETORT,
    RETORTED,
    REVEAL,
    SEATS,
    SECOND_PICK,
    SHUFFLED,
    SKIPPED_DRAW,
    START,
    TAKE_HERO,
    TURN_BEGAN,
    WHO_BEGINS,
    WIN_CHECK,
    WON_DOMAINS,
    WON_MATCH,
    WON_SAME,
    State,
)
from .texts import CARDS, NAMES
from .vocabulary import (
    AFTER,
    ANSWERS,
    AT_COUNTERED,
    AT_OPENING,
    AT_RIPOSTE,
    AT_TURN,
    DETHRONE,
    DIFFERENT,
    DISCARD,
    DOMAINS,
    DRAWS,
    FORSAKE,
    GUESSES,
    HAND,
    LIST,
    OPENING,
    PACK,
    PLAYS,
    POOL,
    SAME,
    SURE,
)

__all__ = [
    "BOUND", "CARDS", "CLAUSES", "EVENTS", "MOVES", "NAMES", "OPTIONS", "SEATS", "VERSION", "State",
    "apply", "claims", "contradiction", "deal", "forbids", "legal", "over", "result",
    "shares", "to_move",
]  # fmt: skip

VERSION: Final = 1
TURNS: Final = 120  # after which a game is drawn (K16)
GAME_MOVES: Final = 600  # likewise
TURN_MOVES: Final = 1400  # no turn has more, with all that cards may add to it
ATTEMPTS: Final = 3  # to play a game until it is won (K32)
BETWEEN: Final = 120  # moves of all drafts, buildings and choices
BOUND: Final = ATTEMPTS * STAGES * (GAME_MOVES + TURN_MOVES) + BETWEEN
BEST_OF_THREE: Final = 1
OWN: Final = 1  # the value "own-domain" of the option "riposte"
QUIET: Final = table(int(turns) for turns in OPTIONS[QUIET_TURNS].values)
BY_DOMAINS, BY_SAME, UNDECIDED = 1, 2, 3  # how a game ended
REASONS: Final = ("", "KB14", "KB15", "K16")


def contradiction(options: dict[str, Any], seats: int) -> tuple[str, str] | None:
    """Say why options exclude each other: none do."""
    return None


# Set-up


@jit
def deal(s: State) -> None:
    """Begin a single game, or a match with its first draft (K28)."""
    if s.options[MODE] != 0:
        begin_stage(s)
        return
    for seat in range(2):
        for card in range(BASE):
            for _ in range(COPIES):
                add(s, seat, POOL, card)
    begin_game(s)
    go_on(s)


@jit
def begin_game(s: State) -> None:
    """Shuffle both decks and draw the first hands (KB5)."""
    s.begun = s.count
    s.turn = s.mover = s.first = s.quiet = s.entered = s.reason = 0
    s.plays = s.played = s.answers = s.guesses = s.missed = s.retort = 0
    s.quantum = s.apart = s.redraws = 0
    tell(s, SHUFFLED, EVERYONE, s.stage)
    for seat in range(2):
        clear_seat(s, seat)
    for seat in range(2):
        for hero in range(HERO_COUNT):
            if s.heroes[seat] >> hero & 1:
                override(s, seat, CARD_COUNT + hero, 1)
    for seat in range(2):
        fill_deck(s, seat)
        draw(s, seat, rule(s, seat, OPENING))
    if s.options[REDRAWING] != 0:
        s.phase = MULLIGAN
        s.waiting = BOTH
    else:
        ask_who_begins(s)


@jit
def fill_deck(s: State, seat: int) -> None:
    """Shuffle the 35 cards of a seat; in a single game both know what they are (K29)."""
    for word in range(BITS):
        cards = s.bits[seat][POOL][word]
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            cards &= cards - 1
            for _ in range(s.zone[seat][POOL][card]):
                s.deck[seat][s.deck_size[seat]] = card
                s.deck_size[seat] += 1
    if s.stage == 0:
        s.packed[seat] = 1
        for card in range(BASE):
            for _ in range(COPIES):
                add(s, seat, LIST, card)
                add(s, seat, PACK, card)
    shuffle(s, s.deck[seat], s.deck_size[seat])


@jit
def redraw_hands(s: State) -> None:
    """Let those who want it shuffle their first hand back and draw as many again (K17)."""
    for seat in range(2):
        if s.redraws >> seat & 1:
            tell(s, REDREW, EVERYONE, seat)
            count = s.sizes[seat][HAND]
            clear(s, seat, HAND)
            s.deck_size[seat] = 0
            clear(s, seat, LIST)
            clear(s, seat, PACK)
            fill_deck(s, seat)
            draw(s, seat, count)
    s.redraws = 0
    ask_who_begins(s)


@jit
def ask_who_begins(s: State) -> None:
    """Let chance or the loser of the game before decide who begins (K18)."""
    if s.loser == NONE:
        begin_play(s, below(s, 2))
    else:
        s.phase = WHO_BEGINS
        s.waiting = 1 << (s.loser - 1)


@jit
def begin_play(s: State, first: int) -> None:
    """Let heroes act before the first turn, the first player's before the other's (K30)."""
    s.first = s.mover = first
    s.waiting = 0
    s.after = START
    tell(s, BEGINS, EVERYONE, first)
    trigger(s, first, AT_OPENING)
    trigger(s, 1 - first, AT_OPENING)


# Legality


@jit
def forbids(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids a seat this move, or 0."""
    if s.phase == OVER:
        return GAME_OVER
    if s.waiting >> seat & 1 == 0:
        return NOTHING_TO_ANSWER if ACCEPT <= move < CHOICE else NOT_YOUR_TURN
    if move < ACCEPT:
        return forbids_play(s, seat, move)
    if move < CHOICE:
        return forbids_answer(s, seat, move)
    if move < PICK:
        return forbids_choice(s, seat, move)
    return forbids_between(s, seat, move)


@jit
def due(s: State) -> int:
    """Name the clause that says what must be done now instead."""
    return DUE[s.phase]


#: By phase; in the phase PLAY, what is asked too early names itself.
DUE: Final = table(
    (
        FIRST_PICK, SECOND_PICK, BUILD_FIRST, NO_REDRAW, LOSER_DECIDES,
        NOT_YOUR_TURN, ANSWER_FIRST, GUESS_FIRST, CHOOSE_FIRST, CHOOSE_HERO, GAME_OVER,
    )
)  # fmt: skip


@jit
def has(s: State, seat: int, zone: int, card: int) -> bool:
    """Tell whether a place holds a card."""
    return s.bits[seat][zone][word_of(card)] & bit_of(card) != 0


@jit
def forbids_play(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids playing a card or passing, or 0."""
    if s.phase != PLAY:
        return due(s)
    if move != PASS and not has(s, seat, HAND, move - LAY):
        return NOT_IN_HAND
    return 0


@jit
def forbids_answer(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids an answer to the card in the quantum zone, or 0."""
    if move >= NAME:
        return forbids_guess(s, move - NAME)
    if s.phase == PLAY:
        return NOTHING_TO_ANSWER
    if s.phase != ANSWER:
        return due(s)
    if move == ACCEPT:
        return 0
    if s.answers == 0:
        return CARD_DECIDES
    card = move - (RETORT if move < RECYCLING else RECYCLING)
    if not has(s, seat, HAND, card):
        return NOT_IN_HAND
    known = RIPOSTES if move < RECYCLING else RECYCLINGS
    return 0 if known[word_of(card)] & bit_of(card) != 0 else NO_SUCH_ANSWER


@jit
def forbids_guess(s: State, domain: int) -> int:
    """Name the clause that forbids a guess, or 0."""
    if s.phase == PLAY:
        return NOTHING_TO_ANSWER
    if s.phase != GUESS:
        return due(s)
    if s.missed >> domain & 1:
        return ALREADY_NAMED
    if s.options[GUESSING] == OWN and domain != DOMAIN[s.retort - 1]:
        return OWN_DOMAIN
    return 0


@jit
def forbids_choice(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids a choice for an effect, or 0."""
    if s.phase != CHOOSE:
        return CHOOSE_FIRST if s.phase == PLAY else due(s)
    word = STEP_WORD[s.step - 1]
    about_hero = word in (DETHRONE, FORSAKE)
    if move == DECLINE:
        return 0 if word == FORSAKE else CHOOSE_FIRST
    if move >= GIVE_UP:
        mine = about_hero and s.heroes[seat] >> (move - GIVE_UP) & 1
        return 0 if mine else CARD_DECIDES
    card = move - CHOICE
    if about_hero or targets(s, word_of(card)) & bit_of(card) == 0:
        return CARD_DECIDES
    return 0


@jit
def forbids_between(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids a move between the games, or 0."""
    if move < LEAVE:
        return forbids_pick(s, seat, BASE + move - PICK)
    if move < TAKE_HERO:
        if s.phase != BUILD:
            return BUILD_FIRST if s.phase == PLAY else due(s)
        kept = move == LEAVE_SURPLUS or has(s, seat, POOL, move - LEAVE)
        return 0 if kept else BUILD_FIRST
    if move < BEGIN:
        offered = s.phase == HERO and s.offer >> (move - TAKE_HERO) & 1
        return 0 if offered else CHOOSE_HERO if s.phase == PLAY else due(s)
    if move < KEEP:
        if s.phase == WHO_BEGINS:
            return 0
        return LOSER_DECIDES if s.phase == PLAY else due(s)
    if s.phase == MULLIGAN:
        return 0
    return NO_REDRAW if s.phase == PLAY else due(s)


@jit
def forbids_pick(s: State, seat: int, card: int) -> int:
    """Name the clause that forbids to draft a card, or 0."""
    if s.phase == DRAFT:
        for dealt in s.five[seat]:
            if dealt == card:
                return 0
        return FIRST_PICK
    if s.phase == DRAFT_TWO:
        for i in range(PASSED_CARDS):
            if s.got[s.lap][seat][i] == card and s.took[s.lap][seat] >> i & 1 == 0:
                return 0
        return SECOND_PICK
    return FIRST_PICK if s.phase == PLAY else due(s)


@jit
def legal(s: State, seat: int, out: Row) -> int:
    """List a seat's moves, ascending."""
    if s.waiting >> seat & 1 == 0:
        return 0
    if s.phase == PLAY:
        n = list_place(s, seat, HAND, LAY, out)
        out[n] = PASS
        n += 1
    elif s.phase == ANSWER:
        n = list_answers(s, seat, out)
    elif s.phase == GUESS:
        n = list_numbers(NAME, len(DOMAINS), out)
    elif s.phase == CHOOSE:
        n = list_choices(s, seat, out)
    elif s.phase == BUILD:
        n = list_place(s, seat, POOL, LEAVE, out)
        out[n] = LEAVE_SURPLUS
        n += 1
    elif s.phase == WHO_BEGINS:
        n = list_numbers(BEGIN, 2, out)
    elif s.phase == MULLIGAN:
        n = list_numbers(KEEP, 2, out)
    elif s.phase == HERO:
        n = list_bits(s.offer, TAKE_HERO, out, 0)
    else:
        n = list_numbers(PICK, LEAVE - PICK, out)
    return keep_allowed(s, seat, out, n)


@jit
def keep_allowed(s: State, seat: int, out: Row, n: int) -> int:
    """Keep the moves of a list that nothing forbids."""
    kept = 0
    for i in range(n):
        if forbids(s, seat, out[i]) == 0:
            out[kept] = out[i]
            kept += 1
    return kept


@jit
def list_bits(bits: int, first: int, out: Row, n: int) -> int:
    """Append a move for each bit."""
    while bits != 0:
        out[n] = first + lowest(bits)
        n += 1
        bits &= bits - 1
    return n


@jit
def list_numbers(first: int, count: int, out: Row) -> int:
    """List moves that follow each other."""
    for i in range(count):
        out[i] = first + i
    return count


@jit
def list_place(s: State, seat: int, zone: int, first: int, out: Row) -> int:
    """List a move for each card of a place."""
    n = 0
    for word in range(BITS):
        n = list_bits(s.bits[seat][zone][word], first + SPLIT * word, out, n)
    return n


@jit
def list_answers(s: State, seat: int, out: Row) -> int:
    """List the answers to a card in the quantum zone."""
    out[0] = ACCEPT
    n = 1
    if s.answers == 0:
        return n
    for word in range(BITS):
        cards = s.bits[seat][HAND][word] & RIPOSTES[word]
        n = list_bits(cards, RETORT + SPLIT * word, out, n)
    for word in range(BITS):
        cards = s.bits[seat][HAND][word] & RECYCLINGS[word]
        n = list_bits(cards, RECYCLING + SPLIT * word, out, n)
    return n


@jit
def list_choices(s: State, seat: int, out: Row) -> int:
    """List what may be chosen for an effect."""
    word = STEP_WORD[s.step - 1]
    if word in (DETHRONE, FORSAKE):
        n = list_bits(s.heroes[seat], GIVE_UP, out, 0)
        out[n] = DECLINE
        return n + 1
    n = 0
    for half in range(BITS):
        n = list_bits(targets(s, half), CHOICE + SPLIT * half, out, n)
    return n


# Playing


@jit
def apply(s: State, seat: int, move: int) -> None:
    """Play a legal move."""
    if move < ACCEPT:
        if move == PASS:
            tell(s, PASSED, EVERYONE, seat)
            s.plays = s.waiting = 0
            s.after = PLAYED
        else:
            lay(s, seat, move - LAY)
    elif move < CHOICE:
        answer(s, seat, move)
    elif move < PICK:
        if move == DECLINE:
            stop(s)
            s.waiting = 0
        elif move >= GIVE_UP:
            lose_hero(s, seat, move - GIVE_UP)
        else:
            choose(s, move - CHOICE)
    else:
        apply_between(s, seat, move)
    go_on(s)


@jit
def apply_between(s: State, seat: int, move: int) -> None:
    """Play a legal move between the games."""
    if move < LEAVE:
        draft(s, seat, BASE + move - PICK)
    elif move < TAKE_HERO:
        if move == LEAVE_SURPLUS:
            leave_surplus(s, seat)
        else:
            leave(s, seat, move - LEAVE)
        if s.waiting == 0:
            begin_game(s)
    elif move < BEGIN:
        take_hero(s, seat, move - TAKE_HERO)
    elif move < KEEP:
        begin_play(s, move - BEGIN)
    else:
        s.redraws |= (move == REDRAW) << seat
        s.waiting &= ~(1 << seat)
        if s.waiting == 0:
            redraw_hands(s)


@jit
def go_on(s: State) -> None:
    """Do all that follows of itself, until a seat owes a decision."""
    while s.waiting == 0 and s.phase != OVER:
        if s.step < s.upto:
            run(s)
        elif s.upto != 0:
            s.step = s.upto = s.actor = s.row = s.copied = s.left = 0
        elif s.queued != 0:
            next_power(s)
        else:
            proceed(s)


@jit
def proceed(s: State) -> None:
    """Take the next step of the turn."""
    if s.after == DECIDE:
        s.phase = PLAY
        s.waiting = 1 << s.mover
    elif s.after == REVEAL:
        reveal(s)
    elif s.after == ANSWERED:
        s.answers -= 1
        if s.answers > 0:
            ask_for_answer(s)  # K27: only a card or hero gives a second one
        else:
            s.after = REVEAL
    elif s.after == PLAYED:
        if s.plays > 0:
            s.after = DECIDE
        else:
            end_turn(s)
    else:
        start_turn(s, s.first)


@jit
def start_turn(s: State, seat: int) -> None:
    """Begin a turn: draw, but not in the very first one (KB7, K19)."""
    s.mover = seat  # the "first player" of the printed rule is the mover (K10)
    s.turn += 1
    s.entered = s.played = s.sheltered[seat] = s.truce[seat] = 0
    s.plays = rule(s, seat, PLAYS)
    tell(s, TURN_BEGAN, EVERYONE, seat)
    if s.turn > 1:
        if s.drought[seat] > 0:
            s.drought[seat] -= 1
            tell(s, SKIPPED_DRAW, EVERYONE, seat)
        else:
            draw(s, seat, rule(s, seat, DRAWS))
    s.after = DECIDE
    trigger(s, seat, AT_TURN)


@jit
def lay(s: State, seat: int, card: int) -> None:
    """Lay a card face down into the quantum zone (KB8)."""
    remove(s, seat, HAND, card)
    s.quantum = card + 1
    s.apart = s.missed = 0
    s.plays -= 1
    s.played += 1
    tell(s, LAID, 1 << seat, seat, card)
    other = 1 - seat
    s.answers = rule(s, other, ANSWERS)
    if s.hushed[other] > 0:
        s.hushed[other] -= 1
        s.answers = 0
    ask_for_answer(s)


@jit
def ask_for_answer(s: State) -> None:
    """Ask the other seat, even when it can only accept (K31)."""
    s.phase = ANSWER
    s.waiting = 1 << (1 - s.mover)


@jit
def answer(s: State, seat: int, move: int) -> None:
    """Accept the card, or discard one for its riposte or recycling (KB9)."""
    if move == ACCEPT:
        tell(s, ACCEPTED, EVERYONE, seat)
        s.waiting = 0
        s.after = REVEAL
    elif move < RECYCLING:
        card = move - RETORT
        tell(s, RETORTED, EVERYONE, seat, card)
        lift(s, seat, HAND, card)
        lay_down(s, seat, DISCARD, card)
        s.retort = card + 1
        s.guesses = rule(s, seat, GUESSES)
        s.phase = GUESS
    elif move < NAME:
        card = move - RECYCLING
        tell(s, RECYCLED, EVERYONE, seat, card)
        lift(s, seat, HAND, card)
        lay_down(s, seat, DISCARD, card)
        s.waiting = 0
        s.after = ANSWERED
        start_effect(s, seat, card, RECYCLE)
    else:
        guess(s, seat, move - NAME)


@jit
def guess(s: State, seat: int, domain: int) -> None:
    """Name a domain: if it is the card's, the card is discarded (KB10)."""
    tell(s, NAMED, EVERYONE, seat, domain)
    s.guesses -= 1
    if DOMAIN[s.quantum - 1] == domain:
        counter(s, seat)
    else:
        s.missed |= 1 << domain
        if s.guesses == 0 or s.options[GUESSING] == OWN:
            tell(s, MISSED, EVERYONE, seat)
            s.retort = s.guesses = s.waiting = 0
            s.after = ANSWERED


@jit
def uncover(s: State) -> int:
    """Turn the card in the quantum zone face up."""
    card = s.quantum - 1
    if s.apart == 0:
        forget(s, s.mover, card)
    s.quantum = s.apart = s.missed = s.answers = 0
    return card


@jit
def counter(s: State, seat: int) -> None:
    """Discard the guessed card, then apply the riposte (K7, K8, K9)."""
    card = uncover(s)
    mover = s.mover
    if ELUSIVE[card] != 0:
        tell(s, ESCAPED, EVERYONE, mover, card)
        add(s, mover, HAND, card)
        add(s, mover, SURE, card)
    else:
        tell(s, COUNTERED, EVERYONE, mover, card)
        add(s, mover, DISCARD, card)
    note_at_least(s, mover, card, 0)
    refill(s, mover)
    retort = s.retort - 1
    s.retort = s.guesses = s.waiting = 0
    s.after = PLAYED
    start_effect(s, seat, retort, RIPOSTE)
    trigger(s, mover, AT_COUNTERED)
    trigger(s, seat, AT_RIPOSTE)


@jit
def reveal(s: State) -> None:
    """Put the card into play and apply the row of its count (KB12, K11)."""
    card = uncover(s)
    seat = s.mover
    enter(s, seat, card)
    note_at_least(s, seat, card, 0)
    domain = DOMAIN[card]
    count = min(s.tally[seat][domain], ROWS)
    tell(s, ENTERED, EVERYONE, seat, card, count)
    s.after = PLAYED
    start_effect(s, seat, card, count - 1)
    trigger(s, seat, AFTER + domain)


# The end of a turn, of a game, of the match


@jit
def end_turn(s: State) -> None:
    """End a turn: who has won has won now (K13); else the other's turn begins."""
    seat = s.mover
    s.quiet = 0 if s.entered != 0 else s.quiet + 1
    if has_won(s, seat):
        win_game(s, seat)
    elif s.options[WIN_CHECK] != 0 and has_won(s, 1 - seat):
        win_game(s, 1 - seat)
    elif is_endless(s):
        draw_game(s)
    elif s.more[seat] > 0:
        s.more[seat] -= 1
        start_turn(s, seat)
    else:
        start_turn(s, 1 - seat)


@jit
def has_won(s: State, seat: int) -> bool:
    """Tell whether a seat has a card of each domain, or five of one (K14)."""
    if s.truce[0] != 0 or s.truce[1] != 0:
        return False  # K27
    if domains(s, seat) >= rule(s, seat, DIFFERENT):
        s.reason = BY_DOMAINS
        return True
    if wins(s, seat, rule(s, seat, SAME)):
        s.reason = BY_SAME
        return True
    return False


@jit
def is_endless(s: State) -> bool:
    """Tell whether a game that nobody wins has lasted long enough (K16)."""
    quiet = s.quiet >= QUIET[s.options[QUIET_TURNS]]
    return quiet or s.turn >= TURNS or s.count - s.begun >= GAME_MOVES


@jit
def win_game(s: State, seat: int) -> None:
    """Win a game: the last one decides the match, the others give a hero (KB26, KB29)."""
    s.games[seat] += 1
    s.loser = 2 - seat
    tell(s, WON_DOMAINS if s.reason == BY_DOMAINS else WON_SAME, EVERYONE, seat)
    early = s.options[DECIDING] == BEST_OF_THREE and s.games[seat] == 2
    if s.stage in (0, STAGES) or early:
        end(s, seat + 1)
    else:
        offer_heroes(s, seat)


@jit
def draw_game(s: State) -> None:
    """Play a drawn game again; after some attempts nobody wins it (K16, K26, K32)."""
    s.attempt += 1
    s.loser = NONE
    s.reason = UNDECIDED
    tell(s, DRAWN_GAME, EVERYONE, s.attempt)
    if s.attempt < ATTEMPTS:
        begin_game(s)
    elif s.stage in (0, STAGES):
        end(s, NONE)
    else:
        begin_stage(s)


@jit
def end(s: State, winner: int) -> None:
    """End the game or the match (K23)."""
    if s.options[DECIDING] == BEST_OF_THREE and s.stage != 0:
        winner = NONE
        if s.games[0] != s.games[1]:
            winner = 1 if s.games[0] > s.games[1] else 2
    s.winner = winner
    s.phase = OVER
    s.waiting = 0
    if winner != NONE and s.stage != 0:
        tell(s, WON_MATCH, EVERYONE, winner - 1)


@jit
def over(s: State) -> bool:
    """Tell whether all is over."""
    return s.phase == OVER


@jit
def to_move(s: State) -> int:
    """Return the seats that owe a decision, as bits."""
    return s.waiting


@jit
def claims(s: State) -> int:
    """Return the seats that may speak out of turn: nobody may."""
    return 0


@jit
def shares(s: State, out: Any) -> None:
    """Write each seat's share of one point."""
    for seat in range(2):
        out[seat] = 0.5
        if s.phase == OVER and s.winner != NONE:
            out[seat] = 1.0 if s.winner == seat + 1 else 0.0


def result(s: State) -> tuple[list[int], list[int], str]:
    """Return the winners, the games won and the clause that ended it."""
    winners = [s.winner - 1] if s.winner != NONE else [0, 1]
    if s.winner == NONE:
        reason = REASONS[UNDECIDED]
    elif s.stage == 0:
        reason = REASONS[s.reason]
    else:
        reason = "KB29" if s.options[DECIDING] == 0 else "K23"
    return winners, [s.games[0], s.games[1]], reason
