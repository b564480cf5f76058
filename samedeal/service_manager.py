"""What a service manager (systemd, `Type=notify`) is told about a server that it has started."""

import os
import socket
from typing import Final

VARIABLE: Final = "NOTIFY_SOCKET"
"""Where it listens, in the environment of what it starts; not there, nobody does."""
READY: Final = "READY=1"
STOPPING: Final = "STOPPING=1"


def tell(what: str) -> None:
    """Tell the service manager `READY` or `STOPPING`, if there is one that wants to know.

    That it cannot be told is no reason for a server to end: it has its own time limit for that.
    """
    path = os.environ.get(VARIABLE, "")
    if not path.startswith(("/", "@")):
        return
    # With an @ it is a name of Linux's, which begins with NUL.
    address = f"\0{path[1:]}" if path.startswith("@") else path
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.setblocking(False)
        try:
            out.sendto(what.encode(), address)
        except OSError:
            return
