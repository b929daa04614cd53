"""What a player of UNO may do: every refusal has its clause, and its one home here."""

from pioche.core.rules import Row, jit, lowest
from pioche.games.uno.cards import (
    COLOUR,
    FACE,
    FIRST_WILD,
    KIND,
    NO_COLOUR,
    OF_COLOUR,
    OF_KIND,
    SPLIT,
    WILD_FOUR,
    WORDS,
    bit_of,
    bits_of_face,
    word_of,
)
from pioche.games.uno.deck import held
from pioche.games.uno.state import (
    ACCEPT,
    ANNOUNCE,
    ANNOUNCE_FIRST,
    ANSWER,
    ANSWER_FIRST,
    ASKED,
    AUTO,
    BLUFF,
    CALL,
    CALL_NOT_DUE,
    CATCH,
    CHALLENGE,
    COLOUR_FIRST,
    DRAW,
    DRAWN,
    FALSE,
    FALSE_CALL,
    FORCED_PLAY,
    GAME_OVER,
    JUMP_IN,
    KEEP,
    LAY_UNO,
    MUST_PLAY,
    MUST_PLAY_DRAWN,
    NAME_COLOUR,
    NO_CARD,
    NO_CHALLENGE,
    NO_JUMP,
    NO_MATCH,
    NO_STACKING,
    NO_SWAP,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    NOTHING_DRAWN,
    ONLY_THE_DRAWN,
    OVER,
    PLAY,
    SAME_STACK,
    SAY,
    STACKING,
    STRICT_FOUR,
    SWAP,
    SWAP_WITH,
    UNO_CALL,
    WILDS_MATCH,
    State,
)

# What may be laid


@jit
def matches(s: State, card: int) -> bool:
    """Tell whether a card fits the pile: by colour, by number or symbol, or as a wild."""
    return card >= FIRST_WILD or COLOUR[card] == s.colour or KIND[card] == s.kind


@jit
def has_match(s: State, seat: int, colour: int, besides: int) -> bool:
    """Tell whether a seat holds a card of a colour, or another wild (UB25, U3, U7)."""
    low = s.hands[seat][0] & OF_COLOUR[0][colour]
    fits = OF_COLOUR[1][colour]
    if s.options[WILDS_MATCH] != 0:
        fits |= OF_COLOUR[1][NO_COLOUR]
    high = s.hands[seat][1] & fits
    if besides != NO_CARD:
        high &= ~bit_of(besides)
    return low != 0 or high != 0


@jit
def layable(s: State, seat: int, word: int) -> int:
    """Return the cards of a hand that may be laid now, as the bits of one word.

    This is where it is decided: `forbids` only names the clause for all other cards.
    """
    colours, kinds = OF_COLOUR[word][s.colour], OF_KIND[word][s.kind]
    if seat != s.mover:
        fits = colours & kinds if s.phase == PLAY else 0  # UH2
    elif s.phase == PLAY:
        fits = colours | kinds | OF_COLOUR[word][NO_COLOUR]  # UB8
    elif s.phase == DRAWN:
        fits = bits_of_face(FACE[s.drawn], word)  # UB11; known to match
    else:
        fits = kinds  # U37
    cards = s.hands[seat][word] & fits
    if s.options[STRICT_FOUR] != 0 and word == 1:
        cards &= ~bluffs(s, seat)  # U6
    return cards


@jit
def bluffs(s: State, seat: int) -> int:
    """Return the +4 of a hand that would be bluffs, as bits of the second word."""
    fours = s.hands[seat][1] & OF_KIND[1][WILD_FOUR]
    if fours != 0 and has_match(s, seat, s.colour, lowest(fours) + SPLIT):
        return fours
    return 0


@jit
def can_lay_any(s: State, seat: int) -> bool:
    """Tell whether a seat could lay a card now."""
    return layable(s, seat, 0) != 0 or layable(s, seat, 1) != 0


@jit
def can_lay(s: State, seat: int, card: int) -> bool:
    """Tell whether a card of the mover's hand may be laid as far as the pile decides."""
    return matches(s, card) and not (
        s.options[STRICT_FOUR] != 0 and card >= SPLIT and bluffs(s, seat) & bit_of(card)
    )


# Legality


