"""Positions: the complete state as a person reads it, and back, every field checked.

A deck is written from its top card on. In a position that is read, "*" as the last card
of a deck stands for all cards of the seat that lie nowhere else.
"""

from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, flag, lists, seat_of, whole, whole_list
from pioche.core.rules import ones

from .cards import (
    BASE,
    CARD_COUNT,
    CARD_IDS,
    COPIES,
    DOMAIN,
    FIRST_STEP,
    HERO_COUNT,
    HERO_IDS,
    HERO_NUMBER,
    HERO_PROGRAM,
    HOW,
    NUMBER,
    OF_STAGE,
    PARTS,
    ROWS,
    SPLIT,
    STEP_WORD,
    bit_of,
    word_of,
)
from .draft import fill_pool
from .effects import targets
from .places import add, enter, override, remove
from .state import (
    ANSWER,
    ANSWERED,
    BUILD,
    CHOOSE,
    DEALT_CARDS,
    DECIDE,
    DECK_SIZE,
    DRAFT,
    DRAFT_TWO,
    GUESS,
    HERO,
    MODE,
    MULLIGAN,
    NEXT,
    NONE,
    OFFERED,
    OVER,
    PASSED_CARDS,
    PHASES,
    PLAY,
    PLAYED,
    START,
    WHO_BEGINS,
    State,
)
from .vocabulary import (
    DETHRONE,
    DISCARD,
    DOMAINS,
    FORSAKE,
    HAND,
    IN_PLAY,
    LIST,
    LOOK,
    MY_CHOICE,
    PACK,
    POOL,
    SIDE,
    SURE,
)

Json = dict[str, Any]
REASONS: Final = (None, "domains", "same", "undecided")
PART_NAMES: Final = (
    *(f"row-{row}" for row in range(1, ROWS + 1)),
    "riposte",
    "recycle",
)
POWER: Final = "power"
THE_REST: Final = "*"
#: Numbers that a position gives as they are, with the least and the most they may be.
NUMBERS: Final = {
    "stage": (0, 3),
    "lap": (0, 5),
    "attempt": (0, 3),
    "turn": (0, 200),
    "begun": (0, 2**31 - 1),
    "quiet": (0, 40),
    "plays": (0, 5),
    "played": (0, 5),
    "answers": (0, 3),
    "guesses": (0, 4),
    "left": (0, 9),
    "row": (0, ROWS - 1),
}
#: The program that ends at a step.
ENDING_AT: Final = {
    FIRST_STEP[program + 1]: program
    for program in range(HERO_PROGRAM + HERO_COUNT)
    if FIRST_STEP[program] < FIRST_STEP[program + 1]
}
FLAGS: Final = ("entered", "apart", "copied")
BY_SEAT: Final = {"hushed": 5, "drought": 5, "more": 5, "games": 3}
FLAGS_BY_SEAT: Final = ("packed", "sheltered", "truce")
#: Places that a position lists by seat; PACK only when it is known.
PLACES: Final = {
    "hands": HAND,
    "in_play": IN_PLAY,
    "discards": DISCARD,
    "sides": SIDE,
    "sure": SURE,
    "pack": PACK,
    "list": LIST,
}


def bad(field: str, fr: str, en: str) -> BadPosition:
    """Name what is wrong."""
    return BadPosition(field, fr, en)


# Writing


def cards_at(s: State, seat: int, zone: int) -> list[str]:
    """List the cards of a place, in the order of the card file."""
    counts = s.zone[seat][zone]
    return [
        CARD_IDS[card]
        for card in numbers_at(s, seat, zone)
        for _ in range(counts[card])
    ]


def numbers_at(s: State, seat: int, zone: int) -> list[int]:
    """List the kinds of cards of a place."""
    low, high = s.bits[seat][zone]
    return [*in_bits(low), *(card + SPLIT for card in in_bits(high))]


def in_bits(bits: int) -> list[int]:
    """List the places of the bits that are set."""
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found


