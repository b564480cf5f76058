import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from client.window.cards import deck
from client.window.cards.deck import TABLES
from client.window.desktop import theme


def luminance(colour: str) -> float:
    """WCAG 2's relative luminance."""
    c = QColor(colour)
    parts = [
        x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4
        for x in (c.redF(), c.greenF(), c.blueF())
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(ink: str, ground: str) -> float:
    """WCAG 2's contrast, from 1 to 21."""
    dark, light = sorted((luminance(ink), luminance(ground)))
    return (light + 0.05) / (dark + 0.05)


THEMES = {"dark": theme.DARK, "light": theme.LIGHT}


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("ground", ["window", "panel", "raised"])
@pytest.mark.parametrize("ink", ["text", "muted", "bright", "good", "bad"])
def test_text_can_be_read_on_every_ground(name: str, ink: str, ground: str) -> None:
    colours = THEMES[name]
    assert contrast(getattr(colours, ink), getattr(colours, ground)) >= 4.5


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_names_in_racers_colours_can_be_read(
    colours: theme.Colours, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(theme, "colours", colours)
    racers = colours.racers.split()
    inks = [theme.legible(QColor(each), colours.raised).name() for each in racers]
    assert all(contrast(ink, colours.raised) >= 4.5 for ink in inks)
    assert len(set(inks)) == len(racers)
    clear = [each for each in racers if contrast(each, colours.raised) >= 4.5]
    assert set(clear) <= set(inks), "what can be read is left alone"


@pytest.mark.parametrize("colours", THEMES.values(), ids=THEMES)
def test_text_can_be_read_on_what_is_filled(colours: theme.Colours) -> None:
    assert contrast(colours.on_accent, colours.accent) >= 4.5
    assert contrast(colours.text, colours.chosen) >= 4.5


@pytest.mark.parametrize("cloth", TABLES.values(), ids=TABLES)
def test_captions_and_light_can_be_seen_on_every_table(cloth: str) -> None:
    assert contrast(deck.CAPTION, cloth) >= 4.5
    for light in (deck.TARGET, deck.PLAYABLE, deck.HINTED):
        assert contrast(light, cloth) >= 3
    assert contrast(deck.REFUSED, cloth) >= 2.5


def test_the_look_changes_while_the_program_runs(qt_app: QApplication) -> None:
    theme.apply(qt_app, dark=True)
    dark = qt_app.styleSheet()
    assert theme.colours is theme.DARK
    theme.apply(qt_app, dark=False)
    assert theme.colours is theme.LIGHT
    assert theme.LIGHT.window in qt_app.styleSheet() != dark
    theme.apply(qt_app, dark=True)
    assert qt_app.styleSheet() == dark
    qt_app.setStyleSheet("")


def test_the_sheet_may_come_last(qt_app: QApplication) -> None:
    qt_app.setStyleSheet("")
    try:
        theme.apply(qt_app, dark=False, dressed=False)
        assert theme.colours is theme.LIGHT
        assert theme.applied()
        assert not qt_app.styleSheet()
        theme.dress(qt_app)
        assert theme.LIGHT.window in qt_app.styleSheet()
    finally:
        theme.apply(qt_app, dark=True)
        qt_app.setStyleSheet("")


def test_what_players_write_is_no_markup() -> None:
    label = theme.label("<b>Ada</b>", "title")
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert label.property("role") == "title"


def test_a_role_can_be_changed() -> None:
    button = QPushButton("Go")
    theme.set_role(button, "main")
    theme.set_role(button, "")
    assert button.property("role") == ""


def test_what_is_read_is_larger_in_a_large_window(qt_app: QApplication) -> None:
    assert theme.scale_of(1280, 800) == 1
    assert 1 < theme.scale_of(1920, 1050) < theme.scale_of(2560, 1440)
    widget = QWidget()
    theme.fix(widget, width=200, most_height=100)
    try:
        theme.apply(qt_app, dark=True, larger=1.3)
        assert (theme.px(10), widget.width(), widget.maximumHeight()) == (13, 260, 130)
    finally:
        theme.apply(qt_app, dark=True, larger=1.0)
    assert widget.width() == 200


def test_a_size_is_of_one_thing_only_within_what_is_enlarged() -> None:
    for rule in theme._sizes(2.0, '*[enlarged="2"] ').splitlines():
        assert rule.startswith("*["), rule
        assert "," not in rule.partition("{")[0], "the second would have this size everywhere"


def test_players_keep_their_colours_and_few_have_those_that_are_told_apart_best() -> None:
    numbers = theme.colour_numbers([5000, 101, 230], 16)
    assert len(set(numbers.values())) == 3
    assert theme.colour_numbers([230, 7], 16)[230] == numbers[230], "in another race, too"
    alike = theme.colour_numbers(range(8, 8 + 8 * theme.FIRST, 8), 16)
    assert sorted(alike.values()) == list(range(theme.FIRST))
    many = theme.colour_numbers(range(40, 60), 16)
    assert sorted(list(many.values())[:16]) == list(range(16)), "no two alike as long as there are"
    assert set(many.values()) == set(range(16))