@jit
def forbids(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids this seat this move, or 0."""
    if s.phase == OVER:
        return GAME_OVER
    if move < LAY_UNO:
        return forbids_lay(s, seat, move)
    if move < DRAW:
        clause = forbids_lay(s, seat, move - LAY_UNO)
        return clause if clause != 0 else forbids_uno(s, seat)
    if move >= CALL:
        return forbids_claim(s, seat, move)
    return forbids_answer(s, move) if seat == s.mover else NOT_YOUR_TURN


@jit
def forbids_lay(s: State, seat: int, face: int) -> int:
    """Name the clause that forbids laying a card."""
    clause = forbids_laying(s, seat)
    if clause != 0:
        return clause
    card = held(s, seat, face)
    return forbids_card(s, seat, card) if card != NO_CARD else NOT_IN_HAND


@jit
def forbids_laying(s: State, seat: int) -> int:
    """Name the clause that forbids a seat to lay anything at all."""
    if seat != s.mover:
        return NOT_YOUR_TURN if s.options[JUMP_IN] == 0 else 0
    if s.phase == ANSWER:
        return NO_STACKING if s.options[STACKING] == 0 else 0
    return 0 if s.phase <= DRAWN else owed(s)


@jit
def owed(s: State) -> int:
    """Name the clause of the answer that the mover owes before anything else."""
    if s.phase == NAME_COLOUR:
        return COLOUR_FIRST
    if s.phase == ANNOUNCE:
        return ANNOUNCE_FIRST
    return ANSWER_FIRST if s.phase == ANSWER else NO_SWAP


@jit
def forbids_card(s: State, seat: int, card: int) -> int:
    """Name the clause that forbids laying a card that the seat holds."""
    if layable(s, seat, word_of(card)) & bit_of(card) != 0:
        return 0
    if seat != s.mover:
        return NO_JUMP
    if s.phase == ANSWER and KIND[card] != s.kind:
        return SAME_STACK
    if s.phase == DRAWN:
        return ONLY_THE_DRAWN
    return BLUFF if matches(s, card) else NO_MATCH


@jit
def forbids_uno(s: State, seat: int) -> int:
    """Name the clause that forbids calling UNO while laying."""
    if s.options[UNO_CALL] == AUTO:
        return CALL_NOT_DUE
    if s.sizes[seat] == 2 or (s.options[FALSE_CALL] != 0 and s.sizes[seat] > 2):
        return 0
    return FALSE


@jit
def forbids_claim(s: State, seat: int, move: int) -> int:
    """Name the clause that forbids calling UNO after laying, or catching a seat."""
    if move == CALL:
        return 0 if s.exposed >> seat & 1 else CALL_NOT_DUE
    caught = move - CATCH
    if caught == seat or caught >= s.seats:
        return FALSE
    if s.exposed >> caught & 1:
        return 0
    return 0 if s.options[FALSE_CALL] != 0 and s.sizes[caught] == 1 else FALSE


@jit
def forbids_answer(s: State, move: int) -> int:
    """Name the clause that forbids the mover anything else."""
    if move <= KEEP:
        return owed(s) if s.phase > DRAWN else forbids_draw(s, move)
    if move < SAY:
        return 0 if s.phase == NAME_COLOUR else COLOUR_FIRST
    if move < ACCEPT:
        return 0 if s.phase == ANNOUNCE else ANNOUNCE_FIRST
    if move == ACCEPT:
        return 0 if s.phase == ANSWER else ANSWER_FIRST
    if move == CHALLENGE:
        return 0 if s.phase == ANSWER and s.kind == WILD_FOUR else NO_CHALLENGE
    other = move - SWAP_WITH
    return 0 if s.phase == SWAP and other != s.mover and other < s.seats else NO_SWAP


@jit
def forbids_draw(s: State, move: int) -> int:
    """Name the clause that forbids drawing, or keeping the drawn card."""
    if move == KEEP:
        if s.phase == PLAY:
            return NOTHING_DRAWN
        return MUST_PLAY_DRAWN if s.options[FORCED_PLAY] != 0 else 0
    if s.phase == DRAWN:
        return ONLY_THE_DRAWN
    return MUST_PLAY if s.options[FORCED_PLAY] != 0 and can_lay_any(s, s.mover) else 0


@jit
def legal(s: State, seat: int, out: Row) -> int:
    """Write a seat's legal moves, ascending, and count them: those of `forbids`."""
    n = 0
    if s.phase == OVER:
        return n
    if forbids_laying(s, seat) == 0:
        n = add_lays(s, seat, out)
        if n > 0 and forbids_uno(s, seat) == 0:
            for i in range(n):
                out[n + i] = LAY_UNO + out[i]
            n *= 2
    if seat == s.mover:
        for move in range(ASKED[s.phase], ASKED[s.phase + 1]):
            if forbids_answer(s, move) == 0:
                out[n] = move
                n += 1
    if s.exposed != 0 or s.options[FALSE_CALL] != 0:
        n = add_claims(s, seat, out, n)
    return n


@jit
def add_lays(s: State, seat: int, out: Row) -> int:
    """Write the legal ways to lay a card."""
    n, last = 0, -1
    for word in range(WORDS):
        cards = layable(s, seat, word)
        while cards != 0:
            face = FACE[lowest(cards) + SPLIT * word]
            cards &= cards - 1
            if face != last:  # two wilds of one face are one move
                out[n] = last = face
                n += 1
    return n


@jit
def add_claims(s: State, seat: int, out: Row, n: int) -> int:
    """Add the legal calls and catches."""
    for move in range(CALL, CATCH + s.seats):
        if forbids_claim(s, seat, move) == 0:
            out[n] = move
            n += 1
    return n
