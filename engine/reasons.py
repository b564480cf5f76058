"""Why the rules refuse something, as far as they can tell: for the player, and in any language.

A pile says which cards it welcomes.  So what would go there instead can be told of every game,
without a word in it ("only a red nine goes there"); what cards alone do not decide, the rules say
themselves (`Fits.why`, `ClickRule.why`, `Place.beyond`).
"""

from typing import Final, NamedTuple

from engine.cards import DOWN
from engine.game import Game
from engine.places import Kind, nothing
from engine.relations import NOTHING, Acceptance
from engine.state import Action, Click, Deal, Move, State

STAY: Final[dict[Kind, str]] = {
    "stock": "the cards of the stock are turned by a click on it",
    "foundation": "what lies on a foundation stays there",
    "discard": "what was discarded is out of the game",
}
"""Why nothing is taken from piles of which nothing ever is, by their kind."""


class Reason(NamedTuple):
    """Why something is refused: a sentence without its capital and full stop."""

    text: str
    """In braces is what is put in: `{cards}`, and `%n` for the number."""
    cards: Acceptance = NOTHING
    """The cards that would be welcome."""
    number: int = 0


ONLY: Final = "only {cards} goes there"
NOTHING_GOES: Final = "nothing goes there"
NOTHING_NOW: Final = "nothing goes there now"
AT_ONCE: Final = "no more than %n card(s) at once"
NO_CARDS: Final = "there is nothing to take there"
FACE_DOWN: Final = "that card lies face down"
TOP_ONLY: Final = "only the top card can be taken there"
IN_ORDER: Final = "only the %n top card(s) there are in order, and can be taken"
NOT_NOW: Final = "that card cannot be taken now"
USED_UP: Final = "the stock is used up"
NO_REDEAL: Final = "the stock is used up, and no redeal is left"
ALL: Final = (
    *(ONLY, NOTHING_GOES, NOTHING_NOW, AT_ONCE, NO_CARDS, FACE_DOWN, TOP_ONLY, IN_ORDER),
    *(NOT_NOW, USED_UP, NO_REDEAL, *STAY.values()),
)
"""All that is told here in words of its own, for translators."""


def why_not(game: Game, state: State, action: Action) -> Reason | None:
    """Return why the rules refuse `action`, as exactly as can be told; None if they accept it."""
    refused = game.refusal(state, action)
    if refused is None:
        return None
    if game.won(state):
        return Reason(refused)
    if isinstance(action, Move):
        return _why_no_move(game, state, action) or Reason(refused)
    return _why_no_click(game, state, action) or Reason(refused)


def why_not_lifted(game: Game, state: State, pile: int, count: int) -> Reason | None:
    """Return why the `count` top cards of a pile cannot be taken; None if they can."""
    place, cards = game.places[pile], state.piles[pile]
    counts = place.take(state, pile)
    if count in counts:
        return None
    if not cards:
        return Reason(NO_CARDS)
    if place.take is nothing:
        return Reason(STAY.get(place.kind, NOT_NOW))
    if count <= len(cards) and cards[-count] >= DOWN:
        return Reason(FACE_DOWN)
    if not counts:
        return Reason(NOT_NOW)
    if len(counts) == 1:
        return Reason(TOP_ONLY) if counts[0] == 1 else Reason(NOT_NOW)
    return Reason(IN_ORDER, number=max(counts))


def _why_no_move(game: Game, state: State, move: Move) -> Reason | None:
    source, count, target = move
    piles = range(len(game.places))
    if source not in piles or target not in piles or source == target:
        return None
    if (reason := why_not_lifted(game, state, source, count)) is not None:
        return reason
    here, there = game.places[source], game.places[target]
    if here.reach is not None and target not in here.reach and here.beyond:
        return Reason(here.beyond)
    put = there.on_top if state.piles[target] else there.on_empty
    if put is None:
        return Reason(NOTHING_GOES)
    welcome = put(state, target)
    if not welcome[state.piles[source][-count]]:
        return Reason(ONLY, welcome) if any(welcome) else Reason(NOTHING_NOW)
    if count > there.most:
        return Reason(AT_ONCE, number=there.most)
    if there.fits is not None:
        return Reason(there.fits.why)
    return None


def _why_no_click(game: Game, state: State, action: Click | Deal) -> Reason | None:
    if isinstance(action, Deal):
        button = game.button
        return Reason(button.click.why) if button is not None and button.click.why else None
    if not 0 <= action.pile < len(game.places):
        return None
    place, cards = game.places[action.pile], state.piles[action.pile]
    click = place.click
    if click is None:
        return why_not_lifted(game, state, action.pile, 1)
    if place.kind == "stock" and not cards:
        over = click.redeals is not None and state.redeals >= click.redeals > 0
        return Reason(NO_REDEAL if over else USED_UP)
    if not cards:
        return Reason(NO_CARDS)  # what the rule says is about a card
    return Reason(click.why) if click.why else None
