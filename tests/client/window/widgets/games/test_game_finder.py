from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.window.desktop import preferences
from client.window.desktop.memory import Memory
from client.window.scene.game_pictures import pictures
from client.window.widgets.games.game_finder import GameFinder
from client.window.widgets.games.game_rows import STAR_WIDTH, facts_lines, title_font
from client.words.texts import BETWEEN, facts_text
from engine import catalogue
from harness.fakes import Show, press
from tests.client.conftest import wait_until

KEY = Qt.Key


@pytest.fixture
def finder(show: Show, memory: Memory) -> GameFinder:
    return show(GameFinder(memory))


def titles(finder: GameFinder) -> list[str]:
    return [finder.list.item(y).text() for y in range(finder.list.count())]


def click_star(finder: GameFinder, title: str, from_below: int | None = None) -> None:
    rect = finder.list.visualItemRect(finder.list.item(titles(finder).index(title)))
    y = rect.center().y() if from_below is None else rect.bottom() - from_below
    at = QPoint(rect.right() - STAR_WIDTH // 2, y)
    QTest.mouseClick(finder.list.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_all_games_are_there(finder: GameFinder) -> None:
    assert titles(finder) == [entry.title for entry in catalogue.entries()]
    assert finder.count.text() == f"{len(catalogue.entries())} games"
    assert not finder.all_button.isVisible()


def test_typing_finds_and_the_arrows_move(finder: GameFinder) -> None:
    chosen: list[str] = []
    entered: list[bool] = []
    finder.chosen.connect(chosen.append)
    finder.entered.connect(lambda: entered.append(True))
    QTest.keyClicks(finder.search, "t")
    found = titles(finder)
    assert 1 < len(found) < len(catalogue.entries())
    assert found[0].startswith("T")
    QTest.keyClick(finder.search, KEY.Key_Down)
    QTest.keyClick(finder.search, KEY.Key_Down)
    QTest.keyClick(finder.search, KEY.Key_Up)
    assert catalogue.entry(finder.game).title == found[1]
    assert finder.search.text() == "t"
    assert not entered
    QTest.keyClick(finder.search, KEY.Key_Return)
    assert entered == [True]
    assert chosen[-1] == finder.game
    QTest.keyClick(finder.search, KEY.Key_Escape)
    assert len(titles(finder)) == len(catalogue.entries())
    assert chosen[-1] == finder.game


def test_typing_on_the_list_goes_to_the_search(finder: GameFinder) -> None:
    finder.list.setFocus()
    QTest.keyClicks(finder.list, "mon")
    assert finder.search.text() == "mon"
    assert finder.game == "montana"
    QTest.keyClick(finder.list, KEY.Key_Backspace)
    assert finder.search.text() == "mo"
    QTest.keyClick(finder.list, KEY.Key_Return)


def test_filters(finder: GameFinder) -> None:
    family = catalogue.entry("spider").family
    finder.family.setCurrentText(family)
    finder.decks.setCurrentText("Two decks")
    finder.cards.setCurrentText("Hidden cards")
    fitting = [
        entry.title
        for entry in catalogue.entries()
        if entry.family == family and entry.decks == 2 and entry.hidden
    ]
    assert "Spider" in fitting
    assert titles(finder) == fitting
    assert catalogue.entry(finder.game).title == fitting[0]
    assert finder.count.text() == f"{len(fitting)} of {len(catalogue.entries())} games"
    press(finder, "Show all")
    assert len(titles(finder)) == len(catalogue.entries())
    assert catalogue.entry(finder.game).title == fitting[0]


def test_nothing_found(finder: GameFinder) -> None:
    finder.choose("gaps")
    finder.search.setText("no such game")
    assert finder.empty.text() == "No game matches; Gaps stays chosen."
    assert finder.empty.isVisible()
    assert finder.game == "gaps"
    finder.choose("4x13")
    assert finder.game == "4x13"
    assert finder.search.text() == ""
    assert not finder.empty.isVisible()
    finder.choose("a game of tomorrow")
    assert finder.game == "4x13"


def test_favourites(finder: GameFinder, memory: Memory) -> None:
    press(finder, "Favourites")
    assert titles(finder) == []
    assert "Ctrl+D" in finder.empty.text()
    press(finder, "All")
    finder.choose("gaps")
    QTest.keyClick(finder.search, KEY.Key_D, Qt.KeyboardModifier.ControlModifier)
    click_star(finder, "4x13")
    finder.choose("clock")
    QTest.keyClick(finder.list, KEY.Key_D, Qt.KeyboardModifier.ControlModifier)
    assert memory.favourites == ["clock", "4x13", "gaps"]
    press(finder, "Favourites")
    assert titles(finder) == ["Clock", "4x13", "Gaps"]
    click_star(finder, "4x13")
    assert titles(finder) == ["Clock", "Gaps"]
    assert memory.favourites == ["clock", "gaps"]


def test_favourites_are_said_to_be_such(finder: GameFinder) -> None:
    finder.toggle_favourite("4x13")
    assert finder.list.item(0).text() == "4x13"
    said = finder.list.item(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "4x13, a favourite"
    finder.choose("clock")
    described = finder.list.currentItem().data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert described == "Luck · One deck · Hidden cards"


def test_the_arrows_go_through_a_gallery(finder: GameFinder, memory: Memory) -> None:
    finder.set_columns(4)
    names = [entry.name for entry in catalogue.entries()]
    at = 0
    for key, steps in ((KEY.Key_Right, 1), (KEY.Key_Down, 4), (KEY.Key_Left, -1), (KEY.Key_Up, -4)):
        QTest.keyClick(finder.search, key)
        at += steps
        assert finder.game == names[at]
    finder.search.setText("sp")
    finder.search.setCursorPosition(2)
    QTest.keyClick(finder.search, KEY.Key_Left)
    assert finder.search.cursorPosition() == 1  # while something is typed, they move in it
    assert finder.game == "spider"
    click_star(finder, "Spiderette", from_below=10)
    assert memory.favourites == ["spiderette"]
    assert finder.game == "spiderette"
    finder.set_columns(1)
    QTest.keyClick(finder.search, KEY.Key_Up)
    assert finder.game == "spider-three-decks"


def test_the_chosen_game_stays_in_view(finder: GameFinder) -> None:
    finder.choose("zebra")
    finder.resize(finder.width(), 400)
    finder.set_columns(4)

    def seen() -> bool:
        rect = finder.list.visualItemRect(finder.list.currentItem())
        return finder.list.viewport().rect().contains(rect) and rect.x() > 0

    wait_until(seen)


def test_only_what_is_seen_is_pictured(finder: GameFinder) -> None:
    preferences.live.set(replace(preferences.live.now, table="plum"))  # none is there any more
    rows = [finder.list.visualItemRect(finder.list.item(y)) for y in range(finder.list.count())]
    seen = sum(rect.intersects(finder.list.viewport().rect()) for rect in rows)
    wait_until(lambda: len(pictures._made) == seen)
    assert seen < len(rows) / 2
    finder.choose("zebra")
    wait_until(lambda: any(asked.game == "zebra" for asked in pictures._made))
    assert not pictures._waiting


def test_the_games_last_played(finder: GameFinder, memory: Memory) -> None:
    press(finder, "Recent")
    assert finder.empty.text() == "The games that you play will be here."
    memory.add_recent("gaps")
    memory.add_recent("spider")
    memory.add_recent("no-such-game")
    finder.hide()
    finder.show()
    assert titles(finder) == ["Spider", "Gaps"]


def test_where_there_is_little_height_the_filters_are_behind_a_button(finder: GameFinder) -> None:
    finder.resize(finder.width(), 600)
    assert finder.family.isVisible()
    assert not finder.fold.isVisible()
    finder.resize(finder.width(), 300)
    assert not finder.family.isVisible()
    four = 4 * finder.list.sizeHintForRow(0)
    wait_until(lambda: finder.list.viewport().height() >= four)
    finder.fold.click()
    assert finder.family.isVisible()
    finder.family.setCurrentIndex(1)
    finder.fold.click()
    assert not finder.family.isVisible()
    assert finder.count.isVisible(), "not all of them are listed"
    press(finder, "Show all")
    assert not finder.count.isVisible()


def test_a_double_click_chooses(finder: GameFinder) -> None:
    entered: list[str] = []
    finder.entered.connect(lambda: entered.append(finder.game))
    at = finder.list.visualItemRect(finder.list.item(1)).center()
    QTest.mouseClick(finder.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(finder.list.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert entered == [catalogue.entries()[1].name]


def test_what_is_found_is_heard(finder: GameFinder, heard: list[str]) -> None:
    many = len(catalogue.entries())
    QTest.keyClicks(finder.search, "montana")
    assert heard[-1].startswith("Montana, ")
    assert heard[-1].endswith("; 1 of 1 game")
    QTest.keyClicks(finder.search, "x")
    assert heard[-1] == "No game matches; Montana stays chosen."
    QTest.keyClick(finder.search, KEY.Key_Escape)
    QTest.keyClick(finder.search, KEY.Key_Home)
    QTest.keyClick(finder.search, KEY.Key_Down)
    at = finder.list.currentRow() + 1
    assert heard[-1].startswith(f"{titles(finder)[at - 1]}, ")
    assert heard[-1].endswith(f"; {at} of {many} games")
    press(finder, "Recent")
    assert heard[-1] == "The games that you play will be here."


def test_facts_take_two_lines_and_the_second_begins_with_a_fact(qt_app: QApplication) -> None:
    metrics = QFontMetrics(qt_app.font())
    for entry in catalogue.entries():
        facts = facts_text(entry)
        whole = metrics.horizontalAdvance(facts)
        assert facts_lines(facts, metrics, whole) == [facts]
        for width in (whole - 1, whole // 2, 10):
            first, second = facts_lines(facts, metrics, width)
            assert f"{first}{BETWEEN}{second}" == facts
    assert facts_lines("Rows and gaps · One deck · Open cards", metrics, whole // 2)[0] in (
        "Rows and gaps",
        "Rows and gaps · One deck",
    )


def test_a_long_title_is_written_smaller(qt_app: QApplication) -> None:
    usual = QFont()
    usual.setPixelSize(14)
    title = "La mine de diamants"
    whole = title_font(usual, title, 1000)
    assert whole.pixelSize() == 14
    width = QFontMetrics(whole).horizontalAdvance(title) - 10
    smaller = title_font(usual, title, width)
    assert 11 <= smaller.pixelSize() < 14
    assert QFontMetrics(smaller).horizontalAdvance(title) <= width
    assert title_font(usual, title, 10).pixelSize() == 11, "the rest is cut"
