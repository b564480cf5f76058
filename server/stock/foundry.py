"""What the server asks of a foundry, which finds deals that can be won, and what it gets.

The foundry that there is, is a process of its own (`samedeal.foundry`): a search keeps a core busy
for seconds.  It is told by lines of JSON, an `Order` or a `Rest` each, and answers each order that
is not followed by another one with a `Casting`.
"""

from typing import Annotated, Protocol

from msgspec import Meta, Struct

from protocol.messages import Band, Count, GameName, GameOptions, Solution
from server.rooms.deals.certified import Certified, Wish


class Order(Struct, frozen=True, tag="order"):
    """Wants one deal tried, in place of any that is being tried."""

    number: int
    game: GameName
    options: GameOptions
    positions: int
    """How many positions are looked at, about."""
    measured: bool = False
    """Whether is wanted, too, how hard the deal is, where the game has bands."""


class Rest(Struct, frozen=True, tag="rest"):
    """Says whether the foundry has to rest, as the server is late with everything."""

    resting: bool


class Casting(Struct, frozen=True):
    """What became of an order: a deal, drawn from the system's secure source, and its solution."""

    number: Count
    """The order's."""
    seed: Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
    positions: Count
    """How many positions were looked at."""
    solver: Count
    """The version of the solver."""
    solution: Solution | None
    """Actions that win the deal; None where none were found."""
    band: Band | None = None
    """How hard the deal is; None where that was not wanted, or the game has no bands."""

    def __repr__(self) -> str:
        """Show nothing of the deal."""
        return f"Casting({self.number}, ...)"

    @property
    def deal(self) -> Certified | None:
        """The deal, if it can be won."""
        if self.solution is None:
            return None
        return Certified(self.seed, tuple(self.solution), self.solver, self.positions, self.band)


class FoundryGone(Exception):
    """There is no foundry now; the text says why, without a word of any deal.

    Whoever asks it again tries to begin another one.
    """


class Foundry(Protocol):
    """Finds deals, one after the other."""

    async def cast(self, wish: Wish, positions: int, *, measured: bool = False) -> Casting:
        """Draw a deal, and look at so many positions for a way to win it.

        The deal need not be of the band that is wished: how hard it is, is found out only when it
        can be won, and if it is to be `measured`.  When that is cancelled, the deal is given up.

        Raises:
            FoundryGone: nothing came of it.
        """

    def rest(self, *, resting: bool) -> None:
        """Let it rest, or go on: others need the processor more."""

    async def dismiss(self) -> None:
        """End it, for it has answered what cannot be; it begins anew when it is asked again."""
