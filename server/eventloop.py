"""The event loop that the server runs on: uvloop's where that is installed, or else asyncio's."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

try:
    import uvloop
except ImportError:  # The extra "fast" brings it; there is none for Windows.
    uvloop = None  # type: ignore[assignment]

_T = TypeVar("_T")


def run(work: Coroutine[Any, Any, _T]) -> _T:
    """Run `work` to its end, as `asyncio.run` does, and return what it returns."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop if uvloop else None) as runner:
        return runner.run(work)
