import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.terminal.text_board import (
    ASCII,
    UNICODE,
    Cell,
    Glyphs,
    board_lines,
    card_cells,
    cells,
    fit,
    glyphs_for,
    paint,
)
from engine import catalogue
from engine.cards import HIDDEN, UNKNOWN, parse_card
from engine.hints import hints


def text(lines: list[list[Cell]]) -> list[str]:
    return [paint(line, colours=False) for line in lines]


@pytest.mark.parametrize(
    ("encoding", "glyphs"),
    [("utf-8", UNICODE), ("ascii", ASCII), ("latin-1", ASCII), (None, ASCII), ("what", ASCII)],
)
def test_glyphs_that_an_output_can_carry(encoding: str | None, glyphs: Glyphs) -> None:
    assert glyphs_for(encoding) == glyphs


@pytest.mark.parametrize(
    ("card", "unicode", "ascii_text"),
    [
        (parse_card("TH"), "10♥", "10H"),
        (parse_card("9S"), " 9♠", " 9S"),
        (parse_card("AC"), " A♣", " AC"),
        (HIDDEN, "▒▒▒", "###"),
        (parse_card("9s"), "▒▒▒", "###"),
        (UNKNOWN, " ?", " ?"),
        (parse_card("*C"), " *", " *"),
        (0x0F, " ?", " ?"),
    ],
)
def test_cards(card: int, unicode: str, ascii_text: str) -> None:
    assert text([card_cells(card, UNICODE), card_cells(card, ASCII)]) == [unicode, ascii_text]
    assert len(card_cells(card, UNICODE)) == 3


def test_colours_only_where_wanted() -> None:
    line = [*card_cells(parse_card("TH"), UNICODE), *cells(" "), *card_cells(HIDDEN, UNICODE)]
    assert paint(line, colours=False) == "10♥ ▒▒▒"
    assert paint(line, colours=True) == "\x1b[31m10♥ \x1b[0m\x1b[2m▒▒▒\x1b[0m"


@pytest.mark.parametrize(
    "name", ["A\x1b[2Jda", "A\x07da", "A\r\nda", "A\u202eda", "A\x9b2Jda", "A\u2028da"]
)
def test_control_characters_do_nothing(name: str) -> None:
    shown = paint(cells(name), colours=False)
    assert shown.isprintable()
    assert shown.startswith("A")


@given(st.text(), st.integers(0, 20))
def test_any_text_fits_and_is_harmless(name: str, width: int) -> None:
    line = fit(cells(name), width, UNICODE)
    assert len(line) == width
    assert "\x1b" not in paint(line, colours=False)
    assert all(not cell.text or cell.text[0].isprintable() for cell in line)


def test_wide_characters_take_two_columns() -> None:
    assert len(cells("漢a")) == 3
    assert len(cells("e\u0301")) == 1
    assert paint(fit(cells("漢字漢字"), 4, UNICODE), colours=False) == "漢 …"
    assert paint(fit(cells("漢字漢字"), 5, UNICODE), colours=False) == "漢字…"


def test_klondike() -> None:
    game = catalogue.make("klondike")
    lines = text(board_lines(game, game.view(game.deal("1")), ASCII))
    assert lines[0] == "#24  .       .   .   .   ."
    assert len(lines) == 8
    assert all(line.count("###") == 6 - i for i, line in enumerate(lines[1:]))


def test_thirteens_has_its_cells_close_together() -> None:
    game = catalogue.make("thirteens")
    lines = text(board_lines(game, game.view(game.deal("1")), ASCII))
    assert len(lines) == 5
    assert lines[0].endswith("#37")


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: str(entry.name))
def test_every_card_that_lies_open_is_shown(entry: catalogue.Entry) -> None:
    """On a fresh deal and some moves on: the top card of each pile, and all of those spread out."""
    game = catalogue.make(entry.name)
    state = game.deal("1")
    for _ in range(12):
        shown = "\n".join(text(board_lines(game, game.view(state), ASCII)))
        for place, cards in zip(game.places, state.piles, strict=True):
            if cards and cards[-1] < HIDDEN:
                top = "".join(cell.text for cell in card_cells(cards[-1], ASCII)).strip()
                assert top in shown, (place, shown)
        ideas = hints(game, state)
        if not ideas:
            break
        state = game.play(state, ideas[0], "1")
