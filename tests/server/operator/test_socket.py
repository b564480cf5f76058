"""The operator's socket in the data directory of a real server."""

import asyncio
import json
import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from server.app import Server
from server.operator.requests import Announce, AnyRequest, List
from server.operator.socket import SOCKET_NAME, NoAnswer, ask
from tests.server.play import client


async def test_the_socket_is_the_owners_alone_and_goes_with_the_server(tmp_path: Path) -> None:
    path = tmp_path / SOCKET_NAME
    with socket.socket(socket.AF_UNIX) as left_over:
        left_over.bind(str(path))
    async with Server.open(tmp_path):
        mode = path.stat().st_mode
        assert stat.S_ISSOCK(mode)
        assert mode & 0o077 == 0
        assert os.umask(0o022) == 0o022  # as it was before
    assert not path.exists()
    with pytest.raises(NoAnswer, match="no server is running"):
        await ask(tmp_path, List("rooms"))


def lead_away(path: Path) -> None:
    path.symlink_to("precious")


@pytest.mark.parametrize(
    ("make", "kind"), [(Path.touch, "file"), (Path.mkdir, "directory"), (lead_away, "link")]
)
async def test_what_is_no_socket_stays_and_the_server_runs(
    tmp_path: Path, make: Callable[[Path], None], kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / SOCKET_NAME
    make(path)
    before = path.lstat()
    async with Server.open(tmp_path) as server, client(server, "ann"):
        assert f"admin.sock is a {kind} and no socket: move it away, and start" in caplog.text
        assert "Errno" not in caplog.text
    assert path.lstat() == before


async def test_a_path_too_long_for_a_socket_keeps_no_server_from_running(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = tmp_path / ("long" * 30)
    async with Server.open(data) as server, client(server, "ann"):
        assert "will not reach this server" in caplog.text
        assert "too long for a socket" in caplog.text
        with pytest.raises(NoAnswer, match="the path is too long for a socket, which may have"):
            await ask(data, List("players"))
    # What it tells to do helps.
    short = tmp_path / "short"
    short.symlink_to(data)
    async with Server.open(short):
        assert (await ask(short, List("players"))).ok


@pytest.mark.parametrize("line", [b"", b"noise\n", b"{}\n", b'{"do":"list","what":"tokens"}\n'])
async def test_what_is_no_request_is_refused(tmp_path: Path, line: bytes) -> None:
    async with Server.open(tmp_path):
        reader, writer = await asyncio.open_unix_connection(tmp_path / SOCKET_NAME)
        writer.write(line)
        writer.write_eof()
        answer = json.loads(await reader.readline())
        assert not answer["ok"]
        writer.close()


async def test_a_server_that_does_not_answer_is_not_waited_for_without_end(tmp_path: Path) -> None:
    # As one that is frozen: its system lets whoever asks in, and nobody reads.
    with socket.socket(socket.AF_UNIX) as frozen:
        frozen.bind(str(tmp_path / SOCKET_NAME))
        frozen.listen()
        with pytest.raises(NoAnswer, match=r"does not answer within 0\.01 seconds"):
            await ask(tmp_path, List("rooms"), patience=0.01)


@pytest.mark.parametrize("words", [b"", b'{"ok":true', b"[]\n", b"\xff\n"])
async def test_a_server_that_is_killed_while_it_answers(tmp_path: Path, words: bytes) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(words)
        await writer.drain()
        writer.transport.abort()  # with the request unread

    async with await asyncio.start_unix_server(answer, tmp_path / SOCKET_NAME):
        with pytest.raises(NoAnswer, match="the server did not answer; its log may tell why"):
            await ask(tmp_path, List("rooms"))


@pytest.mark.parametrize(
    ("request_", "why"),
    [
        (Announce("x" * 70_000), "that is too long: a request has at most 65536 bytes"),
        (Announce("\udcff"), "what was given is no text in UTF-8"),
    ],
)
async def test_what_cannot_be_asked(tmp_path: Path, request_: AnyRequest, why: str) -> None:
    async with Server.open(tmp_path):
        with pytest.raises(NoAnswer, match=why):
            await ask(tmp_path, request_)
