"""Install the PostgreSQL on which storage is tested: `python -m tools.setup.postgres`.

The tests run it themselves, in a temporary folder. Where it is missing and may not be installed,
these tests are left out, and this says so.
"""

import platform
import sys
from pathlib import Path
from typing import Final

from harness.cluster import PACKAGE, programs
from tools.setup import apt

NO_CLUSTER: Final = Path("/etc/postgresql-common/createcluster.d/none-for-tests.conf")
"""Tells Debian's package, before it is there, to start no database of its own."""


def main() -> int:
    """Look, install where that is allowed, and say what is left out; never in the way of tests."""
    if programs() is None and platform.system() == "Linux" and apt.available():
        try:
            apt.write(NO_CLUSTER, "create_main_cluster = false\n")
            apt.install([PACKAGE])
        except apt.CannotInstallError as error:
            print(error, file=sys.stderr)
    if programs() is None:
        print(
            f"The tests of storage in PostgreSQL are left out: they need {PACKAGE}.",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
