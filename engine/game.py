"""A game: its layout and rules, and everything that can be asked of them.

game = catalogue.make("klondike")
state = game.deal("a seed")
for action in game.legal_actions(state): ...
state = game.play(state, action, "a seed")
game.outcome(state)  # None while it goes on, or "won" or "stuck"
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from engine.cards import TURN_DOWN, Pile
from engine.chance import shuffle
from engine.places import Place, Press, nothing, stack
from engine.relations import NOTHING, Acceptance
from engine.rules import After, Goal, hide
from engine.state import Action, Click, Deal, Draft, Move, Position, State

Outcome: TypeAlias = Literal["won", "stuck"]


class IllegalAction(ValueError):
    """An action that the rules refuse.  The text says why, in words for the player."""


@dataclass(frozen=True)
class Button:
    """The game's button: what it says, and what pressing it does.

    `pile` names a pile when the button is another way to click it.
    """

    label: str
    press: Press
    pile: int = -1


@dataclass(frozen=True)
class Game:
    """A game with its options chosen.  It holds no position: positions are `State`s."""

    places: Sequence[Place]
    """The piles, numbered in this order."""
    deck: Pile
    won: Goal
    after: Sequence[After] = ()
    """What happens after every move (and after the deal), again and again until nothing changes."""
    lay_out: Callable[[Pile], list[Pile]] | None = None
    """Deals the shuffled deck to the piles where the places' own counts do not say it."""
    score: Callable[[Position], int] | None = None
    """The score of a position just made (its `score` is still the old one), where `points` do not say it."""
    stuck: Goal | None = None
    """Whether a position with legal actions left is lost all the same."""
    button: Button | None = None

    _takers: tuple[int, ...] = field(init=False, repr=False)
    _pressed: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        numbered = list(enumerate(self.places))
        object.__setattr__(self, "_takers", tuple(i for i, p in numbered if p.take is not nothing))
        object.__setattr__(self, "_pressed", tuple(i for i, p in numbered if p.press))

    # Dealing --------------------------------------------------------------------------------------

    def deal(self, seed: str) -> State:
        """Return the position that `seed` stands for: the same on every machine."""
        cards = shuffle(self.deck, "deal", seed)
        draft = Draft(State(tuple((self.lay_out or self._lay_out)(cards))), seed)
        return self._settle(draft)

    def _lay_out(self, cards: Pile) -> list[Pile]:
        piles: list[Pile] = []
        at = 0
        for place in self.places:
            down, up = (
                cards[at : at + place.down],
                cards[at + place.down : at + place.down + place.up],
            )
            piles.append(down.translate(TURN_DOWN) + up)
            at += place.down + place.up
        for i, place in enumerate(self.places):
            if place.rest:
                piles[i] += cards[at:].translate(TURN_DOWN)
        return piles

    # Looking --------------------------------------------------------------------------------------

    def view(self, state: State) -> State:
        """Return the position as a player may see it: every face-down card looks the same.

        What is legal on a view is what is legal on the state behind it.
        """
        return state._replace(piles=hide(state.piles))

    def outcome(self, state: State) -> Outcome | None:
        """Return "won", "stuck" (no legal action is left), or None while the game goes on."""
        if self.won(state):
            return "won"
        if next(self._actions(state), None) is None or (self.stuck and self.stuck(state)):
            return "stuck"
        return None

    def legal_actions(self, state: State) -> list[Action]:
        """Return every action that the rules accept; none once the game is won."""
        return [] if self.won(state) else list(self._actions(state))

    def is_legal(self, state: State, action: Action) -> bool:
        """Return whether the rules accept `action`."""
        return self.refusal(state, action) is None

    def refusal(self, state: State, action: Action) -> str | None:
        """Return why the rules refuse `action`, in words for the player; None if they accept it."""
        if self.won(state):
            return "the game is won"
        if isinstance(action, Move):
            return self._move_refusal(state, *action)
        press, pile = self._press(action)
        if press is None:
            return "nothing there can be clicked"
        return None if press.may(state, pile) else "there is nothing to do there now"

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
        draft = Draft(state, seed)
        if isinstance(action, Move):
            source, count, target = action
            place = self.places[target]
            if place.does is stack:
                draft.score += count * (place.points - self.places[source].points)
            place.does(draft, source, count, target)
        else:
            press, pile = self._press(action)
            assert press is not None
            press.do(draft, pile)
        return self._settle(draft)

    # The works ------------------------------------------------------------------------------------

    def _settle(self, draft: Draft) -> State:
        changed = True
        while changed:
            changed = False
            for rule in self.after:
                changed |= rule(draft)
        if self.score is not None:
            draft.score = self.score(draft)
        return draft.freeze()

    def _press(self, action: Click | Deal) -> tuple[Press | None, int]:
        if isinstance(action, Deal):
            return (self.button.press, self.button.pile) if self.button else (None, -1)
        if not 0 <= action.pile < len(self.places):
            return None, -1
        return self.places[action.pile].press, action.pile

    def _welcome(self, position: Position, pile: int) -> Acceptance:
        place = self.places[pile]
        put = place.on_top if position.piles[pile] else place.on_empty
        return NOTHING if put is None else put(position, pile)

    def _allows(self, position: Position, source: int, count: int, target: int) -> bool:
        """Whether a move of a card that is welcome is allowed in all other respects."""
        reach, place = self.places[source].reach, self.places[target]
        return (
            source != target
            and count <= place.most
            and (reach is None or target in reach)
            and (place.fits is None or place.fits(position, source, count, target))
        )

    def _move_refusal(self, state: State, source: int, count: int, target: int) -> str | None:
        if not (0 <= source < len(self.places) and 0 <= target < len(self.places)):
            return "there is no such pile"
        if count not in self.places[source].take(state, source):
            return "these cards can't be taken"
        card = state.piles[source][-count]
        if self._welcome(state, target)[card] and self._allows(state, source, count, target):
            return None
        return "that doesn't go there"

    def _actions(self, state: State) -> Iterator[Action]:
        welcomes = [(t, self._welcome(state, t)) for t in range(len(self.places))]
        targets = [(t, cards) for t, cards in welcomes if cards is not NOTHING]
        if targets:
            for source in self._takers:
                cards = state.piles[source]
                for count in self.places[source].take(state, source):
                    card = cards[-count]
                    for target, welcome in targets:
                        if welcome[card] and self._allows(state, source, count, target):
                            yield Move(source, count, target)
        for pile in self._pressed:
            press = self.places[pile].press
            if press is not None and press.may(state, pile):
                yield Click(pile)
        if self.button and self.button.pile < 0 and self.button.press.may(state, -1):
            yield Deal()
