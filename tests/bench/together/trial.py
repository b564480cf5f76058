"""A benchmark that does as it is told: `python -m tests.bench.together.trial WHAT [PIPE]`."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from harness.ratios import note


def main(what: str, *pipe: str) -> int:
    note("a trial", 0.5, "itself", at_least=0.7)
    if what == "fail":
        print("the disk is full", file=sys.stderr)  # noqa: T201
        return 3
    if what == "deaf":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if what in ("hang", "deaf"):
        # As a database: in a session of its own, and without its parent.
        shell = ["sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $!"]
        left = subprocess.check_output(shell, text=True, start_new_session=True)
        if pipe:
            Path(*pipe).write_text(f"{os.getpid()} {left}")
        signal.pause()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
