import pytest
from PySide6.QtCore import QAbstractAnimation, QPoint, QSize
from PySide6.QtGui import QImage, QPainter

from client.board.layout import Spot
from client.window.cards.card_face import Strip, strip_of
from client.window.desktop.pace import Pace
from client.window.scene.board_scene import DEAL, GLIDE, BoardScene
from client.window.scene.caption import caption_height
from client.window.scene.card_item import CardItem, seen_of
from client.window.scene.celebration import Celebration
from engine import catalogue
from engine.cards import DOWN, HEARTS, SPADES, UNKNOWN, card
from engine.empty_places import USED_UP

KLONDIKE = catalogue.make("klondike")
PILES = KLONDIKE.view(KLONDIKE.deal("test")).piles
NINE, QUEEN = card(9, HEARTS), card(12, SPADES)


def scene(ratio: float = 1.0, *, width: int = 800, height: int = 500) -> BoardScene:
    made = BoardScene()
    made.set_places(KLONDIKE.places)
    made.resize(round(width * ratio), round(height * ratio), ratio)
    made.show_piles(PILES, glide=False)
    return made


def cards(board: BoardScene) -> int:
    return sum(isinstance(item, CardItem) for item in board.items())


def test_pictures_have_every_pixel_of_a_finer_screen() -> None:
    for ratio in (1.0, 1.25, 2.0):
        board = scene(ratio)
        card = board.laid.table.card
        picture = board.pictures.card(PILES[6][0])
        assert picture.size() == QSize(*card)
        assert picture.devicePixelRatio() == ratio
        assert board.pictures.place("A").size() == QSize(*card)
        assert abs(card[0] - 93 * ratio) < 2 * ratio


def test_only_the_top_of_a_squared_pile_is_drawn() -> None:
    board = scene()
    shown = [board._items[Spot(0, i)].isVisible() for i in range(len(PILES[0]))]
    assert shown == [False] * (len(PILES[0]) - 1) + [True]
    assert all(board._items[Spot(12, i)].isVisible() for i in range(7))


