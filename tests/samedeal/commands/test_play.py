import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from client.bots.company import Company, race_settings
from client.connection import Connection
from client.session.address import Address
from client.session.session import Session
from client.window.desktop.memory import Memory
from protocol.messages import MemberChanged, RaceStarted, RoomState, Welcome
from samedeal.__main__ import main


async def race(address: Address, name: str, company: Company) -> list[str]:
    """Make a room and call the bots, as the window does; return who races when it starts."""
    session = Session(name)
    async with asyncio.timeout(30), Connection(address, session) as connection:
        async for message in connection.messages():
            match message:
                case Welcome():
                    session.create_room(company.settings)
                case RoomState(members=[_]):
                    company.call(message.code)
                case MemberChanged() if session.room and session.is_host:
                    bots = [each for each in session.room.members if each.bot and each.ready]
                    if len(bots) == company.count:
                        session.start_race()
                case RaceStarted():
                    return [standing.name for standing in message.standings]
    return []


def test_in_the_demo_the_player_is_host_and_the_bots_come_when_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[object] = []

    def window(
        address: Callable[[], Address],
        name: str,
        *,
        at_once: bool,
        settings_dir: Path,
        company: Company,
    ) -> int:
        assert at_once
        assert not address().code
        opened.extend([name, settings_dir, asyncio.run(race(address(), name, company))])
        return 0

    monkeypatch.setattr("client.window.app.run", window)
    Memory(tmp_path / "client").add_recent("klondike")
    assert main(["play", "--demo", "--name", "Ada", "--data", str(tmp_path)]) == 0
    name, settings, racers = opened
    assert name == "Ada"
    assert settings == tmp_path / "client"
    assert isinstance(racers, list)
    assert sorted(racers) == ["Abacus", "Ada", "Bellows", "Cog"]
    assert capsys.readouterr().err == ""


def test_the_demo_races_in_the_game_that_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[Company] = []

    def window(_address: object, _name: str, *, company: Company, **_rest: object) -> int:
        found.append(company)
        return 0

    monkeypatch.setattr("client.window.app.run", window)
    assert main(["play", "--demo", "--game", "golf", "--data", str(tmp_path)]) == 0
    [company] = found
    assert company.settings == race_settings("golf")


OPEN: dict[str, object] = {"password": "", "room_password": ""}
PLAIN = OPEN | {"practice": None, "seed": None}
WATCH = OPEN | {"watch": True}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["play"], (None, None, None, PLAIN)),
        (
            ["play", "samedeal://example.org/abc", "--name", "Ada"],
            ("ws://example.org:7713/", "ABC", "Ada", PLAIN),
        ),
        (
            ["play", "--practice", "klondike", "--seed", "7"],
            (None, None, None, PLAIN | {"practice": "klondike", "seed": "7"}),
        ),
        (
            ["play", "--practice", "Klondike/deal=three-card-deals/7"],
            (None, None, None, PLAIN | {"practice": "klondike/deal=three-card-deals/7"}),
        ),
        (
            ["play", "--password", "sesame", "--room-password", "x"],
            (None, None, None, PLAIN | {"password": "sesame", "room_password": "x"}),
        ),
        (["watch", "abc"], ("ws://localhost:7713/", "ABC", None, WATCH)),
        (
            ["watch", "samedeal://example.org:80/abc"],
            ("ws://example.org:80/", "ABC", None, WATCH),
        ),
    ],
)
def test_what_the_window_is_told(
    arguments: list[str], expected: tuple[object, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []

    def window(address: Address | None, name: str | None, **rest: object) -> int:
        url, code = (address.url, address.code) if address else (None, None)
        told.extend([url, code, name, rest])
        return 3

    monkeypatch.setattr("client.window.app.run", window)
    assert main(arguments) == 3
    assert tuple(told) == expected


def test_no_server_can_be_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def window(address: Callable[[], Address], *_: object, **__: object) -> int:
        address()
        return 0

    monkeypatch.setattr("client.window.app.run", window)
    (tmp_path / "file").touch()
    assert main(["play", "--demo", "--data", str(tmp_path / "file" / "data")]) == 1
    error = capsys.readouterr().err
    assert error.startswith("samedeal play: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--practice", "klondike/7", "--seed", "8"], "a deal code has the seed in it"),
        (["--practice", "klondike/deal=4/7"], "deal cannot be '4'; it can be: "),
        (["--practice", "klondyke/7"], "there is no game called 'klondyke'"),
    ],
)
def test_a_deal_code_that_leads_nowhere_is_told(
    arguments: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["play", *arguments])
    except SystemExit as end:  # argparse's way
        code = end.code
    assert code == 2
    error = capsys.readouterr().err
    assert error.startswith("samedeal play: ")
    assert why in error
    assert error.count("\n") == 1
