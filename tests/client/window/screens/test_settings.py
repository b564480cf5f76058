from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from client.board.gesture import Thresholds
from client.window.cards.deck import TABLES
from client.window.desktop import preferences
from client.window.desktop.preferences import CHOICES, RANGES, Preferences
from client.window.scene.board_view import BoardView
from client.window.screens.settings import SettingsScreen
from client.window.widgets.elements import Scrolled
from engine.state import Action, Move
from harness.fakes import FakeLink
from harness.mouse import LEFT, Mouse
from harness.qt_waiting import until
from tests.client.boards import KLONDIKE
from tests.client.by_ear import name_of


@pytest.fixture
def screen(qt_app: QApplication) -> Iterator[SettingsScreen]:
    preferences.live.set(Preferences(motion="off"))
    made = SettingsScreen()
    made.resize(1280, 800)
    made.show()
    yield made
    made.close()
    made.deleteLater()


def test_escape_goes_back_unless_cards_are_in_hand(screen: SettingsScreen) -> None:
    left: list[bool] = []
    screen.back.connect(lambda: left.append(True))
    screen.board.setFocus()
    Mouse(screen.board).click(7)
    assert screen.board._scene.held_box() is not None
    QTest.keyClick(screen.board, Qt.Key.Key_Escape)
    assert left == []
    QTest.keyClick(screen.board, Qt.Key.Key_Escape)
    QTest.keyClick(screen.choices["theme"], Qt.Key.Key_Escape)
    assert left == [True, True]


def test_the_wheel_scrolls_and_changes_nothing(screen: SettingsScreen) -> None:
    screen.resize(900, 400)
    QApplication.processEvents()
    (area,) = screen.findChildren(Scrolled)
    before = preferences.live.now
    for control in (screen.choices["theme"], screen.sliders["volume"]):
        area.verticalScrollBar().setValue(0)
        turn(control)
        assert area.verticalScrollBar().value()
    assert preferences.live.now == before
    screen.resize(1280, 1200)
    QApplication.processEvents()
    turn(screen.sliders["volume"])
    assert preferences.live.now.volume < before.volume, "there is nothing to scroll"


def test_the_question_about_being_deleted_is_in_sight(screen: SettingsScreen) -> None:
    link = FakeLink()
    screen.attend(link)
    screen.resize(800, 500)
    own_data = screen.own_data
    own_data.delete.click()
    until(lambda: not own_data.cancel.visibleRegion().isEmpty())
    assert own_data.name.hasFocus()
    assert not own_data.name.visibleRegion().isEmpty()
    screen.attend(None)
    link.deleteLater()


def turn(control: QWidget) -> None:
    """Turn the wheel down by a notch, over the middle of a control."""
    at = QPointF(control.rect().center())
    down = QPoint(0, -120)
    kept = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    buttons = Qt.MouseButton.NoButton
    event = QWheelEvent(at, control.mapToGlobal(at), QPoint(), down, buttons, *kept, False)
    QApplication.sendEvent(control, event)


def test_every_preference_has_its_control(screen: SettingsScreen) -> None:
    assert set(screen.choices) == set(CHOICES)
    assert set(screen.sliders) == {*RANGES, "volume"}
    assert {*screen.choices, *screen.switches, "volume", "thresholds"} == set(
        Preferences.__dataclass_fields__
    )
    for control in (*screen.choices.values(), *screen.sliders.values()):
        assert name_of(control)


@pytest.mark.parametrize("name", CHOICES)
def test_a_choice_is_in_force_at_once(screen: SettingsScreen, name: str) -> None:
    choice = screen.choices[name]
    choice.setFocus()
    for value in CHOICES[name]:
        choice.setCurrentIndex(choice.findData(value))
        choice.activated.emit(choice.currentIndex())
        assert getattr(preferences.live.now, name) == value


def test_switches_and_sliders_are_in_force_at_once(screen: SettingsScreen) -> None:
    for name, switch in screen.switches.items():
        before = getattr(preferences.live.now, name)
        switch.click()
        assert getattr(preferences.live.now, name) is not before
    screen.switches["sounds"].click()
    screen.sliders["volume"].setValue(30)
    assert preferences.live.now.volume == 30
    screen.sliders["quick"].setValue(35)
    assert preferences.live.now.thresholds == Thresholds(quick=0.35)
    assert screen._values["quick"].text() == "0.35 s"


def test_all_boards_change_at_once(screen: SettingsScreen) -> None:
    other = BoardView()
    other.resize(400, 300)
    other.set_game("klondike")
    before = screen.board.grab().toImage()
    choice = screen.choices["table"]
    choice.setCurrentIndex(choice.findData("ocean"))
    choice.activated.emit(choice.currentIndex())
    cloth = other.grab().toImage().pixelColor(1, 1)  # in the corner it is darker
    assert cloth.hslHue() == pytest.approx(QColor(TABLES["ocean"]).hslHue(), abs=4)
    assert screen.board.grab().toImage() != before
    other.deleteLater()


