"""The named rules that games are composed of.

In the order in which a declaration uses them: what may be taken, where it may be put, what a move
does, what a click does, what happens after every move, when a game is won, and what is dealt first.

What only one family has is in modules of its own: `engine.base_card`, `engine.covering` and
`engine.gaps`.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from engine.cards import DOWN, FACES, KING, OPEN, RANK, TURN_DOWN, TURN_UP, UNKNOWN, Pile, deck
from engine.places import ClickRule, Effect, Fits, Put, Take
from engine.relations import NOTHING, Acceptance, Relation
from engine.state import Draft, State

After: TypeAlias = Callable[[Draft], bool]
"""(draft) -> whether it changed anything; it is called again until it did not."""
Goal: TypeAlias = Callable[[State], bool]
"""(position) -> whether it is reached: the game is won, say."""
_WHOLE_SUITS: Final = [deck(suits=(suit,))[::-1] for suit in range(4)]
_ONE: Final = (1,)
_COUNTS: Final = tuple(tuple(range(1, n + 1)) for n in range(257))


# What may be taken --------------------------------------------------------------------------------


def top(position: State, pile: int) -> Sequence[int]:
    """Take the top card, if it lies face up."""
    cards = position.piles[pile]
    return _ONE if cards and cards[-1] < DOWN else ()


def run(relation: Relation) -> Take:
    """Take any number of top cards of which each lies on the one below as `relation` says."""

    def take(position: State, pile: int) -> Sequence[int]:
        cards = position.piles[pile]
        if not cards or cards[-1] >= DOWN:
            return ()
        length, most = 1, len(cards)
        while length < most and relation[cards[-length - 1]][cards[-length]]:
            length += 1
        return _COUNTS[length]

    return take


def group(position: State, pile: int) -> Sequence[int]:
    """Take any number of face-up top cards, in order or not."""
    cards = position.piles[pile]
    return _COUNTS[len(cards) - len(cards.rstrip(OPEN))]


def top_or_open(position: State, pile: int) -> Sequence[int]:
    """Take the top card, or all the face-up cards together."""
    counts = group(position, pile)
    return counts if len(counts) < 2 else (1, len(counts))


# Where it may be put ------------------------------------------------------------------------------


def only(cards: Acceptance) -> Put:
    """Welcome these cards, whatever lies there."""
    return lambda position, pile: cards


def on(relation: Relation) -> Put:
    """Welcome what may lie on the top card, as `relation` says."""
    return lambda position, pile: relation[position.piles[pile][-1]]


def room_for(most: int, put: Put) -> Put:
    """Welcome what `put` does, until `most` cards lie there."""

    def with_room(position: State, pile: int) -> Acceptance:
        return put(position, pile) if len(position.piles[pile]) < most else NOTHING

    return with_room


def beside(relation: Relation, neighbours: Sequence[int | None], edge: Acceptance) -> Put:
    """Welcome what follows the card in the pile's neighbour, as `relation` says.

    `neighbours` names each pile's neighbour; a pile without one welcomes `edge`, and a pile with an
    empty neighbour nothing.
    """

    def put(position: State, pile: int) -> Acceptance:
        neighbour = neighbours[pile]
        if neighbour is None:
            return edge
        cards = position.piles[neighbour]
        return relation[cards[-1]] if cards else NOTHING

    return put


def through_cells(cells: Sequence[int], columns: Sequence[int]) -> Fits:
    """Allow as many cards as could be moved one by one through the empty `cells` and `columns`."""

    def fits(position: State, source: int, count: int, target: int) -> bool:
        if count == 1:
            return True
        piles = position.piles
        free = [piles[cell] for cell in cells].count(b"")
        empty = [piles[column] for column in columns if column != target].count(b"")
        return count <= (free + 1) << empty

    return Fits(fits, "there are too few empty places to move so many cards one by one")


def exactly(cards: int, why: str) -> Fits:
    """Allow this many cards at once, no more and no fewer; `why` not another number."""
    return Fits(lambda position, source, count, target: count == cards, why)


def gaps_only_from(sources: Sequence[int], why: str = "gaps are filled from the waste") -> Fits:
    """Allow cards of these piles only, where the pile is empty; `why` no others."""
    return Fits(
        lambda position, source, count, target: bool(position.piles[target]) or source in sources,
        why,
    )


def in_turn(first: Acceptance, relation: Relation) -> Fits:
    """Allow cards that could be put there one after the other, the top card first.

    An empty pile takes a `first` card, and a card what may lie on it, as `relation` says.
    """

    def fits(position: State, source: int, count: int, target: int) -> bool:
        cards, lying = position.piles[source], position.piles[target]
        welcome = relation[lying[-1]] if lying else first
        for number in range(1, count + 1):
            if not welcome[cards[-number]]:
                return False
            welcome = relation[cards[-number]]
        return True

    return Fits(fits, "these cards do not follow each other there, the top one first")


# What a move does ---------------------------------------------------------------------------------


def both_away(draft: Draft, source: int, count: int, target: int) -> None:
    """Take the card and the one it is put on out of the game."""
    draft.lift(source, 1)
    draft.lift(target, 1)


def both_replaced(stock: int) -> Effect:
    """Take the two cards out of the game; the stock's next cards lie down where they lay.

    The place of the card that was moved is filled first.
    """

    def effect(draft: Draft, source: int, count: int, target: int) -> None:
        both_away(draft, source, count, target)
        refill(draft, stock, (source, target))

    return effect


def refill(draft: Draft, stock: int, piles: Iterable[int]) -> bool:
    """Lay a card of the pile `stock` face up on each of `piles` that is empty, while it has any.

    Returns whether it laid any.
    """
    lying, changed = draft.piles, False
    for pile in piles:
        if not lying[pile] and lying[stock]:
            lying[pile] = draft.lift(stock, 1).translate(TURN_UP)
            changed = True
    return changed


# What a click does --------------------------------------------------------------------------------


def turn(count: int, waste: int, redeals: int | None = 0) -> ClickRule:
    """Turn `count` cards of the stock over onto `waste`.

    When the stock is empty, the waste goes back to it, in the same order: at most `redeals` times,
    or with None as often as one likes.
    """

    def may(position: State, stock: int) -> bool:
        if position.piles[stock]:
            return True
        return bool(position.piles[waste]) and (redeals is None or position.redeals < redeals)

    def do(draft: Draft, stock: int) -> None:
        if draft.piles[stock]:
            turned = draft.lift(stock, min(count, len(draft.piles[stock])))
            draft.piles[waste] += turned[::-1].translate(TURN_UP)
        else:
            draft.piles[stock] = draft.piles[waste][::-1].translate(TURN_DOWN)
            draft.piles[waste] = b""
            draft.redeals += 1

    return ClickRule(may, do, redeals=redeals)


def provided(test: Goal, click: ClickRule, why: str) -> ClickRule:
    """Let a click do what it did, but only while `test` holds; `why` not, for the player."""
    return click._replace(
        may=lambda position, pile: test(position) and click.may(position, pile), why=why
    )


def deal_row(piles: Sequence[int], *, over_gaps: bool = False) -> ClickRule:
    """Deal a card of the stock face up on each of `piles`.

    None of them may be empty, but for `over_gaps`.
    """

    def may(position: State, stock: int) -> bool:
        if not position.piles[stock]:
            return False
        return over_gaps or all(position.piles[pile] for pile in piles)

    def do(draft: Draft, stock: int) -> None:
        row = draft.lift(stock, min(len(piles), len(draft.piles[stock])))
        for pile, card in zip(piles, row[::-1].translate(TURN_UP), strict=False):
            draft.piles[pile] += bytes([card])

    return ClickRule(may, do, "a card has to lie in every place before the next are dealt")


def click_away(cards: Acceptance, discard: int | None = None) -> ClickRule:
    """Send a lone top card that is one of `cards` to the pile `discard`, or out of the game."""

    def may(position: State, pile: int) -> bool:
        lying = position.piles[pile]
        return bool(lying) and bool(cards[lying[-1]])

    def do(draft: Draft, pile: int) -> None:
        away = draft.lift(pile, 1)
        if discard is not None:
            draft.piles[discard] += away

    return ClickRule(may, do, "that card does not leave by itself")


def pair_away(relation: Relation, singles: Acceptance) -> ClickRule:
    """Take the top card out of the game if it is one of `singles`, or else the two top cards.

    These must go together, as `relation` says.
    """

    def may(position: State, pile: int) -> bool:
        cards = position.piles[pile]
        if not cards:
            return False
        return bool(singles[cards[-1]] or (len(cards) > 1 and relation[cards[-2]][cards[-1]]))

    def do(draft: Draft, pile: int) -> None:
        draft.lift(pile, 1 if singles[draft.piles[pile][-1]] else 2)

    return ClickRule(may, do, "that card does not leave by itself")


# What happens after every move --------------------------------------------------------------------


def turn_up(piles: Iterable[int]) -> After:
    """Turn the top cards of these piles face up."""
    watched = tuple(piles)

    def after(draft: Draft) -> bool:
        changed = False
        lying = draft.piles
        for pile in watched:
            cards = lying[pile]
            if cards and cards[-1] >= DOWN:
                lying[pile] = cards[:-1] + cards[-1:].translate(TURN_UP)
                changed = True
        return changed

    return after


def send_home(
    sources: Iterable[int], foundations: Sequence[int], first: Acceptance, relation: Relation
) -> After:
    """Send a top card of these piles to a foundation, if one fits: one card at a time.

    An empty foundation takes a `first` card, and a card what may lie on it, as `relation` says.
    """
    watched = tuple(sources)

    def after(draft: Draft) -> bool:
        lying = draft.piles
        welcomes = [relation[lying[home][-1]] if lying[home] else first for home in foundations]
        for pile in watched:
            if cards := lying[pile]:
                for home, welcome in zip(foundations, welcomes, strict=True):
                    if welcome[cards[-1]]:
                        lying[home] += draft.lift(pile, 1)
                        return True
        return False

    return after


def fill_gaps(piles: Sequence[int], *stocks: int) -> After:
    """Fill those of `piles` that are empty from the first of `stocks` that has a card."""
    watched = tuple(piles)

    def after(draft: Draft) -> bool:
        changed = False
        if not all(draft.piles[pile] for pile in watched):
            for stock in stocks:
                changed |= refill(draft, stock, watched)
        return changed

    return after


def close_up(field: Sequence[int], stock: int | None = None) -> After:
    """Let a field's cards close up in reading order, and fill the places behind from the stock."""
    watched = tuple(field)

    def after(draft: Draft) -> bool:
        lying = draft.piles
        gap = False
        for pile in watched:
            if not lying[pile]:
                gap = True
            elif gap:
                break
        else:
            if not gap or stock is None or not lying[stock]:
                return False
        cards = b"".join([lying[pile] for pile in watched])
        if stock is not None and lying[stock]:
            fresh = draft.lift(stock, min(len(watched) - len(cards), len(lying[stock])))
            cards += fresh[::-1].translate(TURN_UP)
        for number, pile in enumerate(watched):
            lying[pile] = cards[number : number + 1]
        return True

    return after


