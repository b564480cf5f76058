import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPaintEvent, QPixmap, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client.window.desktop import preferences
from client.window.scene.board_view import BoardView
from client.window.scene.card_item import Pictures
from client.window.scene.small_board import SmallBoard
from engine import catalogue
from engine.catalogue import CatalogueEntry
from engine.game import Game
from engine.state import Click, State

GAME = catalogue.make("klondike")
DEALT = GAME.view(GAME.deal("small"))
TURNED = GAME.play(DEALT, Click(0))
SIZE = (420, 300)


@pytest.fixture
def board(qt_app: QApplication) -> Iterator[SmallBoard]:
    board = SmallBoard()
    board.resize(*SIZE)
    board.set_game("klondike")
    board.show()
    yield board
    board.close()


def picture(widget: SmallBoard | BoardView) -> QImage:
    return widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def difference(one: QImage, other: QImage) -> int:
    """The most that a colour of a pixel differs."""
    a, b = bytes(one.constBits()), bytes(other.constBits())
    return max(abs(x - y) for x, y in zip(a, b, strict=True))


def painted(board: SmallBoard, state: State) -> QRegion:
    """Show a state, and return what was painted for it."""
    QApplication.processEvents()
    regions: list[QRegion] = []
    paint = board.paintEvent

    def watched(event: QPaintEvent) -> None:
        regions.append(event.region())
        paint(event)

    board.paintEvent = watched  # type: ignore[method-assign]
    board.show_state(state)
    QApplication.processEvents()
    del board.paintEvent
    whole = QRegion()
    for region in regions:
        whole = whole.united(region)
    return whole


PLAIN = ("klondike", "spider", "giant", "montana", "triple-peaks")


