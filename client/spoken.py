"""A game and a race in words, for whoever listens instead of looking. Pure.

What is said is short and begins with what matters most: a listener has heard enough early, and
presses the next key.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from client import choices
from client.cardmoves import follow
from client.cursor import rows
from client.layout import Spot
from client.texts import STATUSES, one_line, ordinal, points_text
from engine.cards import RANK, SUIT_NAMES, card_name, is_down
from engine.game import Game
from engine.state import Action, Click, Deal, Move, State
from protocol.messages import Standing

NUMBERS: Final = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
FIELD: Final = 9
"""So many single places in rows are a field, whose places have a row and a number in it."""
MOST_CHANGES: Final = 12
"""More changes than this at once are counted, and not told one by one."""
MOST_CLOSED: Final = 2
"""More cards than this that only fill gaps are counted, too."""

KEYS: Final = (
    ("Arrows", "Go to another pile, or to another card of a pile"),
    ("Ctrl+Arrows", "Go to another pile at once"),
    ("Page Up, Page Down", "Go to the card below or above in the pile"),
    ("Home, End", "Go to the lowest card to be taken, or to the top"),
    ("Enter", "Take the cards, and put them down"),
    ("Tab", "With cards in hand: the next place that takes them"),
    ("Escape", "Put the cards back"),
    ("B", "The best move for the cards here (a double-click)"),
    ("C", "Click the pile (turn the stock, take a card away)"),
    ("Space, D", "Deal: the stock or the game’s button"),
    ("U, Ctrl+Z", "Undo"),
    ("Ctrl+Y, Ctrl+Shift+Z", "Redo"),
    ("H", "Hint"),
    ("A", "Finish a won game: all to the foundations"),
    ("R", "Say what lies in this pile, from the top"),
    ("T", "Say the time, the place and the score"),
    ("F1, ?", "These keys"),
)
"""The keys of the board, and what each does."""


# Numbers and cards --------------------------------------------------------------------------------


def number(count: int) -> str:
    """Return a count as a word up to twelve, and in figures beyond."""
    return NUMBERS[count] if 0 <= count < len(NUMBERS) else str(count)


def cards_text(count: int) -> str:
    """Return how many cards: "one card", "seven cards"."""
    return f"{number(count)} card{'' if count == 1 else 's'}"


def time_text(seconds: float) -> str:
    """Return a length of time: "5 seconds", "3 minutes 12 seconds", "1 hour 2 minutes"."""
    minutes, second = divmod(max(0, int(seconds)), 60)
    hours, minute = divmod(minutes, 60)
    parts = [(hours, "hour"), (minute, "minute"), (0 if hours else second, "second")]
    said = [f"{n} {unit}{'' if n == 1 else 's'}" for n, unit in parts if n]
    return " ".join(said) or "0 seconds"


def group_text(cards: bytes) -> str:
    """Return cards that lie on each other: "seven of hearts", "... and two cards on it"."""
    more = len(cards) - 1
    return card_name(cards[0]) + (f" and {cards_text(more)} on it" if more else "")


def listed(names: Sequence[str]) -> str:
    """Return names as one says them: "a, b and c"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


# Piles --------------------------------------------------------------------------------------------


def pile_names(game: Game) -> list[str]:
    """Return what each pile is called: "stock", "tableau 3", "row 2, place 5"."""
    places = game.places
    kinds = Counter(place.kind for place in places)
    names, seen = [], Counter[str]()
    for place in places:
        seen[place.kind] += 1
        many = kinds[place.kind] > 1
        names.append(f"{place.kind} {seen[place.kind]}" if many else place.kind)
    field = [pile for pile, place in enumerate(places) if place.kind == "tableau"]
    in_rows = rows(places, field)
    single = all(places[pile].spread == "squared" for pile in field)
    if len(in_rows) > 1 and len(field) >= FIELD and single:
        for y, row in enumerate(in_rows, 1):
            for x, pile in enumerate(row, 1):
                names[pile] = f"row {y}, place {x}"
    return names


