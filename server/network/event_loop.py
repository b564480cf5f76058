"""The event loop that the server runs on: uvloop's where that is installed, or else asyncio's."""

import asyncio
import contextlib
import gc
import os
import sys
import threading
from asyncio import selector_events
from asyncio.sslproto import SSLProtocol
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

try:
    import uvloop
except ImportError:  # The extra "fast" brings it; there is none for Windows.
    uvloop = None  # type: ignore[assignment]

TLS_BUFFER: Final = 16 * 1024
"""Bytes that are read at once from an encrypted connection: what TLS has in one piece.  asyncio has
256 KiB ready for each connection, for as long as it lasts."""
BEHIND: Final = 10
"""The "niceness" of threads beside the event loop."""
_OfAsyncio: Any = vars(selector_events)["_SelectorSocketTransport"]
_T = TypeVar("_T")


class _Transport(_OfAsyncio):  # type: ignore[misc]
    """A transport of asyncio's own loop that leaves nothing to the collector when it is over.

    It keeps one of its own methods, a circle of 6 KB that the collector would find after days.
    """

    def _call_connection_lost(self, exc: Exception | None) -> None:
        super()._call_connection_lost(exc)
        self._read_ready_cb = None


def run(work: Coroutine[Any, Any, _T], *, plain: bool = False) -> _T:
    """Run `work` to its end, as `asyncio.run` does, and return what it returns.

    `plain` takes asyncio's own loop in any case.
    """
    # Nearly all that is made here goes without the collector.  It looks so often that it is done
    # with what came since in a millisecond (see `server.ticker`, too, which sends for it), and
    # seldom through the old: every race's history.
    gc.set_threshold(3_000, 4, 1_000_000)
    SSLProtocol.max_size = TLS_BUFFER
    vars(selector_events)["_SelectorSocketTransport"] = _Transport
    factory = None if plain or uvloop is None else uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        threads = ThreadPoolExecutor(thread_name_prefix="beside", initializer=_step_back)
        runner.get_loop().set_default_executor(threads)
        return runner.run(work)


def _step_back() -> None:
    """Let a thread run behind the event loop, where the system knows priorities of threads.

    Passwords are hashed there, milliseconds each: on one core, moves would wait for that.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BEHIND)
