from pathlib import Path

import pytest

import client
from samedeal.page import page_folders
from server.network.page_files import read_page

HERE = Path(client.__file__).parent


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "__file__", str(folder / "__init__.py"))


def test_the_page_is_that_of_the_client_with_the_texts_of_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").touch()
    (tmp_path / "languages").mkdir()
    for file in (HERE / "languages").iterdir():
        (tmp_path / "languages" / file.name).write_bytes(file.read_bytes())
    install(tmp_path, monkeypatch)
    folders = page_folders()
    assert folders
    assert {"index.html", "languages/de.json", "languages/en.json"} <= set(read_page(folders).files)


def test_an_installation_without_the_page_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, monkeypatch)
    assert page_folders() is None
