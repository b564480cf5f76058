"""A game in words, for a player who listens instead of looking. Pure.

A race in words is in `client.words.commentary`.

What is said is short and begins with what matters most: a listener has heard enough early, and
presses the next key.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from client.board.card_moves import came_from
from client.board.cursor import rows
from client.board.layout import Spot
from client.words.texts import button_text, card_words, joined, listed
from client.words.translation import translate
from engine import empty_places
from engine.cards import RANK, RANK_LABELS, SUIT_NAMES, is_down
from engine.game import Game
from engine.places import Called
from engine.state import Action, Click, Deal, Move, State

FIELD: Final = 9
"""So many single places in rows are a field, whose places have a row and a number in it."""
SAME_COLUMN: Final = 0.3
"""Piles whose left edges are less than this apart, in card widths, lie in one column."""
MOST_CHANGES: Final = 13
"""More changes than this at once are counted, and not told one by one: a row dealt is told."""
MOST_CLOSED: Final = 2
"""More cards than this that only fill gaps are counted, too."""


# Cards --------------------------------------------------------------------------------------------


def cards_text(count: int) -> str:
    """Return how many cards: "1 card", "7 cards"."""
    return translate("spoken", "%n card(s)", "", count)


def group_text(cards: bytes, called: Callable[[int], str] = card_words) -> str:
    """Return cards that lie on each other: "seven of hearts", "... with 2 cards on it"."""
    more, lowest = len(cards) - 1, called(cards[0])
    if not more:
        return lowest
    return translate("spoken", "{card} with %n card(s) on it", "", more).format(card=lowest)


def all_of(names: Sequence[str]) -> str:
    """Return names as one says them: "a, b and c"."""
    return listed(names, translate("spoken", "{names} and {last}"))


# Piles --------------------------------------------------------------------------------------------


def kind_text(kind: Called) -> str:
    """Return what the only pile of its kind is called: "stock"."""
    return {
        "stock": translate("spoken", "stock"),
        "waste": translate("spoken", "waste"),
        "foundation": translate("spoken", "foundation"),
        "tableau": translate("spoken", "tableau"),
        "reserve": translate("spoken", "reserve"),
        "cell": translate("spoken", "cell"),
        "discard": translate("spoken", "discard"),
    }[kind]


def the_kind(kind: Called) -> str:
    """Return what the only pile of its kind is called within a sentence: "the stock"."""
    return {
        "stock": translate("spoken", "the stock"),
        "waste": translate("spoken", "the waste"),
        "foundation": translate("spoken", "the foundation"),
        "tableau": translate("spoken", "the tableau"),
        "reserve": translate("spoken", "the reserve"),
        "cell": translate("spoken", "the cell"),
        "discard": translate("spoken", "the discard"),
    }[kind]


def from_kind(kind: Called) -> str:
    """Return from where cards come that lie on the only pile of its kind: "from the waste"."""
    return {
        "stock": translate("spoken", "from the stock"),
        "waste": translate("spoken", "from the waste"),
        "foundation": translate("spoken", "from the foundation"),
        "tableau": translate("spoken", "from the tableau"),
        "reserve": translate("spoken", "from the reserve"),
        "cell": translate("spoken", "from the cell"),
        "discard": translate("spoken", "from the discard"),
    }[kind]


def numbered(kind: Called, number: int | str) -> str:
    """Return what one of several piles is called: "tableau 3"."""
    text = {
        "stock": translate("spoken", "stock {number}"),
        "waste": translate("spoken", "waste {number}"),
        "foundation": translate("spoken", "foundation {number}"),
        "tableau": translate("spoken", "tableau {number}"),
        "reserve": translate("spoken", "reserve {number}"),
        "cell": translate("spoken", "cell {number}"),
        "discard": translate("spoken", "discard {number}"),
    }[kind]
    return text.format(number=number)


def pile_names(game: Game) -> list[str]:
    """Return what each pile is called: "stock", "tableau 3", "row 2, place 5".

    Piles that bear a mark are numbered by it: those of a clock by their hours.
    """
    places = game.places
    kinds = Counter(place.called for place in places)
    marked = {place.called for place in places if place.mark}
    names, seen = [], Counter[str]()
    for place in places:
        seen[place.called] += 1
        number = place.mark if place.called in marked else seen[place.called]
        many = kinds[place.called] > 1 and number
        names.append(numbered(place.called, number) if many else kind_text(place.called))
    for pile, (row, number) in _field(game).items():
        place_text = translate("spoken", "row {row}, place {place}")
        names[pile] = place_text.format(row=row, place=number)
    return names


def _field(game: Game) -> dict[int, tuple[int, int]]:
    """Return the piles of a field of single places, each with its row and its number there."""
    field = [pile for pile, place in enumerate(game.places) if place.kind == "tableau"]
    in_rows = rows(game.places, field)
    single = all(game.places[pile].spread == "squared" for pile in field)
    if len(in_rows) < 2 or len(field) < FIELD or not single:
        return {}
    return {pile: (y, x) for y, row in enumerate(in_rows, 1) for x, pile in enumerate(row, 1)}


class Speaker:
    """Says what is on the board of one game, and what changes there."""

    def __init__(
        self, game: Game, called: Callable[[int], str] = card_words, *, seen: bool = False
    ) -> None:
        """Speak of this game; `called` says what a card is called.

        To who has `seen` the board, a card that lay face up is no news when nothing lies on it.
        """
        self._game, self._seen = game, seen
        self._called = called
        self.names = pile_names(game)
        self._field = _field(game)
        kinds = Counter(place.called for place in game.places)
        self._single = {kind for kind, count in kinds.items() if count == 1}

    def pile(self, state: State, pile: int) -> str:
        """Return a pile in words: "tableau 3, 7 cards, top: jack of clubs, 5 face up"."""
        cards, said = state.piles[pile], [self.names[pile]]
        if not cards:
            wanted = _begins(empty_places.sign(self._game, state, pile))
            return joined([*said, translate("spoken", "empty"), *wanted])
        down = sum(map(is_down, cards))
        if down == len(cards):
            return joined([*said, _face_down(down)])
        if len(cards) == 1:
            return f"{self.names[pile]}: {self._called(cards[0])}"
        top = translate("spoken", "top: {card}").format(card=self._called(cards[-1]))
        said += [cards_text(len(cards)), top]
        if down:
            said.append(translate("spoken", "%n face up", "", len(cards) - down))
        return joined(said)

    def spot(self, state: State, spot: Spot) -> str:
        """Return a card of a pile in words: "ten of diamonds, with 2 cards on it, tableau 3"."""
        cards = state.piles[spot.pile]
        above = len(cards) - 1 - spot.card
        if spot.card < 0 or not above:
            return self.pile(state, spot.pile)
        under = translate("spoken", "with %n card(s) on it", "", above)
        return joined([self._called(cards[spot.card]), under, self.names[spot.pile]])

    def whole_pile(self, state: State, pile: int) -> str:
        """Return all cards of a pile in words, from the top; those face down are only counted."""
        cards = state.piles[pile]
        up = [self._called(card) for card in reversed(cards) if not is_down(card)]
        down = len(cards) - len(up)
        said = ([joined(up)] if up else []) + ([_face_down(down)] if down else [])
        return f"{self.names[pile]}: {'; '.join(said) or translate('spoken', 'empty')}"

    def row(self, state: State, pile: int) -> str:
        """Return what lies on top in the row of this pile: "from the left: two of clubs, empty"."""
        here = next(row for row in rows(self._game.places) if pile in row)
        text = translate("spoken", "from the left: {cards}")
        return text.format(cards=self._tops(state, here))

    def column(self, state: State, pile: int) -> str:
        """Return what lies on top in the column of this pile, which is one from above."""
        places = self._game.places
        x = places[pile].at[0]
        here = [other for other, place in enumerate(places) if abs(place.at[0] - x) < SAME_COLUMN]
        here.sort(key=lambda other: places[other].at[1])
        text = translate("spoken", "from above: {cards}")
        return text.format(cards=self._tops(state, here))

    def _tops(self, state: State, piles: Sequence[int]) -> str:
        """Return the top cards of these piles, with the piles' names unless all are of a field."""
        tops = []
        for pile in piles:
            cards = state.piles[pile]
            top = self._called(cards[-1]) if cards else translate("spoken", "empty")
            named = set(piles) <= self._field.keys()
            tops.append(top if named else f"{self.names[pile]}: {top}")
        return ", ".join(tops)

    def named(self, pile: int) -> str:
        """Return a pile's name within a sentence: "the waste", "tableau 3"."""
        kind = self._game.places[pile].called
        return the_kind(kind) if kind in self._single else self.names[pile]

    def place(self, state: State, pile: int) -> str:
        """Return where a card goes: "eight of spades", "empty tableau 3", "foundation 1"."""
        cards, kind = state.piles[pile], self._game.places[pile].kind
        if kind in ("foundation", "discard", "waste", "stock") or (
            cards and not _is_known(cards[-1])
        ):
            return self.named(pile)
        if cards:
            return self._called(cards[-1])
        if pile in self._field:  # a place in rows, which need not be filled
            return self.names[pile]
        return translate("spoken", "empty {pile}").format(pile=self.names[pile])

    def taken(self, state: State, spot: Spot, targets: Sequence[int]) -> str:
        """Return what is in hand now, and how many places take it."""
        held = self._group(state.piles[spot.pile][spot.card :])
        places = translate("spoken", "%n place(s)", "", len(targets))
        return f"{translate('spoken', 'holding {cards}').format(cards=held)}; {places}"

    def over(self, state: State, spot: Spot, held: Spot) -> str:
        """Return where held cards would be put by letting go here."""
        if spot.pile == held.pile:
            return translate("spoken", "back to {place}").format(place=self.named(held.pile))
        return self._onto_at(state, spot.pile)

    def action(self, state: State, action: Action) -> str:
        """Return an action in words, as advice, with where the cards lie now and would then.

        So it is "seven of hearts from tableau 2 onto eight of spades, tableau 5".
        """
        if isinstance(action, Deal):
            return button_text(self._game.button) or translate("spoken", "deal")
        if isinstance(action, Click):
            if self._game.places[action.pile].kind == "stock" and "stock" in self._single:
                return translate("spoken", "click the stock")
            spot = self.spot(state, Spot.top(state, action.pile))
            return translate("spoken", "click {card}").format(card=spot)
        cards = state.piles[action.source][-action.count :]
        text = translate(
            "spoken", "{cards} {source} {where}", "seven of hearts from tableau 2 onto…"
        )
        return text.format(
            cards=self._group(cards),
            source=self._from(action.source),
            where=self._onto_at(state, action.target),
        )

    def _from(self, pile: int) -> str:
        kind = self._game.places[pile].called
        if kind in self._single:
            return from_kind(kind)
        return translate("spoken", "from {pile}").format(pile=self.names[pile])

    def _onto(self, state: State, pile: int) -> str:
        place, cards = self.place(state, pile), state.piles[pile]
        if cards and place == self._called(cards[-1]):
            return translate("spoken", "onto {card}").format(card=place)
        return translate("spoken", "to {place}").format(place=place)

    def _onto_at(self, state: State, pile: int) -> str:
        """Return onto what, and where that is: "onto eight of spades, tableau 5"."""
        place, name, cards = self._onto(state, pile), self.names[pile], state.piles[pile]
        if cards and self._game.places[pile].kind == "waste" and _is_known(cards[-1]):
            # What is put there meets its top card, with which it may be a pair.
            place = translate("spoken", "onto {card}").format(card=self._called(cards[-1]))
        return place if name in place else f"{place}, {name}"

    def _group(self, cards: bytes) -> str:
        return group_text(cards, self._called)

    def _all_names(self, cards: Sequence[int]) -> str:
        known = [self._called(card) for card in cards if _is_known(card)]
        unknown = sum(not _is_known(card) for card in cards)
        return all_of([*known, *([cards_text(unknown)] if unknown else [])])

    def _landing(self, pile: int) -> str:
        """Return where cards have gone: of foundations, the cards tell themselves which it is."""
        kind = self._game.places[pile].called
        return the_kind(kind) if kind == "foundation" else self.named(pile)

    def _put(self, cards: bytes, state: State, pile: int) -> str:
        """Return onto what cards have gone: "seven of hearts onto eight of spades"."""
        where, under = self._onto(state, pile), state.piles[pile]
        if self._game.places[pile].kind == "foundation":
            text = translate("spoken", "onto {card}")
            to = translate("spoken", "to {place}").format(place=self._landing(pile))
            on_card = under and _is_known(under[-1])
            where = text.format(card=self._called(under[-1])) if on_card else to
        text = translate("spoken", "{cards} {where}", "seven of hearts / onto eight of spades")
        return text.format(cards=self._group(cards), where=where)

    def refusal(self, state: State, action: Action | None, why: str) -> str:
        """Return why `action` cannot be done, and what it was; `why` is what the rules say."""
        if isinstance(action, Move) and 0 < action.count <= len(state.piles[action.source]):
            cards = self._group(state.piles[action.source][-action.count :])
            text = translate("spoken", "{cards} not {where}: {reason}")
            return text.format(cards=cards, where=self._onto(state, action.target), reason=why)
        return why

    # Changes --------------------------------------------------------------------------------------

    def change(self, before: State, after: State) -> str:
        """Return what has changed from one position to another, an empty text where nothing has.

        So it is "seven of hearts onto eight of spades; uncovered the jack of clubs".
        """
        if before.piles == after.piles:
            return ""
        origins = came_from(before.piles, after.piles)
        moved, closed, turned, dealt = self._moved(before, after, origins)
        said = [*self._removed(before, after), *moved]
        if len(closed) > MOST_CLOSED:
            said.append(translate("spoken", "%n card(s) closed up", "", len(closed)))
        else:
            said += closed
        said += self._uncovered(before, after, origins)
        if turned:
            said.append(translate("spoken", "turned up {cards}").format(cards=joined(turned)))
        if dealt:
            said.append(translate("spoken", "dealt {cards}").format(cards=joined(dealt)))
        if len(said) + len(dealt) > MOST_CHANGES:
            changed = sum(a != b for a, b in zip(before.piles, after.piles, strict=True))
            return translate("spoken", "%n pile(s) changed", "", changed)
        between = translate("spoken", "; ", "between what has changed")
        return between.join(said) or translate("spoken", "the cards are shuffled")

    def _moved(
        self, before: State, after: State, origins: dict[Spot, Spot]
    ) -> tuple[list[str], list[str], list[str], list[str]]:
        """Return what went to another pile, and what closed up gaps; and what came from the stock.

        That is what was turned up onto a waste, and what was dealt to other piles.
        """
        moved, closed, turned, dealt = [], [], [], []
        for target, cards in enumerate(after.piles):
            if self._game.places[target].kind == "discard":
                continue
            came: dict[int, list[int]] = {}
            hidden = 0
            for card in range(len(cards)):
                origin = origins.get(Spot(target, card))
                if origin is not None and origin.pile != target:
                    came.setdefault(origin.pile, []).append(cards[card])
            for source, group in came.items():
                kind, to = self._game.places[source].kind, self._landing(target)
                if all(map(is_down, group)):
                    hidden += len(group)
                elif kind == "stock" and self._game.places[target].kind == "waste":
                    turned.append(self._all_names(group))
                elif kind == "stock":
                    dealt.append(_to(self._all_names(group), to))
                elif len(cards) == len(group) and before.piles[target]:
                    closed.append(_to(self._group(bytes(group)), to))
                elif not _lies_on_it(cards, group, before.piles[target]):
                    moved.append(_to(self._group(bytes(group)), to))
                else:
                    moved.append(self._put(bytes(group), before, target))
            if hidden and self._game.places[target].kind == "stock":
                moved.append(translate("spoken", "%n card(s) back to the stock", "", hidden))
            elif hidden:
                moved.append(_to(_face_down(hidden), self._landing(target)))
        return moved, closed, turned, dealt

    def _removed(self, before: State, after: State) -> list[str]:
        """Return the cards that left the game, or went to a discard pile and are seen no more."""
        discards = [i for i, place in enumerate(self._game.places) if place.kind == "discard"]
        lost = Counter(_known(before.piles, discards)) - Counter(_known(after.piles, discards))
        # A card turned over, or back into the stock, is not gone: as many are left in the game.
        if not lost or _count(before.piles, discards) == _count(after.piles, discards):
            return []
        gone = all_of([self._called(card) for card in lost.elements()])
        return [translate("spoken", "{cards} removed").format(cards=gone)]

    def _uncovered(self, before: State, after: State, origins: dict[Spot, Spot]) -> list[str]:
        """Return the cards that nothing lies on any more, as far as they are known."""
        found = []
        for pile, cards in enumerate(after.piles):
            top = len(cards) - 1
            covered = len(before.piles[pile]) > len(cards) or (
                0 <= top < len(before.piles[pile]) and not _is_known(before.piles[pile][top])
            )
            if covered and self._seen and _is_known(before.piles[pile][top]):
                continue
            stayed = origins.get(Spot(pile, top)) == Spot(pile, top)
            shown = self._game.places[pile].kind not in ("stock", "foundation")
            if cards and covered and stayed and shown and _is_known(cards[-1]):
                the_card = translate("spoken", "the {card}")
                found.append(the_card.format(card=self._called(cards[-1])))
        text = translate("spoken", "uncovered {cards}")
        return [text.format(cards=all_of(found))] if found else []


