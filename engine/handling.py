"""What a hand can do on a board: lift cards, put them somewhere, click, and press the button.

All of it is asked of the rules, and of a view as well as of the state behind it. A pile is its
number, a card its number in the pile (0 is the lowest, -1 the bare place), and what a hand lifts or
holds is always the `count` top cards of a pile.
"""

from engine.cards import RANK
from engine.game import Game
from engine.hints import best_move
from engine.state import Action, Click, Deal, Move, State


def liftable(game: Game, state: State, pile: int, card: int) -> int:
    """Return how many cards come along when this one is lifted; 0 when it can't be."""
    cards = state.piles[pile]
    if card < 0 or not cards[card] & RANK:
        return 0
    count = len(cards) - card
    return count if count in game.places[pile].take(state, pile) else 0


def targets(game: Game, state: State, pile: int, count: int) -> dict[int, Move]:
    """Return the legal moves of these cards, by the piles that they may be put on."""
    return {
        action.target: action
        for action in game.legal_actions(state)
        if isinstance(action, Move) and action[:2] == (pile, count)
    }


def movable(game: Game, state: State) -> set[tuple[int, int]]:
    """Return the cards that a legal move takes somewhere, each time as a pile and a count."""
    return {action[:2] for action in game.legal_actions(state) if isinstance(action, Move)}


def clickable(game: Game, pile: int) -> bool:
    """Return whether clicks on this pile are part of the game, whatever one would do now."""
    return game.places[pile].click is not None


def tap(game: Game, state: State, pile: int, count: int) -> Move | None:
    """Return the move for which a tap on these cards is enough.

    None where the cards may be put on several piles, or on none, and in games without taps.
    """
    moves = list(targets(game, state, pile, count).values()) if game.tap else []
    return moves[0] if len(moves) == 1 else None


def click(game: Game, state: State, pile: int, count: int) -> Click | Move | None:
    """Return what a click on cards that can be lifted does at once; None where it only lifts them.

    It is the click on the pile if that does something with its top card, or else a tap.
    """
    if count == 1 and game.is_legal(state, Click(pile)):
        return Click(pile)
    return tap(game, state, pile, count)


def double_click(game: Game, state: State, pile: int, count: int) -> Action | None:
    """Return what a double-click does: the best for these cards, or else for the top one alone."""
    action = best_move(game, state, pile, count)
    if action is None and count > 1:
        action = best_move(game, state, pile, 1)
    return action


def button_action(game: Game) -> Click | Deal | None:
    """Return what the game's button does; None for a game without one."""
    if game.button is None:
        return None
    return Deal() if game.button.pile < 0 else Click(game.button.pile)


def button_works(game: Game, state: State) -> bool:
    """Return whether the game's button does anything now."""
    action = button_action(game)
    return action is not None and game.is_legal(state, action)


def redeals(game: Game, state: State, action: Action) -> bool:
    """Return whether an action uses up one of the times that the cards may come round again.

    Never where it is not legal, and where they come round as often as one likes.
    """
    if game.redeals is None or isinstance(action, Move) or not game.is_legal(state, action):
        return False
    return game.play(state, action).redeals > state.redeals


def deal_action(game: Game) -> Click | Deal | None:
    """Return what the key for dealing does: what the button does, or else a click on the stock.

    None for a game without a button whose places have no stock, or several, to be clicked.
    """
    if game.button is not None:
        return button_action(game)
    places = enumerate(game.places)
    stocks = [pile for pile, place in places if place.kind == "stock" and clickable(game, pile)]
    return Click(stocks[0]) if len(stocks) == 1 else None


def redeals_left(game: Game, state: State) -> int | None:
    """Return how often the cards may still come round again, by the stock or the game's button.

    None where there is nothing to count: they come as often as one likes, or never.
    """
    return None if game.redeals is None else max(0, game.redeals - state.redeals)
