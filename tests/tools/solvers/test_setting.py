"""Games with their options, and how they are called."""

from tools.solvers.setting import Setting


def test_names_and_codes() -> None:
    by_three = Setting("klondike", (("deal", "three-card-deals"),))
    assert str(by_three) == "Klondike, Three card deals"
    assert by_three.code("7") == "klondike/deal=three-card-deals/7"
    assert str(Setting("saratoga", (("three_card_deals", True),))) == "Saratoga, Three card deals"
    assert str(Setting("saratoga", (("three_card_deals", False),))) == "Saratoga"
    assert by_three.made().redeals is None
