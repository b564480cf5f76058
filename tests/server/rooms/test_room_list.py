import pytest

from protocol.messages import (
    CreateRoom,
    FromClient,
    JoinRoom,
    LeaveRoom,
    ListRooms,
    Rooms,
    Settings,
    StartRace,
)
from server.bounds import Limits
from server.rooms.invitation import invite
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.room_list import LIST_EVERY
from tests.server.play import ANN, BOB, BOT, CAT, DAN

SETTINGS = Settings("klondike")


def test_the_list_is_newest_first_and_bounded() -> None:
    lobby = Lobby(Limits(listed=2))
    for player in (ANN, BOB, CAT):
        lobby.receive(player, CreateRoom(SETTINGS), 0)
    lobby.take()
    lobby.receive(ANN, ListRooms(), 0)
    _, [sent] = lobby.take()
    assert isinstance(sent.message, Rooms)
    assert [room.host for room in sent.message.rooms] == ["cat", "bob"]
    assert sent.message.more == 1


def hosts(lobby: Lobby) -> list[str]:
    """Return the hosts of the rooms in the list, in its order."""
    lobby.take()
    lobby.receive(BOT, ListRooms(), 0)
    _, [sent] = lobby.take()
    assert isinstance(sent.message, Rooms)
    return [room.host for room in sent.message.rooms]


def test_rooms_with_people_come_first_and_those_that_wait_before_those_that_race() -> None:
    lobby = Lobby()
    for player in (ANN, BOB, CAT):
        lobby.receive(player, CreateRoom(Settings("klondike", countdown=0)), 0)
    assert hosts(lobby) == ["cat", "bob", "ann"]
    lobby.receive(DAN, JoinRoom(next(iter(lobby.rooms))), 0)
    assert hosts(lobby) == ["ann", "cat", "bob"]
    lobby.receive(CAT, StartRace(), 0)
    assert hosts(lobby) == ["ann", "bob", "cat"]
    lobby.dropped(BOB.id, 0)
    assert hosts(lobby) == ["ann", "cat", "bob"]


def test_rooms_that_nobody_is_in_push_no_other_out_of_the_list() -> None:
    lobby = Lobby(Limits(listed=100))
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    for number in range(110):
        player = Player(100 + number, f"p{number}")
        lobby.receive(player, CreateRoom(SETTINGS), 0)
        lobby.dropped(player.id, 0)
    lobby.take()
    lobby.receive(CAT, ListRooms(), 0)
    _, [sent] = lobby.take()
    assert isinstance(sent.message, Rooms)
    assert sent.message.rooms[0].host == "ann"
    assert (len(sent.message.rooms), sent.message.more) == (100, 11)


def test_the_rooms_of_one_household_push_no_other_out_of_the_list() -> None:
    lobby = Lobby(Limits(listed=3))
    lobby.receive(ANN, CreateRoom(SETTINGS), 0, place="ann's")
    code = next(iter(lobby.rooms))
    for number in range(10):
        players = [Player(100 + 2 * number + other, f"p{number} {other}") for other in (0, 1)]
        lobby.receive(players[0], CreateRoom(SETTINGS), 0, place="a crowd's")
        lobby.receive(players[1], JoinRoom([*lobby.rooms][-1]), 0, place="a crowd's")
    assert hosts(lobby) == ["p9 0", "p8 0", "ann"]
    lobby.receive(BOB, JoinRoom(code), 0, place="a crowd's")  # It is the host's that counts.
    assert hosts(lobby) == ["p9 0", "p8 0", "ann"]


def test_rooms_whose_place_is_not_known_are_as_those_of_strangers() -> None:
    lobby = Lobby()
    for player in (ANN, BOB, CAT, DAN):
        lobby.receive(player, CreateRoom(SETTINGS), 0)
    assert hosts(lobby) == ["dan", "cat", "bob", "ann"]


