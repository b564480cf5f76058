"""A server with a fault of ours in it, which a trial has to find: `python -m tools.faults.planted`.

`no-epoch` inserts entries whoever has the room; `own-clock` takes the machine's clock, which may be
wrong by seconds, for that of the database.  What follows is as for `samedeal`.
"""

import sys
from pathlib import Path
from typing import Final

from samedeal.__main__ import main
from server.storage import entries
from server.storage.postgres import tenure

PLANTED: Final = ("no-epoch", "own-clock")
UNFENCED: Final = """
    DROP TRIGGER in_turn ON entries;
    DROP TRIGGER in_turn ON races;
    DROP TRIGGER in_turn ON racers;
"""
"""What the database has to forget, too, for `no-epoch`."""
SKEW: Final = 9
"""Seconds by which clocks are wrong: one this way, one that way, and the others not at all."""


def plant(fault: str) -> None:
    """Put a fault into this process."""
    if fault == "no-epoch":
        head, _, _ = entries._ENTERED.partition("LEFT JOIN")
        entries._ENTERED = head.replace("rooms.epoch", "made.epoch")  # type: ignore[misc]
    else:
        place = Path(sys.argv[sys.argv.index("--data") + 1]).name
        skew = {"a": SKEW, "b": -SKEW}.get(place, 0)
        wrong = f"clock_timestamp() + INTERVAL '{skew} seconds'"
        for name in ("_OVER", "_TURN", "_RENEW", "_DEAD", "_OTHERS_THERE"):
            setattr(tenure, name, getattr(tenure, name).replace("clock_timestamp()", wrong))


if __name__ == "__main__":
    plant(sys.argv.pop(1))
    sys.exit(main())
