import socket

import pytest

from client.window.online import lan_address as module
from client.window.online.lan_address import lan_address


def test_the_address_is_one_of_this_computers() -> None:
    address = lan_address()
    if not address:
        pytest.skip("this computer is in no network")
    socket.create_server((address, 0)).close()  # others' addresses cannot be listened at


def test_without_a_network_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OUTSIDE", ("256.0.0.1", 9))
    assert lan_address() == ""
