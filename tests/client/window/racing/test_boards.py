from itertools import combinations

from client.window.desktop.pace import MANY
from client.window.racing.boards import LEAST, MOST, BoardsGrid
from client.window.widgets.fitting import Fitted
from engine import catalogue
from harness.fakes import BOB, CLEO, Show
from harness.qt_waiting import until
from protocol.messages import Standing


def test_in_a_narrow_window_the_large_board_is_alone(show: Show) -> None:
    grid = show(BoardsGrid())
    grid.resize(500, 400)
    grid.set_game("montana", {})
    game = catalogue.make("montana")
    for player in (BOB, CLEO):
        grid.show_board(player, game.view(game.deal("x")))
    large: list[int | None] = []
    grid.enlarged.connect(large.append)
    grid.enlarge(CLEO)
    assert grid.large.geometry() == grid.rect()
    assert not any(board.isVisible() for board in grid.boards.values())
    grid.resize(1200, 800)
    assert grid.boards[BOB].isVisible()
    grid.enlarge(99)
    grid.enlarge(None)
    assert large == [CLEO, None]
    assert all(board.isVisible() for board in grid.boards.values())


def test_boards_lie_in_the_order_of_the_places_when_one_comes_to_look(show: Show) -> None:
    grid = show(BoardsGrid())
    grid.set_game("montana", {})
    game = catalogue.make("montana")
    for player in (BOB, CLEO):
        grid.show_board(player, game.view(game.deal("x")))
    grid.show_standings([Standing(BOB, "Bob", place=2), Standing(CLEO, "Cleo", place=1)])
    assert list(grid.boards) == [BOB, CLEO], "none moves while one looks"
    grid.hide()
    grid.show()
    assert list(grid.boards) == [CLEO, BOB]
    corners = [board.pos().toTuple()[::-1] for board in grid.boards.values()]
    assert corners == sorted(corners)


def test_sixteen_boards_that_change_at_once_do_not_hold_up_a_frame(show: Show) -> None:
    grid = show(BoardsGrid())
    game = catalogue.make("montana")
    grid.set_game("montana", {})
    before, after = (game.view(game.deal(seed)) for seed in "xy")
    for player in range(16):
        grid.show_board(player, before)
    grid.enlarge(9)
    for player in range(16):
        grid.show_board(player, before)
        grid.show_board(player, after)
    assert grid.large.state == after, "who is looked at does not wait"
    changed = [player for player, board in grid.boards.items() if board.state == after]
    assert 1 <= len(changed) <= MOST + 1
    until(lambda: all(board.state == after for board in grid.boards.values()), "all the others")
    assert not grid._waiting


def test_a_large_board_spares_frames_only_among_many(show: Show) -> None:
    grid = show(BoardsGrid())
    game = catalogue.make("montana")
    for racers in (MANY + 1, MANY):
        grid.set_game("montana", {})
        for player in range(racers):
            grid.show_board(player, game.view(game.deal("x")))
        assert grid.large.sparing == (racers > MANY)


def test_another_game_forgets_who_waits(show: Show) -> None:
    grid = show(BoardsGrid())
    game = catalogue.make("montana")
    grid.set_game("montana", {})
    for seed in "xy":
        for player in range(16):
            grid.show_board(player, game.view(game.deal(seed)))
    assert grid._waiting
    grid.set_game("klondike", {})
    until(lambda: not grid._frame.isActive())
    assert grid.boards == {}


def test_boards_beside_a_race_use_their_width(show: Show) -> None:
    grid = BoardsGrid(scrolled=True)
    fitted = show(Fitted(grid))
    fitted.resize(270, 300)
    grid.set_game("klondike", {})
    game = catalogue.make("klondike")
    for player in range(3):
        grid.show_board(player, game.view(game.deal("x")))
    for board in grid.boards.values():
        bases = board._table.bases
        used = max(base.right for base in bases) - min(base.x for base in bases)
        assert used >= 0.9 * board.width()
    assert fitted.verticalScrollBar().maximum() == 0


def test_beside_a_small_board_fifteen_others_are_scrolled_and_none_lies_on_another(
    show: Show,
) -> None:
    grid = BoardsGrid(scrolled=True)
    fitted = show(Fitted(grid))
    fitted.resize(270, 150)
    grid.set_game("spider-three-decks", {})
    game = catalogue.make("spider-three-decks")
    for player in range(15):
        grid.show_standings([Standing(player, f"Racer {player}", place=1)])
        grid.show_board(player, game.view(game.deal("x")))
    until(lambda: fitted.verticalScrollBar().maximum() > 0)
    places = [board.geometry() for board in grid.boards.values()]
    assert all(place.width() >= LEAST for place in places)
    assert not any(a.intersects(b) for a, b in combinations(places, 2))
    assert all(grid.rect().contains(place) for place in places)
    assert "Racer 3" in grid.boards[3].toolTip()
    grid.enlarge(3)
    until(lambda: fitted.verticalScrollBar().maximum() == 0)


def test_cards_are_larger_while_columns_are_short_and_keep_their_size(show: Show) -> None:
    grid = show(BoardsGrid())
    grid.resize(800, 200)
    grid.set_game("klondike", {})
    game = catalogue.make("klondike")
    dealt = game.view(game.deal("x"))
    longest = bytes(range(1, 14))
    grown = dealt._replace(piles=(*dealt.piles[:-1], dealt.piles[-1] + longest))

    def cards() -> set[tuple[int, int]]:
        return {board._table.card for board in grid.boards.values()}

    for player in (BOB, CLEO):
        grid.show_board(player, dealt)
    at = [board.geometry() for board in grid.boards.values()]
    (short,) = cards()
    grid.show_board(BOB, grown)
    until(lambda: grid.boards[BOB].state == grown, "the long column")
    (long,) = cards()
    assert short[0] > 1.3 * long[0]
    grid.show_board(BOB, dealt)
    until(lambda: grid.boards[BOB].state == dealt, "the short one")
    assert cards() == {long}, "nothing jumps to and fro"
    assert [board.geometry() for board in grid.boards.values()] == at
    grid.set_game("klondike", {})
    grid.show_board(BOB, dealt)
    assert min(cards()) > long, "another race begins anew"
