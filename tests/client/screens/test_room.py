from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel

from client.screens.members import remarks
from client.screens.room import RoomScreen
from protocol.messages import LeaveRoom, Rematch, SetReady, StartRace
from tests.client.screens.fakes import ADA, BOB, CLEO, FakeLink, Show, member, press, room


def test_the_host_waits_or_does_not(link: FakeLink, show: Show) -> None:
    screen = show(RoomScreen(link))
    link.tell(room(member(ADA), member(BOB)))
    assert not screen.start.isEnabled()
    press(screen, "Start anyway")
    link.tell(room(member(ADA), member(BOB, ready=True)))
    assert not screen.anyway.isVisible()
    press(screen, "Start")
    assert link.take_sent() == [StartRace(anyway=True), StartRace()]


def test_a_guest_says_ready_and_takes_it_back(link: FakeLink, show: Show) -> None:
    screen = show(RoomScreen(link))
    link.tell(room(member(BOB), member(ADA), host=BOB))
    assert not screen.start.isVisible()
    press(screen, "I am ready")
    link.tell(room(member(BOB), member(ADA, ready=True), host=BOB))
    press(screen, "Not ready after all")
    assert link.take_sent() == [SetReady(True), SetReady(False)]


def test_a_spectator_only_looks_on(link: FakeLink, show: Show) -> None:
    screen = show(RoomScreen(link))
    link.tell(room(member(BOB), member(ADA, seated=False), host=BOB))
    assert not screen.ready.isVisible()
    assert "watching" in screen.state.text()
    press(screen, "Leave")
    assert link.take_sent() == [LeaveRoom()]


def test_the_code_is_copied(link: FakeLink, show: Show) -> None:
    screen = show(RoomScreen(link))
    link.tell(room(member(ADA)))
    press(screen, "Copy")
    assert QGuiApplication.clipboard().text() == "ABCDEF"


def test_after_a_race_the_host_offers_another(link: FakeLink, show: Show) -> None:
    screen = show(RoomScreen(link))
    link.tell(room(member(ADA), member(BOB), phase="finished"))
    press(screen, "Rematch")
    assert link.take_sent() == [Rematch()]


def test_names_are_never_markup(link: FakeLink, show: Show) -> None:
    screen = show(RoomScreen(link))
    link.tell(room(member(ADA), member(99, bot=True)))
    assert "<b>Eve</b>" in screen.members.accessibleDescription()
    assert all(
        label.textFormat() == Qt.TextFormat.PlainText for label in screen.findChildren(QLabel)
    )


def test_what_there_is_to_say_of_a_member() -> None:
    assert remarks(member(ADA, ready=True), ADA, ADA) == "you, host"
    assert remarks(member(BOB, bot=True), ADA, ADA) == "bot, not ready"
    assert remarks(member(CLEO, seated=False), ADA, ADA) == "watching"
