"""The medals of who came first, second and third."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from client.window.desktop import theme

METALS: Final = {1: ("#f2b63c", "#b97a0b"), 2: ("#cfd6d9", "#87949a"), 3: ("#d99a66", "#94592a")}
"""What each is made of, by place: the disc and its edge."""
ON_METAL: Final = "#23190a"
RIBBON: Final = ("#b3261e", "#8a1a15")
"""The two ends of the ribbon below the disc."""


def paint_medal(painter: QPainter, box: QRectF, place: int, font: QFont) -> None:
    """Paint the medal of a place from 1 to 3 in the middle of a box."""
    disc, edge = METALS[place]
    high = min(box.height(), float(theme.px(26)))
    wide = high * 0.8
    top = box.center().y() - high / 2
    across = box.center().x()
    circle = QRectF(across - wide / 2, top, wide, wide)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    foot, start, notch = top + high, circle.center().y(), high * 0.09
    for side, colour in zip((-1, 1), RIBBON, strict=True):
        outer, inner = across + side * wide * 0.44, across + side * wide * 0.06
        painter.setBrush(QColor(colour))
        end = (QPointF(outer, foot), QPointF((outer + inner) / 2, foot - notch))
        points = (QPointF(outer, start), *end, QPointF(inner, foot), QPointF(inner, start))
        painter.drawPolygon(QPolygonF(points))
    painter.setBrush(QColor(disc))
    painter.setPen(QPen(QColor(edge), max(1.0, wide * 0.08)))
    painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5))
    bold = QFont(font)
    bold.setPixelSize(max(8, round(wide * 0.62)))
    bold.setBold(True)
    painter.setFont(bold)
    painter.setPen(QColor(ON_METAL))
    painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, str(place))
    painter.restore()