class Speaker:
    """Says what is on the board of one game, and what changes there."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.names = pile_names(game)

    def pile(self, state: State, pile: int) -> str:
        """Return a pile: "tableau 3, seven cards, top: jack of clubs, five face up"."""
        cards, name = state.piles[pile], self.names[pile]
        if not cards:
            wanted = choices.place_hint(self._game, state, pile)
            return f"{name}, empty{_begins(wanted)}"
        down = sum(map(is_down, cards))
        if down == len(cards):
            return f"{name}, {cards_text(down)} face down"
        if len(cards) == 1:
            return f"{name}: {card_name(cards[0])}"
        up = f", {number(len(cards) - down)} face up" if down else ""
        return f"{name}, {cards_text(len(cards))}, top: {card_name(cards[-1])}{up}"

    def spot(self, state: State, spot: Spot) -> str:
        """Return a card in a pile: "ten of diamonds, with two cards on it, tableau 3"."""
        cards = state.piles[spot.pile]
        above = len(cards) - 1 - spot.card
        if spot.card < 0 or not above:
            return self.pile(state, spot.pile)
        name = card_name(cards[spot.card])
        return f"{name}, with {cards_text(above)} on it, {self.names[spot.pile]}"

    def whole_pile(self, state: State, pile: int) -> str:
        """Return all cards of a pile, from the top; those face down are only counted."""
        cards = state.piles[pile]
        up = [card_name(card) for card in reversed(cards) if not is_down(card)]
        down = len(cards) - len(up)
        said = ([", ".join(up)] if up else []) + ([f"{cards_text(down)} face down"] if down else [])
        return f"{self.names[pile]}: {'; '.join(said) or 'empty'}"

    def named(self, pile: int) -> str:
        """Return a pile's name within a sentence: "the waste", "tableau 3"."""
        name = self.names[pile]
        return name if name[-1].isdigit() else f"the {name}"

    def place(self, state: State, pile: int) -> str:
        """Return where a card goes: "eight of spades", "empty tableau 3", "foundation 1"."""
        cards, kind = state.piles[pile], self._game.places[pile].kind
        if kind in ("foundation", "discard", "waste", "stock") or (
            cards and not _is_known(cards[-1])
        ):
            return self.named(pile)
        if cards:
            return card_name(cards[-1])
        named = self.names[pile].startswith(kind)  # no place in rows, which need not be filled
        return f"empty {self.names[pile]}" if named else self.names[pile]

    def taken(self, state: State, spot: Spot, targets: Sequence[int]) -> str:
        """Return what is in hand now, and how many places take it."""
        cards = state.piles[spot.pile][spot.card :]
        places = "one place" if len(targets) == 1 else f"{number(len(targets))} places"
        return f"holding {group_text(cards)}; {places}"

    def over(self, state: State, spot: Spot, held: Spot) -> str:
        """Return where held cards would be put by letting go here."""
        if spot.pile == held.pile:
            return f"back to {self.named(held.pile)}"
        place, name = self._onto(state, spot.pile), self.names[spot.pile]
        return place if name in place else f"{place}, {name}"

    def action(self, state: State, action: Action) -> str:
        """Return an action as advice: "seven of hearts onto eight of spades"."""
        if isinstance(action, Deal):
            return self._game.button.label if self._game.button else "deal"
        if isinstance(action, Click):
            return f"click {self.spot(state, choices.top(state, action.pile))}"
        cards = state.piles[action.source][-action.count :]
        return f"{group_text(cards)} {self._onto(state, action.target)}"

    def _onto(self, state: State, pile: int) -> str:
        place, cards = self.place(state, pile), state.piles[pile]
        return f"onto {place}" if cards and place == card_name(cards[-1]) else f"to {place}"

    def refusal(self, state: State, action: Action | None, reason: str) -> str:
        """Return why something cannot be done, and what it was."""
        if isinstance(action, Move) and 0 < action.count <= len(state.piles[action.source]):
            cards = state.piles[action.source][-action.count :]
            return f"{group_text(cards)} not {self._onto(state, action.target)}: {reason}"
        return reason

    # Changes --------------------------------------------------------------------------------------

    def change(self, before: State, after: State) -> str:
        """Return what has changed from one position to another; nothing where nothing has.

        "seven of hearts onto eight of spades; uncovered the jack of clubs".
        """
        if before.piles == after.piles:
            return ""
        origins = follow(before.piles, after.piles)
        moved, closed, dealt = self._moved(before, after, origins)
        said = [*self._removed(before, after), *moved]
        if len(closed) > MOST_CLOSED:
            said.append(f"{cards_text(len(closed))} closed up")
        else:
            said += closed
        said += self._uncovered(before, after, origins)
        if dealt:
            said.append(f"from the stock: {', '.join(dealt)}")
        if len(said) + len(dealt) > MOST_CHANGES:
            changed = sum(a != b for a, b in zip(before.piles, after.piles, strict=True))
            return f"{number(changed)} piles changed"
        return "; ".join(said) or "the cards are shuffled"

    def _moved(
        self, before: State, after: State, origins: dict[Spot, Spot]
    ) -> tuple[list[str], list[str], list[str]]:
        """Groups of cards that went to another pile, places that closed up, cards of the stock."""
        moved, closed, dealt = [], [], []
        for target, cards in enumerate(after.piles):
            if self._game.places[target].kind == "discard":
                continue
            came: dict[int, list[int]] = {}
            for card in range(len(cards)):
                origin = origins.get(Spot(target, card))
                if origin is not None and origin.pile != target:
                    came.setdefault(origin.pile, []).append(cards[card])
            for source, group in came.items():
                kind, to = self._game.places[source].kind, self.named(target)
                if all(map(is_down, group)):
                    moved.append(f"{cards_text(len(group))} face down to {to}")
                elif kind == "stock":
                    dealt.append(f"{_all_names(group)} to {to}")
                elif len(cards) == len(group) and before.piles[target]:
                    closed.append(f"{group_text(bytes(group))} to {to}")
                else:
                    moved.append(f"{group_text(bytes(group))} {self._onto(before, target)}")
        return moved, closed, dealt

    def _removed(self, before: State, after: State) -> list[str]:
        """Cards that have left the game, or went to a discard pile: one sees these no more."""
        discards = [i for i, place in enumerate(self._game.places) if place.kind == "discard"]
        lost = Counter(_known(before.piles, discards)) - Counter(_known(after.piles, discards))
        # A card turned over, or back into the stock, is not gone: as many are left in the game.
        if not lost or _count(before.piles, discards) == _count(after.piles, discards):
            return []
        return [f"{listed([card_name(card) for card in lost.elements()])} removed"]

    def _uncovered(self, before: State, after: State, origins: dict[Spot, Spot]) -> list[str]:
        """Cards that nothing lies on any more, as far as they are known."""
        found = []
        for pile, cards in enumerate(after.piles):
            top = len(cards) - 1
            covered = len(before.piles[pile]) > len(cards) or (
                0 <= top < len(before.piles[pile]) and not _is_known(before.piles[pile][top])
            )
            stayed = origins.get(Spot(pile, top)) == Spot(pile, top)
            shown = self._game.places[pile].kind not in ("stock", "foundation")
            if cards and covered and stayed and shown and _is_known(cards[-1]):
                found.append(f"the {card_name(cards[-1])}")
        return [f"uncovered {listed(found)}"] if found else []


