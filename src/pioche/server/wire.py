"""Every message and REST body, both ways, typed once.

docs/wire.md and the client's wire.ts are generated from this file (tools/wire.py): the
docstrings and the comments behind the fields are their text. Messages carry their name
in `type`. Receivers ignore fields that they do not know. Times are milliseconds since
1970, durations milliseconds; seats count from 0.
"""
# ruff: noqa: E501  # a field and its comment are one row of the page

from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

#: Rises when an old client can no longer talk to this server; it is told to reload.
PROTOCOL: Final = 1

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Name = Annotated[str, Meta(max_length=60)]
Share = Annotated[str, Meta(max_length=100)]
Key = Annotated[str, Meta(max_length=80)]
MoveText = Annotated[str, Meta(min_length=1, max_length=400)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]
Level = Annotated[str, Meta(min_length=1, max_length=40)]
Status = Literal["waiting", "playing", "paused", "over", "closed"]
Json = dict[str, Any]
RawObject = Annotated[Any, "Record<string, unknown>"]  # never checked, only written
RawList = Annotated[Any, "Record<string, unknown>[]"]


# What a table is


class Clock(Struct, omit_defaults=True, frozen=True):
    """How long players may think."""

    kind: Literal["none", "move", "player", "days"] = "none"  # days: correspondence
    time: Annotated[int, Meta(ge=1_000, le=30 * 86_400_000)] = (
        60_000  # a move, a player's whole stock, or a move's days
    )
    increment: Annotated[int, Meta(ge=0, le=3_600_000)] = (
        0  # kind player: given back after each move
    )
    strikes: Annotated[int, Meta(ge=1, le=10)] = (
        3  # so many times out in a row, and a bot keeps the seat until its player is back
    )


class Seat(Struct):
    """One seat of a table, as anyone may see it."""

    kind: Literal["empty", "person", "bot"]
    name: str = ""
    level: str = ""  # of the bot that plays here, or stands in
    here: bool = False  # somebody is connected for this seat
    away: bool = False  # a bot stands in until its player is back
    ready: bool = False  # a person who gave a share of the shuffle
    left: bool = False  # its player resigned: anyone with the link may take it
    shown: bool = False  # its player lets watchers see its cards


class Offer(Struct):
    """What a seat proposes; it happens when every person at the table agrees."""

    kind: Literal["takeback", "pause"]
    seat: int
    to: int = 0  # takeback: the count of moves that remain
    agreed: list[int] = []


class TableInfo(Struct):
    """All that anyone who may see a table may know of it, its cards apart."""

    id: str
    game: str
    version: int  # of the rules
    options: Json
    status: Status
    seats: list[Seat]
    public: bool
    watch: Literal["no", "public", "open"]
    delay: int
    clock: Clock
    chat: bool
    hints: bool
    takeback: bool
    created: int
    number: int  # of the last line of the table's log
    count: int  # moves played
    commitment: str  # to the server's secret; empty when the game began from a position
    shares: list[str]  # each seat's share of the shuffle, given after the commitment
    to_move: list[int] = []
    offer: Offer | None = None
    result: Json | None = None
    rematch: str = ""  # the table where this one goes on
    parent: str = ""  # the table that this one came from
    secret: str = ""  # known once the game is over


class Running(Struct):
    """The clocks, when the message was sent."""

    left: list[int | None]  # by seat: what remains; None: no clock
    running: list[int]  # the seats whose clock runs now


# From the client, over the socket or POST /api/tables/{id}/messages


class Hello(Struct, tag="hello"):
    """Says who is there: the first message of a socket."""

    keys: Annotated[
        list[Key], Meta(max_length=10)
    ] = []  # of all seats at this screen; none: a watcher
    since: Annotated[int, Meta(ge=-1)] = (
        0  # the first event wanted (last n + 1); -1: none
    )
    invitation: Key = ""  # a watcher's, when the table is not public
    protocol: int = PROTOCOL
    changes: bool = False  # send `change` instead of whole views


class Play(Struct, tag="play"):
    """Plays a move; sent again with the same id it counts once."""

    id: Id
    move: MoveText
    at: Count  # the `number` of the view that the player saw
    seat: SeatNumber | None = None  # needed when this screen has several seats


class Why(Struct, tag="why"):
    """Asks why a move is not possible now."""

    id: Id
    move: MoveText
    seat: SeatNumber | None = None


class Hint(Struct, tag="hint"):
    """Asks for a good move, where the host allows it; one at a time a seat."""

    id: Id
    seat: SeatNumber | None = None


class Say(Struct, tag="say"):
    """Speaks to the table."""

    id: Id
    text: Text
    seat: SeatNumber | None = None


