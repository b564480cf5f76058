import pytest
from rich.text import Text

from client.terminal.text import ASCII, UNICODE
from client.terminal.text_board import board_lines, card_text
from engine import catalogue
from engine.cards import HIDDEN, UNKNOWN, parse_card
from engine.hints import hints


def text(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


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
    assert text([card_text(card, UNICODE), card_text(card, ASCII)]) == [unicode, ascii_text]
    assert card_text(card, UNICODE).cell_len == 3


def test_red_cards_and_backs_have_a_style() -> None:
    assert card_text(parse_card("TH"), UNICODE).style == "red"
    assert card_text(parse_card("9S"), UNICODE).style == ""
    assert card_text(HIDDEN, UNICODE).style == "dim"


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
def test_every_card_that_lies_open_is_shown(entry: catalogue.CatalogueEntry) -> None:
    """On a fresh deal and some moves on: the top card of each pile, and all of those spread out."""
    game = catalogue.make(entry.name)
    state = game.deal("1")
    for _ in range(12):
        shown = "\n".join(text(board_lines(game, game.view(state), ASCII)))
        for place, cards in zip(game.places, state.piles, strict=True):
            if cards and cards[-1] < HIDDEN:
                top = card_text(cards[-1], ASCII).plain.strip()
                assert top in shown, (place, shown)
        ideas = hints(game, state)
        if not ideas:
            break
        state = game.play(state, ideas[0], "1")
