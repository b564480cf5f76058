"""Freecell Solver (`fc-solve`), by S. Fish: games of columns and cells.

It reads a deal as lines of text, and the rules as options. What lies on a foundation stays there.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

from engine.cards import ACE, RANK_LABELS, Card, rank, suit
from engine.game import Game
from engine.solver.answer import Verdict
from engine.state import State
from tools.solvers.program import CannotAsk, Program, output
from tools.solvers.setting import Allows, Setting, Terms

Built: TypeAlias = Literal["suit", "alternate_color", "rank"]
Spaces: TypeAlias = Literal["all", "kings"]

SINGLY: Final = "01ABCDE"
"""Its moves of one card each: of those alone it says truly that they do not win."""
VERDICTS: Final[dict[str, Verdict]] = {
    "This game is solveable.": "won",
    "I could not solve this game.": "impossible",
    "Iterations count exceeded.": "unknown",
}


@dataclass(frozen=True)
class Rules:
    """The rules of a setting, as far as the deal does not show them."""

    built: Built
    spaces: Spaces = "all"
    allows: Allows = "the same"
    why: str = ""


_STAYS: Final = "there what lies on a foundation stays"

RULES: Final[dict[Setting, Rules]] = {
    Setting("bakers-game"): Rules("suit"),
    # A card that comes back from a foundation helps nobody where columns are built in suit.
    Setting("eight-off"): Rules("suit", "kings"),
    Setting("freecell"): Rules("alternate_color"),
    Setting("seahaven"): Rules("suit", "kings"),
    # What differs.
    Setting("beleaguered-castle"): Rules("rank", "all", "less", _STAYS),
    Setting("streets-and-alleys"): Rules("rank", "all", "less", _STAYS),
}
"""By setting; first those with the same rules.

Baker's Dozen is left out, as most builds of the program have room for ten columns only.
"""


class FreecellSolver(Program):
    """The program at `path`."""

    name: ClassVar = "Freecell Solver"

    def __init__(self, path: str) -> None:
        """Ask the program at `path`."""
        self._path = path

    @property
    def settings(self) -> Collection[Setting]:
        """What it can be asked about."""
        return RULES

    def terms(self, setting: Setting) -> Terms:
        """Return how its rules of one of its settings compare with ours."""
        return Terms(RULES[setting].allows, RULES[setting].why)

    def ask(self, setting: Setting, game: Game, deal: State, seconds: int) -> Verdict:
        """Return what it finds out about a deal in so many seconds of a processor."""
        options = options_of(RULES[setting], game)
        printed = output([self._path, *options], board(game, deal), seconds)
        return "unknown" if printed is None else read_verdict(printed)


def options_of(rules: Rules, game: Game) -> list[str]:
    """Return the rules of a game as the program's options."""
    kinds = [place.kind for place in game.places]
    return [
        "--freecells-num",
        str(kinds.count("reserve")),
        "--stacks-num",
        str(kinds.count("tableau")),
        "--sequences-are-built-by",
        rules.built,
        "--sequence-move",
        "limited",
        "--empty-stacks-filled-by",
        rules.spaces,
        "--method",
        "soft-dfs",
        "--tests-order",
        SINGLY,
        "--show-exceeded-limits",
    ]


def board(game: Game, deal: State) -> str:
    """Return a deal as the program reads it: each column from the bottom card up."""
    cells: list[str] = []
    columns: list[str] = []
    home: list[str] = []
    for place, cards in zip(game.places, deal.piles, strict=True):
        texts = " ".join(map(card_text, cards))
        if place.kind == "reserve":
            cells.append(texts or "-")
        elif place.kind == "tableau":
            columns.append(f": {texts}")
        elif cards:
            home.append(f"{'CDHS'[suit(cards[-1])]}-{RANK_LABELS[rank(cards[-1]) - ACE]}")
    lines = [f"Foundations: {' '.join(home)}"] if home else []
    if cells:
        lines.append(f"Freecells: {' '.join(cells)}")
    return "\n".join([*lines, *columns]) + "\n"


def card_text(card: Card) -> str:
    """Return a card as the program reads it: `10H`."""
    return RANK_LABELS[rank(card) - ACE] + "CDHS"[suit(card)]


def read_verdict(printed: str) -> Verdict:
    """Return what the program says: one of three sentences, on a line of its own.

    Raises:
        CannotAsk: that is no answer.
    """
    for line in printed.splitlines():
        if line in VERDICTS:
            return VERDICTS[line]
    raise CannotAsk(f"Freecell Solver gives no answer: {printed.strip()[-200:]!r}")
