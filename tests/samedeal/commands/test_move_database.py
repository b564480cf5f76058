"""The commands that know both kinds of database, as an operator types them."""

from pathlib import Path

import pytest

from samedeal.__main__ import main
from tests.server.play import change
from tests.server.storage.conftest import address, postgres
from tests.server.storage.sqlite.old_databases import make_history

__all__ = ["address", "postgres"]


@pytest.fixture
async def club(tmp_path: Path) -> Path:
    await make_history(tmp_path / "club")
    return tmp_path / "club"


def test_a_club_moves_and_is_looked_into_where_it_is(
    club: Path, address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["move-database", str(club), address]) == 0
    assert "rows were moved, and all races played again: they are the same." in (
        capsys.readouterr().out
    )
    asked = (
        ["verify"],
        ["leaderboard", "thirteens", "--data"],
        ["replay", "--all", "--data"],
    )
    for command in asked:
        told = []
        for place in (str(club), address):
            assert main([*command, place]) == 0
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]
    assert main(["move-database", address, str(tmp_path / "back")]) == 0
    assert main(["verify", str(tmp_path / "back")]) == 0


def test_what_is_wrong_is_told(
    club: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(club, "UPDATE racers SET score = score + 1 WHERE race = 2")
    assert main(["move-database", str(club), address]) == 0
    assert "did not check out before" in capsys.readouterr().out
    assert main(["verify", address]) == 1
    assert "score is" in capsys.readouterr().out
    assert main(["move-database", str(club), address]) == 1
    assert "somebody has played in the database" in capsys.readouterr().err
    for command in (["verify"], ["leaderboard", "4x13", "--data"]):
        assert main([*command, "postgresql://nobody@127.0.0.1:1/club"]) == 1
        assert "cannot be reached" in capsys.readouterr().err
