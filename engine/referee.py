"""A referee: the engine behind a line of text, for programs in any language.

    referee = Referee("klondike")
    referee.answer("new 1")  # '{"layout":[...],"cards":[...],"score":0,...}'
    referee.answer("do drag 8 1 12")

Each command is one line, and each answer one line of JSON.  Whatever is wrong with a line is an
answer with `error`; nothing ends the referee.  docs/referee.md has the commands.
"""

import json
import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from engine import catalogue
from engine.cards import Pile, card_text, parse_card
from engine.catalogue import CatalogueEntry, Choice, choice_title
from engine.chance import shuffle
from engine.game import Game
from engine.hints import best_move, hints, in_words
from engine.places import Place
from engine.state import Action, Click, Deal, Move, State

Fields: TypeAlias = dict[str, Any]
Words: TypeAlias = list[str]

MAX_LINE: Final = 65536
MAX_STEPS: Final = 1000
MAX_MEASURED: Final = 100_000
MAX_NUMBER: Final = 1_000_000
MAX_PILE: Final = 256
MAX_MARKS: Final = 16
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}", re.ASCII)
_SPREADS: Final = {"squared": "normal", "down": "expanded", "right": "expanded-right"}


class BadCommand(ValueError):
    """A line that the referee cannot follow.  The text says what it should have been."""


