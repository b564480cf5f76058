import json
import subprocess
from pathlib import Path

import pytest

from tools.setup import typescript


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(typescript, "FOLDER", tmp_path)
    compiler = tmp_path / "node_modules" / "typescript" / "bin" / "tsc"
    monkeypatch.setattr(typescript, "COMPILER", compiler)
    return tmp_path


def put_there(folder: Path, version: str) -> None:
    package = folder / "node_modules" / "typescript"
    (package / "bin").mkdir(parents=True)
    (package / "bin" / "tsc").touch()
    (package / "package.json").write_text(json.dumps({"version": version}))


def test_one_version_is_named() -> None:
    assert all(part.isdigit() for part in typescript.wanted().split("."))


def test_nothing_is_done_where_it_is_there(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    put_there(folder, typescript.wanted())
    monkeypatch.setattr(typescript, "install", lambda: pytest.fail("it is there"))
    assert typescript.main() == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("there", ["", "1.0.0"])
def test_it_is_installed_in_the_version_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, there: str
) -> None:
    if there:
        put_there(folder, there)
    ran: list[list[str]] = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append(command)
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    assert typescript.main() == 0
    assert ran[0][-1] == f"typescript@{typescript.wanted()}"
    assert str(folder) in ran[0]


def test_what_is_left_out_is_said_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 1, "", "npm error network\n")

    monkeypatch.setattr(subprocess, "run", fail)
    assert typescript.main() == 0
    said = capsys.readouterr().err
    assert "npm error network" in said
    assert "is left out" in said
