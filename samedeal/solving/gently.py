"""`python -m samedeal.solving.gently MODULE`: begins a program that works in the background.

All others go first from its first line on.  Where a control group leaves them little, its modules
are loaded with pauses, too: otherwise it has had, before it does anything, what all others in the
group live on for a second, and they wait for that.
"""

import importlib.abc
import runpy
import sys
import time
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from types import ModuleType

from samedeal.priority import let_others_go_first
from samedeal.solving.quota import Thrift, cores


class Unhurried(importlib.abc.MetaPathFinder):
    """Finds no module, and waits before another one finds it."""

    def __init__(self, thrift: Thrift, sleep: Callable[[float], object] = time.sleep) -> None:
        """Wait for as long as `thrift` says is due."""
        self._thrift, self._sleep = thrift, sleep

    def find_spec(
        self,
        fullname: str,  # noqa: ARG002 (as it is called)
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        """Return None."""
        if due := self._thrift.due():
            self._sleep(due)
        return None


def main(module: str) -> None:
    """Become this program."""
    let_others_go_first()
    thrift = Thrift(cores())
    if thrift.bounded:
        sys.meta_path.insert(0, Unhurried(thrift))
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1])
