import io
import re
import sys

import pytest

from samedeal.progress import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def xterm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")


def test_a_terminal_shows_how_far_it_is_and_is_clean_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(sys, "stdout", pipe := io.StringIO())
    with progress("races") as report:
        report(1, 3)
        report(2, 3)
        print("race 2 is wrong")  # noqa: T201
    plain = re.sub(r"\x1b\[[\d;]*m", "", terminal.getvalue())
    assert "2 of 3 races" in plain
    assert plain.endswith("\x1b[1A\x1b[2K")
    assert pipe.getvalue() == "race 2 is wrong\n"


def test_what_is_printed_on_the_same_terminal_stands_above(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    with progress("races") as report:
        report(1, 3)
        print("race 1: [bold]x[/] is wrong")  # noqa: T201
    assert "race 1: [bold]x[/] is wrong\n" in terminal.getvalue()


@pytest.mark.parametrize("forced", ["", "1"])
def test_a_pipe_is_left_alone(monkeypatch: pytest.MonkeyPatch, forced: str) -> None:
    monkeypatch.setenv("FORCE_COLOR", forced)
    monkeypatch.setattr(sys, "stderr", error := io.StringIO())
    monkeypatch.setattr(sys, "stdout", out := io.StringIO())
    with progress("races") as report:
        report(1, 3)
    assert (error.getvalue(), out.getvalue()) == ("", "")


def test_a_dumb_terminal_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(sys, "stdout", terminal)
    with progress("races") as report:
        report(1, 3)
    assert terminal.getvalue() == ""
