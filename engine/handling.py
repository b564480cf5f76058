"""What a hand can do on a board: lift cards, put them somewhere, click, and press the button.

All of it is asked of the rules, and of a view as well as of the state behind it. A pile is its
number, a card its number in the pile (0 is the lowest, -1 the bare place), and what a hand lifts or
holds is always the `count` top cards of a pile.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from itertools import chain, compress
from operator import ne, not_
from typing import Final, NamedTuple, TypeAlias

from engine.cards import RANK, Pile
from engine.game import Game
from engine.hints import best_move
from engine.places import Fits, Kind, Place, is_local
from engine.relations import NOTHING, Acceptance
from engine.state import Action, Click, Deal, Move, State

Lift: TypeAlias = list[int]
"""Cards that can be lifted, and the piles that take them: `[source, count, *targets]`."""
_PREFERRED: Final[dict[Kind, int]] = {"foundation": 0, "discard": 0, "tableau": 1, "reserve": 2}
"""Where cards had rather go: home, then to the tableau, then to a cell."""


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


def button_redeals(game: Game, state: State) -> bool:
    """Return whether the game's button would bring cards round again that were played with."""
    action = button_action(game)
    if action is None or not game.is_legal(state, action):
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


class Lifting:
    """What can be lifted in one play, and where all of it may be put, position after position.

    That is what a client needs with each position that knows no rules; to list the legal moves
    takes two to four times as long.  The positions may come in any order.

    From one position to the next few piles change, and most rules look at a pile's own cards alone.
    So what holds of the other piles is kept from the position before.
    """

    def __init__(self, game: Game) -> None:
        """Begin where nothing is known yet."""
        count = len(game.places)
        self._places = game.places
        self._asked = _asked(game.places)
        self._piles: tuple[Pile | None, ...] = (None,) * count
        """The piles of the position before."""
        self._lifts: list[list[Lift]] = [[]] * count
        """What can be lifted off each pile, without targets."""
        self._lowest = [b""] * count
        """The lowest card of each of these lifts."""
        self._welcome: list[Acceptance | None] = [None] * count
        """What each pile welcomes, in the order of preference; None for nothing."""

    def at(self, state: State) -> list[Lift]:
        """Return all cards that can be lifted in a position that is not won.

        The targets are those of the legal moves, the best first: home, then the tableau, then a
        cell.  There may be none.  Lists are kept for the next position: don't change them.
        """
        self._look_at_changes(state)
        lifts = [*chain.from_iterable(self._lifts)]
        lowest, welcome = b"".join(self._lowest), self._welcome
        # Each target looks at all lifts in one go: of each the lowest card decides.
        for rank, target, sources, most, fits in compress(self._asked.targets, welcome):
            if True in (welcomed := lowest.translate(welcome[rank])):
                for at in compress(range(len(lifts)), welcomed):
                    lift = lifts[at]
                    source, count = lift[0], lift[1]
                    if (
                        source in sources
                        and count <= most
                        and (fits is None or fits.allows(state, source, count, target))
                    ):
                        if len(lift) > 2:
                            lift.append(target)
                        else:  # (The list without targets is kept.)
                            lifts[at] = [source, count, target]
        return lifts

    def _look_at_changes(self, state: State) -> None:
        """Ask the piles that changed, and those that look at other piles, too."""
        piles, places, asked = state.piles, self._places, self._asked
        changed = [*compress(asked.piles, map(ne, piles, self._piles))]
        self._piles = piles
        for pile in (*changed, *asked.takes):
            counts, cards = places[pile].take(state, pile), piles[pile]
            self._lifts[pile] = [[pile, count] for count in counts]
            self._lowest[pile] = bytes([cards[-count] for count in counts])
        for pile in (*changed, *self._puts_to_ask(state)):
            put = places[pile].on_top if piles[pile] else places[pile].on_empty
            welcome = NOTHING if put is None else put(state, pile)
            self._welcome[asked.ranks[pile]] = None if welcome is NOTHING else welcome

    def _puts_to_ask(self, state: State) -> Iterator[int]:
        """Yield the piles whose rule for what they welcome now looks at other piles, too."""
        if self._asked.on_empty:
            for pile in compress(self._asked.piles, map(not_, state.piles)):
                if pile in self._asked.on_empty:
                    yield pile
        for pile in self._asked.on_top:
            if state.piles[pile]:
                yield pile


class _Target(NamedTuple):
    """A pile that may welcome cards."""

    rank: int
    """Its place among all piles in the order of preference."""
    pile: int
    sources: Collection[int]
    """The piles whose cards may come into question."""
    most: int
    """The most cards that it takes at once."""
    fits: Fits | None


class _Asked(NamedTuple):
    """Which piles of a layout are asked, and in which order.

    `takes`, `on_empty` and `on_top` are those whose rule of this name looks at other piles, too.
    """

    piles: range
    """All of them."""
    takes: tuple[int, ...]
    on_empty: frozenset[int]
    on_top: tuple[int, ...]
    ranks: list[int]
    """Each pile's place in the order of preference."""
    targets: list[_Target]
    """All piles in this order."""


@lru_cache(256)
def _asked(places: tuple[Place, ...]) -> _Asked:
    piles = range(len(places))
    by_preference = sorted(piles, key=lambda pile: _PREFERRED.get(places[pile].kind, 3))
    ranks = [by_preference.index(pile) for pile in piles]
    targets = []
    for rank, to in enumerate(by_preference):
        sources = {
            pile
            for pile, place in enumerate(places)
            if pile != to and (place.reach is None or to in place.reach)
        }
        targets.append(_Target(rank, to, sources, places[to].most, places[to].fits))
    return _Asked(
        piles,
        tuple(pile for pile in piles if not is_local(places[pile].take)),
        frozenset(pile for pile in piles if not is_local(places[pile].on_empty)),
        tuple(pile for pile in piles if not is_local(places[pile].on_top)),
        ranks,
        targets,
    )
