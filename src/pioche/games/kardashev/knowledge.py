"""Who knows what at a table of Kardashev (K21, K22, K29)."""

from typing import Any, Final

from pioche.core.rules import Features, Row, jit, lowest, table

from .cards import (
    BITS,
    CARD_COUNT,
    CARD_IDS,
    HERO_COUNT,
    HERO_IDS,
    HERO_NUMBER,
    NUMBER,
    SPLIT,
    STAMP,  # noqa: F401  # the machine code depends on it
    STEP_WORD,
    bit_of,
    word_of,
)
from .effects import rule, targets
from .imagine import imagine, put_aside, shuffle_own
from .places import add, enter, override
from .position import (
    BY_SEAT,
    FLAGS,
    FLAGS_BY_SEAT,
    NUMBERS,
    PLACES,
    REASONS,
    bits_of,
    cards_at,
    effect_of,
    fill_all,
    heroes_in,
    heroes_of,
    in_bits,
    numbers_at,
    position,
    set_up,
    set_up_effect,
    shown_numbers,
    taken,
)
from .state import (
    ACCEPT,
    ANSWER,
    BUILD,
    CHOOSE,
    DRAFT,
    DRAFT_TWO,
    HERO,
    LAY,
    NEXT,
    NONE,
    OVER,
    PASS,
    PASSED_CARDS,
    PHASES,
    RECYCLING,
    RETORT,
    State,
)
from .vocabulary import (
    DETHRONE,
    DISCARD,
    DOMAINS,
    FORSAKE,
    HAND,
    HOOKS,
    IN_PLAY,
    LIST,
    LOOK,
    PACK,
    POOL,
    SIDE,
    SURE,
    WORDS,
)

__all__ = [
    "FEATURES", "expects_claim", "from_view", "imagine", "observe", "position", "set_up",
    "tries", "view",
]  # fmt: skip
Json = dict[str, Any]

# Views


def view(s: State, seat: int | None) -> Json:
    """Build what a seat (None: a spectator) may know."""
    both = range(2)
    return {
        "phase": PHASES[s.phase],
        "waiting": in_bits(s.waiting),
        **{name: getattr(s, name) for name in NUMBERS},
        **{name: bool(getattr(s, name)) for name in FLAGS},
        "mover": s.mover,
        "first": s.first,
        "loser": None if s.loser == NONE else s.loser - 1,
        "winner": None if s.winner == NONE else s.winner - 1,
        "reason": REASONS[s.reason],
        "missed": [DOMAINS[domain] for domain in in_bits(s.missed)],
        "retort": None if s.retort == NONE else CARD_IDS[s.retort - 1],
        "quantum": s.quantum != NONE,
        "quantum_card": CARD_IDS[s.quantum - 1]
        if s.quantum and seat == s.mover
        else None,
        "effect": effect_of(s),
        "word": WORDS[STEP_WORD[s.step - 1]].name if s.phase == CHOOSE else None,
        "actor": s.actor,
        "after": NEXT[s.after],
        "queue": [[s.queue_seat[i], HERO_IDS[s.queue[i]]] for i in range(s.queued)],
        **{name: [getattr(s, name)[i] for i in both] for name in BY_SEAT},
        **{name: [bool(getattr(s, name)[i]) for i in both] for name in FLAGS_BY_SEAT},
        "hand_sizes": [s.sizes[i][HAND] for i in both],
        "deck_sizes": [s.deck_size[i] for i in both],
        "side_sizes": [s.sizes[i][SIDE] for i in both],
        "in_play": [cards_at(s, i, IN_PLAY) for i in both],
        "discards": [cards_at(s, i, DISCARD) for i in both],
        "heroes": [heroes_in(s.heroes[i]) for i in both],
        "fallen": [heroes_in(s.fallen[i]) for i in both],
        **(known_to_nobody() if seat is None else known_to(s, seat)),
    }


def known_to_nobody() -> Json:
    """Leave out what only the seats may know."""
    nothing: Json = dict.fromkeys(
        ("hand", "deck", "side", "pool", "five", "looking", "offer")
    )
    shared: Json = {"sure": [[], []], "pack": [[], []], "list": [[], []]}
    return {**nothing, **shared, "shown": [], "redraws": [], "draft": []}


