"""Test what is compiled: `python -m tools.compiled.trial [pytest's arguments]`.

The tests of what is compiled run on the compiled modules. These are compiled once for each state of
the sources, and then lie in `.cache/compiled`. Where nothing can be compiled, this says
why, and nothing is tested.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tools.compiled import sources
from tools.compiled.build import CannotCompileError, compile_into

CACHE: Final = sources.ROOT / ".cache" / "compiled"
TESTED: Final = [
    *("-n", "auto", "--maxprocesses=8", "--dist", "worksteal"),
    "tests/engine",
    "tests/protocol",
    "tests/server/rooms",
    "tests/server/reception",
    "tests/server/network/test_bus.py",
    "tests/server/network/test_delivery.py",
    "tests/server/network/test_frame_bytes.py",
    "tests/server/network/test_frames.py",
    "tests/server/network/test_presence.py",
    "tests/server/test_buckets.py",
    "tests/server/storage/test_entries.py",
    "tests/server/storage/test_journal.py",
    "tests/server/storage/test_outbox.py",
]


def provide() -> Path:
    """Return a folder with the packages compiled as the sources are now; compile if need be.

    What was compiled of other sources goes.

    Raises:
        CannotCompileError: something is not there, or the compiler refuses.
    """
    ready = CACHE / sources.fingerprint(sys.version, os.environ.get("CC", ""))
    if not ready.exists():
        shutil.rmtree(CACHE, ignore_errors=True)
        making = CACHE / "unfinished"
        for package in sources.packages():
            shutil.copytree(
                sources.ROOT / package,
                making / package,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        print("Compiling (four or five minutes)", flush=True)
        compile_into(making)
        making.rename(ready)
    return ready


def main(arguments: Sequence[str]) -> int:
    """Run the tests with these arguments of pytest's; return its exit code."""
    try:
        compiled = provide()
    except CannotCompileError as error:
        print(f"Nothing is tested, as nothing can be compiled: {error}")
        return 0
    command = [sys.executable, "-P", "-m", "pytest", "-o", f"pythonpath={compiled} ."]
    environment = {**os.environ, "SAMEDEAL_TESTS_ON": "compiled"}
    told = subprocess.run(
        [*command, *(arguments or TESTED)], cwd=sources.ROOT, env=environment, check=False
    )
    return told.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
