import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from client.window.scene.celebration import COUNT, LASTS, Celebration, leaps


def test_each_source_gets_its_share_and_every_suit_leaps() -> None:
    sources = [(10.0, 20.0), (30.0, 20.0), (50.0, 20.0)]
    made = leaps(sources)
    assert len(made) == COUNT
    assert {leap.suit for leap in made} == {0, 1, 2, 3}
    assert [sum(leap.start == source for leap in made) for source in sources] == [COUNT // 3] * 3
    assert made == leaps(sources)


def test_a_leap_begins_at_its_source_and_falls() -> None:
    for leap in leaps([(0.0, 0.0)]):
        assert leap.at(leap.begins - 0.01) is None
        assert leap.at(leap.begins) == (0, 0)
        end = leap.at(LASTS)
        assert end is not None
        assert end[1] > 0


def painted(celebration: Celebration) -> QImage:
    canvas = QImage(400, 300, QImage.Format.Format_RGB32)
    canvas.fill(QColor("black"))
    with QPainter(canvas) as painter:
        celebration.paint(painter, QStyleOptionGraphicsItem())
    return canvas


@pytest.mark.parametrize("time", [0.5, 1.0, 1.9])
def test_it_is_seen_all_along(time: float) -> None:
    celebration = Celebration(QRectF(0, 0, 400, 300), [(200.0, 40.0)], 40)
    before = painted(celebration)
    celebration.show_at(time)
    assert painted(celebration) != before
