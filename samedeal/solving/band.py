"""How hard a deal is that was won, found out in steps between which something else may be done."""

from collections.abc import Callable

from client.bots.hardness import Way, hardness, playouts
from engine import catalogue
from engine.catalogue import Options
from engine.solver.answer import Answer
from protocol.bands import measured
from protocol.messages import Band


class Interrupted(Exception):
    """There is something else to do."""


def band_of(
    name: str, options: Options, seed: str, won: Answer, interrupted: Callable[[], bool]
) -> Band | None:
    """Return how hard a deal is that was won; None where the game has no bands.

    Raises:
        Interrupted: `interrupted`, which is called now and then, said so.
    """
    limits = measured(name, options)
    if limits is None:
        return None
    game, parts = catalogue.make(name, options), list[int]()
    for part in playouts(game, seed, Way.of(game, seed, won.actions)):
        parts.append(part)
        if interrupted():
            raise Interrupted
    return limits.band(hardness(parts, won.positions))
