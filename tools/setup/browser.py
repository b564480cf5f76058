"""Install the browser in which the page is tested: `python -m tools.setup.browser [--others]`.

It is Debian's headless Chromium, driven by playwright. Where it is missing and may not be
installed, these tests are left out, and this says so. `--others` installs Firefox and WebKit, too,
which `python -m tools.pictures.other_browsers` wants.
"""

import platform
import sys

from harness.browsers import firefox, webkit
from harness.browsing import PACKAGE, browser_path
from tools.setup import apt


def main(others: bool = False) -> int:
    """Look, install where that is allowed, and say what is left out; never in the way of tests."""
    missing = [] if browser_path() else [PACKAGE]
    if others and not firefox.firefox_path():
        missing.append(firefox.PACKAGE)
    if others and not webkit.webkit_path():
        missing += webkit.PACKAGES
    if missing and platform.system() == "Linux" and apt.available():
        try:
            apt.install(missing)
        except apt.CannotInstallError as error:
            print(error, file=sys.stderr)
    if browser_path() is None:
        print(
            f"The page's tests in a browser are left out: they need {PACKAGE} or another Chromium.",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main("--others" in sys.argv[1:]))