def known_to(s: State, seat: int) -> Json:
    """Add what a seat knows besides what all see, and what the other knows of it."""
    drafting = s.phase == DRAFT
    return {
        "hand": cards_at(s, seat, HAND),
        "deck": sorted_deck(s, seat),
        "side": cards_at(s, seat, SIDE),
        "pool": cards_at(s, seat, POOL) if s.phase == BUILD else None,
        "five": [CARD_IDS[card] for card in s.five[seat]] if drafting else None,
        "looking": looking(s, seat),
        "offer": heroes_in(s.offer)
        if s.phase == HERO and s.waiting >> seat & 1
        else None,
        "sure": [cards_at(s, i, SURE) for i in range(2)],
        "pack": [cards_at(s, i, PACK) for i in range(2)],
        "list": [cards_at(s, i, LIST) for i in range(2)],
        "shown": [CARD_IDS[card] for card in shown_numbers(s)],
        "redraws": [seat] if s.redraws >> seat & 1 else [],
        "draft": [
            round_for(s, seat, lap) for lap in range(s.lap + 1 if s.stage else 0)
        ],
    }


def sorted_deck(s: State, seat: int) -> list[str]:
    """List the cards of a deck without their order, which nobody knows."""
    cards = sorted(s.deck[seat][i] for i in range(s.deck_size[seat]))
    return [CARD_IDS[card] for card in cards]


def looking(s: State, seat: int) -> list[str] | None:
    """List the cards that a seat is looking at."""
    if s.phase != CHOOSE or s.actor != seat or STEP_WORD[s.step - 1] != LOOK:
        return None
    top = range(s.deck_size[seat] - s.left, s.deck_size[seat])
    return [CARD_IDS[s.deck[seat][i]] for i in top]


def round_for(s: State, seat: int, lap: int) -> Json:
    """Write what a seat knows of a round of the draft (K21)."""
    passed = lap < s.lap or s.phase != DRAFT
    picked = [s.picked[lap][i] for i in range(2)]
    return {
        "picked": None if picked[seat] == NONE else CARD_IDS[picked[seat] - 1],
        "has_picked": [card != NONE for card in picked],
        "got": [
            [CARD_IDS[c] for c in s.got[lap][i]] if passed else [] for i in range(2)
        ],
        "took": taken(s, lap, seat),
        "taken": [len(in_bits(s.took[lap][i])) for i in range(2)],
    }


def from_view(s: State, v: Json, seat: int) -> None:
    """Fill a blank state with what a view tells; hidden cards lie anyhow."""
    s.phase, s.after = PHASES.index(v["phase"]), NEXT.index(v["after"])
    s.waiting, s.redraws = bits_of(v, "waiting"), bits_of(v, "redraws")
    for name in (*NUMBERS, *FLAGS, "mover", "first"):
        setattr(s, name, v[name])
    s.loser = NONE if v["loser"] is None else v["loser"] + 1
    s.winner = NONE if v["winner"] is None else v["winner"] + 1
    s.reason = REASONS.index(v["reason"])
    s.missed = sum(1 << DOMAINS.index(domain) for domain in v["missed"])
    s.retort = NONE if v["retort"] is None else NUMBER[v["retort"]] + 1
    if v["quantum"]:
        s.quantum = 1 if v["quantum_card"] is None else NUMBER[v["quantum_card"]] + 1
    for name in (*BY_SEAT, *FLAGS_BY_SEAT):
        for i in range(2):
            getattr(s, name)[i] = v[name][i]
    for i in range(2):
        s.heroes[i] = heroes_of("heroes", v["heroes"][i])
        s.fallen[i] = heroes_of("fallen", v["fallen"][i])
    s.offer = heroes_of("offer", v["offer"] or [])
    for pair in v["queue"]:
        s.queue_seat[s.queued], s.queue[s.queued] = pair[0], HERO_NUMBER[pair[1]]
        s.queued += 1
    for id in v["shown"]:
        s.shown[word_of(NUMBER[id])] |= bit_of(NUMBER[id])
    for lap, row in enumerate(v["draft"]):
        draft_from(s, row, seat, lap)
    for i, id in enumerate(v["five"] or []):
        s.five[seat][i] = NUMBER[id]
    places_from(s, v, seat)
    set_up_effect(s, v)
    imagine(s, seat)


def draft_from(s: State, row: Json, seat: int, lap: int) -> None:
    """Fill in a round of the draft; what the other took is imagined later."""
    other = 1 - seat
    for i in range(2):
        for place, id in enumerate(row["got"][i]):
            s.got[lap][i][place] = NUMBER[id]
        s.picked[lap][i] = row["has_picked"][i]
    if row["picked"] is not None:
        s.picked[lap][seat] = NUMBER[row["picked"]] + 1
    for place in range(PASSED_CARDS):
        if row["got"][seat] and row["got"][seat][place] in row["took"]:
            s.took[lap][seat] |= 1 << place
    s.took[lap][other] = (1 << row["taken"][other]) - 1


