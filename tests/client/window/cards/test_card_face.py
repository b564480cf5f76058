"""The cards, looked at pixel by pixel."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import inf
from typing import Literal

import pytest
from PySide6.QtCore import QRect, QRectF, QSize
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPixmap, QTransform

from client.board.layout import ASPECT
from client.window.cards.card_face import SEEN, CardPainter, Strip, look, paint_card, strip_of
from client.window.cards.deck import BACKS, CLASSIC, FOUR_COLOURS, PAPER, Deck
from client.window.cards.shapes import LABELS
from client.window.desktop.preferences import Preferences
from client.words.translation import available
from engine.cards import RANK_LABELS
from tests.client.web.golden_words import speaking

FACES = [suit << 4 | rank for suit in range(4) for rank in range(1, 14)]
JOKERS = [0x0E, 0x1E]
BACK, UNKNOWN = 0x80, 0x00
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


@pytest.fixture(scope="module", autouse=True)
def app() -> QGuiApplication:
    instance = QGuiApplication.instance() or QGuiApplication([])
    assert isinstance(instance, QGuiApplication)
    return instance


def image(
    card: int, width: float, ratio: float = 1.0, deck: Deck = CLASSIC, *, strip: Strip | None = None
) -> QImage:
    picture = CardPainter(width, ratio, deck).pixmap(card, strip=strip).toImage()
    picture.setDevicePixelRatio(1)
    return picture


def cut(picture: QImage, x: float, y: float, width: float, height: float) -> QImage:
    """A part of a card, given in parts of its width and height."""
    w, h = picture.width(), picture.height()
    return picture.copy(QRect(round(x * w), round(y * h), round(width * w), round(height * h)))


def channels(picture: QImage) -> bytes:
    """The red, green and blue of every pixel, on paper where nothing is painted."""
    flat = QImage(picture.size(), QImage.Format.Format_RGB888)
    flat.fill(QColor(PAPER))
    painter = QPainter(flat)
    painter.drawImage(0, 0, picture)
    painter.end()
    bits, line = bytes(flat.constBits()), flat.bytesPerLine()
    return b"".join(bits[y * line : y * line + 3 * flat.width()] for y in range(flat.height()))


def ink(picture: QImage) -> int:
    """How many pixels differ clearly from the paper."""
    blank = QColor(PAPER).red()
    dark = channels(picture).translate(bytes(blank - value > 60 for value in range(256)))
    red, green, blue = (int.from_bytes(dark[at::3], "big") for at in range(3))
    return (red | green | blue).bit_count()


def difference(a: bytes, b: bytes, enough: float = inf) -> int:
    """How many channels of two pictures differ so much that an eye can see it.

    What comes after `enough` of them is not looked at.
    """
    assert len(a) == len(b)
    found, part = 0, 192
    for at in range(0, len(a), part):
        if (one := a[at : at + part]) != (other := b[at : at + part]):
            found += sum(abs(p - q) > 50 for p, q in zip(one, other, strict=True))
            if found >= enough:
                break
    return found


@pytest.mark.parametrize("language", available())
def test_the_letters_of_every_language_can_be_drawn(language: str) -> None:
    with speaking(language):
        assert set(Preferences().deck.labels) <= set(LABELS)


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("large_index", [False, True])
def test_the_letters_of_the_deck_are_drawn_on_cards_and_strips(
    width: int, large_index: bool
) -> None:
    english = replace(CLASSIC, large_index=large_index)
    french = replace(english, labels=("A", *RANK_LABELS[1:10], "V", "D", "R"))
    for rank in (1, 10, 11, 12, 13):
        for strip in (None, Strip("top", 20), Strip("left", 20)):
            one, other = (
                image(HEARTS << 4 | rank, width, deck=deck, strip=strip)
                for deck in (english, french)
            )
            assert (one != other) == (rank > 10), (rank, strip)
            if strip is None:
                middle = 0.3, 0.35, 0.4, 0.3
                assert cut(one, *middle) == cut(other, *middle), "the picture stays"


@pytest.mark.parametrize("width", [40, 80])
def test_every_card_has_ink_and_differs_from_every_other(width: int) -> None:
    pictures = {card: image(card, width) for card in [*FACES, *JOKERS, BACK, UNKNOWN]}
    for card, picture in pictures.items():
        if card != UNKNOWN:
            assert ink(picture) > 0.03 * width * width, f"{card:#x} is almost blank"
    indexes = {card: channels(cut(picture, 0, 0, 0.5, 0.3)) for card, picture in pictures.items()}
    for a, b in combinations(pictures, 2):
        assert difference(indexes[a], indexes[b], 15) >= 15, f"{a:#x} looks like {b:#x}"


@pytest.mark.parametrize("width", [40, 60, 140])
@pytest.mark.parametrize("card", [*FACES, *JOKERS])
def test_the_strip_of_a_squeezed_card_holds_its_index(card: int, width: int) -> None:
    strip = cut(image(card, width), 0.03, 0.03, 0.4, 0.15)
    assert ink(strip) >= 0.06 * strip.width() * strip.height()


@pytest.mark.parametrize("width", [65, 80])
@pytest.mark.parametrize(("strip", "height"), [(None, 0.28), (Strip("top", 28), 0.18)])
def test_rank_and_suit_can_be_told_from_the_top_alone(
    width: int, height: float, strip: Strip | None
) -> None:
    strips = {c: channels(cut(image(c, width, strip=strip), 0, 0, 0.5, height)) for c in FACES}
    for a, b in combinations(FACES, 2):
        assert difference(strips[a], strips[b], 20) >= 20, f"{a:#x} looks like {b:#x}"


def test_rank_and_suit_can_be_told_from_the_left_strip_alone() -> None:
    strips = {card: channels(cut(image(card, 80), 0, 0, 0.2, 1)) for card in FACES}
    for a, b in combinations(FACES, 2):
        assert difference(strips[a], strips[b], 15) >= 15, f"{a:#x} looks like {b:#x}"


LARGE_INDEX = replace(CLASSIC, large_index=True)


@pytest.mark.parametrize("seen", [SEEN[0], 22, SEEN[-1]])
@pytest.mark.parametrize("side", ["top", "left"])
@pytest.mark.parametrize(("width", "deck"), [(50, CLASSIC), (80, CLASSIC), (80, LARGE_INDEX)])
def test_rank_and_suit_are_whole_in_whatever_is_seen(
    width: int, deck: Deck, side: Literal["top", "left"], seen: int
) -> None:
    """At twice the pixels, so that what is told apart is the drawing and not its pixels."""
    part = 2 * width * seen // 100
    strips = {}
    for card in FACES:
        picture = image(card, width, 2.0, deck, strip=Strip(side, seen))
        w, h = picture.width(), picture.height()
        w, h = (part, h // 2) if side == "left" else (w // 2, part)
        strips[card] = channels(picture.copy(0, 0, w, h))
    for a, b in combinations(FACES, 2):
        if a & 15 != b & 15 and a >> 4 != b >> 4:
            continue  # those differ twice over
        assert difference(strips[a], strips[b], 15) >= 15, f"{a:#x} looks like {b:#x}"


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("side", ["top", "left"])
def test_nothing_of_a_small_card_is_cut_where_the_next_one_begins(
    side: Literal["top", "left"], seen: int
) -> None:
    for card in (*FACES, *JOKERS):
        picture = image(card, 100, strip=Strip(side, seen), deck=LARGE_INDEX)
        w, h = picture.width(), picture.height()
        rest = QRect(seen, 4, w - seen - 4, h - 8) if side == "left" else QRect(4, seen, w - 8, 90)
        assert ink(picture.copy(rest)) == 0, f"{card:#x} goes on below the next card"


def test_what_is_seen_of_a_covered_card() -> None:
    assert strip_of(0, 0, 100) is None, "nothing: it lies right under the other"
    assert strip_of(0, 39, 100) == ("top", 36)
    assert strip_of(0, 24.9, 100) == ("top", 22)
    assert strip_of(34, 0, 100) == ("left", 32)
    assert strip_of(3, 0, 100) == ("left", 12)
    assert strip_of(0, 60, 100) is None
    assert strip_of(20, 20, 100) is None


def test_the_three_courts_differ_in_their_pictures_even_when_small() -> None:
    for suit in range(4):
        small = [image(suit << 4 | rank, 40) for rank in (11, 12, 13)]
        pictures = [channels(cut(picture, 0, 0.35, 1, 0.6)) for picture in small]
        for a, b in combinations(pictures, 2):
            assert difference(a, b) > 500


@pytest.mark.parametrize("rank", range(1, 11))
def test_a_large_number_card_has_as_many_pips_as_its_rank(rank: int) -> None:
    """Count the patches of ink that hang together, in what lies between the corners."""
    picture = image(DIAMONDS << 4 | rank, 200)
    field = cut(picture, 0.2, 0.188, 0.6, 0.624)
    inked = {
        (x, y)
        for x in range(field.width())
        for y in range(field.height())
        if field.pixelColor(x, y).lightness() < 180
    }
    patches = 0
    while inked:
        patches += 1
        edge = [inked.pop()]
        while edge:
            x, y = edge.pop()
            near = {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & inked
            inked -= near
            edge.extend(near)
    assert patches == rank


@pytest.mark.parametrize("card", [*FACES, *JOKERS, BACK])
def test_large_cards_are_the_same_upside_down(card: int) -> None:
    """Whole cards where nothing stands upright in the middle, else the corners."""
    picture = image(card, 120)
    turned = picture.transformed(QTransform().rotate(180))
    if card & 15 in (1, 3, 5, 6, 7, 8, 9):
        picture, turned = (cut(each, 0, 0, 1, 0.17) for each in (picture, turned))
    a, b = channels(picture), channels(turned)
    assert difference(a, b) < 0.02 * len(a)


@pytest.mark.parametrize(
    ("deck", "suit", "named"),
    [
        (CLASSIC, CLUBS, "black"),
        (CLASSIC, DIAMONDS, "red"),
        (CLASSIC, HEARTS, "red"),
        (CLASSIC, SPADES, "black"),
        (FOUR_COLOURS, CLUBS, "green"),
        (FOUR_COLOURS, DIAMONDS, "blue"),
        (FOUR_COLOURS, HEARTS, "red"),
        (FOUR_COLOURS, SPADES, "black"),
    ],
)
def test_suits_have_their_colours(deck: Deck, suit: int, named: str) -> None:
    middle = image(suit << 4 | 1, 100, deck=deck).pixelColor(11, 31)
    assert middle == deck.suit(suit)
    red, green, blue = middle.red(), middle.green(), middle.blue()
    seen = {
        "black": max(red, green, blue) < 60,
        "red": red > 2 * max(green, blue),
        "green": green > 1.5 * max(red, blue),
        "blue": blue > 1.5 * max(red, green),
    }
    assert [name for name, is_so in seen.items() if is_so] == [named]


@pytest.mark.parametrize("deck", [CLASSIC, FOUR_COLOURS, replace(CLASSIC, back=BACKS["scales"])])
def test_all_face_down_bytes_show_the_same_back(deck: Deck) -> None:
    back = image(0x80, 50, deck=deck)
    assert all(image(card, 50, deck=deck) == back for card in range(0x80, 0x100))


def test_the_back_has_the_colour_asked_for() -> None:
    blue, red = image(BACK, 100), image(BACK, 100, deck=replace(CLASSIC, back=BACKS["scales"]))
    assert difference(channels(blue), channels(red)) > 5000


def test_copies_look_alike() -> None:
    assert all(image(card, 50) == image(card | 0x40, 50) for card in FACES)


def test_a_face_that_is_not_known_yet_is_blank() -> None:
    assert ink(cut(image(UNKNOWN, 100), 0.05, 0.05, 0.9, 0.9)) == 0


def test_every_byte_of_the_deck_finds_its_look() -> None:
    looks = {look(card) for card in range(256) if card & 15 != 15 or card & 0x80}
    assert looks == {*FACES, 0x0E, 0x1E, 0x2E, 0x3E, BACK, UNKNOWN}


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("width", [30, 47.5, 140, 280])
def test_pixmaps_have_every_physical_pixel(width: float, ratio: float) -> None:
    painter = CardPainter(width, ratio)
    pixmap = painter.pixmap(0x27)
    assert pixmap.size() == QSize(round(width * ratio), round(width * ASPECT * ratio))
    assert pixmap.devicePixelRatio() == ratio
    assert painter.size.height() == pytest.approx(width * 1.4)


def test_twice_the_pixels_show_more_than_a_picture_blown_up() -> None:
    sharp = image(0x2C, 70, ratio=2)
    blown_up = image(0x2C, 70).scaled(sharp.size())
    assert difference(channels(sharp), channels(blown_up)) > 1000


def test_corners_are_round_and_outside_is_clear() -> None:
    for card in (0x27, BACK, UNKNOWN):
        picture = image(card, 100)
        assert picture.pixelColor(0, 0).alpha() == 0
        assert picture.pixelColor(99, 139).alpha() == 0
        assert picture.pixelColor(50, 70).alpha() == 255


def test_each_picture_is_drawn_once_until_size_or_colours_change() -> None:
    painter = CardPainter(60)

    def key(card: int) -> int:
        pixmap: QPixmap = painter.pixmap(card)
        return pixmap.cacheKey()

    keys = {card: key(card) for card in range(256) if card & 15 != 15}
    assert len(set(keys.values())) == 58
    assert key(0x27) == keys[0x27] == keys[0x67]
    painter.deck = CLASSIC
    assert key(0x27) == keys[0x27]
    painter.deck = FOUR_COLOURS
    assert key(0x27) != keys[0x27]
    painter.resize(61)
    assert painter.pixmap(0x27).width() == 61


@pytest.mark.parametrize(("width", "ratio"), [(0, 1), (-5, 1), (float("nan"), 1), (50, 0)])
def test_a_size_that_cannot_be_is_refused(width: float, ratio: float) -> None:
    with pytest.raises(ValueError, match="cards cannot be"):
        CardPainter(width, ratio)


@pytest.mark.parametrize("no_card", [-1, 256, 0x0F])
def test_no_card_is_refused(no_card: int) -> None:
    with pytest.raises(ValueError, match="card"):
        CardPainter(50).pixmap(no_card)


def test_painting_leaves_the_painter_as_it_was() -> None:
    canvas = QImage(200, 200, QImage.Format.Format_ARGB32)
    canvas.fill(0)
    painter = QPainter(canvas)
    for card in (0x27, 0x2C, 0x0E, BACK, UNKNOWN):
        for simple in (True, False):
            paint_card(painter, QRectF(20, 20, 100, 140), card, simple=simple)
            assert painter.transform().isIdentity()
            assert not painter.hasClipping()
    painter.end()
    assert canvas.pixelColor(10, 10).alpha() == 0
    assert canvas.pixelColor(70, 90).alpha() == 255


JUMBO = replace(CLASSIC, large_index=True)


@pytest.mark.parametrize("width", [40, 60, 140])
def test_a_large_index_has_more_ink_and_can_still_be_told_from_the_top_strip(width: int) -> None:
    strips = {}
    for card in FACES:
        large, usual = (
            cut(image(card, width, deck=deck), 0, 0, 0.7, 0.25) for deck in (JUMBO, CLASSIC)
        )
        if width >= 60 and card & 15 < 11:
            index = cut(image(card, width), 0, 0, 0.45, 0.19)
            assert ink(large) > 1.3 * ink(index), f"{card:#x}"
        assert ink(usual)
        strips[card] = channels(large)
    for a, b in combinations(FACES, 2):
        assert difference(strips[a], strips[b], 20) >= 20, f"{a:#x} looks like {b:#x}"


def test_a_large_index_shows_its_suit_in_a_fan_to_the_right() -> None:
    strips = {card: channels(cut(image(card, 80, deck=JUMBO), 0, 0, 0.3, 0.6)) for card in FACES}
    for a, b in combinations(FACES, 2):
        assert difference(strips[a], strips[b], 15) >= 15, f"{a:#x} looks like {b:#x}"


@pytest.mark.parametrize("width", [40, 120])
def test_every_back_looks_different(width: int) -> None:
    backs = [
        channels(image(BACK, width, deck=replace(CLASSIC, back=back))) for back in BACKS.values()
    ]
    for a, b in combinations(backs, 2):
        assert difference(a, b) > 0.7 * width * width
