from server.stock.levels import FEW, MANY, POSITIONS, budget, level


def test_a_few_of_what_was_raced_and_more_of_what_is_raced_often() -> None:
    assert [level(races) for races in (0, 1, 14, 40, 10_000)] == [0, FEW, FEW, 8, MANY]


def test_a_game_has_a_budget() -> None:
    assert budget("klondike") == POSITIONS
