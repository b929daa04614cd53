"""Positions that no game of Duckomenta Art can reach, and by which field they are refused."""

from typing import Final

from pioche.core.errors import BadPosition
from pioche.games.duckomenta.cards import (
    ALL,
    BONUS,
    BONUS_TOKENS,
    DOUBLE,
    DRAW,
    EPOCH,
    EPOCH_IDS,
    EPOCHS,
    HIDDEN,
    KINDS,
    SYMBOL,
)
from pioche.games.duckomenta.deck import full, full_epoch
from pioche.games.duckomenta.rules import can_take_effect
from pioche.games.duckomenta.state import (
    ADD,
    EFFECTS_OPTIONAL,
    HIDE,
    NO_CARD,
    OFFER,
    OVER,
    PICK,
    PLACE,
    SEASONS,
    SECOND,
    TOKENS,
    TURN,
    State,
)

#: By phase: the symbols of the card whose effect is due.
DUE: Final = {
    OFFER: (DRAW, ALL),
    SECOND: (DOUBLE,),
    HIDE: (HIDDEN,),
    PLACE: (BONUS,),
    PICK: (ALL,),
}


def check_phase(s: State) -> None:
    """Refuse a phase that does not go with what lies on the table."""
    symbols = DUE.get(s.phase, ())
    if (s.due != NO_CARD) != bool(symbols) or (symbols and not due_fits(s, symbols)):
        raise BadPosition(
            "due",
            "c'est la carte dont l'effet est en cours, devant le joueur dont c'est le tour",
            "it is the card whose effect is being done, in front of the mover",
        )
    if s.phase == OFFER and s.options[EFFECTS_OPTIONAL] == 0:
        raise BadPosition(
            "phase", "les effets sont obligatoires", "effects are not optional"
        )
    if s.phase == TURN and s.sizes[s.mover] == 0:
        raise BadPosition("mover", "il n'a pas de carte", "that seat has no cards")
    if s.phase not in (ADD, OVER) and full_epoch(s) >= 0:
        raise BadPosition(
            "front",
            f"à {full(s)} cartes d'une époque, la saison est finie",
            f"with {full(s)} cards of an epoch the season is over",
        )
    if (s.phase != PICK and any(s.picks[i] != NO_CARD for i in range(s.seats))) or (
        s.phase == PICK and s.waiting == 0
    ):
        raise BadPosition(
            "picks",
            "on choisit en phase « pick », jusqu'au dernier",
            "cards are picked in phase 'pick', up to the last",
        )
    if s.phase == OVER and s.season != SEASONS - 1:
        raise BadPosition(
            "season", "la partie finit à la dernière", "the game ends with the last"
        )


def due_fits(s: State, symbols: tuple[int, ...]) -> bool:
    """Tell whether the effect that is due can be done by the mover."""
    if SYMBOL[s.due] not in symbols or s.front[s.mover][s.due] == 0:
        return False
    return s.phase == PICK or can_take_effect(s, s.mover, s.due)


def check_tokens(s: State) -> None:
    """Refuse tokens, points and additions that no season can have given."""
    if sum(s.bonus) > BONUS_TOKENS:
        raise BadPosition(
            "bonus",
            f"il n'y a que {BONUS_TOKENS} pions",
            f"there are only {BONUS_TOKENS} tokens",
        )
    ranked = s.season + (s.phase in (ADD, OVER))  # seasons that gave tokens
    scored = s.season + (s.phase == OVER)
    for season in range(SEASONS):
        tokens = sorted((n for n in s.ranks[season] if n), reverse=True)
        if tokens != [3, 2, 1][: len(tokens)] or (season >= ranked and tokens):
            raise BadPosition(
                "ranks",
                "une saison finie donne un 3, puis un 2, puis un 1",
                "a season that ended gives a 3, then a 2, then a 1",
            )
        if season >= scored and any(s.points[season]):
            raise BadPosition(
                "points",
                f"la saison {season + 1} n'est pas comptée",
                f"season {season + 1} is not scored yet",
            )
    if s.phase in (ADD, OVER):
        check_added(s)
    elif any(s.open) or s.added:
        raise BadPosition(
            "open", "on ajoute à la fin d'une saison", "cards are added after a season"
        )


def check_added(s: State) -> None:
    """Refuse additions and ranks that do not go with the cards on the table."""
    there = [epoch for epoch in range(EPOCHS) if s.on_table[epoch] > 0]
    given = [epoch for epoch in range(EPOCHS) if s.ranks[s.season][epoch] > 0]
    if len(given) != min(TOKENS, len(there)) or not set(given) <= set(there):
        raise BadPosition(
            "ranks",
            "les trois époques les plus jouées ont un jeton cette saison",
            "the three epochs played most have a token this season",
        )
    for seat in range(s.seats):
        for epoch in range(EPOCHS):
            if s.open[seat] >> epoch & 1 and s.own[seat][epoch] == 0:
                raise BadPosition(
                    "open",
                    f"la place {seat} n'a pas de {EPOCH_IDS[epoch]}",
                    f"seat {seat} has no {EPOCH_IDS[epoch]}",
                )
    if s.added & ~s.open[s.mover] or (s.added and s.phase == OVER):
        raise BadPosition(
            "added", "ces époques ne sont pas ouvertes", "these epochs are not open"
        )


def check_hands(s: State) -> None:
    """Refuse what contradicts that which everybody can deduce."""
    hiders = sum(
        s.front[seat][kind]
        for seat in range(s.seats)
        for kind in range(KINDS)
        if SYMBOL[kind] == HIDDEN
    )
    if sum(s.down_sizes) + (s.phase == HIDE) > hiders or (
        s.phase in (ADD, OVER) and any(s.down_sizes)
    ):
        raise BadPosition(
            "face_down",
            "chacune suit une carte à ce symbole, jusqu'à la fin de la saison",
            "each follows a card with that symbol, until the season ends",
        )
    for seat in range(s.seats):
        for place in range(s.down_sizes[seat]):
            if s.barred[seat][place] >> EPOCH[s.down[seat][place]] & 1:
                raise BadPosition(
                    "face_down", "« not_of » la contredit", "'not_of' contradicts it"
                )
        if not fits(s, seat):
            raise BadPosition(
                "not_of",
                f"la main de la place {seat} le contredit",
                f"the hand of seat {seat} contradicts it",
            )


def fits(s: State, seat: int) -> bool:
    """Tell whether a hand holds no more of any epochs than is known of it."""
    cards = [0] * EPOCHS
    for kind in range(KINDS):
        cards[EPOCH[kind]] += s.hands[seat][kind]
    if s.picks[seat] != NO_CARD:
        cards[EPOCH[s.picks[seat]]] += 1
    sure = s.others[seat]
    return all(
        sum(cards[e] for e in range(EPOCHS) if sure[e] >= least) <= sum(cards) - least
        for least in sure
    )
