"""The pen that writes SVG, and the sheet on which what is drawn twice is written once."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPen

from client.window.cards.shapes import outline, placed, suit_path
from tools.pictures.svg_pen import SvgPen
from tools.pictures.svg_sheet import Sheet

RED = QColor("#ff0000")
SQUARE = "M0 0 L10 0 L10 10 L0 10 Z"
ZIGZAG = "M0 0 L10.5 3.5 L20.5 1.5 L30.5 8.5 L40.5 2.5 L50.5 9.5 L60.5 1.5 L70.5 5.5 L80.5 4.5 Z"
INTERSECT = Qt.ClipOperation.IntersectClip


def written(*pens: SvgPen) -> str:
    return Sheet({f"p{at}": pen.groups for at, pen in enumerate(pens)}).text("0 0 100 140")


def test_a_shape_and_its_edge_are_one_element() -> None:
    pen = SvgPen()
    path = outline(SQUARE)
    pen.fillPath(path, RED)
    pen.strokePath(path, QPen(QColor("#102030"), 0.5))
    assert (
        '<path d="M0 0h10v10h-10z" fill="#f00" stroke="#102030" stroke-width=".5"'
        ' stroke-linejoin="bevel"/>'
    ) in written(pen)


def test_a_line_that_is_open_says_how_it_ends() -> None:
    pen = SvgPen()
    line = QPen(QColor(0, 0, 0, 51), 2)
    line.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.strokePath(outline("M0 0 L10 0"), line)
    text = written(pen)
    assert 'fill="none" stroke="#000" stroke-opacity=".2"' in text
    assert 'stroke-linecap="round"' in text


def test_a_clip_cuts_and_what_lies_outside_is_gone() -> None:
    pen = SvgPen()
    pen.translate(5, 0)
    pen.save()
    pen.setClipRect(QRectF(0, 0, 5, 20), INTERSECT)
    pen.fillPath(outline(SQUARE), RED)
    pen.fillPath(outline("M6 0 L9 0 L9 9 Z"), RED)
    pen.restore()
    pen.fillPath(outline("M50 0 L59 0 L59 9 Z"), RED)
    (inside,), (outside,) = [group.elements for group in pen.groups if group.elements]
    assert inside.path is not None
    assert inside.path.boundingRect() == QRectF(0, 0, 5, 10)
    assert outside.data is not None
    assert outside.data.d == "M50 0h9v9z"


def test_a_line_that_a_clip_cuts_becomes_its_outline() -> None:
    pen = SvgPen()
    clip = QPainterPath()
    clip.addRect(QRectF(0, 0, 5, 20))
    pen.setClipPath(clip, INTERSECT)
    pen.strokePath(outline("M1 5 L9 5"), QPen(RED, 2))
    (element,) = pen.groups[-1].elements
    assert element.paint == ' fill="#f00"'
    assert element.path is not None
    assert element.path.boundingRect() == QRectF(0, 4, 5, 2)


def test_signs_are_written_once() -> None:
    pen = SvgPen()
    for x in (20, 50, 80):
        pen.fillPath(placed(suit_path(2), x, 30, 22), RED)
    text = written(pen)
    assert text.count("<path") == 1
    assert text.count('<use href="#s0" transform="matrix(.22 0 0 .22') == 3


def test_what_is_turned_round_or_lies_elsewhere_is_written_once() -> None:
    pen = SvgPen()
    for _ in range(2):
        pen.fillPath(outline(ZIGZAG), RED)
        pen.strokePath(outline(SQUARE), QPen(RED, 1))
        pen.translate(100, 140)
        pen.rotate(180)
    text = written(pen)
    assert text.count("M0 0l10.5") == 1
    assert 'transform="matrix(-1 0 0 -1 100 140)"' in text


def test_what_several_pictures_share_is_written_once() -> None:
    pens = []
    for colour in ("#00ff00", "#0000ff"):
        pen = SvgPen()
        pen.fillPath(outline(SQUARE), QColor(colour))
        pen.fillPath(outline(ZIGZAG), RED)
        pen.fillPath(outline(ZIGZAG), QColor("#123456"))
        pens.append(pen)
    text = written(*pens)
    assert text.count("M0 0l10.5") == 2
    assert text.count('<use href="#s0"/>') == 2


def test_neighbours_of_one_colour_are_one_path_and_take_nothing_from_each_other() -> None:
    pen = SvgPen()
    pen.fillPath(outline(SQUARE), RED)
    pen.fillPath(outline("M5 5 L5 15 L15 15 L15 5 Z"), RED)  # the other way round
    assert '<path d="M0 0h10v10h-10zm5 5h10v10h-10z" fill="#f00"/>' in written(pen)


def test_neighbours_that_are_seen_through_stay_two() -> None:
    pen = SvgPen()
    for x in (0, 5):
        pen.fillPath(outline(f"M{x} 0 L{x + 9} 0 L{x} 9 Z"), QColor(255, 0, 0, 128))
    assert written(pen).count("<path") == 2
