"""What is PostgreSQL's own: connections that are lost, one server at a time, whose tables."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from harness.cluster import Cluster
from server.storage import players
from server.storage.database import BadDatabase, CannotWrite, Rejected, Unreachable
from server.storage.postgres import database, schema
from server.storage.postgres.address import where
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.reader import PostgresReader, numbered
from tests.server.play import PATIENCE
from tests.server.storage.conftest import empty_database, in_postgres

CUT_OFF = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'samedeal' AND datname = '{}'"
)
BAN = "INSERT INTO bans (reason, made) VALUES (?, 0)"


@pytest.fixture(autouse=True)
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for no other server to end."""
    monkeypatch.setattr(database, "ENDING", 0.05)


@pytest.fixture
async def opened(address: str) -> AsyncIterator[PostgresDatabase]:
    opened = await PostgresDatabase.open(address)
    yield opened
    await opened.close()


async def reasons(opened: PostgresDatabase) -> list[str]:
    rows = await opened.read_all("SELECT reason FROM bans ORDER BY id")
    return [reason for (reason,) in rows]


async def may_be_written(opened: PostgresDatabase) -> bool:
    try:
        await opened.probe()
    except CannotWrite:
        return False
    return True


def name_of(address: str) -> str:
    return address.partition("@/")[2].partition("?")[0]


def test_placeholders_have_the_numbers_that_sqlite_gives_them() -> None:
    assert numbered("a = ? AND b = ?") == "a = $1 AND b = $2"
    assert (
        numbered("a = ?2 AND b = ?1 AND c = ? LIMIT ?") == "a = $2 AND b = $1 AND c = $3 LIMIT $4"
    )
    assert numbered("SELECT 1") == "SELECT 1"


def test_a_password_is_told_to_nobody() -> None:
    told = where("postgresql://ann:secret@db.example.org:5433/club")
    assert told == "the database club at db.example.org:5433"


async def test_statements_are_done_together_or_not_at_all(opened: PostgresDatabase) -> None:
    with pytest.raises(Rejected) as rejected:
        await opened.write([(BAN, [("one",)]), ("INSERT INTO rooms VALUES ('A', 1, '', 7)", [()])])
    assert rejected.value.missing
    assert await reasons(opened) == []
    assert opened.trouble is None


async def test_a_second_server_is_told_of_the_first(address: str, opened: PostgresDatabase) -> None:
    with pytest.raises(BadDatabase, match="another server is using the database test_"):
        await PostgresDatabase.open(address)
    await opened.write([(BAN, [("one",)])])


async def test_servers_that_begin_at_once_make_the_tables_once(postgres: Cluster) -> None:
    await in_postgres(postgres, "CREATE DATABASE new")
    connections = [await asyncpg.connect(postgres.address("new")) for _ in range(3)]
    found = await asyncio.gather(*(schema.provide(each, "it") for each in connections))
    assert len(set(found)) == 1
    for each in connections:
        await each.close()
    await in_postgres(postgres, "DROP DATABASE new")


async def test_a_lost_connection_is_noticed_and_comes_about_again(
    postgres: Cluster, address: str, opened: PostgresDatabase
) -> None:
    await opened.write([(BAN, [("one",)])])
    await in_postgres(postgres, CUT_OFF.format(name_of(address)))
    async with asyncio.timeout(PATIENCE):
        await opened.failed.wait()
    assert opened.trouble
    assert opened.trouble.what == "the database cannot be reached"
    assert not opened.trouble.lasting
    with pytest.raises(CannotWrite, match="see whether PostgreSQL is running there"):
        await opened.write([(BAN, [("lost",)])])
    await opened.probe()
    with pytest.raises(CannotWrite):  # Until what was not written is forgotten.
        await opened.write([(BAN, [("lost",)])])
    opened.resume()
    await opened.write([(BAN, [("two",)])])
    assert await reasons(opened) == ["one", "two"]
    assert len(await opened.reader.read_all("SELECT * FROM bans")) == 2


