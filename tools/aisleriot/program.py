"""AisleRiot, the program, beside this engine: the same positions, and what differs.

The rules come from Debian's package `aisleriot`, run by `guile` (`apt-get install aisleriot
guile-3.0`); `bridge.scm` speaks for them. `tools.aisleriot.compare` holds the two against each
other live, `tools.aisleriot.record` writes games down for the tests.

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
from engine.base_card import base_on
from engine.cards import ACE, JACK, RANK, Pile, card, card_text, parse_card, rank, suit
from engine.catalogue import Choice
from engine.game import Game
from engine.games import (
    camelot,
    eight_off,
    gaps,
    hamilton,
    kings_audience,
    montana,
    osmosis,
    plait,
    seahaven,
    terrace,
)
from engine.state import Action, Click, Deal, Move, State

Words: TypeAlias = tuple[str | int, ...]
GAMES: Final = (
    "accordion",
    "agnes",
    "athena",
    "auld-lang-syne",
    "aunt-mary",
    "backbone",
    "bakers-dozen",
    "bakers-game",
    "bear-river",
    "beleaguered-castle",
    "block-ten",
    "bristol",
    "camelot",
    "canfield",
    "carpet",
    "chessboard",
    "clock",
    "cover",
    "cruel",
    "diamond-mine",
    "doublets",
    "eagle-wing",
    "easthaven",
    "eight-off",
    "elevator",
    "eliminator",
    "escalator",
    "first-law",
    "fortress",
    "fortunes",
    "forty-thieves",
    "fourteen",
    "freecell",
    "gaps",
    "gay-gordons",
    "giant",
    "glenwood",
    "gold-mine",
    "golf",
    "gypsy",
    "hamilton",
    "helsinki",
    "hopscotch",
    "isabel",
    "jamestown",
    "jumbo",
    "kansas",
    "king-albert",
    "kings-audience",
    "klondike",
    "labyrinth",
    "lady-jane",
    "maze",
    "monte-carlo",
    "napoleons-tomb",
    "neighbor",
    "odessa",
    "osmosis",
    "peek",
    "pileon",
    "plait",
    "poker",
    "quatorze",
    "royal-east",
    "saratoga",
    "scorpion",
    "scuffle",
    "seahaven",
    "sir-tommy",
    "spider",
    "spider-three-decks",
    "spiderette",
    "straight-up",
    "streets-and-alleys",
    "ten-across",
    "terrace",
    "thieves",
    "thirteen",
    "thumb-and-pouch",
    "treize",
    "triple-peaks",
    "union-square",
    "valentine",
    "wall",
    "westhaven",
    "whitehead",
    "will-o-the-wisp",
    "yield",
    "yukon",
    "zebra",
)
"""The games that both have, by the name that both use."""
BASED: Final = (
    "agnes",
    "bear-river",
    "canfield",
    "chessboard",
    "eagle-wing",
    "glenwood",
    "kansas",
    "lady-jane",
    "royal-east",
)
"""The games with a base card, whose rank the program remembers as BASE-VAL."""
CELLS: Final = {"eight-off": eight_off.CELLS, "seahaven": seahaven.CELLS}
"""Games that remember how many of these piles are free."""
BRIDGE: Final = Path(__file__).with_name("bridge.scm")


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
    def read(cls, fields: Mapping[str, Any], setting: Setting) -> "Position":
        """Return the position that the bridge wrote.

        Where the program keeps no score, it is what this engine makes of it.
        """
        piles = tuple(bytes(map(parse_card, texts)) for texts in fields["cards"])
        if setting.name == "kings-audience":
            piles = aces_under_jacks(piles)
        state = State(piles, 0, fields["redeals"], marks(setting.name, fields["variables"]))
        score = fields["score"]
        if score is False:
            score = setting.game.score(state) if setting.game.score else 0
        return cls(state._replace(score=score), fields["won"])


def marks(name: str, variables: Mapping[str, Any]) -> tuple[int, ...]:
    """Return as this engine's marks what the program's rules remember."""
    if name == "camelot":
        return () if variables["add-stage"] else camelot.REMOVING
    if name == "hamilton":
        shown, start = hamilton.CHOICES - variables["choices"], variables["start-value"]
        return (shown, start) if start else (shown,) if shown else ()
    if name == "labyrinth":
        return () if variables["first-row"] else (1,)
    if name == "terrace":
        return terrace.LOCKED if variables["stock-locked"] else ()
    if name in ("agnes", "lady-jane"):
        return (variables["BASE-VAL"],)
    return ()


def aces_under_jacks(piles: tuple[Pile, ...]) -> tuple[Pile, ...]:
    """King's Audience: put the aces that the program lets vanish under their jacks."""
    return tuple(
        bytes([card(ACE, suit(pile[0]))]) + pile
        if i in kings_audience.FOUNDATIONS and pile and pile[0] & RANK == JACK
        else pile
        for i, pile in enumerate(piles)
    )


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
        self._doubles: dict[Words, Words] = {}
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
        piles = state.piles
        if self.setting.name == "kings-audience":  # without the aces under the jacks
            homes = kings_audience.FOUNDATIONS
            piles = tuple(pile[i in homes :] for i, pile in enumerate(piles))
        piles_text = " ".join(f"({' '.join(json.dumps(card_text(c)) for c in p)})" for p in piles)
        self._ask(f"(put ({piles_text}) {state.score} {state.redeals} ({self._remembered(state)}))")

    def _remembered(self, state: State) -> str:
        """Return what the rules remember of a position besides cards, score and redeals."""
        name = self.setting.name
        if name in ("freecell", "bakers-game"):  # the ranks that the foundations have come to
            tops = {suit(pile[-1]): rank(pile[-1]) for pile in state.piles[4:8] if pile}
            names = ("highest-club", "highest-diamond", "highest-heart", "highest-spade")
            return " ".join(f"({name} {tops.get(i, 0)})" for i, name in enumerate(names))
        if name in CELLS:  # how many are free
            return f"(free-reserves {sum(not state.piles[cell] for cell in CELLS[name])})"
        if name in BASED:  # 0: the foundations have not begun yet
            places = enumerate(self.setting.game.places)
            foundations = [pile for pile, place in places if place.kind == "foundation"]
            base = base_on(foundations, remembered=True)(state)
            begun = f"(base-set? {'#t' if base else '#f'})" if name == "chessboard" else ""
            return f"(BASE-VAL {base}) {begun}"
        if name == "gaps":  # the places of each row that are not finished
            rows = zip(montana.ROWS, gaps.finished(state), strict=True)
            loose = (" ".join(map(str, row[kept:])) for row, kept in rows)
            return f"(rows #({' '.join(f'({row})' for row in loose)}))"
        return " ".join(f"({name} {value})" for name, value in self._variables(state).items())

    def _variables(self, state: State) -> dict[str, int | str]:
        """Return the plain numbers and truths that the rules remember."""
        piles, marks = state.piles, state.marks
        match self.setting.name:
            case "camelot":
                filled = sum(bool(pile) for pile in piles[:16])
                return {"fill-count": filled, "add-stage": "#f" if marks else "#t"}
            case "cruel":  # a deal is refused straight after another
                return {"just-redealt": "#f"}
            case "hamilton":
                choices = hamilton.CHOICES - hamilton.shown(state)
                return {"start-value": hamilton.start(state), "choices": choices}
            case "kings-audience":
                thrones = sum(bool(piles[pile]) for pile in kings_audience.THRONES)
                homes = sum(bool(piles[pile]) for pile in kings_audience.FOUNDATIONS)
                return {"open-royal": 5 + thrones, "open-foundation": 15 + homes}
            case "labyrinth":
                return {"first-row": "#f" if marks else "#t"}
            case "plait":
                directions = {"up": 1, "down": 2, None: 0}
                return {
                    "start-value": plait.BASE(state),
                    "direc": directions[plait.direction(state)],
                }
            case "terrace":
                locked = "#t" if marks else "#f"
                return {"BASE-VAL": terrace.BASE(state), "stock-locked": locked}
        return {}

    def look(self) -> Look:
        """Return the position and what may be done there.

        The double-click is left out, a shortcut for other actions; only where it is the one way to
        something it stands for an action of ours (see `_double`).  So is a click that only does
        what a drag of the same card does.
        """
        answer = self._ask("(look)")
        now = Position.read(answer, self.setting)
        actions: dict[Words, Position | None] = {}
        self._doubles = {}
        for entry in answer["actions"]:
            action: Words = tuple(entry["action"])
            after = Position.read(entry["after"], self.setting)
            if action[0] == "double":
                stands_for = self._double(int(action[1]), now.state, after.state)
                if stands_for is None:
                    continue
                self._doubles[stands_for] = action
                action = stands_for
            actions[action] = after
        drags = {(words[1], after) for words, after in actions.items() if words[0] == "drag"}
        for words, follows in list(actions.items()):
            if words[0] == "click" and (words[1], follows) in drags:
                del actions[words]
        return Look(now, actions)

    def _double(self, pile: int, now: State, after: State) -> Words | None:
        """Return what a double-click on a pile stands for, where nothing else does that.

        In gaps it is the redeal, our `deal`; in Osmosis and Peek it begins a row.
        """
        if self.setting.name == "gaps":
            return ("deal",)
        if self.setting.name in ("osmosis", "peek"):
            for row in osmosis.FOUNDATIONS:
                if not now.piles[row] and after.piles[row]:
                    return ("drag", pile, 1, row)
        return None

    def is_drag(self, action: Words) -> bool:
        """Return whether an action of the last `look` is a drag there, too."""
        return action[0] == "drag" and action not in self._doubles

    def time(self, action: Words, times: int) -> list[float]:
        """Return how many seconds a drag of the last `look` takes, each of so many times.

        That is to check it, to carry it out and to look for the end.  Nothing changes.
        """
        words = " ".join(map(str, action))
        nanoseconds: list[float] = self._ask(f"(time ({words}) {times})")["nanoseconds"]
        return [each / 1e9 for each in nanoseconds]

    def do(self, action: Words) -> None:
        """Carry out an action that the last `look` has named."""
        self._ask(f"(do ({' '.join(map(str, self._doubles.get(action, action)))}))")