def card_or_none(number: int) -> str | None:
    """Name a card that is kept one higher than its number."""
    return None if number == NONE else CARD_IDS[number - 1]


def heroes_in(bits: int) -> list[str]:
    """Name heroes."""
    return [HERO_IDS[hero] for hero in in_bits(bits)]


def deck_list(s: State, seat: int) -> list[str]:
    """List a deck from its top card on."""
    return [CARD_IDS[s.deck[seat][i]] for i in range(s.deck_size[seat] - 1, -1, -1)]


def effect_of(s: State) -> Json | None:
    """Write the effect being applied."""
    if s.upto == 0:
        return None
    program = ENDING_AT[s.upto]
    step = s.step - FIRST_STEP[program]
    if program >= HERO_PROGRAM:
        return {"source": HERO_IDS[program - HERO_PROGRAM], "part": POWER, "step": step}
    part = PART_NAMES[program % PARTS]
    return {"source": CARD_IDS[program // PARTS], "part": part, "step": step}


def position(s: State) -> Json:
    """Write the complete state, readable by a person."""
    both = range(2)
    return {
        "phase": PHASES[s.phase],
        "waiting": in_bits(s.waiting),
        "redraws": in_bits(s.redraws),
        **{name: getattr(s, name) for name in NUMBERS},
        **{name: bool(getattr(s, name)) for name in FLAGS},
        "mover": s.mover,
        "first": s.first,
        "loser": None if s.loser == NONE else s.loser - 1,
        "winner": None if s.winner == NONE else s.winner - 1,
        "reason": REASONS[s.reason],
        "missed": [DOMAINS[domain] for domain in in_bits(s.missed)],
        "retort": card_or_none(s.retort),
        "quantum": card_or_none(s.quantum),
        "effect": effect_of(s),
        "actor": s.actor,
        "after": NEXT[s.after],
        "queue": [[s.queue_seat[i], HERO_IDS[s.queue[i]]] for i in range(s.queued)],
        **{name: [getattr(s, name)[seat] for seat in both] for name in BY_SEAT},
        **{name: [bool(getattr(s, name)[i]) for i in both] for name in FLAGS_BY_SEAT},
        "decks": [deck_list(s, seat) for seat in both],
        **{name: [cards_at(s, i, zone) for i in both] for name, zone in PLACES.items()},
        "heroes": [heroes_in(s.heroes[seat]) for seat in both],
        "fallen": [heroes_in(s.fallen[seat]) for seat in both],
        "offer": heroes_in(s.offer),
        "five": [five_of(s, seat) for seat in both],
        "draft": [round_of(s, lap) for lap in range(s.lap + 1 if s.stage else 0)],
        "shown": [CARD_IDS[c] for c in shown_numbers(s)],
    }


def shown_numbers(s: State) -> list[int]:
    """List the drafted cards that games have shown."""
    return [*in_bits(s.shown[0]), *(card + SPLIT for card in in_bits(s.shown[1]))]


def five_of(s: State, seat: int) -> list[str]:
    """List the five cards that a seat drafts from."""
    return [CARD_IDS[card] for card in s.five[seat]] if s.phase == DRAFT else []


def round_of(s: State, lap: int) -> Json:
    """Write a round of the draft."""
    passed = lap < s.lap or s.phase != DRAFT
    return {
        "picked": [card_or_none(s.picked[lap][seat]) for seat in range(2)],
        "got": [
            [CARD_IDS[c] for c in s.got[lap][i]] if passed else [] for i in range(2)
        ],
        "took": [taken(s, lap, seat) for seat in range(2)],
    }


def taken(s: State, lap: int, seat: int) -> list[str]:
    """List the passed cards that a seat took."""
    return [CARD_IDS[s.got[lap][seat][i]] for i in in_bits(s.took[lap][seat])]


# Reading


def number_of(field: str, id: object) -> int:
    """Return the number of a card."""
    if not isinstance(id, str) or id not in NUMBER:
        raise bad(
            field, f"aucune carte ne s'appelle {id!r}", f"no card is called {id!r}"
        )
    return NUMBER[id]


def hero_of(field: str, id: object) -> int:
    """Return the number of a hero."""
    if not isinstance(id, str) or id not in HERO_NUMBER:
        raise bad(
            field, f"aucun héros ne s'appelle {id!r}", f"no hero is called {id!r}"
        )
    return HERO_NUMBER[id]


def some_card(d: Json, field: str) -> int:
    """Read a card or none, one higher than its number."""
    return NONE if d[field] is None else number_of(field, d[field]) + 1


def some_seat(d: Json, field: str) -> int:
    """Read a seat or none, one higher than its number."""
    return NONE if d[field] is None else seat_of(d, field, 2) + 1


def bits_of(d: Json, field: str) -> int:
    """Read seats as bits."""
    return sum(1 << seat for seat in set(whole_list(d, field, None, 0, 1)))


def heroes_of(field: str, ids: list[Any]) -> int:
    """Read heroes as bits."""
    return sum(1 << hero for hero in {hero_of(field, id) for id in ids})


def set_up(s: State, d: Json) -> None:
    """Fill a blank state from a position, or raise BadPosition."""
    s.phase = choice(d, "phase", PHASES)
    s.waiting, s.redraws = bits_of(d, "waiting"), bits_of(d, "redraws")
    for name, (low, high) in NUMBERS.items():
        setattr(s, name, whole(name, d[name], low, high))
    for name in FLAGS:
        setattr(s, name, flag(d, name))
    s.mover, s.first = seat_of(d, "mover", 2), seat_of(d, "first", 2)
    s.loser, s.winner = some_seat(d, "loser"), some_seat(d, "winner")
    s.reason = choice(d, "reason", REASONS)  # type: ignore[arg-type]  # None is a name
    for name in lists(d, "missed"):
        s.missed |= 1 << choice({"missed": name}, "missed", DOMAINS)
    s.retort, s.quantum = some_card(d, "retort"), some_card(d, "quantum")
    s.after = choice(d, "after", NEXT)
    for name, most in BY_SEAT.items():
        for seat, count in enumerate(whole_list(d, name, 2, 0, most)):
            getattr(s, name)[seat] = count
    for name in FLAGS_BY_SEAT:
        for seat, value in enumerate(both(d, name)):
            getattr(s, name)[seat] = flag({name: value}, name)
    set_up_heroes(s, d)
    set_up_draft(s, d)
    set_up_places(s, d)
    set_up_effect(s, d)
    check(s)


def both(d: Json, field: str) -> list[Any]:
    """Read a list of two, one a seat."""
    value = d[field]
    if not isinstance(value, list) or len(value) != 2:
        raise bad(field, "il faut une valeur par joueur", "one value a seat is needed")
    return value


def set_up_heroes(s: State, d: Json) -> None:
    """Read the heroes: each is in one place at most."""
    s.offer = heroes_of("offer", lists(d, "offer"))
    for seat, ids in enumerate(lists(d, "heroes", 2)):
        s.heroes[seat] = heroes_of("heroes", ids)
    for seat, ids in enumerate(lists(d, "fallen", 2)):
        s.fallen[seat] = heroes_of("fallen", ids)
    groups = (*s.heroes, *s.fallen, s.offer)
    if sum(map(ones, groups)) != ones(
        groups[0] | groups[1] | groups[2] | groups[3] | s.offer
    ):
        raise bad("heroes", "un héros est à deux endroits", "a hero is in two places")
    if any(ones(s.heroes[i] | s.fallen[i]) > 2 for i in range(2)):
        raise bad(
            "heroes", "personne n'en gagne plus de deux", "nobody wins more than two"
        )
    s.queued = 0
    for pair in lists(d, "queue"):
        if not isinstance(pair, list) or len(pair) != 2 or s.queued >= len(s.queue):
            raise bad(
                "queue", "c'est une liste de [joueur, héros]", "it lists [seat, hero]"
            )
        s.queue_seat[s.queued] = whole("queue", pair[0], 0, 1)
        s.queue[s.queued] = hero_of("queue", pair[1])
        s.queued += 1


# The draft


def set_up_draft(s: State, d: Json) -> None:
    """Read the rounds of the draft and check that they can have been dealt."""
    rounds = lists(d, "draft")
    fives = lists(d, "five", 2)
    wanted = s.lap + 1 if s.stage else 0
    if len(rounds) != wanted or (s.stage and s.lap // 2 + 1 != s.stage):
        raise bad(
            "draft", f"il faut {wanted} tours de draft", f"{wanted} rounds are needed"
        )
    if s.stage == 0 and (s.lap or s.phase in (DRAFT, DRAFT_TWO, BUILD)):
        raise bad(
            "stage", "une partie seule n'a pas de draft", "a single game has no draft"
        )
    if bool(s.stage) != bool(s.options[MODE]):
        raise bad(
            "stage", "il ne va pas avec l'option mode", "it contradicts the option mode"
        )
    used: set[int] = set()
    for lap, row in enumerate(rounds):
        now = lap == s.lap
        if now and s.phase == DRAFT:
            set_up_first_pick(s, row, fives, used)
        else:
            set_up_round(s, lap, row, used)
    if s.phase != DRAFT and fives != [[], []]:
        raise bad("five", "personne ne drafte", "nobody is drafting")
    if s.stage and s.phase not in (DRAFT, DRAFT_TWO) and s.lap % 2 == 0:
        raise bad("lap", "un stade a deux tours de draft", "a stage has two rounds")
    owned = {
        card
        for seat in range(2)
        for lap in range(len(rounds))
        for card in got(s, lap, seat)
    }
    for id in lists(d, "shown"):
        card = number_of("shown", id)
        if card not in owned:
            raise bad("shown", f"personne n'a drafté {id}", f"nobody has drafted {id}")
        s.shown[word_of(card)] |= bit_of(card)


def got(s: State, lap: int, seat: int) -> list[int]:
    """List the cards that a seat has drafted in a round that is over."""
    if s.phase in (DRAFT, DRAFT_TWO) and lap == s.lap:
        return []
    took = [s.got[lap][seat][i] for i in in_bits(s.took[lap][seat])]
    return [s.picked[lap][seat] - 1, *took]


def fresh(s: State, field: str, ids: object, lap: int, used: set[int]) -> list[int]:
    """Read cards of a round's stage, ascending, that no other place has used."""
    if not isinstance(ids, list):
        raise bad(field, "c'est une liste de cartes", "it is a list of cards")
    cards = [number_of(field, id) for id in ids]
    first = BASE + OF_STAGE * (lap // 2)
    for card in cards:
        if not first <= card < first + OF_STAGE:
            id = CARD_IDS[card]
            raise bad(field, f"{id} est d'un autre stade", f"{id} is of another stage")
    if cards != sorted(set(cards)) or used & set(cards):
        raise bad(
            field,
            "une carte y est deux fois, ou mal rangée",
            "a card is there twice, or out of order",
        )
    used.update(cards)
    return cards


def set_up_first_pick(s: State, row: Any, fives: list[Any], used: set[int]) -> None:
    """Read the round that is being drafted, before the other four cards are passed."""
    if row.get("got") != [[], []] or row.get("took") != [[], []]:
        raise bad("draft", "rien n'est encore passé", "nothing has been passed yet")
    for seat in range(2):
        cards = fresh(s, "five", fives[seat], s.lap, used)
        if len(cards) != DEALT_CARDS:
            raise bad("five", "il en faut cinq", "there are five")
        for i, card in enumerate(cards):
            s.five[seat][i] = card
        s.picked[s.lap][seat] = some_card({"draft": both(row, "picked")[seat]}, "draft")
        if s.picked[s.lap][seat] != NONE and s.picked[s.lap][seat] - 1 not in cards:
            raise bad(
                "draft",
                "la carte prise n'est pas des cinq",
                "the pick is not of the five",
            )
        if (s.picked[s.lap][seat] == NONE) != bool(s.waiting >> seat & 1):
            raise bad(
                "waiting", "ce sont ceux qui n'ont pas pris", "it is who has not picked"
            )
    if s.waiting == 0:
        raise bad(
            "waiting", "quelqu'un doit encore prendre", "somebody must still pick"
        )


def set_up_round(s: State, lap: int, row: Any, used: set[int]) -> None:
    """Read a round of which the four cards have been passed."""
    open_round = lap == s.lap and s.phase == DRAFT_TWO
    for seat in range(2):
        picked = fresh(s, "draft", [both(row, "picked")[seat]], lap, used)
        s.picked[lap][seat] = picked[0] + 1
        cards = fresh(s, "draft", both(row, "got")[seat], lap, used)
        if len(cards) != PASSED_CARDS:
            raise bad("draft", "quatre cartes passent", "four cards are passed")
        for i, card in enumerate(cards):
            s.got[lap][seat][i] = card
        took = {number_of("draft", id) for id in both(row, "took")[seat]}
        if not took <= set(cards) or not (
            len(took) == 2 or (open_round and len(took) < 2)
        ):
            raise bad(
                "draft", "on en prend deux des quatre", "one takes two of the four"
            )
        for card in took:
            s.took[lap][seat] |= 1 << cards.index(card)
        if open_round and (len(took) < 2) != bool(s.waiting >> seat & 1):
            raise bad(
                "waiting", "ce sont ceux qui n'ont pas pris", "it is who has not picked"
            )
    if open_round and s.waiting == 0:
        raise bad(
            "waiting", "quelqu'un doit encore prendre", "somebody must still pick"
        )


# Places


def set_up_places(s: State, d: Json) -> None:
    """Lay out all cards; each seat's pool is its base deck and what it drafted."""
    placed = {name: lists(d, name, 2) for name in PLACES}
    decks = lists(d, "decks", 2)
    drafting = s.phase in (DRAFT, DRAFT_TWO)
    for seat in range(2):
        if not drafting:
            fill_all(s, seat)
        for name, zone in PLACES.items():
            for id in placed[name][seat]:
                card = number_of(name, id)
                (enter if zone == IN_PLAY else add)(
                    s, seat, *((card,) if zone == IN_PLAY else (zone, card))
                )
        lay_aside(s, seat)
    s.entered = flag(d, "entered")
    in_game = not drafting and s.phase != BUILD
    for seat in range(2):
        set_up_deck(s, seat, decks[seat], in_game)
        if in_game:
            for hero in in_bits(s.heroes[seat]):
                override(s, seat, CARD_COUNT + hero, 1)
    if in_game:
        check_cards(s)
        return
    for name, zone in PLACES.items():
        if zone != SIDE or drafting:
            if any(s.sizes[seat][zone] for seat in range(2)):
                raise bad(
                    name, "aucune partie n'est en cours", "no game is being played"
                )


def fill_all(s: State, seat: int) -> None:
    """Lay out the whole pool of a seat."""
    if s.stage:
        fill_pool(s, seat)
    else:
        for card in range(BASE):
            for _ in range(COPIES):
                add(s, seat, POOL, card)


def lay_aside(s: State, seat: int) -> None:
    """Take the cards left out of the deck out of the pool."""
    for card in numbers_at(s, seat, SIDE):
        for _ in range(s.zone[seat][SIDE][card]):
            if s.zone[seat][POOL][card] == 0:
                id = CARD_IDS[card]
                raise bad("sides", f"{id} est de trop", f"there is one {id} too many")
            remove(s, seat, POOL, card)
    if s.phase in (DRAFT, DRAFT_TWO):
        return
    size = s.sizes[seat][POOL]
    if size < DECK_SIZE or (s.phase != BUILD and size != DECK_SIZE):
        raise bad(
            "sides", f"il reste {size} cartes, pas 35", f"{size} cards remain, not 35"
        )
    if s.phase == BUILD and (size > DECK_SIZE) != bool(s.waiting >> seat & 1):
        raise bad(
            "waiting", "ce sont ceux qui construisent", "it is who is still building"
        )


def set_up_deck(s: State, seat: int, ids: list[Any], in_game: bool) -> None:  # noqa: FBT001
    """Read a deck from its top card on; "*" takes all cards that lie nowhere else."""
    cards = [number_of("decks", id) for id in ids if id != THE_REST]
    if ids[-1:] == [THE_REST] and in_game:
        cards += the_rest(s, seat, cards)
    if len(cards) > 2 * DECK_SIZE or (cards and not in_game):
        raise bad("decks", "il a trop de cartes", "it has too many cards")
    for card in reversed(cards):
        s.deck[seat][s.deck_size[seat]] = card
        s.deck_size[seat] += 1


def the_rest(s: State, seat: int, top: list[int]) -> list[int]:
    """List the cards of a seat's deck list that lie nowhere."""
    rest = []
    for card in numbers_at(s, seat, POOL):
        placed = sum(s.zone[seat][zone][card] for zone in (HAND, IN_PLAY, DISCARD))
        placed += top.count(card) + (s.mover == seat and s.quantum == card + 1)
        rest += [card] * (s.zone[seat][POOL][card] - placed)
    return rest


def check_cards(s: State) -> None:
    """Refuse cards made or lost, and knowledge that is not true."""
    for card in range(CARD_COUNT):
        total = sum(s.zone[seat][POOL][card] for seat in range(2))
        placed = [side_total(s, seat, card) for seat in range(2)]
        if sum(placed) != total:
            id, count = CARD_IDS[card], sum(placed)
            raise bad(
                "decks",
                f"il y a {count} fois {id}, il en faut {total}",
                f"{id} is there {count} times, it must be {total}",
            )
        for seat in range(2):
            check_known(s, seat, card, placed[seat])
    for seat in range(2):
        if s.deck_size[seat] == 0 and s.sizes[seat][DISCARD] != 0:
            raise bad(
                "decks", "vide, il serait mélangé", "empty, it would be reshuffled"
            )
        if not s.packed[seat] and s.sizes[seat][PACK]:
            raise bad("pack", "elle va avec « packed »", "it goes with 'packed'")


def side_total(s: State, seat: int, card: int) -> int:
    """Count a card on one side of the table."""
    in_deck = sum(s.deck[seat][i] == card for i in range(s.deck_size[seat]))
    quantum = s.mover == seat and s.quantum == card + 1
    return (
        in_deck + quantum + sum(s.zone[seat][z][card] for z in (HAND, IN_PLAY, DISCARD))
    )


def check_known(s: State, seat: int, card: int, total: int) -> None:
    """Refuse what the other seat cannot know, for it is not so."""
    quantum = s.mover == seat and s.quantum == card + 1 and not s.apart
    in_deck = sum(s.deck[seat][i] == card for i in range(s.deck_size[seat]))
    for field, true in (
        ("sure", s.zone[seat][SURE][card] <= s.zone[seat][HAND][card] + quantum),
        ("pack", not s.packed[seat] or in_deck <= s.zone[seat][PACK][card]),
        ("list", s.zone[seat][LIST][card] <= total),
        ("shown", s.zone[seat][LIST][card] == 0 or was_shown(s, card)),
    ):
        if not true:
            id = CARD_IDS[card]
            raise bad(field, f"ce n'est pas vrai de {id}", f"it is not true of {id}")


def was_shown(s: State, card: int) -> bool:
    """Tell whether both know who has a card: base cards are known from the start."""
    return card < BASE or s.shown[word_of(card)] & bit_of(card) != 0


# The effect, and what is asked


def set_up_effect(s: State, d: Json) -> None:
    """Read the effect being applied."""
    s.actor = seat_of(d, "actor", 2)
    row = d["effect"]
    if (row is None) != (s.phase != CHOOSE):
        raise bad(
            "effect",
            "il va avec la phase « choose »",
            "it goes with the phase 'choose'",
        )
    if row is None:
        if s.left or s.row or s.copied or s.actor or s.queued:
            raise bad("effect", "aucun effet n'attend", "no effect is waiting")
        return
    if row["part"] == POWER:
        program = HERO_PROGRAM + hero_of("effect", row["source"])
    else:
        part = choice({"effect": row["part"]}, "effect", PART_NAMES)
        program = number_of("effect", row["source"]) * PARTS + part
    steps = FIRST_STEP[program + 1] - FIRST_STEP[program]
    step = whole("effect", row["step"], 1, 9)
    if step > steps:
        raise bad("effect", f"il n'a que {steps} pas", f"it has only {steps} steps")
    s.step, s.upto = FIRST_STEP[program] + step, FIRST_STEP[program + 1]


def check_choice(s: State) -> None:
    """Refuse a choice that nobody is asked for."""
    word = STEP_WORD[s.step - 1]
    hero = word in (DETHRONE, FORSAKE)
    chooser = s.actor if HOW[word] == MY_CHOICE else 1 - s.actor
    if s.waiting != 1 << chooser:
        raise bad("waiting", f"la place {chooser} choisit", f"seat {chooser} chooses")
    if (s.left == 0) != hero or (word == LOOK and s.left > s.deck_size[s.actor]):
        raise bad("left", "il ne reste rien à choisir", "nothing is left to choose")
    some = s.heroes[chooser] if hero else targets(s, 0) | targets(s, 1)
    if some == 0:
        raise bad("effect", "il n'y a rien à choisir", "there is nothing to choose")
    if s.after not in (DECIDE, ANSWERED, PLAYED, START) or (s.after == ANSWERED) != (
        s.quantum != NONE
    ):
        raise bad(
            "after",
            "il ne va pas avec la zone quantique",
            "it contradicts the quantum zone",
        )


def check(s: State) -> None:
    """Refuse what no game can reach."""
    if s.phase == CHOOSE:
        check_choice(s)
    answering = s.phase in (ANSWER, GUESS)
    if s.phase != CHOOSE and answering != (s.quantum != NONE):
        raise bad("quantum", "elle va avec une réponse", "it goes with an answer")
    if (s.apart or s.missed) and s.quantum == NONE:
        raise bad("quantum", "aucune carte n'est cachée", "no card lies hidden")
    if s.quantum != NONE and s.missed >> DOMAIN[s.quantum - 1] & 1:
        raise bad("missed", "c'est le domaine de la carte", "it is the card's domain")
    if (s.phase == GUESS) != (s.retort != NONE and s.guesses > 0):
        raise bad(
            "retort",
            "elle va avec la phase « guess »",
            "it goes with the phase 'guess'",
        )
    if s.phase == GUESS and s.missed == (1 << len(DOMAINS)) - 1:
        raise bad("missed", "il reste un domaine", "one domain is left")
    owes = {
        PLAY: 1 << s.mover,
        ANSWER: 2 - s.mover,
        GUESS: 2 - s.mover,
        OVER: 0,
        WHO_BEGINS: s.loser,
    }
    if s.waiting != owes.get(s.phase, s.waiting) or (s.waiting == 0) != (
        s.phase == OVER
    ):
        raise bad("waiting", "ce n'est pas à ces joueurs", "it is not for these seats")
    if s.phase == HERO and (
        s.waiting == 3 or ones(s.offer) != OFFERED or s.stage in (0, 3)
    ):
        raise bad(
            "offer", "le gagnant choisit un de trois", "the winner chooses one of three"
        )
    if s.phase != HERO and s.offer:
        raise bad("offer", "personne ne choisit de héros", "nobody chooses a hero")
    if s.redraws & s.waiting or (s.redraws and s.phase != MULLIGAN):
        raise bad("redraws", "ce n'est plus le moment", "it is not the time for it")
    if s.begun > s.count:
        raise bad("begun", "la partie a commencé avant", "the game began before")
    if s.attempt >= 3 and s.phase != OVER:
        raise bad(
            "attempt", "après trois nulles, c'est fini", "after three draws it is over"
        )
