from engine.strategies.neighbours import left_over
from tests.engine.positions import pile


def test_each_card_needs_a_neighbour_of_its_own() -> None:
    assert left_over(pile("AC 3C"), pile("2C")) == 1, "one lies on the two, and none on that"
    assert left_over(pile("AC"), pile("2C")) == 0
    assert left_over(pile("AC AD"), pile("2C")) == 1
    assert left_over(pile("AC 2D AD"), pile("2C")) == 0
    assert left_over(pile("5C 5D 5H"), pile("4C 6C")) == 1


def test_ace_and_king_are_neighbours_where_they_are() -> None:
    assert left_over(pile("AC"), pile("KC")) == 1
    assert left_over(pile("AC"), pile("KC"), wrap=True) == 0
    assert left_over(pile("KC QC"), pile("AC"), wrap=True) == 0
    assert left_over(pile("KC KD"), pile("AC"), wrap=True) == 1


def test_nothing_lies_on_a_king_where_it_ends_the_line() -> None:
    assert left_over(pile("QC"), pile("KC")) == 0
    assert left_over(pile("QC"), pile("KC"), on_king=False) == 1
