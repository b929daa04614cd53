"""A game at the table: the twin's state, what was told, and what each seat may see."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from pioche.core import given, random, record
from pioche.core.errors import BadPosition, Illegal, PiocheError, Refusal, UnknownMove
from pioche.core.fields import whole
from pioche.core.kind import Json, Kind, no_such_seat
from pioche.core.layout import Header, Told
from pioche.core.rules import EVERYONE, row


class Game:
    """One game, from the deal to its result; `play` is its only change."""

    def __init__(self, kind: Kind, state: Header, start: record.Start) -> None:
        self.kind = kind
        self.state = state
        self.start = start
        self.log: list[tuple[int, str]] = []
        self.told: list[tuple[int, Told]] = []  # after how many moves, what
        self._out = row(len(kind.rules.MOVES))

    @classmethod
    def deal(
        cls,
        kind: Kind,
        seats: int,
        seed: str,
        options: Mapping[str, object] | None = None,
    ) -> Self:
        """Deal a game whose every card follows from the text `seed`."""
        seats = kind.check_seats(seats)
        chosen = kind.complete(options, seats)
        s = kind.rules.State.blank()
        kind.fill_header(s, seats, chosen)
        random.seed(s, kind.name, seed)
        game = cls(
            kind,
            s,
            record.Start(kind.name, kind.rules.VERSION, seats, chosen, seed=seed),
        )
        game._listen(lambda: kind.rules.deal(s))
        return game

    @classmethod
    def from_position(cls, kind: Kind, position: Json) -> Self:
        """Set up a game as a position tells, or raise BadPosition."""
        s = kind.rules.State.blank()
        seats, options = read_header(kind, s, position)
        own = Parts((k, v) for k, v in position.items() if k not in HEADER)
        try:
            kind.knowledge.set_up(s, own)
        except BadPosition:
            raise
        except (
            LookupError,
            TypeError,
            ValueError,
            ArithmeticError,
            AttributeError,
        ) as e:
            raise BadPosition(
                own.read, "il n'a pas la forme attendue", "it has not the expected form"
            ) from e
        game = cls(kind, s, record.Start(kind.name, kind.rules.VERSION, seats, options))
        written = game.position()  # of our own making: nobody else can change it
        for name in position:
            if name not in written:
                raise BadPosition(
                    str(name), "ce champ n'existe pas", "there is no such field"
                )
        game.start = replace(game.start, position=written)
        return game

    @property
    def name(self) -> str:
        """The name of the game's kind."""
        return self.kind.name

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return self.state.seats

    @property
    def options(self) -> Json:
        """Every option with its value."""
        return dict(self.start.options)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.kind.rules.over(self.state))

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision now."""
        return self._seats_in(self.kind.rules.to_move(self.state))

    @property
    def claims(self) -> tuple[int, ...]:
        """The seats that owe nothing and may speak out of turn."""
        return self._seats_in(self.kind.rules.claims(self.state))

    @property
    def expects_claim(self) -> bool:
        """Tell whether somebody may be able to claim; hidden cards do not count.

        Whoever waits for claims only while `claims` names a seat tells what it holds.
        """
        return self.kind.knowledge.expects_claim(self.state)

    def moves(self, seat: int) -> list[str]:
        """List every legal move of a seat, claims out of turn included."""
        seat = self._check(seat)
        count = self.kind.rules.legal(self.state, seat, self._out)
        return [self.kind.rules.MOVES[self._out[i]] for i in range(count)]

    def why_not(self, seat: int, text: str) -> Refusal | None:
        """Return the refusal of a move, or None when it is legal."""
        seat = self._check(seat)
        rules = self.kind.rules
        move = rules.MOVES.read(text)
        if move is None:
            legal = self.moves(seat)
            return UnknownMove(text, legal[0] if legal else rules.MOVES[0])
        clause = rules.forbids(self.state, seat, move)
        return self._refusal(seat, text, rules.CLAUSES.ids[clause]) if clause else None

    def play(self, seat: int, text: str) -> None:
        """Play a move, or raise Illegal and leave the game as it was."""
        seat = self._check(seat)
        refusal = self.why_not(seat, text)
        if isinstance(refusal, UnknownMove):
            raise refusal
        if refusal:
            raise Illegal(refusal.clause, refusal.fr, refusal.en)
        move = self.kind.rules.MOVES.numbers[text]
        self.log.append((seat, text))
        self.state.count += 1
        self._listen(lambda: self.kind.rules.apply(self.state, seat, move))

    def view(self, seat: int | None = None) -> Json:
        """Return what a seat (None: a spectator) may know, and nothing else."""
        rules, s = self.kind.rules, self.state
        moves: list[str] = []
        refused: dict[str, str] = {}
        if seat is not None:
            seat = self._check(seat)
            moves = self.moves(seat)
            for move in self.kind.knowledge.tries(s, seat):
                clause = rules.forbids(s, seat, move)
                if clause:
                    refused[rules.MOVES[move]] = rules.CLAUSES.ids[clause]
        return {
            "game": self.name,
            "version": rules.VERSION,
            "seats": s.seats,
            "options": self.options,
            "seat": seat,
            "count": s.count,
            "to_move": list(self.to_move),
            "claims": [] if seat is None else [seat] if seat in self.claims else [],
            "moves": moves,
            "refused": refused,
            "result": self.result,
            "table": self.kind.knowledge.view(s, seat),
        }

    @property
    def result(self) -> Json | None:
        """Winners, scores and the clause that ended the game, once it is over."""
        if not self.over:
            return None
        winners, scores, reason = self.kind.rules.result(self.state)
        return {"winners": winners, "scores": scores, "reason": reason}

    def events(self, seat: int | None = None, since: int = 0) -> list[Json]:
        """List what a seat (None: a spectator) was told, from number `since` on."""
        if seat is not None:
            seat = self._check(seat)
        since = given.count("since", since)
        events = self.kind.rules.EVENTS
        told = []
        for number, (at, (event, audience, arguments)) in enumerate(self.told):
            if number >= since:
                full = audience == EVERYONE or (
                    seat is not None and audience >> seat & 1 == 1
                )
                told.append(
                    {"n": number, "at": at, **events.show(event, arguments, full=full)}
                )
        return told

    def position(self) -> Json:
        """Return the complete state, readable by a person."""
        s = self.state
        return {
            "game": self.name,
            "version": self.kind.rules.VERSION,
            "seats": s.seats,
            "options": self.options,
            "count": s.count,
            "random": {"key": "".join(f"{w:08x}" for w in s.rng), "at": s.rng_at},
            **self.kind.knowledge.position(s),
        }

    def imagine(self, seat: int, seed: str) -> "Game":
        """Return another game that this seat cannot tell from this one."""
        return imagined(self.kind, self.view(self._check(seat)), seed)

    def copy(self) -> "Game":
        """Return an independent game in the same state."""
        other = Game(self.kind, self.state.twin(), self.start)
        other.log = list(self.log)
        other.told = list(self.told)
        return other

    def record(self) -> str:
        """Write the game down: the text from which `replay` gives it back."""
        return record.write(self.start, self.log, self.result)

    def _seats_in(self, bits: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.state.seats) if bits >> seat & 1)

    def _check(self, seat: object) -> int:
        number = given.whole(seat, 0, self.seats - 1)
        if number is None:
            raise no_such_seat(self.seats, seat)
        return number

    def _listen(self, act: Any) -> None:
        journal: list[Told] = []
        self.state.journal = journal
        try:
            act()
        finally:
            self.state.journal = None
        self.told.extend((self.state.count, told) for told in journal)

    def _refusal(self, seat: int, text: str, clause: str) -> Refusal:
        may = self.moves(seat)
        sentences = []
        for lang, words in self.kind.words.items():
            asked = words.move(text)
            why = words.clause(clause)
            shown = [words.move(move) for move in may[:8]] + (
                ["…"] if len(may) > 8 else []
            )
            if lang == "fr":
                instead = (
                    f"Possible : {', '.join(shown)}." if may else "Il faut attendre."
                )
                sentences.append(
                    f"« {asked} » est refusé au {words.seat(seat)} ({clause}) : {why} {instead}"
                )
            else:
                instead = (
                    f"Possible: {', '.join(shown)}."
                    if may
                    else "There is nothing to do but wait."
                )
                sentences.append(
                    f"{words.seat(seat)} may not {asked!r} ({clause}): {why} {instead}"
                )
        return Refusal(clause, sentences[0], sentences[1])


class Parts(dict[str, Any]):
    """A game's own part of a position; remembers which field was read last."""

    read = "position"

    def __getitem__(self, name: str) -> Any:
        self.read = name
        if name not in self:
            raise BadPosition(name, "il manque", "it is missing")
        return super().__getitem__(name)


