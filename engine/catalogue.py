"""The games there are, their texts and their options.

A game is one file in `engine/games/` with one function, decorated by `@game`:

    @game("gaps", title="Gaps", family="Rows and gaps", tip="...")
    def gaps(random_gaps: bool = False) -> Game:
        \"\"\"The rules, in two to eight sentences, as a player reads them.\"\"\"

The function's keyword arguments are the game's options.  An option is either a `bool` or one of
some words (a `Literal`), and always has a default.
"""

import importlib
import inspect
import itertools
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias, get_args, get_origin

import engine.games
from engine.cards import is_down
from engine.game import Game

Choice: TypeAlias = str | bool
Options: TypeAlias = Mapping[str, Choice]


class UnknownGame(ValueError):
    """There is no game of this name."""


class BadOption(ValueError):
    """The game has no such option, or the option no such choice."""


@dataclass(frozen=True)
class Option:
    """Something about a game that its players choose before the deal."""

    name: str
    choices: tuple[Choice, ...]
    default: Choice

    @property
    def title(self) -> str:
        """The option's name for a person."""
        return self.name.replace("_", " ").capitalize()


@dataclass(frozen=True)
class CatalogueEntry:
    """A game in the catalogue."""

    name: str
    title: str
    family: str
    tip: str
    rules: str
    options: tuple[Option, ...]
    declaration: Callable[..., Game]
    version: int = 1
    """Grows when a change makes another game of it: other deals, or other legal actions."""

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs of the rules, each on one line."""
        return [" ".join(paragraph.split()) for paragraph in self.rules.split("\n\n")]

    @cached_property
    def decks(self) -> int:
        """How many packs of 52 the game takes, to the nearest and 1 at least."""
        return max(1, round(len(self.declaration().deck) / 52))

    @cached_property
    def hidden(self) -> bool:
        """Whether a deal has cards that the players do not see: in the tableau, or in a stock."""
        piles = self.declaration().deal("any").piles
        return any(is_down(card) for pile in piles for card in pile)

    def complete(self, options: Mapping[str, object]) -> dict[str, Choice]:
        """Return `options` checked, and with the defaults of those not given.

        Raises:
            BadOption: an option or a choice that this game does not have.
        """
        known = {option.name: option for option in self.options}
        chosen = {option.name: option.default for option in self.options}
        for name, choice in options.items():
            if name not in known:
                names = ", ".join(known) or "none"
                raise BadOption(f"{self.title} has no option {name!r}; its options: {names}")
            for known_choice in known[name].choices:
                if type(choice) is type(known_choice) and choice == known_choice:  # 1 is not True
                    chosen[name] = known_choice
                    break
            else:
                words = ", ".join(map(str, known[name].choices))
                raise BadOption(f"{name} cannot be {choice!r}; it can be: {words}")
        return chosen

    def settings(self) -> list[dict[str, Choice]]:
        """Return every way to choose the options."""
        choices = itertools.product(*(option.choices for option in self.options))
        names = [option.name for option in self.options]
        return [dict(zip(names, chosen, strict=True)) for chosen in choices]


_entries: dict[str, CatalogueEntry] = {}


def game(
    name: str,
    *,
    title: str,
    family: str,
    tip: str,
    version: int = 1,
    rules: str | None = None,
    choices: Mapping[str, tuple[str, ...]] | None = None,
) -> Callable[[Callable[..., Game]], Callable[..., Game]]:
    """Enter the decorated declaration in the catalogue, its docstring as the game's rules.

    `name` is the game in messages and commands; `title`, `family` and `tip` are what players read.
    `version` grows when a change makes another game of it. Nobody writes `rules` and `choices`: a
    compiled declaration has neither docstring nor annotations, and who compiles it puts here what
    stands in them, the words of each option that has some (`tools.compiled.sources`).

    Raises:
        ValueError: there is a game of this name already.
    """

    def enter(declaration: Callable[..., Game]) -> Callable[..., Game]:
        parameters = inspect.signature(declaration).parameters.values()
        options = tuple(_option(parameter, choices) for parameter in parameters)
        text = inspect.cleandoc(declaration.__doc__ or "") if rules is None else rules
        if name in _entries:
            raise ValueError(f"there are two games called {name!r}")
        _entries[name] = CatalogueEntry(
            name, title, family, tip, text, options, declaration, version
        )
        return declaration

    return enter


def _option(parameter: inspect.Parameter, told: Mapping[str, tuple[str, ...]] | None) -> Option:
    annotation: Any = parameter.annotation if told is None else told.get(parameter.name, bool)
    choices: tuple[Choice, ...]
    if annotation is bool:
        choices = (False, True)
    elif isinstance(annotation, tuple):
        choices = annotation
    elif get_origin(annotation) is Literal:
        choices = get_args(annotation)
    else:
        raise TypeError(f"the option {parameter.name} is neither a bool nor a Literal")
    if parameter.default not in choices:
        raise TypeError(f"the option {parameter.name} needs one of its choices as its default")
    return Option(parameter.name, choices, parameter.default)


def choice_title(choice: Choice) -> str:
    """Return a choice for a person: "Three card deals", "Yes"."""
    if isinstance(choice, bool):
        return "Yes" if choice else "No"
    return choice.replace("-", " ").capitalize()


def entries() -> list[CatalogueEntry]:
    """Return all games, by title."""
    _load()
    return sorted(_entries.values(), key=lambda entry: entry.title)


def entry(name: str) -> CatalogueEntry:
    """Return the game called `name`.

    Raises:
        UnknownGame: there is none.
    """
    _load()
    found = _entries.get(name)
    if found is None:
        raise UnknownGame(
            f"there is no game called {name!r}; the games: {', '.join(sorted(_entries))}"
        )
    return found


def make(name: str, options: Options | None = None) -> Game:
    """Return the game called `name` with `options` chosen (the defaults for those left out).

    Raises:
        UnknownGame: there is no such game.
        BadOption: an option or a choice that it does not have.
    """
    chosen = entry(name).complete(options or {})
    return _make(name, tuple(sorted(chosen.items())))


@cache
def _make(name: str, options: tuple[tuple[str, Choice], ...]) -> Game:
    return _entries[name].declaration(**dict(options))


@cache
def _load() -> None:
    for module in pkgutil.iter_modules(engine.games.__path__):
        importlib.import_module(f"engine.games.{module.name}")
