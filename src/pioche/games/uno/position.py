"""Positions of UNO: the complete table, readable by a person, and back again."""

from typing import Any, Final

from pioche.core.errors import BadPosition
from pioche.core.fields import choice, flag, lists, seat_of, whole, whole_list
from pioche.core.rules import ones
from pioche.games.uno.cards import (
    CARD,
    CARD_COUNT,
    COLOUR,
    COLOURS,
    DECK,
    FACE,
    FACE_IDS,
    KIND,
    NO_COLOUR,
    OF_COLOUR,
    ROOM,
    WILD,
    WILD_FOUR,
    bit_of,
    card_ids,
    cards_in,
    word_of,
)
from pioche.games.uno.deck import put_down
from pioche.games.uno.legality import (
    can_lay,
)
from pioche.games.uno.rules import (
    BOUND,
    ROUND_BOUND,
    ROUNDS,
    VOIDS,
)
from pioche.games.uno.state import (
    ANNOUNCE,
    ANSWER,
    AUTO,
    DRAWN,
    GOAL,
    MOST_SEATS,
    NAME_COLOUR,
    NO_CARD,
    NOBODY,
    OVER,
    SEVEN_ZERO,
    STACKING,
    STRICT_FOUR,
    SWAP,
    UNO_CALL,
    WILDS_MATCH,
    State,
)

PHASES: Final = ("play", "drawn", "colour", "announce", "answer", "swap", "over")
KINDS: Final = (
    *map(str, range(10)),
    "skip",
    "reverse",
    "draw2",
    "wild",
    "room",
    "wild4",
)
DIRECTIONS: Final = ("clockwise", "counterclockwise")
#: Stands, in one place, for all cards that are named nowhere: positions may be short.
REST: Final = "rest"

#: Numbers that a position gives as they are, with the most they may be.
NUMBERS: Final = {
    "late": CARD_COUNT,
    "idle": MOST_SEATS - 1,
    "voids": VOIDS,
    "pending": 16,  # eight +2 or four +4
    "rounds": ROUNDS,
    "round_start": BOUND,
}
MOST_POINTS: Final = 1_000_000


def position(s: State) -> dict[str, Any]:
    """Write the complete state, readable by a person."""
    seats = range(s.seats)
    return {
        "phase": PHASES[s.phase],
        "mover": s.mover,
        "direction": DIRECTIONS[s.direction < 0],
        "colour": COLOURS[s.colour],
        "kind": KINDS[s.kind],
        "dealer": s.dealer,
        "winner": None if s.winner == NOBODY else s.winner,
        "drawn": None if s.drawn == NO_CARD else DECK[s.drawn][0],
        "author": None if s.author == NOBODY else s.author,
        "before": None if s.author == NOBODY else COLOURS[s.before],
        "bluff": bool(s.bluff),
        **{name: getattr(s, name) for name in NUMBERS},
        "exposed": seats_in(s.exposed),
        "scores": [s.scores[seat] for seat in seats],
        "hands": [card_ids(*s.hands[seat]) for seat in seats],
        "known": [[known_cards(s, seat, viewer) for viewer in seats] for seat in seats],
        "deck": pile_ids(s.deck, s.deck_size),
        "pile": pile_ids(s.pile, s.pile_size),
    }


def seats_in(bits: int) -> list[int]:
    """List the seats of a set of bits."""
    return [seat for seat in range(MOST_SEATS) if bits >> seat & 1]


def pile_ids(cards: list[int], size: int) -> list[str]:
    """Name the cards of a deck or pile, from the bottom to the top."""
    return [DECK[cards[i]][0] for i in range(size)]


def known_cards(s: State, seat: int, viewer: int) -> list[str]:
    """List the cards of another's hand that a viewer knows."""
    (low, high), (seen_low, seen_high) = s.hands[seat], s.known[viewer]
    return card_ids(low & seen_low, high & seen_high) if seen_low | seen_high else []


