"""What goes out, in which order and when, over real sockets."""

import asyncio
from pathlib import Path

from protocol.messages import Announcement, CreateRoom, Problem, RoomState
from server.app import Server
from tests.server.play import AT_ONCE, client, rows


async def test_everybody_is_told_in_the_order_in_which_it_was_decided(tmp_path: Path) -> None:
    async with (
        Server.open(tmp_path) as server,
        client(server, "ann") as ann,
        client(server, "bob") as bob,
    ):
        for text in ("one", "two"):
            server.delivery.tell_everybody(Announcement(text))
        for player in (ann, bob):
            assert [(await player.until(Announcement)).text for _ in range(2)] == ["one", "two"]


async def test_what_was_decided_is_written_when_that_was_waited_for(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        await ann.ask(CreateRoom(AT_ONCE), RoomState)
        room = server.lobby.room_of(ann.player)
        assert room is not None
        server.lobby.close(room, 0, "because")
        await server.delivery.written()
        assert rows(tmp_path, "SELECT * FROM rooms") == []


async def test_it_is_known_when_a_client_has_received_all(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        received = asyncio.Event()

        async def note() -> None:
            received.set()

        connection = server.presence.newest[ann.player]
        server.delivery.answer(connection, Announcement("tea is ready"))
        server.delivery.once_received(connection, note)
        assert (await ann.until(Announcement)).text == "tea is ready"
        await asyncio.wait_for(received.wait(), 10)


async def test_when_all_are_let_go_their_connections_end(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server, client(server, "ann") as ann:
        server.delivery.let_go()
        assert (await ann.until(Problem)).code == "out of service"
        assert await ann.closed() == 1013
        assert len(server.presence) == 0