class React(Struct, tag="react"):
    """Shows a reaction that needs no language."""

    id: Id
    face: Literal[
        "smile",
        "laugh",
        "wow",
        "sad",
        "angry",
        "clap",
        "think",
        "heart",
        "hurry",
        "sorry",
    ]
    seat: SeatNumber | None = None


class Ready(Struct, tag="ready"):
    """Gives a seat's share of the shuffle, before the start."""

    id: Id
    share: Share = ""
    seat: SeatNumber | None = None


class Begin(Struct, tag="begin"):
    """The host starts the game; bots of `level` take the empty seats."""

    id: Id
    level: Level = ""  # empty: every seat must be taken
    seat: SeatNumber | None = None


class Propose(Struct, tag="propose"):
    """Proposes a take-back (of one's own last move when `to` is missing) or a pause."""

    id: Id
    kind: Literal["takeback", "pause"]
    to: Count | None = None
    seat: SeatNumber | None = None


class Answer(Struct, tag="answer"):
    """Agrees to what was proposed, or declines it; its author may withdraw it so."""

    id: Id
    agree: bool
    seat: SeatNumber | None = None


class Resume(Struct, tag="resume"):
    """Ends a pause."""

    id: Id
    seat: SeatNumber | None = None


class Away(Struct, tag="away"):
    """Gives the seat to a bot for a while (away) or takes it back."""

    id: Id
    away: bool
    seat: SeatNumber | None = None


class Resign(Struct, tag="resign"):
    """Leaves the seat for good: empty before the start, else a bot's."""

    id: Id
    seat: SeatNumber | None = None


class PutBot(Struct, tag="bot"):
    """The host puts a bot on an empty or abandoned seat, or empties it again."""

    id: Id
    on: SeatNumber
    level: Level = ""  # empty: no bot
    seat: SeatNumber | None = None


class Show(Struct, tag="show"):
    """Lets watchers see this seat's cards, or no longer."""

    id: Id
    show: bool
    seat: SeatNumber | None = None


class HandOver(Struct, tag="hand_over"):
    """Asks for a code by which somebody else takes this seat; then its key is void."""

    id: Id
    seat: SeatNumber | None = None


class Rematch(Struct, tag="rematch"):
    """Opens the next game: same people, watchers and options, seats rotated."""

    id: Id
    seat: SeatNumber | None = None


class SetTable(Struct, tag="set"):
    """The host changes what may change at any time."""

    id: Id
    chat: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    public: bool | UnsetType = UNSET
    seat: SeatNumber | None = None


class Tell(Struct, tag="contact"):
    """Leaves an address to be told when it is this seat's turn (correspondence)."""

    id: Id
    email: Annotated[str, Meta(max_length=200)] = ""
    lang: Literal["fr", "en"] = "en"
    seat: SeatNumber | None = None


class Forget(Struct, tag="forget"):
    """Deletes this seat's name, words and address; the host's ends and deletes the table."""

    id: Id
    table: bool = False
    seat: SeatNumber | None = None


class Ping(Struct, tag="ping"):
    """Asks for `pong`, to measure the way."""

    id: Id


FromClient = (
    Hello | Play | Why | Hint | Say | React | Ready | Begin | Propose | Answer | Resume
    | Away | Resign | PutBot | Show | HandOver | Rematch | SetTable | Tell | Forget | Ping
)  # fmt: skip


# From the server


class Welcome(Struct, tag="welcome"):
    """Answers `hello`; a `view` for each of its seats follows."""

    table: TableInfo
    seats: list[int]  # whose keys were given
    host: list[int]  # those among them that may act as the host
    now: int  # the server's time
    protocol: int = PROTOCOL


class View(Struct, tag="view"):
    """What a seat sees now, and what happened since its last view."""

    seat: int | None  # None: a watcher
    number: int  # of the last line of the table's log; `play` gives it back as `at`
    count: int  # moves played
    view: RawObject  # as Game.view writes it; docs/games
    events: RawList  # as Game.events writes them, from the first not yet sent
    clocks: Running | None = None
    ack: str = ""  # the id of this seat's move that led here
    behind: int = 0  # an open table's watcher: how many moves this is behind


class Change(Struct, tag="change"):
    """Like `view`, for those who asked: only what differs from the view before."""

    seat: int | None
    number: int
    count: int
    view: RawObject  # parts of the view that changed, `table` left out
    table: RawObject  # parts of the view's `table` that changed
    events: RawList
    clocks: Running | None = None
    ack: str = ""
    behind: int = 0


class State(Struct, tag="table"):
    """The table itself changed: seats, status, offer, result."""

    table: TableInfo
    note: "Note | None" = None  # what happened


