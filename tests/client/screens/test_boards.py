from client.screens.boards import BoardsGrid
from engine import catalogue
from tests.client.screens.fakes import BOB, CLEO, Show


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
