import re

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication

from client.window.desktop import theme
from client.window.widgets.chat import ChatBox
from harness.fakes import ADA, BOB, CLEO, HOSTILE, FakeLink, Show, member, press, race, room
from protocol.messages import (
    Chat,
    FromServer,
    LeftRoom,
    Member,
    MemberChanged,
    MemberLeft,
    Remark,
    Said,
    SaidBefore,
)


def colours(chat: ChatBox) -> list[str]:
    """Return the colour of the name on each line."""
    found = []
    block = chat.lines.document().begin()
    while block.isValid():
        found += [block.begin().fragment().charFormat().foreground().color().name()]
        block = block.next()
    return found


def test_enter_and_the_button_send(link: FakeLink, show: Show) -> None:
    chat = show(ChatBox(link))
    QTest.keyClicks(chat.field, "Good luck")
    QTest.keyClick(chat.field, Qt.Key.Key_Return)
    QTest.keyClicks(chat.field, "and have fun")
    press(chat, "Send")
    assert link.take_sent() == [Chat("Good luck"), Chat("and have fun")]
    assert chat.field.text() == ""


def test_nothing_is_sent_that_is_empty_or_cannot_go_out(link: FakeLink, show: Show) -> None:
    chat = show(ChatBox(link))
    chat.field.setText("   ")
    QTest.keyClick(chat.field, Qt.Key.Key_Return)
    link.session.closed()
    chat.field.setText("Hello?")
    QTest.keyClick(chat.field, Qt.Key.Key_Return)
    assert link.take_sent() == []
    assert chat.field.text() == "Hello?"


def test_what_others_say_is_read_out(link: FakeLink, show: Show, heard: list[str]) -> None:
    chat, hidden = show(ChatBox(link)), ChatBox(link)
    for each in (chat, hidden):
        each.take(Said(BOB, "Bob", "Hello,\nAda"))
        each.take(Said(ADA, "Ada", "Hello, Bob"))
    assert heard == ["Bob says: Hello, Ada"]


def test_what_is_said_is_text_on_one_line(link: FakeLink, show: Show) -> None:
    chat = show(ChatBox(link))
    chat.take(Said(BOB, "Bob", f"{HOSTILE}\nAda: I give up\u202e"))
    assert chat.lines.toPlainText()[5:] == f" Bob: {HOSTILE} Ada: I give up"


def test_another_room_begins_with_an_empty_chat(link: FakeLink, show: Show) -> None:
    chat = show(ChatBox(link))
    here, there = room(member(ADA)), replace(room(member(ADA)), code="OTHER")
    for before, after, kept in ((here, here, True), (here, there, False)):
        chat.take(before)
        chat.take(Said(BOB, "Bob", "Hello"))
        chat.take(after)
        assert bool(chat.lines.toPlainText()) == kept
    for message in (Said(BOB, "Bob", "Hello"), LeftRoom(), there):
        chat.take(message)
    assert chat.lines.toPlainText() == "", "back in the same room"


def test_what_was_said_before_takes_the_place_of_what_is_shown(link: FakeLink, show: Show) -> None:
    chat = show(ChatBox(link))
    chat.take(Said(BOB, "Bob", "Hello"))
    chat.take(SaidBefore([Remark(BOB, "Bob", "Hello"), Remark(ADA, "Ada", "Hello,\nBob")]))
    known, new = chat.lines.toPlainText().splitlines()
    assert re.fullmatch(r"\d\d:\d\d Bob: Hello", known), "when it came is known"
    assert new == "Ada: Hello, Bob"
    other = show(ChatBox(link))
    other.follow(chat)
    other.take(SaidBefore([Remark(BOB, "Bob", "Hello")]))
    assert other.lines.toPlainText() == known, "in another language, too"


def test_who_comes_and_leaves_is_told_quietly_between_the_lines(
    link: FakeLink, show: Show, heard: list[str]
) -> None:
    chat = show(ChatBox(link))
    link.received.connect(chat.take)
    link.tell(room(member(ADA)))
    assert chat.lines.toPlainText() == ""
    link.tell(MemberChanged(member(BOB)), Said(BOB, "Bob", "Hello"))
    link.tell(MemberChanged(member(CLEO)), MemberLeft(BOB))
    lines = [line.partition(" ")[2] for line in chat.lines.toPlainText().splitlines()]
    assert lines == ["Bob came in", "Bob: Hello", "Cleo came in", "Bob left"]
    assert colours(chat)[0] == QColor(theme.colours.muted).name()
    assert heard == ["Bob came in", "Bob says: Hello", "Cleo came in", "Bob left"]
    link.tell(SaidBefore([Remark(BOB, "Bob", "Hello")]), MemberLeft(CLEO))
    lines = [line.partition(" ")[2] for line in chat.lines.toPlainText().splitlines()]
    assert lines == ["Bob came in", "Bob: Hello", "Left: Bob, Cleo"]


