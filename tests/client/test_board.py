"""The board with real widgets and real mouse events."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QAbstractAnimation, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from client import deck, preferences, sound
from client.board import ONE_WAY, BoardView
from client.carditem import CardItem
from client.gesture import Thresholds
from client.layout import Spot
from client.preferences import Preferences
from engine import catalogue
from engine.cards import parse_card
from engine.catalogue import BadOption, UnknownGame
from engine.game import Game
from engine.state import Action, Click, Deal, Move, State
from tests.client.conftest import wait_until
from tests.client.hand import LEFT, RIGHT, Hand


def pile(text: str) -> bytes:
    return bytes(0x80 if card == "??" else parse_card(card) for card in text.split())


KLONDIKE = State(
    (
        pile("?? ?? ??"),  # the stock
        pile("9C 2C"),
        pile("AC"),
        *[pile("")] * 3,
        pile("KS"),
        pile("?? QH JS TD"),
        pile("?? JC"),
        pile("TH"),
        pile("?? ?? 9S"),
        pile("8D"),
        pile(""),
    )
)
STOCK, WASTE, CLUBS = 0, 1, 2


class Owner:
    """Plays what the board asks for, as solo practice does, and remembers it."""

    def __init__(self, board: BoardView) -> None:
        self.board = board
        self.actions: list[Action] = []
        self.refusals: list[str] = []
        self.undos = 0
        self.plays = True
        board.acted.connect(self._play)
        board.refused.connect(self.refusals.append)
        board.undo_asked.connect(self._undo)

    def _play(self, action: Action) -> None:
        self.actions.append(action)
        if self.plays:
            self.board.show_state(self.board.game.play(self.board.state, action))

    def _undo(self) -> None:
        self.undos += 1


@pytest.fixture
def board(qt_app: QApplication) -> Iterator[BoardView]:
    view = BoardView()
    view.resize(1000, 700)
    view.show()
    yield view
    view.close()
    view.deleteLater()


@pytest.fixture
def hand(board: BoardView) -> Hand:
    return Hand(board)


@pytest.fixture
def owner(board: BoardView) -> Owner:
    return Owner(board)


def show(board: BoardView, name: str, state: State | None = None) -> Game:
    board.set_game(name)
    game = board.game
    board.show_state(game.view(state or game.deal("test")), animate=False)
    board.set_interactive(True)
    return game


def item(board: BoardView, pile: int, card: int = -1) -> CardItem:
    card = card if card >= 0 else len(board.state.piles[pile]) + card
    return board._board._items[Spot(pile, card)]


def at_rest(board: BoardView) -> bool:
    return all(i.pos().toPoint() == i.home for i in board._board._items.values())


def lit(board: BoardView) -> set[int]:
    return {spot.pile for spot in board._board.lit}


# Moving cards


def test_a_card_is_dragged_to_its_place(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    hand.drag(WASTE, CLUBS)
    assert owner.actions == [Move(11, 1, 10), Move(WASTE, 1, CLUBS)]
    assert owner.refusals == []
    wait_until(lambda: at_rest(board))
    assert board.state.piles[10] == pile("?? ?? 9S 8D")


def test_a_group_is_dragged_by_its_lowest_card(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    start = hand.point(7, 1)
    hand.press(start)
    hand.wait(300)
    hand.move(start + QPointF(-40, 10), LEFT)
    moved = [item(board, 7, card) for card in (1, 2, 3)]
    homes = [card.home for card in moved]
    assert [c.pos().toPoint() - h for c, h in zip(moved, homes, strict=True)] == [
        QPoint(-40, 10)
    ] * 3
    hand.move(hand.point(6), LEFT)
    hand.release()
    assert owner.actions == [Move(7, 3, 6)]


def test_click_move_click(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(11)
    hand.wait(2000)
    start = item(board, 11).pos().toPoint()
    hand.move(hand.at + QPointF(-30, -40))
    assert item(board, 11).pos().toPoint() == start + QPoint(-30, -40)
    assert owner.actions == []
    hand.click(10)
    assert owner.actions == [Move(11, 1, 10)]


def test_qts_own_test_mouse_works_too(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    for pile in (11, 10):
        QTest.mouseClick(board.viewport(), LEFT, pos=hand.point(pile).toPoint())
    assert owner.actions == [Move(11, 1, 10)]
    QTest.mouseClick(board.viewport(), LEFT, pos=hand.point(STOCK).toPoint())
    assert owner.actions[1:] == [Click(STOCK)]


def test_a_slow_click_that_stays_still_sticks_and_one_that_strays_drops(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.press(11)
    hand.wait(900)
    hand.release()
    assert lit(board) == {10}
    hand.click(10)
    assert owner.actions == [Move(11, 1, 10)]
    hand.wait(1000)
    hand.press(9)
    hand.wait(1100)
    hand.release()
    assert lit(board) == set()


def test_legal_targets_are_lit_while_a_card_is_held(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.press(9)  # the ten of hearts: on the jack of clubs (that of spades is covered)
    assert board._board.lit == {Spot(8, 1)}
    hand.wait(1100)
    hand.release()
    assert lit(board) == set()
    hand.press(6)  # a king: on the empty pile
    assert board._board.lit == {Spot(12, -1)}
    edge = board._board.laid.table.bases[12]
    pixel = board.grab().toImage().pixelColor(edge.x + edge.width // 2, edge.y)
    assert close(pixel, QColor(deck.TARGET))
    hand.wait(300)
    hand.release()


def close(a: QColor, b: QColor) -> bool:
    return max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) < 40


def test_a_card_that_cannot_be_taken_is_not_lifted(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    state = KLONDIKE._replace(piles=(*KLONDIKE.piles[:12], pile("?? 5H 7C")))
    show(board, "klondike", state)
    for card in (0, 1):
        hand.drag(hand.point(12, card), 6)
    assert (owner.actions, owner.refusals) == ([], [])
    assert at_rest(board)


def test_an_illegal_drop_glides_back(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(9, 7)
    assert owner.actions == []
    assert owner.refusals == ["that doesn't go there"]
    assert not at_rest(board)
    wait_until(lambda: at_rest(board))


def test_a_drop_on_the_bare_table_and_on_its_own_pile_goes_back(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(9, QPointF(990, 690))
    hand.drag(9, hand.point(9) + QPointF(25, 25))
    wait_until(lambda: at_rest(board))
    assert (owner.actions, owner.refusals) == ([], [])


def test_a_double_click_sends_a_card_to_its_best_place(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.double_click(WASTE)
    hand.wait(1000)
    hand.double_click(hand.point(7, 1))  # with the two on it
    assert owner.actions == [Move(WASTE, 1, CLUBS), Move(7, 3, 6)]
    hand.wait(1000)
    hand.double_click(10)  # the nine of spades: on the ten of hearts, say
    assert isinstance(owner.actions[2], Move)
    assert owner.actions[2][:2] == (10, 1)


def test_a_double_click_that_leads_nowhere_says_so(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    state = KLONDIKE._replace(piles=(*KLONDIKE.piles[:12], pile("3H")))
    show(board, "klondike", state)
    hand.double_click(12)
    assert owner.actions == []
    assert owner.refusals == ["it fits nowhere now"]


def test_the_stock_is_clicked(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    for _ in range(3):
        hand.click(STOCK)
        hand.wait(80)
    assert owner.actions == [Click(STOCK)] * 3
    assert board.state.piles[STOCK] == b""
    hand.click(STOCK)
    assert len(board.state.piles[STOCK]) == 5
    game = catalogue.make("klondike", {"deal": "no-redeals"})
    board.set_game("klondike", {"deal": "no-redeals"})
    board.show_state(game.view(KLONDIKE._replace(piles=(b"", *KLONDIKE.piles[1:]))))
    hand.click(STOCK)
    assert owner.refusals == ["there is nothing to do there now"]


def test_a_card_that_a_click_takes_away_is_clicked(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    game = catalogue.make("thirteens")
    seed = next(
        s for s in map(str, range(99)) if any(c[0] & 15 == 13 for c in game.deal(s).piles[:15])
    )
    state = show(board, "thirteens", game.deal(seed)).view(game.deal(seed))
    king = next(i for i, cards in enumerate(state.piles[:15]) if cards[0] & 15 == 13)
    hand.double_click(king)  # the card that falls there is not lifted by the second click
    assert owner.actions == [Click(king)]
    assert not lit(board)
    assert board._board.held_box() is None


# The rows and their gaps


def gaps_state(rows: list[str]) -> State:
    return State(tuple(b"" if card == ".." else pile(card) for row in rows for card in row.split()))


MONTANA = gaps_state(
    [
        "2C 3C .. 9H 5C 6C 7C 8C 9C TC JC QC KC",
        ".. 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 2H",
        ".. 3H 4H 5H 6H 7H 8H 2D TH JH QH KH 4C",
        "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS ..",
    ]
)


def test_a_tap_moves_a_card_that_fits_one_gap(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "montana", MONTANA)
    hand.click(38)  # the four of clubs, behind the three
    assert owner.actions == [Move(38, 1, 2)]
    # Whoever clicked, moved and clicks again on the target gets what he wanted, and no more.
    hand.wait(500)
    hand.click(2)
    assert owner.actions == [Move(38, 1, 2)]
    assert owner.refusals == []
    hand.wait(500)
    hand.click(2)
    assert owner.refusals == ["it fits nowhere now"]


def test_a_two_with_several_open_rows_waits_for_the_choice(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "montana", MONTANA)
    hand.click(25)  # the two of hearts
    assert owner.actions == []
    assert lit(board) == {13, 26}
    hand.wait(900)
    hand.click(26)
    assert owner.actions == [Move(25, 1, 26)]


def test_a_tap_on_a_card_that_fits_nowhere_says_so(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "montana", MONTANA)
    hand.click(12)
    assert owner.refusals == ["it fits nowhere now"]
    wait_until(lambda: at_rest(board))


GOLF = State((b"", pile("KH QC"), pile("2C 2S JH"), pile("4C TD"), *[pile("3H")] * 5))


def test_a_tap_is_enough_where_all_cards_go_to_one_pile(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "golf", GOLF)
    hand.click(2)
    assert owner.actions == [Move(2, 1, 1)]
    hand.wait(1000)
    hand.click(2)  # the two of spades, which does not fit the seven
    assert owner.actions == [Move(2, 1, 1)]
    assert owner.refusals == ["it fits nowhere now"]
    assert [light.parentItem() for light in board._board._flashes] == [item(board, 2)]
    hand.wait(1000)
    hand.drag(3, 1)
    assert owner.actions[1:] == [Move(3, 1, 1)]


@pytest.mark.parametrize("name", sorted(ONE_WAY))
def test_no_card_has_a_choice_where_a_tap_is_enough(name: str) -> None:
    game = catalogue.make(name)
    chance = random.Random(name)
    state = game.deal("choice")
    for _ in range(200):
        legal = game.legal_actions(state)
        ways = Counter(action[:2] for action in legal if isinstance(action, Move))
        assert max(ways.values(), default=1) == 1
        if not legal:
            break
        state = game.play(state, chance.choice(legal), "choice")


def test_cards_that_fit_glow_in_montana(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "montana", MONTANA)
    glowing = {light.parentItem() for light in board._board._glows}
    assert glowing == {item(board, pile) for pile in (0, 25, 33, 38, 39)}
    hand.press(38)
    assert board._board._glows == []
    hand.wait(1100)
    hand.release()
    assert len(board._board._glows) == 5
    board.set_interactive(False)
    assert board._board._glows == []
    show(board, "4x13")
    assert board._board._glows == []


# Fast hands


def test_a_press_lands_on_the_real_position_while_cards_still_glide(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)  # the eight of diamonds onto the nine of spades...
    start = hand.point(11)
    assert not at_rest(board)
    assert board._board.laid.hit(start.x(), start.y()) == Spot(11, -1)
    hand.drag(hand.point(10, 2), 9)  # ...and both onto the ten of hearts, with no time between
    assert owner.actions == [Move(11, 1, 10), Move(10, 2, 9)]
    wait_until(lambda: at_rest(board))


def test_a_lifted_card_leaves_its_glide(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    board.show_state(KLONDIKE._replace(piles=(*KLONDIKE.piles[:11], b"", pile("8D"))))
    eight = item(board, 12)
    assert eight.pos().toPoint() != eight.home
    hand.press(12)
    assert eight.pos().toPoint() == eight.home
    hand.move(hand.at + QPointF(-50, 0), LEFT)
    held = eight.pos()
    wait_until(lambda: not board._board._flights)
    assert eight.pos() == held


def test_without_animation_cards_are_there_at_once(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    board.animated = False
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    assert at_rest(board)


def test_what_is_held_stays_in_hand_while_other_cards_change(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(9)
    board.show_state(board.game.play(KLONDIKE, Move(WASTE, 1, CLUBS)))
    assert lit(board) == {8}
    hand.click(8)
    assert owner.actions == [Move(9, 1, 8)]
    # But what lies no more where it was lifted is out of the hand.
    hand.wait(1000)
    hand.click(8)
    board.show_state(KLONDIKE)
    assert lit(board) == set()
    wait_until(lambda: at_rest(board))


# Refusals from afar


def test_a_refused_move_goes_back_visibly(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    wait_until(lambda: at_rest(board))
    eight = item(board, 10)
    board.refuse(KLONDIKE)
    assert board.state == KLONDIKE
    assert item(board, 11) is eight
    assert not at_rest(board)
    assert [light.parentItem() for light in board._board._flashes] == [eight]
    wait_until(lambda: at_rest(board) and not board._board._flashes)


def test_an_action_that_nobody_plays_goes_back(board: BoardView, hand: Hand, owner: Owner) -> None:
    owner.plays = False
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    assert owner.actions == [Move(11, 1, 10)]
    wait_until(lambda: at_rest(board))


# Other buttons and keys


def test_the_right_button_shows_a_covered_card_whole(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    queen = item(board, 7, 1)
    middle = queen.sceneBoundingRect().center()

    def on_top() -> object:
        return board._board.items(middle)[0]

    assert on_top() is not queen
    hand.press(hand.point(7, 1), RIGHT)
    assert on_top() is queen
    hand.release(RIGHT)
    assert on_top() is not queen
    down = item(board, 7, 0)
    hand.press(hand.point(7, 0), RIGHT)
    assert board._board.items(down.sceneBoundingRect().center())[0] is not down
    hand.release(RIGHT)


def test_the_right_button_and_escape_put_a_held_card_back(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    ways: list[Callable[[], object]] = [
        lambda: hand.press(QPointF(500, 690), RIGHT),
        lambda: QTest.keyClick(board, Qt.Key.Key_Escape),
        lambda: board.set_interactive(False),
    ]
    for put_back in ways:
        hand.click(9)
        hand.move(QPointF(500, 690))
        assert not at_rest(board)
        put_back()
        wait_until(lambda: at_rest(board))
        hand.wait(1000)
    assert (owner.actions, owner.refusals) == ([], [])


def test_saying_again_that_a_board_may_be_played_on_disturbs_nobody(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(9)
    board.set_interactive(True)
    board.show_state(KLONDIKE)
    assert lit(board) == {8}


def test_keys(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    QTest.keyClick(board, Qt.Key.Key_Space)
    QTest.keyClick(board, Qt.Key.Key_D)
    assert owner.actions == [Click(STOCK)] * 2
    QTest.keyClick(board, Qt.Key.Key_U)
    QTest.keyClick(board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert owner.undos == 2
    QTest.keyClick(board, Qt.Key.Key_H)
    assert len(board._board.lit) in (1, 2)
    hand.click(QPointF(999, 699))
    assert lit(board) == set()
    board.hints_allowed = False
    QTest.keyClick(board, Qt.Key.Key_H)
    assert lit(board) == set()
    show(board, "montana", MONTANA)
    QTest.keyClick(board, Qt.Key.Key_D)
    assert owner.actions[2:] == [Deal()]


def test_a_hint_goes_out_by_itself(board: BoardView, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    action = board.show_hint()
    assert action in board.game.legal_actions(board.state)
    board._hint_timer.setInterval(1)
    assert board.show_hint() == action
    wait_until(lambda: not board._board.lit)


def test_a_board_that_is_only_looked_at_takes_no_input(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    board.set_interactive(False)
    hand.drag(11, 10)
    hand.double_click(WASTE)
    QTest.keyClick(board, Qt.Key.Key_Space)
    assert board.show_hint() is None
    assert owner.actions == []
    assert at_rest(board)


# Sizes, and what is shown


@pytest.mark.parametrize("size", [(800, 500), (1280, 800), (2560, 1440)])
@pytest.mark.parametrize("name", [entry.name for entry in catalogue.entries()])
def test_every_game_is_drawn_sharp_at_every_size(
    board: BoardView, name: str, size: tuple[int, int]
) -> None:
    board.resize(*size)
    show(board, name)
    scene = board._board
    ratio = board.devicePixelRatioF()
    assert board.mapToScene(QPoint(0, 0)) == QPointF(0, 0)
    assert scene.sceneRect().size().toSize() == board.viewport().size() * ratio
    picture = board.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    for spot, card in scene._items.items():
        if card.isVisible() and spot.card == len(board.state.piles[spot.pile]) - 1:
            own = scene.pictures.card(card.card).toImage()
            x, y = own.width() // 2, own.height() - 9  # uncovered, in a pyramid too
            if board.game.places[spot.pile].kind == "stock":  # which has its number there
                x = own.width() // 6
            if scene.laid.hit(card.home.x() + x, card.home.y() + y) == spot and not scene._glows:
                seen = picture.pixelColor(card.home.x() + x, card.home.y() + y)
                assert seen.rgb() == own.pixelColor(x, y).rgb(), spot


def test_a_resize_puts_back_what_is_held_and_moves_the_light(
    board: BoardView, hand: Hand, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(9)
    board.resize(800, 500)
    assert lit(board) == set()
    assert at_rest(board)
    board.show_hint()
    before = {spot: light.pos() for spot, light in board._board._lights.items()}
    board.resize(1200, 900)
    for spot, light in board._board._lights.items():
        box = board._board.laid.card_box(spot)
        assert light.pos().toPoint() == QPoint(box.x, box.y) != before[spot].toPoint()


def test_what_a_board_cannot_show_is_refused(board: BoardView) -> None:
    with pytest.raises(ValueError, match="set_game"):
        board.show_state(KLONDIKE)
    with pytest.raises(UnknownGame):
        board.set_game("tarock")
    with pytest.raises(BadOption):
        board.set_game("klondike", {"deal": "five-card-deals"})
    board.set_game("klondike")
    with pytest.raises(ValueError, match="Klondike has 13 piles, not 1"):
        board.show_state(State((b"",)))


def test_another_game_and_other_colours(board: BoardView, hand: Hand, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(9)
    show(board, "montana", MONTANA)
    assert board.accessibleName() == "Montana"
    assert len(board._board._items) == 48
    assert at_rest(board)
    before = board.grab().toImage()
    preferences.live.set(replace(preferences.live.now, four_colours=True))
    assert board.grab().toImage() != before


def test_cards_not_known_yet_cannot_be_lifted(board: BoardView, hand: Hand, owner: Owner) -> None:
    game = show(board, "montana", MONTANA)
    board.show_state(game.play(MONTANA, Deal()))
    assert 0 in board.state.piles[5]
    hand.click(5)
    assert (owner.actions, owner.refusals) == ([], [])


def test_a_press_during_the_deal_plays(board: BoardView, hand: Hand, owner: Owner) -> None:
    board.set_game("klondike")
    board.show_state(KLONDIKE)
    board.set_interactive(True)
    assert not at_rest(board)
    hand.press(9)
    lifted = item(board, 9)
    assert lifted.pos().toPoint() == lifted.home
    assert lit(board)
    hand.release()


def test_what_happens_is_heard(board: BoardView) -> None:
    heard: list[str] = []
    sound.bell.rung.connect(heard.append)
    game = catalogue.make("klondike")
    board.set_game("klondike")
    state = game.deal("test")
    board.show_state(game.view(state))
    board.show_state(game.view(game.play(state, Click(0), "test")))
    board.show_state(game.view(game.play(state, Click(0), "test")))
    board.refuse(game.view(state))
    assert heard == ["deal", "move", "refuse"]
    sound.bell.rung.disconnect(heard.append)


def test_motion_can_be_off_and_thresholds_follow(board: BoardView) -> None:
    preferences.live.set(Preferences(motion="off", thresholds=Thresholds(quick=0.4)))
    game = catalogue.make("klondike")
    board.set_game("klondike")
    board.show_state(game.view(game.deal("test")))
    assert at_rest(board)
    assert board._gesture.thresholds == Thresholds(quick=0.4)


def test_a_win_celebrates(board: BoardView) -> None:
    suits = [bytes(suit << 4 | rank for rank in range(1, 14)) for suit in range(4)]
    won = State((b"", b"", *suits, *(b"",) * 7))
    before = won._replace(piles=(b"", b"", *suits[:3], suits[3][:-1], suits[3][-1:], *(b"",) * 6))
    board.set_game("klondike")
    board.show_state(before, animate=False)
    assert board._board.party.state() == QAbstractAnimation.State.Stopped
    board.show_state(won)
    assert board._board.party.state() == QAbstractAnimation.State.Running
    board.show_state(before)
    assert board._board.party.state() == QAbstractAnimation.State.Stopped
