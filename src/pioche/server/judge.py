"""What a message makes of a table: the lines it adds, or why it adds none. Pure."""
# ruff: noqa: ARG001  # the functions of JUDGES have one signature

import hashlib
import hmac
import re
import unicodedata
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from pioche.server import lines, wire
from pioche.server.errors import No, host_only, not_while
from pioche.server.tables import Table

STAND_IN: Final = "greedy"  # who plays for a person that is away
LONGEST_NAME: Final = 24
#: One address; what would make it several, or give it a name, is left out.
ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+")


class Asker:
    """Who sends a message: a seat of the table, or a host without one (-1)."""

    __slots__ = ("host", "seat")

    def __init__(self, seat: int, *, host: bool) -> None:
        self.seat = seat
        self.host = host


def judge(table: Table, asker: Asker, message: Any) -> list[lines.Line]:
    """Return the lines that a message adds to a table, or raise No or Illegal."""
    return JUDGES[type(message)](table, asker, message)


def clean(text: str, longest: int) -> str:
    """Leave out what no name or sentence needs: controls, direction marks, long runs."""
    kept = "".join(
        " " if c in "\n\t" else c
        for c in unicodedata.normalize("NFC", text)
        if c in "\n\t"
        or unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    )
    return " ".join(kept.split())[:longest]


def hashed(key: str) -> str:
    """Return what the log keeps of a key; keys have 192 bits, so no salt is needed."""
    return hashlib.sha256(f"pioche key\n{key}".encode()).hexdigest()


def name_of(text: str) -> str:
    """Return a name fit to be shown."""
    return clean(text, LONGEST_NAME)


def share_of(text: str) -> str:
    """Return a share of the shuffle as one line of a record can carry it."""
    if text != text.strip() or not text.isprintable():
        raise No(
            "broken",
            "la part du mélange est une ligne de texte sans espace aux bouts",
            "a share of the shuffle is a line of text without spaces at its ends",
        )
    return text


def needs(table: Table, *statuses: str) -> None:
    """Refuse what is not for now."""
    if table.status not in statuses:
        raise not_while(table.status)


def seated(asker: Asker) -> int:
    """Return the asker's seat, or refuse a host who has none."""
    if asker.seat < 0:
        raise No("not_allowed", "il faut une place pour cela", "this needs a seat")
    return asker.seat


def play(table: Table, asker: Asker, m: wire.Play) -> list[lines.Line]:
    """Play a move, unless it was thought over a view that the seat has moved on from."""
    needs(table, "playing")
    seat = seated(asker)
    place, game = table.places[seat], table.game
    assert game is not None
    if m.at < place.moved or m.at > table.number:
        raise No(
            "late",
            "ce coup répond à une situation passée ; voici la situation actuelle",
            "this move answers an earlier situation; here is the present one",
        )
    refusal = game.why_not(seat, m.move)
    if refusal:
        raise refusal
    move = lines.Play(seat, m.move, m.id)
    return [lines.Back(seat), move] if place.away else [move]


def say(table: Table, asker: Asker, m: wire.Say) -> list[lines.Line]:
    """Speak, if the table lets people speak."""
    if not table.open.chat:
        raise No(
            "not_allowed", "on ne parle pas à cette table", "this table has no chat"
        )
    text = clean(m.text, 500)
    if not text:
        raise No("broken", "il n'y a rien à dire", "there is nothing to say")
    return [lines.Speak(seated(asker), text, ref=m.id)]


def react(table: Table, asker: Asker, m: wire.React) -> list[lines.Line]:
    """Show a reaction."""
    return [lines.Speak(seated(asker), face=m.face, ref=m.id)]


def ready(table: Table, asker: Asker, m: wire.Ready) -> list[lines.Line]:
    """Give a share of the shuffle; the first counts, for others may have seen it."""
    needs(table, "waiting")
    seat = seated(asker)
    if table.places[seat].share is not None:
        raise No(
            "not_now",
            "cette place a déjà donné sa part du mélange",
            "this seat has given its share of the shuffle",
        )
    return [lines.Share(seat, share_of(m.share), m.id)]