def test_a_line_of_who_came_keeps_the_time_of_the_first_and_is_full_after_a_minute(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: clock[0])
    monkeypatch.setattr("time.strftime", lambda _form: f"10:{int(clock[0]) // 60:02}")
    chat = show(ChatBox(link))
    link.received.connect(chat.take)
    link.tell(room(member(ADA)))
    for clock[0], changed in (
        (50.0, MemberChanged(member(BOB))),
        (70.0, MemberChanged(member(CLEO))),
        (110.0, MemberLeft(BOB)),
        (115.0, MemberLeft(CLEO)),
        (116.0, MemberChanged(member(CLEO))),
    ):
        link.tell(changed)
    lines = chat.lines.toPlainText().splitlines()
    assert lines == ["10:00 Came in: Bob, Cleo", "10:01 Bob left", "10:01 Cleo came in"]


def test_who_plays_only_reads_who_comes_and_leaves(
    link: FakeLink, show: Show, heard: list[str]
) -> None:
    chat = show(ChatBox(link))
    chat.fold_empty(folds=True)
    link.received.connect(chat.take)
    link.tell(*race_here(member(ADA), member(BOB)), MemberChanged(member(CLEO, seated=False)))
    assert heard == []
    assert chat.lines.isHidden(), "the racers keep their room"
    link.tell(Said(BOB, "Bob", "Hello"))
    assert "Cleo came in to watch" in chat.lines.toPlainText()


def race_here(*members: Member) -> list[FromServer]:
    here = room(*members)
    return [here, *race(here)]


def test_names_have_colours_that_follow_the_theme(
    link: FakeLink, show: Show, qt_app: QApplication
) -> None:
    chat = show(ChatBox(link))
    before = [Remark(each, "name", "Hello") for each in (ADA, BOB, CLEO)]
    chat.take(SaidBefore(before))
    dark = colours(chat)
    assert len(set(dark)) == 3
    theme.apply(qt_app, dark=False)
    assert len(set(colours(chat))) == 3
    assert colours(chat) != dark
    theme.apply(qt_app, dark=True)
    assert colours(chat) == dark


def test_who_races_has_the_same_colour_as_in_the_race(link: FakeLink, show: Show) -> None:
    chat = show(ChatBox(link))
    here = room(member(ADA), member(BOB), member(CLEO, seated=False))
    chat.take(SaidBefore([Remark(each, "name", "Hello") for each in (ADA, BOB, CLEO)]))
    for message in race(here):
        chat.take(message)
    racing = theme.racer_colours((ADA, BOB), ADA)
    inks = [theme.legible(racing[each], theme.colours.raised) for each in (ADA, BOB)]
    assert colours(chat)[:2] == [ink.name() for ink in inks]
    assert abs(inks[1].hslHue() - racing[BOB].hslHue()) <= 2


def test_a_player_has_one_colour_before_the_race_in_it_and_after_it(
    link: FakeLink, show: Show
) -> None:
    chat = show(ChatBox(link))
    link.received.connect(chat.take)
    rivals = BOB, BOB + theme.FIRST  # who would have the same one
    link.tell(room(member(ADA), *map(member, rivals)))
    link.tell(SaidBefore([Remark(each, "name", "Hello") for each in (ADA, *rivals)]))
    before = colours(chat)
    assert len(set(before)) == 3
    link.tell(*race(room(member(ADA), *map(member, rivals))))
    assert colours(chat) == before
    link.tell(room(member(rivals[1]), member(ADA), phase="lobby"))
    assert colours(chat)[:3] == before


def test_the_newest_line_is_seen_unless_the_reader_has_gone_back(
    link: FakeLink, show: Show
) -> None:
    chat = show(ChatBox(link))
    bar = chat.lines.verticalScrollBar()
    for number in range(50):
        chat.take(Said(BOB, "Bob", f"line {number}"))
    assert bar.value() == bar.maximum() > 0
    chat.resize(chat.width(), chat.height() - 100)
    chat.grab()
    assert bar.value() == bar.maximum()
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    chat.take(Said(BOB, "Bob", "one more"))
    assert bar.value() == 0
    bar.triggerAction(QAbstractSlider.SliderAction.SliderToMaximum)
    chat.take(Said(BOB, "Bob", "and another"))
    assert bar.value() == bar.maximum()
