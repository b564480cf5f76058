"""A process that is told what to do by its standard input, and ends with it."""

import os
import threading
from collections.abc import Callable


def hear(take_in: Callable[[bytes], object]) -> None:
    """From now on, give each line to `take_in`; when there are no more, the process ends at once.

    It ends as well, as one that has failed, where `take_in` raises anything: nobody would be heard.
    """
    threading.Thread(target=_listen, args=(take_in,), name="input", daemon=True).start()


def _listen(take_in: Callable[[bytes], object]) -> None:
    rest = b""
    try:
        # Not by sys.stdin: who waits there holds a lock that the interpreter wants at its end.
        while said := os.read(0, 65_536):
            *lines, rest = (rest + said).split(b"\n")
            for line in lines:
                take_in(line)
        os._exit(0)
    finally:
        os._exit(1)
