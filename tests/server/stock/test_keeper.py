"""The keeper on a real database, with foundries of all kinds; rooms of a real lobby."""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from protocol.messages import (
    Band,
    ChangeSettings,
    CreateRoom,
    JoinRoom,
    LeaveRoom,
    Settings,
    StartRace,
)
from server.monitoring import resting
from server.monitoring.metrics import Metrics
from server.rooms.deals.certified import Certified, Wish
from server.rooms.lobby import Lobby
from server.rooms.records import RaceBegun, RaceMade
from server.stock import keeper as keeping
from server.stock.foundry import Casting
from server.stock.keeper import Keeper
from server.stock.levels import FEW, IN_VAIN, OTHER, SET_ASIDE
from server.storage import players
from server.storage.database import CannotWrite, Database
from server.storage.journal import StoredJournal
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.stock import Stock
from tests.protocol.banded import give_bands, take_bands
from tests.server.play import ANN, BOB, comes_true
from tests.server.stock.fake_foundry import (
    QUICK,
    FakeFoundry,
    barren,
    certified,
    gone,
    wish_of,
    wrong,
)

WINNABLE = Settings(QUICK, deals="winnable")
HARD, EASY = Settings(QUICK, deals="hard"), Settings(QUICK, deals="easy")
WISH = wish_of()
HARD_WISH, EASY_WISH = WISH.of_band("hard"), WISH.of_band("easy")


class House:
    """A lobby with its keeper, on a database."""

    def __init__(self, database: Database, foundry: FakeFoundry | None) -> None:
        self.database, self.foundry = database, foundry
        self.stock, self.lobby, self.metrics = Stock(database), Lobby(), Metrics()
        self.now = 0.0
        self.keeper = Keeper(
            self.lobby,
            self.stock,
            StoredJournal(database),
            foundry,
            self.metrics,
            pauses=(0.0,),
            clock=lambda: self.now,
        )

    def open_room(self, settings: Settings = WINNABLE, *, start: bool = False) -> None:
        self.lobby.receive(ANN, CreateRoom(settings), 0)
        self.lobby.shelf.sought()
        if start:
            self.lobby.receive(ANN, StartRace(), 0)

    def lies_there(self) -> bool:
        return self.lobby.shelf.next(WISH) is not None


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await SQLiteDatabase.open(tmp_path)
    yield opened
    await opened.close()


@asynccontextmanager
async def kept(database: Database, foundry: FakeFoundry | None) -> AsyncIterator[House]:
    house = House(database, foundry)
    running = asyncio.create_task(house.keeper.run())
    yield house
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
    await house.keeper.put_back()


async def test_what_a_room_looks_for_comes_from_the_table(database: Database) -> None:
    await Stock(database).put(WISH, certified())
    async with kept(database, None) as house:
        house.open_room(start=True)
        await comes_true(house.lies_there)
        assert await house.stock.counts() == {}


async def test_or_is_made(database: Database) -> None:
    async with kept(database, FakeFoundry()) as house:
        house.open_room(start=True)
        await comes_true(house.lies_there)


async def test_what_a_room_will_want_lies_there_before(database: Database) -> None:
    async with kept(database, FakeFoundry()) as house:
        house.open_room()
        await comes_true(house.lies_there)
    assert await house.stock.counts() == {WISH: 1}  # put back at the end


async def test_what_no_room_wants_any_more_goes_back(database: Database) -> None:
    async with kept(database, FakeFoundry()) as house:
        house.open_room()
        await comes_true(house.lies_there)
        house.lobby.receive(ANN, LeaveRoom(), 0)
        house.lobby.shelf.sought()
        await comes_true(lambda: not house.lies_there())
    assert await house.stock.counts() == {WISH: 1}


async def test_without_a_foundry_nothing_is_looked_for_in_vain(database: Database) -> None:
    async with kept(database, None) as house:
        house.open_room(start=True)
        await comes_true(lambda: house.lobby.shelf.is_vain(WISH))


async def test_a_few_are_kept_of_what_was_raced(database: Database) -> None:
    await players.register(database, "ann", "token", bot=False)
    race = RaceMade(1, Settings(QUICK, dict(WISH.options)), "seed", "promise")
    await StoredJournal(database).write([race, RaceBegun(1, (1,))])
    foundry = FakeFoundry()
    async with kept(database, foundry) as house:
        await comes_true(lambda: house.keeper._there.get(WISH) == FEW)
    assert await house.stock.counts() == {WISH: FEW}
    assert len(foundry.asked) == FEW


async def test_a_game_of_which_none_is_found_is_told_and_left_alone(database: Database) -> None:
    foundry = FakeFoundry(barren)
    async with kept(database, foundry) as house:
        house.open_room(start=True)
        await comes_true(lambda: house.lobby.shelf.is_vain(WISH))
        asked = len(foundry.asked)
        assert asked * 20_000 >= IN_VAIN
        [room] = house.lobby.rooms.values()
        house.lobby.tick(room, 0)
        assert not room.looking
        assert house.keeper._next() is None
        house.now += SET_ASIDE + 1
        assert house.keeper._next() == WISH
        house.now = 0.0
        house.lobby.receive(ANN, StartRace(), 0)  # Who asks gets another search at once.
        await comes_true(lambda: len(foundry.asked) > asked)


