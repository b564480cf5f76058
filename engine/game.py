"""A game: its layout and rules, and everything that can be asked of them.

What one does with it:

    game = catalogue.make("klondike")
    state = game.deal("a seed")
    for action in game.legal_actions(state): ...
    state = game.play(state, action, "a seed")
    game.outcome(state)  # None while it goes on, or "won" or "stuck"
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import compress, groupby
from operator import itemgetter
from typing import Final, Literal, TypeAlias

from engine.cards import DOWN, HIDE, TURN_DOWN, Pile
from engine.chance import shuffle
from engine.places import (
    ByNumber,
    ClickRule,
    Kind,
    Layout,
    Place,
    Put,
    Take,
    by_number,
    nothing,
    places_of,
    stack,
)
from engine.relations import ANY, NOTHING, Acceptance, union
from engine.rules import After, Goal, top, unknown
from engine.state import Action, Click, Deal, Draft, Move, State, move
from engine.strategies.strategy import PLAIN, Strategy

Outcome: TypeAlias = Literal["won", "stuck"]
Puts: TypeAlias = tuple[tuple[int, Put | None, Put | None], ...]
"""Piles with what they welcome while they are empty and on top of their cards."""
Grip: TypeAlias = tuple[int, int]
"""Cards that can be lifted, wherever they may go: `(source, count)`."""
Lift: TypeAlias = tuple[int, ...]
"""Cards that can be lifted, and the piles that take them: `(source, count, *targets)`."""
FOUND = 4
"""How many actions that were found legal are kept, to be tried first."""
MAX_DEALS = 20
"""How many deals are tried at most until one leaves something to do."""
_PREFERRED: Final[dict[Kind, int]] = {"foundation": 0, "discard": 0, "tableau": 1, "reserve": 2}
"""Where cards had rather go: home, then to the tableau, then to a cell."""


class IllegalAction(ValueError):
    """An action that the rules refuse.  The text says why, in words for the player."""


def _taken(take: Take, state: State, pile: int) -> Sequence[int]:
    """Return how many cards `take` lets be taken off this pile."""
    # Mostly the top card alone: compiled, a call by its name takes half as long.
    return top(state, pile) if take is top else take(state, pile)


@dataclass(frozen=True)
class Button:
    """The game's button: what it says, and what a click on it does.

    `pile` names a pile when the button is another way to click it.
    """

    label: str
    click: ClickRule
    pile: int = -1


@dataclass(frozen=True)
class Game:
    """A game with its options chosen.  It holds no position: positions are `State`s.

    Raises:
        ValueError: the layout does not give each pile one place, or places have points in a game
            with a `score` of its own, which would never pay them.
    """

    layout: Layout
    """The place of each pile, by the pile's number."""
    deck: Pile
    """The cards, before they are shuffled."""
    won: Goal
    """Whether a position is won."""
    after: Sequence[After] = ()
    """What happens after every move and after the deal, repeated until nothing changes."""
    arrange: Callable[[Pile], Pile] | None = None
    """Brings the shuffled deck into the order in which it is dealt: the aces first, say."""
    deal_out: Callable[[Pile], ByNumber[Pile]] | None = None
    """Deals the shuffled deck to the piles where the places' own counts do not say it.

    Piles that it does not name get no cards.
    """
    score: Callable[[State], int] | None = None
    """The score of a position just made, in a game whose places have no `points`.

    The position's own `score` is the one before, with what the rules have added to it since.
    """
    stuck: Goal | None = None
    """Whether a position that is not won is lost; when not given, it is without legal actions."""
    button: Button | None = None
    """The game's button, if it has one."""
    marks: tuple[int, ...] = ()
    """The highest value of each mark that a position may have; it may have fewer of them."""
    tap: bool = False
    """Whether a click alone moves a card that has one way to go, as a card that fits one gap."""
    glow: bool = False
    """Whether the cards that can be moved glow: a few that are hard to find among the others."""
    strategy: Strategy = PLAIN
    """What a solver should know beyond the rules."""

    places: tuple[Place, ...] = field(init=False, repr=False)
    """The places, in the order of their piles' numbers."""
    redeals: int | None = field(init=False, repr=False)
    """How often the cards come round again, by the stock or the button; None: nothing to count."""

    in_play: tuple[bool, ...] = field(init=False, repr=False)
    """Of each pile whether its cards are still to be played: not on a foundation, or discarded."""

    # The places' rules by what is asked: only the piles that have one, each with its number.
    # A pile with a `reach` comes with the rules of the piles in it.
    _takes: tuple[tuple[int, Take, Puts | None], ...] = field(init=False, repr=False)
    _puts: Puts = field(init=False, repr=False)
    # The best first, each with a flag for each pile: whether its cards may come to be put there.
    _best_puts: tuple[tuple[int, Place, bytes], ...] = field(init=False, repr=False)
    # The same in the order in which a move is looked for: those that ask for no more come first.
    _soonest_puts: tuple[tuple[int, Place, bytes], ...] = field(init=False, repr=False)
    # Neighbours of which the same may be taken, each with the lift of one card.
    _taken_alike: tuple[tuple[Take, tuple[Grip, ...]], ...] = field(init=False, repr=False)
    _click_rules: tuple[tuple[int, ClickRule], ...] = field(init=False, repr=False)
    # When they may be done, those of stocks first.
    _soonest_clicks: tuple[tuple[Action, int, Callable[[State, int], bool]], ...] = field(
        init=False, repr=False
    )

    def __post_init__(self) -> None:
        places = places_of(self.layout)
        if self.score is not None and any(place.points for place in places):
            raise ValueError("a game with a score of its own pays no points: give its places none")
        numbered = list(enumerate(places))
        puts = tuple((i, p.on_empty, p.on_top) for i, p in numbered if p.on_empty or p.on_top)
        best_puts = tuple(
            (to, there, bytes(i != to and (p.reach is None or to in p.reach) for i, p in numbered))
            for to, there in sorted(numbered, key=lambda each: _PREFERRED.get(each[1].kind, 3))
            if there.on_empty or there.on_top
        )
        takes = tuple(
            (i, p.take, None if p.reach is None else tuple(q for q in puts if q[0] in p.reach))
            for i, p in numbered
            if p.take is not nothing
        )
        taken_alike = tuple(
            (take, tuple((pile, 1) for pile, _, _ in piles))
            for take, piles in groupby(takes, key=itemgetter(1))
        )
        click_rules = tuple((i, p.click) for i, p in numbered if p.click)
        stocks = {i for i, place in numbered if place.kind == "stock"}
        if self.button and self.button.pile < 0:
            click_rules += ((-1, self.button.click),)
        bringing = [place.click for place in places if place.kind == "stock" and place.click]
        if self.button:
            bringing.append(self.button.click)
        redeals = next((click.redeals for click in bringing if click.redeals), None)
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "redeals", redeals)
        gone = ("foundation", "discard")
        object.__setattr__(self, "in_play", tuple(place.kind not in gone for place in places))
        object.__setattr__(self, "_takes", takes)
        object.__setattr__(self, "_taken_alike", taken_alike)
        object.__setattr__(self, "_puts", puts)
        object.__setattr__(self, "_best_puts", best_puts)
        soonest_puts = tuple(sorted(best_puts, key=lambda put: put[1].fits is not None))
        object.__setattr__(self, "_soonest_puts", soonest_puts)
        object.__setattr__(self, "_click_rules", click_rules)
        soonest = sorted(click_rules, key=lambda each: each[0] not in stocks)
        object.__setattr__(
            self,
            "_soonest_clicks",
            tuple((Click(i) if i >= 0 else Deal(), i, rule.may) for i, rule in soonest),
        )

    # Dealing --------------------------------------------------------------------------------------

    def deal(self, seed: str) -> State:
        """Return the position that `seed` stands for: the same on every machine.

        A deal that leaves nothing to do is dealt again, from the next shuffle of the seed.

        Raises:
            ValueError: it is no seed: 1 to 64 printable characters.
        """
        state = self._deal("deal", seed)
        for number in range(2, MAX_DEALS + 1):
            if self.outcome(state) is None:
                break
            state = self._deal(f"deal/{number}", seed)
        return state

    def _deal(self, label: str, seed: str) -> State:
        cards = shuffle(self.deck, label, seed)
        if self.arrange is not None:
            cards = self.arrange(cards)
        return self._settle(Draft(State(tuple(self._dealt(cards))), seed))

    def _dealt(self, cards: Pile) -> list[Pile]:
        """Return what each pile gets of the deck."""
        piles = [b""] * len(self.places)
        if self.deal_out is not None:
            for pile, dealt in by_number(self.deal_out(cards), bytes).items():
                piles[pile] = dealt
            return piles
        at = 0
        for pile, place in enumerate(self.places):
            up = at + place.down
            end = up + place.up
            piles[pile] = cards[at:up].translate(TURN_DOWN) + cards[up:end]
            at = end
        for pile, place in enumerate(self.places):
            if place.rest:
                piles[pile] += cards[at:].translate(TURN_DOWN)
        return piles

    # Looking --------------------------------------------------------------------------------------

    def view(self, state: State) -> State:
        """Return the position as a player may see it: every face-down card looks the same.

        What is legal on a view is what is legal on the state behind it.
        """
        # Only face-down cards have bit 7: piles without them (most) stay the same objects.
        if b"".join(state.piles).isascii():
            return state
        hidden = [pile if pile.isascii() else pile.translate(HIDE) for pile in state.piles]
        return State(tuple(hidden), state.score, state.redeals, state.marks)

    def view_after(self, view: State, before: State, state: State, changed: list[int]) -> State:
        """Return `view(state)`, given the `view` of the position `before`.

        In these two positions no piles but those `changed` are different: only they are looked at.
        """
        piles = state.piles
        hiding = [pile for pile in changed if not piles[pile].isascii()]
        if view is before and not hiding:
            return state
        seen = list(view.piles)
        for pile in changed:
            seen[pile] = piles[pile]
        for pile in hiding:
            seen[pile] = piles[pile].translate(HIDE)
        return State(tuple(seen), state.score, state.redeals, state.marks)

    def outcome(self, state: State, found: list[Action] | None = None) -> Outcome | None:
        """Return "won", "stuck" (no legal action is left), or None while the game goes on.

        A view that ran ahead is not called stuck while it holds cards that are not known.

        `found` is a list that belongs to one play and is given again for each of its positions, as
        `engine.play.Play` does.  The actions that were found legal are kept in it and tried
        first: mostly one still is, and to look for another takes longer.  Without it the answer
        is the same.
        """
        if self.won(state):
            return "won"
        lost = not self._goes_on(state, found) if self.stuck is None else self.stuck(state)
        return "stuck" if lost and not unknown(state) else None

    def legal_actions(self, state: State) -> list[Action]:
        """Return every action that the rules accept, once each; none once the game is won.

        A `Deal` that is another way to click a pile is listed as that click.
        """
        return [] if self.won(state) else [*self._moves(state), *self.clicks(state)]

    def lifts(self, state: State) -> list[Lift]:
        """Return all cards that can be lifted in a position that is not won.

        The targets are those of the legal moves, the best first: home, then the tableau, then a
        cell.  There may be none.
        """
        # All at once, and so in half the time that the moves take one by one: each target looks
        # at the cards of all lifts in one go, of which the lowest decides.  Most cards fit nowhere,
        # so their lifts are not made anew.
        piles = state.piles
        found: list[Grip] = []
        for take, ones in self._taken_alike:
            if take is top:  # Mostly: nobody needs to ask it, pile by pile.
                found += [one for one in ones if (cards := piles[one[0]]) and cards[-1] < DOWN]
            else:
                found += [(source, n) for source, _ in ones for n in take(state, source)]
        lowest = bytes([piles[source][-count] for source, count in found])
        lifts: list[Lift] = [*found]
        numbers = range(len(lifts))
        for target, place, sources in self._best_puts:
            put = place.on_top if piles[target] else place.on_empty
            if put is not None and True in (welcomed := lowest.translate(put(state, target))):
                for number in compress(numbers, welcomed):
                    source, count = found[number]
                    if sources[source] and place.allows(state, source, count, target):
                        lifts[number] = (*lifts[number], target)
        return lifts

    def clicks(self, state: State) -> Iterator[Click | Deal]:
        """Yield the clicks that do something in a position that is not won.

        A `Deal` that is another way to click a pile is that click.
        """
        for pile, click in self._click_rules:
            if click.may(state, pile):
                yield Deal() if pile < 0 else Click(pile)

    def is_legal(self, state: State, action: Action) -> bool:
        """Return whether the rules accept `action`."""
        return self.refusal(state, action) is None

    def refusal(self, state: State, action: Action) -> str | None:
        """Return why the rules refuse `action`, in words for the player; None if they accept it."""
        return "the game is solved" if self.won(state) else self._action_refusal(state, action)

    def _action_refusal(self, state: State, action: Action) -> str | None:
        """Return what `refusal` does, for a position that is not won."""
        if isinstance(action, Move):
            source, count, target = action
            return self._move_refusal(state, source, count, target)
        click, pile = self._click_rule(action)
        if click is None:
            return "nothing there can be clicked"
        return None if click.may(state, pile) else "there is nothing to do there now"

    # Playing --------------------------------------------------------------------------------------

    def play(self, state: State, action: Action, seed: str | None = None) -> State:
        """Return the position after `action`.

        `seed` is what the game was dealt from.  Without it (a client does not know it) cards that
        are shuffled come out unknown.

        Raises:
            IllegalAction: the rules refuse the action; its text says why.
        """
        reason = self.refusal(state, action)
        if reason is not None:
            raise IllegalAction(reason)
        return self.follow(state, action, seed)

    def follow(self, state: State, action: Action, seed: str | None = None) -> State:
        """Return the position after `action`, which is one of the `legal_actions`.

        This is `play` for who looks ahead: it does not ask the rules a second time.
        """
        draft = Draft(state, seed)
        if isinstance(action, Move):
            source, count, target = action
            here, there = self.places[source], self.places[target]
            draft.score += count * (there.points - here.points)
            if there.does is stack:  # Mostly: compiled, a call by its name takes half as long.
                stack(draft, source, count, target)
            else:
                there.does(draft, source, count, target)
        else:
            click, pile = self._click_rule(action)
            if click is not None:
                click.do(draft, pile)
        return self._settle(draft)

    # The works ------------------------------------------------------------------------------------

    def _settle(self, draft: Draft) -> State:
        changed = True
        while changed:
            changed = False
            for rule in self.after:
                changed |= rule(draft)
        state = draft.freeze()
        if self.score is not None:
            state.score = self.score(state)  # Nobody else has seen it yet.
        return state

    def _goes_on(self, state: State, found: list[Action] | None) -> bool:
        """Return whether an action is legal in a position that is not won."""
        if found:
            for action in found:
                if self._action_refusal(state, action) is None:
                    return True
        first = self._first_action(state)
        if first is not None and found is not None:
            found.insert(0, first)
            if len(found) > FOUND:
                found.pop()
        return first is not None

    def _first_action(self, state: State) -> Action | None:
        """Return some action that is legal in a position that is not won, if there is any."""
        # Clicks are found faster than moves, and a stock can be clicked as long as it lasts.
        for click, pile, may in self._soonest_clicks:
            if may(state, pile):
                return click
        piles = state.piles
        held: list[tuple[int, Sequence[int]]] = []
        tops: list[Pile] = []
        for source, take, _ in self._takes:
            if counts := _taken(take, state, source):
                held.append((source, counts))
                tops.append(piles[source][-counts[-1] :])
        cards = b"".join(tops)
        for target, place, sources in self._soonest_puts:
            put = place.on_top if piles[target] else place.on_empty
            # Mostly a pile welcomes none of all these cards, or something may go there.
            if put is not None and True in cards.translate(welcome := put(state, target)):
                for source, counts in held:
                    if sources[source]:
                        for count in counts:
                            if welcome[piles[source][-count]] and place.allows(
                                state, source, count, target
                            ):
                                return move(source, count, target)
        return None

    def _click_rule(self, action: Click | Deal) -> tuple[ClickRule | None, int]:
        if isinstance(action, Deal):
            return (self.button.click, self.button.pile) if self.button else (None, -1)
        if not 0 <= action.pile < len(self.places):
            return None, -1
        return self.places[action.pile].click, action.pile

    def _allows(self, state: State, source: int, count: int, target: int) -> bool:
        """Return whether a move of a card that is welcome is allowed in all other respects."""
        reach, place = self.places[source].reach, self.places[target]
        return (
            source != target
            and (reach is None or target in reach)
            and place.allows(state, source, count, target)
        )

    def _move_refusal(self, state: State, source: int, count: int, target: int) -> str | None:
        if not (0 <= source < len(self.places) and 0 <= target < len(self.places)):
            return "there is no such pile"
        place, piles = self.places[target], state.piles
        if count not in _taken(self.places[source].take, state, source):
            return "these cards can't be taken"
        put = place.on_top if piles[target] else place.on_empty
        if (
            put is not None
            and put(state, target)[piles[source][-count]]
            and self._allows(state, source, count, target)
        ):
            return None
        return "that doesn't go there"

    def _moves(self, state: State) -> Iterator[Move]:
        # Most piles have the same targets.  They are looked up once, and told apart quickly.
        everywhere: list[tuple[int, Acceptance]] | None = None
        anywhere = NOTHING
        for source, take, near in self._takes:
            counts = _taken(take, state, source)
            if not counts:
                continue
            if near is not None:
                targets, welcome_somewhere = list(self._targets(state, near)), ANY
            else:
                if everywhere is None:
                    everywhere = list(self._targets(state, self._puts))
                    anywhere = union(welcome for _, welcome in everywhere)
                targets, welcome_somewhere = everywhere, anywhere
            for count in counts:
                card = state.piles[source][-count]
                if welcome_somewhere[card]:
                    for target, welcome in targets:
                        if welcome[card] and self._allows(state, source, count, target):
                            yield move(source, count, target)

    def _targets(self, state: State, puts: Puts) -> Iterator[tuple[int, Acceptance]]:
        """Yield those of the piles that welcome a card now, each with the cards it welcomes."""
        for target, on_empty, on_top in puts:
            put = on_top if state.piles[target] else on_empty
            if put is not None and (welcome := put(state, target)) is not NOTHING:
                yield target, welcome
