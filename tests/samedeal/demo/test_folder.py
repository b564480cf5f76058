from pathlib import Path

import pytest

from samedeal.demo.folder import data_folder


@pytest.mark.parametrize(
    ("platform", "variable", "place"),
    [
        ("linux", "XDG_DATA_HOME", "samedeal/demo"),
        ("win32", "LOCALAPPDATA", "samedeal/demo"),
        ("darwin", "HOME", "Library/Application Support/samedeal/demo"),
    ],
)
def test_data_goes_to_the_platforms_place(
    platform: str, variable: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv(variable, str(tmp_path))
    assert data_folder() == tmp_path / place
