"""Those who look on in a room without a name."""

import pytest

from protocol.messages import (
    FIRST_GUEST,
    Act,
    Board,
    Chat,
    CreateRoom,
    FromClient,
    FromServer,
    GiveUp,
    Guests,
    JoinRoom,
    LeaveRoom,
    LeftRoom,
    ListRooms,
    MemberChanged,
    Progress,
    Resync,
    Rooms,
    RoomState,
    Said,
    SaidBefore,
    SetReady,
    Settings,
    StartRace,
    Step,
    WatchRoom,
)
from server.bounds import Limits
from server.rooms import passwords
from server.rooms.audience import Beside
from server.rooms.lobby import Lobby
from server.rooms.records import Player
from server.rooms.refusal import Refusal
from tests.server.play import ANN, AT_ONCE, BOB

GUS, GIA = Player(FIRST_GUEST, "Guest"), Player(FIRST_GUEST + 1, "Guest")


class Visit:
    """A room of ann's, and what everybody hears."""

    def __init__(self, settings: Settings = AT_ONCE, limits: Limits | None = None) -> None:
        self.lobby = Lobby(limits)
        self.now = 0
        self.records: list[object] = []
        self.say(ANN, CreateRoom(settings))
        [self.code] = self.lobby.rooms

    def say(
        self, player: Player, message: FromClient, place: str | None = None
    ) -> dict[int, list[FromServer]]:
        self.lobby.receive(player, message, self.now, place=place)
        return self.heard()

    def wait(self, milliseconds: int) -> dict[int, list[FromServer]]:
        self.now += milliseconds
        for room in list(self.lobby.rooms.values()):
            self.lobby.tick(room, self.now)
        return self.heard()

    def heard(self) -> dict[int, list[FromServer]]:
        records, outgoing = self.lobby.take()
        self.records += records
        heard: dict[int, list[FromServer]] = {}
        for told in outgoing:
            for player in told.players:
                heard.setdefault(player, []).append(told.message)
        return heard


def states(messages: list[FromServer]) -> list[RoomState]:
    return [message for message in messages if isinstance(message, RoomState)]


def test_a_guest_sees_the_room_and_nobody_writes_that_down() -> None:
    visit = Visit()
    written = len(visit.records)
    heard = visit.say(GUS, WatchRoom(visit.code))
    [state] = states(heard[GUS.id])
    assert [member.player for member in state.members] == [ANN.id]
    assert (state.host, state.guests) == (ANN.id, 1)
    assert set(heard) == {GUS.id}  # The others hear of the number later.
    assert visit.lobby.room_of(GUS.id) is visit.lobby.rooms[visit.code]
    assert GUS.id in visit.lobby.spectators
    visit.say(GUS, LeaveRoom())
    visit.say(GUS, WatchRoom(visit.code))
    visit.lobby.dropped(GUS.id, 0)
    visit.heard()
    assert visit.lobby.room_of(GUS.id) is None
    assert len(visit.records) == written


def test_how_many_guests_there_are_is_told_once_a_second() -> None:
    visit = Visit()
    visit.wait(1000)
    for guest in (GUS, GIA):
        visit.say(guest, WatchRoom(visit.code))
    assert visit.wait(500) == {}
    told = visit.wait(500)
    for player in (ANN, GUS, GIA):
        [message] = told[player.id]
        assert isinstance(message, Guests)
        assert message.guests == 2
    assert visit.wait(1000) == {}
    visit.lobby.dropped(GIA.id, visit.now)
    assert [type(message) for message in visit.wait(1000)[ANN.id]] == [Guests]


def test_a_guest_sees_the_race_and_hears_what_is_said() -> None:
    visit = Visit()
    visit.say(GUS, WatchRoom(visit.code))
    began = visit.say(ANN, StartRace(anyway=True))
    assert [type(m) for m in began[GUS.id] if isinstance(m, Board)] == [Board]
    assert any(isinstance(m, Step) for m in visit.say(ANN, Act(0, [0]))[GUS.id])
    assert any(isinstance(m, Said) for m in visit.say(ANN, Chat("hello"))[GUS.id])
    assert any(isinstance(m, Progress) for m in visit.wait(200)[GUS.id])
    again = visit.say(GUS, WatchRoom(visit.code))
    assert [type(m) for m in again[GUS.id] if isinstance(m, Board)] == [Board]


def test_a_guest_sees_a_delayed_race_later() -> None:
    visit = Visit(Settings("klondike", countdown=0, delay=10))
    visit.say(GUS, WatchRoom(visit.code))
    assert not [m for m in visit.say(ANN, StartRace(anyway=True))[GUS.id] if isinstance(m, Board)]
    visit.say(ANN, Act(0, [0]))
    early = visit.wait(5000).get(GUS.id, [])
    assert not [m for m in early if isinstance(m, Board | Step)]
    late = visit.wait(5000)[GUS.id]
    assert [type(m) for m in late if isinstance(m, Board | Step)] == [Board, Step]


def test_a_guest_beside_a_racer_sees_no_boards() -> None:
    visit = Visit(Settings("klondike", countdown=0))
    visit.say(BOB, JoinRoom(visit.code), "here")
    visit.say(ANN, StartRace(anyway=True))
    with pytest.raises(Refusal, match="somebody at your address is racing"):
        visit.say(GUS, WatchRoom(visit.code), "here")
    assert visit.lobby.room_of(GUS.id) is None
    # (Ann's place is not known, and might be any.)
    visit.lobby.rooms[visit.code].members.note_place(ANN.id, "nowhere")
    heard = visit.say(GIA, WatchRoom(visit.code), "there")
    assert len([m for m in heard[GIA.id] if isinstance(m, Board)]) == 2


