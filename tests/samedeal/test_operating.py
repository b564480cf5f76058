"""What docs/operating.md says about commands, settings and metrics is so."""

import asyncio
import re
import shutil
import sys
from pathlib import Path

import pytest

from samedeal.__main__ import COMMANDS, main
from samedeal.configuration.loading import load
from samedeal.configuration.model import settings
from server.app import Server
from server.storage.database import FILE_NAME, Database
from tests.server.storage.old_databases import make_history

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
    database = await Database.open(data)
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
