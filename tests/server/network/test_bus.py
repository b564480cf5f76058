import asyncio
import random
import socket
from collections.abc import AsyncIterator, Callable, Container, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import cast
from uuid import uuid4

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from protocol.forms import JSON, JSON_PROTOCOL, MAX_GATHERED, MSGPACK, Form
from protocol.messages import FromClient, FromServer, Said
from server.network import bus as bus_module
from server.network.bus import Bus
from server.network.frame_bytes import content
from server.network.frames import FrameConnection
from server.rooms.audience import Spectators
from tests.server.network.bounded import bounded
from tests.server.play import PATIENCE

UNSENT = 256 * 1024
Write = Callable[[bytes, int], bool]


class Readers:
    """Readers on real sockets, numbered from 1, and the bus that they listen to."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.here: dict[int, FrameConnection] = {}
        self.there: dict[int, ClientConnection] = {}

    async def hear(self, player: int) -> list[FromServer]:
        """Return the messages of a reader's next frame."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.there[player].recv()
        form = JSON if isinstance(frame, str) else MSGPACK
        return [form.decode_server(each) for each in form.split(frame)]


@asynccontextmanager
async def readers(
    count: int,
    spectators: set[int] | Spectators,
    in_json: Container[int] = (),
    *,
    gather: float = bus_module.GATHER,
    together: int = MAX_GATHERED,
    in_a_turn: int = bus_module.READERS,
) -> AsyncIterator[Readers]:
    if isinstance(spectators, set):
        spectators = looking_on(spectators)
    bus = Bus(UNSENT, spectators, gather=gather, together=together, readers=in_a_turn)
    found = Readers(bus)

    def choose(_: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
        return next(iter(offered), None)

    async def visit(connection: ServerConnection) -> None:
        assert isinstance(connection, FrameConnection)
        player = int(await connection.recv())
        found.here[player] = connection
        found.bus.connect(player, connection)
        await connection.send(b"")
        await connection.wait_closed()
        found.bus.disconnect(player, connection)

    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            serve(
                visit,
                "127.0.0.1",
                0,
                compression=None,
                select_subprotocol=choose,
                create_connection=cast(type[ServerConnection], bounded),
            )
        )
        port = next(iter(server.sockets)).getsockname()[1]
        for player in range(1, count + 1):
            offered = [Subprotocol(JSON_PROTOCOL)] if player in in_json else None
            connection = await stack.enter_async_context(
                connect(f"ws://127.0.0.1:{port}", subprotocols=offered)
            )
            found.there[player] = connection
            await connection.send(str(player))
            assert await connection.recv() == b""
        yield found


def looking_on(players: Iterable[int]) -> Spectators:
    spectators = Spectators()
    for player in players:
        spectators.add(player)
    return spectators


class Heard:
    """A line that notes what is written to it."""

    def __init__(self, form: Form = MSGPACK) -> None:
        self.id = uuid4()
        self.form = form
        self.unsent = 0
        self.frames: list[bytes] = []

    def write(self, frame: bytes, _: int) -> bool:
        self.frames.append(frame)
        return True

    @property
    def texts(self) -> list[str]:
        """What was said, frame by frame."""
        found: list[str] = []
        for frame in self.frames:
            message = content(frame)
            for each in self.form.split(message.decode() if self.form.text else message):
                said = self.form.decode_server(each)
                assert isinstance(said, Said)
                found.append(said.text)
        return found


def said(text: str) -> Said:
    return Said(9, "nine", text)


async def test_a_racer_hears_at_once_and_spectators_in_one_frame() -> None:
    async with readers(3, {2, 3}) as some:
        for text in "abc":
            some.bus.publish((1, 2, 3), said(text))
        assert [await some.hear(1) for _ in "abc"] == [[said(text)] for text in "abc"]
        for player in (2, 3):
            assert await some.hear(player) == [said("a"), said("b"), said("c")]


async def test_a_racer_in_json_hears_in_one_frame_what_is_told_at_once() -> None:
    async with readers(3, {3}, {2, 3}) as some:
        a, b, c = map(said, "abc")
        some.bus.publish_all([((1, 2, 3), a), ((2,), b), ((1, 2, 3), c)])
        assert await some.hear(2) == [a, b, c]
        assert [await some.hear(1), await some.hear(1)] == [[a], [c]]
        assert await some.hear(3) == [a, c]


