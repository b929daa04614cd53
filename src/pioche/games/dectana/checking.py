"""Positions that no game of Dectana can reach, and by which field they are refused."""

from typing import Final

from pioche.core.errors import BadPosition
from pioche.games.dectana.board import (
    DRAWN,
    HAND,
    MIDDLE,
    NONE,
    NOWHERE,
    OWN,
    OWNER,
    PIPS,
    SHOWN,
    SHUFFLED,
    UP,
    UP_TO,
    WIDE,
    State,
    aim,
    all_of,
    is_void,
    own,
    pyramids_in,
    space_id,
)
from pioche.games.dectana.cards import (
    IDS,
    NO_CARD,
    POWERS,
    POWERS_OF,
    PUSH,
    SHRINK,
    USES,
)
from pioche.games.dectana.hands import best_in_hand, kinds_in_play
from pioche.games.dectana.moves import (
    CHOOSE,
    DROP,
    FACE,
    LIMIT,
    OVER,
    PLACE,
    POWER,
    PUSHING,
    REORIENT,
    REORIENT_ANYONE,
    SHRINKING,
    TURN_LIMIT,
    TURNING,
    WHICH,
)
from pioche.games.dectana.needs import (
    any_can_use,
    can_shrink_any,
    can_use,
    may_go_on,
)
from pioche.games.dectana.position import PHASES, bits, pile
from pioche.games.dectana.turns import HAND_LIMIT

FAR: Final = 1000  # how far from the middle a board may begin


def check_known(s: State) -> None:
    """Refuse knowledge that the cards belie."""
    for seat in range(s.seats):
        more = s.once[SHOWN + seat] & ~s.once[HAND + seat]
        if more or s.twice[SHOWN + seat] & ~s.twice[HAND + seat]:
            raise BadPosition(
                "shown",
                f"on ne connaît que des cartes que la place {seat} a en main",
                f"only cards that seat {seat} holds can be known",
            )
    for seat in range(s.seats):
        left = list(pile(s, SHUFFLED))
        for name in pile(s, DRAWN + seat):
            if name not in left:
                raise BadPosition(
                    "drawn", f"{name} n'a pas été mêlée", f"{name} was not shuffled in"
                )
            left.remove(name)
        for i in range(s.left if s.reshuffled else 0):
            if IDS[s.deck[i]] not in left:
                name = IDS[s.deck[i]]
                raise BadPosition(
                    "shuffled", f"{name} est dans la pioche", f"{name} is in the deck"
                )
            left.remove(IDS[s.deck[i]])
    if not s.reshuffled and s.once[SHUFFLED]:
        raise BadPosition(
            "shuffled", "rien n'a été mêlé", "nothing has been shuffled in"
        )


