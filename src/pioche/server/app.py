"""The routes, and the application that they are part of."""
# ruff: noqa: ARG002  # Litestar fixes some signatures

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import cache
from typing import Annotated, Any, Final

import msgspec
from litestar import Litestar, MediaType, Request, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, OpenAPIRenderPlugin
from litestar.params import Parameter
from sqlalchemy.exc import SQLAlchemyError

import pioche
from pioche.core.errors import PiocheError, Refusal
from pioche.core.words import Words
from pioche.games import kind, names
from pioche.server import fairness, judge, notify, pages, replays, wire
from pioche.server.errors import STATUS, No, Reason, cannot_read, no_key
from pioche.server.guard import (
    COSTS,
    HSTS,
    SECURITY,
    address_of,
    header,
    is_near,
    own_origin,
)
from pioche.server.house import House
from pioche.server.live import serve_live
from pioche.server.metrics import log
from pioche.server.store import cause
from pioche.server.wake import Wake

LARGEST: Final = 2_200_000  # bytes of a request
LIVE: Final = ("/api/tables/", "/live")
Id = Annotated[str, Parameter(max_length=20)]


def house_of(state: State) -> House:
    """Return the house that the routes serve."""
    found: House = state.house
    return found


@cache
def facts(game: str) -> dict[str, Any]:
    """Return a game's facts."""
    return pioche.rules(game)


@get("/api", sync_to_thread=False)
def about() -> wire.About:
    """Tell what this server is."""
    levels = sorted(judge.LEVELS)
    version = pioche.__dict__.get("__version__", "0")
    return wire.About(
        "pioche", version, wire.PROTOCOL, names(), levels, notify.can_mail()
    )


@get("/api/games", sync_to_thread=True)
def games() -> list[wire.GameFacts]:
    """List the games."""
    found = []
    for name in names():
        of = facts(name)
        found.append(wire.GameFacts(name, of["title"], of["version"], of["seats"]))
    return found


@get("/api/games/{game:str}", sync_to_thread=True)
def game_facts(game: str) -> dict[str, Any]:
    """Return the facts of a game."""
    return facts(game)


@get(
    "/api/games/{game:str}/rulebook/{lang:str}",
    media_type=MediaType.TEXT,
    sync_to_thread=True,
)
def rulebook(game: str, lang: str) -> str:
    """Return a rulebook page."""
    return language_of(game, lang).page


@get("/api/games/{game:str}/words/{lang:str}", sync_to_thread=True)
def words(game: str, lang: str) -> dict[str, Any]:
    """Return the words of a game."""
    return language_of(game, lang).tables


def language_of(game: str, lang: str) -> Words:
    """Return the texts of a game in a language."""
    texts = kind(game).words
    if lang not in texts:
        there = ", ".join(texts)
        raise No(
            "unknown", f"il y a les langues {there}", f"there are the languages {there}"
        )
    return texts[lang]


@get("/api/tables")
async def lobby(state: State) -> list[wire.Listed]:
    """List public tables."""
    return await house_of(state).lobby()


@post("/api/tables")
async def open_table(state: State, data: wire.NewTable) -> wire.Opened:
    """Open a table."""
    return await house_of(state).open(data)


@get("/api/tables/{id:str}")
async def table(state: State, id: Id) -> wire.TableInfo:
    """Tell what anyone may know of a table."""
    room = await house_of(state).find(id)
    return room.table.info(room.here())


@post("/api/tables/{id:str}/seats")
async def take_seat(state: State, id: Id, data: wire.Sit) -> wire.Seated:
    """Take a seat."""
    return await house_of(state).sit(id, data)


@post("/api/tables/{id:str}/messages", status_code=200)
async def send_message(state: State, id: Id, data: wire.Post) -> Response[bytes]:
    """Send one message without a socket."""
    return gathered(await house_of(state).post(id, data))


@post("/api/tables/{id:str}/poll", status_code=200)
async def poll(state: State, id: Id, data: wire.Poll) -> Response[bytes]:
    """Wait for news without a socket."""
    return gathered(await house_of(state).poll(id, data))


def gathered(messages: list[bytes]) -> Response[bytes]:
    """Answer with messages that are encoded already."""
    body = b"[" + b",".join(messages) + b"]"
    return Response(body, media_type=MediaType.JSON)


@get("/api/tables/{id:str}/record", media_type=MediaType.TEXT)
async def table_record(state: State, id: Id) -> str:
    """Return the record; before the end only its head."""
    return (await house_of(state).find(id)).table.record()


