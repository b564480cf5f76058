"""Guests who see a room of another server: by one line, which follows the room wherever it goes."""

import asyncio
import ssl
import weakref
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
import trustme
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from engine import catalogue
from harness.server_process import ServerProcess
from protocol.forms import JSON, JSON_PROTOCOL, MSGPACK, Form
from protocol.messages import (
    VERSION,
    Announcement,
    Board,
    ChangeSettings,
    Chat,
    CloseRoom,
    CreateRoom,
    EndRace,
    FromServer,
    GiveUp,
    Guests,
    Hello,
    JoinRoom,
    Layout,
    LeaveRoom,
    LeftRoom,
    Moved,
    Ping,
    Pong,
    Problem,
    Progress,
    Rematch,
    Results,
    Resync,
    RoomState,
    Said,
    SaidBefore,
    Settings,
    StartRace,
    Step,
    WatchRoom,
    Welcome,
)
from server.app import Server
from server.bounds import Limits
from server.neighbours import link, relay
from server.neighbours.takeover import Takeover
from server.network.access import Access, parse_network
from server.network.frame_bytes import make_frame
from server.operator.requests import Announce
from server.operator.socket import ask
from server.rooms.audience import Beside
from server.storage.neighbours import Elsewhere, Keeper
from tests.server.neighbours.conftest import sharing, where
from tests.server.play import AT_ONCE, PATIENCE, Client, client, comes_true, make_room, start
from tests.server.test_memory import without_collector

KLONDIKE = catalogue.make("klondike")
BEHIND_A_PROXY = Access(proxies=(parse_network("127.0.0.0/8"),))


@asynccontextmanager
async def somebody(
    server: Server, hello: Hello, form: Form = MSGPACK, address: str = ""
) -> AsyncIterator[Client]:
    """Connect, from an address as a proxy says, and say hello."""
    async with connect(
        where(server),
        compression=None,
        subprotocols=[Subprotocol(JSON_PROTOCOL)] if form.text else None,
        additional_headers={"X-Forwarded-For": address} if address else None,
    ) as connection:
        found = Client(connection, form)
        found.welcome = await found.ask(hello, Welcome)
        yield found


@asynccontextmanager
async def guest(
    server: Server, form: Form = MSGPACK, address: str = "", *, helped: bool = False
) -> AsyncIterator[Client]:
    """Let a guest come in."""
    async with somebody(server, Hello(VERSION, guest=True, help=helped), form, address) as found:
        yield found


async def heard(watcher: Client) -> list[FromServer]:
    """Return what somebody hears until an answer."""
    await watcher.say(Ping())
    messages: list[FromServer] = []
    while not isinstance(message := await watcher.hear(), Pong):
        messages.append(message)
    return messages


async def sees(watcher: Client, step: Step) -> None:
    """Return when a step has come."""
    while (seen := await watcher.until(Step)).number < step.number or seen.player != step.player:
        pass


async def board_of(watcher: Client, player: int) -> Board:
    """Return the next board of a racer."""
    while (shown := await watcher.until(Board)).player != player:
        pass
    return shown


def relayed(server: Server, code: str) -> dict[int, int]:
    """Return how many guests see a room of this server by each line to another one."""
    return server.lobby.rooms[code].members.relays


def number(server: Server, name: str) -> float | None:
    """Return one of a server's metrics."""
    return server.metrics.registry.get_sample_value(f"samedeal_{name}")


