from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths

from client.window.desktop.memory import _place
from samedeal.identity import usual_tokens


def test_tokens_are_where_the_window_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    place = _place(QStandardPaths.StandardLocation.GenericConfigLocation)
    assert usual_tokens() == place / "tokens.json"
    monkeypatch.setenv("XDG_CONFIG_HOME", "/somewhere/else")
    assert usual_tokens() == Path("/somewhere/else/samedeal/tokens.json")


def test_other_systems_have_other_places() -> None:
    home = Path.home()
    assert usual_tokens({}, "darwin") == home / "Library/Preferences/samedeal/tokens.json"
    assert usual_tokens({"LOCALAPPDATA": "/local"}, "win32") == Path("/local/samedeal/tokens.json")
    assert usual_tokens({"XDG_CONFIG_HOME": "odd"}, "linux") == (
        home / ".config/samedeal/tokens.json"
    )
