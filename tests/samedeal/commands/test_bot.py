"""What `samedeal bot` makes of its arguments."""

from typing import Any

import pytest

from client.bots.pace import Pace
from samedeal.__main__ import main
from samedeal.commands import bot as command


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Have bots that leave at once; return what each was told."""
    made: list[dict[str, Any]] = []

    class FakeBot:
        def __init__(self, address: object, name: str, room: object, **how: Any) -> None:
            made.append({"name": name, "room": room, **how})

        async def run(self) -> None:
            """Leave at once."""

        async def room_code(self) -> str:
            return "ABCDEF"

    monkeypatch.setattr(command, "Bot", FakeBot)
    return made


def test_several_bots_of_a_level_play_as_fast_as_it_does(bots: list[dict[str, Any]]) -> None:
    assert main(["bot", "ABCDEF", "--level", "2", "--count", "3"]) == 0
    assert [(bot["name"], bot["level"], bot["pace"]) for bot in bots] == [
        ("Abacus", 2, None),
        ("Bellows", 2, None),
        ("Cog", 2, None),
    ]
    assert {bot["linger"] for bot in bots} == {command.LINGER}


def test_a_pace_is_stronger_than_the_level(bots: list[dict[str, Any]]) -> None:
    assert main(["bot", "ABCDEF", "--level", "5", "--pace", "3"]) == 0
    assert bots[0]["pace"] == Pace(3.0)


def test_who_makes_the_room_stays_in_it(
    bots: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", "--game", "klondike"]) == 0
    assert (bots[0]["level"], bots[0]["linger"]) == (0, None)
    assert "Racing Klondike in room ABCDEF." in capsys.readouterr().out


def test_there_are_five_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "ABCDEF", "--level", "6"]) == 2
    assert "--level" in capsys.readouterr().err
