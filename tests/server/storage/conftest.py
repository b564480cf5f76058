"""Databases to test on: what is stored is stored by SQLite and by PostgreSQL alike."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from pathlib import Path

import asyncpg
import pytest

from harness.cluster import PACKAGE, Cluster, cluster, programs
from server.storage.database import Database
from server.storage.postgres.database import PostgresDatabase
from server.storage.sqlite.database import SQLiteDatabase
from tests.server.play import change
from tests.server.storage.races import Races

TEMPLATE = "with_tables"
"""A database with empty tables, of which the others are copies."""
_numbers = count(1)
_with_template: set[Path] = set()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run a PostgreSQL for all tests of this process that want one."""
    if programs() is None:
        pytest.skip(f"needs the package {PACKAGE}")
    with cluster() as running:
        yield running


async def in_postgres(postgres: Cluster, sql: str) -> None:
    """Do something to the cluster as a whole."""
    connection = await asyncpg.connect(postgres.address())
    await connection.execute(sql)
    await connection.close()


@asynccontextmanager
async def empty_database(postgres: Cluster) -> AsyncIterator[str]:
    """Make an empty database in PostgreSQL, and return its address."""
    if postgres.folder not in _with_template:
        _with_template.add(postgres.folder)
        await in_postgres(postgres, f"CREATE DATABASE {TEMPLATE}")
        await (await PostgresDatabase.open(postgres.address(TEMPLATE))).close()
    name = f"test_{next(_numbers)}"
    await in_postgres(postgres, f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    yield postgres.address(name)
    await in_postgres(postgres, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


async def change_entries(database: Database, sql: str, *row: object) -> None:
    """Change entries behind the server's back, by SQL to which they are rows."""
    if isinstance(database, SQLiteDatabase):
        change(database.path.parent, sql, row)
    else:
        await database.write([(sql, [row])])


@pytest.fixture
async def address(postgres: Cluster) -> AsyncIterator[str]:
    """Return the address of an empty database in PostgreSQL."""
    async with empty_database(postgres) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Return an empty database, of one kind and of the other."""
    opened: Database
    async with AsyncExitStack() as stack:
        if request.param == "sqlite":
            opened = await SQLiteDatabase.open(tmp_path)
        else:
            there = empty_database(request.getfixturevalue("postgres"))
            opened = await PostgresDatabase.open(await stack.enter_async_context(there))
        stack.push_async_callback(opened.close)
        yield opened


@pytest.fixture
def races(database: Database) -> Races:
    """Return what writes finished races into the database."""
    return Races(database)
