"""Imports go one way, and the server runs where Qt is not installed."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("engine", "protocol", "server", "client", "samedeal", "harness", "tools", "bench")

# Imports every module of the packages named as arguments, in a process where PySide6 is not there.
IMPORT_WITHOUT_QT = """
import importlib, pkgutil, sys
sys.modules["PySide6"] = None  # From here on, importing it is an ImportError.
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        importlib.import_module(module.name)
"""


def lint_imports(directory: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=directory,
        check=False,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(directory), "PYTHONSAFEPATH": "1"},
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for package in PACKAGES:
        for module in (ROOT / package).rglob("*.py"):
            empty = tmp_path / module.relative_to(ROOT)
            empty.parent.mkdir(parents=True, exist_ok=True)
            empty.touch()
    # The one exception that the contracts name has to be there.
    (tmp_path / "engine/catalogue.py").write_text("import engine.games\n")
    return tmp_path


def test_the_contracts_hold() -> None:
    found = lint_imports(ROOT)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize(
    ("package", "imported"),
    [
        ("engine", "protocol"),
        ("engine", "time"),
        ("engine", "random"),
        ("engine", "msgspec"),
        ("protocol", "server"),
        ("protocol", "asyncio"),
        ("server", "client"),
        ("server", "PySide6"),
        ("server", "zeroconf"),
        ("client", "zeroconf"),
        ("client", "server"),
        ("client", "samedeal"),
        ("client.session", "time"),
        ("client.board", "PySide6"),
        ("client.words", "socket"),
        ("client.bots", "client.window"),
        ("client.window.scene", "client.window.screens"),
        ("server.rooms", "time"),
        ("server.rooms", "server.storage"),
        ("harness", "tools"),
    ],
)
def test_a_wrong_import_is_found(copy: Path, package: str, imported: str) -> None:
    (copy / package.replace(".", "/") / "wrong.py").write_text(f"import {imported}\n")
    found = lint_imports(copy)
    assert found.returncode == 1, found.stdout + found.stderr
    assert f"{package}.wrong -> {imported}" in found.stdout


def test_a_circle_is_found(copy: Path) -> None:
    (copy / "server/rooms/room.py").write_text("import server.rooms.lobby\n")
    (copy / "server/rooms/lobby.py").write_text("import server.rooms.room\n")
    found = lint_imports(copy)
    assert found.returncode == 1, found.stdout + found.stderr
    assert "No cycles are allowed in server.rooms" in found.stdout


def test_server_and_command_line_need_no_qt() -> None:
    command = [sys.executable, "-c", IMPORT_WITHOUT_QT, "engine", "protocol", "server", "samedeal"]
    found = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
