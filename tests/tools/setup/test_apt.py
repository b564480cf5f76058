import subprocess
from collections.abc import Sequence

import pytest

from tools.setup import apt


class Commands:
    """Stands for the commands of a system: keeps what was run; all but those named succeed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, root: bool, failing: str = "") -> None:
        self.run_: list[str] = []
        self.failing = failing
        monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
        monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
        monkeypatch.setattr(apt, "_run", self.run)

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        line = " ".join(command)
        self.run_.append(line)
        fails = self.failing != "" and self.failing in line
        return subprocess.CompletedProcess(command, int(fails), stdout="E: no such thing\n")


def test_root_needs_no_sudo(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands(monkeypatch, root=True)
    apt.install(["libegl1", "libgl1"])
    assert not any("sudo" in line for line in commands.run_)
    assert commands.run_[-1].endswith("install libegl1 libgl1")


def test_sudo_without_a_password(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands(monkeypatch, root=False)
    apt.install(["libegl1"])
    assert all(line.startswith("sudo -n ") for line in commands.run_)


def test_no_rights_runs_nothing_and_says_what_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands(monkeypatch, root=False, failing="sudo -n true")
    with pytest.raises(apt.CannotInstallError, match=r"Please run: sudo apt-get install .*libegl1"):
        apt.install(["libegl1"])
    assert commands.run_ == ["sudo -n true"]


def test_a_failing_update_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = Commands(monkeypatch, root=True, failing="update")
    apt.install(["libegl1"])
    assert commands.run_[-1].endswith("install libegl1")


def test_what_apt_said_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    Commands(monkeypatch, root=True, failing="install libegl1")
    with pytest.raises(apt.CannotInstallError, match="E: no such thing"):
        apt.install(["libegl1"])
