import shutil
import subprocess
from pathlib import Path

import pytest

from tools.setup import qt_libraries
from tools.setup.apt import CannotInstallError

LDD_OUTPUT = """
/venv/PySide6/Qt/plugins/platforms/libqxcb.so:
\tlinux-vdso.so.1 (0x00007fff0a5f2000)
\tlibxcb-keysyms.so.1 => not found
\tlibxcb-icccm.so.4 => not found
\tlibdbus-1.so.3 => /lib/x86_64-linux-gnu/libdbus-1.so.3 (0x00007f1c)
/venv/PySide6/Qt/plugins/platforms/libqwayland.so:
\tlibxcb-icccm.so.4 => not found
"""


def test_missing_libraries_once_each() -> None:
    assert qt_libraries.missing_libraries(LDD_OUTPUT) == [
        "libxcb-icccm.so.4",
        "libxcb-keysyms.so.1",
    ]


def test_missing_libraries_of_an_able_system() -> None:
    assert qt_libraries.missing_libraries("\tlibGL.so.1 => /lib/libGL.so.1 (0x1)\n") == []


@pytest.mark.parametrize(
    ("library", "package"),
    [
        ("libEGL.so.1", "libegl1"),
        ("libGL.so.1", "libgl1"),
        ("libX11.so.6", "libx11-6"),
        ("libX11-xcb.so.1", "libx11-xcb1"),
        ("libxcb-cursor.so.0", "libxcb-cursor0"),
        ("libxcb-icccm.so.4", "libxcb-icccm4"),
        ("libxkbcommon.so.0", "libxkbcommon0"),
        ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
        ("libdbus-1.so.3", "libdbus-1-3"),
        ("libfontconfig.so.1", "libfontconfig1"),
        ("libwayland-client.so.0", "libwayland-client0"),
        ("libgssapi_krb5.so.2", "libgssapi-krb5-2"),
        ("libgthread-2.0.so.0", "libglib2.0-0"),
        ("libz.so.1", "zlib1g"),
        ("libnss3.so", "libnss3"),
    ],
)
def test_debian_package(library: str, package: str) -> None:
    assert qt_libraries.debian_package(library) == package


def test_debian_packages_with_and_without_a_font() -> None:
    glib = ["libgthread-2.0.so.0", "libglib-2.0.so.0"]
    assert qt_libraries.debian_packages(glib, font=False) == ["libglib2.0-0"]
    assert qt_libraries.debian_packages([], font=True) == ["fonts-dejavu-core"]
    assert qt_libraries.debian_packages([], font=False) == []


def test_advice_names_the_libraries() -> None:
    def advice(installer: str | None) -> str:
        return qt_libraries.advice(["libEGL.so.1"], font=True, installer=installer)

    assert "sudo dnf install 'libEGL.so.1()(64bit)'" in advice("dnf")
    assert "libraries: libEGL.so.1" in advice(None)
    assert "font" in advice(None)
    assert qt_libraries.advice([], font=False, installer="dnf") == ""


@pytest.mark.skipif(
    not (shutil.which("ldd") and shutil.which("cc")), reason="needs ldd and a compiler"
)
def test_a_library_that_is_not_there_is_found_missing(tmp_path: Path) -> None:
    plugins = tmp_path / "Qt/plugins/platforms"
    plugins.mkdir(parents=True)
    for name, needs in (
        ("libsamedeal-absent.so.7", []),
        ("libqxcb.so", ["libsamedeal-absent.so.7"]),
    ):
        shared = ["cc", "-shared", "-o", name, f"-Wl,-soname,{name}", "-Wl,--no-as-needed"]
        subprocess.run(
            [*shared, "-x", "c", "/dev/null", "-x", "none", *needs], cwd=plugins, check=True
        )
    (plugins / "libsamedeal-absent.so.7").unlink()
    assert qt_libraries.find_missing_libraries(tmp_path) == ["libsamedeal-absent.so.7"]


def test_qt_starts_and_has_a_font_where_the_tests_run() -> None:
    assert qt_libraries.has_font()


class System:
    """A system with apt, of which a test says what it lacks and what apt brings."""

    def __init__(self, lacking: set[str], *, font: bool = True, apt_brings: bool = True) -> None:
        self.lacking = lacking
        self.font = font
        self.apt_brings = apt_brings
        self.installed: list[list[str]] = []

    def install(self, packages: list[str]) -> None:
        self.installed.append(packages)
        if self.apt_brings:
            self.lacking = {
                library
                for library in self.lacking
                if qt_libraries.debian_package(library) not in packages
            }
            self.font = self.font or qt_libraries.FONT_PACKAGE in packages

    def has_font(self) -> bool:
        if self.lacking:
            raise qt_libraries.QtDoesNotStartError("a library lacks")
        return self.font

    def use(self, monkeypatch: pytest.MonkeyPatch, *, apt: bool = True) -> None:
        monkeypatch.setattr("platform.system", lambda: "Linux")
        monkeypatch.setattr("tools.setup.apt.available", lambda: apt)
        monkeypatch.setattr("tools.setup.apt.install", self.install)
        monkeypatch.setattr(qt_libraries, "has_font", self.has_font)
        monkeypatch.setattr(
            qt_libraries, "find_missing_libraries", lambda _pyside: sorted(self.lacking)
        )


def test_nothing_is_installed_when_nothing_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    system = System(set())
    system.use(monkeypatch)
    assert qt_libraries.main() == 0
    assert system.installed == []


def test_libraries_first_then_a_font(monkeypatch: pytest.MonkeyPatch) -> None:
    system = System({"libEGL.so.1"}, font=False)
    system.use(monkeypatch)
    assert qt_libraries.main() == 0
    assert system.installed == [["libegl1"], ["fonts-dejavu-core"]]


def test_it_does_not_go_round_when_apt_does_not_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    system = System({"libEGL.so.1"}, apt_brings=False)
    system.use(monkeypatch)
    assert qt_libraries.main() == 1
    assert system.installed == [["libegl1"]]
    assert "still lacks libEGL.so.1" in capsys.readouterr().err


def test_without_the_rights_it_says_what_to_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(packages: list[str]) -> None:
        raise CannotInstallError("Please run: that")

    System({"libEGL.so.1"}).use(monkeypatch)
    monkeypatch.setattr("tools.setup.apt.install", refuse)
    assert qt_libraries.main() == 1
    assert capsys.readouterr().err == (
        "Qt needs system packages that are not installed: libegl1\nPlease run: that\n"
    )


def test_without_apt_a_lack_matters_only_if_qt_does_not_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    system = System({"libEGL.so.1"})
    system.use(monkeypatch, apt=False)
    monkeypatch.setattr("shutil.which", lambda _name: None)
    assert qt_libraries.main() == 1
    assert "libEGL.so.1" in capsys.readouterr().err
    monkeypatch.setattr(qt_libraries, "has_font", lambda: True)
    assert qt_libraries.main() == 0
    assert "libEGL.so.1" in capsys.readouterr().err
    assert system.installed == []
