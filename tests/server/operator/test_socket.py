"""The operator's socket in the data directory of a real server."""

import asyncio
import json
import os
import stat
from pathlib import Path

import pytest

from server.app import Server
from server.operator.requests import List
from server.operator.socket import SOCKET_NAME, NoServer, ask
from tests.server.play import client


async def test_the_socket_is_the_owners_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    path = tmp_path / SOCKET_NAME
    path.write_text("left over")
    async with Server.open(tmp_path):
        mode = path.stat().st_mode
        assert stat.S_ISSOCK(mode)
        assert mode & 0o077 == 0
        assert os.umask(0o022) == 0o022  # as it was before
    assert not path.exists()
    with pytest.raises(NoServer, match="no server is running"):
        await ask(tmp_path, List("rooms"))


async def test_a_path_too_long_for_a_socket_keeps_no_server_from_running(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Server.open(tmp_path / ("long" * 30)) as server, client(server, "ann"):
        assert "will not reach this server" in caplog.text


@pytest.mark.parametrize("line", [b"", b"noise\n", b"{}\n", b'{"do":"list","what":"tokens"}\n'])
async def test_what_is_no_request_is_refused(tmp_path: Path, line: bytes) -> None:
    async with Server.open(tmp_path):
        reader, writer = await asyncio.open_unix_connection(tmp_path / SOCKET_NAME)
        writer.write(line)
        writer.write_eof()
        answer = json.loads(await reader.readline())
        assert not answer["ok"]
        writer.close()
