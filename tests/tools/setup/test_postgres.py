from pathlib import Path

import pytest

from harness import cluster
from tools.setup import apt, postgres


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Have no PostgreSQL; return where it would be."""
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(cluster, "_DEBIAN", tmp_path)
    monkeypatch.setattr(apt, "available", lambda: True)
    return tmp_path


def test_what_is_left_out_is_said_and_stops_nothing(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(packages: list[str]) -> None:
        raise apt.CannotInstallError(f"Please run: {apt.command_for(packages)}")

    monkeypatch.setattr(apt, "write", lambda *_: None)
    monkeypatch.setattr(apt, "install", refuse)
    assert postgres.main() == 0
    said = capsys.readouterr().err
    assert "Please run: sudo apt-get install --no-install-recommends postgresql" in said
    assert "The tests of storage in PostgreSQL are left out" in said


def test_it_is_installed_without_a_database_of_its_own(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[str] = []

    def install(packages: list[str]) -> None:
        done.extend(packages)
        for version in ("9", "15", "all"):
            (nowhere / version / "bin").mkdir(parents=True)
            (nowhere / version / "bin" / "initdb").touch()

    monkeypatch.setattr(apt, "write", lambda path, text: done.append(text))
    monkeypatch.setattr(apt, "install", install)
    assert postgres.main() == 0
    assert done == ["create_main_cluster = false\n", cluster.PACKAGE]
    assert cluster.programs() == nowhere / "15" / "bin"
    assert capsys.readouterr().err == ""