async def test_no_more_is_in_one_frame_than_a_client_takes() -> None:
    async with readers(1, set(), {1}) as some:
        some.bus.publish_all([((1,), said(str(number))) for number in range(MAX_GATHERED + 1)])
        assert await some.hear(1) == [said(str(number)) for number in range(MAX_GATHERED)]
        assert await some.hear(1) == [said(str(MAX_GATHERED))]
        long = [said("x" * 300)] * (bus_module.FULL // 300)
        some.bus.publish_all([((1,), each) for each in long])
        assert len(await some.hear(1)) < len(long)


async def test_everything_comes_in_order_whoever_else_it_is_for() -> None:
    async with readers(3, {1, 2, 3}) as some:
        some.bus.publish((1, 2), said("a"))
        some.bus.publish((1, 2, 3), said("b"))
        some.bus.publish((1,), said("c"))
        some.bus.publish((1, 2, 3), said("d"))
        for player, text in ((1, "abcd"), (2, "abd"), (3, "bd")):
            heard: list[FromServer] = []
            while len(heard) < len(text):
                heard += await some.hear(player)
            assert heard == [said(letter) for letter in text]


async def test_who_takes_a_seat_hears_first_what_was_gathered() -> None:
    spectators = looking_on({1})
    async with readers(1, spectators) as some:
        some.bus.publish((1,), said("a"))
        spectators.clear()
        some.bus.publish((1,), said("b"))
        assert await some.hear(1) == [said("a")]
        assert await some.hear(1) == [said("b")]


async def test_a_few_are_written_to_in_each_turn_and_everything_stays_in_order(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spectators = looking_on(range(1, 6))
    async with readers(5, spectators, together=2, in_a_turn=2) as some:
        written: list[int] = []
        for player, connection in some.here.items():
            write = connection.write

            def note(frame: bytes, most: int, player: int = player, write: Write = write) -> bool:
                written.append(player)
                return write(frame, most)

            monkeypatch.setattr(connection, "write", note)
        some.bus.publish((1, 2, 3, 4, 5), said("a"))
        some.bus.publish((1, 2, 3, 4), said("b"))
        assert written == [1, 2]
        some.bus.publish((2, 3, 4), said("c"))
        spectators.discard(4)
        some.bus.publish((4,), said("d"))  # What was gathered for them comes before it.
        assert written == [1, 2, 4, 4, 4]
        await asyncio.sleep(0)
        assert written == [1, 2, 4, 4, 4, 3, 5]
        for player, text in ((1, "ab"), (2, "abc"), (3, "abc"), (4, "abcd"), (5, "a")):
            heard: list[FromServer] = []
            while len(heard) < len(text):
                heard += await some.hear(player)
            assert heard == [said(letter) for letter in text]


async def test_who_goes_one_after_the_other_costs_no_frame_each() -> None:
    """When a room's spectators lose their line together, the others are told in one frame."""
    async with readers(3, {1, 2, 3}) as some:
        for number in range(100):
            some.bus.publish((1, 2, 3) if number % 2 else (2, 3), said(str(number)))
        assert await some.hear(1) == [said(str(number)) for number in range(1, 100, 2)]
        for player in (2, 3):
            assert await some.hear(player) == [said(str(number)) for number in range(100)]


@pytest.mark.parametrize(
    ("in_json", "forms"),
    [((), [MSGPACK]), ((1, 2, 3, 4), [JSON]), ((2, 4), [MSGPACK, JSON]), ((3, 4), [MSGPACK, JSON])],
)
async def test_an_event_is_encoded_once_in_each_form(
    monkeypatch: pytest.MonkeyPatch, in_json: Container[int], forms: list[Form]
) -> None:
    encoded: list[Form] = []

    def count(form: Form) -> Callable[[FromClient | FromServer], bytes]:
        encode = form.encode

        def counted(message: FromClient | FromServer) -> bytes:
            encoded.append(form)
            return encode(message)

        return counted

    for form in (MSGPACK, JSON):
        monkeypatch.setattr(form, "encode", count(form))
    async with readers(4, {3, 4}, in_json) as some:
        some.bus.publish((1, 2, 3, 4), said("a"))
        assert [await some.hear(player) for player in (1, 2, 3, 4)] == [[said("a")]] * 4
    assert encoded == forms


async def test_what_is_gathered_is_gathered_for_each_form() -> None:
    async with readers(2, {1, 2}, {2}) as some:
        for text in "abc":
            some.bus.publish((1, 2), said(text))
        for player in (1, 2):
            assert await some.hear(player) == [said(text) for text in "abc"]


async def test_much_is_not_gathered_for_long() -> None:
    async with readers(1, {1}, gather=3600) as some:
        for _ in range(MAX_GATHERED):
            some.bus.publish((1,), said("a"))
        assert await some.hear(1) == [said("a")] * MAX_GATHERED
        for _ in range(bus_module.FULL // 300 + 1):
            some.bus.publish((1,), said("x" * 300))
        assert set(await some.hear(1)) == {said("x" * 300)}


async def test_a_spectator_who_does_not_read_costs_no_more_and_is_cut_off() -> None:
    async with readers(2, {1, 2}) as some:
        lazy = some.there[1].transport
        assert isinstance(lazy, asyncio.Transport)
        lazy.pause_reading()  # As a client does that hangs: the socket stays, and fills up.
        transport = some.here[1].transport
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        most = 0
        async with asyncio.timeout(PATIENCE):
            while not transport.is_closing():
                some.bus.publish((1, 2), said("x" * 300))
                some.bus.flush()
                most = max(most, transport.get_write_buffer_size())
                await some.hear(2)  # The others get everything.
            await some.here[1].wait_closed()
        lazy.abort()  # Else it says goodbye, and waits for an answer.
        assert 0 < most <= UNSENT


def a_hall(spectators: Spectators, **how: float) -> tuple[Bus, dict[int, Heard]]:
    """Return a bus, and lines to a racer, who has the number 0, and to many others."""
    bus = Bus(UNSENT, spectators, **how)  # type: ignore[arg-type]
    lines = {player: Heard() for player in range(2 * bus_module.MANY)}
    for player, line in lines.items():
        bus.connect(player, line)
    return bus, lines


async def turns(count: int) -> None:
    """Let the event loop make so many turns."""
    for _ in range(count):
        await asyncio.sleep(0)


def reached(lines: dict[int, Heard]) -> int:
    return sum(bool(line.frames) for line in lines.values())


async def test_nobody_is_written_to_while_a_move_is_on_its_way() -> None:
    bus, lines = a_hall(looking_on(range(1, 2 * bus_module.MANY)), together=2, latest=3600)
    everybody = tuple(lines)
    bus.give_way()
    bus.publish(everybody, said("a"))
    bus.publish(everybody, said("b"))
    for _ in range(bus_module.WAY):
        assert reached(lines) == 1  # The racer, to whom each is a frame.
        await asyncio.sleep(0)
    assert reached(lines) == 1 + bus_module.READERS
    await asyncio.sleep(0)
    assert reached(lines) == 1 + 2 * bus_module.READERS
    bus.give_way()
    await asyncio.sleep(0)
    assert reached(lines) == 1 + 2 * bus_module.READERS
    await turns(len(lines))
    assert {tuple(line.texts) for line in lines.values()} == {("a", "b")}
    assert {len(line.frames) for player, line in lines.items() if player} == {1}


async def test_however_many_moves_come_all_are_written_to() -> None:
    bus, lines = a_hall(looking_on(range(1, 2 * bus_module.MANY)), together=1, latest=0)
    bus.give_way()
    bus.publish(tuple(lines), said("a"))
    for turn in range(1, len(lines) // bus_module.AT_MOST):
        assert reached(lines) == 1 + turn * bus_module.AT_MOST
        bus.give_way()
        await asyncio.sleep(0)
    assert reached(lines) == len(lines)


async def test_what_is_told_meanwhile_goes_out_behind_it() -> None:
    bus, lines = a_hall(looking_on(range(1, 2 * bus_module.MANY)), together=2, latest=3600)
    everybody = tuple(lines)
    bus.publish(everybody, said("a"))
    bus.publish(everybody, said("b"))
    bus.publish(everybody, said("c"))
    assert reached(lines) == 1 + bus_module.READERS
    late = asyncio.Event()
    asyncio.get_running_loop().call_later(2 * bus_module.LONGEST, late.set)
    while not late.is_set():
        bus.give_way()
        await asyncio.sleep(0)
    assert reached(lines) == 1 + bus_module.READERS
    await turns(len(lines))
    assert {tuple(line.texts) for line in lines.values()} == {("a", "b", "c")}
    assert {len(line.frames) for player, line in lines.items() if player} == {2}


async def test_who_is_forgotten_is_told_nothing_before_they_are_back() -> None:
    bus, lines = a_hall(looking_on(range(1, 2 * bus_module.MANY)))
    everybody = tuple(lines)
    bus.publish(everybody, said("a"))
    bus.clear()
    bus.publish(everybody, said("b"))
    bus.connect(1, lines[1])
    bus.publish(everybody, said("c"))
    bus.flush()
    assert {player: line.texts for player, line in lines.items() if line.texts != ["a"]} == {
        1: ["a", "c"]
    }


@pytest.mark.parametrize("seed", range(20))
async def test_everybody_hears_what_they_are_told_in_its_order(seed: int) -> None:
    """Whoever comes, goes, comes back in another form, takes a seat or leaves it meanwhile."""
    chance = random.Random(seed)
    spectators = looking_on(range(5, 80))
    bus = Bus(UNSENT, spectators, gather=0.001, together=chance.choice([3, 50]))
    here: dict[int, Heard] = {}
    expected: list[tuple[Heard, list[str]]] = []
    told: dict[Heard, list[str]] = {}
    rooms = [tuple(range(80)), tuple(range(40)), tuple(range(30, 80)), tuple(range(3, 9)), (7,)]

    def come(player: int) -> None:
        line = here[player] = Heard(chance.choice([MSGPACK, MSGPACK, JSON]))
        told[line] = []
        expected.append((line, told[line]))
        bus.connect(player, line)

    for player in range(80):
        come(player)
    for number in range(300):
        player = chance.randrange(80)
        match chance.randrange(12):
            case 0:
                if line := here.pop(player, None):
                    bus.disconnect(player, line)
            case 1 | 2:
                come(player)
            case 3 | 4:
                (spectators.discard if player in spectators else spectators.add)(player)
            case 5:
                await asyncio.sleep(chance.choice([0, 0, 0.002]))
            case _:
                players = chance.choice(rooms)
                for each in players:
                    if each in here:
                        told[here[each]].append(str(number))
                bus.publish(players, said(str(number)))
    bus.clear()
    assert [line.texts for line, _ in expected] == [texts for _, texts in expected]
    assert sum(len(texts) for _, texts in expected) > 1000
