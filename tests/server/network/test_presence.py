"""Who is connected, over real sockets."""

from pathlib import Path

from server.app import Server
from tests.server.play import client, comes_true


async def test_who_is_connected_from_where_and_on_which_connection(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        presence = server.presence
        async with client(server, "ann") as ann:
            assert {p: str(a) for p, a in presence.addresses.items()} == {ann.player: "127.0.0.1"}
            older = presence.newest[ann.player]
            async with client(server, token=ann.welcome.token):
                assert not presence.is_newest(ann.player, older)
                assert presence.is_newest(ann.player, presence.newest[ann.player])
                assert len(presence) == 1
        await comes_true(lambda: not presence.newest)
