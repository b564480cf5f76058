"""Escalator: Elevator with all cards open."""

from engine.catalogue import game
from engine.game import Game
from engine.games.elevator import pyramid_golf


@game(
    "escalator",
    title="Escalator",
    family="Pyramids",
    tip="Nothing of the pyramid is hidden: plan whole runs before you turn a card.",
)
def escalator() -> Game:
    """Bring all cards of the pyramid to the waste.

    Twenty-eight cards lie face up in a pyramid of seven rows, each card half under two of the next
    row; a card is free when none lies on it. A free card may be put on the waste when it is one
    rank higher or lower than the card there, regardless of suit; ace and king are neighbours. The
    stock is turned card by card onto the waste, once. Each card brought from the pyramid is worth
    a point.
    """
    return pyramid_golf(face_down=0)
