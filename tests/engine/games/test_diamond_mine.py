"""Diamond Mine: the hundred points."""

from engine import catalogue
from engine.games.diamond_mine import held_by_diamonds, in_the_way, on_diamonds
from engine.state import Move
from tests.engine.positions import pile, table

TO_TWO = "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"


def test_what_scores() -> None:
    game = catalogue.make("diamond-mine")
    position = table({1: "5D", 2: "KD", 3: "AD", 4: TO_TWO, 5: "AC"}, 14)
    position = game.play(position, Move(2, 1, 0))
    assert position.score == 13
    position = game.play(position, Move(3, 1, 0))
    assert position.score == 14
    assert not game.is_legal(position, Move(1, 1, 0))
    assert game.play(position, Move(5, 1, 4)).score == 17


def test_diamonds_move_nowhere_else_and_take_nothing() -> None:
    game = catalogue.make("diamond-mine")
    position = table({0: "2D", 1: "5D", 2: "4S", 3: "6S"}, 14)
    moves = set(game.legal_actions(position))
    assert not {Move(2, 1, 1), Move(1, 1, 3), Move(1, 1, 4)} & moves
    assert Move(2, 1, 4) in moves


def test_diamonds_on_each_other_leave_only_in_one_order() -> None:
    begun = {0: "2D", 1: "5D 3D", 2: "KC"}
    assert not held_by_diamonds(table(begun, 14)), "the three comes before the five"
    assert held_by_diamonds(table({0: "4D", 1: "5D 3D"}, 14)), "from four on the five comes first"
    assert not held_by_diamonds(table({0: "4D", 1: "5D 9C 3D"}, 14)), "the nine may move with it"
    assert held_by_diamonds(table({0: "4D", 1: "5d 3d 9C"}, 14))


def test_diamonds_may_hold_each_other_whichever_comes_first() -> None:
    assert not held_by_diamonds(table({1: "5D 3D", 2: "3C"}, 14)), "begin with the three"
    assert not held_by_diamonds(table({1: "5D 3D", 2: "9D 7D"}, 14)), "with the three or the seven"
    assert held_by_diamonds(table({1: "5D 9D 3D"}, 14)), "nine, three and five are no round"


def test_what_lies_on_diamonds_counts_by_groups_and_by_how_soon_they_are_wanted() -> None:
    assert on_diamonds(pile("5D"), 5) == 0
    assert on_diamonds(pile("5D TC 9S"), 5) == 1, "both move together"
    assert on_diamonds(pile("5D TC 4S"), 5) == 2
    assert 0 < on_diamonds(pile("4D TC"), 5) < on_diamonds(pile("6D TC"), 5) < 1


def test_what_is_in_order_is_nearer_to_a_win() -> None:
    assert in_the_way(table({1: "KC QC"}, 14)) < in_the_way(table({1: "KC QS"}, 14))