async def test_guests_see_a_room_where_they_are_and_its_server_has_one_more(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus:
        code = await start(ann)
        await gus.ask(WatchRoom(code.lower()), RoomState)
        await gus.until(Board)
        assert gus.views[ann.player] == ann.views[ann.player]
        step = await ann.act(KLONDIKE)
        await sees(gus, step)
        async with guest(other) as gia:
            await gia.ask(WatchRoom(code), RoomState)
            await gia.until(Board)
            assert gia.views[ann.player] == ann.views[ann.player]
            step = await ann.act(KLONDIKE)
            for each in (gus, gia):
                await sees(each, step)
                assert each.views[ann.player] == ann.views[ann.player]
            while (await ann.until(Guests)).guests != 2:
                pass
            assert [*relayed(one, code).values()] == [2]
            assert len(one.presence) == 2
            assert [number(each, "players") for each in two] == [1, 2]
            assert [number(each, "guests_elsewhere") for each in two] == [0, 2]
        while (await gus.until(Guests)).guests != 1:
            pass
        await gus.ask(LeaveRoom(), LeftRoom)
        await comes_true(lambda: not relayed(one, code))
        await comes_true(lambda: len(one.presence) == 1)
        assert (await heard(gus)) == []
        assert len(other.relays) == 0


@pytest.mark.parametrize("delay", [0, 1])
async def test_each_guest_is_told_what_a_guest_of_the_rooms_own_server_is(
    two: tuple[Server, Server], delay: int
) -> None:
    one, _ = two
    async with client(one, "ann") as ann, AsyncExitStack() as stack:
        code = await make_room(ann, Settings("klondike", countdown=0, delay=delay))
        told: dict[Client, list[FromServer]] = {}
        for server in two:
            for form in (MSGPACK, JSON):
                for helped in (False, True):
                    found = await stack.enter_async_context(guest(server, form, helped=helped))
                    await found.ask(WatchRoom(code), RoomState)
                    told[found] = []
        assert len(relayed(one, code)) == 4
        await comes_true(lambda: one.lobby.rooms[code].members.all_guests == 8)
        await ann.say(StartRace())
        await ann.until(Board)
        for number in range(3):
            await ann.act(KLONDIKE)
            await ann.say(Chat(f"this is <b>{number}</b> \u202e"))
        await ann.say(GiveUp())
        for each, messages in told.items():
            while not isinstance(message := await each.hear(), Results):
                messages.append(message)
            messages.append(message)
        await ann.say(Chat("the end"))
        for each, messages in told.items():
            while not (
                isinstance(message := await each.hear(), Said) and message.text == "the end"
            ):
                messages.append(message)
            # Those come as time goes by.
            messages[:] = [m for m in messages if not isinstance(m, Guests | Progress)]
        plain, with_help, in_json, with_help_in_json, *elsewhere = told.values()
        assert sum(isinstance(each, Step) for each in plain) == 3
        assert sum(isinstance(each, Said) for each in plain) == 3
        assert elsewhere == [plain, with_help, in_json, with_help_in_json]
        assert plain == in_json
        assert [each for each in with_help if not isinstance(each, Layout)] == plain
        assert len(with_help) == len(plain) + 1


async def test_who_has_a_name_is_sent_to_the_rooms_server(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, client(other, "bob") as bob:
        await bob.say(WatchRoom(await make_room(ann)))
        assert (await bob.until(Moved)).address == where(one)


async def test_guests_who_come_late_do_not_hear_what_was_said_before(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus, guest(other) as gia:
        code = await make_room(ann)
        await gus.ask(WatchRoom(code), RoomState)
        await ann.ask(Chat("between us"), Said)
        await gus.until(Said)
        await gia.ask(WatchRoom(code), RoomState)
        await ann.ask(Chat("for all"), Said)
        while not isinstance(message := await gia.hear(), Said):
            assert not isinstance(message, SaidBefore)
        assert message.text == "for all"


async def test_what_a_guest_may_ask_who_sees_a_room_of_another_server(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with (
        client(one, "ann") as ann,
        client(other, "bob") as bob,
        guest(other) as gus,
        guest(other) as gia,
    ):
        code, own = await start(ann), await make_room(bob)
        for each in (gus, gia):
            await each.ask(WatchRoom(code), RoomState)
            await each.until(Board)
        await heard(gia)
        for message in (Resync(), WatchRoom(code)):
            await gus.ask(message, RoomState)
            await board_of(gus, ann.player)
        assert [each for each in await heard(gia) if isinstance(each, RoomState | Board)] == []
        assert (await gus.ask(WatchRoom(own), Problem)).code == "already in a room"
        assert (await gus.ask(JoinRoom(code), Problem)).code == "not allowed"
        await gus.ask(LeaveRoom(), LeftRoom)
        assert (await gus.ask(LeaveRoom(), Problem)).code == "not in a room"
        assert (await gus.ask(WatchRoom(own), RoomState)).code == own


async def test_a_room_that_is_closed_is_closed_for_all(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus, guest(other, JSON) as gia:
        code = await make_room(ann)
        for each in (gus, gia):
            await each.ask(WatchRoom(code), RoomState)
        await ann.ask(Chat('a {"type":"left room"} is said'), Said)
        for each in (gus, gia):
            await each.until(Said)
        await ann.say(CloseRoom())
        for each in (gus, gia):
            assert (await each.until(LeftRoom)).reason == "the host has closed the room"
        await comes_true(lambda: len(one.presence) == 1)
        code = await make_room(ann)
        for each in (gus, gia):
            assert (await each.ask(WatchRoom(code), RoomState)).code == code


async def test_a_room_with_a_password_is_shown_by_its_own_server_alone(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus:
        code = (await ann.ask(CreateRoom(AT_ONCE, "sesame"), RoomState)).code
        async with guest(other) as gia:
            await gia.say(WatchRoom(code, "sesame"))
            assert (await gia.until(Moved)).address == where(one)
        await ann.ask(ChangeSettings(AT_ONCE, ""), RoomState)
        await gus.ask(WatchRoom(code), RoomState)
        await ann.ask(ChangeSettings(AT_ONCE, "open"), RoomState)
        assert (await gus.until(RoomState)).locked
        for password in ("", "open"):
            async with guest(other) as gia:
                await gia.say(WatchRoom(code, password))
                assert (await gia.until(Moved)).address == where(one)
        await ann.ask(Chat("who is in stays in"), Said)
        await gus.until(Said)


async def test_spectators_at_another_server_see_the_race_as_late(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(one) as gus, guest(other) as gia:
        code = await make_room(ann, Settings("klondike", countdown=0, delay=1))
        for each in (gus, gia):
            await each.ask(WatchRoom(code), RoomState)
        await ann.say(StartRace())
        await ann.until(Board)
        step = await ann.act(KLONDIKE)
        told = [await heard(each) for each in (gus, gia)]
        assert not any(isinstance(each, Board | Step) for each in [*told[0], *told[1]])
        began = asyncio.get_running_loop().time()
        for each in (gus, gia):
            await board_of(each, ann.player)
            await sees(each, step)
        assert asyncio.get_running_loop().time() - began > 0.5


# Who must not see boards --------------------------------------------------------------------------


@pytest.fixture
async def behind_a_proxy(tmp_path: Path, address: str) -> AsyncIterator[tuple[Server, Server]]:
    """Run two servers that believe what a proxy says of where somebody comes from."""
    async with (
        sharing(tmp_path / "one", address, access=BEHIND_A_PROXY) as one,
        sharing(tmp_path / "two", address, access=BEHIND_A_PROXY) as other,
    ):
        yield one, other


async def test_who_is_beside_a_racer_sees_no_boards_at_another_server_either(
    behind_a_proxy: tuple[Server, Server],
) -> None:
    one, other = behind_a_proxy
    async with (
        somebody(one, Hello(VERSION, "ann"), address="203.0.113.1") as ann,
        somebody(one, Hello(VERSION, "bob"), address="203.0.113.2") as bob,
        guest(other, address="203.0.113.1") as beside,
        guest(other, JSON, address="203.0.113.1") as beside_in_json,
        guest(other, address="203.0.113.3") as far,
    ):
        code = await make_room(ann)
        await bob.ask(JoinRoom(code), RoomState)
        for each in (beside, beside_in_json, far):
            await each.ask(WatchRoom(code), RoomState)
        await ann.say(StartRace(anyway=True))
        for each in (ann, bob):
            await each.until(Board)
        steps = [await each.act(KLONDIKE) for each in (ann, bob)]
        for step in steps:
            await sees(far, step)
        for each in (beside, beside_in_json):
            assert "at your address" in (await each.until(Announcement)).text
            await each.until(Progress)
            assert each.views == {}
        async with guest(other, address="203.0.113.1") as late:
            assert (await late.ask(WatchRoom(code), Problem)).code == "not allowed"
            await ann.say(GiveUp())
            for each in (beside, beside_in_json):
                await board_of(each, bob.player)
                assert each.views[bob.player] == bob.views[bob.player]
            await late.ask(WatchRoom(code), RoomState)
            step = await bob.act(KLONDIKE)
            for each in (beside, beside_in_json, far, late):
                await sees(each, step)


async def test_nobody_sees_boards_until_it_is_known_where_the_racers_are(
    behind_a_proxy: tuple[Server, Server],
) -> None:
    one, other = behind_a_proxy
    settings = Settings("klondike", countdown=0)
    async with guest(other, address="203.0.113.3") as gus:
        async with somebody(one, Hello(VERSION, "ann"), address="203.0.113.1") as ann:
            code = await start(ann, settings=settings)
            step = await ann.act(KLONDIKE)
            await gus.ask(WatchRoom(code), RoomState)
            await board_of(gus, ann.player)
        gus.views.clear()
        forget_places(one, code)
        async with guest(other, address="203.0.113.4") as gia:
            await gia.ask(WatchRoom(code), RoomState)
            for each in (gus, gia):
                assert "not back yet" in (await each.until(Announcement)).text
                assert each.views == {}
            hello = Hello(VERSION, token=ann.welcome.token)
            async with somebody(one, hello, address="203.0.113.1") as ann:
                for each in (gus, gia):
                    assert (await board_of(each, ann.player)).number == step.number


def forget_places(server: Server, code: str) -> None:
    """Have a room not know where its members connect from, as after a restart, and see to it."""
    room = server.lobby.rooms[code]
    room.members._places = {
        g: p for g, p in room.members._places.items() if g in room.members.guests
    }


# Where the room goes ------------------------------------------------------------------------------


async def test_guests_stay_when_their_own_server_takes_the_room_over(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus, guest(other, JSON) as gia:
        code = await start(ann)
        step = await ann.act(KLONDIKE)
        for each in (gus, gia):
            await each.ask(WatchRoom(code), RoomState)
            await board_of(each, ann.player)
        one.stop()
        assert (await ann.until(Moved)).address == where(other)
        for each in (gus, gia):
            await each.until(RoomState)
            assert (await board_of(each, ann.player)).number == step.number
        async with client(other, token=ann.welcome.token) as again:
            await board_of(again, ann.player)
            step = await again.act(KLONDIKE)
            for each in (gus, gia):
                await sees(each, step)
        assert other.lobby.rooms[code].members.own_guests == 2
        assert len(other.relays) == 0


async def test_guests_stay_when_a_third_server_takes_the_room_over(
    two: tuple[Server, Server], tmp_path: Path, address: str
) -> None:
    one, other = two
    async with client(one, "ann") as ann, AsyncExitStack() as stack:
        code = await start(ann)
        third = await stack.enter_async_context(sharing(tmp_path / "three", address))
        watching = []
        for server in (other, third):
            found = await stack.enter_async_context(guest(server))
            await found.ask(WatchRoom(code), RoomState)
            await board_of(found, ann.player)
            watching.append(found)
        one.stop()
        moved = (await ann.until(Moved)).address
        there = other if moved == where(other) else third
        async with client(there, token=ann.welcome.token) as again:
            await board_of(again, ann.player)
            for each in watching:
                await each.until(RoomState)
            step = await again.act(KLONDIKE)
            for each in watching:
                await sees(each, step)
        await comes_true(lambda: there.lobby.rooms[code].members.all_guests == 2)


async def test_guests_stay_when_the_rooms_server_is_killed(tmp_path: Path, address: str) -> None:
    killed = ServerProcess(tmp_path / "killed", address)
    with killed:
        async with (
            connect(killed.address.url) as connection,
            sharing(tmp_path / "one", address) as one,
            sharing(tmp_path / "two", address) as two,
            guest(one) as gus,
            guest(two, JSON) as gia,
        ):
            ann = Client(connection)
            await ann.hello("ann")
            code = await start(ann)
            step = await ann.act(KLONDIKE)
            for each in (gus, gia):
                await each.ask(WatchRoom(code), RoomState)
                await sees_board(each, ann.player, step.number)
            killed.kill()
            for each in (gus, gia):
                await each.until(RoomState)
                await sees_board(each, ann.player, step.number)
            there = one if code in one.lobby.rooms else two
            async with client(there, token=ann.welcome.token) as again:
                await board_of(again, ann.player)
                step = await again.act(KLONDIKE)
                for each in (gus, gia):
                    await sees(each, step)


async def sees_board(watcher: Client, player: int, number: int) -> None:
    """Return when somebody sees a racer's board after so many entries."""
    assert (await board_of(watcher, player)).number == number


async def test_guests_are_sent_on_when_their_own_server_stops(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus, guest(other) as late:
        code = await make_room(ann)
        await gus.ask(WatchRoom(code), RoomState)
        other.stop()
        assert (await gus.until(Moved)).address == where(one)
        await gus.closed()
        await late.say(WatchRoom(code))
        assert (await late.until(Problem)).code == "out of service"


def cut_lines(server: Server) -> None:
    """Cut the lines of other servers to this one."""
    for each in [*server.presence.newest.values()]:
        if each.visit.counts_as == "neighbour":
            each.transport.abort()


async def test_a_line_that_is_cut_is_made_anew(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus:
        code = await start(ann)
        await gus.ask(WatchRoom(code), RoomState)
        await board_of(gus, ann.player)
        for _ in range(2):
            cut_lines(one)
            step = await ann.act(KLONDIKE)
            await gus.until(RoomState)
            while (await board_of(gus, ann.player)).number < step.number:
                pass


async def test_guests_are_let_go_when_nobody_has_the_room_for_too_long(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setattr(relay, "LONGEST", 0)
    async with client(one, "ann") as ann, guest(other) as gus:
        await gus.ask(WatchRoom(await make_room(ann)), RoomState)
        cut_lines(one)
        assert (await gus.until(Problem)).code == "out of service"
        assert await gus.closed() == 1013
        assert len(other.relays) == 0


@pytest.mark.parametrize("trusted", [True, False])
async def test_servers_meet_by_tls_if_they_trust_each_other(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, trusted: bool
) -> None:
    authority = trustme.CA()
    known = tmp_path / "authority.pem"
    (authority if trusted else trustme.CA()).cert_pem.write_to_path(known)
    monkeypatch.setenv("SSL_CERT_FILE", str(known))
    monkeypatch.setattr(relay, "_tls", ssl.create_default_context)  # None that was made before.
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(tls)
    client_tls = ssl.create_default_context()
    authority.configure_trust(client_tls)
    there = "wss://localhost:{port}/"
    async with (
        sharing(tmp_path / "one", address, there, access=Access(tls=tls)) as one,
        sharing(tmp_path / "two", address) as other,
        connect(where(one), ssl=client_tls, compression=None) as connection,
        guest(other) as gus,
    ):
        ann = Client(connection)
        await ann.hello("ann")
        code = await make_room(ann)
        await gus.say(WatchRoom(code))
        if trusted:
            assert (await gus.until(RoomState)).code == code
        else:
            assert (await gus.until(Moved)).address == where(one)


# What has bounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["hangs up", "is silent", "is no such server"])
async def test_where_the_other_server_does_not_answer_guests_are_sent_there(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(relay, "CONNECTING", 0.2)
    asked = 0
    hung_up = asyncio.Event()

    async def answer(connection: ServerConnection) -> None:
        nonlocal asked
        asked += 1
        if how == "hangs up":
            return
        if how == "is no such server":
            await connection.recv()
            await connection.send(MSGPACK.encode(Welcome(VERSION, 1, "Guest")))
            await connection.recv()
            await connection.send(MSGPACK.encode(Problem("bad message", "what?")))
        await connection.wait_closed()
        hung_up.set()

    async with serve(answer, "127.0.0.1", 0) as stranger:
        there = f"ws://127.0.0.1:{next(iter(stranger.sockets)).getsockname()[1]}/"
        async with (
            sharing(tmp_path / "one", address, reached_at=there) as one,
            sharing(tmp_path / "two", address) as other,
            client(one, "ann") as ann,
        ):
            code = await make_room(ann)
            for _ in range(2):
                async with guest(other) as gus:
                    await gus.say(WatchRoom(code))
                    assert (await gus.until(Moved)).address == there
            assert len(other.relays) == 0
            # Of one room it may be so without being so of the others.
            assert asked == (2 if how == "is no such server" else 1)
            if how != "hangs up":
                async with asyncio.timeout(PATIENCE):
                    await hung_up.wait()


async def test_what_comes_before_the_state_is_in_it_and_told_to_nobody(
    two: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, other = two
    lines: asyncio.Queue[ServerConnection] = asyncio.Queue()

    async def answer(connection: ServerConnection) -> None:
        await connection.recv()
        await connection.send(MSGPACK.encode(Welcome(VERSION, 1, "Guest")))
        await connection.recv()
        await connection.send(link.tell_beside(Beside(), ""))
        await lines.put(connection)
        await connection.wait_closed()

    async def wanted(line: ServerConnection, *, state: bool) -> None:
        while link.read_wanted(await line.recv()).state != state:
            pass

    def said(text: str) -> bytes:
        return make_frame(MSGPACK.encode(Said(1, "ann", text)))

    async with serve(answer, "127.0.0.1", 0) as server, guest(other) as gus:
        there = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/"

        async def seek(_: Takeover, code: str) -> None:
            raise Elsewhere(there)

        async def find(code: str) -> Keeper:
            return Keeper(there, "", locked=False)

        now = 0.0
        monkeypatch.setattr(Takeover, "seek_room", seek)
        monkeypatch.setattr(relay, "time", SimpleNamespace(monotonic=lambda: now))
        monkeypatch.setattr(other.database.neighbours, "find_keeper", find)
        await gus.say(WatchRoom("ABCDEF"))
        for life in ("first", "second"):
            async with asyncio.timeout(PATIENCE):
                line = await lines.get()
                await line.send(link.FRAME + said("before"))
                await wanted(line, state=True)
                await line.send(link.FRAME + said("before"))
                await line.send(link.STATE + said(f"{life} state"))
                await line.send(link.STATED)
                await line.send(link.FRAME + said("after"))
            assert [(await gus.until(Said)).text for _ in range(2)] == [f"{life} state", "after"]
            now += 1000 * relay.LONGEST  # However long nothing was told, it is looked for.
            await line.close()


async def test_each_server_shows_a_room_to_so_many_guests(tmp_path: Path, address: str) -> None:
    limits = Limits(guests=2)
    async with (
        sharing(tmp_path / "one", address, limits=limits) as one,
        sharing(tmp_path / "two", address, limits=limits) as other,
        client(one, "ann") as ann,
        AsyncExitStack() as stack,
    ):
        code = await make_room(ann)
        for server, form in ((one, MSGPACK), (other, MSGPACK), (one, MSGPACK), (other, JSON)):
            found = await stack.enter_async_context(guest(server, form))
            await found.ask(WatchRoom(code), RoomState)
        for server in (one, other):
            found = await stack.enter_async_context(guest(server))
            assert (await found.ask(WatchRoom(code), Problem)).code == "room full"


async def test_a_server_does_not_count_among_the_players_and_guests_of_its_address(
    tmp_path: Path, address: str
) -> None:
    limits = Limits(connections_per_address=1, guests_per_address=1)
    async with (
        sharing(tmp_path / "one", address, limits=limits) as one,
        sharing(tmp_path / "two", address) as other,
        AsyncExitStack() as stack,
    ):
        for number in range(3):
            source = f"127.0.0.{2 + number}"  # The other server's is 127.0.0.1.
            host = await stack.enter_async_context(client(one, f"p{number}", source=source))
            code = await make_room(host)
            found = await stack.enter_async_context(guest(other))
            assert (await found.ask(WatchRoom(code), RoomState)).code == code
        assert len(other.relays) == 3
        found = await stack.enter_async_context(guest(one))
        await found.ask(WatchRoom(code), RoomState)


async def test_a_guest_who_reads_nothing_is_cut_off_and_the_others_are_not(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        sharing(tmp_path / "one", address) as one,
        sharing(tmp_path / "two", address) as other,
        client(one, "ann") as ann,
        guest(other) as slow,
        guest(other) as gus,
    ):
        code = await make_room(ann)
        for each in (slow, gus):
            await each.ask(WatchRoom(code), RoomState)
        there = other.presence.newest[slow.player]
        monkeypatch.setattr(there.transport, "get_write_buffer_size", lambda: 10**6)
        await ann.ask(Chat("for all"), Said)
        await gus.until(Said)
        async with asyncio.timeout(PATIENCE):
            await slow.connection.wait_closed()
        await comes_true(lambda: [*relayed(one, code).values()] == [1])


async def test_an_announcement_is_told_once(two: tuple[Server, Server], tmp_path: Path) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus:
        await gus.ask(WatchRoom(await make_room(ann)), RoomState)
        await ask(tmp_path / "one", Announce("tea is ready"))
        await ann.until(Announcement)
        await gus.until(Announcement)  # of the guest's own server, which may be slow to hear of it
        await ann.ask(Chat("thanks"), Said)
        while not isinstance(message := await gus.hear(), Said):
            assert not isinstance(message, Announcement)


async def test_a_server_needs_no_password(tmp_path: Path, address: str) -> None:
    access = Access(password="sesame")
    async with (
        sharing(tmp_path / "one", address, access=access) as one,
        sharing(tmp_path / "two", address, access=access) as other,
        somebody(one, Hello(VERSION, "ann", password="sesame")) as ann,
        somebody(other, Hello(VERSION, guest=True, password="sesame")) as gus,
    ):
        code = await make_room(ann)
        assert (await gus.ask(WatchRoom(code), RoomState)).code == code


async def test_only_a_server_that_knows_the_secret_is_another_server(
    two: tuple[Server, Server],
) -> None:
    one, other = two
    secret = one.database.neighbours.secret
    assert len(secret) == 32
    assert secret != other.database.neighbours.secret
    async with client(one, "ann") as ann:
        code = await make_room(ann)
        stranger = Hello(VERSION, token=other.database.neighbours.secret, guest=True)
        async with somebody(one, stranger) as eve:
            await eve.ask(WatchRoom(code), RoomState)
        async with somebody(one, Hello(VERSION, token=secret, guest=True)) as neighbour:
            assert (await neighbour.ask(WatchRoom(code), Problem)).code == "bad message"
            await neighbour.closed()


async def test_a_race_is_seen_from_its_beginning_to_the_next(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus:
        code = await make_room(ann)
        await gus.ask(WatchRoom(code), RoomState)
        for message, kind in ((StartRace(), Board), (EndRace(), Results), (Rematch(), RoomState)):
            await ann.say(message)
            await gus.until(kind)


async def test_what_is_over_lets_go_of_its_memory(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, guest(other) as gus:
        code = await start(ann)
        await gus.ask(WatchRoom(code), RoomState)
        await board_of(gus, ann.player)
        [line] = [e for e in one.presence.newest.values() if e.visit.counts_as == "neighbour"]
        [shown] = {*other.relays._seen.values()}
        over: list[weakref.ref[object]] = [weakref.ref(line), weakref.ref(shown)]
        del line, shown
        with without_collector():
            await gus.ask(LeaveRoom(), LeftRoom)
            await comes_true(lambda: [each() for each in over] == [None, None])
