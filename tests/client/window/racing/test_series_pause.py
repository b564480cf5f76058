import time

import pytest
from PySide6.QtWidgets import QWidget

from client.window.racing.series_pause import SeriesPause
from harness.fakes import FakeLink, Show
from tests.client.evenings import RACES, Told


def followed(link: FakeLink, screen: QWidget) -> tuple[SeriesPause, list[str]]:
    """Return the pause of a series as a screen tells of it, and what it was told."""
    pause, told = SeriesPause(link.session, screen), list[str]()
    pause.told.connect(told.append)
    pause.follow()
    return pause, told


def test_each_second_is_told_until_the_room_opens(
    link: FakeLink, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    link.tell(Told(RACES).room(pause=42_000))
    pause, told = followed(link, show(QWidget()))
    assert pause.clock.isActive()
    opens = link.session.opens
    for left in (11.5, 0.0):
        monkeypatch.setattr(time, "monotonic", lambda left=left: opens - left)
        pause.clock.timeout.emit()
    ready = "On to the next deal when all are ready, or in {} s"
    assert told == [ready.format(42), ready.format(12), ""]
    assert not pause.clock.isActive()


def test_a_pause_that_is_held_or_that_nobody_sees_is_not_counted(
    link: FakeLink, show: Show
) -> None:
    screen = show(QWidget())
    link.tell(Told(RACES).room(pause=42_000, held=True))
    pause, told = followed(link, screen)
    assert told == ["The host holds the pause."]
    assert not pause.clock.isActive()
    link.tell(Told(RACES).room(pause=42_000))
    screen.hide()
    pause.clock.timeout.emit()
    assert not pause.clock.isActive()
    screen.show()
    pause.follow()
    assert pause.clock.isActive()
    pause.rest()
    assert not pause.clock.isActive()
