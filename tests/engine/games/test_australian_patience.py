"""Australian Patience, sentence by sentence."""

import pytest

from engine import catalogue
from engine.game import Game
from engine.state import Click, Deal, Move, State
from tests.engine.positions import pile, table

RANKS = "A23456789TJQK"


@pytest.fixture
def game() -> Game:
    return catalogue.make("australian-patience")


def at(piles: dict[int, str], **rest: int) -> State:
    return table(piles, 13, **rest)


def suit(name: str, first: int = 0, end: int = 13) -> str:
    return " ".join(rank + name for rank in RANKS[first:end])


def test_the_deal(game: Game) -> None:
    piles = game.deal("any").piles
    assert [len(cards) for cards in piles] == [24, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4]
    assert all(card >= 128 for card in piles[0])
    assert all(card < 128 for cards in piles[1:] for card in cards)


def test_any_card_moves_with_all_that_lies_on_it_onto_the_next_higher_in_suit(game: Game) -> None:
    position = at({6: "KC 5H 9S 2D", 7: "3C 6H", 8: "TS", 9: "9D", 10: "3D 6D"})
    moves = {move for move in game.legal_actions(position) if isinstance(move, Move)}
    assert {move for move in moves if position.piles[move.target]} == {Move(6, 3, 7), Move(6, 2, 8)}
    after = game.play(position, Move(6, 3, 7))
    assert after.piles[6:8] == (pile("KC"), pile("3C 6H 5H 9S 2D"))
    assert game.refusal(position, Move(6, 1, 9)) == "that doesn't go there"


def test_only_a_king_with_what_lies_on_it_fills_an_empty_pile(game: Game) -> None:
    position = at({1: "3S KH", 6: "4C KD 2S", 7: "QC"})
    moves = [move for move in game.legal_actions(position) if isinstance(move, Move)]
    to_gaps = {move for move in moves if move.target == 8}
    assert to_gaps == {Move(1, 1, 8), Move(6, 2, 8)}
    assert game.play(position, Move(6, 2, 8)).piles[8] == pile("KD 2S")


def test_the_stock_is_turned_card_by_card_and_once(game: Game) -> None:
    after = game.play(at({0: "9h 8c", 6: "KD"}), Click(0))
    assert after.piles[:2] == (pile("9h"), pile("8C"))
    assert game.play(at({0: "9h 8c", 6: "KD"}), Deal()) == after
    after = game.play(after, Click(0))
    assert after.piles[:2] == (b"", pile("8C 9H"))
    assert not game.is_legal(after, Click(0))


def test_the_top_card_of_the_waste_may_be_played(game: Game) -> None:
    position = at({1: "9H 8C", 6: "9C", 7: "TH"})
    assert game.legal_actions(position) == [Move(1, 1, 6)]


def test_what_fits_goes_home_by_itself_after_a_move(game: Game) -> None:
    position = at({1: "2S AS", 6: "AH 9C", 7: "TC", 8: "5D 3H 2H"})
    after = game.play(position, Move(6, 1, 7))
    assert after.piles[2:6] == (pile("AS 2S"), pile("AH 2H 3H"), b"", b"")
    assert after.piles[1] == b""
    assert after.piles[6:9] == (b"", pile("TC 9C"), pile("5D"))
    assert after.score == 5


def test_and_after_the_stock_is_turned(game: Game) -> None:
    after = game.play(at({0: "9h ad", 6: "4C 2D", 7: "3C 4D 3D"}), Click(0))
    assert after.piles[2] == pile("AD 2D 3D 4D")
    assert after.piles[6:8] == (pile("4C"), pile("3C"))
    assert after.score == 4
    assert after.piles[:2] == (pile("9h"), b"")


def test_but_not_after_the_deal_alone(game: Game) -> None:
    """Nothing moves before the player does; an ace that lies free may be moved, too."""
    position = at({6: "4C AD", 7: "AH"})
    after = game.play(position, Move(6, 1, 4))
    assert after.piles[2:5] == (pile("AH"), b"", pile("AD"))


def test_what_lies_on_a_foundation_stays(game: Game) -> None:
    position = at({2: "AH 2H", 6: "9C 3H", 7: "9D", 8: "TC"}, score=2)
    assert game.refusal(position, Move(2, 1, 6)) == "these cards can't be taken"


def test_won_with_all_cards_on_the_foundations(game: Game) -> None:
    homes = {2: suit("C"), 3: suit("D"), 4: suit("H")}
    position = at({**homes, 5: suit("S", end=10), 6: "KS JS", 7: "QS"}, score=49)
    assert game.outcome(position) is None
    after = game.play(position, Move(6, 1, 7))
    assert game.outcome(after) == "won"
    assert after.score == 52


def test_stuck_where_nothing_moves(game: Game) -> None:
    piles = {6: "5D 9C", 7: "9D", 8: "5C", 9: "5H", 10: "9H", 11: "5S", 12: "9S"}
    assert game.outcome(at(piles)) == "stuck"
    assert game.outcome(at({**piles, 0: "2c"})) is None
