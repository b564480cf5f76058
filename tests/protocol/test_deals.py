"""Which deals a room may want, of each game."""

from engine import catalogue
from protocol.deals import NOT_FOUND, deals_of


def test_most_games_have_deals_that_can_be_won() -> None:
    assert deals_of("klondike", {}) == ("any", "winnable")
    without = [entry.name for entry in catalogue.entries() if deals_of(entry.name, {}) == ("any",)]
    assert len(without) <= 10


def test_a_choice_decides_where_only_some_have_none() -> None:
    assert deals_of("spider", {}) == ("any",)
    assert deals_of("spider", {"suits": "four-suits"}) == ("any",)
    assert deals_of("spider", {"suits": "one-suit"}) == ("any", "winnable")


def test_an_unknown_game_or_choice_has_any_deals_alone() -> None:
    assert deals_of("of-tomorrow", {}) == ("any",)
    assert deals_of("klondike", {"of": "tomorrow"}) == ("any",)


def test_the_games_without_are_there_and_have_these_choices() -> None:
    for game, choices in NOT_FOUND.items():
        complete = catalogue.entry(game).complete(choices)
        assert complete.items() >= choices.items()
