"""What requests weigh."""

from typing import get_args

from protocol.messages import (
    Act,
    ChangeSettings,
    Chat,
    ClientMessage,
    CreateRoom,
    FromClient,
    GetReplay,
    Hello,
    JoinRoom,
    LeaveRoom,
    ListRooms,
    Settings,
    Undo,
    WatchRoom,
)
from server.bounds import Limits
from server.reception.weights import (
    PASSWORD,
    READERS,
    TELLS_A_ROOM,
    WEIGHTS,
    weigh,
    weigh_telling,
)

SETTINGS = Settings("klondike")


def test_what_asks_the_disk_weighs_more() -> None:
    assert weigh(Hello(1)) == 1
    assert weigh(GetReplay(1, 1)) > weigh(Chat("hi"))


def test_a_password_weighs_something_right_or_wrong() -> None:
    for bare, locked in (
        (JoinRoom("A"), JoinRoom("A", "x")),
        (WatchRoom("A"), WatchRoom("A", "x")),
        (CreateRoom(SETTINGS), CreateRoom(SETTINGS, "x")),
        (ChangeSettings(SETTINGS), ChangeSettings(SETTINGS, "x")),
    ):
        assert weigh(locked) == weigh(bare) + PASSWORD
    assert weigh(Hello(1, password="x")) == 1  # The server's own is compared, not hashed.


def test_the_more_are_told_the_more_it_weighs() -> None:
    assert weigh_telling(LeaveRoom(), READERS - 1) == 0
    assert weigh_telling(LeaveRoom(), 256) == 256 // READERS
    assert weigh_telling(ListRooms(), 100) == 100 // READERS
    assert weigh_telling(GetReplay(1, 1), 256) == 0


def test_the_tables_name_requests_and_a_fresh_connection_may_ask_for_any() -> None:
    kinds: set[type[ClientMessage]] = {*get_args(FromClient)} - {Act, Undo}
    assert kinds >= WEIGHTS.keys() | TELLS_A_ROOM
    heaviest = max(WEIGHTS.values()) + PASSWORD
    limits = Limits()
    assert heaviest < limits.requests_burst
    assert heaviest + (limits.spectators + 16) // READERS < limits.requests_per_address_burst
