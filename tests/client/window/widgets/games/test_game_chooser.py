import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.window.desktop.memory import Memory
from client.window.widgets.games.game_chooser import READ, GameChooser
from engine import catalogue
from harness.fakes import Show
from tests.client.conftest import wait_until


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
    wait_until(lambda: chooser.picture.shown.size() == chooser.picture.size())
    four = chooser.picture.shown
    chooser.options.choose({"suits": "one-suit"})
    wait_until(lambda: chooser.picture.shown != four)
    chooser.resize(900, 200)
    assert not chooser.picture.isVisible()


def test_the_gallery_is_as_wide_as_the_rules_let_it_be(show: Show, memory: Memory) -> None:
    chooser = show(GameChooser(memory))
    widths = []
    for width in (600, 928, 1232, 1600):
        chooser.resize(width, 620)
        QApplication.processEvents()
        widths.append(chooser.finder.width())
        assert chooser.finder.width() + chooser.rules.width() < width
        if width > 900:
            assert chooser.rules.width() >= READ
    assert widths == sorted(set(widths))


def test_all_rules_are_seen_whole_in_a_window_of_1280_by_800(show: Show, memory: Memory) -> None:
    chooser = show(GameChooser(memory))
    chooser.resize(928, 620)  # what the title, the buttons and the race's settings leave of it
    for entry in catalogue.entries():
        chooser.choose(entry.name)
        assert chooser.picture.isVisible(), entry.name
        wait_until(lambda: chooser.rules.verticalScrollBar().maximum() == 0)


def test_the_keys_scroll_rules_that_do_not_fit(show: Show, memory: Memory) -> None:
    chooser = show(GameChooser(memory))
    chooser.choose("klondike")
    rules = chooser.rules
    assert rules.focusPolicy() == Qt.FocusPolicy.StrongFocus
    assert rules.accessibleName() == "Rules of Klondike"
    assert rules.rules.text() in rules.accessibleDescription()
    chooser.resize(548, 300)
    wait_until(lambda: rules.verticalScrollBar().maximum() > 0)
    QTest.keyClick(rules, Qt.Key.Key_Down)
    assert rules.verticalScrollBar().value() > 0