def begin(table: Table, asker: Asker, m: wire.Begin) -> list[lines.Line]:
    """Begin; bots take the empty seats if a level is given."""
    needs(table, "waiting")
    if not asker.host:
        raise host_only()
    empty = [seat for seat, p in enumerate(table.places) if p.kind == "empty"]
    if empty and not m.level:
        seats = ", ".join(str(seat + 1) for seat in empty)
        raise No(
            "not_now",
            f"il y a des places libres ({seats}) ; des robots peuvent les prendre",
            f"there are free seats ({seats}); bots may take them",
        )
    level = level_of(m.level) if empty else ""
    bots = [lines.Bot(seat, level) for seat in empty]
    return [*bots, lines.Begin(asker.seat, m.id)]


#: Asks whether a text describes a bot; the house sets it (bots are heavy to import).
LEVELS: Final[set[str]] = {"random", "greedy", *(f"level:{n}" for n in range(1, 9))}


def level_of(text: str) -> str:
    """Return the description of a bot that this server offers."""
    if text not in LEVELS:
        there = ", ".join(sorted(LEVELS))
        raise No(
            "broken",
            f"ce serveur n'a pas de robot « {text} » ; il a {there}",
            f"this server has no bot {text!r}; it has {there}",
        )
    return text


def propose(table: Table, asker: Asker, m: wire.Propose) -> list[lines.Line]:
    """Propose something; with nobody else to ask, or nothing to ask for, it happens."""
    needs(table, "playing")
    seat = seated(asker)
    if table.offer:
        raise No(
            "not_now",
            "une autre proposition attend sa réponse",
            "another proposal awaits its answers",
        )
    to = takeback_to(table, seat, m) if m.kind == "takeback" else 0
    proposed = lines.Propose(seat, m.kind, to, m.id)
    alone = set(table.persons) <= {seat}
    if alone or (m.kind == "takeback" and table.is_unfinished(seat, to)):
        return [proposed, effect(m.kind, to)]
    return [proposed]


def takeback_to(table: Table, seat: int, m: wire.Propose) -> int:
    """Return the count of moves that a take-back would leave."""
    if not table.open.takeback:
        raise No(
            "not_allowed",
            "on ne reprend pas de coups à cette table",
            "no moves are taken back at this table",
        )
    assert table.game is not None
    first = table.first_count()
    own = [first + n for n, (by, _) in enumerate(table.game.log) if by == seat]
    if m.to is not None and first <= m.to < table.count:
        return m.to
    if m.to is None and own:
        return own[-1]
    raise No(
        "not_now", "il n'y a pas de coup à reprendre", "there is no move to take back"
    )


def effect(kind: str, to: int) -> lines.Line:
    """Return the line by which a proposal happens."""
    return lines.TakeBack(to) if kind == "takeback" else lines.Pause()


def answer(table: Table, asker: Asker, m: wire.Answer) -> list[lines.Line]:
    """Answer a proposal; it happens when the last person agrees.

    Who has proposed or agreed may still think better of it.
    """
    seat, offer = seated(asker), table.offer
    if not offer or (m.agree and seat in offer.agreed):
        raise No("not_now", "il n'y a rien à accepter", "there is nothing to agree to")
    said = lines.Answer(seat, m.agree, m.id)
    if m.agree and set(table.persons) <= {*offer.agreed, seat}:
        return [said, effect(offer.kind, offer.to)]
    return [said]


def resume(table: Table, asker: Asker, m: wire.Resume) -> list[lines.Line]:
    """End a pause."""
    needs(table, "paused")
    return [lines.Resume(seated(asker), m.id)]


def away(table: Table, asker: Asker, m: wire.Away) -> list[lines.Line]:
    """Give the seat to a bot for a while, or take it back."""
    seat = seated(asker)
    if table.places[seat].away == m.away:
        return []
    if not m.away:
        return [lines.Back(seat, m.id)]
    needs(table, "playing", "paused")
    return [lines.Stand(seat, STAND_IN, ref=m.id)]


def resign(table: Table, asker: Asker, m: wire.Resign) -> list[lines.Line]:
    """Leave for good."""
    needs(table, "waiting", "playing", "paused")
    return [lines.Leave(seated(asker), "" if table.game is None else STAND_IN, m.id)]


