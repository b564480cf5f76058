import pytest

from tools.setup import apt, reader_bus


def test_what_is_left_out_is_said_and_stops_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(packages: list[str]) -> None:
        raise apt.CannotInstallError(f"Please run: {apt.command_for(packages)}")

    monkeypatch.setattr(reader_bus, "missing", lambda: ["xvfb"])
    monkeypatch.setattr(apt, "available", lambda: True)
    monkeypatch.setattr(apt, "install", refuse)
    assert reader_bus.main() == 0
    said = capsys.readouterr().err
    assert "Please run: sudo apt-get install --no-install-recommends xvfb" in said
    assert "is left out: it needs xvfb." in said


def test_what_is_missing_is_installed_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there: list[str] = []
    monkeypatch.setattr(reader_bus, "missing", lambda: [] if there else ["xvfb"])
    monkeypatch.setattr(apt, "available", lambda: True)
    monkeypatch.setattr(apt, "install", there.extend)
    assert reader_bus.main() == 0
    assert there == ["xvfb"]
    assert capsys.readouterr().err == ""


def test_each_part_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(reader_bus, "REGISTRY", ())
    monkeypatch.setattr(reader_bus, "_imports", lambda: False)
    assert reader_bus.missing() == [
        "xvfb",
        "dbus-daemon",
        "at-spi2-core",
        "gir1.2-atspi-2.0",
        "python3-gi",
    ]
