from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget, QWidget

from client.session.address import Address
from client.window.desktop import preferences, theme
from client.window.desktop.memory import Memory
from client.window.desktop.preferences import CHOICES
from client.window.desktop.scaling import Scaling, let_wait
from client.window.screens.screen import Page
from client.window.window import Window
from harness.fakes import BOB, Spoken, member, race, room


@pytest.fixture
def window(styled: None) -> Iterator[QWidget]:
    made = QWidget()
    made.resize(1280, 800)
    yield made
    made.close()
    made.deleteLater()


def test_the_player_makes_it_larger_and_smaller_in_any_window(window: QWidget) -> None:
    Scaling(window)
    window.show()
    label = theme.label("text")
    label.setParent(window)
    theme.fix(label, width=100, line_height=34)
    preferences.live.set(replace(preferences.live.now, zoom="150"))
    assert theme.scale == 1.5
    assert (label.width(), label.minimumHeight()) == (150, 44)  # its edges are as they were
    window.resize(2560, 1440)
    assert theme.scale == 1.5 * theme.scale_of(2560, 1440)
    preferences.live.set(replace(preferences.live.now, zoom="80"))
    assert theme.scale == 0.8 * theme.scale_of(2560, 1440)


def test_the_scale_follows_the_windows_size(window: QWidget) -> None:
    Scaling(window)
    window.show()
    window.resize(2560, 1440)
    assert theme.scale == theme.scale_of(2560, 1440) > 1
    window.resize(1280, 800)
    assert theme.scale == 1


class Styled(QObject):
    """Counts how often each widget is styled anew."""

    def __init__(self, app: QApplication) -> None:
        super().__init__()
        self.counts = Counter[QObject]()
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 -- Qt's name
        if event.type() == QEvent.Type.StyleChange:
            self.counts[watched] += 1
        return False


def letters(widget: QWidget) -> int:
    return widget.font().pixelSize()


def test_all_that_is_in_a_window_grows_with_it_and_what_comes_later_too(window: QWidget) -> None:
    stack = QStackedWidget(window)
    pages = [QWidget(), QWidget()]
    titles = [theme.label(text, "title") for text in "ab"]
    for page, title in zip(pages, titles, strict=True):
        title.setParent(page)
        stack.addWidget(page)
        let_wait(page)
    Scaling(window)
    window.show()
    pages[1].ensurePolished()
    usual = letters(titles[0])
    assert [letters(each) for each in titles] == [usual, usual]
    window.resize(2560, 1440)
    large = round(usual * theme.scale)
    assert [letters(each) for each in titles] == [large, usual], "a page that is hidden waits"
    stack.setCurrentIndex(1)
    assert letters(titles[1]) == large
    late = theme.label("c", "title")
    late.setParent(pages[1])
    late.show()
    assert letters(late) == large
    window.resize(1280, 800)
    assert [letters(each) for each in (*titles, late)] == [large, usual, usual]
    stack.setCurrentIndex(0)
    assert letters(titles[0]) == usual


def test_as_large_by_the_window_as_by_the_zoom(window: QWidget) -> None:
    Scaling(window)
    roles = ["", "title", "victory", "win", "huge", "code", "clock", "name", "figure", "muted"]
    labels = [theme.label("text", role) for role in roles]
    for label in labels:
        label.setParent(window)
    window.show()
    window.resize(1800, 1000)
    by_window = [(letters(each), each.sizeHint().toTuple()) for each in labels]
    window.resize(1280, 800)
    preferences.live.set(replace(preferences.live.now, zoom="115"))
    assert [(letters(each), each.sizeHint().toTuple()) for each in labels] == by_window


def test_enlarging_styles_what_is_seen_once_and_hidden_screens_not_at_all(
    qt_app: QApplication, styled: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.window.window.Link", Spoken)
    window = Window(Memory(tmp_path))
    window.resize(1280, 800)
    window.show()
    window.connect_to(Address("127.0.0.1", 1), "Ada")
    assert isinstance(window.link, Spoken)
    told = room(member(1), member(BOB), phase="running")
    window.link.tell(told, *race(told))
    assert window.navigation.currentWidget() is window.race
    qt_app.processEvents()
    styles = Styled(qt_app)
    window.resize(1300, 810)
    assert not styles.counts, "nothing is of another size but the board"
    board = window.race.board.size()
    window.resize(1800, 1000)
    assert styles.counts[window.race.give_up] == 1
    again = {each: count for each, count in styles.counts.items() if count > 1}
    assert not [each for each in again if not each.property("tight")], "each once"
    hidden = [page for page in window.findChildren(Page) if page is not window.race]
    assert not [page for page in hidden if styles.counts[page]]
    assert not [each for page in hidden for each in page.findChildren(QLabel) if each in again]
    assert window.race.board.width() > board.width(), "and the board follows at once"
    styles.counts.clear()
    window.show_settings()
    assert styles.counts[window.settings_screen.leave] == 1, "when it is shown"
    window.close_unasked()


@pytest.mark.parametrize("zoom", CHOICES["zoom"])
def test_no_window_is_another_sheet_and_only_the_first_other_zoom_is(
    qt_app: QApplication, window: QWidget, zoom: str
) -> None:
    Scaling(window)
    title = theme.label("text", "title")
    title.setParent(window)
    window.show()
    usual, sheet = letters(title), qt_app.styleSheet()
    for first in ("100", CHOICES["zoom"][0]):
        preferences.live.set(replace(preferences.live.now, zoom=first))
        assert (qt_app.styleSheet() == sheet) == (first == "100")
        sheet = qt_app.styleSheet()
        for size in ((1280, 800), (1800, 1000), (2560, 1440)):
            window.resize(*size)
            times = int(first) / 100 * theme.scale_of(*size)
            assert letters(title) == round(usual * times)
            assert qt_app.styleSheet() == sheet, "Qt would style all of it anew"
    for size in ((1280, 800), (1800, 1000), (2560, 1440)):
        window.resize(*size)
        preferences.live.set(replace(preferences.live.now, zoom=zoom))
        assert letters(title) == round(usual * int(zoom) / 100 * theme.scale_of(*size))
        assert qt_app.styleSheet() == sheet, "Qt would style all of it anew"


def test_another_theme_styles_each_widget_twice_however_deep_it_lies(
    qt_app: QApplication, window: QWidget
) -> None:
    inner = [window]
    for _ in range(6):
        inner.append(QWidget(inner[-1]))
    window.show()
    styles = Styled(qt_app)
    theme.apply(qt_app, dark=False)
    assert {styles.counts[each] for each in inner} == {2}
    assert inner[-1].palette().window().color().name() == theme.LIGHT.window
