from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from client.board.gesture import Thresholds
from client.session.address import Address
from client.window.desktop.memory import RECENT, SERVERS, Memory
from client.window.desktop.preferences import Preferences


def test_name_and_server_are_remembered(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "new")
    assert (memory.name, memory.server) == ("", None)
    memory.name, memory.server = "Ada, “the first”", Address("race.example", 7000)
    again = Memory(tmp_path / "new")
    assert (again.name, again.server) == ("Ada, “the first”", Address("race.example", 7000))


def test_favourites_come_and_go(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    assert memory.favourites == []
    memory.toggle_favourite("4x13")
    assert Memory(tmp_path).favourites == ["4x13"]
    memory.toggle_favourite("spider")
    memory.toggle_favourite("gaps")
    assert Memory(tmp_path).favourites == ["gaps", "spider", "4x13"]
    memory.toggle_favourite("spider")
    assert Memory(tmp_path).favourites == ["gaps", "4x13"]


def test_the_games_last_played(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    assert memory.recent == []
    for game in ("spider", "gaps", "spider"):
        memory.add_recent(game)
    assert Memory(tmp_path).recent == ["spider", "gaps"]
    for number in range(RECENT):
        memory.add_recent(f"game-{number}")
    assert len(memory.recent) == RECENT
    assert memory.recent[0] == f"game-{RECENT - 1}"
    assert "spider" not in memory.recent
    assert "spider" in memory.played


@pytest.mark.parametrize("damage", ["recent=@Variant(xx)", "recent=a, b, c", "[[", "recent=\x00"])
def test_a_damaged_list_is_no_trouble(tmp_path: Path, damage: str) -> None:
    (tmp_path / "client.ini").write_text(f"[General]\n{damage}\n", encoding="utf-8")
    memory = Memory(tmp_path)
    memory.add_recent("spider")
    assert memory.recent[0] == "spider"


def test_servers_are_remembered_the_last_first(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    for number in range(SERVERS + 2):
        memory.add_server(Address("host", number + 1, code="ROOM"))
    memory.add_server(Address("host", 5))
    servers = Memory(tmp_path).servers
    assert servers[:2] == [Address("host", 5), Address("host", SERVERS + 2)]
    assert len(servers) == len(set(servers)) == SERVERS


def test_what_is_no_address_in_the_file_is_passed_over(tmp_path: Path) -> None:
    text = "[General]\nserver=ftp://x\nservers=no://address host:5\n"
    (tmp_path / "client.ini").write_text(text, encoding="utf-8")
    memory = Memory(tmp_path)
    assert memory.server is None
    assert memory.servers == [Address("host", 5)]


def test_preferences_and_the_window_are_kept(tmp_path: Path) -> None:
    memory = Memory(tmp_path)
    assert memory.preferences == Preferences()
    assert memory.window.isEmpty()
    chosen = Preferences(theme="light", volume=7, thresholds=Thresholds(quick=0.3))
    memory.preferences = chosen
    memory.window = QByteArray(b"somewhere")
    memory._settings.sync()
    again = Memory(tmp_path)
    assert again.preferences == chosen
    assert again.window == b"somewhere"


def test_a_broken_file_gives_what_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "client.ini").write_text(
        "window=5\n[preferences]\ntable=plum\nback=@Invalid()\nvolume=loud\nglow=a, b\n"
    )
    memory = Memory(tmp_path)
    assert memory.preferences == Preferences(table="plum")
    assert memory.window.isEmpty()


def test_the_deals_last_wanted(tmp_path: Path) -> None:
    assert Memory(tmp_path).deals == "any"
    Memory(tmp_path).deals = "winnable"
    assert Memory(tmp_path).deals == "winnable"
    (tmp_path / "client.ini").write_text("[General]\ndeals=frozen\n", encoding="utf-8")
    assert Memory(tmp_path).deals == "any"