@pytest.mark.parametrize("name", [*PLAIN, "backbone", "beleaguered-castle", "eliminator"])
def test_it_looks_like_a_large_one(
    name: str, qt_app: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Game = catalogue.make(name)
    view = game.view(game.deal("small"))
    small, large = SmallBoard(), BoardView()
    large.setMinimumSize(0, 0)
    for board in (small, large):
        board.resize(*SIZE)
        board.set_game(name)
        board.set_caption("Ada")
        board.show()
    small.show_state(view)
    large.show_state(view, animate=False)
    large.glow = False
    large._scene.glow(())
    nothing = QPixmap(1, 1)
    nothing.fill(QColor(0, 0, 0, 0))
    monkeypatch.setattr(large._scene.pictures, "shade", lambda: nothing)  # nor has it shades
    for count in large._scene._counts.values():
        count.hide()  # a small one leaves the stock's number out
    QApplication.processEvents()
    # Under the rounded corners of a card, only the large one has the outline of the place.
    assert difference(picture(small), picture(large)) < 24
    small.close()
    large.close()


def test_only_what_has_changed_is_painted_again(board: SmallBoard) -> None:
    board.show_state(DEALT)
    assert painted(board, DEALT).isEmpty()
    region = painted(board, TURNED)
    assert not region.isEmpty()
    assert region.boundingRect().height() < SIZE[1] / 2, "stock and waste lie above"
    fresh = SmallBoard()
    fresh.resize(*SIZE)
    fresh.set_game("klondike")
    fresh.show_state(TURNED)
    fresh.show()
    assert picture(board) == picture(fresh)
    fresh.close()


@pytest.mark.parametrize("name", ["klondike", "spider", "backbone", "gaps", "elevator"])
def test_what_is_painted_bit_by_bit_is_what_would_be_painted_at_once(
    qt_app: QApplication, name: str
) -> None:
    game, chance = catalogue.make(name), random.Random(7)
    state = game.deal("small")
    board = SmallBoard()
    board.resize(*SIZE)
    board.set_game(name)
    board.show_state(game.view(state))
    board.show()
    kept = picture(board)
    for _ in range(40):
        actions = game.legal_actions(state)
        state = game.play(state, chance.choice(actions), "small") if actions else game.deal("more")
        region = painted(board, game.view(state))
        board.render(kept, region.boundingRect().topLeft(), region)
        assert kept == picture(board)
    board.close()


def test_of_a_pile_only_the_cards_that_lie_otherwise_are_painted(board: SmallBoard) -> None:
    board.show_state(DEALT)
    last = len(DEALT.piles) - 1
    shorter = DEALT._replace(piles=(*DEALT.piles[:-1], DEALT.piles[last][:-1]))
    whole = board._piles[last].area
    region = painted(board, shorter).boundingRect()
    assert region.top() > whole.top()
    assert whole.contains(region)


def test_what_another_pile_covers_is_whole_when_that_is_gone(qt_app: QApplication) -> None:
    game = catalogue.make("backbone")
    dealt = game.view(game.deal("small"))
    bones = [pile for pile, place in enumerate(game.places) if place.kind == "reserve"]
    bare = [b"" if pile in bones[1:] else cards for pile, cards in enumerate(dealt.piles)]
    uncovered = dealt._replace(piles=tuple(bare))
    boards = [SmallBoard(), SmallBoard()]
    for board, states in zip(boards, ([dealt, uncovered], [uncovered]), strict=True):
        board.resize(*SIZE)
        board.set_game("backbone")
        for state in states:
            board.show_state(state)
        board.show()
    assert boards[0]._piles[bones[0]].cards[0].strip is None
    assert picture(boards[0]) == picture(boards[1])
    boards[0].show_state(dealt)
    assert boards[0]._piles[bones[0]].cards[0].strip is not None
    for board in boards:
        board.close()


def test_an_empty_place_says_what_belongs_there(board: SmallBoard) -> None:
    board.show_state(DEALT)
    used_up = DEALT._replace(piles=(b"", *DEALT.piles[1:]))
    board.show_state(used_up)
    assert board._piles[0].cards[0].sign == "x", "nothing to turn over again"
    before = picture(board)
    board.show_state(used_up._replace(piles=(b"", b"\x11", *used_up.piles[2:])))
    assert board._piles[0].cards[0].sign == "redeal", "though the stock is as it was"
    assert picture(board) != before


def test_it_is_clicked_and_named(board: SmallBoard) -> None:
    chosen: list[bool] = []
    board.chosen.connect(lambda: chosen.append(True))
    board.show_state(DEALT)
    plain = picture(board)
    board.set_caption("<b>Ada</b> with a name so long that it cannot be shown in one line at all")
    assert board.accessibleName().startswith("Klondike, <b>Ada</b>")
    assert min(base.y for base in board._table.bases) >= 24
    assert picture(board) != plain
    QTest.mouseClick(board, Qt.MouseButton.LeftButton)
    assert chosen == [True]


def test_it_follows_the_preferences(board: SmallBoard) -> None:
    board.show_state(DEALT)
    before = picture(board)
    preferences.live.set(replace(preferences.live.now, back="scales"))
    assert picture(board) != before


def test_boards_of_one_size_share_their_pictures(qt_app: QApplication) -> None:
    pictures = Pictures()
    boards = [SmallBoard(pictures=pictures) for _ in range(2)]
    for board in boards:
        board.resize(*SIZE)
        board.set_game("klondike")
        board.show_state(DEALT)
    first = picture(boards[0])
    drawn = dict(pictures._cards._pixmaps)
    assert picture(boards[1]) == first
    assert drawn
    assert all(pictures._cards._pixmaps[card] is pixmap for card, pixmap in drawn.items())


def test_a_game_without_cards_yet_is_an_empty_cloth(board: SmallBoard) -> None:
    empty = picture(board)
    board.show_state(DEALT)
    assert picture(board) != empty
    board.set_game("klondike")
    assert picture(board) == empty


@pytest.mark.parametrize("entry", catalogue.entries(), ids=lambda entry: entry.name)
def test_what_was_shown_before_makes_no_difference(
    qt_app: QApplication, entry: CatalogueEntry
) -> None:
    """Not all is looked at again with each step: the signs of empty places above all."""
    game, chance = catalogue.make(entry.name, entry.complete({})), random.Random(entry.name)
    followed, fresh = SmallBoard(), SmallBoard()
    for board in (followed, fresh):
        board.resize(400, 300)
        board.set_game(entry.name, entry.complete({}))
    state = game.deal("seed")
    for _ in range(25):
        followed.show_state(game.view(state))
        fresh.set_game(entry.name, entry.complete({}))
        fresh.show_state(game.view(state))
        assert followed._piles == fresh._piles
        actions = game.legal_actions(state)
        if not actions:
            break
        state = game.play(state, chance.choice(actions), "seed")
    for board in (followed, fresh):
        board.deleteLater()
