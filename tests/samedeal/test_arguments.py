"""What commands share about their arguments."""

from pathlib import Path

import pytest

from client.bots.bot import CannotRace
from client.terminal.spectator import CannotWatch
from harness.server_thread import ServerThread
from samedeal.__main__ import main
from samedeal.arguments import turned_away
from server.network.access import Access


@pytest.mark.parametrize("password", ["", "wrong"])
@pytest.mark.parametrize("command", ["bot", "watch --terminal"])
def test_who_gave_no_good_password_is_told_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, password: str
) -> None:
    with ServerThread(tmp_path, Access(password="sesame")) as server:
        where = ("ABCDEF", "--server", f"127.0.0.1:{server.port}", "--password", password)
        assert main([*command.split(), *where]) == 1
    assert "give it with --password or in SAMEDEAL_PASSWORD" in capsys.readouterr().err


@pytest.mark.parametrize("kind", [CannotRace, CannotWatch])
def test_a_rooms_password_has_an_option_of_its_own(
    kind: type[CannotRace | CannotWatch],
) -> None:
    told = turned_away(kind("this room asks for a password", "password needed"))
    assert told.endswith(": give it with --room-password or in SAMEDEAL_ROOM_PASSWORD")
    assert turned_away(kind("the room is full", "room full")) == "the room is full"