async def test_what_was_under_way_is_undone_before_anybody_can_write_again(
    postgres: Cluster, address: str, opened: PostgresDatabase
) -> None:
    """Its server has forgotten it: it must not come true after what is there was read."""
    blocking = await asyncpg.connect(address)
    locked = blocking.transaction()
    await locked.start()
    await blocking.execute("LOCK TABLE bans IN ACCESS EXCLUSIVE MODE")
    writing = asyncio.create_task(opened.write([(BAN, [("late",)])]))
    waits = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = $1"
    async with asyncio.timeout(PATIENCE):
        while not await blocking.fetchval(waits, name_of(address)):
            pass
    opened._writer._transport.abort()  # type: ignore[attr-defined]
    with pytest.raises(CannotWrite):
        await writing
    # PostgreSQL looks at the connection when it has the lock, and not before.
    with pytest.raises(CannotWrite, match="another server is using the database"):
        await opened.probe()
    await locked.rollback()
    await blocking.close()
    async with asyncio.timeout(PATIENCE):
        while not await may_be_written(opened):
            pass
    before = await reasons(opened)
    opened.resume()
    await opened.write([(BAN, [("two",)])])
    assert await reasons(opened) == [*before, "two"]


async def test_one_that_starts_again_is_waited_for(
    postgres: Cluster, opened: PostgresDatabase
) -> None:
    await opened.write([(BAN, [("one",)])])
    postgres.stop()
    with pytest.raises(CannotWrite, match="cannot be reached"):
        await opened.probe()
    with pytest.raises(Unreachable, match="cannot be reached"):
        await reasons(opened)
    postgres.start()
    await opened.probe()
    opened.resume()
    assert await reasons(opened) == ["one"]
    await opened.write([(BAN, [("two",)])])


async def test_one_that_only_lets_itself_be_read_is_no_place_to_write(
    postgres: Cluster, address: str, opened: PostgresDatabase
) -> None:
    name = name_of(address)
    await in_postgres(postgres, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await in_postgres(postgres, CUT_OFF.format(name))
    async with asyncio.timeout(PATIENCE):
        await opened.failed.wait()
    with pytest.raises(CannotWrite, match="promote it, or connect to the one that is written"):
        await opened.probe()
    await in_postgres(postgres, f"ALTER DATABASE {name} SET default_transaction_read_only = off")
    opened._writer.terminate()
    await opened.probe()


async def test_another_database_at_the_same_address_is_not_taken_for_it(
    postgres: Cluster, address: str, opened: PostgresDatabase
) -> None:
    await opened._writer.execute("UPDATE samedeal SET id = gen_random_uuid()")
    with pytest.raises(CannotWrite, match="is another one than before"):
        await opened.probe()
    assert opened.trouble
    assert opened.trouble.lasting
    with pytest.raises(CannotWrite, match="is another one than before"):
        await opened.look()


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("CREATE TABLE orders (x INTEGER)", r"tables of another program \(orders\)"),
        (
            "CREATE TABLE samedeal AS SELECT gen_random_uuid() AS id, 99 AS version",
            "newer Samedeal",
        ),
    ],
)
async def test_a_database_that_is_not_ours_is_left_alone(
    postgres: Cluster, sql: str, told: str
) -> None:
    await in_postgres(postgres, "CREATE DATABASE other")
    connection = await asyncpg.connect(postgres.address("other"))
    await connection.execute(sql)
    with pytest.raises(BadDatabase, match=told):
        await PostgresDatabase.open(postgres.address("other"))
    assert await connection.fetchval("SELECT to_regclass('players')") is None
    await connection.close()
    await in_postgres(postgres, "DROP DATABASE other WITH (FORCE)")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("postgresql://nobody@127.0.0.1:1/club", "cannot be reached"),
        ("postgresql://{user}@/nowhere?host={folder}", "is not there: make it there with createdb"),
        ("postgresql://stranger@/postgres?host={folder}", "does not let this server in"),
        ("postgresql://ann@here:port/club", "no address of a database"),
    ],
)
async def test_an_address_that_leads_nowhere(postgres: Cluster, address: str, told: str) -> None:
    at = address.format(user="samedeal", folder=postgres.folder)
    for opening in (PostgresDatabase.open(at), PostgresReader.open(at)):
        with pytest.raises(BadDatabase, match=told):
            await opening


async def test_a_question_that_is_given_up_is_in_nobodys_way(opened: PostgresDatabase) -> None:
    asking = asyncio.create_task(opened.reader.read_all("SELECT pg_sleep(60)"))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    async with asyncio.timeout(PATIENCE):
        assert await opened.reader.read_all("SELECT 1") == [(1,)]


async def test_two_databases_of_one_cluster_have_a_server_each(postgres: Cluster) -> None:
    async with empty_database(postgres) as one, empty_database(postgres) as other:
        first, second = await PostgresDatabase.open(one), await PostgresDatabase.open(other)
        await players.register(first, "ann", "token", bot=False)
        assert await players.find(second.reader, "token") is None
        await first.close()
        await second.close()
