import io
import sys

import pytest

from samedeal import progress
from samedeal.progress import ProgressLine


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_how_far_it_is_and_is_clean_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with ProgressLine("races") as showing:
        showing.show(1, 3)
        showing.show(2, 3)
    assert terminal.getvalue() == "\r\x1b[K1 of 3 races\r\x1b[K2 of 3 races\r\x1b[K"


def test_not_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setattr(progress, "EVERY", 1e9)
    with ProgressLine("races") as showing:
        showing._shown = float("inf")
        showing.show(1, 3)
    assert "1 of 3" not in terminal.getvalue()


def test_a_pipe_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", pipe := io.StringIO())
    with ProgressLine("races") as showing:
        showing.show(1, 3)
    assert pipe.getvalue() == ""