def _lies_on_it(cards: bytes, group: Sequence[int], before: bytes) -> bool:
    """Return whether a group lies on what was the top card of its pile `before`, or on none."""
    under = cards[: cards.index(bytes(group))] if bytes(group) in cards else b""
    return not under or not before or under[-1:] == before[-1:]


def _face_down(count: int) -> str:
    return translate("spoken", "%n card(s) face down", "", count)


def _to(cards: str, place: str) -> str:
    return translate("spoken", "{cards} to {place}").format(cards=cards, place=place)


def _begins(wanted: str | None) -> list[str]:
    """Return what an empty place waits for, if its sign says anything."""
    match wanted:
        case None:
            return []
        case empty_places.REDEAL:
            return [translate("spoken", "can be turned over again")]
        case empty_places.USED_UP:
            return [translate("spoken", "used up")]
    cards = dict(zip((*RANK_LABELS, *SUIT_NAMES), _first_cards(), strict=True))
    return [translate("spoken", "begins with {card}").format(card=cards[wanted])]


def _first_cards() -> list[str]:
    return [
        translate("spoken", "an ace"),
        translate("spoken", "a two"),
        translate("spoken", "a three"),
        translate("spoken", "a four"),
        translate("spoken", "a five"),
        translate("spoken", "a six"),
        translate("spoken", "a seven"),
        translate("spoken", "an eight"),
        translate("spoken", "a nine"),
        translate("spoken", "a ten"),
        translate("spoken", "a jack"),
        translate("spoken", "a queen"),
        translate("spoken", "a king"),
        translate("spoken", "clubs"),
        translate("spoken", "diamonds"),
        translate("spoken", "hearts"),
        translate("spoken", "spades"),
    ]


def _known(piles: Sequence[bytes], but: Sequence[int]) -> list[int]:
    return [
        card for i, pile in enumerate(piles) if i not in but for card in pile if _is_known(card)
    ]


def _count(piles: Sequence[bytes], but: Sequence[int]) -> int:
    return sum(len(pile) for i, pile in enumerate(piles) if i not in but)


def _is_known(card: int) -> bool:
    return not is_down(card) and bool(card & RANK)
