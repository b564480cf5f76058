"""Clock, sentence by sentence."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.games.clock import HOURS
from engine.state import Click, Move, State
from tests.engine.positions import pile, table

MIDDLE = 6
LETTERS = " A23456789TJQK"
HOME = {pile: " ".join(LETTERS[hour] + suit for suit in "CDHS") for pile, hour in enumerate(HOURS)}


@pytest.fixture
def game() -> Game:
    return catalogue.make("clock")


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 13, **rest)


def test_the_deal_is_thirteen_piles_with_one_card_open(game: Game) -> None:
    piles = game.deal("any").piles
    assert [len(cards) for cards in piles] == [4] * 13
    assert [i for i, cards in enumerate(piles) for card in cards if card < 128] == [MIDDLE]
    assert piles[MIDDLE][-1] < 128


@pytest.mark.parametrize(
    ("card", "hour"),
    [("AC", (5, 0)), ("3D", (6, 2)), ("6H", (3, 4)), ("9S", (0, 2)), ("QD", (3, 0))],
)
def test_a_card_goes_to_its_hour_only(game: Game, card: str, hour: tuple[float, float]) -> None:
    piles = dict.fromkeys(range(13), "2h 4h 6h 8h")
    position = at({**piles, MIDDLE: f"2c 3c 4c {card}"})
    (move,) = game.legal_actions(position)
    assert isinstance(move, Move)
    assert game.places[move.target].at == hour
    after = game.play(position, move)
    assert after.piles[move.target] == pile(f"4h 6h 8h {card}")
    assert after.piles[MIDDLE] == pile("2c 3c 4c 2H")
    assert after.score == 1


def test_a_king_stays_in_the_middle(game: Game) -> None:
    position = at({MIDDLE: "2c 3c 4c KD", 1: "qd"})
    assert game.legal_actions(position) == [Click(MIDDLE)]
    after = game.play(position, Click(MIDDLE))
    assert after.piles[MIDDLE] == pile("3c 4c KD 2C")
    assert after.score == 0


def test_the_fourth_king_ends_it(game: Game) -> None:
    lost = at({MIDDLE: "KC KD KH KS", 1: "ad QD QH QS", 2: "qc AC AH AS"})
    assert game.outcome(lost) == "stuck"
    assert game.outcome(at(HOME)) == "won"


def test_a_card_that_lies_right_counts_face_down_too(game: Game) -> None:
    assert game.outcome(at({**HOME, 1: "qc QD QH QS"})) == "won"
    assert game.outcome(at({**HOME, 1: "9c QD QH QS", 5: "qc 9D 9H 9S"})) == "stuck"


def test_a_whole_clock_on_rails(game: Game) -> None:
    """There is never more than one thing to do."""
    position = game.deal("any")
    while actions := game.legal_actions(position):
        (action,) = actions
        position = game.play(position, action)
    assert game.outcome(position)
    assert position.score == sum(c < 128 for i, p in enumerate(position.piles) for c in p if i != 6)
