"""Install the system libraries and the font that Qt wants: `python -m tools.setup.qt_libraries`.

PySide6 brings Qt itself, but leaves the libraries of the display (X11, Wayland, EGL, fonts) to the
system, and a fresh server or container has few of them. When nothing is missing, this does nothing.
"""

import importlib.util
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from tools.setup import apt

# What the client loads. The plugins are loaded by name at run time: importing PySide6 alone would
# not show what they lack.
MODULES = (
    "QtCore",
    "QtGui",
    "QtWidgets",
    "QtNetwork",
    "QtWebSockets",
    "QtSvg",
    "QtCharts",
    "QtTest",
)
PLUGINS = (
    "platforms/libqoffscreen.so",
    "platforms/libqxcb.so",
    "platforms/libqwayland*.so",
    "xcbglintegrations/*.so",
    "wayland-shell-integration/libxdg-shell.so",
    "wayland-graphics-integration-client/libqt-plugin-wayland-egl.so",
    "imageformats/libqjpeg.so",
    "imageformats/libqsvg.so",
    "iconengines/*.so",
    "tls/*.so",
)

FONT_PACKAGE = "fonts-dejavu-core"

# Debian names a library's package after its file; these are the ones that it does not.
ODD_PACKAGES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libgobject-2.0.so.0": "libglib2.0-0",
    "libgio-2.0.so.0": "libglib2.0-0",
    "libbrotlidec.so.1": "libbrotli1",
    "libz.so.1": "zlib1g",
}

# Starts Qt as the tests do. Without any font Qt still names some, and draws each letter as one box.
PROBE = """
from PySide6.QtGui import QFont, QRawFont
from PySide6.QtWidgets import QApplication
application = QApplication([])
a, b = QRawFont.fromFont(QFont()).glyphIndexesForString("AB")
print(a != b)
"""


class QtDoesNotStartError(Exception):
    """Qt fails for a reason that is not a missing library; the text is what it said."""


def missing_libraries(ldd_output: str) -> list[str]:
    """Return the library names that `ldd` could not find, each once, in order."""
    return sorted(set(re.findall(r"^\s*(\S+) => not found", ldd_output, re.MULTILINE)))


def debian_package(library: str) -> str:
    """Return the Debian package of a library: "libxcb-icccm.so.4" is in "libxcb-icccm4".

    That is Debian's own rule (Policy 8.1): name and version, lower case, with a hyphen between them
    where the name ends in a digit.
    """
    if library in ODD_PACKAGES:
        return ODD_PACKAGES[library]
    name, _, version = library.lower().replace("_", "-").partition(".so")
    hyphen = "-" if name[-1].isdigit() else ""
    return name + (hyphen + version.lstrip(".") if version else "")


def debian_packages(libraries: Iterable[str], *, font: bool) -> list[str]:
    """Return the packages that bring these libraries, and a font when there is none."""
    return sorted(
        {debian_package(library) for library in libraries} | ({FONT_PACKAGE} if font else set())
    )


def advice(libraries: Iterable[str], *, font: bool, installer: str | None) -> str:
    """Return what to run on a system without apt; `installer` is its dnf or zypper, if any."""
    lines = []
    if libraries:
        if installer:  # These two take a library's name for a package's.
            names = " ".join(f"'{library}()(64bit)'" for library in libraries)
            lines.append(f"Please run: sudo {installer} install {names}")
        else:
            lines.append(
                "Please install your system's packages with these libraries: " + " ".join(libraries)
            )
    if font:
        lines.append("Please install a TrueType font, for example DejaVu Sans.")
    return "\n".join(lines)


def find_missing_libraries(pyside: Path) -> list[str]:
    """Return the libraries that PySide6, installed in this directory, does not find."""
    modules = [pyside / f"{module}.abi3.so" for module in MODULES]
    plugins = [file for pattern in PLUGINS for file in (pyside / "Qt/plugins").glob(pattern)]
    files = [str(file) for file in [*modules, *plugins] if file.exists()]
    if not files or shutil.which("ldd") is None:
        return []
    found = subprocess.run(
        ["ldd", *files],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "LC_ALL": "C"},
    )
    return missing_libraries(found.stdout)


def has_font() -> bool:
    """Start Qt without a display, and return whether it has a font to write with.

    Raises:
        QtDoesNotStartError: when it does not get that far.
    """
    probe = subprocess.run(
        [sys.executable, "-c", PROBE],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    if probe.returncode != 0:
        raise QtDoesNotStartError(probe.stderr.strip() or f"it ended with {probe.returncode}")
    return probe.stdout.strip() == "True"


def needs_font() -> bool:
    """True when Qt starts and finds no font (which libraries it lacks is asked elsewhere)."""
    try:
        return not has_font()
    except QtDoesNotStartError:
        return False


def main() -> int:
    """Look, install where that is allowed, and say what is left to do. Return the exit status."""
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        return _fail("PySide6 is not installed here. Please run: make setup")
    if platform.system() == "Linux":  # Elsewhere PySide6 brings all it needs.
        pyside = Path(spec.origin).parent
        complaint = _provide_by_apt(pyside) if apt.available() else _advise(pyside)
        if complaint:
            return _fail(complaint)
    try:
        has_font()
    except QtDoesNotStartError as error:
        return _fail(f"Qt does not start on this system:\n{error}")
    return 0


def _provide_by_apt(pyside: Path) -> str | None:
    """Install what is missing; return a complaint when something stays missing."""
    tried: set[str] = set()
    while True:  # Again after each install: a library that came may lack another, or a font.
        libraries = find_missing_libraries(pyside)
        packages = debian_packages(libraries, font=not libraries and needs_font())
        if not packages:
            return None
        if tried.issuperset(packages):
            return (
                f"apt has installed {' '.join(packages)}, but Qt still lacks "
                f"{' '.join(libraries) or 'a font'}. Please install the packages that bring that."
            )
        try:
            apt.install(packages)
        except apt.CannotInstallError as error:
            return f"Qt needs system packages that are not installed: {' '.join(packages)}\n{error}"
        tried.update(packages)


def _advise(pyside: Path) -> str | None:
    """Say what to install; return that as a complaint only when Qt cannot do without."""
    libraries = find_missing_libraries(pyside)
    installer = next((name for name in ("dnf", "zypper") if shutil.which(name)), None)
    text = advice(libraries, font=needs_font(), installer=installer)
    if not text:
        return None
    try:
        has_font()
    except QtDoesNotStartError:
        return f"Qt needs libraries that this system does not have.\n{text}"
    print(f"Qt starts, but a window may not open on this system.\n{text}", file=sys.stderr)
    return None


def _fail(text: str) -> int:
    print(text, file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
