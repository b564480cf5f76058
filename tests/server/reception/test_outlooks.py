"""Whether a game can still be won, asked over real sockets in practice: who is told, and what."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine.play import Play
from protocol import deal_code
from protocol.forms import JSON, MSGPACK, Form
from protocol.messages import (
    Act,
    Advice,
    Board,
    CreateRoom,
    GetAdvice,
    GetAnalysis,
    GetOutlook,
    GhostOf,
    GiveUp,
    Hello,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    Outlook,
    Ping,
    Pong,
    Practise,
    Problem,
    RaceGhosts,
    Rematch,
    Results,
    RoomState,
    Settings,
    StartRace,
    Step,
    StopAnalysis,
    Undo,
    WatchRoom,
    Welcome,
)
from protocol.wire import parse_action
from server.analysis.analyses import MOST_OF_ADDRESS
from server.analysis.analyst import Report
from server.app import Server
from tests.server.analysis.fake_analyst import FakeAnalyst
from tests.server.play import Client, client, comes_true, refused
from tests.server.reception.test_solutions import SOLVED
from tests.server.stock.fake_foundry import QUICK, wish_of

CODE = deal_code.write(QUICK, {}, SOLVED.seed)
WAY = [*SOLVED.solution]
LOST = Report(1, True, 100, lost_from=0)
UNKNOWN = Report(1, True, 100)


@asynccontextmanager
async def practising(
    data: Path, analyst: FakeAnalyst | None, form: Form = MSGPACK
) -> AsyncIterator[tuple[Server, Client]]:
    """Have a server, and a player who plays the deal there."""
    async with (
        Server.open(data, analyst=analyst) as server,
        client(server, "ann", form=form) as ann,
    ):
        await ann.ask(Practise(code=CODE), RoomState)
        await ann.ask(StartRace(), Board)
        yield server, ann


def wins_from(number: int) -> Report:
    return Report(1, True, 100, won_until=0, solution=WAY[number:])


async def outlook(somebody: Client) -> Outlook:
    """Ask, and return what is told in the end."""
    told = await somebody.ask(GetOutlook(), Outlook)
    while told.state not in ("done", "failed"):
        told = await somebody.until(Outlook)
    return told


async def hint(somebody: Client) -> Advice:
    return await somebody.ask(GetAdvice(), Advice)


@pytest.mark.parametrize("form", [MSGPACK, JSON])
async def test_a_win_that_is_found_is_told_and_hints_follow_it(tmp_path: Path, form: Form) -> None:
    analyst = FakeAnalyst()
    analyst.found = wins_from(1)
    async with practising(tmp_path, analyst, form) as (_, ann):
        assert not (await hint(ann)).known
        await ann.ask(Act(0, WAY[0]), Step)
        assert (await ann.ask(GetOutlook(), Outlook)).state == "waiting"
        while (told := await ann.until(Outlook)).state != "done":
            assert told.number == 1
        assert told == Outlook(1, "done", "won", WAY[1:])
        [asked] = analyst.situations
        play = Play(wish_of().rules, SOLVED.seed)
        play.enter(parse_action(WAY[0]))
        assert (asked.game, asked.seed, asked.state) == (QUICK, SOLVED.seed, play.state)
        followed = await hint(ann)
        assert (followed.known, followed.actions) == (True, [WAY[1]])
        await ann.ask(Act(1, WAY[1]), Step)
        assert await outlook(ann) == Outlook(2, "done", "won", WAY[2:])
        assert len(analyst.situations) == 1, "it was known"


async def test_what_is_lost_and_what_is_not_known(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.found = UNKNOWN
    async with practising(tmp_path, analyst) as (_, ann):
        assert await outlook(ann) == Outlook(0, "done", "unknown")
        await ann.ask(Act(0, WAY[0]), Step)
        analyst.found = LOST
        assert await outlook(ann) == Outlook(1, "done", "impossible")
        assert await outlook(ann) == Outlook(1, "done", "impossible")
        assert len(analyst.situations) == 2
        await ann.ask(Undo(1), Step)
        analyst.found = wins_from(0)
        assert await outlook(ann) == Outlook(2, "done", "won", WAY)


async def test_what_wins_nothing_is_not_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    analyst = FakeAnalyst()
    analyst.found = Report(1, True, 100, won_until=0, solution=WAY[:-1])
    async with practising(tmp_path, analyst) as (_, ann):
        assert await outlook(ann) == Outlook(0, "failed")
        assert not (await hint(ann)).known
    assert "wins nothing" in caplog.text


async def test_in_a_race_it_is_refused(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    async with Server.open(tmp_path, analyst=analyst) as server, client(server, "ann") as ann:
        assert await refused(ann, GetOutlook()) == "not in a room"
        alone = Settings(QUICK, countdown=0, seats=1, listed=False)
        await ann.ask(CreateRoom(alone), RoomState)
        assert await refused(ann, GetOutlook()) == "not allowed"
        await ann.ask(StartRace(), Board)
        await ann.say(GetOutlook())
        told = await ann.until(Problem)
        assert (told.code, "in practice alone" in told.text) == ("not allowed", True)
        race = (await ann.ask(GiveUp(), Results)).race
        assert await refused(ann, GetOutlook()) == "not allowed"
        await ann.ask(LeaveRoom(), LeftRoom)
        await ann.ask(RaceGhosts([GhostOf(race, ann.player)]), RoomState)
        assert await refused(ann, GetOutlook()) == "not allowed", "one races against the ghost"
        assert analyst.situations == []


async def test_where_others_are_it_is_refused(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    async with Server.open(tmp_path, analyst=analyst) as server, client(server, "ann") as ann:
        room = await ann.ask(CreateRoom(Settings(QUICK, countdown=0)), RoomState)
        async with client(server, "bob") as bob:
            await bob.ask(JoinRoom(room.code), RoomState)
            await ann.ask(StartRace(anyway=True), Board)
            await bob.say(GiveUp())
            await ann.ask(GiveUp(), Results)
            await ann.ask(Rematch(same_deal=True), RoomState)
            await ann.ask(StartRace(anyway=True), Board)
            for somebody in (ann, bob):
                await somebody.say(GetOutlook())
                told = await somebody.until(Problem)
                assert (told.code, "nobody else" in told.text) == ("not allowed", True)
    assert analyst.situations == []


async def test_who_looks_on_is_told_nothing(tmp_path: Path) -> None:
    async with practising(tmp_path, FakeAnalyst()) as (server, ann):
        await ann.ask(LeaveRoom(), LeftRoom)
        room = await ann.ask(Practise(code=CODE), RoomState)
        await ann.ask(StartRace(), Board)
        async with client(server) as guest:
            await guest.ask(Hello(1, guest=True), Welcome)
            await guest.ask(WatchRoom(room.code), RoomState)
            assert await refused(guest, GetOutlook()) == "not allowed"
        async with client(server, "bob") as bob:
            await bob.ask(WatchRoom(room.code), RoomState)
            assert await refused(bob, GetOutlook()) == "not allowed"
            assert await refused(ann, GetOutlook()) == "not allowed"


async def test_before_and_after_the_game_there_is_nothing_to_tell(tmp_path: Path) -> None:
    async with practising(tmp_path, FakeAnalyst()) as (_, ann):
        await ann.ask(GiveUp(), Results)
        assert await refused(ann, GetOutlook()) == "not racing"
        await ann.ask(Rematch(), RoomState)
        assert await refused(ann, GetOutlook()) == "not racing"


async def test_a_newer_board_takes_the_place_of_the_one_that_waits(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with practising(tmp_path, analyst) as (_, ann):
        await ann.say(GetOutlook())
        await analyst.begins.wait()
        await ann.ask(Ping(), Pong)
        for number, action in enumerate(WAY[:3]):
            await ann.ask(Act(number, action), Step)
            await ann.say(GetOutlook())
        await comes_true(lambda: len(analyst.situations) > 1)
        analyst.found = wins_from(3)
        analyst.open.set()
        while (told := await ann.until(Outlook)).state != "done":
            pass
        assert told == Outlook(3, "done", "won", WAY[3:])
        assert analyst.given_up


async def test_it_can_be_given_up(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    async with practising(tmp_path, analyst) as (_, ann):
        await ann.say(GetOutlook())
        await analyst.begins.wait()
        await ann.say(StopAnalysis())
        await comes_true(lambda: analyst.given_up)
        await ann.say(GetOutlook())
        await comes_true(lambda: len(analyst.situations) == 2)
        await ann.say(GetAnalysis(1, ann.player))
        assert (await ann.until(Problem)).code == "unknown replay"
    await comes_true(lambda: len(analyst.given_up) == 2)


async def test_who_asks_again_and_again_waits_once(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.open.clear()
    analyst.found = UNKNOWN
    async with practising(tmp_path, analyst) as (_, ann):
        for _ in range(MOST_OF_ADDRESS + 2):
            await ann.say(GetOutlook())
        await ann.ask(Ping(), Pong)
        analyst.open.set()
        while (await ann.until(Outlook)).state != "done":
            pass
        assert len(analyst.situations) == 1


async def test_without_an_analyst_what_is_known_is_told_nevertheless(tmp_path: Path) -> None:
    async with practising(tmp_path, None) as (server, ann):
        assert await refused(ann, GetOutlook()) == "not allowed"
        room = next(iter(server.lobby.rooms.values()))
        practised = room.practised(ann.player)
        assert practised.opening.known.note_way(practised.play.state, [*map(parse_action, WAY)])
        assert await outlook(ann) == Outlook(0, "done", "won", WAY)


async def test_an_analyst_that_is_gone(tmp_path: Path) -> None:
    analyst = FakeAnalyst()
    analyst.gone = True
    async with practising(tmp_path, analyst) as (_, ann):
        assert await outlook(ann) == Outlook(0, "failed")
