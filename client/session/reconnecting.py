"""When a client that has lost its server tries again, and which answers make that pointless."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

PATIENCE: Final = 120.0
"""Seconds without the server after which a program gives up: as long as the server keeps the seat
of a racer who is away.  A window waits until its player has had enough."""

HOPELESS_ALWAYS: Final = frozenset({"banned", "replaced"})
"""Problems with which the server shows a client out, also one that it has let in before."""
HOPELESS_BEFORE_WELCOME: Final = HOPELESS_ALWAYS | {
    "bad name",
    "name taken",
    "password needed",
    "wrong password",
    "wrong version",
}
"""Problems about the hello, to which the same hello would only bring the same answer."""

OUT_OF_SERVICE: Final = "out of service"
"""The problem with which a server lets everybody go that can write nothing down for a while."""
IN_TROUBLE: Final = frozenset({1011, 1013})
"""The websocket's codes with which a server hangs up that is in trouble.  Though it has let the
client in, coming back at once is of no use then: pauses go on growing."""


def is_hopeless(code: str, *, welcomed: bool) -> bool:
    """Return whether coming back would not mend the problem with this code.

    `welcomed` tells whether the server has let the client in: after that, passwords are those of
    rooms, and nothing is said about names.
    """
    return code in (HOPELESS_ALWAYS if welcomed else HOPELESS_BEFORE_WELCOME)


@dataclass(frozen=True)
class ReconnectPolicy:
    """How long a client waits for its server."""

    pauses: Sequence[float] = (0.25, 0.25, 0.25, 0.25, 0.5, 1.0, 2.0, 4.0, 5.0)
    """The most seconds to wait before the first try, the second, and so on.

    The last one holds from then on.  A server that was killed listens again after half a second to
    a second: there they do not grow.
    """
    spread: float = 0.3
    """The largest share of a pause that chance takes away.

    It keeps a thousand clients from coming back to a restarted server at once.
    """
    answer_time: float = 10.0
    """Seconds in which the server has to let a client in, or to answer a ping."""
    silence: float = 3.0
    """Seconds within which a player is told that a server, which owes a word, says none."""
    goodbye: float = 2.0
    """Seconds for what is still to be said when the client goes, and for the server's goodbye."""
    steady: float = 3.0
    """Seconds that a connection has to stand, or else its loss is one more failure in a row."""

    def pause(self, failures: int, chance: float) -> float:
        """Return how many seconds to wait before the next try.

        `failures` is how many tries have failed since the connection was lost, and `chance` a
        random number from 0 to 1.
        """
        longest = self.pauses[min(failures, len(self.pauses) - 1)]
        return longest * (1 - self.spread * chance)


USUAL: Final = ReconnectPolicy()
"""What every client does, except in tests that cannot wait."""
