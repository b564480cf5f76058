"""Running what lasts, until it is over, Control-C ends it, or nobody takes its output any more."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Final, TypeVar

T = TypeVar("T")

INTERRUPTED: Final = 130
"""The exit code after Control-C, by custom."""


def run_until_told(
    work: Coroutine[None, None, T],
    signals: tuple[str, ...] = ("SIGINT",),
    tidy: Callable[[], object] = lambda: None,
) -> T:
    """Run `work` to its end, or to one of these signals, which cancels it; return its result.

    A second signal ends the program at once, after `tidy`: whoever presses Control-C twice does
    not wait for a goodbye.

    Raises:
        KeyboardInterrupt: it was SIGINT that ended it.
        CancelledError: it was another one.
    """
    told: list[int] = []

    async def until_told() -> T:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None

        def hear(number: int) -> None:
            if told:
                tidy()
                os._exit(INTERRUPTED)
            told.append(number)
            task.cancel()

        if sys.platform != "win32":
            for name in signals:
                number = getattr(signal, name)
                loop.add_signal_handler(number, hear, number)
        return await work

    try:
        return asyncio.run(until_told())
    except asyncio.CancelledError:
        if told != [signal.SIGINT]:
            raise
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # it ends already
        raise KeyboardInterrupt from None


def output_trouble(error: OSError) -> str:
    """Return why nothing can be written, in words; nothing is written any more.

    Raises:
        BrokenPipeError: whoever read the output has gone, which is no trouble of the user's.
    """
    if isinstance(error, BrokenPipeError):
        raise error
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return f"cannot write the output: {error.strerror or error}"
