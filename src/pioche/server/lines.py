"""The lines of a table's log: all that ever happened there; its state is their fold.

A line is stored as JSON before anybody learns of it. Lines are written for good: a new
version adds kinds and fields with defaults, and changes none.
"""

from typing import Any, Final

import msgspec
from msgspec import Struct

from pioche.server.wire import Clock

Json = dict[str, Any]


class Open(Struct, tag="open", omit_defaults=True):
    """The table is opened; the secret of its shuffle lies in the log from now on."""

    game: str
    seats: int
    options: Json
    secret: str = ""
    position: Json | None = None
    public: bool = False
    watch: str = "public"
    delay: int = 0
    clock: Clock = Clock()
    chat: bool = True
    hints: bool = True
    takeback: bool = True
    pace: int = 900
    host: str = ""  # the hash of the key of a host without a seat
    invitation: str = ""  # the code in the link; shown to whoever sits here
    webhook: str = ""
    webhook_secret: str = ""
    parent: str = ""


class Sit(Struct, tag="sit", omit_defaults=True):
    """A person takes a seat."""

    seat: int
    name: str
    hash: str  # of the seat's key


class Leave(Struct, tag="leave", omit_defaults=True):
    """A person leaves for good; while a game is on a bot of `level` goes on."""

    seat: int
    level: str = ""
    ref: str = ""


class Bot(Struct, tag="bot", omit_defaults=True):
    """A bot takes an empty seat, or (no level) leaves it."""

    seat: int
    level: str = ""
    ref: str = ""
    by: int = -1


class Share(Struct, tag="share", omit_defaults=True):
    """A seat gives its share of the shuffle."""

    seat: int
    share: str = ""
    ref: str = ""


class Begin(Struct, tag="begin", omit_defaults=True):
    """The game is dealt."""

    seat: int = -1
    ref: str = ""


class Play(Struct, tag="play", omit_defaults=True):
    """A move."""

    seat: int
    move: str
    ref: str = ""
    by: str = ""  # "bot", "clock", "" for the seat's person


class Stand(Struct, tag="stand", omit_defaults=True):
    """A bot stands in for a person."""

    seat: int
    level: str
    by: str = ""  # "clock" or "" for the person's own wish
    ref: str = ""


class Back(Struct, tag="back", omit_defaults=True):
    """The person takes the seat back from the bot that stood in."""

    seat: int
    ref: str = ""


class Propose(Struct, tag="propose", omit_defaults=True):
    """A seat proposes a take-back or a pause."""

    seat: int
    kind: str
    to: int = 0
    ref: str = ""


class Answer(Struct, tag="answer", omit_defaults=True):
    """A seat agrees or declines."""

    seat: int
    agree: bool
    ref: str = ""


class TakeBack(Struct, tag="takeback", omit_defaults=True):
    """All agreed: the game stands as it did after `to` moves."""

    to: int


class Pause(Struct, tag="pause", omit_defaults=True):
    """All agreed: the clocks stand still."""


class Resume(Struct, tag="resume", omit_defaults=True):
    """The game goes on."""

    seat: int
    ref: str = ""


class Show(Struct, tag="show", omit_defaults=True):
    """A seat lets watchers see its cards, or no longer."""

    seat: int
    show: bool
    ref: str = ""


class HandOver(Struct, tag="hand", omit_defaults=True):
    """A seat may be taken by whoever has the code."""

    seat: int
    hash: str
    ref: str = ""


class Set(Struct, tag="set", omit_defaults=True):
    """The host changes the table."""

    chat: bool | None = None
    hints: bool | None = None
    public: bool | None = None
    seat: int = -1
    ref: str = ""


class Contact(Struct, tag="contact", omit_defaults=True):
    """A seat leaves an address."""

    seat: int
    email: str = ""
    lang: str = "en"
    ref: str = ""


class Speak(Struct, tag="speak", omit_defaults=True):
    """Somebody speaks or reacts."""

    seat: int
    text: str = ""
    face: str = ""
    ref: str = ""


class Rematch(Struct, tag="rematch", omit_defaults=True):
    """The next game has a table."""

    table: str
    seat: int = -1
    ref: str = ""


class Forget(Struct, tag="forget", omit_defaults=True):
    """A seat's name, words and address were deleted."""

    seat: int
    ref: str = ""


class Close(Struct, tag="close", omit_defaults=True):
    """The table is closed before its game was over."""


Line = (
    Open | Sit | Leave | Bot | Share | Begin | Play | Stand | Back | Propose | Answer | TakeBack
    | Pause | Resume | Show | HandOver | Set | Contact | Speak | Rematch | Forget | Close
)  # fmt: skip

_encoder: Final = msgspec.json.Encoder()
_decoder: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


def write(line: Line) -> str:
    """Write a line down."""
    return _encoder.encode(line).decode()


def read(text: str | bytes) -> Line:
    """Read a line."""
    return _decoder.decode(text)
