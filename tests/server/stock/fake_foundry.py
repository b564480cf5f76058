"""A foundry for tests: it has deals at once, or finds none, or never answers."""

import asyncio
from collections.abc import Callable
from functools import cache

from engine import catalogue
from engine.solver.search import VERSION, solve
from protocol.certificate import packed
from protocol.messages import Band
from server.chance import make_seed
from server.rooms.deals.certified import Certified, Wish
from server.stock.foundry import Casting, FoundryGone

QUICK = "quatorze"
"""A game of which all deals can be won, each in milliseconds, and none is harder than others."""
POSITIONS = 5000


class FakeFoundry:
    """Answers in the server's own process; change what it does at any time."""

    def __init__(self, answer: Callable[[Wish], Casting] | None = None) -> None:
        """Answer with deals that can be won, or with whatever `answer` returns."""
        self._answer = answer or self.find
        self.open = asyncio.Event()
        """It answers while this is set."""
        self.open.set()
        self.asked: list[Wish] = []
        self.measured: list[bool] = []
        """Whether was wanted, too, how hard the deals are."""
        self.resting = False
        self.dismissed = 0

    async def cast(self, wish: Wish, positions: int, *, measured: bool = False) -> Casting:
        self.asked.append(wish)
        self.measured.append(measured)
        await asyncio.sleep(0)
        await self.open.wait()
        return self._answer(wish)

    def rest(self, *, resting: bool) -> None:
        self.resting = resting

    async def dismiss(self) -> None:
        self.dismissed += 1

    def find(self, wish: Wish, band: Band | None = None) -> Casting:
        while True:
            seed = make_seed()
            answer = solve(wish.rules, seed, POSITIONS)
            if answer.verdict == "won":
                solution = list(packed(answer.actions))
                return Casting(1, seed, answer.positions, VERSION, solution, band)


def barren(_: Wish) -> Casting:
    """Find nothing."""
    return Casting(1, make_seed(), 20_000, VERSION, None)


def wrong(_: Wish) -> Casting:
    """Claim a deal that is not won."""
    return Casting(1, make_seed(), 20_000, VERSION, [[0, 1, 2]])


def gone(_: Wish) -> Casting:
    """Be no more."""
    raise FoundryGone("its process has ended")


def wish_of(game: str = QUICK) -> Wish:
    """Return the wish for a deal of a game with its usual options."""
    return Wish.of(game, catalogue.entry(game).complete({}))


@cache
def certified(number: int = 1, game: str = QUICK) -> Certified:
    """Return a deal that can be won, another one for each number."""
    for again in range(100):
        seed = f"{number:024x}{again:08x}"
        answer = solve(wish_of(game).rules, seed, POSITIONS)
        if answer.verdict == "won":
            return Certified(seed, packed(answer.actions), VERSION, answer.positions)
    raise AssertionError(f"no deal of {game} is won so quickly")