class Following:
    """A lobby, and the lists that it sends."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.lobby = Lobby(limits)
        self.now = 100_000

    def do(self, player: Player, message: FromClient) -> None:
        self.lobby.receive(player, message, self.now)

    def lists(self) -> list[tuple[tuple[int, ...], int]]:
        """Return who was told, and how many rooms."""
        _, outgoing = self.lobby.take()
        return [
            (tuple(sorted(sent.players)), len(sent.message.rooms))
            for sent in outgoing
            if isinstance(sent.message, Rooms)
        ]

    def later(self, milliseconds: int = LIST_EVERY) -> list[tuple[tuple[int, ...], int]]:
        self.now += milliseconds
        self.lobby.tell_followers(self.now)
        return self.lists()


def test_a_change_is_told_once_to_all_who_follow() -> None:
    lobby = Following()
    for player in (ANN, BOB):
        lobby.do(player, ListRooms(follow=True))
    lobby.do(DAN, ListRooms())
    assert lobby.lists() == [((1,), 0), ((2,), 0), ((4,), 0)]
    assert lobby.lobby.room_list.followers == 2
    assert lobby.later() == []
    lobby.do(CAT, CreateRoom(SETTINGS))
    assert lobby.later() == [((1, 2), 1)]
    assert lobby.later() == []


def test_at_most_once_a_second() -> None:
    lobby = Following()
    lobby.do(ANN, ListRooms(follow=True))
    lobby.later()
    told = []
    for tick in range(60):
        if tick == 10:
            lobby.do(CAT, CreateRoom(SETTINGS))
        if tick in (12, 14):
            lobby.do(BOB, JoinRoom(*lobby.lobby.rooms) if tick == 12 else LeaveRoom())
        told += lobby.later(50)
    assert 1 <= len(told) <= 3


@pytest.mark.parametrize("ending", ["asks again", "makes a room", "leaves"])
def test_it_ends(ending: str) -> None:
    lobby = Following()
    lobby.do(ANN, ListRooms(follow=True))
    if ending == "asks again":
        lobby.do(ANN, ListRooms())
    elif ending == "makes a room":
        lobby.do(ANN, CreateRoom(SETTINGS))
    else:
        lobby.lobby.dropped(1, lobby.now)
    lobby.lists()
    assert lobby.lobby.room_list.followers == 0
    lobby.do(CAT, CreateRoom(SETTINGS))
    assert lobby.later() == []


def test_that_more_rooms_are_not_listed_is_a_change() -> None:
    lobby = Following(Limits(listed=1))
    lobby.do(CAT, CreateRoom(SETTINGS))
    lobby.do(ANN, ListRooms(follow=True))
    lobby.do(DAN, JoinRoom(*lobby.lobby.rooms))
    lobby.later()
    lobby.do(BOB, CreateRoom(SETTINGS))
    assert lobby.later() == [((1,), 1)]


def test_who_is_in_a_room_does_not_follow() -> None:
    lobby = Following()
    lobby.do(ANN, CreateRoom(SETTINGS))
    lobby.do(ANN, ListRooms(follow=True))
    assert lobby.lists() == [((1,), 1)]
    assert lobby.lobby.room_list.followers == 0


def test_who_comes_between_a_change_and_its_undoing_is_told() -> None:
    """What all others know is not what this one knows."""
    lobby = Following()
    lobby.do(BOB, ListRooms(follow=True))
    lobby.later()
    lobby.do(CAT, CreateRoom(SETTINGS))
    lobby.do(ANN, ListRooms(follow=True))
    assert lobby.lists()[-1] == ((1,), 1)
    lobby.do(CAT, LeaveRoom())
    assert lobby.later() == [((1, 2), 0)]


def test_how_long_a_race_goes_on_is_told_but_is_no_change() -> None:
    lobby = Following()
    lobby.do(ANN, ListRooms(follow=True))
    lobby.do(CAT, CreateRoom(Settings("klondike", countdown=0)))
    lobby.do(CAT, StartRace())
    lobby.now += 300
    lobby.do(BOB, ListRooms())
    _, outgoing = lobby.lobby.take()
    told = [sent.message for sent in outgoing if isinstance(sent.message, Rooms)]
    assert told[-1].rooms[0].elapsed == 300
    assert lobby.later() == [((1,), 1)]
    assert lobby.later() == []


def test_rooms_of_other_servers_are_listed_among_those_of_this_one() -> None:
    here, there = Lobby(Limits(listed=3)), Lobby(Limits(listed=3))
    for player in (ANN, BOB):
        here.receive(player, CreateRoom(Settings("klondike", countdown=0)), 0)
    for player in (CAT, DAN):
        there.receive(player, CreateRoom(Settings("klondike", countdown=0)), 0)
    there.receive(DAN, StartRace(), 0)
    [cat, dan] = there.rooms.values()
    there.tick(dan, 0)
    here.room_list.see_others([there.room_list.own([cat, dan], 500)], 1000)
    here.take()
    here.receive(BOT, ListRooms(), 3000)
    _, [sent] = here.take()
    assert isinstance(sent.message, Rooms)
    assert [room.host for room in sent.message.rooms] == ["bob", "cat", "ann"]
    assert sent.message.more == 1
    here.receive(ANN, LeaveRoom(), 3000)
    here.take()
    here.receive(BOT, ListRooms(), 3000)
    _, [sent] = here.take()
    assert isinstance(sent.message, Rooms)
    assert [room.host for room in sent.message.rooms] == ["bob", "cat", "dan"]
    assert sent.message.rooms[2].elapsed == 500 + 2000


def test_a_link_to_a_room_of_another_server_tells_what_is_in_the_list() -> None:
    here, there = Lobby(), Lobby()
    there.receive(CAT, CreateRoom(SETTINGS), 0)
    [room] = there.rooms.values()
    here.room_list.see_others([there.room_list.own([room], 0)], 0)
    assert invite(here.find_anywhere(room.code)) == invite(room)
    assert here.find_anywhere("NONONO") is None