@post("/api/mine", status_code=200)
async def mine(state: State, data: wire.Mine) -> list[wire.Listed]:
    """List the tables of keys."""
    return await house_of(state).mine(data)


@post("/api/verify", status_code=200)
async def verify(state: State, data: wire.RecordIn) -> wire.Verified:
    """Check a record."""
    return await house_of(state).at_desk(fairness.verify, data.record)


@post("/api/replay", status_code=200)
async def replay(state: State, data: wire.Ask) -> wire.Replay:
    """Return frames of a record or of a table."""
    house = house_of(state)
    if data.record:
        return await house.at_desk(replays.of_record, data.record, data)
    room = await house.find(data.table)
    if house.wake_up:  # another process may have gone on, and its signal been lost
        await room.look()
    of = room.table
    own = of.seats_of([judge.hashed(key) for key in data.keys])
    if not own and not of.ended:
        if of.open.watch == "open":
            raise no_key()
        room.admit(data.invitation)
    if of.game is None:
        raise No("not_now", "la partie n'a pas commencé", "the game has not begun")
    return await house.at_desk(replays.of_table, of, of.deal(), data, own)


@post("/api/analysis", status_code=200)
async def analysis(state: State, data: wire.AskAnalysis) -> wire.Analysis:
    """Say what each move cost; ask again until it is done."""
    return await house_of(state).analysis(data)


@get(
    "/healthz", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False
)
def healthz(state: State) -> Response[str]:
    """Tell whether this process serves."""
    fine = not house_of(state).shutting
    return Response(
        "ok\n" if fine else "shutting down\n", status_code=200 if fine else 503
    )


@get(
    "/metrics", media_type=MediaType.TEXT, sync_to_thread=False, include_in_schema=False
)
def metrics(state: State, request: Request[Any, Any, Any]) -> Response[str]:
    """Tell the figures to those near: the host's own network."""
    if not is_near(request.scope["client"]):
        return Response("", status_code=404)
    house = house_of(state)
    return Response(house.metrics.text(house.gauges()))


# Refusals


