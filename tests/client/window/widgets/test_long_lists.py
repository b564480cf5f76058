"""Lists of rooms, members and racers, as long as no honest server has them."""

from itertools import filterfalse
from operator import attrgetter

import pytest

from client.window.racing.standings import StandingsBars
from client.window.widgets import members, room_list
from client.window.widgets.members import MemberList, MemberRow
from client.window.widgets.room_list import RoomList
from harness.fakes import ADA, Show, room
from harness.qt_waiting import until
from protocol.messages import Member, RoomInfo, Settings, Standing

seated = attrgetter("seated")


def test_a_hundred_members_have_a_row_and_the_others_are_counted(show: Show) -> None:
    shown = show(MemberList())
    many = [Member(n, f"Eve {n}", n <= 3) for n in range(1, 2001)]
    shown.show_room(room(*many), ADA)
    assert list(shown.rows) == list(range(1, members.MOST_ROWS + 1))
    assert (shown.more.text(), shown.more.isVisible()) == ("and 1900 more", True)
    shown.show_room(room(*many[1000:1003]), ADA)
    assert list(shown.rows) == [1001, 1002, 1003]
    assert not shown.more.isVisible()


def test_a_full_room_that_changes_all_the_time_is_shown_now_and_then(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = show(MemberList())
    drawn: list[MemberRow] = []
    usual = MemberRow.show_member

    def noted(row: MemberRow, member: Member, host: int, own: int) -> None:
        drawn.append(row)
        usual(row, member, host, own)

    monkeypatch.setattr(MemberRow, "show_member", noted)
    many = [Member(n, f"Eve {n}", n <= 16) for n in range(1, 273)]
    shown.show_room(room(*many), ADA)
    rows = {id(row) for row in shown.rows.values()}
    drawn.clear()
    for _ in range(20):
        many.reverse()
        shown.show_room(room(*many), ADA)
    many.reverse()
    shown.show_room(room(*many), ADA)
    assert drawn == [], "not twice within the pause"
    until(lambda: drawn, "the latest is shown after it")
    last = [m.player for m in [*filter(seated, many), *filterfalse(seated, many)]]
    assert set(shown.rows) == set(last[: members.MOST_ROWS])
    assert {id(row) for row in shown.rows.values()} == rows, "in the rows that were there"
    at = [shown._column.indexOf(shown.rows[player]) for player in last[: members.MOST_ROWS]]
    assert at == sorted(at)
    shown.show_room(room(*many[:3]), ADA)
    assert len(shown.rows) == 3, "few are shown at once"


def test_a_row_that_is_about_somebody_becomes_nobody_elses(show: Show) -> None:
    shown = show(MemberList())
    shown.show_room(room(Member(ADA, "Ada", True), Member(7, "Eve", True)), ADA)
    row = shown.rows[7]
    row.away.click()
    shown.show_room(room(Member(ADA, "Ada", True), Member(8, "Mallory", True)), ADA)
    assert shown.rows[8] is not row, "the next click would send somebody else away"
    sent: list[object] = []
    shown.kick.connect(sent.append)
    spare = shown.rows[8]
    shown.show_room(room(Member(ADA, "Ada", True), Member(9, "Trent", True)), ADA)
    assert shown.rows[9] is spare
    spare.away.click()
    spare.away.click()
    assert sent == [9]


def test_a_hundred_rooms_have_a_row_and_the_others_are_counted(show: Show) -> None:
    shown = show(RoomList())
    infos = [
        RoomInfo(f"R{n}", Settings("klondike"), "Eve", "running" if n % 2 else "lobby", 1, 0)
        for n in range(300)
    ]
    shown.show_rooms(infos)
    assert len(shown.rows) == room_list.MOST_ROWS
    assert shown.more.text().startswith("And 200 more rooms, ")
    assert shown.more.isVisible()
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
