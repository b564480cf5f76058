"""Solvitaire, by C. Blake and I. P. Gent: depth first, with a table of the positions seen.

It reads the rules of a game and a deal as JSON. The rules here are ours in its words.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar, Final, Literal, TypeAlias

from engine.cards import DOWN, RANK_LABELS, Card, rank, suit
from engine.catalogue import Choice
from engine.game import Game
from engine.solver.answer import Verdict
from engine.state import State
from tools.solvers.program import CannotAsk, Program, output
from tools.solvers.setting import Allows, Setting, Terms

Json: TypeAlias = dict[str, object]
Built: TypeAlias = Literal["same-suit", "red-black", "any-suit", "no-build"]
Spaces: TypeAlias = Literal[
    "any", "kings", "no-build", "auto-reserve-then-any", "auto-reserve-then-waste"
]
Groups: TypeAlias = Literal["no", "yes", "maximal-group"]
Stock: TypeAlias = Literal["waste", "tableau piles", "hole"]

POSITIONS: Final = 3_000_000
"""How many positions it keeps: some 500 MB."""
VERDICTS: Final[dict[str, Verdict]] = {
    "solved": "won",
    "unsolvable": "impossible",
    "timed-out": "unknown",
    "memory-limit-reached": "unknown",
    "terminated": "unknown",
}


@dataclass(frozen=True)
class Rules:
    """The rules of a setting, as far as the deal does not show them."""

    built: Built
    """How the tableau is built down."""
    spaces: Spaces = "any"
    """What an empty pile of the tableau takes."""
    groups: Groups = "no"
    """Whether cards in order move together: any number of them, or all that are in order."""
    back: bool = False
    """Whether the top card of a foundation may come back."""
    stock: Stock = "waste"
    """Where the stock is dealt to."""
    turned: int = 1
    """How many cards are turned at once."""
    again: bool = False
    """Whether the waste goes back to the stock, as often as one likes."""
    base: bool = False
    """Whether the foundations begin with the rank of a card that is dealt there."""
    allows: Allows = "the same"
    why: str = ""


def _setting(game: str, **options: Choice) -> Setting:
    return Setting(game, tuple(options.items()))


_KLONDIKE: Final = Rules("red-black", "kings", "yes", back=True)
_OFTEN: Final = "there the waste goes back as often as one likes"
_OFTENER: Final = Rules(
    "red-black", "kings", "yes", back=True, again=True, allows="more", why=_OFTEN
)
_OFTENER_BY_THREE: Final = Rules(
    "red-black", "kings", "yes", back=True, turned=3, again=True, allows="more", why=_OFTEN
)
_IN_CELLS: Final = (
    "there no deal has cards in cells: they lie on the first column, which gives them up to cells"
)
_ON_BASE: Final = "there nothing is built on a card of the base card's rank"

RULES: Final[dict[Setting, Rules]] = {
    _setting("accordion"): Rules("no-build"),
    _setting("bakers-dozen"): Rules("any-suit", "no-build", back=True),
    _setting("bakers-game"): Rules("same-suit"),
    _setting("beleaguered-castle"): Rules("any-suit", back=True),
    _setting("forty-thieves"): Rules("same-suit"),
    _setting("freecell"): Rules("red-black"),
    _setting("giant", build="same-suit"): Rules(
        "same-suit", groups="yes", back=True, stock="tableau piles"
    ),
    _setting("giant", build="alternating-colors"): Rules(
        "red-black", groups="yes", back=True, stock="tableau piles"
    ),
    _setting("gold-mine"): Rules("red-black", groups="yes", back=True, turned=3),
    _setting("gypsy"): Rules("red-black", groups="yes", back=True, stock="tableau piles"),
    _setting("king-albert"): Rules("red-black", groups="yes", back=True),
    _setting("klondike", deal="three-card-deals"): Rules(
        "red-black", "kings", "yes", back=True, turned=3, again=True
    ),
    _setting("klondike", deal="no-redeals"): _KLONDIKE,
    _setting("klondike", deal="unlimited-redeals"): Rules(
        "red-black", "kings", "yes", back=True, again=True
    ),
    _setting("streets-and-alleys"): Rules("any-suit", back=True),
    # What differs.
    _setting("athena", three_card_deals=False): _OFTENER,
    _setting("athena", three_card_deals=True): _OFTENER_BY_THREE,
    _setting("aunt-mary"): _OFTENER,
    _setting("canfield"): Rules(
        "red-black",
        "auto-reserve-then-any",
        "yes",
        back=True,
        turned=3,
        again=True,
        base=True,
        allows="less",
        why=_ON_BASE,
    ),
    _setting("easthaven"): Rules(
        "red-black",
        "kings",
        "yes",
        stock="tableau piles",
        allows="more",
        why="there a row may be dealt while a king could fill an empty pile",
    ),
    _setting("eight-off"): Rules("same-suit", "kings", back=True, allows="more", why=_IN_CELLS),
    _setting("golf"): Rules(
        "no-build", stock="hole", allows="more", why="there a queen may be put on a king"
    ),
    _setting("jumbo"): _OFTENER,
    _setting("kansas"): Rules(
        "any-suit",
        "auto-reserve-then-waste",
        "yes",
        base=True,
        allows="less",
        why=f"{_ON_BASE}, nor moved from pile to pile while a pile is empty",
    ),
    _setting("klondike", deal="single-card-deals"): _OFTENER,
    _setting("royal-east"): Rules("any-suit", base=True, allows="less", why=_ON_BASE),
    _setting("saratoga", three_card_deals=False): _OFTENER,
    _setting("saratoga", three_card_deals=True): _OFTENER_BY_THREE,
    _setting("seahaven"): Rules("same-suit", "kings", back=True, allows="more", why=_IN_CELLS),
    _setting("westhaven"): Rules(
        "red-black",
        groups="maximal-group",
        allows="less",
        why="there only all the open cards of a pile move to another pile, and not the top one",
    ),
}
"""By setting; first those with the same rules.

