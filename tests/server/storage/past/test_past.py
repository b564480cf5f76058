"""What stays of evenings, on real sockets and in both kinds of database: who is told what of it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest
from msgspec.structs import replace

from protocol.messages import (
    VERSION,
    Chat,
    CreateRoom,
    Deleted,
    DeleteMe,
    GetOwnData,
    GetPast,
    GetRoomPast,
    GiveUp,
    Hello,
    JoinRoom,
    Kick,
    LeaveRoom,
    LeftRoom,
    MemberLeft,
    OwnData,
    Past,
    PastRemark,
    Problem,
    Rematch,
    Results,
    RoomPast,
    RoomState,
    Said,
    SaidBefore,
    Series,
    Settings,
    StartRace,
    WatchRoom,
)
from server.app import Server
from server.bounds import Limits, for_one_machine
from server.storage.postgres.verify import PostgresVerification
from server.storage.privacy.forgetting import CHAT, DAY
from server.storage.sqlite.verify import FileVerification
from tests.server.play import AT_ONCE, Client, client, heard_all, make_room, refused
from tests.server.storage.conftest import empty_database

LIMITS = for_one_machine(
    requests=1000, requests_burst=1000, chat=1000, chat_burst=1000, rate=1000, burst=1000
)
Serve: TypeAlias = Callable[..., AbstractAsyncContextManager[Server]]


@pytest.fixture(params=["sqlite", "postgres"])
async def place(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Path | str]:
    """Return where an empty database is, of one kind and of the other."""
    async with AsyncExitStack() as stack:
        if request.param == "sqlite":
            yield tmp_path
        else:
            there = empty_database(request.getfixturevalue("postgres"))
            yield await stack.enter_async_context(there)


@pytest.fixture
def serve(place: Path | str, tmp_path: Path) -> Serve:
    """Return what opens a server, again and again, on one database."""
    return partial(serving, tmp_path, place if isinstance(place, str) else "")


def serving(
    data: Path, address: str, *, keep_chat: int = 30, limits: Limits = LIMITS
) -> AbstractAsyncContextManager[Server]:
    return Server.open(data, database_at=address, keep_chat=keep_chat, limits=limits)


async def faults_in(place: Path | str) -> list[str]:
    """Return what `samedeal verify` finds."""
    if isinstance(place, Path):
        return list(FileVerification(place).faults())
    return [fault async for fault in PostgresVerification(place).faults()]


async def say(speaker: Client, *texts: str, to: Client | None = None) -> None:
    """Say something, and wait until it was told."""
    for text in texts:
        await speaker.say(Chat(text))
        while (await (to or speaker).until(Said)).text != text:
            pass


async def race(host: Client, *others: Client) -> int:
    """Race, and give up; return the race."""
    await host.say(StartRace(anyway=True))
    for racer in (host, *others):
        while (await racer.until(RoomState)).phase != "running":
            pass
    for racer in (*others, host):
        await racer.say(GiveUp())
    results = [await racer.until(Results) for racer in (host, *others)]
    return results[0].race


async def past_of(somebody: Client, before: int = 0) -> Past:
    return await somebody.ask(GetPast(before), Past)


async def evening_of(somebody: Client, evening: int, before: int = 0) -> RoomPast:
    return await somebody.ask(GetRoomPast(evening, before), RoomPast)


def texts(past: RoomPast) -> list[str]:
    return [each.text for each in past.said]


async def test_an_evening_is_told_to_who_was_there(serve: Serve) -> None:
    async with (
        serve() as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
        client(server, "dan") as dan,
    ):
        code = await make_room(ann, replace(AT_ONCE, series=Series(3, points="rivals")))
        await say(ann, "before anybody is here")
        await bob.ask(JoinRoom(code), RoomState)
        await say(bob, "<b>hello</b>", to=ann)
        first = await race(ann, bob)
        await say(ann, "one more", to=bob)
        await cat.ask(JoinRoom(code), RoomState)
        await say(cat, "late, sorry", to=ann)
        await ann.say(Rematch())
        second = await race(ann, bob, cat)

        [told] = (await past_of(ann)).evenings
        assert (told.evening, told.host, told.games) == (first, "ann", ["klondike"])
        assert (told.tally.points, told.tally.deals, len(told.tally.rows)) == ("rivals", 2, 3)
        assert all(not row.curve for row in told.tally.rows)
        assert told.own == next(row for row in told.tally.rows if row.player == ann.player)
        assert 0 < told.began <= told.ended
        past = await evening_of(ann, first)
        assert [deal.race for deal in past.races] == [first, second]
        assert [len(deal.racers) for deal in past.races] == [2, 3]
        assert {racer.name for racer in past.races[1].racers} == {"ann", "bob", "cat"}
        assert all(deal.replay for deal in past.races)
        assert all(len(row.curve) == 2 for row in past.evening.tally.rows if row.began == 1)
        assert past.keeps == 30
        everything = ["before anybody is here", "<b>hello</b>", "one more", "late, sorry"]
        assert texts(past) == everything
        assert [each.name for each in past.said] == ["ann", "bob", "ann", "cat"]
        assert told.said == len(everything)
        assert texts(await evening_of(bob, first)) == everything[1:]
        # Who came later was told the tally, and what was said from then on.
        late = await evening_of(cat, first)
        assert texts(late) == everything[3:]
        assert [deal.race for deal in late.races] == [first, second]
        # A stranger is told that, in the same words as of an evening that there never was.
        assert (await past_of(dan)).evenings == []
        found = [await dan.ask(GetRoomPast(each), Problem) for each in (first, 999, 2**53)]
        assert len({problem.text for problem in found}) == 1
        assert found[0].code == "not allowed"
        async with client(server) as guest:
            await guest.ask(Hello(VERSION, guest=True), type(guest.welcome))
            assert await refused(guest, GetPast()) == "not allowed"
            assert await refused(guest, GetRoomPast(first)) == "not allowed"


async def test_nothing_is_kept_where_the_operator_wants_nothing_kept(serve: Serve) -> None:
    async with serve(keep_chat=0) as server, client(server, "ann") as ann:
        await make_room(ann)
        await say(ann, "to nobody")
        evening = await race(ann)
        past = await evening_of(ann, evening)
        assert (texts(past), past.keeps, past.evening.said) == ([], 0, 0)
        assert len(past.races) == 1
        assert await server.database.reader.read_all("SELECT text FROM said") == []


async def test_what_was_kept_goes_when_nothing_is_to_be_kept_any_more(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann:
        await make_room(ann)
        await say(ann, "for a while")
        token = ann.welcome.token
        await race(ann)
    async with serve(keep_chat=0) as server, client(server, "", token) as ann:
        reader = server.database.reader
        while await reader.read_all("SELECT text FROM said"):
            await heard_all(ann)
        await ann.ask(LeaveRoom(), LeftRoom)


async def test_what_racers_say_is_kept_from_spectators_as_long_as_from_their_eyes(
    serve: Serve,
) -> None:
    async with (
        serve() as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
        client(server, "dan") as dan,
    ):
        code = await make_room(ann, replace(AT_ONCE, delay=4))
        for other in (cat, dan):
            await other.ask(WatchRoom(code), RoomState)
        await bob.ask(JoinRoom(code), RoomState)
        await ann.say(StartRace(anyway=True))
        for watching in (cat, dan):
            while (await watching.until(RoomState)).phase != "running":
                pass
        evening = (await bob.until(RoomState)).evening
        assert evening is not None
        await say(ann, "I have it", to=bob)
        await say(cat, "I see nothing yet", to=ann)
        await cat.ask(LeaveRoom(), LeftRoom)
        await ann.say(GiveUp())
        await bob.say(GiveUp())
        race = (await ann.until(Results)).race
        # The racers know all of it at once, and of the spectators nobody does.
        assert texts(await evening_of(ann, race)) == ["I have it", "I see nothing yet"]
        assert (await past_of(dan)).evenings == []
        before = await evening_of(dan, race)
        assert (texts(before), before.races) == (["I see nothing yet"], [])
        await dan.until(Results)
        after = await evening_of(dan, race)
        assert texts(after) == ["I have it", "I see nothing yet"]
        assert [deal.race for deal in after.races] == [race]
        assert len((await past_of(dan)).evenings) == 1
        # Who has left before was never told; how the race ended everybody may know by now.
        assert texts(await evening_of(cat, race)) == ["I see nothing yet"]


async def test_of_a_room_with_a_password_one_knows_what_one_was_told(serve: Serve) -> None:
    async with (
        serve() as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        code = (await ann.ask(CreateRoom(AT_ONCE, "secret"), RoomState)).code
        await bob.ask(JoinRoom(code, "secret"), RoomState)
        first = await race(ann, bob)
        await ann.say(Kick(bob.player))
        await bob.until(LeftRoom)
        await ann.say(Rematch())
        await cat.ask(WatchRoom(code, "secret"), RoomState)
        second = await race(ann)
        await cat.until(Results)
        await say(ann, "alone at last", to=cat)
        known = {who.player: await evening_of(who, first) for who in (ann, bob, cat)}
        raced = {who: [deal.race for deal in past.races] for who, past in known.items()}
        assert raced == {
            ann.player: [first, second],
            bob.player: [first],
            cat.player: [first, second],
        }
        assert known[bob.player].evening.tally.deals == 1
        assert [deal.replay for deal in known[cat.player].races] == [False, False]
        assert [deal.replay for deal in known[bob.player].races] == [True]
        assert texts(known[bob.player]) == []
        assert texts(known[cat.player]) == ["alone at last"]
        own = (await past_of(cat)).evenings[0]
        assert own.own is None


async def test_who_is_deleted_takes_along_what_was_said(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        code = await make_room(ann)
        await bob.ask(JoinRoom(code), RoomState)
        await say(bob, "I am bob", "and I was here", to=ann)
        await say(ann, "so was I", to=bob)
        evening = await race(ann, bob)
        own = await bob.ask(GetOwnData("said"), OwnData)
        assert '"text":"and I was here"' in own.rows
        assert "so was I" not in own.rows
        there = await bob.ask(GetOwnData("evenings"), OwnData)
        assert there.rows == f'[{{"evening":{evening},"races":1}}]'
        await bob.say(DeleteMe("bob"))
        await bob.until(Deleted)
        past = await evening_of(ann, evening)
        assert texts(past) == ["so was I"]
        assert f"deleted {bob.player}" in {racer.name for racer in past.races[0].racers}
        async with client(server, "cat") as cat:
            await cat.ask(JoinRoom(code), RoomState)
            said = (await cat.until(SaidBefore)).said
            assert [each.text for each in said] == ["so was I"], "nor is it told in the room"
        reader = server.database.reader
        asked = "SELECT COUNT(*) FROM {} WHERE player = ?"
        for table in ("said", "attended"):
            [[count]] = await reader.read_all(asked.format(table), (bob.player,))
            assert count == 0


async def test_after_a_restart_the_room_has_its_chat(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        code = await make_room(ann)
        await bob.ask(JoinRoom(code), RoomState)
        await say(ann, "before the first race", to=bob)
        evening = await race(ann, bob)
        await say(bob, "after it", to=ann)
        tokens = ann.welcome.token, bob.welcome.token
    async with (
        serve() as server,
        client(server, "", tokens[0]) as ann,
        client(server, "", tokens[1]) as bob,
    ):
        told = [await each.until(SaidBefore) for each in (ann, bob)]
        for said in told:
            assert [each.text for each in said.said] == ["before the first race", "after it"]
            assert [each.name for each in said.said] == ["ann", "bob"]
        await say(ann, "where were we?", to=bob)
        everything = ["before the first race", "after it", "where were we?"]
        assert texts(await evening_of(bob, evening)) == everything
        for each in (bob, ann):
            await each.ask(LeaveRoom(), LeftRoom)
        assert texts(await evening_of(bob, evening)) == everything
        left = await server.database.reader.read_all("SELECT DISTINCT code FROM said")
        assert left == [("",)], "another room may have the same code one day"


async def test_what_waits_for_spectators_waits_on_after_a_restart(serve: Serve) -> None:
    async with (
        serve() as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
        client(server, "cat") as cat,
    ):
        code = await make_room(ann, replace(AT_ONCE, delay=300))
        await bob.ask(JoinRoom(code), RoomState)
        await cat.ask(WatchRoom(code), RoomState)
        await ann.say(StartRace(anyway=True))
        while (await bob.until(RoomState)).phase != "running":
            pass
        await say(ann, "nobody else knows", to=bob)
        tokens = [each.welcome.token for each in (ann, bob, cat)]
    async with (
        serve() as server,
        client(server, "", tokens[0]) as ann,
        client(server, "", tokens[1]) as bob,
        client(server, "", tokens[2]) as cat,
    ):
        assert [each.text for each in (await bob.until(SaidBefore)).said] == ["nobody else knows"]
        await cat.until(RoomState)
        await say(cat, "is anybody there?", to=bob)
        for racer in (ann, bob):
            await racer.say(GiveUp())
        race = (await bob.until(Results)).race
        assert texts(await evening_of(cat, race)) == ["is anybody there?"]
        await ann.say(Rematch())
        while (await cat.until(Said)).text != "nobody else knows":
            pass
        assert texts(await evening_of(cat, race)) == ["nobody else knows", "is anybody there?"]


async def test_there_are_bounds_for_each_room_and_for_all(serve: Serve) -> None:
    limits = for_one_machine(
        chat=1000.0,
        chat_burst=1000,
        said=3,
        said_in_all=7,
        requests=1000,
        requests_burst=1000,
    )
    async with (
        serve(limits=limits) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        evenings = {}
        for who in (ann, bob):
            await make_room(who)
            evenings[who] = await race(who)
            await say(who, *map(str, range(5)))
            assert texts(await evening_of(who, evenings[who])) == ["2", "3", "4"]
        assert texts(await evening_of(ann, evenings[ann])) == ["3", "4"], "the oldest of all go"


async def test_a_long_chat_and_many_evenings_come_in_parts(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.storage.past.evenings.MAX_REMARKS", 2)
    monkeypatch.setattr("server.storage.past.evenings.MAX_PAST", 2)
    async with serve() as server, client(server, "ann") as ann:
        evenings = []
        for number in range(5):
            await make_room(ann)
            evenings.append(await race(ann))
            if not number:
                await say(ann, *"abcde")
            await ann.ask(LeaveRoom(), LeftRoom)
        found: list[int] = []
        more, before = True, 0
        while more:
            past = await past_of(ann, before)
            assert past.before == before
            found += [each.evening for each in past.evenings]
            more, before = past.more, found[-1]
        assert found == evenings[::-1]
        lines: list[PastRemark] = []
        before, more = 0, True
        while more:
            part = await evening_of(ann, evenings[0], before)
            assert (part.before, bool(part.races)) == (before, not before)
            lines = [*part.said, *lines]
            before, more = lines[0].number, part.more
        assert [each.text for each in lines] == [*"abcde"]
        assert (await past_of(ann, 2**53)).evenings[0].evening == evenings[-1]
        for bad in (GetPast(-1), GetRoomPast(2**60), GetRoomPast(1, -5)):
            assert await refused(ann, bad) == "bad message"


async def test_what_is_old_is_forgotten(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann:
        await make_room(ann)
        await say(ann, "long ago", "today")
        evening = await race(ann)
        old = "UPDATE said SET at = at - ? WHERE text = 'long ago'"
        await server.database.write([(old, [(31 * DAY,)])])
        some = True
        while some:
            [[now]] = await server.database.reader.read_all("SELECT MAX(at) FROM said")
            some = await CHAT.some(server.database, now - 30 * DAY)
        assert texts(await evening_of(ann, evening)) == ["today"]


async def test_a_chat_before_any_race_goes_with_its_room(serve: Serve) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        code = await make_room(ann)
        await bob.ask(JoinRoom(code), RoomState)
        await say(ann, "shall we?", to=bob)
        await bob.ask(LeaveRoom(), LeftRoom)
        await ann.until(MemberLeft)
        await ann.ask(LeaveRoom(), LeftRoom)
        await heard_all(ann)
        assert await server.database.reader.read_all("SELECT text FROM said") == []
        assert (await past_of(ann)).evenings == []


async def test_all_of_it_checks_out(serve: Serve, place: Path | str) -> None:
    async with serve() as server, client(server, "ann") as ann, client(server, "bob") as bob:
        code = await make_room(ann, Settings("klondike", countdown=0, series=Series(2)))
        await bob.ask(JoinRoom(code), RoomState)
        for number in range(3):  # the third begins another evening
            if number:
                await ann.say(Rematch())
                while (await ann.until(RoomState)).phase != "lobby":
                    pass
            await race(ann, bob)
        await say(ann, "good night", to=bob)
        assert len((await past_of(bob)).evenings) == 2
    assert await faults_in(place) == []
