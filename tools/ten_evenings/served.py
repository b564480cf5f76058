"""A server whose clock is some days ahead: `python -m tools.ten_evenings.served DAYS serve ...`.

What follows the number of days is as for `samedeal`.
"""

import runpy
import sys
import time
from typing import Final

DAY: Final = 24 * 3600


def main() -> None:
    """Put this process's clock forward, and be `samedeal`."""
    ahead, now = int(sys.argv.pop(1)) * DAY, time.time
    time.time = lambda: now() + ahead  # before anything has asked for it by name
    runpy.run_module("samedeal", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
