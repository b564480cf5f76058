"""Files of somebody else's in the data directory: each command says whose, and what to type.

As root, who may do everything, the commands run as another user; as anybody else, the files are
made such that their owner may not use them, either.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from server.operator.socket import SOCKET_NAME
from server.storage.sqlite.files import FILE_NAME
from server.storage.sqlite.trouble import whose
from tests.server.storage.sqlite.old_databases import make_history

if sys.platform != "win32":
    import pwd

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such owners")

ROOT = Path(__file__).parents[2]
NOBODY = 65534
NAMELESS = 64_999
AS_ROOT = sys.platform != "win32" and os.geteuid() == 0


USER = pwd.getpwuid(NOBODY).pw_name if AS_ROOT else ""


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("history")
    asyncio.run(make_history(directory))
    return directory


@pytest.fixture
def data(history: Path) -> Iterator[Path]:
    """A data directory, of the user who runs the commands; pytest's own are for nobody else."""
    with tempfile.TemporaryDirectory(prefix="samedeal-") as place:
        data = Path(place) / "data"
        data.mkdir()
        shutil.copy(history / FILE_NAME, data)
        if AS_ROOT:
            for path in (data.parent, data, data / FILE_NAME):
                os.chown(path, NOBODY, NOBODY)
        yield data


RUN: Final = """
import contextlib, io, json, os, sys
from samedeal.__main__ import main
from samedeal.commands import admin, backup, leaderboard, replay, serve, verify
user, commands = json.loads(sys.argv[1])
def run(arguments):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        return main(arguments), said.getvalue()
for early in (["leaderboard", "klondike", "--data", "/"], ["backup", "/", "/dev"],
              ["serve", "--check"]):
    run(early)  # What is imported late is there then, whatever the user may read.
if user is not None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
print(json.dumps([run(arguments) for arguments in commands]))
"""
"""Runs commands as another user, who need not be able to read this Python."""


def run(*commands: tuple[str, ...]) -> list[tuple[int, str]]:
    """Run commands as a user who is not root; return for each its exit code and what it said."""
    program = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps([NOBODY if AS_ROOT else None, commands])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert program.returncode == 0, program.stderr
    return [(code, said) for code, said in json.loads(program.stdout)]


def forbid(path: Path) -> None:
    """Make a file or directory one that the user of the commands may not use."""
    if AS_ROOT:
        os.chown(path, 0, 0)
    path.chmod(0o700 if AS_ROOT and path.is_dir() else 0o600 if AS_ROOT else 0)


def all_commands(data: Path) -> list[tuple[str, ...]]:
    return [
        ("verify", str(data)),
        ("backup", str(data), str(data.parent / "copy")),
        ("replay", "--all", "--data", str(data)),
        ("leaderboard", "klondike", "--data", str(data)),
        ("serve", "--data", str(data), "--port", "0"),
        ("admin", str(data), "list", "rooms"),
    ]


@pytest.mark.parametrize("what", ["file", "directory", "above"])
def test_what_one_may_not_read_is_told_with_its_owner(data: Path, what: str) -> None:
    path = {"file": data / FILE_NAME, "directory": data, "above": data.parent}[what]
    forbid(path)
    try:
        # `admin` asks the server, and needs no database.
        commands = [c for c in all_commands(data) if c[0] != "admin" or what != "file"]
        for arguments, (code, said) in zip(commands, run(*commands), strict=True):
            assert code == 1, (arguments, said)
            assert "Traceback" not in said
            assert "a mistake of the program" not in said, said
            assert str(path) in said
            assert ("belongs to root, and you are" if AS_ROOT else "chmod u+rwX") in said, said
            if AS_ROOT:
                assert "sudo -u root" not in said
                to_do = {"above": "choose another place"}.get(what, f"sudo chown -R {USER}:")
                assert to_do in said, said
    finally:
        path.chmod(0o700)


