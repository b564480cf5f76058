"""Finishing: what wins a game whose cards only have to go to the foundations.

It is found only where it cannot fail: the whole rest of the game is played on the view first, and
only if that wins is there anything to finish.  Every card must be known for that, and nothing is
tried but moves to a foundation, and where there is none, the stock.
"""

from typing import Final

from engine.cards import RANK
from engine.game import Game
from engine.state import Action, Click, Move, State

MOST: Final = 250
"""Actions that are tried: many a game never ends by its stock."""


def finishing_moves(game: Game, state: State) -> list[Action]:
    """Return moves to the foundations that win the game, in order; none where they don't win it.

    Among them are clicks on the stock, as long as it has cards to bring.  A face-down card of
    `state` may be known, as one that was seen in the waste is.  The same position always gives the
    same actions, and after the first of them, played on it, the rest of them.
    """
    actions: list[Action] = []
    stocks = [pile for pile, place in enumerate(game.places) if place.kind == "stock"]
    in_vain, cards = 0, sum(map(len, state.piles))
    while not game.won(state):
        if not _all_known(state) or len(actions) == MOST or in_vain > 2 * cards:
            return []
        move = _next(game, state)
        in_vain = 0 if move else in_vain + 1
        click = (Click(stock) for stock in stocks if game.is_legal(state, Click(stock)))
        action = move or next(click, None)
        if action is None:
            return []
        actions.append(action)
        state = game.play(state, action)
    return actions


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
    return all(card & RANK for pile in state.piles for card in pile)
