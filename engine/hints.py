"""Advice: which action looks best, and where a card would go by itself."""

from engine.cards import DOWN, card_name, rank
from engine.game import Game
from engine.state import Action, Click, Deal, Move, State

_WELCOME = {"foundation": 4, "discard": 4, "tableau": 2, "reserve": 1}


MANY = 100
"""With more actions than this it is not asked how much each leaves to do: that would take long."""


def hints(game: Game, state: State) -> list[Action]:
    """Return the legal actions, the most promising first.

    What scores comes first, then what turns a card up or empties a pile, then what brings a card to
    where it is wanted, and among equals what leaves the most to do.  Turning the stock comes before
    moves that lead nowhere, and the button, which one saves for when nothing else is left, last.
    `state` may be a view: hidden cards play no part.
    """
    view = game.view(state)
    actions = game.legal_actions(view)
    look_ahead = len(actions) <= MANY
    worth = {action: _worth(game, view, action, look_ahead) for action in actions}
    return sorted(worth, key=lambda action: worth[action], reverse=True)


def best_move(game: Game, state: State, source: int, count: int) -> Action | None:
    """Return where the `count` top cards of `source` had best go.

    A foundation first, then the best of the other piles that take them, then a click on the pile
    itself; None where there is nothing to do with them.
    """
    moves = [
        action
        for action in game.legal_actions(state)
        if (isinstance(action, Move) and action[:2] == (source, count)) or action == Click(source)
    ]
    view = game.view(state)
    return max(moves, key=lambda action: _worth(game, view, action), default=None)


def in_words(game: Game, state: State, action: Action) -> str:
    """Return what `action` does in `state`, as one would say it: "Move the jack of spades ..."."""
    if isinstance(action, Deal):
        return f"{game.button.label}." if game.button else "Deal."
    if isinstance(action, Click):
        cards = state.piles[action.pile]
        kind = game.places[action.pile].kind
        known = kind not in ("stock", "waste") and cards and rank(cards[-1])
        return f"Click the {card_name(cards[-1]) if known else kind}."
    source, count, target = action
    moved = card_name(state.piles[source][-count])
    cards, kind = state.piles[target], game.places[target].kind
    if cards and kind != "foundation":
        return f"Move the {moved} onto the {card_name(cards[-1])}."
    return f"Move the {moved} to the {kind}." if cards else f"Move the {moved} to an empty {kind}."


def _worth(
    game: Game, state: State, action: Action, look_ahead: bool = True
) -> tuple[int, int, int, int]:
    if isinstance(action, Deal):
        return (-1000, 0, 0, 0)
    after = game.play(state, action)
    gain = after.score - state.score
    if isinstance(action, Click):
        return (gain, 0, 0, 0)
    source, count, target = action
    kind, target_kind = game.places[source].kind, game.places[target].kind
    room = len(game.legal_actions(after)) if look_ahead else 0
    left = len(state.piles[source]) - count
    if kind == target_kind and not left and not state.piles[target]:
        # A pile from one empty place to another matters where the place does, as in rows and gaps.
        return (gain, 0, room - len(game.legal_actions(state)) if look_ahead else 0, -1)
    uncovers = left > 0 and state.piles[source][left - 1] >= DOWN
    empties = not left and kind == "tableau"
    if kind == target_kind and gain <= 0 and not (uncovers or empties):
        return (gain, -1, 0, room)
    return (gain, 2 * uncovers + empties, _WELCOME.get(target_kind, 0), room)
