"""What a player and an operator do about what is stored, from the command line."""

import io
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.session.address import Address
from client.session.tokens import Tokens
from harness.server_thread import ServerThread
from samedeal.__main__ import main
from server.storage.sqlite.files import FILE_NAME
from tests.server.play import rows


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerThread]:
    with ServerThread(tmp_path / "data") as server:
        yield server


@pytest.fixture
def tokens(tmp_path: Path, server: ServerThread) -> Path:
    """A file with the token of somebody who has been there: ann."""
    import asyncio

    from client.connection import Connection
    from client.session.session import Session
    from protocol.messages import Welcome

    session = Session("ann")

    async def come() -> None:
        async with Connection(server.address, session) as connection:
            async for message in connection.messages():
                if isinstance(message, Welcome):
                    return

    asyncio.run(come())
    file = tmp_path / "tokens.json"
    Tokens(file).keep(server.address.url, "ann", session.token)
    return file


def where(server: ServerThread, tokens: Path) -> list[str]:
    return ["--server", server.address.url, "--tokens", str(tokens)]


def test_a_player_saves_what_is_stored(
    server: ServerThread, tokens: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "ann.json"
    assert main(["export", *where(server, tokens), "--output", str(output)]) == 0
    found = json.loads(output.read_text())
    assert [each["name"] for each in found["player"]] == ["ann"]
    assert output.stat().st_mode & 0o077 == 0
    assert "has stored about ann is in" in capsys.readouterr().out
    assert main(["export", *where(server, tokens), "--output", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_an_operator_does_so_for_anybody(
    server: ServerThread, tokens: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["admin", str(tmp_path / "data"), "export", "ann"]) == 0
    assert json.loads(capsys.readouterr().out)["player"][0]["name"] == "ann"
    assert main(["admin", str(tmp_path / "data"), "export", "bob"]) == 1
    assert "there is no player 'bob'" in capsys.readouterr().err


def test_deleting_wants_the_name(
    server: ServerThread,
    tokens: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    data = tmp_path / "data"
    assert (data / FILE_NAME).exists()
    for typed in ("", "\n", "Ann\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        assert main(["delete-me", *where(server, tokens)]) == 1
        assert "nothing was done" in capsys.readouterr().err
    assert rows(data, "SELECT name FROM players WHERE NOT gone") == [("ann",)]
    monkeypatch.setattr("sys.stdin", io.StringIO("ann\n"))
    assert main(["delete-me", *where(server, tokens)]) == 0
    out = capsys.readouterr().out
    assert "What stays: in races with others" in out
    assert "ann is deleted" in out
    assert rows(data, "SELECT name FROM players WHERE NOT gone") == []
    assert Tokens(tokens).names(server.address.url) == []


def test_who_one_is_has_to_be_known(
    server: ServerThread,
    tokens: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    known, address = Tokens(tokens), server.address.url
    token = known.of(address, "ann")
    known.keep(address, "bob", "worth nothing")
    for arguments, told in {
        (): "you have several names",
        ("--name", "cat"): "no token for anybody called cat",
        ("--name", "bob"): "does not know that token",
    }.items():
        assert main(["export", *where(server, tokens), *arguments]) == 1
        assert told in capsys.readouterr().err
    monkeypatch.setitem(os.environ, "SAMEDEAL_TOKEN", token)
    assert main(["export", "--server", address, "--output", "-"]) == 0
    assert '"name":"ann"' in capsys.readouterr().out


def test_nobody_there(
    tokens: Path, server: ServerThread, capsys: pytest.CaptureFixture[str]
) -> None:
    there = Address("127.0.0.1", 1)
    Tokens(tokens).keep(there.url, "ann", "token")
    for command in ("export", "delete-me"):
        assert main([command, "--server", there.url, "--tokens", str(tokens)]) == 1
        assert "nobody listens there" in capsys.readouterr().err