async def test_a_foundry_that_is_gone_is_asked_again(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    foundry = FakeFoundry(gone)
    async with kept(database, foundry) as house:
        house.open_room(start=True)
        await comes_true(lambda: len(foundry.asked) > 3)
        assert "no deals are made: its process has ended" in caplog.messages
        foundry._answer = foundry.find
        await comes_true(house.lies_there)


async def test_what_does_not_win_is_not_believed(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    foundry = FakeFoundry(wrong)
    async with kept(database, foundry) as house:
        house.open_room(start=True)
        await comes_true(lambda: foundry.dismissed > 1)
        assert not house.lies_there()
        assert await house.stock.counts() == {}
        foundry._answer = foundry.find
        await comes_true(house.lies_there)


async def test_nor_is_what_lies_in_the_table(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await Stock(database).put(WISH, Certified(certified(1).seed, certified(2).solution))
    await Stock(database).put(WISH, certified(3))
    async with kept(database, None) as house:
        house.open_room(start=True)
        await comes_true(house.lies_there)
        assert house.lobby.shelf.next(WISH) == certified(3)
    assert certified(1).seed not in caplog.text


async def test_what_a_room_looks_for_comes_first(database: Database) -> None:
    foundry = FakeFoundry()
    foundry.open.clear()
    async with kept(database, foundry) as house:
        house.open_room(Settings("carpet", deals="winnable"))
        await comes_true(lambda: foundry.asked == [wish_of("carpet")])
        house.lobby.receive(BOB, CreateRoom(WINNABLE), 0)
        house.lobby.receive(BOB, StartRace(), 0)
        await comes_true(lambda: foundry.asked == [wish_of("carpet"), WISH])
        foundry.open.set()
        await comes_true(house.lies_there)


async def test_a_wish_that_is_dropped_costs_no_more(database: Database) -> None:
    foundry = FakeFoundry()
    foundry.open.clear()
    async with kept(database, foundry) as house:
        house.open_room(start=True)
        await comes_true(lambda: foundry.asked)
        house.lobby.receive(ANN, ChangeSettings(Settings(QUICK)), 0)
        foundry.open.set()
        await comes_true(lambda: house.keeper._there.get(WISH))
        assert not house.lies_there()
        assert len(foundry.asked) == 1


async def test_it_rests_while_the_server_is_late(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resting, "LAG_EVERY", 0.001)
    foundry = FakeFoundry()
    async with kept(database, foundry) as house:
        house.metrics.late(0.3)
        await comes_true(lambda: foundry.resting)
        for _ in range(100):
            house.metrics.late(0.0)
        await comes_true(lambda: not foundry.resting)


async def test_races_go_on_while_nothing_can_be_written(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "LOOK_EVERY", 0.01)
    foundry = FakeFoundry()
    async with kept(database, foundry) as house:
        database.fail(CannotWrite("the disk is full", "the disk is full"))
        house.open_room()
        await comes_true(lambda: len(foundry.asked) > 1)
        assert not house.lies_there()
        database.resume()
        await comes_true(house.lies_there)


async def test_a_mistake_of_its_own_is_told_and_does_not_last(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(keeping, "COUNT_EVERY", 0.01)
    foundry = FakeFoundry()
    broken: list[Callable[[], Casting]] = []

    def fail(_: object) -> Casting:
        broken.append(lambda: barren(WISH))
        raise RuntimeError("what nobody thought of")

    foundry._answer = fail
    with caplog.at_level(logging.ERROR):
        async with kept(database, foundry) as house:
            house.open_room(start=True)
            await comes_true(lambda: broken)
            foundry._answer = foundry.find
            await comes_true(house.lies_there)
    assert "the stock of deals failed" in caplog.messages


async def test_two_rooms_get_two_deals(database: Database) -> None:
    async with kept(database, FakeFoundry()) as house:
        house.open_room(start=True)
        house.lobby.receive(BOB, CreateRoom(WINNABLE), 0)
        house.lobby.receive(BOB, StartRace(), 0)
        rooms = list(house.lobby.rooms.values())

        def race() -> bool:
            for room in rooms:
                house.lobby.tick(room, 0)
            return all(room.phase == "countdown" for room in rooms)

        await comes_true(race)
        made = [record for record in house.lobby.take()[0] if isinstance(record, RaceMade)]
        assert len({record.seed for record in made}) == 2


class Bands(FakeFoundry):
    """A foundry that has deals of these bands, in turn."""

    def __init__(self, *bands: Band | None) -> None:
        turn = itertools.cycle(bands)
        super().__init__(lambda wish: self.find(wish, next(turn)))


@pytest.fixture
def has_bands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the game bands."""
    give_bands(monkeypatch, QUICK)


def lies_there(house: House, wish: Wish) -> bool:
    return house.lobby.shelf.next(wish) is not None


@pytest.mark.usefixtures("has_bands")
async def test_a_room_gets_a_deal_that_is_as_hard_as_it_wants(database: Database) -> None:
    foundry = Bands("easy", "medium", "hard")
    async with kept(database, foundry) as house:
        house.open_room(HARD, start=True)
        await comes_true(lambda: lies_there(house, HARD_WISH))
        found = house.lobby.shelf.next(HARD_WISH)
        assert found
        assert found.band == "hard"
        assert all(foundry.measured)
        # What was found on the way is kept for others.
        assert await house.stock.counts() == {WISH.of_band("easy"): 1, WISH.of_band("medium"): 1}


@pytest.mark.usefixtures("has_bands")
async def test_one_that_only_has_to_be_won_is_of_any_band(database: Database) -> None:
    await Stock(database).put(WISH, certified()._replace(band="hard"))
    async with kept(database, None) as house:
        house.open_room(start=True)
        await comes_true(house.lies_there)
    await Stock(database).put(WISH, certified()._replace(band="hard"))
    async with kept(database, None) as house:
        house.open_room(EASY, start=True)
        await comes_true(lambda: house.lobby.shelf.is_vain(EASY_WISH))
        assert await house.stock.counts() == {HARD_WISH: 1}


@pytest.mark.usefixtures("has_bands")
async def test_what_is_put_back_is_as_hard_as_it_was(database: Database) -> None:
    await Stock(database).put(WISH, certified()._replace(band="hard"))
    async with kept(database, None) as house:
        house.open_room()
        await comes_true(house.lies_there)
    assert await house.stock.counts() == {HARD_WISH: 1}


@pytest.mark.usefixtures("has_bands")
async def test_who_waits_for_a_deal_does_not_wait_for_its_band(database: Database) -> None:
    foundry = Bands(None)
    async with kept(database, foundry) as house:
        house.open_room(start=True)
        await comes_true(house.lies_there)
        assert foundry.measured == [False]
        house.lobby.receive(ANN, ChangeSettings(WINNABLE), 0)
        house.lobby.receive(BOB, CreateRoom(HARD), 0)
        await comes_true(lambda: foundry.measured == [False, True])


@pytest.mark.usefixtures("has_bands")
async def test_of_a_band_that_nobody_wants_not_too_many_are_kept(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MANY", 2)
    foundry = Bands("easy")
    async with kept(database, foundry) as house:
        house.open_room(HARD, start=True)
        await comes_true(lambda: house.lobby.shelf.is_vain(HARD_WISH))
        assert await house.stock.counts() == {EASY_WISH: 2}
        assert len(foundry.asked) == IN_VAIN // OTHER


@pytest.mark.usefixtures("has_bands")
async def test_a_deal_for_another_room_goes_there(database: Database) -> None:
    foundry = Bands("easy", "hard")
    foundry.open.clear()
    async with kept(database, foundry) as house:
        house.open_room(HARD, start=True)
        house.lobby.receive(BOB, CreateRoom(EASY), 0)
        house.lobby.receive(BOB, StartRace(), 0)
        foundry.open.set()
        await comes_true(lambda: lies_there(house, HARD_WISH) and lies_there(house, EASY_WISH))
        assert await house.stock.counts() == {}


@pytest.mark.usefixtures("has_bands")
async def test_a_few_are_kept_of_a_band_that_was_raced(database: Database) -> None:
    await players.register(database, "ann", "token", bot=False)
    race = RaceMade(1, HARD, "seed", "promise", certified=certified())
    await StoredJournal(database).write([race, RaceBegun(1, (1,))])
    async with kept(database, Bands("hard", "easy")) as house:
        await comes_true(lambda: house.keeper._there.get(HARD_WISH) == FEW)


async def test_a_game_that_has_no_bands_any_more_is_not_looked_through_for_one(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await players.register(database, "ann", "token", bot=False)
    race = RaceMade(1, HARD, "seed", "promise", certified=certified())
    await StoredJournal(database).write([race, RaceBegun(1, (1,))])
    give_bands(monkeypatch, QUICK)
    foundry = Bands(None)
    foundry.open.clear()
    async with kept(database, foundry) as house:
        house.open_room(HARD, start=True)
        take_bands(monkeypatch, QUICK)
        foundry.open.set()
        await comes_true(lambda: house.lobby.shelf.is_vain(HARD_WISH))
        assert len(foundry.asked) == 1
        assert house.keeper._next() is None


def test_who_joins_changes_nothing_of_what_is_wanted() -> None:
    lobby = Lobby()
    lobby.receive(ANN, CreateRoom(WINNABLE), 0)
    [code] = lobby.rooms
    lobby.receive(BOB, JoinRoom(code), 0)
    assert lobby.expected() == [WISH]
