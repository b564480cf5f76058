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
    line.show_trouble("Reconnecting…")
    line.tell("You give up.")
    assert line.text() == "You give up.  Reconnecting…"
    line.show_trouble("Reconnecting, soon…")
    assert line.text() == "You give up.  Reconnecting, soon…", "that it goes on is no news"
    line.show_trouble("Reconnecting…")
    assert line._line.property("role") == "warning"
    until(lambda: line.text() == "Reconnecting…", "the notice is gone")
    line.show_trouble("")
    assert line.text() == ""
    assert line._line.property("role") == "notice"


def test_long_trouble_is_read_in_two_lines_and_takes_no_more_height(show: Show) -> None:
    line = show(StatusLine())
    line.resize(800, line.sizeHint().height())
    height = line.sizeHint().height()
    line.show_trouble("The connection was lost.", waits=True, leaves=True)
    assert line._line.lines() == ("The connection was lost.",)
    trouble = f"The connection to {'國' * 24}.example.org:65535 was lost. Reconnecting, soon…"
    line.show_trouble(trouble, waits=True, leaves=True)
    until(lambda: len(line._line.lines()) == 2)
    assert " ".join(line._line.lines()) == trouble
    assert line.sizeHint().height() == height
    line.show_trouble(trouble * 9, waits=True, leaves=True)
    assert line._line.lines()[1].endswith("…"), "and not more than two"
