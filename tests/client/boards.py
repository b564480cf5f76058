"""Positions for tests of the board, who plays there, and where its cards are."""

from PySide6.QtGui import QColor

from client.board.layout import Spot
from client.window.scene.board_view import BoardView
from client.window.scene.card_item import CardItem
from engine.cards import parse_card
from engine.game import Game
from engine.state import Action, State


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
        board.refused.connect(lambda reason, _: self.refusals.append(reason))
        board.undo_asked.connect(self._undo)

    def _play(self, action: Action) -> None:
        self.actions.append(action)
        if self.plays:
            self.board.show_state(self.board.game.play(self.board.state, action))

    def _undo(self) -> None:
        self.undos += 1


def show(board: BoardView, name: str, state: State | None = None) -> Game:
    board.set_game(name)
    game = board.game
    board.show_state(game.view(state or game.deal("test")), animate=False)
    board.set_interactive(True)
    return game


def item(board: BoardView, pile: int, card: int = -1) -> CardItem:
    card = card if card >= 0 else len(board.state.piles[pile]) + card
    return board._scene._items[Spot(pile, card)]


def at_rest(board: BoardView) -> bool:
    return all(i.pos().toPoint() == i.home for i in board._scene._items.values())


def lit(board: BoardView) -> set[int]:
    return {spot.pile for spot in board._scene.lit}


def close(a: QColor, b: QColor) -> bool:
    return max(abs(a.red() - b.red()), abs(a.green() - b.green()), abs(a.blue() - b.blue())) < 40


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
