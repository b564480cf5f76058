from pathlib import Path

import pytest

from samedeal import page
from samedeal.page import CLIENT, page_folders
from server.network.page.files import read_page


def install(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "CLIENT", folder)


def test_the_page_is_that_of_the_client_with_the_texts_of_the_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "index.html").touch()
    (tmp_path / "languages").mkdir()
    for file in (CLIENT / "languages").glob("*.json"):
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
