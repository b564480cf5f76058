"""Install the browser in which the page is tested: `python -m tools.setup.browser`.

It is Debian's headless Chromium, driven by playwright. Where it is missing and may not be
installed, these tests are left out, and this says so.
"""

import platform
import shutil
import sys
from pathlib import Path
from typing import Final

from tools.setup import apt

PACKAGE: Final = "chromium-headless-shell"
NAMES: Final = (PACKAGE, "chromium", "chromium-browser", "google-chrome")
"""What the browser may be called; the first one has no window to open."""


def browser() -> Path | None:
    """Return the browser that there is; None without one."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return Path(found) if found else None


def main() -> int:
    """Look, install where that is allowed, and say what is left out; never in the way of tests."""
    if browser() is None and platform.system() == "Linux" and apt.available():
        try:
            apt.install([PACKAGE])
        except apt.CannotInstallError as error:
            print(error, file=sys.stderr)
    if browser() is None:
        print(
            f"The page's tests in a browser are left out: they need {PACKAGE} or another Chromium.",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
