"""Finishing: the moves that win a game whose cards only have to go to the foundations.

They are found only where they cannot fail: the whole rest of the game is played on the view first,
and only if that wins is there anything to finish. Every card must be known for that, face-down ones
included, and nothing but moves to a foundation is tried.
"""

from engine.cards import RANK, is_down
from engine.game import Game
from engine.state import Move, State


def finishing_moves(game: Game, state: State) -> list[Move]:
    """Return moves to the foundations that win the game, in order; none where they don't win it.

    The same position always gives the same moves, and after the first of them the rest of them.
    """
    moves: list[Move] = []
    if not _all_known(state):
        return moves
    while not game.won(state):
        move = _next(game, state)
        if move is None:
            return []
        moves.append(move)
        state = game.play(state, move)
        if not _all_known(state):
            return []
    return moves


def _next(game: Game, state: State) -> Move | None:
    """Return the move that brings most cards to a foundation, of these that of the first pile."""
    home = [
        action
        for action in game.legal_actions(state)
        if isinstance(action, Move)
        and game.places[action.target].kind == "foundation"
        and game.places[action.source].kind != "foundation"
    ]
    return max(home, key=lambda move: (move.count, -move.source, -move.target), default=None)


def _all_known(state: State) -> bool:
    return not any(is_down(card) or not card & RANK for pile in state.piles for card in pile)
