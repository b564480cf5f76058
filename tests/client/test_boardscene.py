from PySide6.QtCore import QSize

from client.boardscene import CAPTION, BoardScene
from client.layout import Spot
from engine import catalogue
from engine.cards import UNKNOWN

KLONDIKE = catalogue.make("klondike")
PILES = KLONDIKE.view(KLONDIKE.deal("test")).piles


def scene(ratio: float = 1.0) -> BoardScene:
    made = BoardScene()
    made.set_places(KLONDIKE.places)
    made.resize(round(800 * ratio), round(500 * ratio), ratio)
    made.show_piles(PILES, glide=False)
    return made


def test_pictures_have_every_pixel_of_a_finer_screen() -> None:
    for ratio in (1.0, 1.25, 2.0):
        board = scene(ratio)
        card = board.laid.table.card
        picture = board.pictures.card(PILES[6][0])
        assert picture.size() == QSize(*card)
        assert picture.devicePixelRatio() == ratio
        assert board.pictures.place("A").size() == QSize(*card)
        assert abs(card[0] - 88 * ratio) < 2 * ratio


def test_only_the_top_of_a_squared_pile_is_drawn() -> None:
    board = scene()
    shown = [board._items[Spot(0, i)].isVisible() for i in range(len(PILES[0]))]
    assert shown == [False] * (len(PILES[0]) - 1) + [True]
    assert all(board._items[Spot(12, i)].isVisible() for i in range(7))


def test_cards_are_added_and_taken_away() -> None:
    board = scene()
    fewer = (*PILES[:12], PILES[12][:3])
    board.show_piles(fewer, glide=False)
    assert len(board.items()) == 48
    assert board.show_piles(PILES, glide=False) == {Spot(12, i) for i in range(3, 7)}
    assert len(board.items()) == 52


def test_a_card_that_goes_away_while_held_is_let_go() -> None:
    board = scene()
    board.lift(Spot(12, 6), 0, 0)
    board.light([Spot(2, -1)])
    board.show_piles((*PILES[:12], b""), glide=True)
    assert board.held_box() is None
    board.carry(10, 10)


def test_unknown_faces_are_shown_as_such_and_turned_where_they_lie() -> None:
    board = scene()
    unknown = (*PILES[:12], PILES[12][:-1] + bytes([UNKNOWN]))
    board.show_piles(unknown, glide=False)
    item = board._items[Spot(12, 6)]
    assert item.card == UNKNOWN
    assert board.show_piles(PILES, glide=True) == set()
    assert board._items[Spot(12, 6)] is item
    assert item.card == PILES[12][-1]


def test_a_caption_takes_a_strip_above_the_cards() -> None:
    board = scene(2.0)
    before = min(base.y for base in board.laid.table.bases)
    board.set_caption("Ada")
    assert min(base.y for base in board.laid.table.bases) >= 2 * CAPTION
    board.set_caption("")
    assert min(base.y for base in board.laid.table.bases) == before
