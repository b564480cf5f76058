"""How many people are on a server, asked over real sockets."""

import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QElapsedTimer

from client.window.online import head_count
from client.window.online.head_count import people_on
from harness.server_thread import ServerThread

BEGIN = b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n# HELP samedeal_players Players.\n"


def asked(answer: bytes, *, forever: bool = False) -> int | None:
    """Return what is found by who asks a server that says this, once or `forever`."""

    def serve() -> None:
        line, _ = server.accept()
        with line:
            assert line.recv(4096).startswith(b"GET /metrics HTTP/1.1\r\n")
            try:
                line.sendall(answer)
                while forever:
                    line.sendall(answer)
            except ConnectionError:
                pass

    with socket.create_server((head_count.HERE, 0)) as server, ThreadPoolExecutor() as pool:
        serving = pool.submit(serve)
        found = people_on(server.getsockname()[1])
        serving.result()
        return found


@pytest.mark.parametrize(
    ("answer", "people"),
    [
        (BEGIN + b"samedeal_players 5.0\nsamedeal_bots 2.0\n", 3),
        (BEGIN + b"samedeal_players 5.0\nsamedeal_bots 2", None),
        (BEGIN + b"samedeal_players 5.0\n", None),
        (b"SSH-2.0\r\n", None),
    ],
)
def test_of_players_those_who_are_no_bots_are_people(answer: bytes, people: int | None) -> None:
    assert asked(answer) == people


@pytest.mark.usefixtures("qt_app")
def test_a_server_that_tells_nobody_its_numbers_is_known_for_that(tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        assert people_on(server.port) is None


def test_nobody_is_waited_for_who_says_nothing_or_never_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert asked(BEGIN, forever=True) is None
    monkeypatch.setattr(head_count, "PATIENCE", 100)
    with socket.create_server((head_count.HERE, 0)) as mute:
        port = mute.getsockname()[1]
        clock = QElapsedTimer()
        clock.start()
        assert people_on(port) is None
        assert clock.elapsed() < 1000
    assert people_on(port) is None, "nobody is there"
