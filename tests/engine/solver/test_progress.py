from dataclasses import replace

from engine import catalogue
from engine.cards import RANK
from engine.game import Game
from engine.solver.progress import Progress
from engine.state import Position, State
from engine.strategies.strategy import Weights
from tests.engine.positions import lying

WAITING, BURIED = Weights(waiting=1), Weights(buried=1)


def distance(game: Game, state: State, weights: Weights) -> float:
    """How far a position is from a win."""
    return Progress(game, weights).distance(state, 0)


def test_cards_wait_for_higher_ones_that_lie_on_them() -> None:
    castle = catalogue.make("streets-and-alleys")
    state = lying("2C 7D 4H", *[""] * 11)
    # The four waits for nobody, the seven for nobody, and the two for the seven.
    assert distance(castle, state, WAITING) == 5
    assert distance(castle, lying("7D 4H 2C", *[""] * 11), WAITING) == 0


def test_ranks_are_counted_from_the_base_card() -> None:
    castle = catalogue.make("streets-and-alleys")

    def base(position: Position) -> int:
        return position.piles[1][0] & RANK if position.piles[1] else 0

    based = replace(castle, strategy=replace(castle.strategy, base=base))
    begun = lying("KD 5C", "5H", *[""] * 10)
    assert distance(castle, begun, BURIED) == 0, "the five is lower than the king"
    assert distance(based, begun, BURIED) == 0, "as it is from five on"
    below = lying("6C KD", "5H", "", "QS 4D", *[""] * 8)
    assert distance(castle, below, BURIED) == 1
    assert distance(based, below, BURIED) == 2, "four comes last"
    assert distance(based, lying("6C KD", *[""] * 11), BURIED) == 1, "there is none yet"