def put_bot(table: Table, asker: Asker, m: wire.PutBot) -> list[lines.Line]:
    """Put a bot on a free seat, change its level, or take it away before the start."""
    needs(table, "waiting", "playing", "paused")
    if not asker.host:
        raise host_only()
    if m.on >= len(table.places) or table.places[m.on].kind == "person":
        raise No(
            "not_now",
            f"la place {m.on + 1} n'est pas libre",
            f"seat {m.on + 1} is not free",
        )
    if not m.level and table.game is not None:
        raise No(
            "not_now",
            "pendant la partie, chaque place joue",
            "every seat plays while the game is on",
        )
    level = level_of(m.level) if m.level else ""
    return [lines.Bot(m.on, level, m.id, asker.seat)]


def show(table: Table, asker: Asker, m: wire.Show) -> list[lines.Line]:
    """Let watchers see this seat's cards."""
    seat = seated(asker)
    if table.places[seat].shown == m.show:
        return []
    return [lines.Show(seat, m.show, m.id)]


def change(table: Table, asker: Asker, m: wire.SetTable) -> list[lines.Line]:
    """Change what the host may change."""
    if not asker.host:
        raise host_only()
    chat = None if m.chat is UNSET else bool(m.chat)
    hints = None if m.hints is UNSET else bool(m.hints)
    public = None if m.public is UNSET else bool(m.public)
    return [lines.Set(chat, hints, public, asker.seat, m.id)]


def contact(table: Table, asker: Asker, m: wire.Tell) -> list[lines.Line]:
    """Leave an address."""
    email = m.email.strip()
    if email and not ADDRESS.fullmatch(email):
        raise No(
            "broken",
            "ce n'est pas une adresse de courrier",
            "this is no e-mail address",
        )
    return [lines.Contact(seated(asker), email, m.lang, m.id)]


def forget(table: Table, asker: Asker, m: wire.Forget) -> list[lines.Line]:
    """Forget a person; while the game is on a bot goes on."""
    seat = seated(asker)
    leave: list[lines.Line] = []
    if table.status in ("waiting", "playing", "paused"):
        leave = [lines.Leave(seat, "" if table.game is None else STAND_IN)]
    return [lines.Forget(seat, m.id), *leave]


def sit(table: Table, m: wire.Sit, key: str) -> list[lines.Line]:
    """Take a seat: one handed over by a code, or one that no person has."""
    if table.status == "closed":
        raise not_while(table.status)
    seat = handed(table, hashed(m.code)) if m.code else free(table, m.seat)
    name = name_of(m.name)
    taken: list[lines.Line] = [lines.Sit(seat, name, hashed(key))]
    if m.share and table.game is None:
        taken.append(lines.Share(seat, share_of(m.share)))
    return taken


def handed(table: Table, code: str) -> int:
    """Find the seat that a code stands for."""
    for seat, place in enumerate(table.places):
        if place.code and hmac.compare_digest(place.code, code):
            return seat
    raise No(
        "not_allowed",
        "ce lien ne vaut plus : la place a été prise ou reprise",
        "this link is no longer good: the seat was taken",
    )


def free(table: Table, wanted: int | None) -> int:
    """Find a seat that may be taken."""
    needs(table, "waiting", "playing", "paused")
    open_seats = [
        seat
        for seat, p in enumerate(table.places)
        if p.kind == "empty" or (p.kind == "bot" and table.game is not None)
    ]
    if wanted is None and open_seats:
        empty = [s for s in open_seats if table.places[s].kind == "empty"]
        return (empty or open_seats)[0]
    if wanted in open_seats:
        return wanted
    raise No("not_now", "cette place n'est pas libre", "this seat is not free")


JUDGES: Final[dict[type, Callable[[Table, Asker, Any], list[lines.Line]]]] = {
    wire.Play: play,
    wire.Say: say,
    wire.React: react,
    wire.Ready: ready,
    wire.Begin: begin,
    wire.Propose: propose,
    wire.Answer: answer,
    wire.Resume: resume,
    wire.Away: away,
    wire.Resign: resign,
    wire.PutBot: put_bot,
    wire.Show: show,
    wire.SetTable: change,
    wire.Tell: contact,
    wire.Forget: forget,
}
