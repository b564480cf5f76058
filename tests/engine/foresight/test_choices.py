from engine import catalogue
from engine.foresight.choices import alike, choices
from engine.state import Click, Move
from tests.engine.positions import table


def test_of_empty_places_that_are_alike_one_is_enough() -> None:
    game = catalogue.make("freecell")
    view = table({8: "9S 8D", 9: "KC"}, len(game.places))
    found = choices(game, alike(game), view)
    assert sorted(found) == [Move(8, 1, 0), Move(8, 1, 10), Move(9, 1, 0)]


def test_the_stock_is_one_of_the_choices() -> None:
    game = catalogue.make("klondike")
    view = table({0: "kc qc", 6: "5S"}, len(game.places))
    assert Click(0) in choices(game, alike(game), view)


def test_in_rows_with_gaps_each_place_is_one_of_its_own() -> None:
    numbers = alike(catalogue.make("montana"))
    assert len(set(numbers)) == len(numbers)
