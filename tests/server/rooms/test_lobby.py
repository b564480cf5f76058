import pytest

from protocol.messages import (
    Act,
    CreateRoom,
    FromClient,
    JoinRoom,
    LeaveRoom,
    ListRooms,
    Rooms,
    RoomState,
    Settings,
    StartRace,
    Stopping,
    WatchRoom,
)
from protocol.wire import BadMessage
from server.bounds import Limits
from server.chance import CODE_LENGTH, CODE_LETTERS, Chance, make_code, make_seed, make_token
from server.rooms.lobby import LIST_EVERY, Lobby
from server.rooms.output import Outgoing
from server.rooms.records import MemberSaved, Player, RaceMade, RoomSaved, StoredRoom
from server.rooms.refusal import Refusal
from tests.server.play import ANN, BOB, CAT, DAN

SETTINGS = Settings("klondike")


def code_of(lobby: Lobby) -> str:
    return list(lobby.rooms)[-1]


def test_codes_are_short_and_hard_to_mistake() -> None:
    codes = {make_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set("ILO01") & set(CODE_LETTERS)


def test_seeds_and_tokens_do_not_repeat() -> None:
    assert len({make_seed() for _ in range(100)} | {make_token() for _ in range(100)}) == 200
    assert len(make_seed()) == 32


def test_a_code_in_use_is_not_given_again() -> None:
    codes = iter(["AAAAAA", "AAAAAA", "BBBBBB"])
    lobby = Lobby(chance=Chance(code=lambda: next(codes)))
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    lobby.receive(BOB, CreateRoom(SETTINGS), 0)
    assert list(lobby.rooms) == ["AAAAAA", "BBBBBB"]


def test_the_directory_follows_comings_and_goings() -> None:
    lobby = Lobby(Limits(grace=1))
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    code = code_of(lobby)
    lobby.receive(BOB, JoinRoom(code), 0)
    assert lobby.room_of(1) is lobby.room_of(2) is lobby.rooms[code]
    lobby.receive(ANN, LeaveRoom(), 0)
    assert lobby.room_of(1) is None
    lobby.dropped(2, 0)
    lobby.tick(lobby.rooms[code], 1000)
    assert lobby.room_of(2) is None
    assert lobby.rooms == {}


def test_a_refused_creation_leaves_nothing_behind() -> None:
    lobby = Lobby()
    for settings in (Settings("bridge"), Settings("4x13", {"deal": "x"})):
        with pytest.raises(Refusal):
            lobby.receive(ANN, CreateRoom(settings), 0)
    assert lobby.rooms == {}
    assert lobby.take() == ([], [])


def test_an_action_that_is_none() -> None:
    lobby = Lobby()
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    with pytest.raises(BadMessage):
        lobby.receive(ANN, Act(0, [1, 2]), 0)


def test_the_list_is_newest_first_and_bounded() -> None:
    lobby = Lobby(Limits(listed=2))
    for player in (ANN, BOB, CAT):
        lobby.receive(player, CreateRoom(SETTINGS), 0)
    lobby.take()
    lobby.receive(ANN, ListRooms(), 0)
    _, [sent] = lobby.take()
    assert isinstance(sent.message, Rooms)
    assert [room.host for room in sent.message.rooms] == ["cat", "bob"]


def test_races_are_numbered_on() -> None:
    lobby = Lobby(next_race=41)
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    room = lobby.rooms[code_of(lobby)]
    records, _ = lobby.take()
    assert [type(record) for record in records] == [RoomSaved, MemberSaved]
    room.start(1, 41, "seed", 0)
    assert isinstance(room.output.take_records()[0], RaceMade)


# Following the list of rooms


class Following:
    """A lobby, and the lists that it sends."""

    def __init__(self) -> None:
        self.lobby = Lobby()
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
    assert lobby.lobby.followers == 2
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
            lobby.do(BOB, JoinRoom(code_of(lobby.lobby)) if tick == 12 else LeaveRoom())
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
    assert lobby.lobby.followers == 0
    lobby.do(CAT, CreateRoom(SETTINGS))
    assert lobby.later() == []


def test_who_is_in_a_room_does_not_follow() -> None:
    lobby = Following()
    lobby.do(ANN, CreateRoom(SETTINGS))
    lobby.do(ANN, ListRooms(follow=True))
    assert lobby.lists() == [((1,), 1)]
    assert lobby.lobby.followers == 0


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


def test_a_ping_reaches_the_players_room() -> None:
    lobby = Following()
    lobby.do(ANN, CreateRoom(SETTINGS))
    lobby.lobby.take()
    lobby.lobby.set_ping(1, 30)
    lobby.lobby.set_ping(2, 30)
    room = lobby.lobby.room_of(1)
    assert room is not None
    assert room.members[1].ping == 30
    assert lobby.lobby.take()[1]


def test_a_room_whose_game_is_gone_harms_no_other() -> None:
    warnings: list[str] = []
    lobby = Lobby()
    gone = StoredRoom("AAAAAA", 1, Settings("no such game"), [(ANN, True)])
    whole = StoredRoom("BBBBBB", 2, SETTINGS, [(BOB, True)])
    lobby.restore([gone, whole], 0, warnings.append)
    assert list(lobby.rooms) == ["BBBBBB"]
    assert lobby.room_of(ANN.id) is None
    assert len(warnings) == 1
    assert "AAAAAA" in warnings[0]


def test_each_life_of_a_room_has_a_stream_of_its_own() -> None:
    stored = StoredRoom("AAAAAA", 1, SETTINGS, [(ANN, True)])
    streams = set()
    for _ in range(3):
        lobby = Lobby()
        lobby.restore([stored], 0, print)
        lobby.arrived(ANN.id, 0)
        streams |= {x.message.stream for x in lobby.take()[1] if isinstance(x.message, RoomState)}
    assert len(streams) == 3
    assert "" not in streams


def test_a_lobby_that_stops_starts_no_race_and_tells_who_comes() -> None:
    lobby = Lobby()
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    lobby.stop(60_000)
    lobby.take()
    with pytest.raises(Refusal) as caught:
        lobby.receive(ANN, StartRace(anyway=True), 0)
    assert caught.value.code == "stopping"
    lobby.arrived(BOB.id, 500)
    assert lobby.take()[1] == [Outgoing((BOB.id,), Stopping(60))]


def test_it_knows_who_watches() -> None:
    lobby = Lobby()
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    [code] = lobby.rooms
    lobby.receive(BOB, WatchRoom(code), 0)
    assert lobby.spectators == {BOB.id}
    lobby.receive(BOB, JoinRoom(code), 0)
    assert lobby.spectators == set()
    lobby.receive(BOB, WatchRoom(code), 0)
    assert lobby.spectators == {BOB.id}
    lobby.receive(BOB, LeaveRoom(), 0)
    assert lobby.spectators == set()
