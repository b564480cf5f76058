"""The lobby's list of rooms is one for all servers."""

from protocol.messages import CreateRoom, LeaveRoom, LeftRoom, ListRooms, Rooms, RoomState
from server.app import Server
from tests.server.play import AT_ONCE, client


async def test_who_follows_the_list_sees_rooms_of_all_servers(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, client(other, "bob") as bob, client(other, "cat") as cat:
        await bob.ask(ListRooms(follow=True), Rooms)
        codes = {
            (await ann.ask(CreateRoom(AT_ONCE), RoomState)).code,
            (await cat.ask(CreateRoom(AT_ONCE), RoomState)).code,
        }
        while {room.code for room in (await bob.until(Rooms)).rooms} != codes:
            pass
        await ann.ask(LeaveRoom(), LeftRoom)
        while len((await bob.until(Rooms)).rooms) != 1:
            pass
