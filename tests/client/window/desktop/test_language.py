"""The whole client in a language of brackets (`pseudo.py`): all that it says is in them.

Only what others gave stays as it is: names, chat, codes, addresses, seeds and numbers.
"""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget

from client.board.spoken import Speaker
from client.window.desktop.language import set_language
from client.window.desktop.memory import Memory
from client.window.menu import About
from client.window.window import Window
from client.words.commentary import fate_text, results_text, standing_text
from client.words.refusals import refusal_text
from client.words.texts import points_text
from client.words.translation import available, own_name
from engine import catalogue
from engine.reasons import why_not
from engine.state import Click
from harness.fakes import Spoken
from protocol.messages import (
    Standing,
)
from tests.client import pseudo
from tests.client.tour import STATUSES, Tour
from tests.engine.positions import Setting, walk

WORD = re.compile(r"[^\W\d_½]+")

FOREIGN = (
    *("Ada", "Bob", "Cleo", "Eve", "img", "src", "x", "i", "b"),
    *("ABCDEF", "ONE", "TWO", "secret"),
    *("samedeal", "Samedeal", "SHA", "localhost", "ws", "wss", "http", "race"),
    *(word for name in available() for word in WORD.findall(own_name(name))),
)
"""The words that come from others, the name of the game, and what languages call themselves."""
HEXADECIMAL = re.compile(r"\b[0-9a-f]*\d[0-9a-f]*\b")
CODE = re.compile(r"\b[a-z0-9-]+(?:/[a-z_]+=[a-z-]+)*/(?:[0-9a-f]+|race(?:%20| )24|seed)\b")
"""A deal code: its words are the same in every language."""


@pytest.fixture(scope="session")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("translations")
    pseudo.make(directory)
    return directory


@pytest.fixture
def brackets(qt_app: QApplication, translations: Path) -> Iterator[None]:
    """Speak it, and English again after the test."""
    assert set_language(qt_app, "de-AT", translations) == "de"
    yield
    set_language(qt_app, "en")


def ours(text: str) -> list[str]:
    """The words of a text that are in no brackets, and are nobody else's."""
    if text.startswith("<span>"):  # a tip, whose text would look like markup
        text = unescape(text.removeprefix("<span>").removesuffix("</span>"))
    left = HEXADECIMAL.sub("", CODE.sub("", pseudo.outside(text)))
    return [word for word in WORD.findall(left) if word not in FOREIGN]


class BracketTour(Tour):
    """Notes what is in no brackets."""

    def __init__(self, window: Window, painted: list[str], heard: list[str]) -> None:
        super().__init__(window)
        self._painted, self._heard = painted, heard
        self.offenders: dict[str, str] = {}

    def look(self, where: str) -> None:
        """Look at all that the window shows now, with what is hidden, painted or has been said."""
        self.window.grab()
        window = self.window
        screen = window.navigation.currentWidget()
        assert screen is not None
        window.menu.actions_now.aboutToShow.emit()
        shown = (screen, window.status, window.news, window.menu)
        seen = [("window", window.windowTitle())]
        seen += [text for part in shown for text in pseudo.texts(part)]
        seen += [("painted", text) for text in self._painted]
        seen += [("said", text) for text in self._heard]
        self._painted.clear()
        self._heard.clear()
        for what, text in seen:
            if ours(text):
                self.offenders.setdefault(f"{what}: {text}", where)


@pytest.fixture
def tour(
    brackets: None, tmp_path: Path, heard: list[str], monkeypatch: pytest.MonkeyPatch
) -> Iterator[BracketTour]:
    painted: list[str] = []
    paint = QPainter.drawText

    def draw(painter: QPainter, *arguments: object) -> object:
        painted.extend(argument for argument in arguments if isinstance(argument, str))
        return paint(painter, *arguments)  # type: ignore[call-overload]

    monkeypatch.setattr(QPainter, "drawText", draw)
    monkeypatch.setattr("client.window.window.Link", Spoken)
    window = Window(Memory(tmp_path))
    window.resize(1280, 800)
    window.show()
    yield BracketTour(window, painted, heard)
    window.close()
    window.deleteLater()


# The window ---------------------------------------------------------------------------------------


def test_every_screen(tour: BracketTour) -> None:
    tour.walk()
    assert not tour.offenders, "\n".join(
        f"{where}: {what}" for what, where in tour.offenders.items()
    )


# What is only said --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["klondike", "montana", "spider", "golf", "thirteen", "canfield"])
def test_all_that_is_said_of_a_game(brackets: None, game: str) -> None:
    entry = catalogue.entry(game)
    setting = Setting(game, tuple(entry.complete({}).items()))
    speaker = Speaker(setting.game)
    said = [*speaker.names]
    for step in walk(setting, "in brackets", 40):
        before, after = setting.game.view(step.before), setting.game.view(step.after)
        said += [speaker.change(before, after), speaker.action(before, step.action)]
        for action in (*map(Click, range(len(after.piles))), step.action):
            if reason := why_not(setting.game, after, action):
                said.append(speaker.refusal(after, action, refusal_text(reason)))
        for pile in range(len(after.piles)):
            said += [speaker.pile(after, pile), speaker.whole_pile(after, pile)]
    assert [text for text in said if ours(text)] == []


def test_all_that_is_said_of_a_race(brackets: None) -> None:
    standings = [Standing(i, "Bob", status, i, i) for i, status in enumerate(STATUSES, 1)]
    said = [standing_text(standings, 1, 61, 3700, 1), results_text(standings, 1)]
    said += [fate_text(racer) for racer in standings]
    assert [text for text in said if ours(text)] == []
    assert "⟦Bob is stuck⟧" in said


def test_what_the_program_says_of_itself(brackets: None) -> None:
    window = QWidget()
    about = About(window)
    assert ours(about.windowTitle()) == ours(about.text()) == []
    assert about.informativeText().startswith("⟦")


def test_counts_take_the_form_of_the_language(brackets: None) -> None:
    assert [points_text(n) for n in (1, 2)] == ["⟦1 point⟧", "⟦2 points⟧"]


def test_a_language_that_there_is_not_leaves_all_in_english(
    qt_app: QApplication, translations: Path
) -> None:
    assert set_language(qt_app, "fr-FR", translations) == "en"
    assert points_text(2) == "2 points"
