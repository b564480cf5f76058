"""Whose turn it is to write: one server at a time, whatever happens to it."""

import asyncio
from pathlib import Path

import asyncpg
import pytest

from engine import catalogue
from protocol.messages import VERSION, Board, Hello, Problem
from server import outage
from server.app import Server
from server.storage.database import CannotWrite
from server.storage.postgres import tenure
from server.storage.postgres.database import PostgresDatabase
from server.storage.postgres.tenure import Tenure
from tests.server.play import PATIENCE, client, comes_true, start
from tests.server.storage.postgres.test_database import BAN, reasons

KLONDIKE = catalogue.make("klondike")
TABLES = (
    *("players", "races", "racers", "entries", "rooms", "members", "house_rules", "bans"),
    *("practice", "bests", "whereabouts", "listings", "orders", "replies", "stock", "evenings"),
    *("rating_books", "rating_turns", "ratings", "rating_steps", "dailies", "daily_attempts"),
    *("attended", "said"),
)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have leases run out soon, and no renewal come by itself."""
    monkeypatch.setattr(tenure, "LEASE", 0.6)
    monkeypatch.setattr("server.storage.postgres.database.LEASE", 3600)
    monkeypatch.setattr(outage, "PAUSES", (0.02,))


async def takes_over(waiting: PostgresDatabase) -> None:
    """Try until it is this one's turn."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                await waiting.probe()
                break
            except CannotWrite as trouble:
                why = str(trouble)
    assert "this one takes over if it ends" in why
    waiting.resume()


async def test_who_is_silent_for_longer_than_the_lease_writes_nothing_any_more(
    address: str,
) -> None:
    one = await PostgresDatabase.open(address)
    other = await PostgresDatabase.open(address)
    await one.write([(BAN, [("one",)])])
    with pytest.raises(CannotWrite, match="another server is using the database"):
        await other.write([(BAN, [("too early",)])])
    await takes_over(other)
    await other.write([(BAN, [("other",)])])
    for late in (one.write([(BAN, [("late",)])]), one.write([(BAN, [("late",)] * 2)])):
        with pytest.raises(CannotWrite, match="another server has taken"):
            await late
    assert one.trouble and one.trouble.what == "another server is at work"  # noqa: PT018
    assert await reasons(other) == ["one", "other"]
    await other.close()
    await one.probe()  # It is its turn at once: the other one has said that it ends.
    one.resume()
    await one.write([(BAN, [("one",)])])
    await one.close()


async def test_who_renews_its_lease_keeps_its_turn(address: str) -> None:
    one, other = Tenure(address, "one"), Tenure(address, "other")
    first = await one.take()
    for _ in range(5):
        assert await one.renew()
        with pytest.raises(CannotWrite, match="another server is using"):
            await other.take()
    async with asyncio.timeout(PATIENCE):
        while not other.epoch:
            try:
                await other.take()
            except CannotWrite:
                await asyncio.sleep(0.01)
    assert other.epoch > first
    assert not await one.renew()
    await one.end()
    assert await other.renew(), "the end of a turn that is over ends no other"
    await other.end()


async def test_a_turn_ends_at_once_also_amid_a_renewal(address: str) -> None:
    for turn in range(5):
        one, other = (Tenure(address, f"{turn} {name}") for name in ("one", "other"))
        await one.take()
        renewing = asyncio.create_task(one.renew())
        for _ in range(turn):
            await asyncio.sleep(0)
        renewing.cancel()
        await one.end()
        await other.take()  # or it would have to wait for the lease of the first
        await other.end()


async def test_who_comes_back_at_the_same_place_waits_for_no_lease(address: str) -> None:
    one = await PostgresDatabase.open(address, "here")
    await one.write([(BAN, [("one",)])])
    again = await PostgresDatabase.open(address, "here")
    assert again.trouble is None
    await again.write([(BAN, [("two",)])])
    with pytest.raises(CannotWrite, match="another server has taken"):
        await one.write([(BAN, [("late",)])])
    await one.close()
    await again.close()


async def test_no_table_can_be_changed_out_of_turn(address: str) -> None:
    """A table that is added and forgotten here would be written by who may not."""
    opened = await PostgresDatabase.open(address)
    connection = await asyncpg.connect(address)
    there = await connection.fetch(
        "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace "
        "AND relkind = 'r' ORDER BY relname"
    )
    assert {each["relname"] for each in there} == {*TABLES, "samedeal", "servers"}
    for table in TABLES:
        for sql in (f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"):
            with pytest.raises(asyncpg.PostgresError, match="not the turn of this server"):
                await connection.execute(sql)
    await connection.close()
    await opened.close()


async def test_a_second_server_waits_and_takes_over_with_all_that_was_acknowledged(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.storage.postgres.database.LEASE", 0.3)
    async with (
        Server.open(tmp_path / "one", database_at=address) as serving,
        Server.open(tmp_path / "two", database_at=address) as waiting,
    ):
        assert serving.database.trouble is None
        assert waiting.database.trouble
        async with client(waiting) as early:
            await early.say(Hello(VERSION, "ann"))
            assert (await early.until(Problem)).code == "out of service"
        async with client(serving, "ann") as ann:
            await start(ann)
            step = await ann.act(KLONDIKE)
            await serving.database.close()  # It is as if it were cut off.
            await comes_true(lambda: waiting.database.trouble is None)
            async with client(waiting, token=ann.welcome.token) as again:
                assert (await again.until(Board)).number == step.number
                await again.act(KLONDIKE)
