import asyncio
import dataclasses
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from client.bots.bot import Bot, CannotRace, Hosting
from client.bots.chooser import MoveChooser
from client.bots.company import NAMES, free_name
from client.bots.levels.level import LEVELS
from client.bots.pace import BadPace, Pace, parse_pace
from client.bots.planner import Planner
from client.connection import Connection
from client.session.address import Address
from client.session.session import Session
from client.session.tokens import Tokens
from engine.state import Action, State
from protocol.messages import (
    Countdown,
    LeftRoom,
    Member,
    MemberChanged,
    MemberLeft,
    Problem,
    RaceStarted,
    Results,
    RoomState,
    Settings,
    Standing,
    Welcome,
)
from server.app import Server
from server.bounds import Limits

QUICK = Pace(0)


@pytest.fixture
async def address(tmp_path: Path) -> AsyncIterator[Address]:
    async with Server.open(tmp_path, limits=Limits(rate=1e6, burst=10**6)) as server:
        yield Address("127.0.0.1", server.port)


async def race(
    address: Address, game: str, rounds: int, chooser: type[MoveChooser] = MoveChooser
) -> tuple[list[Bot], list[str]]:
    """Let three bots that want the same name race."""
    said: list[str] = []

    def racer(room: str | Hosting) -> Bot:
        return Bot(
            address,
            "Cog",
            room,
            pace=QUICK,
            chooser=chooser,
            rounds=rounds,
            report=said.append,
        )

    host = racer(Hosting(Settings(game, countdown=0), racers=3, rest=0))
    async with asyncio.timeout(60), asyncio.TaskGroup() as racing:
        racing.create_task(host.run())
        code = await host.room_code()
        others = [racer(code) for _ in "ab"]
        for bot in others:
            racing.create_task(bot.run())
    return [host, *others], said


@pytest.mark.parametrize(
    ("game", "chooser"),
    [("4x13", MoveChooser), ("thirteens", Planner), ("klondike", MoveChooser)],
)
async def test_bots_race_to_the_results(
    address: Address, game: str, chooser: type[MoveChooser]
) -> None:
    bots, said = await race(address, game, rounds=1, chooser=chooser)
    standings: list[Standing] = []
    for bot in bots:
        assert bot.session.results is not None
        standings = bot.session.results.standings
        assert len(standings) == 3
        assert all(standing.bot and standing.moves for standing in standings)
    assert sorted(standing.name for standing in standings) == ["Cog", "Cog 2", "Cog 3"]
    assert sorted(text.split(": place ")[0] for text in said) == ["Cog", "Cog 2", "Cog 3"]


