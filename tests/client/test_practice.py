"""The practice screen, as a player uses it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLabel, QPushButton

from client.practice import Practice
from client.practice_game import points_text
from engine import catalogue
from engine.hints import hints
from engine.state import Click
from tests.client.hand import Hand


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def practice(qt_app: QApplication, clock: Clock) -> Iterator[Practice]:
    screen = Practice(now=clock)
    screen.board.animated = False
    screen.resize(1000, 700)
    screen.show()
    yield screen
    screen.close()
    screen.deleteLater()


def press(button: QPushButton) -> None:
    assert button.isEnabled()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def option_widgets(practice: Practice) -> list[object]:
    row = practice.option_row
    return [item.widget() for i in range(row.count()) if (item := row.itemAt(i)) is not None]


def test_a_game_is_played_with_the_mouse(practice: Practice, clock: Clock) -> None:
    practice.start("klondike", seed="a seed")
    hand = Hand(practice.board)
    hand.click(0)
    clock.now = 65
    hand.wait(500)
    hand.click(0)
    assert len(practice.practice.view.piles[1]) == 2
    assert practice.clock.text() == "1:05"
    press(practice.undo_button)
    QTest.keyClick(practice.board, Qt.Key.Key_U)
    assert practice.practice.view == practice.practice.game.view(
        practice.practice.game.deal("a seed")
    )
    assert not practice.undo_button.isEnabled()
    QTest.keyClick(practice.board, Qt.Key.Key_U)
    assert practice.saying.text() == "There is nothing to undo"
    press(practice.deal_button)
    assert practice.board.state.piles[1]


def test_a_whole_game_by_hints_ends_calmly_and_goes_on(practice: Practice) -> None:
    practice.start("accordion", seed="a seed")
    game = practice.practice.game
    while actions := hints(game, practice.practice.view):
        practice.act(actions[0])
    assert practice.banner.isVisible()
    assert practice.banner.text.text().startswith("No move is left")
    assert practice.score.text() == points_text(practice.practice.view.score)
    practice.undo()
    assert not practice.banner.isVisible()
    practice.act(actions[0] if actions else hints(game, practice.practice.view)[0])
    assert practice.banner.isVisible()
    press(practice.banner.findChildren(QPushButton)[0])
    assert not practice.banner.isVisible()
    assert practice.practice.seed != "a seed"


def test_winning_is_said_with_time_and_score(practice: Practice, clock: Clock) -> None:
    practice.start("thirteens", seed="a seed")
    practice.act(hints(practice.practice.game, practice.practice.view)[0])
    clock.now = 75
    practice.practice.outcome = "won"
    practice._show(animate=False)
    assert practice.banner.text.text() == "Won in 1:15, with 2 points."


def test_the_seed_is_shown_and_can_be_typed(practice: Practice) -> None:
    first = practice.seed_edit.text()
    assert first == practice.practice.seed
    practice.seed_edit.setText("  my own deal ")
    QTest.keyClick(practice.seed_edit, Qt.Key.Key_Return)
    assert practice.practice.seed == "my own deal"
    assert practice.seed_edit.text() == "my own deal"
    practice.act(Click(0))
    press(practice.again_button)
    assert practice.practice.seed == "my own deal"
    assert not practice.practice.can_undo
    press(practice.new_button)
    assert practice.practice.seed not in (first, "my own deal")
    practice.seed_edit.setText("")
    QTest.keyClick(practice.seed_edit, Qt.Key.Key_Return)
    assert practice.saying.text().startswith("A seed has 1 to 64 characters")


def test_games_and_options_are_chosen(practice: Practice) -> None:
    assert practice.game_box.count() == len(catalogue.entries())
    for entry in catalogue.entries():
        practice.game_box.setCurrentText(entry.title)
        assert practice.practice.name == entry.name
        assert len(option_widgets(practice)) == len(entry.options)
        assert practice.deal_button.isHidden() == (practice.practice.game.button is None)
    practice.game_box.setCurrentText("Klondike")
    (deal,) = option_widgets(practice)
    assert isinstance(deal, QComboBox)
    deal.setCurrentIndex(0)
    deal.activated.emit(0)
    assert practice._chosen == {"deal": "three-card-deals"}
    practice.board.press_button()
    assert len(practice.practice.view.piles[1]) == 3
    press(practice.again_button)
    assert practice._chosen == {"deal": "three-card-deals"}
    practice.game_box.setCurrentText("Gaps")
    (gaps,) = option_widgets(practice)
    assert isinstance(gaps, QCheckBox)
    gaps.click()
    assert list(practice._chosen.values()) == [True]
    assert practice.deal_button.text() == "Deal"
    assert not practice.deal_button.isEnabled()


def test_hints_light_the_board_or_name_the_button(practice: Practice) -> None:
    practice.start("klondike", seed="a seed")
    press(practice.hint_button)
    assert practice.board._board.lit
    practice.start("montana", seed="a seed")
    game = practice.practice.game
    for _ in range(500):
        action = hints(game, practice.practice.view)[0]
        if practice.board.show_hint() == action and not practice.board._board.lit:
            break
        practice.act(action)
    press(practice.hint_button)
    assert practice.saying.text() == "Reshuffle looks best"


def test_the_rules_are_there_to_read(practice: Practice) -> None:
    practice.start("4x13")
    assert not practice.rules.isVisible()
    press(practice.rules_button)
    assert practice.rules.isVisible()
    texts = [label.text() for label in practice.rules.findChildren(QLabel)]
    assert texts[0] == "4x13"
    assert "ace" in texts[1]


def test_going_back(practice: Practice) -> None:
    left: list[bool] = []
    practice.left.connect(lambda: left.append(True))
    press(practice.leave_button)
    assert left == [True]
