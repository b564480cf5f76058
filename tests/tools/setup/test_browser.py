from pathlib import Path

import pytest

from harness import browsing
from harness.browsers import firefox, webkit
from tools.setup import apt, browser


def test_what_is_left_out_is_said_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(packages: list[str]) -> None:
        raise apt.CannotInstallError(f"Please run: {apt.command_for(packages)}")

    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(apt, "available", lambda: True)
    monkeypatch.setattr(apt, "install", refuse)
    assert browser.main() == 0
    said = capsys.readouterr().err
    assert "Please run: sudo apt-get install --no-install-recommends chromium-headless" in said
    assert "The page's tests in a browser are left out" in said


def test_what_is_missing_is_installed_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there: list[str] = []
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name in there else None)
    monkeypatch.setattr(apt, "available", lambda: True)
    monkeypatch.setattr(apt, "install", there.extend)
    assert browser.main() == 0
    assert there == [browsing.PACKAGE]
    assert browsing.browser_path() == Path("/usr/bin") / browsing.PACKAGE
    assert capsys.readouterr().err == ""


def test_the_others_are_installed_for_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(apt, "available", lambda: True)
    monkeypatch.setattr(apt, "install", asked.extend)
    browser.main(others=True)
    assert asked == [browsing.PACKAGE, firefox.PACKAGE, *webkit.PACKAGES]
