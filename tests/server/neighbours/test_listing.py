"""The lobby's list of rooms is one for all servers."""

from protocol.messages import LeaveRoom, LeftRoom, ListRooms, Rooms
from server.app import Server
from tests.server.play import client, make_room


async def test_who_follows_the_list_sees_rooms_of_all_servers(two: tuple[Server, Server]) -> None:
    one, other = two
    async with client(one, "ann") as ann, client(other, "bob") as bob, client(other, "cat") as cat:
        await bob.ask(ListRooms(follow=True), Rooms)
        codes = {
            await make_room(ann),
            await make_room(cat),
        }
        while {room.code for room in (await bob.until(Rooms)).rooms} != codes:
            pass
        await ann.ask(LeaveRoom(), LeftRoom)
        while len((await bob.until(Rooms)).rooms) != 1:
            pass