class Note(Struct):
    """Something at the table that is no move."""

    kind: Literal[
        "sat", "left", "away", "back", "bot", "unbot", "ready", "begun", "time_out", "stands_in",
        "paused", "resumed", "proposed", "declined", "taken_back", "shown", "hidden", "over",
        "rematch", "set", "closed", "replaced", "here", "gone", "forgotten",
    ]  # fmt: skip
    seat: int | None = None
    name: str = ""
    at: int = 0
    count: int = 0  # time_out, taken_back: the count of moves
    table: str = ""  # rematch: the new table


class Said(Struct, tag="said"):
    """Somebody spoke (text) or reacted (face)."""

    number: int
    at: int
    seat: int
    name: str
    text: str = ""
    face: str = ""


class Done(Struct, tag="done"):
    """The message with this id was carried out."""

    id: str
    number: int = 0  # of the line of the table's log
    repeated: bool = False  # it had been carried out before
    move: str = ""  # hint: the move
    code: str = ""  # hand_over: to be passed on as the seat's link
    table: str = ""  # rematch: the new table
    now: int = 0  # ping: the server's time


class Refused(Struct, tag="refused"):
    """The message with this id was not carried out: why, and what instead."""

    id: str
    reason: Literal[
        "illegal", "late", "unknown", "not_yours", "not_now", "not_allowed", "too_much", "broken",
        "old", "gone", "busy",
    ]  # fmt: skip
    fr: str
    en: str
    clause: str = ""  # illegal: the clause of the rulebook


class Because(Struct, tag="because"):
    """Answers `why`."""

    id: str
    allowed: bool
    clause: str = ""
    fr: str = ""
    en: str = ""


class Bye(Struct, tag="bye"):
    """The server ends this connection."""

    reason: Literal[
        "shutdown", "slow", "silent", "too_much", "replaced", "deleted", "old"
    ]
    again: int = 0  # reconnect after so many milliseconds; 0: do not


FromServer = Welcome | View | Change | State | Said | Done | Refused | Because | Bye


# REST


class Fresh(Struct, tag="fresh", frozen=True):
    """A game dealt anew, by a shuffle that all can check."""


class OnFrom(Struct, tag="on_from"):
    """Plays on from a move of a record or of a finished table."""

    upto: Count  # moves that are kept
    record: Annotated[str, Meta(max_length=2_000_000)] = ""
    table: Annotated[str, Meta(max_length=40)] = ""
    knew: SeatNumber | None = (
        None  # unseen cards are dealt anew as this seat could not tell; None: as it truly was
    )


class FromPosition(Struct, tag="position"):
    """Begins from a position (Game.position)."""

    position: Json