def check_reach(s: State) -> None:
    """Refuse a board from which a game could walk to where the numbers end."""
    for land in range(s.lands):
        space = s.land_at[land]
        row, column = abs(space // WIDE - MIDDLE), abs(space % WIDE - MIDDLE)
        if max(row, column) > FAR + s.count:
            text = space_id(space)
            raise BadPosition(
                "board", f"{text} est trop loin du centre", f"{text} is too far out"
            )


def check_table(s: State) -> None:
    """Refuse wrong numbers of territories, cards in hand and turns."""
    check_reach(s)
    if s.lands == 0 and s.phase != OVER:
        raise BadPosition(
            "board", "il ne reste aucun territoire", "no territory is left"
        )
    limit = LIMIT[s.options[TURN_LIMIT]] * s.seats
    if limit and s.turns >= limit and s.phase != OVER:
        raise BadPosition(
            "turns",
            f"la partie finit après {limit} tours de jeu",
            f"the game ends after {limit} turns",
        )
    for seat in range(s.seats):
        over = s.held[seat] > HAND_LIMIT
        busy = seat == s.mover and CHOOSE <= s.phase <= SHRINKING
        drops = seat == s.mover and s.phase == DROP
        if s.phase != OVER and not busy and over != drops:
            raise BadPosition(
                "hands",
                f"la place {seat} a {s.held[seat]} cartes : au-delà de {HAND_LIMIT}, c'est"
                " à elle, dans la phase « drop », et pas autrement",
                f"seat {seat} has {s.held[seat]} cards: with more than {HAND_LIMIT} it is"
                " the mover, in the phase 'drop', and not otherwise",
            )


def check_phase(s: State) -> None:
    """Refuse a phase that the rest does not lead to."""
    placing = s.phase in (PLACE, WHICH, FACE) and s.unplaced > 0
    if s.unplaced and not (placing and s.mover == s.unplaced - 1):
        raise BadPosition(
            "unplaced",
            f"avec {s.unplaced} joueurs à placer, c'est à la place {s.unplaced - 1},"
            " dans la phase « place »",
            f"with {s.unplaced} seats to place it is the turn of seat {s.unplaced - 1},"
            " in the phase 'place'",
        )
    if s.phase == PLACE and not s.unplaced:
        raise BadPosition(
            "unplaced", "il reste un joueur à placer", "a seat is still to place"
        )
    if s.phase in (PLACE, WHICH) and own(s, s.mover):
        raise BadPosition(
            "pyramids", "le joueur n'en a pas encore", "the mover has none yet"
        )
    if (s.phase == WHICH) != (s.spot != NOWHERE):
        raise BadPosition(
            "spot", "elle va avec la phase « which »", "it goes with the phase 'which'"
        )
    if s.phase == WHICH and is_void(s, s.spot):
        raise BadPosition("spot", "elle est dans le vide", "it is void")
    check_chosen(s)
    check_power(s)
    if s.phase in (CHOOSE, POWER):
        check_use(s)
    elif s.phase in (PUSHING, SHRINKING):
        check_marked(s)
    elif s.marked and s.phase not in (REORIENT, TURNING):
        raise BadPosition("marked", "rien n'est en cours", "nothing is under way")


def check_chosen(s: State) -> None:
    """Refuse a chosen pyramid where none is, or one that can't be."""
    needed = s.phase in (FACE, POWER, PUSHING, SHRINKING, TURNING)
    if needed != (s.chosen != NONE):
        phase = PHASES[s.phase]
        raise BadPosition(
            "chosen",
            f"la phase « {phase} » {'en veut une' if needed else 'veut null'}",
            f"the phase {phase!r} wants {'one' if needed else 'null'}",
        )
    if s.chosen == NONE:
        return
    foreign = OWNER[s.chosen] != s.mover
    if foreign and not (s.phase == TURNING and s.options[REORIENT_ANYONE]):
        raise BadPosition("chosen", "elle est à un autre", "it is another seat's")
    if s.phase == TURNING and s.marked >> s.chosen & 1:
        raise BadPosition(
            "chosen", "elle est déjà tournée", "it has been turned already"
        )
    lone = own(s, s.mover) == 1 << s.chosen % OWN and PIPS[s.chosen] == 1
    if s.phase == FACE and not (lone and s.facing[s.chosen] == UP):
        raise BadPosition(
            "chosen", "elle vient d'être posée", "it has just been placed"
        )


def check_power(s: State) -> None:
    """Refuse a power in use that no card gives."""
    busy = CHOOSE <= s.phase <= SHRINKING
    if not busy:
        for field, value in (("suits", s.powers), ("uses", s.uses), ("used", s.used)):
            if value:
                raise BadPosition(
                    field, "aucune carte n'est utilisée", "no card is in use"
                )
        if s.card != NO_CARD or s.eligible or s.points:
            field = "points" if s.points else "eligible" if s.eligible else "card"
            raise BadPosition(field, "aucune carte n'est utilisée", "no card is in use")
        return
    total = s.uses + s.used
    kinds = bits(kinds_in_play(s)) if s.card == NO_CARD else [s.card]
    fits = any(POWERS_OF[k] == s.powers and USES[k] == total for k in kinds)
    if not fits or s.powers == 0 or s.uses == 0:
        raise BadPosition(
            "suits",
            f"aucune carte ne donne ces couleurs pour {total} usages (uses et used)",
            f"no card gives these suits for {total} uses (uses and used)",
        )
    if not s.eligible:
        raise BadPosition(
            "eligible", "aucune pyramide ne peut agir", "no pyramid may act"
        )


def check_use(s: State) -> None:
    """Refuse a choice without a legal answer."""
    best = best_in_hand(s, s.mover, NO_CARD)
    if s.phase == CHOOSE and not (
        may_go_on(s) if s.used else any_can_use(s, s.eligible, s.powers, best)
    ):
        raise BadPosition(
            "eligible", "aucune pyramide ne peut agir", "no pyramid can act"
        )
    if s.phase == POWER:
        k = s.chosen % OWN
        if not s.eligible >> k & 1 or not can_use(s, k, s.powers, best):
            raise BadPosition(
                "chosen", "cette pyramide ne peut pas agir", "this pyramid can't act"
            )
    if s.points or s.marked:
        field = "points" if s.points else "marked"
        raise BadPosition(field, "rien n'est encore compté", "nothing is counted yet")


def check_marked(s: State) -> None:
    """Refuse targets of a push or a shrinking that can't be."""
    p, pushing = s.chosen, s.phase == PUSHING
    power = PUSH if pushing else SHRINK
    if not s.powers >> power & 1 or s.facing[p] == UP:
        name = POWERS[power]
        raise BadPosition(
            "chosen", f"elle ne peut pas faire « {name} »", f"it can't {name}"
        )
    if s.points >= PIPS[p] or s.points == 0:
        raise BadPosition(
            "points", "il en reste, mais pas tous", "some are left, but not all"
        )
    step = aim(s, p) - s.at[p]
    reach = [aim(s, p) + i * step for i in range(4 if pushing else 1)]
    near = sum(pyramids_in(s, space) for space in reach)
    if s.marked & ~near or (not pushing and s.marked & all_of(s.mover)):
        raise BadPosition("marked", "elles ne sont pas visées", "they are not aimed at")
    on = (
        s.marked & UP_TO[s.points] if pushing else can_shrink_any(s, s.marked, s.points)
    )
    if not on:
        raise BadPosition("marked", "il n'y a plus de cible", "no target is left")
