from pathlib import Path

from client.session.address import Address
from client.window.widgets.server_list import ServerList
from harness.fakes import Show
from harness.qt_waiting import until
from harness.server_thread import ServerThread


def test_each_server_says_how_it_is(show: Show, tmp_path: Path) -> None:
    with ServerThread(tmp_path) as server:
        servers = show(ServerList())
        servers.show_servers([server.address, Address("127.0.0.1", 1)])
        until(lambda: servers.text(0, 1).startswith("up, "), "the server's answer")
        until(lambda: servers.text(1, 1) == "none is open", "no answer")
    servers.refresh()
    until(lambda: servers.text(0, 1) == "none is open", "the server is gone")
