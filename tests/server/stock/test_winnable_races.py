"""Races on deals that can be won, on real sockets and real databases."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from client.bots.bot import Bot, CannotRace, Hosting
from client.bots.pace import Pace
from client.session.address import Address
from client.session.fairness import FairnessCheck, Verdict
from client.terminal.spectator import watch
from engine import catalogue
from engine.catalogue import Choice
from protocol.certificate import certificate, wins
from protocol.forms import JSON
from protocol.messages import (
    Act,
    Advice,
    Board,
    ChangeSettings,
    Countdown,
    CreateRoom,
    Deals,
    GetAdvice,
    GetLeaderboard,
    GetProfile,
    GetReplay,
    GiveUp,
    JoinRoom,
    Leaderboard,
    ListRooms,
    Problem,
    Profile,
    RaceStarted,
    Refused,
    Rematch,
    Results,
    Resync,
    Rooms,
    RoomState,
    Searching,
    Settings,
    StartRace,
    Step,
    WatchRoom,
)
from server.app import Server
from server.rooms.deals.certified import Wish
from server.stock.foundry import Casting
from server.storage.sqlite.verify import FileVerification
from server.storage.stock import Stock
from tests.client.terminal.screen import Screen
from tests.protocol.banded import give_bands, take_bands
from tests.server.neighbours.conftest import address, sharing, short
from tests.server.play import PATIENCE, Client, change, client, comes_true, heard_all, rows
from tests.server.stock.fake_foundry import QUICK, FakeFoundry, barren, certified, wish_of
from tests.server.storage.conftest import postgres

__all__ = ["address", "postgres", "short"]

WINNABLE = Settings(QUICK, deals="winnable", countdown=0)
UNSOLVED = certificate(certified().seed, [])
"""The certificate of a deal of which nothing wins it."""
GAME = catalogue.make(QUICK)
WISH = wish_of()


@asynccontextmanager
async def serving(
    data: Path, foundry: FakeFoundry | None = None, **how: Any
) -> AsyncIterator[Server]:
    async with Server.open(data, foundry=foundry, **how) as server:
        yield server


async def look(host: Client, settings: Settings = WINNABLE) -> RoomState:
    """Make a room and start a race there; return the room, which looks for a deal."""
    await host.ask(CreateRoom(settings), RoomState)
    return await host.ask(StartRace(anyway=True), RoomState)


async def verdict(client: Client, check: FairnessCheck) -> Verdict:
    """Hear all until the results; return what a client says of them."""
    while not isinstance(message := await client.hear(), Results):
        check.note(message)
    check.note(message)
    return check.verdict(message)


@pytest.mark.parametrize("ready", [True, False], ids=["in stock", "made now"])
async def test_from_the_start_to_the_results(tmp_path: Path, ready: bool) -> None:
    async with serving(tmp_path, FakeFoundry()) as server, client(server, "ann") as ann:
        if ready:
            await Stock(server.database).put(WISH, certified())
        made = await ann.ask(CreateRoom(WINNABLE), RoomState)
        async with client(server, "bob") as bob:
            check = FairnessCheck()
            check.note(await bob.ask(JoinRoom(made.code), RoomState))
            await ann.say(StartRace(anyway=True))
            told = await ann.until(Countdown)
            assert (await ann.until(RaceStarted)).certificate == told.certificate
            await ann.until(Board)
            await ann.act(GAME)
            await ann.say(GiveUp())
            await bob.say(GiveUp())
            found = await verdict(bob, check)
            assert found.fair
            assert "the promised solution wins it" in found.text
        results = await ann.until(Results)
        assert results.settings.deals == "winnable"
        assert results.certificate == told.certificate
        assert results.certificate == certificate(results.seed, results.solution)
        assert wins(GAME, results.seed, results.solution)
    assert list(FileVerification(tmp_path).faults()) == []


async def test_the_solution_wins_the_race_by_its_moves(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, client(server, "ann") as ann:
        await Stock(server.database).put(WISH, certified())
        await ann.ask(CreateRoom(WINNABLE), RoomState)
        await ann.ask(StartRace(), Board)
        for number, action in enumerate(certified().solution):
            await ann.say(Act(number, action))
            step = await ann.until(Step)
        assert step.status == "won"
        results = await ann.until(Results)
        assert tuple(results.solution) == certified().solution
        board = await ann.ask(GetLeaderboard(QUICK, deals="winnable"), Leaderboard)
        assert [row.name for row in board.fastest] == ["ann"]
        assert board.deals == "winnable"
        assert (await ann.ask(GetLeaderboard(QUICK), Leaderboard)).fastest == []
        profile = await ann.ask(GetProfile(ann.player), Profile)
        assert [(each.game, each.options, each.deals) for each in profile.games] == [
            (QUICK, {}, "winnable")
        ]
        assert profile.recent[0].deals == "winnable"
    assert list(FileVerification(tmp_path).faults()) == []


async def test_a_race_on_a_hard_deal_is_filed_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_bands(monkeypatch, QUICK)
    hard = Settings(QUICK, deals="hard", countdown=0)
    others: tuple[Deals, ...] = ("any", "winnable", "easy")
    async with serving(tmp_path) as server, client(server, "ann") as ann:
        await Stock(server.database).put(WISH, certified()._replace(band="hard"))
        await ann.ask(CreateRoom(hard), RoomState)
        await ann.say(StartRace())
        await ann.until(Board)
        await ann.act(GAME)
        results = await ann.ask(GiveUp(), Results)
        assert results.settings.deals == "hard"
        assert wins(GAME, results.seed, results.solution)
        board = await ann.ask(GetLeaderboard(QUICK, deals="hard"), Leaderboard)
        assert ([row.name for row in board.players], board.deals) == (["ann"], "hard")
        for deals in others:
            asked = GetLeaderboard(QUICK, deals=deals)
            assert (await ann.ask(asked, Leaderboard)).players == []
    assert list(FileVerification(tmp_path).faults()) == []


async def test_a_server_without_any_stock_says_so_and_races_on_any_deal(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, client(server, "ann") as ann:
        assert (await look(ann)).search == "looking"
        assert (await ann.until(RoomState)).search == "no deal"
        await ann.ask(ChangeSettings(Settings(QUICK, countdown=0)), RoomState)
        await ann.say(StartRace())
        assert (await ann.until(Countdown)).certificate == ""
        await ann.until(Board)


async def test_a_bot_is_told_which_deals_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take_bands(monkeypatch, QUICK)
    async with serving(tmp_path) as server:
        hosting = Hosting(Settings(QUICK, deals="easy"), racers=1)
        with pytest.raises(CannotRace, match="raced on these deals: any, winnable"):
            await Bot(Address("127.0.0.1", server.port), "Cog", hosting).run()


async def test_options_that_nobody_ever_asked_for(tmp_path: Path) -> None:
    options: dict[str, Choice] = {"deal": "no-redeals"}
    asked = Settings("klondike", options, deals="winnable", countdown=0)
    foundry = FakeFoundry()
    async with serving(tmp_path, foundry) as server, client(server, "ann") as ann:
        assert (await look(ann, asked)).search == "looking"
        await ann.until(Board)
        assert dict(foundry.asked[0].options)["deal"] == "no-redeals"
        await ann.say(GiveUp())
        results = await ann.until(Results)
        rules = catalogue.make("klondike", options)
        assert wins(rules, results.seed, results.solution)


async def test_how_many_deals_were_tried_is_told(tmp_path: Path) -> None:
    answered: list[Wish] = []

    def answer(wish: Wish) -> Casting:
        answered.append(wish)
        if len(answered) == 4:
            foundry.open.clear()
        return barren(wish)

    foundry = FakeFoundry(answer)
    foundry.open.clear()
    async with serving(tmp_path, foundry) as server, client(server, "ann") as ann:
        await look(ann)
        assert (await ann.until(Searching)).deals == 0
        foundry.open.set()
        while (told := await ann.until(Searching)).deals < 4:
            assert told.milliseconds < 1000 * PATIENCE
        assert told.deals == 4


async def test_a_search_in_vain(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeFoundry(barren)) as server, client(server, "ann") as ann:
        assert (await look(ann)).search == "looking"
        assert (await ann.until(RoomState)).search == "no deal"


async def test_who_comes_while_a_deal_is_looked_for_is_told(tmp_path: Path) -> None:
    foundry = FakeFoundry()
    foundry.open.clear()
    async with (
        serving(tmp_path, foundry) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        room = await look(ann)
        assert (await bob.ask(JoinRoom(room.code), RoomState)).search == "looking"
        assert (await cat.ask(WatchRoom(room.code), RoomState)).search == "looking"
        foundry.open.set()
        for each in (ann, bob, cat):
            assert (await each.until(Countdown)).certificate


async def test_no_deal_is_raced_twice(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeFoundry()) as server, client(server, "ann") as ann:
        await look(ann)
        seeds = set()
        for number in range(1, 6):
            await ann.until(Board)
            await ann.say(GiveUp())
            seeds.add((await ann.until(Results)).seed)
            await ann.ask(Rematch(), RoomState)
            await ann.say(StartRace())
            assert len(seeds) == number
        stocked = {seed for (seed,) in rows(tmp_path, "SELECT seed FROM stock")}
        assert not seeds & stocked


async def test_nor_by_two_servers(tmp_path: Path, address: str) -> None:
    async with (
        sharing(tmp_path / "one", address) as one,
        sharing(tmp_path / "two", address) as other,
        client(one, "ann") as ann,
        client(other, "bob") as bob,
    ):
        for number in (1, 2):
            await Stock(one.database).put(WISH, certified(number))
        for each in (ann, bob):
            await each.ask(CreateRoom(WINNABLE), RoomState)
        for each in (ann, bob):
            await each.say(StartRace())
        seeds = set()
        for each in (ann, bob):
            await each.until(Board)
            await each.say(GiveUp())
            seeds.add((await each.until(Results)).seed)
        assert seeds == {certified(1).seed, certified(2).seed}


async def test_a_server_that_ends_in_mid_race_gives_both_afterwards(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeFoundry()) as server, client(server, "ann") as ann:
        await look(ann)
        told = await ann.until(Countdown)
        await ann.until(Board)
        token = ann.welcome.token
    async with serving(tmp_path) as server, client(server) as again:
        await again.hello(token=token)
        assert (await again.until(RaceStarted)).certificate == told.certificate
        await again.until(Board)
        await again.say(GiveUp())
        results = await again.until(Results)
        assert (
            results.certificate == told.certificate == certificate(results.seed, results.solution)
        )
        assert wins(GAME, results.seed, results.solution)


async def test_a_room_that_is_handed_over_keeps_both(tmp_path: Path, address: str) -> None:
    async with (
        sharing(tmp_path / "one", address, foundry=FakeFoundry()) as one,
        sharing(tmp_path / "two", address) as other,
    ):
        async with client(one, "ann") as ann:
            await look(ann)
            told = await ann.until(Countdown)
            await ann.until(Board)
            token = ann.welcome.token
            one.stop()
            await ann.closed()
        async with client(other) as again:
            await again.hello(token=token)
            assert (await again.until(RaceStarted)).certificate == told.certificate
            await again.say(GiveUp())
            results = await again.until(Results)
            assert certificate(results.seed, results.solution) == told.certificate


async def test_what_is_on_the_shelf_is_in_the_table_after_a_stop(tmp_path: Path) -> None:
    async with serving(tmp_path, FakeFoundry()) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(WINNABLE), RoomState)
        await comes_true(lambda: server.lobby.shelf.next(WISH))
        assert rows(tmp_path, "SELECT * FROM stock") == []
    assert len(rows(tmp_path, "SELECT * FROM stock")) == 1


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        (
            "UPDATE races SET certificate = 'x'",
            "race 1: the solution of its deal is not the one that was certified before the start",
        ),
        (
            "UPDATE races SET certificate = ''",
            "race 1: it was to be a deal that can be won, and certificate or solution is missing",
        ),
        ("UPDATE races SET solution = '[['", "race 1: the solution of its deal cannot be read"),
        (
            f"UPDATE races SET solution = '[]', certificate = '{UNSOLVED}'",
            "race 1: the solution of its deal does not win it",
        ),
    ],
)
async def test_what_is_changed_afterwards_is_found(
    tmp_path: Path, statement: str, told: str
) -> None:
    async with serving(tmp_path) as server, client(server, "ann") as ann:
        await Stock(server.database).put(WISH, certified())
        await ann.ask(CreateRoom(WINNABLE), RoomState)
        await ann.ask(StartRace(), Board)
        await ann.say(GiveUp())
        await ann.until(Results)
    change(tmp_path, statement)
    faults = list(FileVerification(tmp_path).faults())
    assert faults == [told]
    assert certified().seed not in "".join(faults)


async def test_bots_race_on_such_a_deal_before_a_spectator_in_the_terminal(tmp_path: Path) -> None:
    out = Screen(live=False)
    foundry = FakeFoundry()
    foundry.open.clear()
    async with asyncio.timeout(60), serving(tmp_path, foundry) as server:
        where = Address("127.0.0.1", server.port)
        hosting = Hosting(Settings(QUICK, deals="winnable", countdown=1), racers=1, spectators=1)
        bot = Bot(where, "Cog", hosting, pace=Pace(0.01), rounds=1)
        racing = asyncio.create_task(bot.run())
        watching = asyncio.create_task(watch(where, await bot.room_code(), out))
        await comes_true(lambda: "Looking for a deal that can be won." in out.text)
        foundry.open.set()
        assert await watching
        await racing
    assert "It can be won: the promised solution wins it." in out.text


async def test_a_bot_whose_game_has_no_such_deal_goes(tmp_path: Path) -> None:
    async with asyncio.timeout(60), serving(tmp_path) as server:
        hosting = Hosting(Settings(QUICK, deals="winnable", countdown=0), racers=1)
        bot = Bot(Address("127.0.0.1", server.port), "Cog", hosting, pace=Pace(0))
        with pytest.raises(CannotRace, match="no deal of this game was found"):
            await bot.run()


# What is hidden -------------------------------------------------------------------------------


def overhear(each: Client, heard: list[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    """Note each frame that comes, as it comes."""
    hear = each.connection.recv

    async def noted() -> bytes | str:
        frame = await hear()
        heard.append(frame.encode() if isinstance(frame, str) else frame)
        return frame

    monkeypatch.setattr(each.connection, "recv", noted)


async def test_nobody_learns_anything_of_a_solution_before_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every frame of everybody, in either form, is searched for the seed and the solution."""
    deal = certified()
    heard: list[bytes] = []
    async with serving(tmp_path) as server:
        await Stock(server.database).put(WISH, deal)
        async with (
            client(server, "ann") as ann,
            client(server, "bob", form=JSON) as bob,
            client(server, "cat") as cat,
            client(server, "dan") as dan,
        ):
            for each in (ann, bob, cat, dan):
                overhear(each, heard, monkeypatch)
            settings = Settings(QUICK, deals="winnable", countdown=0, show_boards=True)
            room = await ann.ask(CreateRoom(settings), RoomState)
            await dan.ask(ListRooms(follow=True), Rooms)
            await bob.ask(JoinRoom(room.code), RoomState)
            await cat.ask(WatchRoom(room.code), RoomState)
            await ann.say(StartRace(anyway=True))
            for each in (ann, bob, cat):
                await each.until(Board)
            for _ in range(3):
                await ann.act(GAME)
                await ann.ask(GetAdvice("hint"), Advice)
            await ann.say(Act(99, [0]))
            await ann.until(Refused)
            await ann.ask(Resync(), Board)
            await dan.ask(WatchRoom(room.code), Board)
            await dan.ask(GetLeaderboard(QUICK, deals="winnable"), Leaderboard)
            await dan.say(GetReplay(1, ann.player))
            await dan.until(Problem)
            for each in (ann, bob, cat, dan):
                await heard_all(each)
            assert len(heard) > 20
            for secret in (deal.seed.encode(), b"solution"):
                assert [frame for frame in heard if secret in frame] == []
            for each in (ann, bob):
                await each.say(GiveUp())
            for each in (ann, bob, cat, dan):
                assert tuple((await each.until(Results)).solution) == deal.solution
            assert any(b"solution" in frame for frame in heard)


async def test_nothing_of_the_stock_is_in_the_log_or_the_metrics(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with serving(tmp_path, FakeFoundry()) as server, client(server, "ann") as ann:
        await look(ann)
        await ann.until(Board)
        seeds = [str(seed) for (seed,) in rows(tmp_path, "SELECT seed FROM races")]
        seeds += [str(seed) for (seed,) in rows(tmp_path, "SELECT seed FROM stock")]
        page = server.metrics.page().decode()
    assert seeds
    for seed in seeds:
        assert seed not in page
        assert seed not in caplog.text
        assert seed not in "".join(str(record.__dict__) for record in caplog.records)
