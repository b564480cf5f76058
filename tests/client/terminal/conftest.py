import pytest

from client.session.session import Session
from client.terminal.page import WatchedRoom
from protocol.messages import VERSION, Welcome
from tests.client.terminal.races import hear


@pytest.fixture
def watched() -> WatchedRoom:
    session = Session("Me")
    hear(session, Welcome(VERSION, 4, "Me"))
    return WatchedRoom(session)


@pytest.fixture(autouse=True)
def xterm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
