"""Chunks on Ray: actors here or across machines play them with the same code.

Each actor holds the compiled game; what it returns are the rows of a chunk. An actor
that dies is started again, and its chunk is played again with the same result.
"""

import os
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pioche.core.errors import BadUse
from pioche.core.fast import cores
from pioche.lab.simulate import Chunk, Part, Player, Setting

LOCAL: Final = "local"  # Ray's own word for a cluster of this machine alone
HERE: Final = ("", LOCAL)
PATIENCE: Final = 5.0  # seconds
TOKEN: Final = Path.home() / ".ray" / "auth_token"  # where Ray keeps its own


def library(address: str) -> Any:
    """Import Ray, or say what is missing."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    if address not in HERE and TOKEN.exists():
        # `ray start` then asks for it, and who joins must say so before the import
        os.environ.setdefault("RAY_AUTH_MODE", "token")
    try:
        import ray
    except ImportError as error:
        raise BadUse(
            "--ray demande Ray : pip install 'pioche[lab]'",
            "--ray needs Ray: pip install 'pioche[lab]'",
        ) from error
    return ray


def connect(ray: Any, address: str, workers: int) -> bool:
    """Join a cluster, or start one on this machine; tell whether it is ours to stop."""
    if ray.is_initialized():
        return False
    quiet = {"logging_level": "ERROR", "log_to_driver": False}
    if address in HERE:
        start(ray, workers, quiet)
        return True
    try:
        knock(address)
        ray.init(address=address, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        raise BadUse(
            f"pas de grappe Ray à {address} : {error} ; démarrez-en une par "
            "« ray start --head », ou laissez l'adresse pour cette machine seule",
            f"there is no Ray cluster at {address}: {error}; start one with "
            "'ray start --head', or leave the address out for this machine alone",
        ) from error
    return True


def start(ray: Any, workers: int, quiet: dict[str, Any]) -> None:
    """Start a cluster on this machine, or say that it did not come up."""
    try:
        ray.init(
            address=LOCAL,  # without it Ray joins what an earlier `ray start` left
            num_cpus=workers,
            include_dashboard=False,
            _node_ip_address="127.0.0.1",
            object_store_memory=256 << 20,
            **quiet,
        )
    except Exception as error:  # Ray raises a bare one when the machine is too busy
        raise BadUse(
            f"Ray ne démarre pas ({error}) : réessayez, ou laissez --ray",
            f"Ray does not start ({error}): try again, or leave --ray out",
        ) from error


def knock(address: str) -> None:
    """Ask whether anything listens at HOST:PORT: Ray itself would wait for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()


class Cluster:
    """Actors that play chunks."""

    def __init__(
        self,
        setting: Setting,
        workers: int = 0,
        address: str = "",
        *,
        keep: bool = True,
    ) -> None:
        self.ray = library(address)
        self.ours = connect(self.ray, address, workers or cores())
        self.workers = workers or int(self.ray.cluster_resources().get("CPU", 1))
        actor = self.ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(
            Player
        )
        self.actors = [actor.remote(setting, keep=keep) for _ in range(self.workers)]
        for player in self.actors:
            self.ray.get(player.play.remote(0, 1))  # each has loaded its game

    def run(self, work: Iterator[Chunk]) -> Iterator[Part]:
        """Play chunks as they come: each actor has one, and the next in hand."""
        running: dict[Any, Any] = {}
        try:
            for _ in range(2):
                for player in self.actors:
                    self._ask(player, work, running)
            while running:
                (ready,), _ = self.ray.wait(list(running), num_returns=1)
                player = running.pop(ready)
                self._ask(player, work, running)
                yield self.ray.get(ready)
        finally:
            self.close()

    def _ask(self, player: Any, work: Iterator[Chunk], running: dict[Any, Any]) -> None:
        """Give an actor its next chunk, if there is one."""
        chunk = next(work, None)
        if chunk:
            running[player.play.remote(*chunk)] = player

    def close(self) -> None:
        """Let the actors go; a cluster that we started ends with them."""
        for player in self.actors:
            self.ray.kill(player)
        if self.ours:
            self.ray.shutdown()
