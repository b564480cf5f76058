"""What a hand may do on a board: what can be lifted, where it may go, what is worth lighting up.

All of it is asked of the engine, on the view that the player has. No Qt here.
"""

from functools import lru_cache
from itertools import compress
from typing import Final

from client.board.layout import Spot
from engine.cards import DOWN, RANK, SUIT_NAMES, rank, suit
from engine.game import Game
from engine.hints import best_move, hints
from engine.places import Place
from engine.rules import all_on
from engine.state import Action, Click, Deal, Move, State

NO_GAME: Final = Game(layout={}, deck=b"", won=all_on((), 0))
"""What a board without a game shows: no piles."""
RANK_LABELS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def liftable(game: Game, state: State, spot: Spot) -> int:
    """Return how many cards come along when the card at `spot` is lifted; 0 when it can't be."""
    cards = state.piles[spot.pile]
    if spot.card < 0 or not cards[spot.card] & RANK:
        return 0
    count = len(cards) - spot.card
    return count if count in game.places[spot.pile].take(state, spot.pile) else 0


def moves(game: Game, state: State, source: int, count: int) -> dict[int, Move]:
    """Return the legal moves of the `count` top cards of `source`, by their targets."""
    return {
        action.target: action
        for action in game.legal_actions(state)
        if isinstance(action, Move) and action[:2] == (source, count)
    }


def movable(game: Game, state: State) -> set[Spot]:
    """Return the cards that a legal move takes somewhere (for a group, its lowest card)."""
    return {
        Spot(action.source, len(state.piles[action.source]) - action.count)
        for action in game.legal_actions(state)
        if isinstance(action, Move)
    }


def best_for(game: Game, state: State, source: int, count: int) -> Action | None:
    """Return what a double-click does: the best for these cards, or else for the top one alone."""
    action = best_move(game, state, source, count)
    if action is None and count > 1:
        action = best_move(game, state, source, 1)
    return action


def advice(game: Game, state: State) -> tuple[Action, tuple[Spot, ...]] | None:
    """Return the best action and what to light up for it; None when nothing is legal."""
    action = next(iter(hints(game, state)), None)
    if action is None:
        return None
    if isinstance(action, Move):
        lifted = Spot(action.source, len(state.piles[action.source]) - action.count)
        return action, (lifted, top(state, action.target))
    pile = button_pile(game) if isinstance(action, Deal) else action.pile
    return action, () if pile < 0 else (top(state, pile),)


def button_action(game: Game) -> Action | None:
    """Return what the game's button does; None for a game without one."""
    if game.button is None:
        return None
    return Deal() if game.button.pile < 0 else Click(game.button.pile)


def button_works(game: Game, state: State) -> bool:
    """Return whether the game's button does anything now."""
    action = button_action(game)
    return action is not None and game.is_legal(state, action)


def stock_click(game: Game) -> Action | None:
    """Return the click on the game's stock; None where it has none, or several, to be clicked."""
    stocks = [i for i, place in enumerate(game.places) if place.kind == "stock" and place.click]
    return Click(stocks[0]) if len(stocks) == 1 else None


def button_pile(game: Game) -> int:
    """Return the pile that the game's button stands for, or -1."""
    return game.button.pile if game.button else -1


def top(state: State, pile: int) -> Spot:
    """Return the top card of a pile, or the bare place."""
    return Spot(pile, len(state.piles[pile]) - 1)


def is_outlined(place: Place) -> bool:
    """Whether the place is shown while it is empty.

    The places of a pyramid, say, which nothing fills again, just vanish.
    """
    return place.kind != "tableau" or place.on_empty is not None


def place_hint(game: Game, state: State, pile: int) -> str | None:
    """Return what an empty place says of itself: a rank, a suit, "redeal" or "x".

    A foundation or a discard shows the one rank or suit that it begins with, a stock whether it can
    be filled again.
    """
    place = game.places[pile]
    if place.kind == "stock" and place.click is not None:
        if not any(state.piles):
            return None  # nothing is dealt yet
        return "redeal" if game.is_legal(state, Click(pile)) else "x"
    if place.kind not in ("foundation", "discard") or place.on_empty is None:
        return None
    return _begins(bytes(place.on_empty(state, pile)))


@lru_cache(1024)
def _begins(welcome: bytes) -> str | None:
    """Return the one rank or suit of the open cards that are welcome; None if there are more."""
    cards = list(compress(range(DOWN), welcome))
    if len({rank(card) for card in cards}) == 1 and rank(cards[0]) <= len(RANK_LABELS):
        return RANK_LABELS[rank(cards[0]) - 1]
    if len({suit(card) for card in cards}) == 1:
        return SUIT_NAMES[suit(cards[0])]
    return None
