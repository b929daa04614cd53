"""The tables of the database, and the steps that lead an older one to them."""

from collections.abc import Callable
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pioche.core.errors import BadUse

metadata: Final = sa.MetaData()
BIG: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")

#: A rowid table with a unique index: three times cheaper than WITHOUT ROWID here.
log: Final = sa.Table(
    "log",
    metadata,
    sa.Column("id", BIG, primary_key=True, autoincrement=True),
    sa.Column("table_id", sa.Text, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.UniqueConstraint("table_id", "number"),
)

#: What the lobby shows and who must be looked after; all of it follows from the log.
tables: Final = sa.Table(
    "tables",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("watch", sa.Boolean, nullable=False),
    sa.Column("names", sa.JSON, nullable=False),
    sa.Column("clock", sa.JSON, nullable=False),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column(
        "wake", sa.BigInteger
    ),  # 0: look after it always; a time: then; else null
    sa.Index("tables_lobby", "status", "changed"),
    sa.Index("tables_wake", "wake"),
)

beats: Final = sa.Table(
    "beats",
    metadata,
    sa.Column("process", sa.Text, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)

downtimes: Final = sa.Table(
    "downtimes",
    metadata,
    sa.Column("since", sa.BigInteger, primary_key=True),
    sa.Column("until", sa.BigInteger, nullable=False),
)

version: Final = sa.Table("version", metadata, sa.Column("step", sa.Integer))


def create(connection: Connection) -> None:
    """Make the tables of the first release."""
    metadata.create_all(connection)


#: A release appends a step, and never changes one; a step may find its work half done.
STEPS: Final[tuple[Callable[[Connection], None], ...]] = (create,)
LOCK: Final = 7_040_513  # any number of our own


def migrate(connection: Connection) -> None:
    """Do the steps that this database has not seen, one process at a time."""
    postgres = connection.dialect.name == "postgresql"
    if postgres:
        connection.execute(sa.select(sa.func.pg_advisory_lock(LOCK)))
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    try:
        version.create(connection, checkfirst=True)
        done = connection.execute(sa.select(sa.func.max(version.c.step))).scalar() or 0
        if done > len(STEPS):
            raise BadUse(
                "cette base vient d'une version plus récente de Pioche : mettez Pioche à jour",
                "this database comes from a newer Pioche: update Pioche",
            )
        for step in range(done, len(STEPS)):
            STEPS[step](connection)
            connection.execute(version.insert(), {"step": step + 1})
        if not postgres:
            connection.exec_driver_sql("COMMIT")
    finally:
        if postgres:
            connection.execute(sa.select(sa.func.pg_advisory_unlock(LOCK)))
