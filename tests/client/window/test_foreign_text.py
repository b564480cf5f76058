"""Whatever others are called and say, every screen shows it as text, and keeps its shape."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QPainter, QTextDocumentFragment
from PySide6.QtGui import Qt as GuiQt  # only this one knows what might be rich text
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFileDialog,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QLabel,
    QTabBar,
    QTextEdit,
    QWidget,
)

from client.window.desktop.memory import Memory
from client.window.screens.replay import ReplayScreen
from client.window.widgets.elements import Elided, label
from client.window.window import Window
from client.words.texts import ISOLATE, POP, one_line
from harness.fakes import Show, Spoken
from protocol.messages import FromServer, Replay, Standing
from tests.client import pseudo
from tests.client.tour import Tour

MARK: Final = "Zz"
"""What is in every text that a hostile server sends."""
NAMES: Final = (
    "<b>Zz</b>",
    "<img src=file:Zz.png>",
    "&Zz &amp; &lt;b&gt; &&",
    "Zz\u202e\u2067\x1b[31m\n\tq",
    "Zz שלום",
    "[*]Zz",
    "Zz" + "W" * 22,
    "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301Zz",
)
WIDEST: Final = 480
"""The most pixels that a label with foreign text may need."""

T = TypeVar("T")


def hostile(message: T, names: Iterator[str]) -> T:
    """Return a message with other names in it, and longer texts."""

    def turn(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {each: turn(inner, str(each)) for each, inner in value.items()}
        if isinstance(value, list | tuple):
            return [turn(inner, key) for inner in value]
        if isinstance(value, str) and key in ("name", "host"):
            return next(names)
        if isinstance(value, str) and value and key in ("text", "reason"):
            return (next(names) + " ") * 12
        return value

    plain = msgspec.to_builtins(message, builtin_types=(bytes,))
    return msgspec.convert(turn(plain), type(message), builtin_types=(bytes,))


class HostileServer(Spoken):
    """Says what the walk says, about others."""

    names = cycle(NAMES)

    def tell(self, *messages: FromServer) -> None:
        super().tell(*(hostile(message, self.names) for message in messages))


class Inspection(Tour):
    """Looks for foreign text that is taken for more than text."""

    def __init__(self, window: Window, painted: list[tuple[object, ...]]) -> None:
        super().__init__(window)
        self._painted = painted
        self.faults: dict[str, str] = {}
        self.seen = 0
        """How many foreign texts there were."""

    def look(self, where: str) -> None:
        self.window.grab()
        for part in pseudo.within(self.window, without_inside=(QFileDialog,), hidden=False):
            if not isinstance(part, QFileDialog):
                self._note(part, where, _faults(part))
        for arguments in self._painted:
            texts = [text for text in arguments if isinstance(text, str) and MARK in text]
            self.seen += len(texts)
            self._note(self.window, where, (f"painted {text!r}" for text in texts if _steers(text)))
        self._painted.clear()
        for _, text in pseudo.texts(self.window, hidden=False):
            if MARK in text:
                self.seen += 1
                self._note(self.window, where, [f"steers: {text!r}"] if _steers(text) else [])

    def _note(self, part: QObject, where: str, faults: Any) -> None:
        for fault in faults:
            self.faults.setdefault(f"{type(part).__name__}: {fault}", where)


def _steers(text: str) -> bool:
    """Whether there is something in a text that steers, but whole isolated parts and lines."""
    depth = 0
    for c in text:
        depth += (c == ISOLATE) - (c == POP)
        if depth < 0 or not (c.isprintable() or c in (ISOLATE, POP, "\n")):
            return True
    return False


def _eats(text: str) -> bool:
    """Whether a text has a mnemonic, where `&` is one."""
    return MARK in text and "&" in text.replace("&&", "")


def _faults(part: QObject) -> Iterator[str]:
    """Yield what is shown as more than text."""
    match part:
        case QLabel():
            yield from _label_faults(part)
        case QAbstractButton() if _eats(part.text()):
            yield f"a button with a mnemonic: {part.text()!r}"
        case QAction() if _eats(part.text()):
            yield f"an action with a mnemonic: {part.text()!r}"
        case QGroupBox() if _eats(part.title()):
            yield f"a box with a mnemonic: {part.title()!r}"
        case QTabBar():
            yield from (
                f"a tab with a mnemonic: {part.tabText(tab)!r}"
                for tab in range(part.count())
                if _eats(part.tabText(tab))
            )
        case QTextEdit() if MARK in part.toPlainText():
            yield f"a rich text: {part.toPlainText()!r}"
        case QGraphicsView():
            for item in part.scene().items():
                yield from _rich_tip(item.toolTip())
                if isinstance(item, QGraphicsTextItem) and MARK in item.toPlainText():
                    shown = item.toPlainText()
                    if not any(one_line(name)[:8] in shown for name in NAMES):
                        yield f"a rich text in a scene: {shown!r}"
        case _:
            pass
    if isinstance(part, QWidget):
        title = part.windowTitle()
        if MARK in title and (_steers(title) or "[*]" in title.replace("[*][*]", "")):
            yield f"a window called {title!r}"
        for text in (part.toolTip(), part.whatsThis(), part.statusTip()):
            yield from _rich_tip(text)


def _label_faults(part: QLabel) -> Iterator[str]:
    text = part.text()
    if text and part.textFormat() != GuiQt.TextFormat.PlainText:
        yield f"a label that may be rich: {text!r}"
    if MARK in text and part.minimumSizeHint().width() > WIDEST:
        yield f"a label that makes the window wider: {text!r}"
    if _eats(text) and isinstance(part.buddy(), QWidget):
        yield f"a label with a mnemonic: {text!r}"


def _rich_tip(text: str) -> Iterator[str]:
    if MARK in text and not any(one_line(name) in shown_tip(text) for name in NAMES):
        yield f"a tip that is rich: {text!r}"


def shown_tip(text: str) -> str:
    """Return what Qt shows for a tool tip, which has no format."""
    if GuiQt.mightBeRichText(text):
        return QTextDocumentFragment.fromHtml(text).toPlainText()
    return text


@pytest.fixture
def inspection(
    qt_app: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Inspection]:
    painted: list[tuple[object, ...]] = []
    paint, take = QPainter.drawText, ReplayScreen.take

    def draw(painter: QPainter, *arguments: object) -> object:
        painted.append(arguments)
        return paint(painter, *arguments)  # type: ignore[call-overload]

    def take_hostile(
        screen: ReplayScreen, replay: Replay, standings: Any = (), doubt: str = ""
    ) -> None:
        others: list[Standing] = [hostile(racer, HostileServer.names) for racer in standings]
        take(screen, hostile(replay, HostileServer.names), others, doubt)

    monkeypatch.setattr(QPainter, "drawText", draw)
    monkeypatch.setattr(ReplayScreen, "take", take_hostile)
    monkeypatch.setattr("client.window.window.Link", HostileServer)
    window = Window(Memory(tmp_path))
    window.resize(900, 600)
    window.show()
    yield Inspection(window, painted)
    window.close_unasked()
    window.deleteLater()


def test_every_screen_shows_foreign_text_as_text(inspection: Inspection) -> None:
    inspection.walk()
    assert inspection.seen > 500
    assert not inspection.faults, "\n".join(
        f"{where}: {what}" for what, where in inspection.faults.items()
    )


@pytest.mark.parametrize("name", ["<b>Zz</b>", "a<img src='x.png'>", "&lt;b&gt;", "1 < 2", "Ann"])
def test_a_name_that_is_cut_is_plain_in_its_tip(show: Show, name: str) -> None:
    cut = show(Elided(name + " " * 10 + "and much more than fits"))
    cut.resize(40, 20)
    assert cut.toolTip()
    assert shown_tip(cut.toolTip()).startswith(name)


def test_a_label_is_plain(show: Show) -> None:
    assert show(label("<b>Zz</b>")).textFormat() == GuiQt.TextFormat.PlainText