class Box:
    """The 112 cards while a table is being laid out: each may be taken once."""

    def __init__(self) -> None:
        self.left = {id: FACE.count(face) for face, id in enumerate(FACE_IDS)}

    def take(self, field: str, id: object) -> int:
        """Take a card of this face."""
        left = self.left.get(id) if isinstance(id, str) else None
        if left is None:
            raise BadPosition(
                field, f"aucune carte ne s'appelle {id!r}", f"no card is called {id!r}"
            )
        if left == 0:
            raise BadPosition(
                field, f"la carte {id} est de trop", f"there is one {id} too many"
            )
        assert isinstance(id, str)
        self.left[id] -= 1
        face = FACE_IDS.index(id)
        return CARD[face] + FACE.count(face) - left

    def rest(self) -> list[str]:
        """Name the cards that were not taken."""
        return [id for id, left in self.left.items() for _ in range(left)]


def give(s: State, seat: int, card: int) -> None:
    """Put a card into a hand."""
    s.hands[seat][word_of(card)] |= bit_of(card)
    s.sizes[seat] += 1


def set_up(s: State, d: dict[str, Any]) -> None:
    """Fill a blank state from a position, or raise BadPosition."""
    seats = s.seats
    s.phase = choice(d, "phase", PHASES)
    s.direction = 1 - 2 * choice(d, "direction", DIRECTIONS)
    s.colour = choice(d, "colour", COLOURS)
    s.kind = choice(d, "kind", KINDS)
    s.mover = seat_of(d, "mover", seats)
    s.dealer = seat_of(d, "dealer", seats)
    s.winner = NOBODY if d["winner"] is None else seat_of(d, "winner", seats)
    s.author = NOBODY if d["author"] is None else seat_of(d, "author", seats)
    s.before = 0 if d["before"] is None else choice(d, "before", COLOURS)
    s.bluff = flag(d, "bluff")
    for name, most in NUMBERS.items():
        setattr(s, name, whole(name, d[name], 0, most))
    exposed = whole_list(d, "exposed", None, 0, seats - 1)
    if len(set(exposed)) < len(exposed):
        raise BadPosition("exposed", "une place y est deux fois", "a seat stands twice")
    s.exposed = sum(1 << seat for seat in exposed)
    for seat, score in enumerate(whole_list(d, "scores", seats, 0, MOST_POINTS)):
        s.scores[seat] = score
    set_up_cards(s, d)
    check(s, d)


def set_up_cards(s: State, d: dict[str, Any]) -> None:
    """Lay out hands, pile and deck; every card must lie somewhere."""
    hands = [list(hand) for hand in lists(d, "hands", s.seats)]
    pile, deck = lists(d, "pile"), lists(d, "deck")
    fill_rest([*hands, pile, deck])
    box = Box()
    for seat, hand in enumerate(hands):
        for id in hand:
            give(s, seat, box.take("hands", id))
    for id in pile:
        put_down(s, box.take("pile", id))
    for id in deck:
        s.deck[s.deck_size] = box.take("deck", id)
        s.deck_size += 1
    missing = box.rest()
    if missing:
        raise BadPosition(
            "deck",
            f"il manque {len(missing)} cartes, par exemple {missing[0]}",
            f"{len(missing)} cards are missing, for example {missing[0]}",
        )
    if s.pile_size == 0:
        raise BadPosition("pile", "elle n'est jamais vide", "it is never empty")
    set_up_known(s, lists(d, "known", s.seats))
    s.drawn = NO_CARD if d["drawn"] is None else drawn_card(s, d["drawn"])


def fill_rest(places: list[list[Any]]) -> None:
    """Put all cards that are named nowhere in the place of REST."""
    named = [id for cards in places for id in cards]
    for cards in places:
        if REST in cards:
            at = cards.index(REST)
            cards[at : at + 1] = [
                id
                for face, id in enumerate(FACE_IDS)
                for _ in range(FACE.count(face) - named.count(id))
            ]
            return


def set_up_known(s: State, known: list[Any]) -> None:
    """Note which cards of whose hand are known to whom."""
    for seat, by_viewer in enumerate(known):
        if not isinstance(by_viewer, list) or len(by_viewer) != s.seats:
            raise BadPosition(
                "known", f"il faut {s.seats} listes", f"{s.seats} lists are needed"
            )
        for viewer, ids in enumerate(by_viewer):
            note_known(s, seat, viewer, ids)


