import pytest
import segno
from PySide6.QtGui import QColor

from client.window.desktop import theme
from client.window.widgets.qr_code import MODULE, QUIET, QrCode
from harness.fakes import Show

LINK = "http://192.168.100.107:7713/r/ABCDEF"


@pytest.mark.parametrize("text", [LINK, "https://a.example/r/A", "http://" + "a" * 250 + "/r/B"])
def test_it_shows_what_a_camera_reads(show: Show, text: str) -> None:
    """Read off the screen module by module, as a decoder does, it is the code of the text."""
    code = show(QrCode())
    code.set_text(text)
    code.resize(code.sizeHint())
    image = code.grab().toImage()
    expected = [list(map(bool, line)) for line in segno.make(text, micro=False).matrix]
    module, across = theme.px(MODULE), len(expected)
    assert image.width() == image.height() == module * (across + 2 * QUIET)

    def dark(x: int, y: int) -> bool:
        inside = {
            image.pixelColor((x + QUIET) * module + dx, (y + QUIET) * module + dy).name()
            for dx in (0, module // 2, module - 1)
            for dy in (0, module // 2, module - 1)
        }
        assert len(inside) == 1, "the edges are sharp"
        return inside == {"#000000"}

    assert [[dark(x, y) for x in range(across)] for y in range(across)] == expected
    edges = [(at, QUIET * module - 1) for at in range(image.width())]
    assert {image.pixelColor(*at).name() for at in edges} == {QColor("white").name()}


def test_another_text_is_another_code(show: Show) -> None:
    code = show(QrCode())
    code.set_text(LINK)
    before = code.grab().toImage()
    code.set_text(LINK.replace("ABCDEF", "ABCDEG"))
    assert code.grab().toImage() != before