def places_from(s: State, v: Json, seat: int) -> None:
    """Lay out the cards that a seat sees; of the others only their number."""
    other = 1 - seat
    playing = s.phase not in (DRAFT, DRAFT_TWO, BUILD)
    for i in range(2):
        for name in ("in_play", "discards", "sure", "pack", "list"):
            for id in v[name][i]:
                if name == "in_play":
                    enter(s, i, NUMBER[id])
                else:
                    add(s, i, PLACES[name], NUMBER[id])
        if playing:
            for hero in in_bits(s.heroes[i]):
                override(s, i, CARD_COUNT + hero, 1)
    s.entered = v["entered"]
    if s.phase not in (DRAFT, DRAFT_TWO):
        fill_all(s, seat)
        if not s.stage:
            fill_all(s, other)
    for id in v["hand"]:
        add(s, seat, HAND, NUMBER[id])
    for id in v["side"]:
        put_aside(s, seat, NUMBER[id])
    below = list(v["deck"])
    for id in v["looking"] or []:
        below.remove(id)
    for id in (*below, *(v["looking"] or [])):
        s.deck[seat][s.deck_size[seat]] = NUMBER[id]
        s.deck_size[seat] += 1
    s.sizes[other][HAND] = v["hand_sizes"][other]
    s.sizes[other][SIDE] = v["side_sizes"][other]
    s.deck_size[other] = v["deck_sizes"][other]


# For learners

#: Cards by place, counted; a place of the other's is what the seat knows of it.
_PLACES: Final = (
    ("hand", "the seat's hand"),
    ("in_play", "the seat's cards in play"),
    ("discard", "the seat's discard"),
    ("other_in_play", "the other's cards in play"),
    ("other_discard", "the other's discard"),
    ("other_hand", "cards known in the other's hand"),
    (
        "other_deck",
        "the most of each card that the other's deck can hold, if that is known",
    ),
    ("choices", "cards that the seat may choose, draft or leave out now"),
    ("quantum", "the seat's own card in the quantum zone"),
    ("effect", "the card being discarded for a riposte"),
)
FEATURES: Final = Features(
    (
        *((name, CARD_COUNT, meaning) for name, meaning in _PLACES),
        ("phase", len(PHASES), "what is asked"),
        ("word", len(WORDS), "the word of the effect being applied"),
        ("heroes", HERO_COUNT, "the seat's heroes"),
        ("other_heroes", HERO_COUNT, "the other's heroes"),
        ("offer", HERO_COUNT, "heroes that the seat may choose"),
        ("tally", len(DOMAINS), "the seat's cards in play by domain"),
        ("other_tally", len(DOMAINS), "the other's cards in play by domain"),
        ("missed", len(DOMAINS), "domains that the quantum card is not of"),
        ("rules", len(HOOKS), "what the rules say for the seat / 5"),
        ("other_rules", len(HOOKS), "what the rules say for the other / 5"),
        ("sizes", 4, "hands and decks / 10: the seat's hand, deck, the other's"),
        ("stage", 4, "the stage"),
        ("games", 2, "games won: the seat's, the other's"),
        (
            "turn",
            8,
            "whose it is, waiting, plays, answers, quiet, hushed, left, hidden card",
        ),
    )
)
AT: Final = table([FEATURES.start(name) for name, *_ in FEATURES.blocks])
LENGTH: Final = FEATURES.length
(
    O_HAND, O_PLAY, O_DISCARD, O_OTHER_PLAY, O_OTHER_DISCARD, O_OTHER_HAND, O_OTHER_DECK,
    O_CHOICES, O_QUANTUM, O_RETORT, O_PHASE, O_WORD, O_HEROES, O_OTHER_HEROES, O_OFFER,
    O_TALLY, O_OTHER_TALLY, O_MISSED, O_RULES, O_OTHER_RULES, O_SIZES, O_STAGE, O_GAMES,
    O_TURN,
) = range(len(FEATURES.blocks))  # fmt: skip


@jit
def observe(s: State, seat: int, out: Any) -> None:
    """Write what a seat knows as numbers."""
    for i in range(LENGTH):
        out[i] = 0
    other = 1 - seat
    observe_place(s.zone[seat][HAND], s.bits[seat][HAND], AT[O_HAND], out)
    observe_place(s.zone[seat][IN_PLAY], s.bits[seat][IN_PLAY], AT[O_PLAY], out)
    observe_place(s.zone[seat][DISCARD], s.bits[seat][DISCARD], AT[O_DISCARD], out)
    observe_place(s.zone[other][IN_PLAY], s.bits[other][IN_PLAY], AT[O_OTHER_PLAY], out)
    observe_place(
        s.zone[other][DISCARD], s.bits[other][DISCARD], AT[O_OTHER_DISCARD], out
    )
    observe_place(s.zone[other][SURE], s.bits[other][SURE], AT[O_OTHER_HAND], out)
    observe_place(s.zone[other][PACK], s.bits[other][PACK], AT[O_OTHER_DECK], out)
    observe_choices(s, seat, AT[O_CHOICES], out)
    if s.quantum != NONE and seat == s.mover:
        out[AT[O_QUANTUM] + s.quantum - 1] = 1
    if s.retort != NONE:
        out[AT[O_RETORT] + s.retort - 1] = 1
    out[AT[O_PHASE] + s.phase] = 1
    if s.phase == CHOOSE:
        out[AT[O_WORD] + STEP_WORD[s.step - 1]] = 1
    out[AT[O_STAGE] + s.stage] = 1
    observe_heroes(s, seat, out)
    observe_rules(s, seat, out)
    observe_turn(s, seat, AT[O_TURN], out)


