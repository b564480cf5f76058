"""AisleRiot, the program, beside this engine: the same positions, and what differs.

The rules come from Debian's package `aisleriot`, run by `guile` (`apt-get install aisleriot
guile-3.0`); `aisleriot_bridge.scm` speaks for them.  `compare_aisleriot.py` holds the two against
each other live, `record_aisleriot.py` writes games down for the tests.

An action is a tuple in the program's words: ("drag", 8, 1, 12), ("click", 0), ("deal",).
"""

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, Final, TypeAlias

from engine import catalogue
from engine.cards import card_text, parse_card, rank, suit
from engine.catalogue import Choice
from engine.game import Game
from engine.games import gaps
from engine.state import Action, Click, Deal, Move, State

Words: TypeAlias = tuple[str | int, ...]

GAMES: Final = (
    "accordion",
    "auld-lang-syne",
    "block-ten",
    "clock",
    "cover",
    "cruel",
    "doublets",
    "elevator",
    "eliminator",
    "escalator",
    "first-law",
    "fortunes",
    "fourteen",
    "freecell",
    "gaps",
    "gay-gordons",
    "golf",
    "helsinki",
    "hopscotch",
    "jamestown",
    "klondike",
    "maze",
    "monte-carlo",
    "neighbor",
    "pileon",
    "poker",
    "quatorze",
    "scuffle",
    "spider",
    "thieves",
    "thirteen",
    "treize",
    "triple-peaks",
    "valentine",
    "wall",
    "yield",
)
"""The games that both have, by the name that both use."""
BRIDGE: Final = Path(__file__).with_name("aisleriot_bridge.scm")


@dataclass(frozen=True)
class Setting:
    """A game with its options chosen."""

    name: str
    options: Mapping[str, Choice]

    @property
    def game(self) -> Game:
        """The game in this engine."""
        return catalogue.make(self.name, self.options)

    @property
    def flags(self) -> list[int]:
        """The options as the program has them: a flag for each choice."""
        flags: list[int] = []
        for option in catalogue.entry(self.name).options:
            chosen = self.options[option.name]
            if isinstance(chosen, bool):
                flags.append(int(chosen))
            else:
                flags += [int(choice == chosen) for choice in option.choices]
        return flags

    def __str__(self) -> str:
        """Name the game and what is chosen."""
        return " ".join([self.name, *(f"{name}={choice}" for name, choice in self.options.items())])


def settings(names: tuple[str, ...] = GAMES) -> list[Setting]:
    """Return every game of `names` with every choice of its options."""
    found: list[Setting] = []
    for name in names:
        options = {option.name: option.choices for option in catalogue.entry(name).options}
        found += [
            Setting(name, dict(zip(options, chosen, strict=True)))
            for chosen in product(*options.values())
        ]
    return found


def engine_action(words: Words) -> Action:
    """Return the action that `words` stand for in this engine."""
    numbers = [int(word) for word in words[1:]]
    if words[0] == "drag":
        return Move(*numbers)
    return Click(*numbers) if words[0] == "click" else Deal()


# The program --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """A position of the program's."""

    state: State
    won: bool

    @classmethod
    def read(cls, fields: Mapping[str, Any]) -> "Position":
        """Return the position that the bridge wrote."""
        piles = tuple(bytes(map(parse_card, texts)) for texts in fields["cards"])
        return cls(State(piles, fields["score"], fields["redeals"]), fields["won"])


@dataclass(frozen=True)
class Look:
    """A position of the program's, and every action that it allows there.

    With each action what follows it; None where that is not known.
    """

    now: Position
    actions: Mapping[Words, Position | None]


class Program:
    """The program's rules of one game, in a process of their own."""

    def __init__(self, setting: Setting) -> None:
        """Start it.

        Raises:
            FileNotFoundError: the program, or guile, is not installed.
        """
        rules = next(Path("/usr/lib").glob("*/aisleriot/guile/3.0"), None)
        if rules is None:
            raise FileNotFoundError("aisleriot is not installed: apt-get install aisleriot")
        self.setting = setting
        self._process = subprocess.Popen(
            ["guile", "--no-auto-compile", str(BRIDGE), str(rules), setting.name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> "Program":
        return self

    def __exit__(self, *error: object) -> None:
        self._process.communicate()

    def _ask(self, command: str) -> Any:
        commands, answers = self._process.stdin, self._process.stdout
        if commands is None or answers is None:
            raise RuntimeError("the bridge has no pipes")
        print(command, file=commands, flush=True)
        answer = answers.readline()
        if not answer:
            raise RuntimeError(f"the bridge ended at {command}")
        return json.loads(answer)

    def deal(self, seed: int) -> list[dict[str, Any]]:
        """Deal; return the layout."""
        layout: list[dict[str, Any]] = self._ask(
            f"(deal {seed} ({' '.join(map(str, self.setting.flags))}))"
        )["layout"]
        return layout

    def put(self, state: State) -> None:
        """Put a position."""
        piles = " ".join(f"({' '.join(json.dumps(card_text(c)) for c in p)})" for p in state.piles)
        self._ask(f"(put ({piles}) {state.score} {state.redeals} ({self._remembered(state)}))")

    def _remembered(self, state: State) -> str:
        """Return what the rules remember of a position besides cards, score and redeals."""
        if self.setting.name == "freecell":  # the ranks that the foundations have come to
            tops = {suit(pile[-1]): rank(pile[-1]) for pile in state.piles[4:8] if pile}
            names = ("highest-club", "highest-diamond", "highest-heart", "highest-spade")
            return " ".join(f"({name} {tops.get(i, 0)})" for i, name in enumerate(names))
        if self.setting.name == "gaps":  # the places of each row that are not finished
            rows = zip(gaps.ROWS, gaps.finished(state), strict=True)
            loose = (" ".join(map(str, row[kept:])) for row, kept in rows)
            return f"(rows #({' '.join(f'({row})' for row in loose)}))"
        if self.setting.name == "cruel":  # a deal is refused straight after another
            return "(just-redealt #f)"
        return ""

    def look(self) -> Look:
        """Return the position and what may be done there.

        The double-click is left out, a shortcut for other actions; only in gaps it is the one way
        to the redeal, our `deal`.  So is a click that only does what a drag of the same card does.
        """
        answer = self._ask("(look)")
        actions: dict[Words, Position | None] = {}
        for entry in answer["actions"]:
            action: Words = tuple(entry["action"])
            if action[0] == "double":
                if self.setting.name != "gaps":
                    continue
                action = ("deal",)
            actions[action] = Position.read(entry["after"])
        drags = {(words[1], after) for words, after in actions.items() if words[0] == "drag"}
        for words, after in list(actions.items()):
            if words[0] == "click" and (words[1], after) in drags:
                del actions[words]
        return Look(Position.read(answer), actions)

    def do(self, action: Words) -> None:
        """Carry out an action that `look` has named."""
        if self.setting.name == "gaps" and action == ("deal",):
            action = ("double", 51)  # any pile will do
        self._ask(f"(do ({' '.join(map(str, action))}))")
