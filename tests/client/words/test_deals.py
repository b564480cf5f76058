"""Which deals are raced on, in words."""

from client.words import deals


def test_any_deal_is_nothing_to_tell_of() -> None:
    assert deals.deals_text("any") == ""
    assert deals.deals_line("any") == ""
    assert deals.deals_title("any") == "Any deal"


def test_a_deal_that_can_be_won() -> None:
    assert deals.deals_title("winnable") == deals.deals_text("winnable") == "Can be won"
    assert deals.deals_line("winnable") == "Only deals that can be won"
    assert "knows a way" in deals.deals_help("winnable")


def test_a_kind_of_a_newer_version_is_called_as_it_calls_itself() -> None:
    assert deals.deals_title("frozen") == deals.deals_text("frozen") == "frozen"
    assert deals.deals_line("frozen") == "frozen"


def test_moves_are_counted() -> None:
    assert deals.solution_text(1) == "Could be won in 1 move"
    assert deals.solution_text(84) == "Could be won in 84 moves"