@pytest.mark.parametrize(
    "message",
    [Chat("hello"), SetReady(ready=True), JoinRoom("AAAAAA"), CreateRoom(AT_ONCE), StartRace()],
)
def test_a_guest_can_do_nothing(message: FromClient) -> None:
    visit = Visit()
    visit.say(GUS, WatchRoom(visit.code))
    with pytest.raises(Refusal, match="guests only watch"):
        visit.say(GUS, message)
    with pytest.raises(Refusal, match="you are in no room"):
        visit.lobby.move(GUS, Act(0, [0]), 0)


def test_a_room_where_only_guests_are_left_is_closed() -> None:
    visit = Visit()
    visit.say(GUS, WatchRoom(visit.code))
    heard = visit.say(ANN, LeaveRoom())
    [left] = [m for m in heard[GUS.id] if isinstance(m, LeftRoom)]
    assert left.reason == "everybody has left this room"
    assert not visit.lobby.rooms
    assert visit.lobby.room_of(GUS.id) is None
    assert GUS.id not in visit.lobby.spectators
    listed = visit.say(GUS, ListRooms(follow=True))
    assert [type(message) for message in listed[GUS.id]] == [Rooms]


def test_a_guest_is_never_the_host() -> None:
    visit = Visit()
    visit.say(BOB, JoinRoom(visit.code))
    visit.say(GUS, WatchRoom(visit.code))
    heard = visit.say(ANN, LeaveRoom())
    assert states(heard[GUS.id])[-1].host == BOB.id


def test_there_are_only_so_many_guests() -> None:
    visit = Visit(limits=Limits(guests=1))
    visit.say(GUS, WatchRoom(visit.code))
    with pytest.raises(Refusal, match="no room for another guest"):
        visit.say(GIA, WatchRoom(visit.code))
    visit.lobby.dropped(GUS.id, 0)
    visit.say(GIA, WatchRoom(visit.code))


def test_a_guest_sees_one_room_at_a_time() -> None:
    visit = Visit()
    visit.lobby.receive(BOB, CreateRoom(AT_ONCE), 0)
    one, other = visit.lobby.rooms
    visit.say(GUS, WatchRoom(one))
    with pytest.raises(Refusal, match="you are watching another room"):
        visit.say(GUS, WatchRoom(other))
    assert any(isinstance(m, LeftRoom) for m in visit.say(GUS, LeaveRoom())[GUS.id])
    visit.say(GUS, WatchRoom(other))
    assert visit.lobby.room_of(GUS.id) is visit.lobby.rooms[other]


def test_who_comes_and_goes_is_told_to_guests() -> None:
    visit = Visit()
    visit.say(GUS, WatchRoom(visit.code))
    heard = visit.say(BOB, JoinRoom(visit.code))
    assert any(isinstance(m, MemberChanged) for m in heard[GUS.id])


# Guests of other servers --------------------------------------------------------------------------


def relay(visit: Visit, guest: Player, others: int) -> dict[int, list[FromServer]]:
    visit.lobby.relay(guest.id, visit.code, others)
    return visit.heard()


def test_a_guest_stands_for_many_at_another_server() -> None:
    visit = Visit(limits=Limits(guests=1))
    visit.wait(1000)
    visit.say(GUS, WatchRoom(visit.code))
    assert relay(visit, GIA, 500) == {}, "it asks for what it wants to know"
    assert states(visit.say(GIA, Resync())[GIA.id])[0].guests == 501
    [told] = visit.wait(1000)[GIA.id]
    assert isinstance(told, Guests)
    assert told.guests == 501
    relay(visit, GIA, 300)
    assert visit.lobby.rooms[visit.code].info.spectators == 301
    with pytest.raises(Refusal, match="no room for another guest"):
        visit.say(Player(FIRST_GUEST + 2, "Guest"), WatchRoom(visit.code))
    visit.lobby.dropped(GIA.id, visit.now)
    [told] = visit.wait(1000)[ANN.id]
    assert isinstance(told, Guests)
    assert told.guests == 1


def test_a_guest_who_stands_for_many_sees_all_boards_and_hears_who_must_not() -> None:
    visit = Visit(Settings("klondike", countdown=0))
    visit.lobby.rooms[visit.code].members.note_place(ANN.id, "home")
    visit.say(BOB, JoinRoom(visit.code), "away")
    relay(visit, GIA, 2)
    room = visit.lobby.rooms[visit.code]
    assert room.beside == Beside()
    began = visit.say(ANN, StartRace(anyway=True))
    assert len([m for m in began[GIA.id] if isinstance(m, Board)]) == 2
    assert room.beside == Beside(frozenset({"home", "away"}))
    visit.say(ANN, GiveUp())
    assert room.beside == Beside(frozenset({"away"}))


def test_what_was_said_before_is_not_for_those_who_come_later() -> None:
    visit = Visit()
    relay(visit, GIA, 1)
    assert any(isinstance(m, Said) for m in visit.say(ANN, Chat("hello"))[GIA.id])
    relay(visit, GIA, 2)
    assert not any(isinstance(m, SaidBefore) for m in visit.say(GIA, Resync())[GIA.id])


def test_a_room_with_a_password_is_shown_to_nobody_elsewhere() -> None:
    visit = Visit()
    relay(visit, GIA, 1)
    visit.lobby.rooms[visit.code].moderation.lock = passwords.make_lock("sesame")
    relay(visit, GIA, 2)
    with pytest.raises(Refusal, match="password"):
        relay(visit, GUS, 1)
    assert visit.lobby.room_of(GUS.id) is None
