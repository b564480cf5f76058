"""Install what a test listens with as a screen reader does: `python -m tools.setup.reader_bus`.

On Linux, screen readers are told by AT-SPI, over a bus of their own. One test goes through the
window and listens there; it needs a display, that bus, and a client of it for the system's own
Python. Where they are missing and may not be installed, it is left out, and this says so.
"""

import platform
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.setup import apt

REGISTRY: Final = (
    Path("/usr/libexec/at-spi2-registryd"),
    Path("/usr/lib/at-spi2-core/at-spi2-registryd"),
)
"""Where systems have the registry of all that can be read."""
PYTHON: Final = Path("/usr/bin/python3")
"""The system's own Python, for which there are packages to listen with."""
PROBE: Final = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"


def missing() -> list[str]:
    """Return the Debian packages that are not there, none where the test can run."""
    found = {
        "xvfb": shutil.which("Xvfb") is not None,
        "dbus-daemon": shutil.which("dbus-run-session") is not None,
        "at-spi2-core": any(path.exists() for path in REGISTRY),
        "gir1.2-atspi-2.0": _imports(),
        "python3-gi": _imports(),
    }
    return [package for package, there in found.items() if not there]


def _imports() -> bool:
    if not PYTHON.exists():
        return False
    probe = subprocess.run([PYTHON, "-c", PROBE], check=False, capture_output=True, timeout=60)
    return probe.returncode == 0


def main() -> int:
    """Look, install where that is allowed, and say what is left out; never in the way of tests."""
    if platform.system() != "Linux":
        return 0
    packages = missing()
    if packages and apt.available():
        try:
            apt.install(packages)
        except apt.CannotInstallError as error:
            print(error, file=sys.stderr)
        packages = missing()
    if packages:
        print(
            "The walk that listens as a screen reader does is left out: "
            f"it needs {' '.join(packages)}.",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
