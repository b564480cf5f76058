from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy

from client.window.online.child_process import Child
from harness.qt_waiting import until


@pytest.fixture
def child() -> Iterator[Child]:
    child = Child()
    yield child
    child.end()
    child.deleteLater()


def test_what_it_prints_comes_line_by_line(child: Child) -> None:
    lines: list[str] = []
    child.said.connect(lines.append)
    child.start("--version")
    until(lambda: not child.running)
    assert len(lines) == 1
    assert lines[0].startswith("samedeal ")


def test_its_last_word_of_trouble_is_told(child: Child) -> None:
    ended: list[str] = []
    child.ended.connect(ended.append)
    child.start("bot", "--server", "127.0.0.1:1")
    until(lambda: ended)
    assert ended == ["give either a room's CODE or --game GAME"]


def test_its_log_is_no_complaint(child: Child, tmp_path: Path) -> None:
    lines: list[str] = []
    ended: list[str] = []
    child.said.connect(lines.append)
    child.ended.connect(ended.append)
    child.start("serve", "--port", "0", "--data", str(tmp_path))
    until(lambda: lines and child._errors, "what it logs")
    child._process.kill()
    until(lambda: ended)
    assert ended == [""]


def test_who_is_asked_to_end_has_no_trouble(child: Child) -> None:
    ended: list[str] = []
    child.ended.connect(ended.append)
    child.start("bot", "ABCDEF", "--server", "127.0.0.1:1")  # tries again and again
    until(lambda: child.running)
    child.end()
    assert not child.running
    assert ended == [""]


def test_secrets_go_by_the_environment(child: Child) -> None:
    lines: list[str] = []
    child.said.connect(lines.append)
    child.start("serve", "--check", secrets={"SAMEDEAL_PORT": "4321"})
    spy = QSignalSpy(child.ended)
    assert spy.count() or spy.wait(20_000)
    assert any("4321" in line and "SAMEDEAL_PORT" in line for line in lines)


def test_a_program_that_is_not_there(child: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    child.ended.connect(ended.append)
    monkeypatch.setattr("sys.executable", "/no/such/python")
    child.start("--version")
    until(lambda: ended)
    assert ended[0]
    assert not child.running
