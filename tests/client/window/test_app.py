"""The program with its window, from what the command line says on; the window is in test_window."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from client.window.app import AppTheme, run
from client.window.desktop import preferences, theme
from client.window.desktop.memory import Memory
from client.window.desktop.preferences import Preferences
from engine.catalogue import UnknownGame

RUN = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from client.session.address import Address
from client.window.app import run
QApplication.exec = lambda *_: 0
sys.exit(run({arguments}, settings_dir=Path({directory!r})))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        "",
        "practice='montana', seed='x'",
        "practice='klondike/deal=three-card-deals/x'",
        "Address('127.0.0.1', 1, code='CODE'), 'Ada', watch=True",
        "Address('localhost')",
    ],
)
def test_it_starts(tmp_path: Path, arguments: str) -> None:
    start(tmp_path, arguments or "None")


@pytest.mark.parametrize(("login", "name"), [("ada", "ada"), ("root", "Neuling")])
def test_who_is_to_race_at_once_has_a_name(tmp_path: Path, login: str, name: str) -> None:
    start(tmp_path, "Address('127.0.0.1', 1), at_once=True", LOGNAME=login, LC_ALL="de_DE.UTF-8")
    assert Memory(tmp_path).name == name


def start(directory: Path, arguments: str, **environment: str) -> None:
    """Start the program with these arguments; its settings are in `directory`."""
    code = RUN.format(arguments=arguments, directory=str(directory))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=os.environ | environment,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr


def test_an_unknown_game_is_refused_before_a_window_opens(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame):
        run(practice="no such game", settings_dir=tmp_path)


def test_the_theme_follows_the_preferences(qt_app: QApplication) -> None:
    app_theme = AppTheme(qt_app)
    assert theme.colours is theme.DARK
    preferences.live.set(Preferences(theme="light"))
    assert theme.colours is theme.LIGHT
    preferences.live.set(Preferences(theme="dark"))
    assert theme.colours is theme.DARK
    preferences.live.changed.disconnect(app_theme.follow)
    qt_app.styleHints().colorSchemeChanged.disconnect(app_theme.follow)
    qt_app.setStyleSheet("")
