"""The solution of a race's deal, asked for afterwards as if it were one more racer's game."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from engine import catalogue
from protocol import deal_code
from protocol.forms import JSON, MSGPACK, Form
from protocol.messages import (
    SOLUTION,
    Advice,
    Board,
    CreateRoom,
    GetAdvice,
    GetPositions,
    GetReplay,
    GiveUp,
    LeaveRoom,
    LeftRoom,
    Positions,
    Practise,
    Replay,
    Results,
    RoomState,
    Settings,
    StartRace,
)
from protocol.racing import play_again
from protocol.solution import PACE
from server.app import Server
from server.storage.stock import Stock
from tests.server.play import Client, client, refused
from tests.server.reception.test_playback import views
from tests.server.stock.fake_foundry import QUICK, certified, wish_of

WINNABLE = Settings(QUICK, deals="winnable", countdown=0)
SOLVED = certified()
LENGTH = len(SOLVED.solution)


@asynccontextmanager
async def serving(data: Path) -> AsyncIterator[Server]:
    async with Server.open(data) as server:
        await Stock(server.database).put(wish_of(), SOLVED)
        yield server


async def raced(ann: Client, settings: Settings = WINNABLE, password: str = "") -> int:
    """Race alone, with one move, and leave; return the race."""
    await ann.ask(CreateRoom(settings, password), RoomState)
    await ann.ask(StartRace(), Board)
    await ann.act(catalogue.make(settings.game))
    race = (await ann.ask(GiveUp(), Results)).race
    await ann.ask(LeaveRoom(), LeftRoom)
    return race


@pytest.mark.parametrize("form", [MSGPACK, JSON])
async def test_it_is_watched_like_a_racer(tmp_path: Path, form: Form) -> None:
    async with (
        serving(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob", form=form) as bob,
    ):
        race = await raced(ann)
        of_ann = await bob.ask(GetReplay(race, ann.player), Replay)
        assert (await bob.ask(GetPositions(race, ann.player), Positions)).solution == LENGTH
        solution = await bob.ask(GetReplay(race, SOLUTION), Replay)
        assert solution.entries == [*SOLVED.solution]
        assert solution.times == [PACE * number for number in range(1, LENGTH + 1)]
        assert (solution.name, solution.status) == ("Solution", "won")
        assert [each.player for each in solution.racers] == [ann.player]
        assert [each.name for each in of_ann.racers] == [each.name for each in solution.racers]
        part = await bob.ask(GetPositions(race, SOLUTION), Positions)
        assert part.solution == LENGTH
        assert views(part) == play_again(solution).views
        assert views(part)[-1].score == solution.score


async def test_it_is_played_on_as_practice(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, client(server, "ann") as ann:
        race = await raced(ann)
        number = LENGTH - 1
        room = await ann.ask(Practise(race=race, player=SOLUTION, number=number), RoomState)
        assert room.practice is not None
        assert (room.practice.player, room.practice.number) == (SOLUTION, number)
        await ann.say(StartRace())
        assert (await ann.until(Board)).number == number


async def hinted(one: Client, code: str) -> Advice:
    """Return the first hint of a room in which the deal of a code is practised."""
    await one.ask(Practise(code=code), RoomState)
    await one.ask(StartRace(), Board)
    told = await one.ask(GetAdvice("hint"), Advice)
    await one.ask(LeaveRoom(), LeftRoom)
    return told


async def test_hints_follow_it_where_the_code_of_the_deal_is_typed(tmp_path: Path) -> None:
    code = deal_code.write(QUICK, {}, SOLVED.seed)
    async with (
        serving(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        assert not (await hinted(bob, code)).known, "nobody has raced on it"
        await raced(ann)
        for one in (ann, bob):
            told = await hinted(one, code)
            assert (told.known, told.actions) == (True, [SOLVED.solution[0]])
        assert not (await hinted(bob, deal_code.write(QUICK, {}, "another"))).known


async def test_a_code_tells_nothing_of_a_race_that_is_on_or_locked(tmp_path: Path) -> None:
    code = deal_code.write(QUICK, {}, SOLVED.seed)
    async with (
        serving(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await ann.ask(CreateRoom(WINNABLE, "secret"), RoomState)
        await ann.ask(StartRace(), Board)
        assert not (await hinted(bob, code)).known
        await ann.ask(GiveUp(), Results)
        await ann.ask(LeaveRoom(), LeftRoom)
        assert not (await hinted(bob, code)).known
        assert (await hinted(ann, code)).known


async def test_any_deal_has_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as server, client(server, "ann") as ann:
        race = await raced(ann, Settings(QUICK, countdown=0))
        assert (await ann.ask(GetPositions(race, ann.player), Positions)).solution == 0
        for message in (GetReplay(race, SOLUTION), GetPositions(race, SOLUTION)):
            assert await refused(ann, message) == "unknown replay"
        assert await refused(ann, Practise(race=race, player=SOLUTION)) == "unknown replay"


async def test_it_is_told_to_those_who_may_see_the_race(tmp_path: Path) -> None:
    async with (
        serving(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        await ann.ask(CreateRoom(WINNABLE, "secret"), RoomState)
        await ann.ask(StartRace(), Board)
        for somebody in (ann, bob):
            for message in (GetReplay(1, SOLUTION), GetPositions(1, SOLUTION)):
                assert await refused(somebody, message) == "unknown replay", "it is on"
        race = (await ann.ask(GiveUp(), Results)).race
        await ann.ask(GetReplay(race, SOLUTION), Replay)
        assert await refused(bob, GetReplay(race, SOLUTION)) == "unknown replay"
