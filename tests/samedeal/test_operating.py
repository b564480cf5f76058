"""What docs/operating.md says about commands, settings and metrics is so."""

import asyncio
import configparser
import re
import shutil
import sys
from pathlib import Path

import pytest

from engine import catalogue
from samedeal.__main__ import COMMANDS, main
from samedeal.configuration.loading import load
from samedeal.configuration.model import settings
from server.app import Server
from server.bounds import Limits
from server.network.acceptor import RECEIVE_BUFFER, SEND_BUFFER
from server.network.door import SPARE
from server.operator.socket import PATIENCE
from server.storage.sqlite.database import SQLiteDatabase
from server.storage.sqlite.files import FILE_NAME
from tests.server.play import client, start
from tests.server.storage.sqlite.old_databases import make_history

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "operating.md").read_text()


async def test_every_metric_is_on_the_page_and_no_other(tmp_path: Path) -> None:
    async with Server.open(tmp_path) as server:
        text = server.metrics.page().decode()
    counted = {name.removesuffix("_total") for name in re.findall(r"# TYPE (samedeal_\w+)", text)}
    told = {re.sub(r"_(total|bucket)$", "", name) for name in re.findall(r"\b(samedeal_\w+)", PAGE)}
    assert told == counted


def test_every_setting_and_file_on_the_page_is_there(tmp_path: Path) -> None:
    flags = {setting.flag for setting in settings().values()}
    for flag in re.findall(r"(--limits-[\w-]+)", PAGE):
        assert flag in flags
    for name in re.findall(r"docs/([\w./-]+\w)", PAGE):
        assert (DOCS / name).exists() or name == "performance.md", name
    for command in re.findall(r"samedeal (\w+) /", PAGE):
        assert command in COMMANDS, command
    text = "\n".join(re.findall(r'^    (host = "127.*|proxies = .*)$', PAGE, re.MULTILINE))
    file = tmp_path / "samedeal.toml"
    file.write_text(text)
    assert [str(network) for network in load(file, {}, {}).configuration.proxies] == [
        "127.0.0.1/32",
        "::1/128",
    ]


def test_the_unit_has_room_for_what_the_bounds_allow() -> None:
    unit = configparser.ConfigParser(strict=False)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read(DOCS / "deploy" / "samedeal.service")
    service, limits = unit["Service"], Limits()
    full = (
        45_000_000
        + limits.connections * (55_000 + 400 * 150)  # all of them race
        + limits.rooms * limits.event_bytes
        + 1_000 * (limits.unsent + 2 * SEND_BUFFER + 2 * RECEIVE_BUFFER)
    )
    assert int(service["MemoryMax"].removesuffix("G")) * 2**30 > 1.5 * full
    assert f"That is {full / 1e9:.0f} GB" in PAGE
    for words in (
        f"| {limits.connections:,}: {limits.connections * 55 // 1000} MB |",
        f"{limits.moves:,} at most | {limits.connections:,} racers with 400: ",
        f"| {limits.rooms:,} rooms: {limits.rooms * limits.event_bytes / 1e6:.0f} MB |",
        f"1,000 of them: {1_000 * limits.unsent / 1e6:.0f} MB |",
    ):
        assert words in PAGE, words
    assert int(service["LimitNOFILE"]) > limits.connections + SPARE + 256
    assert int(service["TimeoutStopSec"]) > limits.stop_after + 30
    assert f"within {PATIENCE:g} seconds" in " ".join(PAGE.split())


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
async def test_the_unit_is_one() -> None:
    if not (tool := shutil.which("systemd-analyze")):
        pytest.skip("systemd-analyze is not here")
    process = await asyncio.create_subprocess_exec(
        tool,
        "verify",
        DOCS / "deploy" / "samedeal.service",
        stderr=asyncio.subprocess.PIPE,
    )
    _, errors = await process.communicate()
    told = [
        line
        for line in errors.decode().splitlines()
        if "samedeal.service" in line and "is not executable" not in line
    ]
    assert told == []


def test_backup_restore_and_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, copies, again = (tmp_path / name for name in ("data", "copies", "again"))
    asyncio.run(make_history(data))
    copies.mkdir()
    assert main(["backup", str(data), str(copies)]) == 0
    [copy] = copies.iterdir()
    assert capsys.readouterr().out.startswith(f"{copy}: 0.")
    again.mkdir()
    shutil.copy(copy, again / FILE_NAME)
    assert main(["verify", str(again)]) == 0
    assert capsys.readouterr().out == "5 races with 45 moves: all check out\n"
    assert main(["backup", str(data), str(copy)]) == 1
    assert "is there already" in capsys.readouterr().err


def test_what_does_not_check_out_is_a_line_and_an_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(make_history(tmp_path))
    asyncio.run(_spoil(tmp_path))
    assert main(["verify", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out.count("\n") == 2
    assert told.out.startswith("race 2: bob's score is 3, and by the moves it is 52\n")
    assert told.err.startswith("5 races with 45 moves: 2 things do not check out\n")
    assert "The file itself is sound" in told.err


async def _spoil(data: Path) -> None:
    database = await SQLiteDatabase.open(data)
    await database.write([("UPDATE racers SET score = 3 WHERE race = 2 AND seat = 0", [()])])
    await database.close()


@pytest.mark.parametrize("name", ["backup", "verify"])
def test_where_there_is_no_database(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [name, str(tmp_path), *([str(tmp_path / "x")] if name == "backup" else [])]
    assert main(arguments) == 1
    assert capsys.readouterr().err == (
        f"samedeal {name}: there is no database in {tmp_path}; is it the data directory?\n"
    )


async def test_commands_that_read_work_beside_a_running_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each in a process of its own, as an operator would: they disturb no race, nor each other."""
    data = tmp_path / "data"
    await make_history(data)
    klondike = catalogue.make("klondike")

    async def read(*arguments: str) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "samedeal", *arguments),
            cwd=DOCS.parent,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        said, _ = await process.communicate()
        assert process.returncode == 0, (arguments, said)

    async with Server.open(data) as server, client(server, "zoe") as zoe:
        await start(zoe)
        commands = [
            ("verify", str(data)),
            ("backup", str(data), str(tmp_path / "copy")),
            ("replay", "--all", "--data", str(data)),
            ("leaderboard", "klondike", "--data", str(data)),
        ]
        reading = [asyncio.create_task(read(*arguments)) for arguments in commands]
        moves = 0
        while not all(task.done() for task in reading) and moves < 200:
            await zoe.act(klondike)
            moves += 1
            await asyncio.sleep(0.06)  # No faster than a server takes them.
        await asyncio.gather(*reading)
        assert (await zoe.act(klondike)).number == moves + 1
        assert server.database.trouble is None
    assert sorted(path.name for path in data.iterdir()) == ["lock", FILE_NAME]
    assert main(["verify", str(data)]) == 0
    assert main(["verify", str(tmp_path / "copy")]) == 0
