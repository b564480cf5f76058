"""Descriptors: how many sockets this process may have open, beside the files that it needs."""

import contextlib
import os
import sys
from pathlib import Path
from typing import Final

if sys.platform != "win32":  # It has no such bound.
    import fcntl
    import resource

RESERVE: Final = 48
"""Descriptors that are kept for all that is no player's socket: the database with its log, readers
and checks, the event loop, what listens, the operator's line, a certificate."""
UNBOUNDED: Final = 2**31


def allowed() -> int:
    """Return how many descriptors this process may have open."""
    if sys.platform == "win32":
        return UNBOUNDED
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNBOUNDED if soft == resource.RLIM_INFINITY else soft


def allow(wanted: int) -> None:
    """Let this process have `wanted` descriptors open, or as many as the system lets it have.

    The table for them is made at once.  Later, with threads running, Linux would hold up who opens
    one too many by some ten milliseconds, until no other core looks at the smaller table.
    """
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if resource.RLIM_INFINITY != soft < most:
        with contextlib.suppress(OSError, ValueError):  # macOS has another bound below `hard`.
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    last = min(wanted, allowed()) - 1
    with contextlib.suppress(OSError), Path(os.devnull).open() as nothing:
        os.close(fcntl.fcntl(nothing, fcntl.F_DUPFD, last))
