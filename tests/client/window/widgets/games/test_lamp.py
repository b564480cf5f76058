import pytest
from PySide6.QtWidgets import QApplication, QLabel

from client.window.desktop.language import set_language
from client.window.widgets.games.lamp import LIGHT, Lamp
from client.words.translation import available


@pytest.mark.parametrize("language", available())
def test_where_there_is_little_room_only_what_it_shines_for_is_said(
    qt_app: QApplication, language: str
) -> None:
    set_language(qt_app, language)
    lamp = Lamp()
    lamp.show()
    try:
        for verdict in ("won", "impossible", "unknown"):
            lamp.show_verdict(verdict, looking=False)
            lamp.resize(lamp.sizeHint())
            assert QLabel.text(lamp) == f"{LIGHT} {lamp.told}"
            lamp.resize(lamp.width() - 8, lamp.height())
            state = QLabel.text(lamp).removeprefix(f"{LIGHT} ")
            assert state
            assert lamp.told.endswith(state)
            assert state != lamp.told
            assert lamp.told in lamp.toolTip()
    finally:
        set_language(qt_app, "en")
