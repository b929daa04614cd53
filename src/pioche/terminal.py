"""Playing in the terminal: the table drawn as text, moves by word or by number."""

import sys
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import ANSI
from rich.console import Console
from rich.highlighter import Highlighter
from rich.markup import escape
from rich.text import Text

from pioche.bots import Bot
from pioche.core.errors import Refusal
from pioche.core.kind import Kind
from pioche.core.table import Game

Json = dict[str, Any]
SAID: Final = {
    "fr": {
        "help": "Un coup ou son numéro, « why COUP », « rule ID », « undo », « record », « quit »",
        "prompt": "Votre coup",
        "over": "La partie est finie",
        "winners": "gagne",
        "shared": "se partagent la partie",
        "allowed": "Ce coup est permis.",
        "nothing": "Il n'y a rien à reprendre.",
        "bye": "Partie interrompue ; voici sa trace :",
        "claim": "hors tour : Entrée pour se taire",
        "curtain": "À {seat} : passez l'écran, puis Entrée",
        "clause": "Aucune clause ne s'appelle {id}.",
    },
    "en": {
        "help": "A move, its number, 'why MOVE', 'rule CLAUSE', 'undo', 'record', 'quit'.",
        "prompt": "Your move",
        "over": "The game is over",
        "winners": "wins",
        "shared": "share the game",
        "allowed": "This move is allowed.",
        "nothing": "There is nothing to take back.",
        "bye": "Game broken off; this is its record:",
        "claim": "out of turn: Enter to stay silent",
        "curtain": "{seat}: take the screen, then press Enter",
        "clause": "No clause is called {id}.",
    },
}


class Quit(Exception):
    """The player has had enough."""


class Brush(Highlighter):
    """The colours of a game's words; all that they say can be read without them."""

    def __init__(self, of: Kind, lang: str) -> None:
        picture = import_module(f"{of.package}.picture")
        paints = getattr(picture, "paints", None)
        self.paints: dict[str, str] = paints(of.words[lang]) if paints else {}

    def highlight(self, text: Text) -> None:
        """Paint what a game's patterns find."""
        for pattern, style in self.paints.items():
            text.highlight_regex(pattern, style)