@pytest.mark.skipif(not AS_ROOT, reason="only root can do it")
@pytest.mark.parametrize("place", ["data/new", "data/new/deeper"])
def test_nobody_is_told_to_take_a_directory_that_is_not_the_servers(data: Path, place: str) -> None:
    """Such as /, or /var/lib: what is to be made in it is given instead."""
    os.chown(data, 0, 0)
    data.chmod(0o755)
    new = data.parent / place
    for more in ([], ["--check"]):
        [(code, said)] = run(("serve", *more, "--port", "0", "--data", str(new)))
        assert code == 1
        assert f"{data} belongs to root, and you are {USER}; `sudo install -d -o {USER} " in said
        assert f" -m 700 {new}` makes it for you" in said
        assert "chown" not in said


@pytest.mark.skipif(not AS_ROOT, reason="only root can do it")
def test_users_without_a_name_are_told_what_can_be_typed(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: NAMELESS)
    os.chown(data, NAMELESS, 0)
    monkeypatch.setattr(os, "access", lambda path, mode, **_: Path(path) != data / FILE_NAME)
    assert f"you are user {NAMELESS}: `sudo chown -R {NAMELESS}:root {data}` gives" in whose(
        data / FILE_NAME
    )
    os.chown(data, NAMELESS + 1, 0)
    told = whose(data / FILE_NAME)
    assert f"run it as the user whose data these are, `sudo -u '#{NAMELESS + 1}' samed" in told


@pytest.mark.parametrize("place", ["data", "data/new", "data/new/deeper"])
def test_a_check_tells_that_there_can_be_no_data(data: Path, place: str) -> None:
    check = ("serve", "--check", "--data", str(data.parent / place))
    [(code, said)] = run(check)
    assert (code, said.splitlines()[-1]) == (0, "This configuration is good.")
    before = sorted(data.parent.rglob("*"))
    forbid(data)
    try:
        [(code, said)] = run(check)
        assert code == 1
        assert said.startswith("samedeal serve: command line, --data: data: ")
        assert f"{data} belongs to root" in said if AS_ROOT else "chmod u+rwX" in said
        assert said.count("\n") == 1
    finally:
        data.chmod(0o700)
    assert sorted(data.parent.rglob("*")) == before


@pytest.mark.parametrize("ending", ["-wal", "-shm"])
def test_what_sudo_left_beside_the_database_is_told(data: Path, ending: str) -> None:
    left = data / f"{FILE_NAME}{ending}"
    left.touch()
    forbid(left)
    for code, said in run(*all_commands(data)[:-1]):
        assert "Traceback" not in said
        assert "a mistake of the program" not in said, said
        assert code == 0 or str(left) in said, said
    [(code, said)] = run(("serve", "--data", str(data), "--port", "0"))
    assert code == 1
    assert ("sudo chown -R" if AS_ROOT else "chmod u+rwX") in said


@pytest.mark.skipif(not AS_ROOT, reason="only root can do it")
def test_what_root_makes_in_anothers_directory_is_the_others(data: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "samedeal", "serve", "--data", str(data), "--port", "0"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Samedeal server at")
        process.kill()
    # (The socket goes with the next start, whoever it belongs to.)
    left = [path for path in data.iterdir() if path.name != SOCKET_NAME]
    files = ("", "-wal", "-shm")
    names = {"lock", *(FILE_NAME + ending for ending in files)}
    assert {path.name for path in left} == names
    assert {path.stat().st_uid for path in left} == {NOBODY}


def test_what_one_may_use_is_nobody_elses(tmp_path: Path) -> None:
    assert whose(tmp_path / FILE_NAME) == ""
    assert whose(tmp_path / "not there" / FILE_NAME) == ""


def test_what_goes_while_one_looks_is_nobody_elses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = tmp_path / f"{FILE_NAME}-shm"
    left.touch()

    def go(path: Path, *_: object, **__: object) -> bool:
        if path == left:
            left.unlink()
        return path.exists()

    monkeypatch.setattr(os, "access", go)
    assert whose(tmp_path / FILE_NAME) == ""


def test_a_disk_that_may_only_be_read_is_nobodys_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE_NAME).touch()
    monkeypatch.setattr(os, "access", lambda path, mode, **_: not mode & os.W_OK)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=os.ST_RDONLY))
    told = whose(tmp_path / FILE_NAME)
    assert "is on a disk that may only be read" in told
    assert "chmod" not in told
    assert whose(tmp_path / FILE_NAME, writing=False) == ""
