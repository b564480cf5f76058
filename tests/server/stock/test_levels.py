from engine import catalogue
from server.stock.levels import (
    BUDGETS,
    FEW,
    IN_VAIN,
    MANY,
    PATIENT,
    POSITIONS,
    budget,
    in_vain,
    level,
)


def test_a_few_of_what_was_raced_and_more_of_what_is_raced_often() -> None:
    assert [level(races) for races in (0, 1, 14, 40, 10_000)] == [0, FEW, FEW, 8, MANY]


def test_a_game_has_a_budget() -> None:
    assert budget("klondike") == POSITIONS
    assert budget("spider") > POSITIONS


def test_every_budget_is_of_a_game_and_may_be_spent() -> None:
    for game, positions in BUDGETS.items():
        assert catalogue.entry(game).name == game
        assert positions < in_vain(game)


def test_some_games_are_looked_at_for_longer() -> None:
    assert in_vain("klondike") == IN_VAIN
    for game, positions in PATIENT.items():
        assert catalogue.entry(game).name == game
        assert in_vain(game) == positions > IN_VAIN
