"""The board played by mouse: real events on real widgets."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest

from client.board.layout import Spot
from client.window.cards import deck
from client.window.scene.board_view import BoardView
from engine import catalogue
from engine.state import Click, Deal, Move, State
from harness.mouse import LEFT, RIGHT, Mouse
from tests.client.boards import (
    CLUBS,
    KLONDIKE,
    MONTANA,
    STOCK,
    WASTE,
    Owner,
    at_rest,
    close,
    item,
    lit,
    pile,
    show,
)
from tests.client.conftest import wait_until

# Moving cards


def test_a_card_is_dragged_to_its_place(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)
    hand.drag(WASTE, CLUBS)
    assert owner.actions == [Move(11, 1, 10), Move(WASTE, 1, CLUBS)]
    assert owner.refusals == []
    wait_until(lambda: at_rest(board))
    assert board.state.piles[10] == pile("?? ?? 9S 8D")


def test_a_group_is_dragged_by_its_lowest_card(board: BoardView, hand: Mouse, owner: Owner) -> None:
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


def test_click_move_click(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(11)
    hand.wait(2000)
    start = item(board, 11).pos().toPoint()
    hand.move(hand.at + QPointF(-30, -40))
    assert item(board, 11).pos().toPoint() == start + QPoint(-30, -40)
    assert owner.actions == []
    hand.click(10)
    assert owner.actions == [Move(11, 1, 10)]


def test_qts_own_test_mouse_works_too(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    for column in (11, 10):
        QTest.mouseClick(board.viewport(), LEFT, pos=hand.point(column).toPoint())
    assert owner.actions == [Move(11, 1, 10)]
    QTest.mouseClick(board.viewport(), LEFT, pos=hand.point(STOCK).toPoint())
    assert owner.actions[1:] == [Click(STOCK)]


def test_a_slow_click_that_stays_still_sticks_and_one_that_strays_drops(
    board: BoardView, hand: Mouse, owner: Owner
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


def test_a_quick_drag_to_a_pile_that_takes_the_card_drops_it(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10, ms=120)
    assert owner.actions == [Move(11, 1, 10)]
    assert board._scene.held_box() is None
    hand.wait(80)
    hand.drag(hand.point(10, 2), 9, ms=60)  # a group, right after it
    assert owner.actions[1:] == [Move(10, 2, 9)]
    hand.wait(1000)
    hand.click(WASTE)  # the second press of what would be a double-click
    hand.wait(150)
    hand.drag(WASTE, CLUBS, ms=120)
    assert owner.actions[2:] == [Move(WASTE, 1, CLUBS)]
    assert owner.refusals == []


def test_a_quick_click_that_ends_anywhere_else_lifts_the_card(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    width, height = (each / board.devicePixelRatioF() for each in board._scene.laid.table.card)
    for end in (
        hand.point(11) - QPointF(0.4 * width, 0),  # shaken towards the pile that takes it
        hand.point(11) - QPointF(0, 0.98 * height),  # on its way, over a pile that does not
        hand.point(9) - QPointF(0.54 * width, 0),  # beside such a pile, the card on it
        QPointF(990, 690),  # over the bare table
    ):
        hand.drag(11, end, ms=120)
        assert lit(board) == {10}
        hand.wait(500)
        hand.click(10)
        assert owner.actions == [Move(11, 1, 10)]
        owner.actions.clear()
        board.show_state(KLONDIKE)
        hand.wait(1000)
    assert owner.refusals == []


def test_a_quick_drag_to_a_pile_that_does_not_take_the_card_is_refused_in_words(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 9, ms=120)
    assert board._scene.held_box() is None
    assert len(owner.refusals) == 1
    hand.wait(50)
    hand.drag(11, 10, ms=120)
    assert owner.actions[-1] == Move(11, 1, 10)
    assert len(owner.refusals) == 1


def test_a_press_on_another_card_takes_that_one_instead(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(11)
    hand.wait(1000)
    hand.press(9)  # the ten of hearts, which does not take the eight of diamonds
    assert lit(board) == {8}
    ten, start = item(board, 9), item(board, 9).home
    hand.wait(300)
    hand.move(hand.at + QPointF(-30, 5), LEFT)
    assert ten.pos().toPoint() == start + QPoint(-30, 5)
    hand.move(hand.point(8), LEFT)
    hand.release()
    assert owner.actions == [Move(9, 1, 8)]
    wait_until(lambda: at_rest(board))
    # By clicks as well.
    hand.wait(1000)
    hand.click(hand.point(7, 2))
    hand.wait(1000)
    hand.click(11)
    assert lit(board) == {10}
    hand.wait(1000)
    hand.click(10)
    assert owner.actions[1:] == [Move(11, 1, 10)]
    assert owner.refusals == []
    wait_until(lambda: at_rest(board))


@pytest.mark.parametrize("beside", [-0.1, 0.97])
def test_a_press_drops_where_most_of_the_card_is_or_the_pointer(
    board: BoardView, hand: Mouse, owner: Owner, beside: float
) -> None:
    show(board, "klondike", KLONDIKE)
    eight = board._scene.laid.card_box(Spot(11, 0))
    nine = board._scene.laid.card_box(Spot(10, 2))
    ratio = board.devicePixelRatioF()
    hand.click(QPointF(eight.x + 2, eight.y + eight.height / 2) / ratio)
    hand.wait(1000)
    # The pointer is beside the pile with most of the card on it, or on it with most beside it.
    hand.click(QPointF(nine.x + beside * nine.width, nine.y + nine.height / 2) / ratio)
    assert owner.actions == [Move(11, 1, 10)]


def test_a_second_click_in_its_own_pile_puts_a_group_back(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.click(hand.point(7, 2))
    hand.wait(1000)
    hand.click(hand.point(7, 3))
    assert board._scene.held_box() is None
    assert (owner.actions, owner.refusals) == ([], [])


def test_a_second_click_where_nothing_can_be_taken_says_why(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    for place, why in ((12, "only a king goes there"), (STOCK, "nothing goes there")):
        hand.click(11)
        hand.wait(1000)
        hand.click(place)
        assert board._scene.held_box() is None
        assert owner.refusals.pop() == why
        hand.wait(1000)
    assert owner.actions == []


def test_legal_targets_are_lit_while_a_card_is_held(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.press(9)  # the ten of hearts: on the jack of clubs (that of spades is covered)
    assert board._scene.lit == {Spot(8, 1)}
    hand.wait(1100)
    hand.release()
    assert lit(board) == set()
    hand.press(6)  # a king: on the empty pile
    assert board._scene.lit == {Spot(12, -1)}
    edge = board._scene.laid.table.bases[12]
    pixel = board.grab().toImage().pixelColor(edge.x + edge.width // 2, edge.y)
    assert close(pixel, QColor(deck.TARGET))
    hand.wait(300)
    hand.release()


def test_a_card_that_cannot_be_taken_is_not_lifted(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    state = KLONDIKE._replace(piles=(*KLONDIKE.piles[:12], pile("?? 5H 7C")))
    show(board, "klondike", state)
    for card in (0, 1):
        hand.drag(hand.point(12, card), 6)
    assert (owner.actions, owner.refusals) == ([], [])
    assert at_rest(board)


def test_an_illegal_drop_glides_back(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(9, 7)
    assert owner.actions == []
    assert owner.refusals == ["only a black nine goes there"]
    assert not at_rest(board)
    wait_until(lambda: at_rest(board))


def test_a_drop_on_the_bare_table_and_on_its_own_pile_goes_back(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(9, QPointF(990, 690))
    hand.drag(9, hand.point(9) + QPointF(25, 25))
    wait_until(lambda: at_rest(board))
    assert (owner.actions, owner.refusals) == ([], [])


def test_a_double_click_sends_a_card_to_its_best_place(
    board: BoardView, hand: Mouse, owner: Owner
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
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    state = KLONDIKE._replace(piles=(*KLONDIKE.piles[:12], pile("3H")))
    show(board, "klondike", state)
    hand.double_click(12)
    assert owner.actions == []
    assert owner.refusals == ["it fits nowhere now"]


def test_the_pointer_shows_what_a_press_would_do(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    shape = board.viewport().cursor
    for place, card, seen in (
        (7, 2, Qt.CursorShape.OpenHandCursor),
        (7, 0, Qt.CursorShape.ArrowCursor),
        (STOCK, None, Qt.CursorShape.PointingHandCursor),
        (11, None, Qt.CursorShape.OpenHandCursor),
    ):
        hand.move(hand.point(place, card))
        assert shape().shape() == seen
    hand.press(11)
    hand.wait(300)
    hand.move(hand.point(10), LEFT)
    assert shape().shape() == Qt.CursorShape.ClosedHandCursor
    hand.release()
    assert owner.actions == [Move(11, 1, 10)]
    assert shape().shape() == Qt.CursorShape.OpenHandCursor
    board.set_interactive(False)
    assert shape().shape() == Qt.CursorShape.ArrowCursor


def test_the_stock_is_clicked(board: BoardView, hand: Mouse, owner: Owner) -> None:
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
    assert owner.refusals == ["the stock is used up"]


def test_a_click_on_what_cannot_be_taken_says_why(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    piles = list(KLONDIKE.piles)
    piles[9] = pile("QC 9D 8S")
    show(board, "klondike", KLONDIKE._replace(piles=tuple(piles)))
    hand.click(hand.point(9, 0))
    assert (owner.actions, owner.refusals) == (
        [],
        ["only the 2 top cards there are in order, and can be taken"],
    )


def test_a_card_that_a_click_takes_away_is_clicked(
    board: BoardView, hand: Mouse, owner: Owner
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
    assert board._scene.held_box() is None


# The rows and their gaps


def test_a_tap_moves_a_card_that_fits_one_gap(board: BoardView, hand: Mouse, owner: Owner) -> None:
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
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "montana", MONTANA)
    hand.click(25)  # the two of hearts
    assert owner.actions == []
    assert lit(board) == {13, 26}
    hand.wait(900)
    hand.click(26)
    assert owner.actions == [Move(25, 1, 26)]


def test_a_tap_on_a_card_that_fits_nowhere_says_so(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "montana", MONTANA)
    hand.click(12)
    assert owner.refusals == ["it fits nowhere now"]
    wait_until(lambda: at_rest(board))


GOLF = State((b"", pile("KH QC"), pile("2C 2S JH"), pile("4C TD"), *[pile("3H")] * 5))


def test_a_tap_is_enough_where_all_cards_go_to_one_pile(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "golf", GOLF)
    hand.click(2)
    assert owner.actions == [Move(2, 1, 1)]
    hand.wait(1000)
    hand.click(2)  # the two of spades, which does not fit the seven
    assert owner.actions == [Move(2, 1, 1)]
    assert owner.refusals == ["it fits nowhere now"]
    assert [light.parentItem() for light in board._scene._flashes] == [item(board, 2)]
    hand.wait(1000)
    hand.drag(3, 1)
    assert owner.actions[1:] == [Move(3, 1, 1)]


# Fast hands


def test_a_press_lands_on_the_real_position_while_cards_still_glide(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    hand.drag(11, 10)  # the eight of diamonds onto the nine of spades...
    start = hand.point(11)
    assert not at_rest(board)
    assert board._scene.laid.hit(start.x(), start.y()) == Spot(11, -1)
    hand.drag(hand.point(10, 2), 9)  # ...and both onto the ten of hearts, with no time between
    assert owner.actions == [Move(11, 1, 10), Move(10, 2, 9)]
    wait_until(lambda: at_rest(board))


def test_a_lifted_card_leaves_its_glide(board: BoardView, hand: Mouse, owner: Owner) -> None:
    show(board, "klondike", KLONDIKE)
    board.show_state(KLONDIKE._replace(piles=(*KLONDIKE.piles[:11], b"", pile("8D"))))
    eight = item(board, 12)
    assert eight.pos().toPoint() != eight.home
    hand.press(12)
    assert eight.pos().toPoint() == eight.home
    hand.move(hand.at + QPointF(-50, 0), LEFT)
    held = eight.pos()
    wait_until(lambda: not board._scene._flights)
    assert eight.pos() == held


def test_what_is_held_stays_in_hand_while_other_cards_change(
    board: BoardView, hand: Mouse, owner: Owner
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


def test_the_right_button_shows_a_covered_card_whole(
    board: BoardView, hand: Mouse, owner: Owner
) -> None:
    show(board, "klondike", KLONDIKE)
    queen = item(board, 7, 1)
    middle = queen.sceneBoundingRect().center()

    def on_top() -> object:
        return board._scene.items(middle)[0]

    assert on_top() is not queen
    hand.press(hand.point(7, 1), RIGHT)
    assert on_top() is queen
    hand.release(RIGHT)
    assert on_top() is not queen
    down = item(board, 7, 0)
    hand.press(hand.point(7, 0), RIGHT)
    assert board._scene.items(down.sceneBoundingRect().center())[0] is not down
    hand.release(RIGHT)


def test_the_right_button_and_escape_put_a_held_card_back(
    board: BoardView, hand: Mouse, owner: Owner
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


def test_cards_not_known_yet_cannot_be_lifted(board: BoardView, hand: Mouse, owner: Owner) -> None:
    game = show(board, "montana", MONTANA)
    board.show_state(game.play(MONTANA, Deal()))
    assert 0 in board.state.piles[5]
    hand.click(5)
    assert (owner.actions, owner.refusals) == ([], [])


def test_a_press_during_the_deal_plays(board: BoardView, hand: Mouse, owner: Owner) -> None:
    board.set_game("klondike")
    board.show_state(KLONDIKE)
    board.set_interactive(True)
    assert not at_rest(board)
    hand.press(9)
    lifted = item(board, 9)
    assert lifted.pos().toPoint() == lifted.home
    assert lit(board)
    hand.release()
