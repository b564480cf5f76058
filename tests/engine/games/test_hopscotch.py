"""Hopscotch: what is odd about it."""

import pytest

from engine import catalogue
from engine.cards import card_text
from engine.game import Game
from engine.state import Click, Move, State
from tests.engine.positions import pile, table


@pytest.fixture
def game() -> Game:
    return catalogue.make("hopscotch")


def at(piles: dict[int, str]) -> State:
    return table({2: "AC", 3: "2C", 4: "3C", 5: "4C"} | piles, 10)


def test_the_foundations_are_begun_with_clubs(game: Game) -> None:
    state = game.deal("any")
    assert [card_text(cards[0]) for cards in state.piles[2:6]] == ["AC", "2C", "3C", "4C"]
    assert (len(state.piles[0]), state.score) == (48, 0)


@pytest.mark.parametrize(
    ("foundation", "under", "over"),
    [(2, "5C", "6D"), (3, "QC", "AD"), (4, "QC", "2D"), (5, "JC", "2D")],
)
def test_each_goes_up_in_its_own_steps(game: Game, foundation: int, under: str, over: str) -> None:
    position = at({foundation: under, 1: over})
    assert Move(1, 1, foundation) in game.legal_actions(position)


@pytest.mark.parametrize(("foundation", "over"), [(2, "AD"), (3, "2D"), (4, "3D"), (5, "4D")])
def test_a_king_ends_a_foundation(game: Game, foundation: int, over: str) -> None:
    """The program builds on past a king; by the manual it is the last card."""
    assert not game.is_legal(at({foundation: "KC", 1: over}), Move(1, 1, foundation))


def test_the_next_card_waits_for_the_one_before(game: Game) -> None:
    state = game.play(at({0: "9h 8h"}), Click(0))
    assert state.piles[1] == pile("8H")
    assert Click(0) not in game.legal_actions(state)
    assert Click(0) in game.legal_actions(game.play(state, Move(1, 1, 7)))


def test_reserve_cards_go_to_foundations_only(game: Game) -> None:
    assert game.legal_actions(at({6: "9H 2D"})) == [Move(6, 1, 2)]
