"""`python -m samedeal.child COMMAND ...`: a command that ends with the program that started it.

The program that started it holds the other end of its standard input.  That end is closed when
the program closes it, ends or is killed; then this command gets SIGTERM.
"""

import os
import signal
import sys
import threading
from typing import Final

from samedeal.__main__ import main

INPUT: Final = 0


def wait_for_end_of_input() -> None:
    """Wait until the standard input is closed at its other end; call it in a thread."""
    # Not by sys.stdin: who waits there holds a lock that the interpreter wants at its end.
    while os.read(INPUT, 4096):
        pass


def _end_with_input() -> None:
    wait_for_end_of_input()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    threading.Thread(target=_end_with_input, name="input", daemon=True).start()
    sys.exit(main())
