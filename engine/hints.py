"""Advice: which action looks best, which leads on, and where a card would go by itself."""

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from operator import gt
from typing import Final

from engine.cards import DOWN, HIDDEN, UNKNOWN, Pile, card_name, rank
from engine.foresight.ahead import best_step
from engine.game import Game
from engine.solver.sameness import interchangeable, sight
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


PATIENCE: Final = 30
"""Moves without progress after which only progress leads on."""
REMEMBERED: Final = 1000
"""So many positions are remembered at most, the newest ones."""

TURNED: Final = 5
"""So many cards are turned up at most from where they were seen before; more were shuffled."""


def leading_on(
    game: Game, state: State, been: Sequence[State], tried: Collection[Action] = ()
) -> Action | None:
    """Return what leads to somewhere new, and looks best; None where nothing does.

    That is what leads towards the best position near by, as far as the cards are seen
    (`engine.foresight.ahead`); or the first of the `hints`, where some lie face down and it gains
    something at once, as there it is soon to be seen what is near.

    `been` are the positions of this game, or views of them, the oldest first, without those that
    were taken back; the last may be `state`.  What leads back to one of these leads nowhere, and so
    does what only changes which of two like piles is which.  After `PATIENCE` moves that brought
    nothing home and uncovered nothing, only what does so leads on, or what turns the stock or
    deals: so whoever follows comes to an end.  What was `tried` from here comes last.
    """
    way = [*map(game.view, been[-REMEMBERED:])]
    view = game.view(state)
    if not way or way[-1] != view:
        way.append(view)
    groups = interchangeable(game)
    known = {sight(groups, each) for each in way}
    stock, drawn = _piles(game, "stock"), _piles(game, "stock", "waste")
    best, idle = _progress(way[0], drawn), 0
    for before, now in pairwise(way):
        progress = _progress(now, drawn)
        if _beyond(progress, best):
            idle, best = 0, (*map(max, progress, best),)
        elif stock(before.piles) == stock(now.piles):
            idle += 1
    steps = dict[Action, State]()
    for action in hints(game, view):
        after = game.view(game.play(view, action))
        if sight(groups, after) in known or _is_expected(after, way):
            continue
        if (
            idle < PATIENCE
            or stock(after.piles) != stock(view.piles)
            or _beyond(_progress(after, drawn), best)
        ):
            steps[action] = after
    steps = {action: after for action, after in steps.items() if action not in tried} or steps
    first = next(iter(steps), None)
    if first is None or len(steps) == 1 or (_hidden(view) and _gains(view, steps[first])):
        return first
    return best_step(game, view, steps, known) or first


def _gains(view: State, after: State) -> bool:
    """Return whether points come of it, or a card is turned up."""
    return after.score > view.score or _hidden(after) < _hidden(view)


def _hidden(view: State) -> int:
    return b"".join(view.piles).count(HIDDEN)


def _is_expected(after: State, way: Sequence[State]) -> bool:
    """Return whether a card or some will turn up that turned up just so before.

    Who saw a stock go by knows what comes when it goes by again.
    """
    unknown = sum(pile.count(UNKNOWN) for pile in after.piles)
    return 0 < unknown <= TURNED and any(
        after.marks == each.marks and all(map(_fits, after.piles, each.piles)) for each in way
    )


def _fits(expected: Pile, seen: Pile) -> bool:
    return expected == seen or (
        len(expected) == len(seen)
        and all(card in (there, UNKNOWN) for card, there in zip(expected, seen, strict=True))
    )


def _piles(game: Game, *kinds: str) -> Callable[[Sequence[Pile]], bytes]:
    """Return what takes the cards in all places of these kinds out of the piles."""
    numbers = [pile for pile, place in enumerate(game.places) if place.kind in kinds]
    return lambda piles: b"".join([piles[number] for number in numbers])


def _progress(view: State, drawn: Callable[[Sequence[Pile]], bytes]) -> tuple[int, ...]:
    """Return how far a game has come at first glance: the more the better, each by itself.

    That is the score, less the cards that lie face down, and less those of stock and waste.
    """
    return view.score, -_hidden(view), -len(drawn(view.piles))


def _beyond(progress: tuple[int, ...], best: tuple[int, ...]) -> bool:
    return progress != best and any(map(gt, progress, best))


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
        kind = game.places[action.pile].called
        known = kind not in ("stock", "waste") and cards and rank(cards[-1])
        return f"Click the {card_name(cards[-1]) if known else kind}."
    source, count, target = action
    moved = card_name(state.piles[source][-count])
    cards, kind = state.piles[target], game.places[target].called
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