Left out are games whose rules cannot be said there: fans of three, cards built up or in the same
colour, jokers, other layouts, reshuffles, and whole suits, as in Spider, of which a description of
rules may not say that they go home as one.
"""


class Solvitaire(Program):
    """The program at `path`."""

    name: ClassVar = "Solvitaire"

    def __init__(self, path: str, rules: dict[Setting, Rules] = RULES) -> None:
        """Ask the program at `path`."""
        self._path, self._rules = path, rules

    @property
    def settings(self) -> Collection[Setting]:
        """What it can be asked about."""
        return self._rules

    def terms(self, setting: Setting) -> Terms:
        """Return how its rules of one of its settings compare with ours."""
        rules = self._rules[setting]
        return Terms(rules.allows, rules.why)

    def ask(self, setting: Setting, game: Game, deal: State, seconds: int) -> Verdict:
        """Return what it finds out about a deal in so many seconds of a processor.

        For a fifth of them it takes what looks promising for a must, which may miss wins; then it
        goes about it thoroughly. Each of the two gets a second at least.
        """
        hasty = max(1, seconds // 5)
        with TemporaryDirectory() as directory:
            rules_file, deal_file = Path(directory, "rules.json"), Path(directory, "deal.json")
            layout = Layout.of(game, deal)
            rules = self._rules[setting]
            rules_file.write_text(json.dumps(rules_json(rules, layout)), encoding="utf-8")
            deal_file.write_text(json.dumps(deal_json(rules, layout)), encoding="utf-8")
            command = [
                self._path,
                "--custom-rules",
                str(rules_file),
                "--cache-capacity",
                str(POSITIONS),
                "--classify",
                str(deal_file),
                "--streamliners",
            ]
            if _verdict(output([*command, "both"], "", hasty)) == "won":
                return "won"
            return _verdict(output([*command, "none"], "", max(1, seconds - hasty)))


def _verdict(printed: str | None) -> Verdict:
    return "unknown" if printed is None else read_verdict(printed)


@dataclass(frozen=True)
class Layout:
    """The piles of a deal by what they are for, each from the bottom card up."""

    tableau: list[bytes]
    cells: list[bytes]
    reserve: list[bytes]
    foundations: list[bytes]
    stock: bytes
    row: bytes
    """The cards of a game that is one row of them."""

    @classmethod
    def of(cls, game: Game, deal: State) -> "Layout":
        """Sort the piles of a deal."""
        tableau: list[bytes] = []
        cells: list[bytes] = []
        reserve: list[bytes] = []
        foundations: list[bytes] = []
        stock = b""
        for place, cards in zip(game.places, deal.piles, strict=True):
            if place.kind == "tableau":
                tableau.append(cards)
            elif place.kind == "reserve":
                (reserve if place.on_empty is None else cells).append(cards)
            elif place.kind == "foundation":
                foundations.append(cards)
            elif place.kind == "stock":
                stock = cards
        row = b""
        if len(tableau) == len(game.deck):
            tableau, row = [], b"".join(tableau)
        return cls(tableau, cells, reserve, foundations, stock, row)

    @property
    def columns(self) -> list[bytes]:
        """The tableau, where cards that are dealt to cells lie on the first column."""
        if not self.tableau:
            return []
        first, *others = self.tableau
        return [first + b"".join(self.cells), *others]

    @property
    def cards(self) -> int:
        """How many cards there are."""
        piles = [*self.tableau, *self.cells, *self.reserve, *self.foundations]
        return len(b"".join([*piles, self.stock, self.row]))

    @property
    def hides(self) -> bool:
        """Whether cards of the tableau lie face down."""
        return any(card >= DOWN for card in b"".join(self.tableau))


def rules_json(rules: Rules, layout: Layout) -> Json:
    """Return the rules of such a deal, as the program reads them."""
    hole = rules.stock == "hole"
    said: Json = {
        "tableau piles": {
            "count": len(layout.tableau),
            "build policy": rules.built,
            "spaces policy": rules.spaces,
            "move built group": rules.groups,
            "face up cards": "top" if layout.hides else "all",
        },
        "foundations": {
            "present": bool(layout.foundations),
            "removable": rules.back,
            "initial cards": _initial(layout.foundations),
            "base card": "random" if rules.base else "A",
        },
        "cells": {"count": len(layout.cells)},
        "two decks": layout.cards == 104,
    }
    if layout.stock:
        said["stock"] = {
            "size": len(layout.stock) - hole,
            "deal type": rules.stock,
            "deal count": rules.turned,
            "redeal": rules.again,
        }
    if hole:
        said["hole"] = {"present": True, "base card": "random", "build loops": False}
    if layout.reserve:
        said["reserve"] = {
            "size": len(b"".join(layout.reserve)),
            "stacked": len(layout.reserve) == 1,
        }
    if layout.row:
        said["accordion"] = {
            "size": len(layout.row),
            "moves": ["L1", "L3"],
            "build policies": ["same-suit", "same-rank"],
        }
    return said


def _initial(foundations: list[bytes]) -> str:
    begun = sum(map(bool, foundations))
    return "none" if not begun else "all" if begun == len(foundations) else "one"


def deal_json(rules: Rules, layout: Layout) -> Json:
    """Return a deal, as the program reads it: each pile from the bottom card up."""
    said: Json = {}
    stock = layout.stock
    if layout.tableau:
        said["tableau piles"] = [_texts(column) for column in layout.columns]
    if home := _texts(b"".join(layout.foundations)):
        said["foundations"] = home
    if layout.reserve:
        said["reserve"] = [text.upper() for text in _texts(b"".join(layout.reserve))]
    if rules.stock == "hole":
        said["hole"] = card_text(stock[-1]).upper()
        stock = stock[:-1]
    if stock:
        said["stock"] = [text.upper() for text in _texts(stock)]
    if layout.row:
        said["accordion"] = _texts(layout.row)
    return said


def _texts(cards: Iterable[Card]) -> list[str]:
    return [card_text(card) for card in cards]


def card_text(card: Card) -> str:
    """Return a card as the program reads it: `10H`, and `10h` where it lies face down."""
    of = "CDHS"[suit(card)]
    return RANK_LABELS[rank(card) - 1] + (of.lower() if card >= DOWN else of)


def read_verdict(printed: str) -> Verdict:
    """Return what the program says: its answer is the last word of a line of figures.

    Raises:
        CannotAsk: that is no answer.
    """
    word = printed.strip().rpartition(",")[2].strip()
    if word not in VERDICTS:
        raise CannotAsk(f"Solvitaire gives no answer: {printed.strip()[-200:]!r}")
    return VERDICTS[word]
