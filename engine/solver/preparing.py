"""Moves that only prepare others, made together with these.

Where runs move about as one likes, a move within the tableau that turns no card up brings nothing
by itself, nor does a card that comes back from home. It may as well wait until what it prepares is
to be done next: the card that it uncovers leaves the tableau, the pile that it empties is filled,
the card that came back gets another one on top. Whatever is done in between could be done before
it, and if cards were put on the uncovered card, they could lie where it would have gone: what
lies on one of two cards that take the same may be exchanged for what lies on the other.
"""

from collections.abc import Iterable
from typing import Final

from engine.cards import DOWN, RANK, Card, Pile
from engine.game import Game
from engine.relations import NOTHING
from engine.solver.turning import Line, Turning
from engine.state import Move, State

_ON_NOTHING: Final = frozenset[Card]()


class _Rules:
    """What has to be known of a game."""

    def __init__(self, game: Game, turning: Turning | None) -> None:
        order = game.strategy.order
        if order is None:
            raise ValueError("a game with `preparing` says in which `order` its tableau is built")
        places = list(enumerate(game.places))
        self.legal_actions, self.follow, self.turning = game.legal_actions, game.follow, turning
        self.order = order
        self.over = {
            under: frozenset(over for over in game.deck if order[under][over])
            for under in game.deck
        }
        """Of each card those that may lie on it."""
        self.alike = {
            over: len({self.over[under] for under in game.deck if order[under][over]}) < 2
            for over in game.deck
        }
        """Of each card whether all that it may lie on take the same."""
        self.in_tableau = [place.kind == "tableau" for _, place in places]
        self.is_home = [place.kind == "foundation" for _, place in places]
        self.tableau = [(pile, place) for pile, place in places if place.kind == "tableau"]
        self.homes = [pile for pile, place in places if place.kind == "foundation"]
        self.beside = [
            (pile, place)
            for pile, place in places
            if place.kind in ("foundation", "reserve") and (place.on_empty or place.on_top)
        ]
        """The piles to which a card can leave the tableau."""


class Preparing:
    """Makes moves of one game that only prepare others together with these."""

    def __init__(self, game: Game, turning: Turning | None) -> None:
        """Look at the rules of a game in which `Strategy.preparing` holds.

        Raises:
            ValueError: it does not say in which order its tableau is built.
        """
        self._rules = _Rules(game, turning)

    def made(self, state: State, lines: Iterable[Line]) -> list[Line]:
        """Return the lines, where one that only prepares something goes on to what it prepares.

        Of places on cards that take the same, one is enough.
        """
        return _Position(self._rules, state).made(lines)


