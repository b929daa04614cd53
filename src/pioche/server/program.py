"""The program that serves: its addresses, its port, its start and its end."""

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn

from pioche.core.errors import BadUse
from pioche.server import notify
from pioche.server.app import App
from pioche.server.door import Door
from pioche.server.guard import Rates
from pioche.server.house import House, Settings
from pioche.server.metrics import Errors, log
from pioche.server.store import Store


class Server(uvicorn.Server):
    """Uvicorn, telling the clients before it goes."""

    def __init__(
        self, config: uvicorn.Config, house: House, ready: Callable[[int], None]
    ) -> None:
        super().__init__(config)
        self.house = house
        self.ready = ready

    async def startup(self, sockets: Any = None) -> None:
        """Say where to play once the doors are open."""
        await super().startup(sockets)
        if self.started:
            ports = [
                s.getsockname()[1] for server in self.servers for s in server.sockets
            ]
            self.ready(ports[0])

    async def shutdown(self, sockets: Any = None) -> None:
        """Say goodbye, then close."""
        self.house.farewell()
        await asyncio.sleep(0.1)
        await super().shutdown(sockets)
        # Uvicorn would raise the signal anew; to stop when told to is no failure.
        self._captured_signals.clear()


def default_db() -> str:
    """Return the database that is used when none is named."""
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local/share")
    return f"sqlite:///{data}/pioche/pioche.db"


def make(
    db: str = "", *, origins: Iterable[str] = (), base: str = "", limits: float = 1.0
) -> App:
    """Make the application."""
    url = db or os.environ.get("PIOCHE_DB") or default_db()
    house = House(Store(url), Settings(base=base), Rates(limits))
    return App(house, origins=origins, url=url)


def serve(  # noqa: PLR0913  # each is an option of the command line
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str = "",
    *,
    origins: Iterable[str] = (),
    base: str = "",
    proxies: str = "127.0.0.1",
    limits: float = 1.0,
    ready: Callable[[int], None] | None = None,
) -> int:
    """Serve until told to stop; return the exit status."""
    # The writing thread must not wait long for the interpreter's lock.
    sys.setswitchinterval(0.0005)
    # Thousands of tables are live objects. Python looks through what is new only, and
    # through little at once, or everybody waits; through all, when upkeep asks for it.
    gc.freeze()
    gc.set_threshold(4_000, 1, 1_000_000)
    notify.check_mail()
    origins, base = tuple(origins), base.rstrip("/")
    for origin in origins:
        check_address("origin", origin)
    if base:
        check_address("base", base)
    doors = listening(host, port)
    app = make(db, origins=origins, base=base, limits=limits)

    def say(at: int) -> None:
        app.house.base = base or address(host, at)
        log("ready", host=host, port=at)
        if ready:
            ready(at)

    for name in ("uvicorn.error", "asyncio"):
        logging.getLogger(name).addHandler(Errors(logging.ERROR))
        logging.getLogger(name).propagate = False
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        loop="auto",
        http=Door,
        ws="websockets-sansio",
        ws_max_size=65_536,
        ws_per_message_deflate=False,
        ws_ping_interval=25.0,
        ws_ping_timeout=25.0,
        lifespan="on",
        access_log=False,
        log_config=None,
        log_level="error",
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        timeout_graceful_shutdown=5,
        timeout_keep_alive=30,
    )
    server = Server(config, app.house, say)
    server.run(doors)
    return 0 if server.started else 1


def address(host: str, port: int) -> str:
    """Return where the pages are, for links in mails, when nobody has named it."""
    name = socket.getfqdn() if host in ("", "0.0.0.0", "::") else host  # noqa: S104
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def check_address(option: str, text: str) -> None:
    """Refuse what is no address of a site."""
    parts = urlsplit(text)
    try:
        fine = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        fine = False
    if not fine or parts.query or parts.fragment or " " in text:
        raise BadUse(
            f"--{option} est une adresse comme https://cartes.example, non « {text} »",
            f"--{option} is an address like https://cards.example, not {text!r}",
        )


def listening(host: str, port: int) -> list[socket.socket]:
    """Open a port on every address that a host's name stands for, or say why not."""
    if not 0 <= port < 65_536:
        raise BadUse(
            f"--port est un nombre de 0 à 65535, non {port}",
            f"--port is a number from 0 to 65535, not {port}",
        )
    opened: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        for family, address in dict.fromkeys((f, a) for f, _, _, _, a in found):
            # Where any port will do, the first address chooses for all.
            at = opened[0].getsockname()[1] if opened else address[1]
            place = (str(address[0]), int(at))
            opened.append(socket.create_server(place, family=family, backlog=2048))
    except OSError as error:
        for door in opened:
            door.close()
        taken = error.errno == errno.EADDRINUSE
        raise BadUse(
            f"impossible d'écouter sur {host}:{port} : "
            + ("un autre programme y est déjà ; choisissez un autre --port"
               if taken else str(error.strerror)),
            f"cannot listen on {host}:{port}: "
            + ("another program is there already; choose another --port"
               if taken else str(error.strerror)),
        ) from error  # fmt: skip
    return opened
