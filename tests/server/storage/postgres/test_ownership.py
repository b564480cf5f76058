"""Whose each room is, where several servers share a database."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from engine.chance import commitment
from engine.state import Click
from protocol.messages import Settings
from server.rooms.passwords import make_lock
from server.rooms.records import (
    Entered,
    MemberSaved,
    RaceMade,
    Record,
    RoomClosed,
    RoomHandedOver,
    RoomSaved,
)
from server.storage import players
from server.storage.database import CannotWrite
from server.storage.journal import StoredJournal
from server.storage.neighbours import Elsewhere, Keeper, Place
from server.storage.postgres.database import PostgresDatabase

SETTINGS = Settings("klondike")
ROOM = RoomSaved("AAAAAA", 1, SETTINGS, 7)
MADE: list[Record] = [RaceMade(7, SETTINGS, "seed", commitment("seed")), ROOM]


@pytest.fixture
async def one(address: str) -> AsyncIterator[PostgresDatabase]:
    opened = await PostgresDatabase.open(address, "one", "ws://one/")
    await players.register(opened, "ann", "token", bot=False)
    yield opened
    await opened.close()


@pytest.fixture
async def other(address: str, one: PostgresDatabase) -> AsyncIterator[PostgresDatabase]:
    opened = await PostgresDatabase.open(address, "other", "ws://other/")
    yield opened
    await opened.close()


async def epoch_of(server: PostgresDatabase) -> int:
    [[epoch]] = await server.read_all("SELECT MAX(epoch) FROM servers")
    return int(epoch)


@pytest.mark.parametrize(
    "late",
    [Entered(7, 1, 1, Click(1), 20), ROOM, RoomClosed("AAAAAA"), MemberSaved(1, "AAAAAA", True)],
)
async def test_a_room_that_was_handed_over_is_written_by_its_new_server_alone(
    one: PostgresDatabase, other: PostgresDatabase, late: Record
) -> None:
    before, after = StoredJournal(one), StoredJournal(other)
    await before.write([*MADE, Entered(7, 0, 1, Click(1), 10)])
    await before.write([RoomHandedOver("AAAAAA", await epoch_of(other))])
    [room] = await after.more_rooms()
    assert room.race is not None
    assert len(room.race.entries) == 1
    assert await after.more_rooms() == [], "it is taken up once"
    await after.write([Entered(7, 1, 1, Click(2), 15)])
    with pytest.raises(CannotWrite, match="another server has taken"):
        await before.write([late])
    rows = await other.read_all("SELECT number, epoch FROM entries ORDER BY number")
    assert rows == [(0, 1), (1, 2)]


async def test_who_claims_at_once_shares_and_nobody_gets_what_another_has(
    one: PostgresDatabase, other: PostgresDatabase
) -> None:
    codes = [f"ROOM{letter}" for letter in "ABCDEF"]
    await StoredJournal(one).write([RoomSaved(code, 1, SETTINGS, None) for code in codes])
    await one.write([("UPDATE rooms SET owner = 0", [()])])  # Of a server that is gone.
    found = await asyncio.gather(one.claim_rooms(), other.claim_rooms("ROOMF"))
    mine, theirs = ({code for code, _ in each} for each in found)
    assert mine.isdisjoint(theirs)
    assert "ROOMF" in theirs
    assert min(len(mine), len(theirs)) >= 2
    rest = dict([*await one.claim_rooms(), *await other.claim_rooms()])
    assert sorted(rest) == codes
    assert set(rest.values()) == {2}


async def test_a_player_is_claimed_by_one_server(
    one: PostgresDatabase, other: PostgresDatabase
) -> None:
    await one.neighbours.claim_player(1)
    await one.neighbours.claim_player(1)
    with pytest.raises(Elsewhere) as there:
        await other.neighbours.claim_player(1)
    assert there.value.address == "ws://one/"
    await one.neighbours.release_player(1)
    await other.neighbours.claim_player(1)
    await other.neighbours.release_player(1)
    await StoredJournal(one).write([*MADE, MemberSaved(1, "AAAAAA", True)])
    with pytest.raises(Elsewhere):
        await other.neighbours.claim_player(1)
    await one.neighbours.claim_player(1)


async def test_where_a_room_is_and_where_it_was(
    one: PostgresDatabase, other: PostgresDatabase
) -> None:
    assert await other.neighbours.find_room("AAAAAA") is None
    await StoredJournal(one).write(MADE)
    assert await other.neighbours.find_room("AAAAAA") == Place("AAAAAA", "ws://one/", False)
    assert await one.neighbours.find_room("AAAAAA") == Place("AAAAAA", "ws://one/", True)
    await one.write([("UPDATE rooms SET owner = 0", [()])])
    assert await other.neighbours.find_room("AAAAAA") == Place("AAAAAA", "", False)
    await one.write([("UPDATE rooms SET owner = this_server()", [()])])
    await one.write([("UPDATE servers SET lease = clock_timestamp() + INTERVAL '2 s'", [()])])
    place = await other.neighbours.find_room("AAAAAA")
    assert place == Place("AAAAAA", "ws://one/", False, silent=True)


async def test_who_closes_gets_nothing_any_more_and_hears_who_stays(
    one: PostgresDatabase, other: PostgresDatabase
) -> None:
    assert [each.address for each in await one.neighbours.close()] == ["ws://other/"]
    assert await other.neighbours.close() == [], "the other one closes, too"


async def test_who_keeps_a_room_and_what_to_say_there(
    one: PostgresDatabase, other: PostgresDatabase
) -> None:
    assert await other.neighbours.find_keeper("AAAAAA") is None
    await StoredJournal(one).write(MADE)
    keeper = await other.neighbours.find_keeper("AAAAAA")
    assert keeper == Keeper("ws://one/", one.neighbours.secret, False)
    assert await one.neighbours.find_keeper("AAAAAA") is None
    locked = RoomSaved("AAAAAA", 1, SETTINGS, 7, make_lock("sesame"))
    await StoredJournal(one).write([locked])
    assert await other.neighbours.find_keeper("AAAAAA") == keeper._replace(locked=True)
    assert one.neighbours.is_secret(keeper.secret)
    assert not other.neighbours.is_secret(keeper.secret)
    assert not one.neighbours.is_secret("")


async def test_what_is_ordered_before_a_new_server_has_looked_is_for_it_too(
    address: str, one: PostgresDatabase
) -> None:
    await one.neighbours.order("before it was there")
    other = await PostgresDatabase.open(address, "other", "ws://other/")

    async def heed() -> list[str]:
        found = await other.neighbours.orders()
        for number, _ in found:
            await other.neighbours.reply(number, "done")
        return [request for _, request in found]

    giving = asyncio.create_task(one.neighbours.order("at once"))
    given = "SELECT 1 FROM orders WHERE request = 'at once'"
    while not await one.read_all(given):  # noqa: ASYNC110 (there is no event for it)
        await asyncio.sleep(0.01)
    assert await heed() == ["at once"]
    assert await giving == ["done"]
    assert await heed() == []
    await other.close()