async def test_a_bot_of_a_level_tells_it_and_takes_its_slips_back(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    clumsy = dataclasses.replace(LEVELS[1], slips=1.0)
    monkeypatch.setitem(LEVELS, 1, clumsy)
    settings = Settings("freecell", countdown=0)
    for undo in (True, False):
        settings = replace(settings, undo=undo)
        bot = Bot(
            *(address, "Cog", Hosting(settings, racers=1)),
            level=1,
            pace=QUICK,
            rounds=1,
            chance=random.Random(3),
        )
        async with asyncio.timeout(60):
            await bot.run()
        assert bot.session.results is not None
        (standing,) = bot.session.results.standings
        assert standing.level == 1
        assert bool(standing.undos) == undo


async def test_a_bot_that_reckons_lets_others_have_their_turn(address: Address) -> None:
    bot = Bot(
        *(address, "Cog", Hosting(Settings("freecell", countdown=0), racers=1)),
        level=4,
        pace=QUICK,
        rounds=1,
        chance=random.Random(1),
    )
    turns = 0
    async with asyncio.timeout(60):
        racing = asyncio.create_task(bot.run())
        while not racing.done():
            turns += 1
            await asyncio.sleep(0)
        await racing
    assert turns > 20
    assert bot.session.results is not None


async def test_it_rests_between_any_two_thoughts_before_its_first_move_too(
    address: Address,
) -> None:
    class Pensive(MoveChooser):
        def thoughts(self, view: State) -> Iterator[None]:
            for _ in range(3):
                happened.append("thinks")
                yield

        def choose(self, view: State) -> Action | None:
            happened.append("moves")
            return None  # It gives up.

    def rest() -> float:
        happened.append("rests")
        return 0

    happened: list[str] = []
    bot = Bot(
        *(address, "Cog", Hosting(Settings("klondike", countdown=0), racers=1)),
        chooser=Pensive,
        pace=QUICK,
        rounds=1,
        rest=rest,
    )
    async with asyncio.timeout(60):
        await bot.run()
    assert happened == [*["thinks", "rests"] * 3, "rests", "moves"]


async def test_a_bot_stays_for_a_while_where_no_people_are(address: Address) -> None:
    host = Bot(address, "Cog", Hosting(Settings("klondike"), racers=8))
    async with asyncio.timeout(60):
        hosting = asyncio.create_task(host.run())
        guest = Bot(address, "Dynamo", await host.room_code(), linger=0.1)
        await guest.run()  # and leaves by itself
        hosting.cancel()
        await asyncio.gather(hosting, return_exceptions=True)
    assert guest.session.room is None


async def test_bots_that_are_too_fast_slow_down_and_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.bots.bot.SLOWER", 0.03)
    limits = Limits(rate=60, burst=8)
    async with Server.open(tmp_path, limits=limits) as server:
        bots, said = await race(Address("127.0.0.1", server.port), "thirteens", rounds=1)
    assert all(bot.session.results for bot in bots)
    assert not [text for text in said if "lost" in text]


async def test_bots_stay_for_rematches(address: Address) -> None:
    bots, said = await race(address, "thirteens", rounds=2)
    assert len(said) == 6
    assert {bot.session.results.race for bot in bots if bot.session.results} == {2}


async def test_a_bot_goes_when_the_host_does_not_come_back(address: Address) -> None:
    """It stays in the room, and races when somebody else starts it."""
    session = Session("Ada")
    async with asyncio.timeout(60), Connection(address, session) as connection:
        racing: asyncio.Task[None] | None = None
        session.create_room(Settings("thirteens", countdown=0))
        async for message in connection.messages():
            match message:
                case RoomState(phase="lobby", members=[_]) if racing is None:
                    bot = Bot(address, "Cog", message.code, pace=QUICK, rounds=1)
                    racing = asyncio.create_task(bot.run())
                case MemberChanged(Member(ready=True)):
                    session.set_ready(True)
                    session.start_race()
                case RoomState(phase="running") if session.track is None:
                    session.give_up()
                case Results():
                    session.leave_room()
                case LeftRoom():
                    break
        assert racing is not None
        await racing


async def test_bots_leave_with_the_people_whose_company_they_were(address: Address) -> None:
    bots = [Bot(address, name, "", pace=QUICK, linger=0) for name in ("Cog", "Dynamo")]
    session = Session("Ada")
    async with asyncio.timeout(60), asyncio.TaskGroup() as racing:
        for bot in bots:
            racing.create_task(bot.run())
        async with Connection(address, session) as connection:
            async for message in connection.messages():
                match message:
                    case Welcome():
                        session.create_room(Settings("klondike", countdown=0))
                    case RoomState(members=[_]):
                        for bot in bots:  # connected already, or not yet
                            bot.come_into(message.code)
                    case MemberChanged() if session.room and len(session.room.members) == 3:
                        assert session.is_host
                        session.leave_room()
                    case LeftRoom():
                        break
    assert [bot.session.room for bot in bots] == [None, None], "and both runs have ended"


async def test_no_such_room(address: Address) -> None:
    with pytest.raises(CannotRace, match="there is no room with that code"):
        await Bot(address, "Cog", "abcdef").run()


async def test_a_bot_that_is_ended_leaves_its_room(address: Address) -> None:
    session = Session("Ada")
    async with asyncio.timeout(60), Connection(address, session) as connection:
        racing: asyncio.Task[None] | None = None
        session.create_room(Settings("thirteens", countdown=0))
        async for message in connection.messages():
            match message:
                case RoomState(phase="lobby", members=[_]) if racing is None:
                    bot = Bot(address, "Cog", message.code, pace=QUICK)
                    racing = asyncio.create_task(bot.run())
                case MemberChanged(Member(ready=True)) if racing is not None:
                    racing.cancel()
                case MemberLeft() | MemberChanged(Member(bot=True, connected=False)):
                    assert isinstance(message, MemberLeft)
                    break
        assert racing is not None
        await asyncio.gather(racing, return_exceptions=True)


async def test_a_bot_leaves_the_room_of_an_earlier_life(
    address: Address, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosting, tokens = Hosting(Settings("4x13"), racers=2), Tokens(tmp_path / "bots.json")
    first = Bot(address, "Cog", hosting, tokens=tokens)
    async with asyncio.timeout(60):
        life = asyncio.create_task(first.run())
        left = await first.room_code()
        monkeypatch.setattr(first.session, "leave_room", lambda: None)  # killed: no goodbye
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)
        second = Bot(address, "Cog", hosting, tokens=tokens)
        life = asyncio.create_task(second.run())
        assert await second.room_code() != left
        assert second.session.name == "Cog"
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)


