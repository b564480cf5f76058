"""Positions for tests: written by hand as card texts, or reached by random play."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine import catalogue
from engine.cards import Pile, parse_card
from engine.catalogue import Choice
from engine.game import Game
from engine.hints import hints
from engine.state import Action, Move, State


def pile(text: str) -> Pile:
    """Return the cards of "AC td", bottom card first; "--" is no card."""
    return bytes(parse_card(word) for word in text.split() if word != "--")


def field(*rows: str, fill: Pile = b"") -> tuple[Pile, ...]:
    """Return the piles of a field of single cards, row by row.

    "--" is an empty place, and ".." any card that is not named: those of `fill`, in its order.
    """
    words = [word for row in rows for word in row.split()]
    named = pile(" ".join(word for word in words if word != ".."))
    rest = iter([card for card in fill if card not in named])
    piles = tuple(bytes([next(rest)]) if word == ".." else pile(word) for word in words)
    assert next(rest, None) is None, "the field has no place for all cards"
    return piles


def row_texts(state: State, columns: int) -> list[Pile]:
    """Return the rows of a field, without their empty places."""
    starts = range(0, len(state.piles), columns)
    return [b"".join(state.piles[start : start + columns]) for start in starts]


@dataclass(frozen=True)
class Setting:
    """A game with its options chosen."""

    name: str
    options: tuple[tuple[str, Choice], ...]

    @property
    def game(self) -> Game:
        return catalogue.make(self.name, dict(self.options))

    def __str__(self) -> str:
        return " ".join([self.name, *(f"{name}={choice}" for name, choice in self.options)])


SETTINGS = [
    Setting(entry.name, tuple(options.items()))
    for entry in catalogue.entries()
    for options in entry.settings()
]


@dataclass(frozen=True)
class Step:
    """One step of a random game."""

    before: State
    action: Action
    after: State
    seed: str


@cache
def walk(setting: Setting, seed: str, steps: int = 150) -> tuple[Step, ...]:
    """Return a random game: mostly good moves, so that it gets somewhere, and often any other."""
    game, chance = setting.game, random.Random(f"walk {seed}")
    state = game.deal(seed)
    made: list[Step] = []
    while len(made) < steps and game.outcome(state) is None:
        kind = chance.choice(["best", "any", "move"])
        # To rank them takes ten times as long as to find them.
        among = hints(game, state)[:1] if kind == "best" else game.legal_actions(state)
        moves = [action for action in among if kind == "move" and isinstance(action, Move)]
        action = chance.choice(moves or among)
        after = game.play(state, action, seed)
        made.append(Step(state, action, after, seed))
        state = after
    return tuple(made)


def table(piles: Mapping[int, str], count: int, score: int = 0, redeals: int = 0) -> State:
    """Return a position of `count` piles: those named as texts, the others empty."""
    return State(tuple(pile(piles.get(i, "")) for i in range(count)), score, redeals)


def lying(*texts: str, redeals: int = 0) -> State:
    """Return a state of these piles, each written as card texts."""
    return State(tuple(map(pile, texts)), redeals=redeals)
