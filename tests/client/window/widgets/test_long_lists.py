"""Lists of rooms, members and racers, as long as no honest server has them."""

from client.window.racing.standings import StandingsBars
from client.window.widgets import members, room_list
from client.window.widgets.members import MemberList
from client.window.widgets.room_list import RoomList
from harness.fakes import ADA, Show, room
from protocol.messages import Member, RoomInfo, Settings, Standing


def test_a_hundred_members_have_a_row_and_the_others_are_counted(show: Show) -> None:
    shown = show(MemberList())
    many = [Member(n, f"Eve {n}", n <= 3) for n in range(1, 2001)]
    shown.show_room(room(*many), ADA)
    assert list(shown.rows) == list(range(1, members.MOST_ROWS + 1))
    assert (shown._more.text(), shown._more.isVisible()) == ("and 1900 more", True)
    shown.show_room(room(*many[1000:1003]), ADA)
    assert list(shown.rows) == [1001, 1002, 1003]
    assert not shown._more.isVisible()


def test_a_hundred_rooms_have_a_row_and_the_others_are_counted(show: Show) -> None:
    shown = show(RoomList())
    infos = [
        RoomInfo(f"R{n}", Settings("klondike"), "Eve", "running" if n % 2 else "lobby", 1, 0)
        for n in range(300)
    ]
    shown.show_rooms(infos)
    assert len(shown.rows) == room_list.MOST_ROWS
    told = "And 200 more rooms: whoever has the code of one can go in."
    assert (shown.more.text(), shown.more.isVisible()) == (told, True)
    shown.show_rooms(infos[:2])
    assert list(shown.rows) == ["R0", "R1"]
    assert not shown.more.isVisible()


def test_standings_of_others_are_drawn_at_once(show: Show) -> None:
    shown = show(StandingsBars())
    for first in (1, 50):
        racers = [Standing(n, f"Eve {n}", place=n) for n in range(first, first + 3)]
        shown.show_standings(racers, ADA, 52)
        assert not shown.grab().isNull()
        assert set(shown._rows) == {racer.player for racer in racers}