async def test_a_bot_is_the_same_player_where_its_server_has_another_address(
    address: Address, tmp_path: Path
) -> None:
    hosting, tokens = Hosting(Settings("4x13"), racers=2), Tokens(tmp_path / "bots.json")
    for host in (address.host, "localhost"):
        bot = Bot(Address(host, address.port), "Cog", hosting, tokens=tokens, server="ours")
        async with asyncio.timeout(60):
            life = asyncio.create_task(bot.run())
            await bot.room_code()
        assert bot.session.name == "Cog"
        life.cancel()
        await asyncio.gather(life, return_exceptions=True)


async def test_a_race_that_follows_at_once_is_raced() -> None:
    """Who comes back after a race hears in one go that the next one was announced, and is on."""
    begun: list[asyncio.Event] = []

    class Idle(Bot):
        async def _move(self) -> None:
            begun.append(asyncio.Event())
            await begun[-1].wait()

    bot = Idle(Address("127.0.0.1", 1), "Cog", "ABCDEF")
    started = RaceStarted(1, Settings("klondike"), 0, "promise", [])
    bot._leaves(started)
    await asyncio.sleep(0)
    for message in (Countdown(2, 0, "promise"), replace(started, race=2)):
        bot._leaves(message)
    await asyncio.sleep(0)
    assert len(begun) == 2
    assert bot._moving is not None
    await bot._stop()


def test_hosting_waits_for_everybody() -> None:
    hosting = Hosting(Settings("4x13"), racers=2, spectators=1)
    host, ready = Member(1, "A", True), Member(2, "B", True, ready=True)
    watcher = Member(3, "C", False)
    assert hosting.may_start([host, ready, watcher], 1)
    assert not hosting.may_start([host, ready], 1)
    assert not hosting.may_start([host, watcher], 1)
    assert not hosting.may_start([host, Member(2, "B", True), watcher], 1)
    assert not hosting.may_start([host, Member(2, "B", True, True, connected=False), watcher], 1)


@pytest.mark.parametrize(
    ("text", "seconds"), [("0", 0), ("0.5", 0.5), ("1", 1), (" 2/s ", 0.5), ("60", 60)]
)
def test_paces(text: str, seconds: float) -> None:
    assert parse_pace(text) == Pace(seconds)


@pytest.mark.parametrize("text", ["", "fast", "-1", "61", "0/s", "1/s2", "nan", "inf", "/s"])
def test_what_is_no_pace(text: str) -> None:
    with pytest.raises(BadPace, match="is no pace: give seconds a move"):
        parse_pace(text)


def test_a_pace_varies() -> None:
    chance = random.Random(1)
    pauses = [Pace(2, jitter=0.5).pause(chance) for _ in range(100)]
    assert 1 <= min(pauses) < 1.5
    assert 2.5 < max(pauses) <= 3


def test_each_bot_gets_a_name_that_nobody_has() -> None:
    assert free_name([]) == NAMES[0]
    assert free_name([NAMES[0], "Ada"]) == NAMES[1]
    assert free_name(NAMES) == f"{NAMES[0]} 2"
    assert free_name([*NAMES, f"{NAMES[0]} 2"]) == f"{NAMES[1]} 2"


async def test_a_bot_over_the_players_rate_says_so_at_once(tmp_path: Path) -> None:
    limits = Limits(players_per_hour=1)
    async with Server.open(tmp_path, limits=limits) as server:
        address = Address("127.0.0.1", server.port)
        async with Connection(address, Session("ann")) as connection:
            async for _ in connection.messages():
                break
            with pytest.raises(CannotRace, match="too many new players came from your address"):
                await asyncio.wait_for(Bot(address, "Cog", "ABCDEF").run(), 4)


def test_a_bot_that_may_not_come_in_now_says_so_and_ends() -> None:
    bot = Bot(Address("localhost"), "Cog", "ABCDEF")
    bot.session.player = 7
    wait = "you have tried too many passwords; wait a minute"
    with pytest.raises(CannotRace, match="wait a minute"):
        bot._face(Problem("too fast", wait))