class Referee:
    """Plays one game by commands, one a line, and answers each in JSON."""

    def __init__(self, name: str, clock: Callable[[], float] | None = None) -> None:
        """Play the game called `name`; `clock` tells seconds, and without it nothing is measured.

        Raises:
            UnknownGame: there is no such game.
        """
        self._entry: CatalogueEntry = catalogue.entry(name)
        self._clock = clock
        self._options: dict[str, Choice] = self._entry.complete({})
        self._game: Game = catalogue.make(name)
        self._seed = ""
        self._dealt: State | None = None
        self._state: State | None = None
        self._commands: dict[str, Callable[[Words], Fields]] = {
            "new": self._new,
            "state": self._tell_state,
            "set": self._set,
            "actions": self._actions,
            "do": self._do,
            "options": self._tell_options,
            "set-options": self._set_options,
            "hint": self._hint,
            "measure": self._measure,
            "play": self._play,
        }

    def answer(self, line: str) -> str:
        """Return the answer to `line`: a JSON object, without line breaks."""
        return json.dumps(self._answer(line), separators=(",", ":"))

    def _answer(self, line: str) -> Fields:
        if len(line) > MAX_LINE:
            return {"error": f"a line has at most {MAX_LINE} characters"}
        name, _, rest = line.strip().partition(" ")
        command = self._commands.get(name)
        if command is None:
            return {"error": f"unknown command; the commands: {', '.join(self._commands)}"}
        try:
            return command([rest.strip()] if name == "set" else rest.split())
        except (BadCommand, catalogue.BadOption) as bad:
            return {"error": str(bad)}
        except (ArithmeticError, LookupError, ValueError):
            # Only a position from `set` that no deal leads to: rules may take more for granted.
            return {"error": "the rules can make nothing of this position"}

    # The commands ---------------------------------------------------------------------------------

    def _new(self, words: Words) -> Fields:
        (seed,) = _exactly(words, 1, "new SEED")
        self._deal(seed)
        return {"layout": layout(self._game), **self._tell_state([])}

    def _tell_state(self, words: Words) -> Fields:
        _exactly(words, 0, "state")
        return state_fields(self._game, self._now())

    def _set(self, words: Words) -> Fields:
        position = _json(words[0])
        if self._dealt is None:
            self._deal("set")
        piles = _piles(position.get("cards"), len(self._game.places))
        redeals = _whole(position.get("redeals", 0), "redeals", 0)
        marks = _marks(position.get("marks", []))
        state = self._dealt_state()._replace(piles=piles, score=0, redeals=redeals, marks=marks)
        if "score" in position:
            score = _whole(position["score"], "score", -MAX_NUMBER)
        else:
            score = self._game.score(state) if self._game.score else 0
        state = state._replace(score=score)
        fields = state_fields(self._game, state)
        self._state = state
        return fields

    def _actions(self, words: Words) -> Fields:
        _exactly(words, 0, "actions")
        return {"actions": actions(self._game, self._now())}

    def _do(self, words: Words) -> Fields:
        state = self._now()
        action = self._parse_action(words)
        reason = "there is nothing to do there now"
        if action is not None:
            reason = self._game.refusal(state, action) or ""
            if not reason:
                self._state = self._game.play(state, action, self._seed)
                return {"done": True, **self._tell_state([])}
        return {"done": False, "reason": reason, **self._tell_state([])}

    def _tell_options(self, words: Words) -> Fields:
        _exactly(words, 0, "options")
        told: list[str | Fields] = []
        for option in self._entry.options:
            chosen = self._options[option.name]
            if isinstance(option.default, bool):
                told.append({"name": option.title, "on": chosen})
            else:
                choices = [
                    {"name": choice_title(choice), "on": choice == chosen}
                    for choice in option.choices
                ]
                told += ["begin-exclusive", *choices, "end-exclusive"]
        return {"options": told}

    def _set_options(self, words: Words) -> Fields:
        flags = [bool(_number(word, 0, 1)) for word in words]
        before = [entry["on"] for entry in self._tell_options([])["options"] if "on" in entry]
        if len(flags) > len(before):
            raise BadCommand(f"the game has {len(before)} options to set")
        flags += before[len(flags) :]
        chosen: dict[str, Choice] = {}
        for option in self._entry.options:
            if isinstance(option.default, bool):
                chosen[option.name] = flags.pop(0)
                continue
            mine = [choice for choice in option.choices if flags.pop(0)]
            if len(mine) != 1:
                raise BadCommand(f"exactly one of {', '.join(map(str, option.choices))} can be on")
            chosen[option.name] = mine[0]
        self._options = chosen
        return self._tell_options([])

    def _hint(self, words: Words) -> Fields:
        _exactly(words, 0, "hint")
        state = self._now()
        best = next(iter(hints(self._game, state)), None)
        if best is None:
            return {"hint": []}
        return {"hint": [in_words(self._game, state, best)], "action": _written(best)}

    def _play(self, words: Words) -> Fields:
        seed, count = _exactly(words, 2, "play SEED STEPS")
        steps = _number(count, 0, MAX_STEPS)
        self._deal(seed)
        rows: list[Fields] = []
        while True:
            state = self._now()
            legal = actions(self._game, state)
            row = {**state_fields(self._game, state), "actions": legal, "chosen": []}
            rows.append(row)
            if len(rows) > steps or not legal or not row["goes_on"]:
                return {"seed": seed, "layout": layout(self._game), "steps": rows}
            row["chosen"] = legal[_choice(len(legal), seed, len(rows))]
            self._do([str(word) for word in row["chosen"]])

    def _measure(self, words: Words) -> Fields:
        seed, *counts = _exactly(words, 3, "measure SEED POSITIONS REPEATS")
        positions, repeats = (_number(count, 1, MAX_MEASURED) for count in counts)
        if positions * repeats > MAX_MEASURED:
            raise BadCommand(f"POSITIONS times REPEATS may be {MAX_MEASURED} at most")
        if self._clock is None:
            raise BadCommand("there is no clock here to measure with")
        self._deal(seed)
        seconds, moves = 0.0, 0
        found: list[Action] = []  # as a play has it
        for step in range(positions):
            state = self._now()
            legal = self._game.legal_actions(state)
            if not legal:
                self._deal(f"{seed[:32]}/{step}")
                continue
            chosen = legal[_choice(len(legal), seed, step)]
            drags = [action for action in legal if isinstance(action, Move)]
            if drags:
                drag = drags[_choice(len(drags), seed, step)]
                start = self._clock()
                for _ in range(repeats):
                    self._game.outcome(self._game.play(state, drag, self._seed), found)
                seconds += self._clock() - start
                moves += repeats
            self._state = self._game.play(state, chosen, self._seed)
        return {"moves": moves, "microseconds_each": 1e6 * seconds / max(moves, 1)}

    # What they share ------------------------------------------------------------------------------

    def _deal(self, seed: str) -> None:
        game = catalogue.make(self._entry.name, self._options)
        try:
            state = game.deal(seed)
        except ValueError as bad:
            raise BadCommand(str(bad)) from None
        self._game, self._seed, self._dealt, self._state = game, seed, state, state

    def _dealt_state(self) -> State:
        if self._dealt is None:
            raise BadCommand("no game yet: new SEED")
        return self._dealt

    def _now(self) -> State:
        if self._state is None:
            raise BadCommand("no game yet: new SEED")
        return self._state

    def _parse_action(self, words: Words) -> Action | None:
        """Return the action; None for a double-click on a card that goes nowhere."""
        last = len(self._game.places) - 1
        match words:
            case ["drag", source, count, target]:
                return Move(
                    _number(source, 0, last), _number(count, 1, MAX_PILE), _number(target, 0, last)
                )
            case ["click", pile]:
                return Click(_number(pile, 0, last))
            case ["double", pile]:
                return best_move(self._game, self._now(), _number(pile, 0, last), 1)
            case ["deal"]:
                return Deal()
        raise BadCommand("do drag FROM COUNT TO, do click PILE, do double PILE or do deal")