def test_back_to_the_defaults(screen: SettingsScreen) -> None:
    screen.sliders["still"].setValue(40)
    screen.switches["large_index"].click()
    screen.defaults.click()
    assert preferences.live.now != Preferences(), "it asks first"
    screen.defaults.click()
    assert preferences.live.now == Preferences()
    assert not screen.defaults.isEnabled()
    assert screen.sliders["still"].value() == 17
    assert not screen.switches["large_index"].isChecked()


def test_looking_at_the_settings_changes_nothing(screen: SettingsScreen) -> None:
    chosen = replace(Preferences(), thresholds=Thresholds(quick=0.123, still=0.2345))
    preferences.live.set(chosen)
    assert preferences.live.now == chosen


def test_back_to_the_usual_clicks_alone(screen: SettingsScreen) -> None:
    assert not screen.usual_hand.isEnabled()
    screen.sliders["quick"].setValue(round(100 * RANGES["quick"][1]))
    preferences.live.set(replace(preferences.live.now, table="ocean"))
    screen.usual_hand.click()
    now = preferences.live.now
    assert (now.thresholds, now.table) == (Preferences().thresholds, "ocean")
    assert not screen.usual_hand.isEnabled()


def tried(screen: SettingsScreen, ms: int, cards: float) -> str:
    hand = Mouse(screen.board)
    pile = next(p for p, cards in enumerate(screen.board.state.piles) if p > 5 and cards)
    start = hand.point(pile)
    hand.press(start)
    hand.wait(ms)
    width = screen.board._scene.laid.table.card[0] / screen.board.devicePixelRatioF()
    hand.move(start + QPointF(cards * width, 0), LEFT)
    hand.release()
    text = screen.tried.text()
    QTest.keyClick(screen.board, Qt.Key.Key_Escape)
    return text


def test_the_trial_says_what_a_press_counted_as(screen: SettingsScreen) -> None:
    assert tried(screen, 150, 0.5) == "Click: a card sticks\n0.15 s, 50% of a card"
    assert tried(screen, 800, 0.1).startswith("Click")
    assert tried(screen, 800, 0.3) == "Drag: a card is dropped\n0.80 s, 30% of a card"
    preferences.live.set(replace(preferences.live.now, thresholds=Thresholds(still=0.4)))
    assert tried(screen, 800, 0.3).startswith("Click")
    assert screen.trial.last is not None
    assert screen.trial.last.lasted == pytest.approx(0.8)
    assert screen.chart.grab().toImage().pixelColor(2, 2).isValid()


def test_the_trial_knows_a_quick_drag_by_where_it_ended(screen: SettingsScreen) -> None:
    hand, acted = Mouse(screen.board), list[Action]()
    screen.board.show_state(KLONDIKE)
    screen.board.acted.connect(acted.append)
    corner = QPointF(screen.board.viewport().rect().bottomRight()) - QPointF(2, 2)
    hand.drag(11, corner, ms=120)
    assert screen.tried.text().startswith("Click: a card sticks\n0.12 s")
    QTest.keyClick(screen.board, Qt.Key.Key_Escape)
    for column in (9, 10):  # which refuses the card, and which takes it
        hand.wait(1000)
        hand.drag(11, column, ms=120)
        assert screen.tried.text().startswith("Drag: a card is dropped\n0.12 s")
    assert acted == [Move(11, 1, 10)]


def test_the_sample_can_be_played(screen: SettingsScreen) -> None:
    before = screen.board.state
    action = screen.board.game.legal_actions(before)[0]
    screen.board.acted.emit(action)
    assert screen.board.state != before
    screen.board.undo_asked.emit()
    assert screen.board.state == before


def test_in_a_low_window_everything_stays_where_it_was(screen: SettingsScreen) -> None:
    (area,) = screen.findChildren(Scrolled)
    for size, low in (((800, 450), True), ((1280, 800), False), ((800, 450), True)):
        screen.resize(*size)
        QApplication.processEvents()
        assert screen.legend.isVisible() != low
        controls = (screen.choices["language"], screen.switches["sounds"], screen.switches["glow"])
        tops = [part.mapTo(screen, QPoint()).y() for part in (*controls, screen.sliders["quick"])]
        assert tops == sorted(tops), "what most look for comes first"
        assert not area.isAncestorOf(screen.chart), "it is tried on the board above it"
        assert screen.tried.visibleRegion().boundingRect() == screen.tried.rect(), "all is seen"
