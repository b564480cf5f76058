import pytest

from client.window.widgets import status_line
from client.window.widgets.status_line import StatusLine
from harness.fakes import Show, press
from harness.qt_waiting import until


def test_a_server_that_stays_away_can_be_left(show: Show) -> None:
    line, left = show(StatusLine()), list[bool]()
    line.elsewhere.connect(lambda: left.append(True))
    line.show_trouble("No answer.", waits=True)
    assert not line._go.isVisible(), "play goes on"
    line.show_trouble("No answer.", waits=True, leaves=True)
    press(line, "Another server")
    assert left
    line.show_trouble("")
    assert not line._go.isVisible()


def test_a_notice_goes_and_trouble_stays(qt_app: object, monkeypatch: pytest.MonkeyPatch) -> None:
    line = StatusLine()
    monkeypatch.setattr(status_line, "NOTICE", 0)
    line.tell("Copied.")
    assert line.text() == "Copied."
    until(lambda: line.text() == "", "the notice is gone")
    line.show_trouble("Coming back…")
    line.tell("You give up.")
    assert line.text() == "You give up.  Coming back…"
    assert line._line.property("role") == "warning"
    until(lambda: line.text() == "Coming back…", "the notice is gone")
    line.show_trouble("")
    assert line.text() == ""
    assert line._line.property("role") == "notice"
