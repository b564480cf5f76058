import socket

import pytest

from client.window.online import network
from client.window.online.network import name_in_network


def test_the_address_is_one_of_this_computers() -> None:
    name = name_in_network()
    if not name:
        pytest.skip("this computer is in no network")
    socket.create_server((name, 0)).close()  # others' addresses cannot be listened at


def test_without_a_network_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "OUTSIDE", ("256.0.0.1", 9))
    assert name_in_network() == ""
