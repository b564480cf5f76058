import pytest
from PySide6.QtTest import QTest

from client.memory import Memory
from client.screens.games import GameChooser
from engine import catalogue
from tests.client.screens.fakes import Show


@pytest.mark.parametrize("rules", [True, False])
def test_rules_and_options_go_with_the_game(show: Show, memory: Memory, rules: bool) -> None:
    chooser = show(GameChooser(memory, rules=rules))
    chosen: list[str] = []
    chooser.chosen.connect(chosen.append)
    QTest.keyClicks(chooser.finder.search, "klondike")
    assert chosen[-1] == chooser.game == "klondike"
    assert chooser.rules.isVisible() == rules
    assert chooser.rules.title.text() == "Klondike"
    assert chooser.rules.facts.text() == "Klondike · One deck · Hidden cards"
    assert chooser.options_panel.isVisible()
    assert chooser.options.options == catalogue.entry("klondike").complete({})
    chooser.choose("4x13")
    assert not chooser.options_panel.isVisible()
    assert chooser.rules.tip.text() == f"Tip: {catalogue.entry('4x13').tip}"


def test_options_are_chosen_with_the_game(show: Show, memory: Memory) -> None:
    chooser = show(GameChooser(memory))
    chooser.choose("klondike", {"deal": "no-redeals"})
    assert chooser.options.options == {"deal": "no-redeals"}
    chooser.choose("klondike")
    assert chooser.options.options == catalogue.entry("klondike").complete({})
    changed: list[bool] = []
    chooser.changed.connect(lambda: changed.append(True))
    chooser.options.choose({"deal": "no-redeals"})
    assert changed == [True]


def test_a_deal_is_pictured_where_there_is_room(show: Show, memory: Memory) -> None:
    chooser = show(GameChooser(memory))
    chooser.resize(900, 700)
    chooser.choose("spider")
    assert chooser.picture.isVisible()
    assert len(chooser.picture.state.piles) == len(chooser.picture.game.places)
    chooser.resize(900, 400)
    assert not chooser.picture.isVisible()
