import getpass
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths

from client.window.desktop.system import prefers_little_motion, user_name


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: str(tmp_path))
    return tmp_path


def test_motion_is_welcome_where_nothing_is_said(config: Path) -> None:
    assert not prefers_little_motion()


@pytest.mark.parametrize(
    ("file", "text", "little"),
    [
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
        ("kdeglobals", "[KDE]\nAnimationDurationFactor=0.5\n", False),
        ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
        ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=1\n", False),
        ("gtk-3.0/settings.ini", "no settings at all", False),
    ],
)
def test_the_desktops_files_are_asked(config: Path, file: str, text: str, little: bool) -> None:
    (config / file).parent.mkdir(exist_ok=True)
    (config / file).write_text(text)
    assert prefers_little_motion() is little


@pytest.mark.parametrize(
    ("login", "name"), [("ada", "ada"), ("root", ""), ("Guest", ""), ("", ""), ("x" * 40, "x" * 24)]
)
def test_who_types_no_name_goes_by_the_systems(
    monkeypatch: pytest.MonkeyPatch, login: str, name: str
) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: login)
    assert user_name() == name


def test_a_user_without_a_name_is_called_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> str:
        raise KeyError

    monkeypatch.setattr(getpass, "getuser", fail)
    assert user_name() == ""
