"""What a player remembers of cards that lie face down again."""

from engine.cards import DOWN, HIDDEN, UNKNOWN, Pile
from engine.game import Game
from engine.state import Action, State


class Memory:
    """The view of one player, in which a face-down card that was seen before is known.

    So it is with the cards of a waste that went back to the stock: who paid attention knows them.
    """

    def __init__(self, game: Game) -> None:
        """Know nothing yet of a deal of `game`."""
        self._game = game
        self._expected: tuple[State, ...] = ()
        """What the next view may be of, as far as it is known: the likeliest first."""

    def see(self, view: State) -> State:
        """Return what lies on the table in `view`, with the cards that are remembered."""
        known = next(
            (found for each in self._expected if (found := _together(view, each)) is not None),
            view,
        )
        self._expected = (known,)
        return known

    def note(self, action: Action) -> None:
        """Note that the player does this in the view that was seen last."""
        if self._expected:
            known = self._expected[0]
            # Where it is refused, or taken back, the next view is the last one again.
            self._expected = (self._game.follow(known, action), known)


def _together(view: State, expected: State) -> State | None:
    """Return the view with what is known of its face-down cards; None if it is another one."""
    piles = []
    for seen, known in zip(view.piles, expected.piles, strict=True):
        if len(seen) != len(known):
            return None
        if seen == known:
            piles.append(known)
            continue
        merged = bytes(map(_card, seen, known))
        if 0xFF in merged:
            return None
        piles.append(merged)
    return view._replace(piles=tuple(piles))


def _card(seen: int, known: int) -> int:
    """Return what is known of a card; 0xFF if it was thought to be another one."""
    if seen == HIDDEN:
        return known if known >= DOWN else 0xFF if known != UNKNOWN else seen
    return seen if known in (seen, UNKNOWN) else 0xFF


def hidden(state: State) -> int:
    """Return how many cards of a position are not known."""
    return sum(pile.count(HIDDEN) + pile.count(UNKNOWN) for pile in state.piles)


def filled(state: State, cards: Pile) -> State:
    """Return the position with `cards` where cards are not known, in the order of the piles."""
    at, piles = iter(cards), []
    for pile in state.piles:
        if HIDDEN in pile or UNKNOWN in pile:
            known = [card if card & ~DOWN != UNKNOWN else next(at) | (card & DOWN) for card in pile]
            piles.append(bytes(known))
        else:
            piles.append(pile)
    return state._replace(piles=tuple(piles))