HEADER = ("game", "version", "seats", "options", "count", "random")


def read_header(kind: Kind, s: Header, position: Json) -> tuple[int, Json]:
    """Fill a state's header from a position."""
    if not isinstance(position, dict):
        raise BadPosition("position", "ce n'est pas un objet", "it is no object")
    for name in HEADER:
        if name not in position:
            raise BadPosition(name, "il manque", "it is missing")
    if position["game"] != kind.name:
        raise BadPosition("game", f"c'est {kind.name}", f"it is {kind.name}")
    try:
        seats = kind.check_seats(position["seats"])
    except PiocheError as error:
        raise BadPosition("seats", error.fr, error.en) from error
    try:
        chosen: Any = () if position["options"] is None else position["options"]
        options = kind.complete(chosen, seats)
    except PiocheError as error:
        raise BadPosition("options", error.fr, error.en) from error
    kind.fill_header(s, seats, options)
    whole("version", position["version"], 1, kind.rules.VERSION)
    s.count = whole("count", position["count"], 0, kind.rules.BOUND)
    chance = position["random"]
    key = chance.get("key") if isinstance(chance, dict) else None
    if not isinstance(key, str) or not re.fullmatch("[0-9a-f]{64}", key):
        raise BadPosition(
            "random",
            "c'est {key, at}, et key a 64 chiffres hexadécimaux",
            "it is {key, at}, and key has 64 hexadecimal digits",
        )
    for i in range(8):
        s.rng[i] = int(key[8 * i : 8 * i + 8], 16)
    # No deal and no move draws a million words: what is read here can be written again.
    s.rng_at = whole("random", chance.get("at"), random.FAST, (s.count + 1) << 20)
    return seats, options


def imagined(kind: Kind, view: Json, seed: str) -> Game:
    """Deal a game that agrees with a view: what the view hides is drawn from `seed`."""
    seats, seat, options = view["seats"], view["seat"], view["options"]
    s = kind.rules.State.blank()
    kind.fill_header(s, seats, options)
    kind.knowledge.from_view(s, view["table"], seat)
    s.count = view["count"]
    random.seed(s, kind.name, "imagine", seed)
    kind.knowledge.imagine(s, seat)
    game = Game(kind, s, record.Start(kind.name, kind.rules.VERSION, seats, options))
    game.start = replace(game.start, position=game.position())
    return game
