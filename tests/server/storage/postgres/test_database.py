"""What is PostgreSQL's own: connections that are lost, one server at a time, whose tables."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from harness.cluster import PACKAGE, Cluster, cluster, programs
from server.storage import players
from server.storage.database import BadDatabase, CannotWrite, Rejected, Unreachable
from server.storage.postgres import schema, tenure
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


@pytest.fixture
async def opened(address: str) -> AsyncIterator[PostgresDatabase]:
    opened = await PostgresDatabase.open(address)
    yield opened
    await opened.close()


async def reasons(opened: PostgresDatabase) -> list[str]:
    rows = await opened.read_all("SELECT reason FROM bans ORDER BY id")
    return [reason for (reason,) in rows]


class InTheWay:
    """A transaction that holds something for which others wait."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection

    async def waits(self) -> None:
        """Return when somebody waits."""
        asked = "SELECT COUNT(*) FROM pg_locks WHERE NOT granted"
        async with asyncio.timeout(PATIENCE):
            while not await self._connection.fetchval(asked):
                pass


@asynccontextmanager
async def in_the_way(address: str, sql: str) -> AsyncIterator[InTheWay]:
    """Do something in a transaction that is given up in the end."""
    connection = await asyncpg.connect(address)
    transaction = connection.transaction()
    await transaction.start()
    await connection.execute("SET session_replication_role = replica")  # Without our triggers.
    await connection.execute(sql)
    try:
        yield InTheWay(connection)
    finally:
        await transaction.rollback()
        await connection.close()


async def trouble_of(opened: PostgresDatabase) -> str:
    """Return what the database refuses once its connections are gone; "" if it may be written.

    The last word of a connection may come before its end: who asks just then hears that it
    cannot be reached, as whoever probes does until the next time.
    """
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await opened.probe()
            except CannotWrite as trouble:
                if "cannot be reached" not in str(trouble):
                    return str(trouble)
            else:
                return ""


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
    assert not await trouble_of(opened)
    with pytest.raises(CannotWrite):  # Until what was not written is forgotten.
        await opened.write([(BAN, [("lost",)])])
    opened.resume()
    await opened.write([(BAN, [("two",)])])
    assert await reasons(opened) == ["one", "two"]
    assert len(await opened.reader.read_all("SELECT * FROM bans")) == 2


async def test_a_server_that_is_just_going_passes_as_one_that_has_gone(
    opened: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its last word has come, the end of the connection has not: asyncpg has its own error then."""
    execute = asyncpg.Connection.execute

    async def going(connection: asyncpg.Connection, query: str, *values: object) -> object:
        if query != "COMMIT;":
            return await execute(connection, query, *values)
        raise asyncpg.InternalClientError("cannot switch to state 15; another operation (2) is...")

    monkeypatch.setattr(asyncpg.Connection, "execute", going)
    with pytest.raises(CannotWrite, match="see whether PostgreSQL is running there"):
        await opened.write([(BAN, [("one",)]), (BAN, [("two",)])])
    monkeypatch.undo()
    assert not await trouble_of(opened)
    opened.resume()
    assert await reasons(opened) == []


async def test_what_was_under_way_is_over_before_anybody_can_write_again(
    address: str, opened: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its server has forgotten it: it must not come true after what is there was read."""
    monkeypatch.setattr(tenure, "LEASE", 0.1)
    numbered_ban = "INSERT INTO bans (id, reason, made) VALUES (?, ?, 0)"
    other = await PostgresDatabase.open(address)  # (It is not its turn: it only holds this up.)
    async with in_the_way(address, "INSERT INTO bans (id, reason, made) VALUES (9, '', 0)") as way:
        writing = asyncio.create_task(opened.write([(numbered_ban, [(9, "late")])]))
        await way.waits()
        opened._writer._transport.abort()  # type: ignore[attr-defined]
        with pytest.raises(CannotWrite):
            await writing
        with pytest.raises(CannotWrite, match="no answer came in time"):
            await opened.probe()
    assert not await trouble_of(opened)
    before = await reasons(opened)
    opened.resume()
    await opened.write([(BAN, [("two",)])])
    assert sorted(await reasons(opened)) == sorted([*before, "two"])
    await other.close()


async def test_what_had_not_begun_when_the_turn_ended_never_does(
    address: str, opened: PostgresDatabase
) -> None:
    async with in_the_way(address, "LOCK TABLE bans IN ACCESS EXCLUSIVE MODE") as way:
        writing = asyncio.create_task(opened.write([(BAN, [("late",)])]))
        await way.waits()
        opened._writer._transport.abort()  # type: ignore[attr-defined]
        with pytest.raises(CannotWrite):
            await writing
        await opened.probe()  # The next turn.
        opened.resume()
    await opened.write([(BAN, [("two",)])])
    assert await reasons(opened) == ["two"]


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


async def test_a_standby_takes_the_place_of_one_that_dies() -> None:
    if programs() is None:
        pytest.skip(f"needs the package {PACKAGE}")
    with cluster() as first, cluster() as second:
        second.stop()
        second.follow(first)
        both = f"postgresql://samedeal@/postgres?host={first.folder},{second.folder}"
        opened = await PostgresDatabase.open(f"{both}&target_session_attrs=read-write")
        await opened.write([(BAN, [("one",)])])
        first.stop()
        with pytest.raises(CannotWrite):
            await opened.probe()
        second.promote()
        await opened.probe()
        opened.resume()
        assert await reasons(opened) == ["one"], "it was there before it was acknowledged"
        await opened.write([(BAN, [("two",)])])
        await opened.close()
        first.follow(second)  # for it is stopped in the end


async def test_one_that_only_lets_itself_be_read_is_no_place_to_write(
    postgres: Cluster, address: str, opened: PostgresDatabase
) -> None:
    name = name_of(address)
    await in_postgres(postgres, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    await in_postgres(postgres, CUT_OFF.format(name))
    async with asyncio.timeout(PATIENCE):
        await opened.failed.wait()
    told = await trouble_of(opened)
    assert "promote it, or connect to the one that is written" in told
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


async def test_an_older_database_goes_on(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = await asyncpg.connect(address)
    await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:2])
        await schema.provide(connection, "it")
    await connection.execute(
        """
        SET session_replication_role = replica;  -- it is nobody's turn
        INSERT INTO players (name, name_key, token_hash, bot, made) VALUES
            ('ann', 'ann', 'a', FALSE, 0), ('bob', 'bob', 'b', FALSE, 0);
        INSERT INTO races (id, game, options, settings, seed, commitment) VALUES
            (7, 'klondike', '{}', '{}', '', '');
        INSERT INTO racers (race, player, seat, status) VALUES
            (7, 1, 0, 'out of time'), (7, 2, 1, 'out of time');
        INSERT INTO entries VALUES (7, 0, 2, '"sent away"', 45, NULL);
        """
    )
    await connection.close()
    opened = await PostgresDatabase.open(address)
    rows = await opened.reader.read_all("SELECT player, status FROM racers ORDER BY player")
    await opened.close()
    assert rows == [(1, "out of time"), (2, "stopped")]


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
