"""A server with a fault of ours in it, which a trial has to find: `python -m tools.faults.planted`.

`no-epoch` inserts entries whoever has the room; `own-clock` takes the machine's clock, which may be
wrong by seconds, for that of the database.  What follows is as for `samedeal`.
"""

import os
import sys
from typing import Final

from samedeal.__main__ import main
from server.storage import journal
from server.storage.postgres import tenure

PLANTED: Final = ("no-epoch", "own-clock")
UNFENCED: Final = """
    DROP TRIGGER in_turn ON entries;
    DROP TRIGGER in_turn ON races;
    DROP TRIGGER in_turn ON racers;
"""
"""What the database has to forget, too, for `no-epoch`."""
SKEW: Final = 9
"""Seconds by which clocks are wrong, some this way and some that way."""


def plant(fault: str) -> None:
    """Put a fault into this process."""
    if fault == "no-epoch":
        sql = journal._ENTERED["postgres"]
        head, _, _ = sql.partition("LEFT JOIN")
        journal._ENTERED["postgres"] = head.replace("rooms.epoch", "made.epoch")
    else:
        wrong = f"clock_timestamp() + INTERVAL '{SKEW if os.getpid() % 2 else -SKEW} seconds'"
        for name in ("_OVER", "_TURN", "_RENEW", "_DEAD", "_OTHERS_THERE"):
            setattr(tenure, name, getattr(tenure, name).replace("clock_timestamp()", wrong))


if __name__ == "__main__":
    plant(sys.argv.pop(1))
    sys.exit(main())