@pytest.mark.parametrize(("cards", "squeezed"), [(7, False), (14, True)])
def test_where_cards_lie_close_the_suit_is_beside_the_rank(cards: int, squeezed: bool) -> None:
    board = scene()
    board.show_piles((*PILES[:12], bytes(1 + n % 13 for n in range(cards))), glide=False)
    picture = QImage(board.sceneRect().size().toSize(), QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    board.render(painter)
    painter.end()
    home = board._items[Spot(12, 2)].home
    strip = strip_of(0, board._items[Spot(12, 3)].home.y() - home.y(), board.pictures.size[0])
    assert strip is not None
    own = board.pictures.card(3, strip=strip if squeezed else None).toImage()
    other = board.pictures.card(3, strip=None if squeezed else Strip("top", 28)).toImage()
    at = [(x, y) for x in range(8, 40) for y in range(8, 12)]
    seen = [picture.pixelColor(home.x() + x, home.y() + y).rgb() for x, y in at]
    assert seen == [own.pixelColor(x, y).rgb() for x, y in at]
    assert seen != [other.pixelColor(x, y).rgb() for x, y in at]


def test_a_piles_mark_lies_on_the_back_of_its_top_card_and_on_no_face() -> None:
    clock = catalogue.make("clock")
    dealt = clock.view(clock.deal("test")).piles
    board = BoardScene()
    board.set_places(clock.places)
    board.resize(800, 500, 1.0)
    board.show_piles(dealt, glide=False)
    mark = board._counts[0]
    assert mark.text == "11"
    assert mark.pos().x() > board.laid.table.bases[0].x
    assert mark.pos().toPoint() == QPoint(*board.laid.at[0][-1])
    board.show_piles((dealt[0] + bytes([card(11, SPADES)]), *dealt[1:]), glide=False)
    assert mark.text == ""


def test_cards_are_added_and_taken_away() -> None:
    board = scene()
    fewer = (*PILES[:12], PILES[12][:3])
    board.show_piles(fewer, glide=False)
    assert cards(board) == 48
    assert board.show_piles(PILES, glide=False) == {Spot(12, i) for i in range(3, 7)}
    assert cards(board) == 52


def test_a_card_that_goes_away_while_held_is_let_go() -> None:
    board = scene()
    board.lift(Spot(12, 6), 0, 0)
    board.light([Spot(2, -1)])
    board.show_piles((*PILES[:12], b""), glide=True)
    assert board.held_box() is None
    board.carry(10, 10)


def test_unknown_faces_show_their_backs_and_turned_where_they_lie() -> None:
    board = scene()
    unknown = (*PILES[:12], PILES[12][:-1] + bytes([UNKNOWN]))
    board.show_piles(unknown, glide=False)
    item = board._items[Spot(12, 6)]
    assert item.card == UNKNOWN
    assert seen_of(item.card) == DOWN, "it shows its back as long as it has no face"
    assert board.show_piles(PILES, glide=True) == set()
    assert board._items[Spot(12, 6)] is item
    assert item.card == PILES[12][-1]
    assert item.turned == 0, "and turns over when it has one"
    board.glide.setCurrentTime(board.glide.duration())
    assert item.turned == 1
    board.show_piles((*PILES[:12], PILES[12][:-1] + bytes([DOWN])), glide=False)
    board.show_piles(unknown, glide=True)
    assert item.turned == 1, "without a face there is nothing to turn to"


def test_a_caption_takes_a_strip_above_the_cards() -> None:
    board = scene(2.0)
    before = min(base.y for base in board.laid.table.bases)
    board.set_caption("Ada")
    assert min(base.y for base in board.laid.table.bases) >= 2 * caption_height()
    board.set_caption("")
    assert min(base.y for base in board.laid.table.bases) == before


EMPTY = tuple(b"" for _ in PILES)


def test_a_deal_flies_out_from_the_stock_and_takes_no_more_than_a_moment() -> None:
    board = scene()
    stock = board.laid.table.bases[0]
    board.show_piles(EMPTY, glide=False)
    board.show_piles(PILES, glide=True, deal=True)
    cards = [board._items[Spot(pile, i)] for pile in range(6, 13) for i in range(pile - 5)]
    assert {card.pos().toPoint() for card in cards} == {QPoint(stock.x, stock.y)}
    assert GLIDE < board.glide.duration() <= GLIDE + DEAL
    board.glide.setCurrentTime(board.glide.duration() // 2)
    assert cards[0].pos().toPoint() == cards[0].home
    assert cards[-1].pos().toPoint() != cards[-1].home
    board.glide.setCurrentTime(board.glide.duration())
    assert all(card.pos().toPoint() == card.home and card.turned == 1 for card in cards)


def test_frames_that_are_spared_leave_no_card_on_its_way() -> None:
    board = scene()
    board.show_piles(EMPTY, glide=False)
    board.pace = Pace(lambda: 5.0)
    board.pace.sparing = True
    board.show_piles(PILES, glide=True)
    for part in (0.3, 0.5, 0.7):
        board.glide.setCurrentTime(round(board.glide.duration() * part))
    assert any(item.pos().toPoint() != item.home for item in board._items.values())
    board.glide.setCurrentTime(board.glide.duration())
    assert all(item.pos().toPoint() == item.home for item in board._items.values())


def test_a_deal_without_a_stock_comes_from_below() -> None:
    game = catalogue.make("freecell")
    board = BoardScene()
    board.set_places(game.places)
    board.resize(800, 500, 1)
    board.show_piles(game.deal("test").piles, glide=True, deal=True)
    assert {item.pos().y() for item in board._items.values()} == {500}


def test_a_press_during_the_deal_takes_the_card_at_once() -> None:
    board = scene()
    board.show_piles(EMPTY, glide=False)
    board.show_piles(PILES, glide=True, deal=True)
    home = board.laid.card_box(Spot(12, 6))
    assert board.laid.hit(home.x + 5, home.y + 40) == Spot(12, 6)
    board.lift(Spot(12, 6), home.x + 5, home.y + 40)
    item = board._items[Spot(12, 6)]
    assert item.pos().toPoint() == QPoint(home.x, home.y)
    assert item.turned == 1
    board.glide.setCurrentTime(board.glide.duration())
    assert item.pos().toPoint() == QPoint(home.x, home.y)


def test_a_card_turns_over_on_its_way() -> None:
    board = scene()
    turned = (*PILES[:11], PILES[11][:-1] + bytes([0x80]), PILES[12])
    board.show_piles(turned, glide=False)
    item = board._items[Spot(11, 5)]
    board.show_piles(PILES, glide=True)
    assert board._items[Spot(11, 5)] is item
    assert (item.card, item._before, item.turned) == (PILES[11][-1], DOWN, 0)
    board.glide.setCurrentTime(GLIDE // 4)
    part = item.turned
    assert 0 < part < 1
    board.send_home(glide=True)  # a move in between does not turn it back
    assert item.turned == part
    board.glide.setCurrentTime(GLIDE)
    assert item.turned == 1


def test_without_motion_everything_is_there_at_once() -> None:
    board = scene()
    board.show_piles(EMPTY, glide=False)
    board.show_piles(PILES, glide=False)
    assert board.glide.state() == QAbstractAnimation.State.Stopped
    for item in board._items.values():
        assert (item.pos().toPoint(), item.turned) == (item.home, 1)


def test_a_celebration_ends_by_itself_and_with_the_next_position() -> None:
    board = scene()
    board.celebrate()
    assert any(isinstance(item, Celebration) for item in board.items())
    board.party.setCurrentTime(1000)
    board.party.setCurrentTime(board.party.duration())
    assert not any(isinstance(item, Celebration) for item in board.items())
    board.celebrate()
    board.show_piles(PILES, glide=False)
    assert not any(isinstance(item, Celebration) for item in board.items())


def test_a_stock_says_how_many_cards_lie_in_it() -> None:
    board = scene()
    (label,) = board._counts.values()
    top = board._items[Spot(0, 23)]
    assert label.text == "24"
    assert label.pos() == top.pos()
    assert label.zValue() > top.zValue()
    board.show_piles((b"", PILES[0], *PILES[2:]), glide=False)
    assert label.text == ""
    board.show_redeals(1)
    assert (label.text, label.redeals) == ("", 1)
    board.show_outlines({0: USED_UP})
    assert (label.text, label.redeals) == ("", None), "the cross has said that nothing comes"
    board.show_piles(PILES, glide=False)
    assert (label.text, label.redeals) == ("24", 1)
    board.set_places(catalogue.make("freecell").places)
    assert label.scene() is None


def test_a_card_on_which_another_pile_lies_shows_its_index_whole() -> None:
    board, game = scene(width=492, height=345), catalogue.make("backbone")
    board.set_places(game.places)
    piles = game.view(game.deal("x")).piles
    board.show_piles(piles, glide=False)
    upper, lower = 18, 19  # of the backbone's left row
    strip = board._items[Spot(upper, 0)]._strip
    assert strip is not None
    assert strip.side == "top"
    board.lift(Spot(lower, 0), 0, 0)
    assert board._items[Spot(upper, 0)]._strip is None, "what lay on it is in the hand"
    board.put_down()
    board.send_home(glide=False)
    assert board._items[Spot(upper, 0)]._strip == strip


def test_a_label_stays_on_its_card() -> None:
    board = scene(width=500, height=350)
    game = catalogue.make("zebra")
    board.set_places(game.places)
    board.show_piles(game.view(game.deal("x")).piles, glide=False)
    (label,) = board._counts.values()
    board.show_redeals(None)
    picture = QImage(500, 350, QImage.Format.Format_RGB32)
    painter = QPainter(picture)
    board.render(painter)
    few = label._label.height()
    board.show_redeals(1)
    board.render(painter)
    painter.end()
    assert label._label.width() < board.pictures.size[0]
    assert 0.6 * few < label._label.height() <= few, "smaller, but to be read"


def test_the_hours_stand_on_a_clock() -> None:
    board, game = scene(), catalogue.make("clock")
    board.set_places(game.places)
    board.show_piles(game.view(game.deal("x")).piles, glide=False)
    assert [label.text for label in board._counts.values()] == [
        *("11", "12", "1", "10", "2", "9", "3", "8", "4", "7", "6", "5")
    ]


def test_a_deal_of_few_cards_flies() -> None:
    board, game = scene(), catalogue.make("poker")
    times: list[object] = []
    board.glide.valueChanged.connect(times.append)
    board.set_places(game.places)
    for seed in "ab":
        board.show_piles(tuple(b"" for _ in game.places), glide=False)
        dealt = game.play(game.deal(seed), game.legal_actions(game.deal(seed))[0], seed)
        board.show_piles(game.view(dealt).piles, glide=True, deal=True)
        board.glide.setCurrentTime(30)
    assert times
    assert all(isinstance(time, float) for time in times)


def test_a_card_on_its_way_lies_above_the_one_that_turns_over_under_it() -> None:
    board = scene()
    above, below = 6, 7  # columns, of which the later one's cards lie above
    before = list(PILES)
    before[below] = bytes([DOWN, NINE])
    board.show_piles(tuple(before), glide=False)
    after = list(before)
    after[above] += bytes([NINE])
    after[below] = bytes([QUEEN])
    board.show_piles(tuple(after), glide=True)
    flown = board._items[Spot(above, len(after[above]) - 1)]
    turning = board._items[Spot(below, 0)]
    assert (flown.card, turning.card) == (NINE, QUEEN)
    assert flown.zValue() > turning.zValue()