def _begins(wanted: str | None) -> str:
    ranks = dict(zip(choices.RANK_LABELS, _rank_names(), strict=True))
    if wanted in ranks:
        return f", begins with {ranks[wanted]}"
    if wanted in SUIT_NAMES:
        return f", begins with {wanted}"
    return {"redeal": ", can be turned over again", "x": ", used up"}.get(wanted or "", "")


def _rank_names() -> list[str]:
    names = [card_name(rank).split(" of ")[0] for rank in range(1, len(choices.RANK_LABELS) + 1)]
    return [f"an {name}" if name[0] in "aeiou" else f"a {name}" for name in names]


def _all_names(cards: Sequence[int]) -> str:
    known = [card_name(card) for card in cards if _is_known(card)]
    unknown = sum(not _is_known(card) for card in cards)
    return listed([*known, *([cards_text(unknown)] if unknown else [])])


def _known(piles: Sequence[bytes], but: Sequence[int]) -> list[int]:
    return [
        card for i, pile in enumerate(piles) if i not in but for card in pile if _is_known(card)
    ]


def _count(piles: Sequence[bytes], but: Sequence[int]) -> int:
    return sum(len(pile) for i, pile in enumerate(piles) if i not in but)


def _is_known(card: int) -> bool:
    return not is_down(card) and bool(card & RANK)


# The race -----------------------------------------------------------------------------------------


def standing_text(
    standings: Sequence[Standing], own: int, elapsed: float, remaining: float, score: int
) -> str:
    """Return clock, place and score on request."""
    mine = next((racer for racer in standings if racer.player == own), None)
    place = f"{ordinal(mine.place)} of {len(standings)}, " if mine and mine.place else ""
    clock = f"{time_text(elapsed)} gone, {time_text(remaining)} left"
    return f"{place}{points_text(score)}; {clock}"


def rival_news(before: Sequence[Standing], after: Sequence[Standing], own: int) -> list[str]:
    """Return what has become of the rivals: "Bob won in 3 minutes 12 seconds", "Cleo gave up"."""
    known = {racer.player: racer.status for racer in before}
    return [
        fate_text(racer)
        for racer in after
        if racer.player != own
        and racer.status not in ("racing", "out of time")
        and known.get(racer.player) == "racing"
    ]


def fate_text(racer: Standing) -> str:
    """Return how a race ended for somebody: "Bob won in 3 minutes 12 seconds", "Bob gave up"."""
    name = one_line(racer.name)
    match racer.status:
        case "won":
            return f"{name} won in {time_text(racer.milliseconds / 1000)}"
        case "stuck" | "racing":
            return f"{name} is {racer.status}"
        case "gave up":
            return f"{name} gave up"
        case "out of time":
            return f"{name} ran out of time"
        case "disconnected":
            return f"{name} lost the connection for good"


def results_text(standings: Sequence[Standing], own: int) -> str:
    """Return the results, one's own first: "The race is over. You came 1st of 2 with 12 points"."""
    said = ["The race is over"]
    for racer in standings:
        if racer.player == own:
            place = f"{ordinal(racer.place)} of {len(standings)}"
            said.append(f"You came {place} with {points_text(racer.score)}: {_fate(racer)}")
    for racer in standings:
        if racer.player != own:
            name = one_line(racer.name)
            said.append(
                f"{ordinal(racer.place)}: {name} with {points_text(racer.score)}, {_fate(racer)}"
            )
    return ". ".join(said)


def _fate(racer: Standing) -> str:
    if racer.status == "won":
        return f"won in {time_text(racer.milliseconds / 1000)}"
    return STATUSES[racer.status].lower()
