import pytest

from protocol.forms import BadMessage
from protocol.messages import (
    Act,
    CreateRoom,
    JoinRoom,
    LeaveRoom,
    RoomState,
    Settings,
    StartRace,
    Stopping,
    WatchRoom,
)
from protocol.room_code import LETTERS, is_room_code
from server.bounds import Limits
from server.chance import Chance, make_code, make_seed, make_token
from server.rooms.lobby import Lobby
from server.rooms.output import Outgoing
from server.rooms.races.race_ids import RaceIds
from server.rooms.records import MemberSaved, RaceMade, RoomSaved, StoredRoom
from server.rooms.refusal import Refusal
from tests.server.play import ANN, BOB

SETTINGS = Settings("klondike")


def code_of(lobby: Lobby) -> str:
    return list(lobby.rooms)[-1]


def test_codes_are_short_and_hard_to_mistake() -> None:
    codes = {make_code() for _ in range(100)}
    assert len(codes) == 100
    assert all(map(is_room_code, codes))
    assert not set("ILO01") & set(LETTERS)


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


def test_races_are_numbered_on() -> None:
    lobby = Lobby(race_ids=RaceIds(range(41, 50)))
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    room = lobby.rooms[code_of(lobby)]
    records, _ = lobby.take()
    assert [type(record) for record in records] == [RoomSaved, MemberSaved]
    room.start(1, 41, "seed", 0)
    assert isinstance(room.output.take_records()[0], RaceMade)


def test_no_race_gets_an_id_that_another_was_told_under() -> None:
    lobby = Lobby(race_ids=RaceIds(range(41, 50)))
    for expected in (41, 42):
        lobby.clear()
        lobby.receive(ANN, CreateRoom(SETTINGS), 0)
        lobby.receive(ANN, StartRace(anyway=True), 0)
        assert lobby.rooms[code_of(lobby)].round.id == expected


def test_a_ping_reaches_the_players_room() -> None:
    lobby = Lobby()
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    lobby.take()
    lobby.set_ping(1, 30)
    lobby.set_ping(2, 30)
    room = lobby.room_of(1)
    assert room is not None
    assert room.members[1].ping == 30
    assert lobby.take()[1]


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
    assert lobby.spectators.ids == {BOB.id}
    lobby.receive(BOB, JoinRoom(code), 0)
    assert lobby.spectators.ids == set()
    lobby.receive(BOB, WatchRoom(code), 0)
    assert lobby.spectators.ids == {BOB.id}
    lobby.receive(BOB, LeaveRoom(), 0)
    assert lobby.spectators.ids == set()
