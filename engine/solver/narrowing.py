"""Which of the legal actions have to be looked at, so that no win is missed."""

from engine.cards import ACE, COPY, RANK
from engine.game import Game
from engine.rules import group
from engine.solver.preparing import Preparing
from engine.solver.turning import Line, Turning
from engine.state import Action, Move, State
from engine.strategies.measures import FROM_BASE


class Narrowing:
    """Leaves out actions of one game that nobody needs in order to win.

    What is left out, the game's strategy allows: what may be done at once is, cards that go home
    safely go there, and the stock is turned only for a card that leaves the waste then.
    """

    def __init__(self, game: Game, turning: Turning | None) -> None:
        """Look at the game's rules; `turning` is given where its strategy allows it."""
        kinds = [place.kind for place in game.places]
        strategy = game.strategy
        self._legal = game.legal_actions
        self._safe, self._turning = strategy.safe, turning
        self._at_once = strategy.at_once
        self._preparing = Preparing(game, turning) if strategy.preparing else None
        self._foundations = [pile for pile, kind in enumerate(kinds) if kind == "foundation"]
        self._home = [kind == "foundation" for kind in kinds]
        self._may_leave = [kind in ("tableau", "reserve") for kind in kinds]
        self._copies = max(1, len(self._foundations) // 4)
        self._base = strategy.base
        faces = sorted({card & ~COPY for card in game.deck})
        self._in_groups = any(place.take is group for place in game.places)
        order = strategy.order
        # Of each card those that may lie on it.
        self._over = {
            under: [over for over in faces if order[under][over]] if order else faces
            for under in faces
        }

    def lines(self, state: State) -> list[Line]:
        """Return the actions that have to be looked at, some of them after turns of the stock."""
        actions = self._legal(state)
        if (at_once := self._at_once) is not None:
            for action in actions:
                if at_once(state, action):
                    return [Line((), state, action)]
        if self._safe and (base := ACE if self._base is None else self._base(state)):
            ranks = FROM_BASE[base]
            heights = self._heights(state, ranks)
            if (safe := self._safe_move(state, actions, heights, ranks)) is not None:
                return [Line((), state, safe)]
            actions = [
                action for action in actions if not self._comes_back(state, action, heights, ranks)
            ]
        turning = self._turning
        if turning is None:
            return [Line((), state, action) for action in actions]
        click = turning.click
        lines = [Line((), state, action) for action in actions if action != click]
        lines += turning.lines(state)
        return lines if self._preparing is None else self._preparing.made(state, lines)

    def _safe_move(
        self, state: State, actions: list[Action], heights: list[int], ranks: bytes
    ) -> Move | None:
        """Return a move of a card home that nothing in play can need any more, if there is one."""
        for action in actions:
            if (
                isinstance(action, Move)
                and self._home[action[2]]
                and self._may_leave[action[0]]
                and self._needless(ranks[state.piles[action[0]][-1]] & ~COPY, heights)
            ):
                return action
        return None

    def _comes_back(self, state: State, action: Action, heights: list[int], ranks: bytes) -> bool:
        """Return whether an action takes a card from home that would go there at once again."""
        if not (isinstance(action, Move) and self._home[action[0]] and self._may_leave[action[2]]):
            return False
        card = ranks[state.piles[action[0]][-action[1]]] & ~COPY
        # As they are when it has left.
        without = [*heights]
        without[card >> 4 & 3] = min(without[card >> 4 & 3], (card & RANK) - 1)
        return self._needless(card, without)

    def _heights(self, state: State, ranks: bytes) -> list[int]:
        """Return of each suit up to which rank all copies are home, counted from the base card."""
        found: list[list[int]] = [[], [], [], []]
        for pile in self._foundations:
            if cards := state.piles[pile]:
                found[cards[-1] >> 4 & 3].append(ranks[cards[-1]] & RANK)
        return [min(each) if len(each) == self._copies else 0 for each in found]

    def _needless(self, card: int, heights: list[int]) -> bool:
        """Return whether no card can need this one to lie on, once it is home.

        What may lie on it is home, or can go home as soon as it is free, and is needless itself.
        Where it could bring along cards in any order, it has to be home.
        """
        if self._copies == 1:
            heights = [*heights]
            heights[card >> 4 & 3] = card & RANK
        for over in self._over[card]:
            height, rank = heights[over >> 4 & 3], over & RANK
            if height < rank and (
                self._in_groups or height < rank - 1 or not self._needless(over, heights)
            ):
                return False
        return True
