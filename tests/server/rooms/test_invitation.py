from protocol.messages import CreateRoom, JoinRoom, Settings, StartRace
from server.rooms.invitation import invite
from server.rooms.lobby import Lobby
from tests.server.play import ANN, BOB, CAT, DAN

SETTINGS = Settings("klondike", countdown=0)


def test_it_says_what_is_played_and_who_waits_or_races() -> None:
    lobby = Lobby()
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    [room] = lobby.rooms.values()
    said = []
    for player in (BOB, CAT):
        told = invite(room)
        assert told
        said.append(told.about)
        lobby.receive(player, JoinRoom(room.code), 0)
    told = invite(room)
    assert told
    assert (told.game, told.phase) == ("klondike", "waiting")
    assert told.title == "Klondike: a race on Samedeal"
    assert [*said, told.about] == [
        "ann waits. Watch, or take a seat.",
        "ann and one other wait. Watch, or take a seat.",
        "ann and 2 others wait. Watch, or take a seat.",
    ]
    lobby.receive(ANN, StartRace(anyway=True), 0)
    lobby.receive(DAN, JoinRoom(room.code), 0)
    told = invite(room)
    assert told
    assert told.about == "ann and 2 others are racing. Watch at once."
    assert told.phase == "racing"


def test_who_is_away_waits_for_nobody() -> None:
    lobby = Lobby()
    lobby.receive(ANN, CreateRoom(SETTINGS), 0)
    [room] = lobby.rooms.values()
    lobby.dropped(ANN.id, 0)
    told = invite(room)
    assert told
    assert told.about == "Watch, or take a seat."


def test_of_no_room_nothing_is_told() -> None:
    assert invite(None) is None