class Table:
    """A game between people at this keyboard and bots."""

    def __init__(self, game: Game, bots: dict[int, Bot], seed: str, lang: str) -> None:
        self.game = game
        self.bots = bots
        self.seed = seed
        self.lang = lang
        self.said = SAID[lang]
        self.words = game.kind.words[lang]
        self.console = Console(highlighter=Brush(game.kind, lang))
        self.ask: Callable[[str, Iterable[str]], str] = asker()
        self.seen: dict[int, int] = {}
        self.past: list[Game] = []
        self.last_person: int | None = None

    def run(self) -> None:
        """Play to the end."""
        self.console.print(escape(self.said["help"]), style="dim")
        try:
            while not self.game.over:
                self.claims()
                if not self.game.over:
                    self.turn(self.game.to_move[0])
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print(f"\n{escape(self.said['bye'])}")
            print(self.game.record(), end="")
            return
        self.end()

    def chance(self) -> str:
        """Return the seed of a bot's decision."""
        return f"{self.seed} {self.game.state.count}"

    def claims(self) -> None:
        """Ask who may speak out of turn: bots by their nature, people by a short prompt."""
        for seat in self.game.claims:
            if seat not in self.game.claims:
                continue
            if seat in self.bots:
                move = self.bots[seat].claim(self.game.view(seat), self.chance())
                if move:
                    self.game.play(seat, move)
            elif len(self.game.to_move) and self.game.to_move[0] != seat:
                self.show(seat)
                self.choose(seat, optional=True)

    def turn(self, seat: int) -> None:
        """Let a seat decide."""
        if seat in self.bots:
            self.game.play(
                seat, self.bots[seat].choose(self.game.view(seat), self.chance())
            )
        else:
            self.show(seat)
            self.choose(seat, optional=False)

    def show(self, seat: int) -> None:
        """Draw the table for a person, and what happened since they last looked."""
        people = self.game.seats - len(self.bots)
        if people > 1 and self.last_person != seat:
            self.console.clear()
            self.ask(self.said["curtain"].format(seat=self.words.seat(seat)), ())
        self.last_person = seat
        self.tell(seat)
        self.console.print()
        self.console.print(
            self.game.kind.picture(self.game.view(seat), self.lang), markup=False
        )

    def tell(self, seat: int) -> None:
        """Say what happened since this person last looked."""
        events = self.game.events(seat, since=self.seen.get(seat, 0))
        self.seen[seat] = self.seen.get(seat, 0) + len(events)
        for event in events:
            line = f"  {self.words.event(event)}"
            self.console.print(f"{escape(line)} [dim]({event['clause']})[/dim]")

    def choose(self, seat: int, *, optional: bool) -> None:
        """Ask a person for a move until one is played."""
        moves = self.game.moves(seat)
        for number, move in enumerate(moves, 1):
            self.console.print(
                f"  [bold]{number:>3}[/bold]  {escape(self.words.move(move))}  [dim]{move}[/dim]"
            )
        if optional:
            self.console.print(escape(f"({self.said['claim']})"), style="dim")
        while True:
            text = self.ask(
                f"{self.said['prompt']} ({self.words.seat(seat)}) > ", moves
            ).strip()
            if not text and optional:
                return
            text = self.meant(text, moves)
            if self.command(seat, text):
                return

    def meant(self, text: str, moves: list[str]) -> str:
        """Return the move that a number, the start of a move or its words stand for."""
        if text.isdigit() and 1 <= int(text) <= len(moves):
            return moves[int(text) - 1]
        if text in moves:
            return text
        close = [
            move
            for move in moves
            if move.startswith(text) or self.words.move(move).startswith(text)
        ]
        return close[0] if text and len(close) == 1 else text

    def command(self, seat: int, text: str) -> bool:
        """Carry out what a person typed, and tell whether the question is answered."""
        word, _, rest = text.partition(" ")
        if word in ("quit", "q"):
            raise Quit
        if word == "why":
            refusal = self.game.why_not(seat, rest)
            self.console.print(
                escape(self.sentence(refusal) if refusal else self.said["allowed"])
            )
        elif word == "rule":
            known = rest in self.words.clauses
            self.console.print(
                escape(
                    self.words.clause(rest)
                    if known
                    else self.said["clause"].format(id=rest)
                )
            )
        elif word == "record":
            print(self.game.record(), end="")
        elif word in ("help", "?", ""):
            self.console.print(escape(self.said["help"]))
        elif word == "undo":
            return self.undo()
        else:
            return self.play(seat, text)
        return False

    def play(self, seat: int, text: str) -> bool:
        """Play a person's move, or say which clause refuses it."""
        refusal = self.game.why_not(seat, text)
        if refusal:
            self.console.print(escape(self.sentence(refusal)), style="yellow")
            return False
        self.past.append(self.game.copy())
        self.game.play(seat, text)
        return True

    def undo(self) -> bool:
        """Take back to before the last move of a person, when all others are bots."""
        if not self.past or self.game.seats - len(self.bots) > 1:
            self.console.print(escape(self.said["nothing"]))
            return False
        self.game = self.past.pop()
        self.seen = {seat: min(n, len(self.game.told)) for seat, n in self.seen.items()}
        return True

    def sentence(self, refusal: Refusal) -> str:
        """Return a refusal in the table's language."""
        return refusal.fr if self.lang == "fr" else refusal.en

    def end(self) -> None:
        """Show how the game ended."""
        seat = next((s for s in range(self.game.seats) if s not in self.bots), None)
        if seat is not None:
            self.tell(seat)
        self.console.print(
            self.game.kind.picture(self.game.view(seat), self.lang), markup=False
        )
        result = self.game.result
        assert result is not None
        names = ", ".join(self.words.seat(winner) for winner in result["winners"])
        verb = self.said["winners" if len(result["winners"]) == 1 else "shared"]
        scores = " ".join(str(score) for score in result["scores"])
        self.console.print(
            f"[bold]{self.said['over']}: {names} {verb}[/bold] ({scores}; {result['reason']})"
        )


def asker() -> Callable[[str, Iterable[str]], str]:
    """Return how to ask: with completion at a terminal, plainly from a pipe."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return lambda prompt, _: input(prompt)
    session: PromptSession[str] = PromptSession()

    def ask(prompt: str, words: Iterable[str]) -> str:
        completer = WordCompleter(
            [*words, "why", "rule", "undo", "record", "quit"], sentence=True
        )
        return session.prompt(ANSI(f"\x1b[1m{prompt}\x1b[0m"), completer=completer)

    return ask