def note_known(s: State, seat: int, viewer: int, ids: Any) -> None:
    """Note that a viewer knows cards of a hand."""
    if not isinstance(ids, list):
        raise BadPosition("known", "il faut des listes de cartes", "cards are in lists")
    for id in ids:
        hidden = [
            card
            for card in cards_in(*s.hands[seat])
            if DECK[card][0] == id and not s.known[viewer][word_of(card)] & bit_of(card)
        ]
        if not hidden or seat == viewer:
            raise BadPosition(
                "known",
                f"la place {seat} n'a pas de {id} que la place {viewer} connaisse",
                f"seat {seat} has no {id} for seat {viewer} to know",
            )
        s.known[viewer][word_of(hidden[0])] |= bit_of(hidden[0])


def drawn_card(s: State, id: object) -> int:
    """Find the card just drawn in the mover's hand."""
    same = [card for card in cards_in(*s.hands[s.mover]) if DECK[card][0] == id]
    if not same:
        raise BadPosition(
            "drawn", f"le joueur n'a pas {id!r}", f"the mover has no {id!r}"
        )
    # Of two equal wilds, the one that nobody knows is the new one.
    return min(same, key=lambda card: times_known(s, card))


def times_known(s: State, card: int) -> int:
    """Count the seats that know where a card is."""
    return sum(
        s.known[viewer][word_of(card)] & bit_of(card) != 0 for viewer in range(s.seats)
    )


# What no game can reach


def check(s: State, d: dict[str, Any]) -> None:
    """Refuse a position whose parts contradict each other."""
    for check_part in (
        check_top, check_round, check_phase, check_drawn, check_author,
        check_bluff, check_pending, check_hands, check_winner,
    ):  # fmt: skip
        check_part(s)
    if (d["before"] is None) != (s.author == NOBODY):
        raise BadPosition("before", "elle va avec « author »", "it goes with 'author'")


def check_top(s: State) -> None:
    """Compare colour and kind in force with the top of the pile."""
    top = s.pile[s.pile_size - 1]
    if KIND[top] != s.kind:
        raise BadPosition(
            "kind",
            f"le talon porte {KINDS[KIND[top]]}",
            f"the pile shows {KINDS[KIND[top]]}",
        )
    if COLOUR[top] not in (NO_COLOUR, s.colour):
        raise BadPosition(
            "colour",
            f"le talon porte {COLOURS[COLOUR[top]]}",
            f"the pile shows {COLOURS[COLOUR[top]]}",
        )


def check_round(s: State) -> None:
    """Compare the counts of moves and rounds."""
    if s.rounds < 1 or (s.phase != OVER and s.voids >= min(VOIDS, s.rounds)):
        name = "rounds" if s.rounds < 1 else "voids"
        raise BadPosition(name, "cela ne se peut", "this can't be")
    if not 0 <= s.count <= BOUND:
        raise BadPosition(
            "count", f"il y a au plus {BOUND} coups", f"there are at most {BOUND} moves"
        )
    length = s.count - s.round_start
    if not 0 <= length <= ROUND_BOUND or (length == ROUND_BOUND and s.phase != OVER):
        raise BadPosition(
            "round_start",
            f"une manche a au plus {ROUND_BOUND} coups",
            f"a round has at most {ROUND_BOUND} moves",
        )
    if s.round_start > (s.rounds - 1) * ROUND_BOUND:
        raise BadPosition(
            "rounds", "il y en a eu davantage", "there have been more of them"
        )


def check_phase(s: State) -> None:
    """Compare the phase with the card that leads to it."""
    leads_there = {
        NAME_COLOUR: s.kind in (WILD, WILD_FOUR),
        ANNOUNCE: s.kind == ROOM,
        ANSWER: s.kind == WILD_FOUR or (s.kind == 12 and s.options[STACKING] != 0),
        SWAP: s.kind == 7 and s.options[SEVEN_ZERO] != 0,
    }
    if not leads_there.get(s.phase, True):
        raise BadPosition(
            "phase", "la carte visible n'y mène pas", "the top card does not lead to it"
        )


