import io

import pytest

from server.monitoring.colours import wants_colours


class Terminal(io.StringIO):
    """A stream that says that it leads to a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("term", "no_color", "wanted"),
    [
        ("xterm-256color", None, True),
        ("xterm-256color", "", True),
        ("xterm-256color", "1", False),
        ("xterm-256color", "0", False),
        ("dumb", None, False),
        ("", None, False),
    ],
)
def test_colours_are_for_terminals_that_show_them_and_people_who_want_them(
    monkeypatch: pytest.MonkeyPatch, term: str, no_color: str | None, wanted: bool
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("TERM", term)
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    assert wants_colours(Terminal()) is wanted
    assert not wants_colours(io.StringIO())


def test_a_terminal_that_does_not_say_what_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    assert not wants_colours(Terminal())
    monkeypatch.setattr("sys.platform", "win32")
    assert wants_colours(Terminal())