class _Position:
    """What is made of the lines of one position."""

    def __init__(self, rules: _Rules, state: State) -> None:
        self._rules, self._state = rules, state
        self._offered: set[Card] | None = None
        self._fillers = False
        """Whether there is a card that could fill an empty pile, and no such pile."""
        self._found: list[Line] = []

    def made(self, lines: Iterable[Line]) -> list[Line]:
        spare = self._spare()
        back: list[Line] = []
        for line in lines:
            action = line.action
            if not isinstance(action, Move) or action.target not in spare:
                self._add(line, back)
        if back:
            self._bring_back(back)
        return self._found

    def _spare(self) -> set[int]:
        """Return the piles of the tableau whose top card takes the same as another one's."""
        piles, over = self._state.piles, self._rules.over
        known, spare = set[frozenset[Card]](), set[int]()
        for pile, _ in self._rules.tableau:
            takes = over[cards[-1]] if (cards := piles[pile]) else _ON_NOTHING
            if takes in known:
                spare.add(pile)
            elif takes:
                known.add(takes)
        return spare

    def _add(self, line: Line, back: list[Line]) -> None:
        """Add what becomes of a line; one that brings a card back from home comes to `back`."""
        rules, action = self._rules, line.action
        if not isinstance(action, Move) or not rules.in_tableau[action.target]:
            self._found.append(line)
            return
        source, count, target = action
        here, there = line.state.piles[source], line.state.piles[target]
        if rules.is_home[source]:
            back.append(line)
        elif not rules.in_tableau[source] or not there:
            self._found.append(line)
        elif count == len(here):
            self._empty(line, action)
        elif self._lies_alike(here, count, there[-1]):
            self._uncover(line, action)
        else:
            self._found.append(line)

    def _lies_alike(self, here: Pile, count: int, there: Card) -> bool:
        """Return whether cards lie in order already, on one that takes the same as `there`."""
        rules, under = self._rules, here[-count - 1]
        return (
            under < DOWN
            and bool(rules.order[under][here[-count]])
            and rules.over[under] == rules.over[there]
        )

    def _uncover(self, line: Line, move: Move) -> None:
        """Go on with the card that is uncovered, which leaves the tableau."""
        state, (source, count, _) = line.state, move
        if ways := self._ways_out(state, state.piles[source][-count - 1]):
            after = self._rules.follow(state, move)
            prelude = (*line.prelude, move)
            self._found += [Line(prelude, after, Move(source, 1, way)) for way in ways]

    def _ways_out(self, state: State, card: Card) -> list[int]:
        """Return the piles to which a card can leave the tableau."""
        piles, found = state.piles, list[int]()
        for pile, place in self._rules.beside:
            put = place.on_top if piles[pile] else place.on_empty
            if put is not None and put(state, pile)[card]:
                found.append(pile)
        return found

    def _empty(self, line: Line, move: Move) -> None:
        """Go on with cards that fill the pile which is empty then."""
        self._offer()
        if self._fillers:
            self._bring_back(self._use(line, move, move.source))

    def _use(self, line: Line, move: Move, target: int) -> list[Line]:
        """Make a move, and go on with the cards that can be put on `target` then.

        Returns the lines by which they come back from home for that.
        """
        rules, back = self._rules, list[Line]()
        after, prelude = rules.follow(line.state, move), (*line.prelude, move)
        there = after.piles[target]
        for action in rules.legal_actions(after):
            if not isinstance(action, Move) or action.target != target:
                continue
            source, count, _ = action
            whole = rules.in_tableau[source] and count == len(after.piles[source])
            if there or not whole:
                self._add(Line(prelude, after, action), back)
        if rules.turning is not None:
            for turns, turned, action in rules.turning.lines(after):
                if isinstance(action, Move) and action.target == target:
                    self._found.append(Line(prelude + turns, turned, action))
        return back

    def _offer(self) -> set[Card]:
        """Return the cards of tableau, stock and waste that may be moved to some purpose."""
        if self._offered is not None:
            return self._offered
        rules, state = self._rules, self._state
        piles, offered, whole = state.piles, set[Card](), set[Card]()
        is_full = True
        for pile, place in rules.tableau:
            cards = piles[pile]
            is_full = is_full and bool(cards)
            for count in place.take(state, pile):
                card = cards[-count]
                if count == len(cards):
                    whole.add(card)
                    continue
                under = cards[-count - 1]
                if (
                    under >= DOWN
                    or not rules.order[under][card]
                    or not rules.alike[card]
                    or self._ways_out(state, under)
                ):
                    offered.add(card)
        if (turning := rules.turning) is not None:
            for talon in turning.course(state, turning.talon(state)):
                offered.update([waste[-1] for waste in talon[1:] if waste])
        if is_full:
            pile, place = rules.tableau[0]
            welcome = NOTHING if place.on_empty is None else place.on_empty(state, pile)
            last = [piles[home][-1] for home in rules.homes if piles[home]]
            if any(welcome[card] for card in [*offered, *last]):
                self._fillers = True
                offered |= whole
        self._offered = offered
        return offered

    def _bring_back(self, waiting: list[Line]) -> None:
        """Go on with cards that can be put on one that came back, as many as have to come back."""
        rules, offered = self._rules, self._offer()
        lowest = min((card & RANK for card in offered), default=RANK)
        seen = set[tuple[Pile, ...]]()
        while waiting:
            line = waiting.pop()
            state, move = line.state, line.action
            assert isinstance(move, Move)
            card = state.piles[move.source][-1]
            if card & RANK <= lowest:
                continue
            after = rules.follow(state, move)
            if after.piles in seen:
                continue
            seen.add(after.piles)
            if not offered.isdisjoint(rules.over[card]):
                self._use(line, move, move.target)  # What comes back for that, comes below.
            prelude = (*line.prelude, move)
            for home in rules.homes:
                if cards := after.piles[home]:
                    for pile, place in rules.tableau:
                        put = place.on_top if after.piles[pile] else place.on_empty
                        if put is not None and put(after, pile)[cards[-1]]:
                            waiting.append(Line(prelude, after, Move(home, 1, pile)))
