import subprocess
import sys
from pathlib import Path

import pytest

from tools.setup import venv
from tools.setup.apt import CannotInstallError


def test_the_package_of_this_very_python() -> None:
    assert venv.venv_package((3, 12)) == "python3.12-venv"


def test_works_only_with_an_interpreter_that_has_pip(tmp_path: Path) -> None:
    assert not venv.works(tmp_path / "python")
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    assert not venv.works(broken)
    assert venv.works(Path(sys.executable))


def test_what_is_installed_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where Python may not keep what it compiles at a start."""
    run: list[list[str]] = []

    def note(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        run.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("subprocess.run", note)
    monkeypatch.setattr(venv, "works", lambda _: True)
    assert venv.main([str(tmp_path)]) == 0
    assert [command[2] for command in run] == ["pip", "compileall"]
    assert {"client", "server", "engine"} <= set(run[1])


def test_a_split_off_venv_module_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    monkeypatch.setattr("tools.setup.apt.available", lambda: False)
    with pytest.raises(CannotInstallError, match="without its venv"):
        venv.provide_venv_module()

    asked: list[list[str]] = []
    monkeypatch.setattr("tools.setup.apt.available", lambda: True)
    monkeypatch.setattr("tools.setup.apt.install", asked.append)
    venv.provide_venv_module()
    assert asked == [[f"python3.{sys.version_info.minor}-venv"]]