class NewTable(Struct):
    """POST /api/tables: opens a table; whoever opens it sits at seat `seat`."""

    game: Annotated[str, Meta(max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    options: Json = {}
    name: Name = ""  # of the host; empty: a guest
    seat: SeatNumber | None = 0  # None: the host only watches (tables of bots)
    bots: dict[Annotated[str, Meta(max_length=2)], Level] = {}  # seat number to level
    public: bool = False
    watch: Literal["no", "public", "open"] = (
        "public"  # open: watchers see all hands, `delay` moves late
    )
    delay: Annotated[int, Meta(ge=0, le=100)] = 10
    clock: Clock = Clock()
    chat: bool = True
    hints: bool = True
    takeback: bool = True
    pace: Annotated[int, Meta(ge=0, le=10_000)] = (
        900  # bots wait so long before they move
    )
    webhook: Annotated[str, Meta(max_length=500)] = ""  # told of turns and of the end
    start: Fresh | OnFrom | FromPosition = Fresh()
    begin: bool = False  # begin at once, without shares (all other seats are bots)


class Opened(Struct):
    """The answer to NewTable."""

    table: TableInfo
    key: str  # the host's: of its seat, or for a watching host
    invitation: str  # goes into the link of a table that is not public
    webhook_secret: str = ""  # signs what the webhook receives


class Sit(Struct):
    """POST /api/tables/{id}/seats: takes a seat."""

    name: Name = ""
    seat: SeatNumber | None = None  # None: the first that is free
    invitation: Key = ""  # of a table that is not public
    code: Key = ""  # of a seat that its player hands over
    share: Share = (
        ""  # this seat's share of the shuffle; the commitment was seen before
    )


class Seated(Struct):
    """The answer to Sit."""

    table: TableInfo
    seat: int
    key: str  # proves the seat from now on; shown once


class Listed(Struct):
    """A table in the lobby or among one's own."""

    id: str
    game: str
    status: Status
    names: list[str]  # by seat; empty: free
    free: int
    watch: bool
    clock: Clock
    created: int
    changed: int
    seat: int | None = None  # mine: the seat that the key proves
    turn: bool = False  # mine: it owes a decision
    result: Json | None = None


class MyTable(Struct):
    """One key that somebody holds."""

    table: Id
    key: Key


class Mine(Struct):
    """POST /api/mine: asks for one's own tables (keys never stand in an address)."""

    tables: Annotated[list[MyTable], Meta(max_length=100)]


class Poll(Struct):
    """POST /api/tables/{id}/poll: for clients without WebSocket; answers with messages."""

    hello: Hello
    number: Annotated[
        int, Meta(ge=-1)
    ] = -1  # the log number last seen; -1: answer at once
    wait: Annotated[int, Meta(ge=0, le=25_000)] = 20_000


class Post(Struct):
    """POST /api/tables/{id}/messages: one message without a socket; the answers return."""

    keys: Annotated[list[Key], Meta(max_length=10)]
    message: FromClient


class RecordIn(Struct):
    """POST /api/verify: a record to check."""

    record: Annotated[str, Meta(max_length=2_000_000)]


class Check(Struct):
    """One thing that was checked."""

    name: Literal["hash", "commitment", "seed", "deal", "moves", "result"]
    ok: bool
    fr: str
    en: str


class Verified(Struct):
    """The answer to RecordIn."""

    ok: bool
    checks: list[Check]


class Ask(Struct):
    """POST /api/replay: frames of a record, or of a table as the keys' seats knew it."""

    first: Count = 0  # the first frame: after so many moves
    last: Count | None = None  # at most 100 frames an answer
    record: Annotated[str, Meta(max_length=2_000_000)] = ""
    table: Annotated[str, Meta(max_length=40)] = ""
    keys: Annotated[list[Key], Meta(max_length=10)] = []
    invitation: Key = ""
    seats: Annotated[
        list[SeatNumber | None], Meta(max_length=17)
    ] = []  # whose views; null or none: a watcher's
    positions: bool = False  # complete ones too, where nothing is secret


class Frame(Struct):
    """The game after so many moves."""

    count: int
    seat: int | None  # who made the last move, where all may know it
    move: str  # the move in words; empty while it may be secret
    views: list[Json]  # in the order of `seats`
    events: list[list[Json]]  # told by that move, in the same order
    position: Json | None = None  # if asked for (Game.position)


class Replay(Struct):
    """The answer to Ask."""

    game: str
    version: int
    seats: int
    options: Json
    moves: int  # in the whole record
    result: Json | None
    frames: list[Frame]


class AskAnalysis(Struct):
    """POST /api/analysis: what each move of a record cost. Ask again until it is done."""

    record: Annotated[str, Meta(max_length=2_000_000)] = ""
    table: Annotated[str, Meta(max_length=40)] = ""


class Analysis(Struct):
    """The answer to AskAnalysis."""

    done: bool
    report: Json | None = None  # as `pioche analyse --json` writes it


class GameFacts(Struct):
    """GET /api/games: one game in short; GET /api/games/{game} has all of `pioche.rules`."""

    name: str
    title: dict[str, str]
    version: int
    seats: list[int]


class About(Struct):
    """GET /api: the server."""

    name: str
    version: str
    protocol: int
    games: list[str]
    levels: list[str]  # of bots
    mail: bool  # e-mail can be sent


class Problem(Struct):
    """What every refused request answers with."""

    reason: str
    fr: str
    en: str
    clause: str = ""


#: What each REST call takes and gives, for the generators.
REST: Final = (
    ("GET", "/api", None, About, "The server."),
    ("GET", "/api/games", None, list[GameFacts], "The games."),
    ("GET", "/api/games/{game}", None, Json, "The facts of a game (`pioche.rules`)."),
    ("GET", "/api/games/{game}/rulebook/{lang}", None, str, "The rulebook page, Markdown."),
    ("GET", "/api/games/{game}/words/{lang}", None, Json, "The words of a game."),
    ("GET", "/api/tables", None, list[Listed], "Public tables that wait for players or may be watched."),
    ("POST", "/api/tables", NewTable, Opened, "Opens a table."),
    ("GET", "/api/tables/{id}", None, TableInfo, "What anyone may see of a table."),
    ("POST", "/api/tables/{id}/seats", Sit, Seated, "Takes a seat."),
    ("POST", "/api/tables/{id}/messages", Post, list[FromServer], "Sends one message without a socket."),
    ("POST", "/api/tables/{id}/poll", Poll, list[FromServer], "Waits for news without a socket."),
    ("GET", "/api/tables/{id}/record", None, str, "The record; before the end only its head."),
    ("POST", "/api/mine", Mine, list[Listed], "The tables of the keys that one holds."),
    ("POST", "/api/verify", RecordIn, Verified, "Checks a record: the shuffle and every move."),
    ("POST", "/api/replay", Ask, Replay, "Frames of a record or of a table."),
    ("POST", "/api/analysis", AskAnalysis, Analysis, "What each move cost."),
)  # fmt: skip