def check_drawn(s: State) -> None:
    """Compare the drawn card with the phase and the pile."""
    if (s.phase == DRAWN) != (s.drawn != NO_CARD):
        raise BadPosition(
            "drawn", "elle va avec la phase « drawn »", "it goes with the phase 'drawn'"
        )
    if s.phase == DRAWN and not can_lay(s, s.mover, s.drawn):
        raise BadPosition("drawn", "elle ne peut pas être posée", "it can't be laid")


def check_author(s: State) -> None:
    """Compare the author of a +4 with the phase and the mover."""
    asked = s.phase in (NAME_COLOUR, ANSWER) and s.kind == WILD_FOUR
    after = s.phase == ANSWER
    expected = (s.mover - after * s.direction) % s.seats if asked else NOBODY
    if s.author != expected:
        raise BadPosition(
            "author",
            "c'est qui a posé le +4 sans réponse, juste avant",
            "it is who has just laid the unanswered +4",
        )


def check_bluff(s: State) -> None:
    """Compare the verdict on a +4 with the hand it is about."""
    if s.late > (0 if s.author == NOBODY else s.sizes[s.author]):
        raise BadPosition("late", "il n'en a pas tant", "the author has not so many")
    if bool(s.bluff) not in verdicts(s):
        raise BadPosition(
            "bluff", "la main ne le permet pas", "the hand does not allow it"
        )


def verdicts(s: State) -> set[bool]:
    """Return what the author's hand may have been when the +4 was laid: a bluff or not."""
    if s.author == NOBODY:
        return {False}
    low, high = s.hands[s.author]
    wilds = OF_COLOUR[1][NO_COLOUR] if s.options[WILDS_MATCH] != 0 else 0
    matches = ones(low & OF_COLOUR[0][s.before])
    matches += ones(high & (OF_COLOUR[1][s.before] | wilds))
    possible = set()
    if matches <= s.late:
        possible.add(False)
    if matches > 0 and s.late < s.sizes[s.author] and s.options[STRICT_FOUR] == 0:
        possible.add(True)
    return possible


def check_pending(s: State) -> None:
    """Compare the cards that are due with the phase."""
    unit = 4 if s.kind == WILD_FOUR else 2
    laid = s.pending // unit + (s.phase == NAME_COLOUR)
    stack = s.pending % unit == 0
    due = {ANSWER: stack and s.pending > 0, NAME_COLOUR: stack and s.kind == WILD_FOUR}
    fits = s.pending == 0 or due.get(s.phase, False)
    if s.phase == ANSWER and s.pending == 0:
        fits = False
    if not fits or (laid > 1 and s.options[STACKING] == 0):
        raise BadPosition(
            "pending",
            "le talon demande autre chose",
            "the pile asks for another number",
        )


def check_hands(s: State) -> None:
    """Refuse hands that would have won, and windows that are not open."""
    for seat in range(s.seats):
        winning = s.phase in (NAME_COLOUR, ANNOUNCE) and seat == s.mover
        if s.sizes[seat] == 0 and s.phase != OVER and not winning:
            raise BadPosition(
                "hands", f"la place {seat} a gagné", f"seat {seat} has won"
            )
        if s.exposed >> seat & 1 and (
            s.sizes[seat] != 1 or s.phase == OVER or s.options[UNO_CALL] == AUTO
        ):
            raise BadPosition(
                "exposed",
                f"la place {seat} n'a rien à annoncer",
                f"seat {seat} has nothing to call",
            )
    if s.idle > 0 and (s.phase != 0 or s.deck_size + s.pile_size > 1):
        raise BadPosition(
            "idle", "il y a des cartes à piger", "there are cards to draw"
        )


def check_winner(s: State) -> None:
    """Compare winner and scores with each other."""
    if s.winner != NOBODY and s.phase != OVER:
        raise BadPosition("winner", "la partie continue", "the game goes on")
    goal = s.options[GOAL] * 50
    for seat in range(s.seats):
        won = seat == s.winner
        if goal == 0 and s.scores[seat] != won:
            raise BadPosition("scores", "seul le gagnant a 1", "only the winner has 1")
        if goal > 0 and (s.scores[seat] >= goal) != won:
            raise BadPosition(
                "scores", f"seul le gagnant a {goal}", f"only the winner has {goal}"
            )
