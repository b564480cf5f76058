import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable, Sequence

import pytest

from client.session import nearby as session_nearby
from client.session.nearby import Nearby
from protocol.nearby import About
from samedeal.__main__ import main
from samedeal.commands import nearby
from samedeal.nearby import finder

ADA = Nearby("ADA-PC", "192.0.2.5", 8765, False, About())
EVE = Nearby("\x1b[2JEve\n", "192.0.2.9", 7713, True, About(True, True, 99))
WITHOUT_END = """
import asyncio, sys
from samedeal.nearby import finder
async def find(show):
    while True:
        show([])
        await asyncio.sleep(0.01)
finder.find = find
from samedeal.__main__ import main
sys.exit(main(["nearby", "--follow"]))
"""


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> list[Nearby]:
    """What is found at once, and nothing after that."""
    servers: list[Nearby] = []

    async def find(show: Callable[[Sequence[Nearby]], object]) -> None:
        show(servers)
        await asyncio.Event().wait()

    monkeypatch.setattr(finder, "find", find)
    monkeypatch.setattr(nearby, "LOOKED", 0.01)
    return servers


def test_the_servers_are_a_table(found: list[Nearby], capsys: pytest.CaptureFixture[str]) -> None:
    found += [ADA, EVE]
    assert main(["nearby"]) == 0
    heads, ada, eve = capsys.readouterr().out.splitlines()
    assert heads.split() == ["name", "address"]
    assert ada.split() == ["ADA-PC", "192.0.2.5:8765"]
    assert eve.split("  ")[-1] == (
        "on this computer, asks for a password, of another version of Samedeal"
    )
    assert "wss://192.0.2.9" in eve
    assert "\x1b" not in eve


def test_that_there_is_none_is_told(
    found: list[Nearby], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["nearby"]) == 0
    assert capsys.readouterr().out == "No server is announced in this network.\n"


def test_a_list_that_goes_on_is_a_line_for_a_program(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def find(show: Callable[[Sequence[Nearby]], object]) -> None:
        show([])
        show([ADA, EVE])

    monkeypatch.setattr(finder, "find", find)
    monkeypatch.setattr(os, "nice", lambda _: 0, raising=False)
    assert main(["nearby", "--follow"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [session_nearby.read(line) for line in lines] == [[], [ADA, EVE]]


async def test_it_ends_when_nobody_reads_it() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WITHOUT_END, stdout=PIPE, stderr=PIPE
    )
    assert process.stdout
    assert process.stderr
    async with asyncio.timeout(30):
        assert await process.stdout.readline() == b"[]\n"
        process._transport.get_pipe_transport(1).close()  # type: ignore[attr-defined]
        assert await process.stderr.read() == b""
        assert await process.wait() == 1
