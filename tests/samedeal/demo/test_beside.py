import socket
from pathlib import Path

import pytest

from client.session.address import Address
from samedeal.demo.beside import DemoProblem, DemoProcess


def is_there(address: Address) -> bool:
    try:
        socket.create_connection((address.host, address.port), timeout=10).close()
    except OSError:
        return False
    return True


def test_the_server_is_there_during_the_block(tmp_path: Path) -> None:
    with DemoProcess(None, tmp_path) as demo:
        address = demo.address()
        assert is_there(address)
        assert demo.address() == address, "it is asked once"
    assert not is_there(address)


def test_a_server_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with DemoProcess(None, tmp_path / "file" / "data") as demo:
        for _ in range(2):
            with pytest.raises(DemoProblem, match="data"):
                demo.address()
        demo.call("ABCDEF")  # nobody is there any more, and the window goes on


def test_a_process_that_ends_by_itself_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("samedeal.demo.beside.PROGRAM", ("-c", "pass"))
    with (
        DemoProcess(None, tmp_path) as demo,
        pytest.raises(DemoProblem, match="ended by itself"),
    ):
        demo.address()
