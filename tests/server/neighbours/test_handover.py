"""A planned stop of one of several servers: its rooms go on at the others."""

import asyncio
import random

from client.session.address import Address
from engine import catalogue
from harness.checking_racers import CheckingRacers, some_moves
from protocol.messages import (
    CreateRoom,
    GiveUp,
    Moved,
    Rematch,
    Results,
    Resync,
    RoomState,
    Series,
    SeriesGame,
    Settings,
    Veto,
)
from server.app import Server
from tests.server.neighbours.conftest import where
from tests.server.play import AT_ONCE, PATIENCE, client, comes_true, make_room, start

KLONDIKE = catalogue.entry("klondike").complete({})


async def test_a_race_goes_on_at_another_server_and_nothing_is_lost(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    company = CheckingRacers(Address("127.0.0.1", one.port))
    async with asyncio.timeout(4 * PATIENCE):
        try:
            await company.gather(4, 2, random.Random(1))
            await some_moves(company, 20)
            assert one.lobby.racing
            one.stop()
            await comes_true(lambda: len(other.lobby.rooms) == 2)
            assert one.lobby.rooms == {}
            await some_moves(company, 20)
            await company.finish()
        finally:
            await company.leave()
    assert [racer.session.wrong for racer in company.racers] == [[]] * 4
    assert one.shutdown.due.is_set()
    rows = await other.database.reader.read_all("SELECT race, number, epoch FROM entries")
    assert {epoch for _, _, epoch in rows} == {1, 2}


async def test_rooms_are_made_elsewhere_once_a_server_is_about_to_stop(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann, client(one, "bob") as bob:
        await make_room(ann)
        one.stop()
        for each in (ann, bob):
            if each is bob:
                await bob.say(CreateRoom(AT_ONCE))
            assert (await each.until(Moved)).address == where(other)


async def test_the_last_server_waits_for_its_races_as_one_alone_does(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann:
        await make_room(ann)
        other.stop()
        await comes_true(other.shutdown.due.is_set)
        one.stop()
        await comes_true(one.shutdown.due.is_set)
        assert len(one.lobby.rooms) == 1


async def test_a_series_goes_on_at_another_server(two: tuple[Server, Server]) -> None:
    one, other = two
    series = Series(3, [SeriesGame("klondike"), SeriesGame("golf")], vetoes=1)
    settings = Settings("klondike", countdown=0, series=series)
    async with client(one, "ann") as ann, client(one, "bob") as bob:
        await start(ann, bob, settings=settings)
        await ann.say(GiveUp())
        await bob.ask(GiveUp(), Results)
        await ann.say(Veto())
        vetoed = await ann.until(RoomState)
        while not (vetoed.evening and vetoed.evening.vetoes == {bob.player: 1}):
            vetoed = await ann.until(RoomState)
        one.stop()
        await ann.until(Moved)
        token = ann.welcome.token
    async with client(other, token=token) as again:
        there = (await again.ask(Resync(), RoomState)).evening
        before = vetoed.evening
        assert there is not None
        assert before is not None
        assert (there.deals, there.rows, there.next) == (1, before.rows, before.next)
        assert (there.vetoes, there.next) == (before.vetoes, SeriesGame("klondike", KLONDIKE))
        await again.say(Rematch())
        while (opened := await again.until(RoomState)).phase != "lobby":
            assert opened.phase == "finished"
        assert opened.settings.game == "klondike"
