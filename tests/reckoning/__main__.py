"""Reckon, and tell what differs: see `tests.reckoning`."""

import json
import sys
from pathlib import Path
from typing import Final

from tests.reckoning.reckoning import Reckoning
from tests.reckoning.rows import read

SHOWN: Final = 100
"""Differences that are told."""


def main(arguments: list[str] | None = None) -> int:
    """Do what the package says; return the exit code: 1 if anything differs."""
    given = sys.argv[1:] if arguments is None else arguments
    if len(given) != 2:
        sys.stdout.write("usage: python -m tests.reckoning DATABASE ANSWERS\n")
        return 2
    reckoning = Reckoning(read(given[0]))
    wrong = reckoning.differences(json.loads(Path(given[1]).read_text(encoding="utf-8")))
    for line in wrong[:SHOWN]:
        sys.stdout.write(f"DIFFERS: {line}\n")
    sys.stdout.write(f"{reckoning.summary}: {len(wrong)} differences\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