# What the answers are made of ---------------------------------------------------------------------


def layout(game: Game) -> list[Fields]:
    """Return a row a pile: its kind, its place in cards, and how its cards are spread."""
    return [
        {"type": place.kind, "x": place.at[0], "y": place.at[1], "spread": _spread(place)}
        for place in game.places
    ]


def state_fields(game: Game, state: State) -> Fields:
    """Return a position: the cards of each pile, bottom card first, and how the game stands."""
    outcome = game.outcome(state)
    return {
        "cards": [[card_text(card) for card in pile] for pile in state.piles],
        "score": state.score,
        "redeals": state.redeals,
        **({"marks": list(state.marks)} if state.marks else {}),
        "goes_on": outcome is None,
        "won": outcome == "won",
    }


def actions(game: Game, state: State) -> list[list[str | int]]:
    """Return every legal action as the referee writes it, pile by pile, the button last."""
    legal = game.legal_actions(state)
    if game.button and game.button.pile >= 0 and Click(game.button.pile) in legal:
        legal.append(Deal())
    return sorted(map(_written, legal), key=lambda words: (words[0] == "deal", words[1:2], words))


def _written(action: Action) -> list[str | int]:
    match action:
        case Move():
            return ["drag", *action]
        case Click():
            return ["click", action.pile]
    return ["deal"]


def _spread(place: Place) -> str:
    if place.spread != "squared" and place.fan:
        return "normal" if place.fan == 1 else f"partially-{_SPREADS[place.spread]}"
    return _SPREADS[place.spread]


def _choice(count: int, seed: str, step: int) -> int:
    """Return a number below `count` (below 256 of them, at least) that looks random."""
    return shuffle(bytes(range(min(count, 256))), f"play/{step}", seed)[0]


# What the commands are made of --------------------------------------------------------------------


def _exactly(words: Words, count: int, usage: str) -> Words:
    if len(words) != count:
        raise BadCommand(f"usage: {usage}")
    return words


def _number(word: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
        raise BadCommand(f"{word[:20]!r} is not a number from {least} to {most}")
    return int(word)


def _json(text: str) -> dict[str, Any]:
    try:
        position = json.loads(text)
    except (ValueError, RecursionError):
        raise BadCommand('usage: set {"cards": [["AS", "td"], [], ...]}') from None
    if not isinstance(position, dict):
        raise BadCommand('usage: set {"cards": [["AS", "td"], [], ...]}')
    return position


def _piles(value: object, count: int) -> tuple[Pile, ...]:
    if not isinstance(value, list) or len(value) != count:
        raise BadCommand(f"`cards` must be a list of {count} piles, as many as the game has")
    return tuple(map(_pile, value))


def _pile(value: object) -> Pile:
    if not isinstance(value, list) or len(value) > MAX_PILE:
        raise BadCommand(f"a pile must be a list of {MAX_PILE} cards at most")
    if not all(isinstance(text, str) for text in value):
        raise BadCommand('a card must be a text, as "AS"; in small letters when it lies face down')
    try:
        return bytes(parse_card(text) for text in value)
    except ValueError as bad:
        raise BadCommand(str(bad)[:100]) from None


def _whole(value: object, name: str, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= MAX_NUMBER:
        raise BadCommand(f"`{name}` must be a whole number from {least} to {MAX_NUMBER}")
    return value


def _marks(value: object) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) > MAX_MARKS:
        raise BadCommand(f"`marks` must be a list of {MAX_MARKS} numbers at most")
    return tuple(_whole(mark, "marks", 0) for mark in value)