@jit
def observe_place(counts: Row, bits: Row, at: int, out: Any) -> None:
    """Count the cards of a place."""
    for word in range(BITS):
        cards = bits[word]
        while cards != 0:
            card = lowest(cards) + SPLIT * word
            out[at + card] = counts[card]
            cards &= cards - 1


@jit
def observe_choices(s: State, seat: int, at: int, out: Any) -> None:
    """Mark the cards that the seat may choose, draft or leave out now."""
    if s.waiting >> seat & 1 == 0:
        return
    if s.phase == DRAFT:
        for card in s.five[seat]:
            out[at + card] = 1
    elif s.phase == DRAFT_TWO:
        for i in range(PASSED_CARDS):
            if s.took[s.lap][seat] >> i & 1 == 0:
                out[at + s.got[s.lap][seat][i]] = 1
    elif s.phase == BUILD:
        observe_place(s.zone[seat][POOL], s.bits[seat][POOL], at, out)
    elif s.phase == CHOOSE:
        word = STEP_WORD[s.step - 1]
        if word not in (DETHRONE, FORSAKE):
            for half in range(BITS):
                cards = targets(s, half)
                while cards != 0:
                    out[at + lowest(cards) + SPLIT * half] = 1
                    cards &= cards - 1


@jit
def observe_heroes(s: State, seat: int, out: Any) -> None:
    """Mark the heroes in power, and those on offer to the seat."""
    offered = s.waiting >> seat & 1
    for hero in range(HERO_COUNT):
        out[AT[O_HEROES] + hero] = s.heroes[seat] >> hero & 1
        out[AT[O_OTHER_HEROES] + hero] = s.heroes[1 - seat] >> hero & 1
        out[AT[O_OFFER] + hero] = s.offer >> hero & offered


@jit
def observe_rules(s: State, seat: int, out: Any) -> None:
    """Write tallies, missed domains, and the rules in force."""
    other = 1 - seat
    for domain in range(len(DOMAINS)):
        out[AT[O_TALLY] + domain] = s.tally[seat][domain]
        out[AT[O_OTHER_TALLY] + domain] = s.tally[other][domain]
        out[AT[O_MISSED] + domain] = s.missed >> domain & 1
    for hook in range(len(HOOKS)):
        out[AT[O_RULES] + hook] = rule(s, seat, hook) / 5
        out[AT[O_OTHER_RULES] + hook] = rule(s, other, hook) / 5
    out[AT[O_SIZES]] = s.sizes[seat][HAND] / 10
    out[AT[O_SIZES] + 1] = s.deck_size[seat] / 10
    out[AT[O_SIZES] + 2] = s.sizes[other][HAND] / 10
    out[AT[O_SIZES] + 3] = s.deck_size[other] / 10
    out[AT[O_GAMES]] = s.games[seat]
    out[AT[O_GAMES] + 1] = s.games[other]


@jit
def observe_turn(s: State, seat: int, at: int, out: Any) -> None:
    """Write where the turn stands."""
    out[at] = s.mover == seat
    out[at + 1] = s.waiting >> seat & 1
    out[at + 2] = s.plays
    out[at + 3] = s.answers
    out[at + 4] = s.quiet / 10
    out[at + 5] = s.hushed[seat] - s.hushed[1 - seat]
    out[at + 6] = s.left
    out[at + 7] = s.quantum != NONE


def expects_claim(s: State) -> bool:
    """Tell whether somebody may be able to speak out of turn: never."""
    return False


def tries(s: State, seat: int) -> list[int]:
    """List the moves that a player of this seat would expect to see."""
    if s.phase == OVER or s.phase in (DRAFT, DRAFT_TWO, BUILD):
        return []
    hand = numbers_at(s, seat, HAND)
    if s.phase == ANSWER and s.waiting >> seat & 1:
        answers = [first + card for first in (RETORT, RECYCLING) for card in hand]
        return [ACCEPT, *answers]
    return [*(LAY + card for card in hand), PASS]


@jit
def shuffle_unseen(s: State) -> None:
    """Shuffle what nobody has seen: what is to come is open again."""
    shuffle_own(s, 0)
    shuffle_own(s, 1)