# When the game is won, and what it scores ---------------------------------------------------------


def all_on(piles: Iterable[int], cards: int) -> Goal:
    """Return the goal that `cards` cards lie on these piles."""
    watched = tuple(piles)

    def won(position: State) -> bool:
        lying, found = position.piles, 0
        for pile in watched:
            found += len(lying[pile])
        return found == cards

    return won


def all_gone_from(piles: Iterable[int]) -> Goal:
    """Return the goal that none of these piles holds a card."""
    watched = tuple(piles)

    def won(position: State) -> bool:
        lying = position.piles
        return not any(lying[pile] for pile in watched)

    return won


def left(cards: int) -> Goal:
    """Return the goal that no more than `cards` cards are left in the game."""

    def won(position: State) -> bool:
        found = 0
        for pile in position.piles:
            found += len(pile)
            if found > cards:
                return False
        return True

    return won


def cards_on(piles: Iterable[int]) -> Callable[[State], int]:
    """Score the cards on these piles."""
    watched = tuple(piles)

    def score(position: State) -> int:
        lying, found = position.piles, 0
        for pile in watched:
            found += len(lying[pile])
        return found

    return score


def above_first(piles: Iterable[int]) -> Callable[[State], int]:
    """Score the cards on these piles, but for the first one of each."""
    watched = tuple(piles)

    def score(position: State) -> int:
        lying, found = position.piles, 0
        for pile in watched:
            found += max(len(lying[pile]) - 1, 0)
        return found

    return score


