"""How a solver goes about a game: what the game's file can tell it beyond the rules."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.cards import DOWN, RANK, Pile, is_red
from engine.relations import Relation
from engine.state import Action, State

_RANKS: Final = bytes(card & (DOWN | RANK) for card in range(256))
_COLOURS: Final = bytes(card & (DOWN | RANK) | is_red(card) << 4 for card in range(256))


class Weights(NamedTuple):
    """What is how far from a win: the search prefers positions of a small sum."""

    out: float = 0
    """For each card that is not home."""
    buried: float = 0
    """For each card of the tableau that lies above a lower one."""
    blocked: float = 0
    """For each card of the tableau that lies above a lower one of its suit."""
    waiting: float = 0
    """For each rank that cards of the tableau have to wait longer, for higher ones above them."""
    broken: float = 0
    """For each card of the tableau that does not follow the one below, as the tableau is built."""
    down: float = 0
    """For each face-down card of the tableau."""
    filled: float = 0
    """For each pile of the tableau that holds cards."""
    held: float = 0
    """For each card in a cell or in the reserve."""
    stock: float = 0
    """For each card in the stock."""
    waste: float = 0
    """For each card in the waste."""
    redeals: float = 0
    """For each time that the cards came round."""
    score: float = 0
    """For each point: negative where points are good."""
    own: float = 0
    """For what the game itself measures."""
    actions: float = 0
    """For each action so far."""
    levels: bool = False
    """Whether levels take turns, so that the search dwells on none of them.

    On a level are positions with as many cards that are hidden, in the stock, or not home.
    """


BUILDING: Final = (
    Weights(out=2, buried=2, broken=1, down=3, filled=2, held=1),
    Weights(out=3, buried=1, broken=1, down=5, filled=3, held=2, actions=0.2),
    Weights(out=1, buried=3, broken=2, down=3, filled=4, held=2, actions=0.05),
)
"""Where cards are built on foundations, out of a tableau."""
BY_LEVELS: Final = tuple(weights._replace(levels=True) for weights in BUILDING)
"""The same where these dwell on what does not win."""
IN_ROWS: Final = (Weights(out=1, broken=2, filled=3, held=1, buried=0.5, levels=True),)
"""Where the stock comes in rows upon the tableau: what is in order then need not be dug out."""
TO_THE_WASTE: Final = (Weights(waste=-1, stock=-1.5), Weights(waste=-1, stock=-3))
"""Where cards of the tableau go to the waste, and turning the stock should be put off."""
AWAY: Final = (Weights(filled=1, stock=1, waste=1),)
"""Where all cards leave."""


@dataclass(frozen=True)
class Strategy:
    """What a solver should know of a game that its rules do not say."""

    weights: tuple[Weights, ...] = BUILDING
    """Several, as none serves all deals; they take turns."""
    order: Relation | None = None
    """What may lie on a card of the tableau; by rank alone, when not given."""
    base: Callable[[State], int] | None = None
    """The rank that foundations begin with, where it is not the ace; 0 while there is none.

    Ranks are counted from there, in `order`, too: the base card's rank is an ace.
    """
    safe: bool = False
    """Whether a card may always go home from the tableau or a cell once nothing can need it.

    That is so where the foundations take single cards, each after the one before in suit, from the
    ace or the `base` card's rank on, where `order` is all that the tableau builds by, and where
    nothing else comes of a card's leaving.
    """
    turning: bool = False
    """Whether what leaves the waste alone may as well be done before the stock is turned.

    That is so where turning the one stock changes stock and waste only, and where these change by
    nothing else than that and by what is done with the waste itself; where what another pile
    welcomes does not depend on them, no turn wins, and it is never better to have used more
    redeals.
    """
    preparing: bool = False
    """Whether a move that only prepares another may as well wait until that is to be done next.

    Such are moves within the tableau of cards that lie in `order` already, or that empty a pile,
    and cards that come back from home.  That is so where the tableau is built down by `order` alone
    and gets cards by no other way; where any number of cards in that order move together, only the
    highest rank fills an empty pile, there are no cells, and foundations take single cards in suit
    from the ace on.  Then positions are seen to be lost, too, where cards lie on each other so that
    nothing can free them any more.
    """
    hasty: bool = False
    """Whether a win is looked for in haste, too, in turns with the thorough search.

    That pays where many deals can be won with every card sent home as soon as it can go there.
    """
    at_once: Callable[[State, Action], bool] | None = None
    """Whether a legal action may always be done at once, before all else: no win is missed by it.

    A win that does without it, or has it later, has to be one with it done before.
    """
    hopeless: Callable[[State], bool] | None = None
    """Whether a position is seen to be lost; where it says no, it may be lost as well."""
    own: Callable[[State], float] | None = None
    """What the game itself measures: the less, the nearer is a win."""
    apart: Collection[int] = ()
    """Piles that are told apart although they follow the same rules: by their neighbours, say."""
    shown: Mapping[int, int] = field(default_factory=dict)
    """Of which piles only so many top cards can still matter: of Golf's waste the last one."""
    essence: Callable[[Sequence[Pile]], Sequence[Pile]] | None = None
    """The piles without what makes no difference to what can become of them: their suits, say."""


def without_suits(piles: Sequence[Pile]) -> Sequence[Pile]:
    """Return the piles as they are where only ranks count."""
    return [cards.translate(_RANKS) for cards in piles]


def without_shades(piles: Sequence[Pile]) -> Sequence[Pile]:
    """Return the piles as they are where of suits only the colours count."""
    return [cards.translate(_COLOURS) for cards in piles]


PLAIN: Final = Strategy()
"""What serves where a game says nothing."""


def luck_alone(position: State, action: Action) -> bool:
    """Say that whatever can be done may be done at once, where nothing can be spoilt."""
    return True


def nobody_wins(position: State) -> bool:
    """Say that a position is lost, where the rules let nobody win."""
    return True
