"""Servers and databases for the tests."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.kit import Served, running


@pytest.fixture(
    scope="session",
    params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)],
)
def served(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """One server of each kind of database for all tests that do not end it."""
    db = f"sqlite:///{tmp_path_factory.mktemp('db')}/pioche.db"
    if request.param == "postgres":
        db = fresh_postgres(request.getfixturevalue("cluster"))
    server = Served(db)
    yield server
    log = server.stop()
    assert "Traceback" not in log, log


@pytest.fixture(scope="session", autouse=True)
def no_server_stays() -> Iterator[None]:
    """End what a failed test has left running."""
    yield
    for process in running:
        if process.poll() is None:
            process.kill()
            process.communicate()


def programs() -> Path | None:
    """Find PostgreSQL's programs."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return folders[-1].parent if folders else None


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A private PostgreSQL; its server refuses to run as root, so another user has it."""
    place = programs()
    if place is None:
        pytest.skip("PostgreSQL is not installed")
    user: str | None = None
    folder = Path(tmp_path_factory.mktemp("pg"))
    if os.geteuid() == 0:
        names = {entry.pw_name for entry in pwd.getpwall()}
        user = "postgres" if "postgres" in names else "nobody"
        folder = Path("/tmp") / f"pioche-pg-{os.getpid()}"
        folder.mkdir(mode=0o700)
        shutil.chown(folder, user)

    def run(*command: str) -> None:
        subprocess.run(
            command, check=True, user=user, cwd="/", stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip

    data, options = str(folder / "data"), f"-k {folder} -c listen_addresses=''"
    run(str(place / "initdb"), "-D", data, "-U", "pioche", "-A", "trust", "-E", "UTF8")
    run(
        str(place / "pg_ctl"),
        "-D",
        data,
        "-o",
        options,
        "-w",
        "-l",
        f"{folder}/log",
        "start",
    )
    try:
        yield f"postgresql://pioche@/{{name}}?host={folder}"
    finally:
        run(str(place / "pg_ctl"), "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind, by URL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/pioche.db"
    return fresh_postgres(request.getfixturevalue("cluster"))


@pytest.fixture
def postgres(cluster: str) -> str:
    """A fresh PostgreSQL database."""
    return fresh_postgres(cluster)


def fresh_postgres(cluster: str) -> str:
    """Make an empty database in the cluster."""
    import psycopg

    with psycopg.connect(
        cluster.format(name="postgres"), autocommit=True
    ) as connection:
        row = connection.execute("SELECT count(*) FROM pg_database").fetchone()
        assert row is not None
        name = f"t{row[0]}"
        connection.execute(f"CREATE DATABASE {name}".encode())
    return cluster.format(name=name)
