"""What is odd about some games with open rows and columns."""

from engine import catalogue
from engine.cards import KING, rank
from engine.state import Move
from tests.engine.positions import pile, table


def test_bakers_dozen_has_its_kings_at_the_bottom() -> None:
    game = catalogue.make("bakers-dozen")
    for seed in map(str, range(20)):
        for column in game.deal(seed).piles[4:]:
            kings = [rank(card) == KING for card in column]
            assert kings == sorted(kings, reverse=True)


def test_the_aces_of_beleaguered_castle_stay() -> None:
    game = catalogue.make("beleaguered-castle")
    assert game.deal("any").piles[1::3] == tuple(map(pile, ("AC", "AD", "AH", "AS")))
    position = table({0: "2H", 1: "AC", 4: "AD 2D", 3: "3S"}, 12)
    assert not game.is_legal(position, Move(1, 1, 0))
    assert game.is_legal(position, Move(4, 1, 3))


def test_the_first_card_in_chessboard_is_the_base() -> None:
    game = catalogue.make("chessboard")
    position = table({0: "5S 9H", 1: "9S", 2: "TH", 4: "KD AD"}, 14)
    assert game.is_legal(position, Move(0, 1, 6))
    position = game.play(position, Move(0, 1, 6))
    assert game.is_legal(position, Move(1, 1, 3))
    assert game.is_legal(position, Move(2, 1, 6))
    assert not game.is_legal(position, Move(4, 1, 3))


def test_king_and_ace_are_neighbours_in_chessboard_but_not_in_fortress() -> None:
    position = table({0: "KD", 1: "AD", 2: "5S", 4: "6S"}, 14)
    for name, around in (("chessboard", True), ("fortress", False)):
        game = catalogue.make(name)
        assert game.is_legal(position, Move(2, 1, 4))
        assert game.is_legal(position, Move(4, 1, 2))
        assert game.is_legal(position, Move(0, 1, 1)) == around
        assert game.is_legal(position, Move(1, 1, 0)) == around


def test_bear_river_holds_three_cards_a_fan_and_fills_holes() -> None:
    game = catalogue.make("bear-river")
    position = table({0: "5H", 4: "9D 9C 8C", 5: "KC AC", 6: "7C", 9: "2C"}, 22)
    assert not game.is_legal(position, Move(6, 1, 4))
    assert game.is_legal(position, Move(9, 1, 5))
    assert game.is_legal(position, Move(5, 1, 9))
    assert game.is_legal(position, Move(6, 1, 15))
    assert not game.is_legal(position, Move(6, 1, 16))
    assert game.deal("any").score == 1