def refuse(_: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
    """Answer what the asker can put right."""
    assert isinstance(error, PiocheError)
    reason: Reason = "broken"
    if isinstance(error, No):
        reason = error.reason
    elif isinstance(error, Refusal):
        reason = "illegal"
    elif isinstance(error, pioche.UnknownGame):
        reason = "unknown"
    clause = error.clause if isinstance(error, Refusal) else ""
    problem = wire.Problem(reason, error.fr, error.en, clause)
    return Response(problem, status_code=STATUS[reason])


def refuse_http(_: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
    """Answer a request that fits no route or no body."""
    assert isinstance(error, HTTPException)
    texts = {
        400: ("demande illisible", "unreadable request"),
        404: ("il n'y a rien ici", "there is nothing here"),
        405: ("cette adresse ne fait pas cela", "this address does not do that"),
        413: ("demande trop grande", "request too large"),
    }
    fr, en = texts.get(error.status_code, texts[400])
    detail = ""
    if error.status_code == 400:
        extra = error.extra if isinstance(error.extra, list) else []
        first = extra[0] if extra and isinstance(extra[0], dict) else {}
        detail = (
            f" ({first.get('key', '')}: {first.get('message', '')})" if first else ""
        )
    problem = wire.Problem("broken", fr + detail, en + detail)
    return Response(problem, status_code=error.status_code)


def unread(request: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
    """Answer while the database does not."""
    log("request failed", error=type(error).__name__, cause=cause(error))
    return refuse(request, cannot_read())


def fail(_: Request[Any, Any, Any], error: Exception) -> Response[wire.Problem]:
    """Answer our own mistake; its text stays here, for it might name a card."""
    log("request failed", error=type(error).__name__)
    fr, en = "erreur du serveur", "server error"
    return Response(wire.Problem("busy", fr, en), status_code=500)


class Page(OpenAPIRenderPlugin):
    """The list of requests as a plain page: nothing is fetched from elsewhere."""

    def render(
        self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]
    ) -> bytes:
        """Write the page."""
        rows = [
            f"<tr><td>{method.upper()}<td><code>{path}</code><td>{call.get('description', '')}"
            for path, calls in openapi_schema["paths"].items()
            for method, call in calls.items()
        ]
        return (
            "<!doctype html><html lang=en><meta charset=utf-8><title>Pioche: requests</title>"
            "<h1>Requests</h1><p>The schema: <a href=/api/schema/openapi.json>openapi.json</a>."
            " Messages of the socket: docs/wire.md."
            f"<table>{''.join(rows)}</table>"
        ).encode()


ROUTES: Final = [
    about, games, game_facts, rulebook, words, lobby, open_table, table, take_seat,
    send_message, poll, table_record, mine, verify, replay, analysis, healthz, metrics,
]  # fmt: skip


def rest(house: House) -> Litestar:
    """Make the REST side."""
    return Litestar(
        ROUTES,
        state=State({"house": house}),
        exception_handlers={
            PiocheError: refuse,
            SQLAlchemyError: unread,
            HTTPException: refuse_http,
            Exception: fail,
        },
        openapi_config=OpenAPIConfig(
            title="Pioche",
            version=str(wire.PROTOCOL),
            path="/api/schema",
            render_plugins=[Page(path="/"), JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=LARGEST,
        logging_config=None,
    )


class App:
    """The whole server as one ASGI application: door, sockets, pages, routes."""

    def __init__(
        self, house: House, *, origins: Iterable[str] = (), url: str = ""
    ) -> None:
        self.house = house
        self.origins = frozenset(origins)
        self.url = url
        self.rest = rest(house)
        self.wake: Wake | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, request or the program's life."""
        if scope["type"] == "lifespan":
            await self.live_long(receive, send)
        elif scope["type"] == "websocket":
            await self.socket(scope, receive, send)
        else:
            await self.request(scope, receive, send)

    async def live_long(self, receive: Any, send: Any) -> None:
        """Open the doors, and close them at the end."""
        await receive()
        try:
            async with self.opened():
                await send({"type": "lifespan.startup.complete"})
                await receive()
        except Exception as error:
            log("start failed", error=type(error).__name__)
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        await send({"type": "lifespan.shutdown.complete"})

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Open the house for a while."""
        house = self.house
        await house.open_doors()
        if not house.store.sqlite:
            loop = asyncio.get_running_loop()
            self.wake = Wake(self.url, house.store.process, loop, house.woken)
            house.store.notify = self.wake.notify
            house.wake_up = self.wake
        try:
            yield
        finally:
            if self.wake:
                self.wake.close()
            await house.close_doors()

    async def socket(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket, if it is a table's and its page is ours."""
        path = scope["path"]
        before, after = LIVE
        id = path[len(before) : -len(after)]
        fine = path.startswith(before) and path.endswith(after) and "/" not in id
        allowed = self.house.rates.allow(address_of(scope["client"]), 1)
        if not fine or not allowed or not own_origin(scope["headers"], self.origins):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        await serve_live(self.house, id, receive, send)

    async def request(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a request: the door's rules, then a page or a route."""
        method, path = scope["method"], scope["path"]
        secure = [HSTS] if scope["scheme"] == "https" else []
        kept = b"no-store" if path.startswith("/api") else None
        self.house.metrics.requests += 1

        async def dressed(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = [*message["headers"], *SECURITY, *secure]
                if kept and not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", kept))
                message = {**message, "headers": headers}
            await send(message)

        if not path.startswith(("/api", "/healthz", "/metrics")):
            if method not in ("GET", "HEAD"):
                await pages.send_page(dressed, (405, [], b""), head=False)
                return
            accepts = header(scope["headers"], b"accept-encoding")
            answer = pages.page(
                path, accepts, header(scope["headers"], b"if-none-match")
            )
            await pages.send_page(dressed, answer, head=method == "HEAD")
            return
        refusal = self.refusal(scope, method, path)
        if refusal:
            reason, fr, en = refusal
            body = msgspec.json.encode(wire.Problem(reason, fr, en))
            kind_ = [(b"content-type", b"application/json")]
            status = STATUS[reason]
            await pages.send_page(dressed, (status, kind_, body), head=False)
            return
        await self.rest(scope, receive, dressed)

    def refusal(
        self, scope: Any, method: str, path: str
    ) -> tuple[Reason, str, str] | None:
        """Return why a request is turned away at the door."""
        if path in ("/healthz", "/metrics"):
            return None
        if method != "GET" and not own_origin(scope["headers"], self.origins):
            return (
                "not_allowed",
                "cette page n'est pas de ce serveur",
                "this page is not this server's",
            )
        cost = COSTS.get((method, path), 1)
        if not self.house.rates.allow(address_of(scope["client"]), cost):
            return (
                "too_much",
                "trop de demandes ; attendez un peu",
                "too many requests; wait",
            )
        return None