def gone_from(cards: int) -> Callable[[State], int]:
    """Score the cards that have left the game, which began with `cards`."""

    def score(position: State) -> int:
        left = 0
        for pile in position.piles:
            left += len(pile)
        return cards - left

    return score


def links(relation: Relation) -> Callable[[State], int]:
    """Score each face-up card that lies on another one as `relation` says."""

    def score(position: State) -> int:
        found = 0
        for cards in position.piles:
            welcome = NOTHING
            for card in cards:
                found += welcome[card]
                welcome = relation[card]
        return found

    return score


def whole_suit(cards: Pile) -> bool:
    """Return whether these are the cards of a suit, in order from the king down to the ace."""
    return len(cards) == KING and cards.translate(FACES) in _WHOLE_SUITS


def unknown(position: State) -> bool:
    """Return whether a card lies face up whose face is not known (in a view that ran ahead)."""
    return any(UNKNOWN in pile for pile in position.piles)


# How the shuffled deck is dealt -------------------------------------------------------------------


def dealt_first(wanted: Acceptance) -> Callable[[Pile], Pile]:
    """Deal the cards of `wanted` first, in order, and then the others as they come."""

    def arrange(cards: Pile) -> Pile:
        first = sorted(card for card in cards if wanted[card])
        return bytes(first) + bytes(card for card in cards if not wanted[card])

    return arrange


def kings_to_the_bottom(pile: Pile) -> Pile:
    """Return the pile with its kings below its other cards, which keep their order."""
    kings = [card for card in pile if card & RANK == KING]
    return bytes(kings + [card for card in pile if card & RANK != KING])
