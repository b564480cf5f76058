"""What the window's keyboard does, for the page's to be held against: the cursor and the keys."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from unittest.mock import patch

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent

from client.board.cursor import Cursor
from client.window.scene.help_sheet import board_keys
from client.window.scene.key_hand import command_of
from engine import catalogue, handling
from engine.game import Game
from engine.hints import hints
from engine.state import Action, Click, Move, State
from protocol.wire import pack_action
from tests.client.web.golden import (
    GAMES,
    Json,
    base64_piles,
    choices_message,
    layout_message,
    views,
)

Modifier, Key = Qt.KeyboardModifier, Qt.Key
KEYS: Final = {
    " ": Key.Key_Space,
    "?": Key.Key_Question,
    **{f"Arrow{way}": Key[f"Key_{way}"] for way in ("Left", "Right", "Up", "Down")},
    **{
        name: Key[f"Key_{name}"]
        for name in ("PageUp", "PageDown", "Home", "End", "Enter", "Escape", "F1", "Tab")
    },
    **{letter: Key[f"Key_{letter.upper()}"] for letter in "abcdefghijklmnopqrstuvwxyz"},
}
"""Qt's keys by the names that browsers have for them."""
MODIFIERS: Final = {
    "ctrlKey": Modifier.ControlModifier,
    "shiftKey": Modifier.ShiftModifier,
    "altKey": Modifier.AltModifier,
}


def keys() -> Json:
    """Return what each key means with each modifier, and what the sheet says of them."""
    meant = []
    for name, key in KEYS.items():
        for held in range(2 ** len(MODIFIERS)):
            with_it = [each for bit, each in enumerate(MODIFIERS) if held >> bit & 1]
            modifiers = Modifier.NoModifier
            for each in with_it:
                modifiers |= MODIFIERS[each]
            command = command_of(QKeyEvent(QEvent.Type.KeyPress, key, modifiers))
            meant.append([{"key": name, **dict.fromkeys(with_it, True)}, command])
    return {"meant": meant, "sheet": board_keys()}


def cursors() -> Json:
    """Return where random keys lead in all games, while the position changes now and then."""
    with choosing_as_told():
        return [_walked(name) for name in GAMES]


def _walked(name: str) -> Json:
    game, chance = catalogue.make(name), random.Random(f"web cursor {name}")
    cursor, told = Cursor(game), []
    met = [view for view, _, _ in views(name)[::8] if game.outcome(view) is None]
    cursor.start(met[0])
    begun = list(cursor.spot)
    for view in met:
        cursor.fit(view)
        done = [["fit", None, *_seen(cursor, view)]]
        for _ in range(30):
            key = chance.choice(_KEYS)
            answer = _press(game, cursor, key, view)
            done.append([key, answer, *_seen(cursor, view)])
        choices = choices_message(name, view)
        told.append({"piles": base64_piles(view.piles), "choices": choices, "done": done})
    action = handling.deal_action(game)
    deal = None if action is None else pack_action(action)
    return {"layout": layout_message(name), "begun": begun, "deal": deal, "positions": told}


_KEYS: Final = (
    *("left", "right", "up", "down", "left", "right", "up", "down", "to left", "to down"),
    *("deeper", "shallower", "deepest", "top", "enter", "enter", "enter", "best", "click"),
    *("next", "back", "put back", "hint"),
)


def _press(game: Game, cursor: Cursor, key: str, view: State) -> Json:
    """Press a key; return an action, why there is none, or whether anything has moved."""
    answer: Action | str | bool | None = None
    match key:
        case "left" | "right" | "up" | "down":
            answer = cursor.go(key, view)
        case "to left":
            answer = cursor.go("left", view, pile=True)
        case "to down":
            answer = cursor.go("down", view, pile=True)
        case "deeper" | "shallower":
            answer = cursor.along(view, deeper=key == "deeper")
        case "deepest" | "top":
            cursor.to_end(view, deepest=key == "deepest")
        case "enter":
            answer = cursor.enter(view)
        case "best":
            answer = cursor.best(view)
        case "click":
            answer = cursor.click(view)
        case "next" | "back":
            cursor.next_target(view, back=key == "back")
        case "hint":
            answer = next(iter(hints(game, view)))
            cursor.advise(view, answer)
        case _:
            answer = cursor.put_back()
    return answer if isinstance(answer, bool | str | None) else pack_action(answer)


def _seen(cursor: Cursor, view: State) -> tuple[Json, Json, Json]:
    return list(cursor.spot), cursor.held and list(cursor.held), sorted(cursor.targets(view))


@contextmanager
def choosing_as_told() -> Iterator[None]:
    """Let the window's cursor choose of several targets the one that the server names first."""

    def best(game: Game, state: State, pile: int, count: int) -> Action | None:
        lifted = (told for told in game.lifts(game.view(state)) if told[:2] == (pile, count))
        _, _, *targets = next(lifted, (pile, count))
        return Move(pile, count, targets[0]) if targets else None

    def double_click(game: Game, state: State, pile: int, count: int) -> Action | None:
        for lifted in (count, 1):
            if move := best(game, state, pile, lifted):
                return move
        click = Click(pile)
        return click if game.is_legal(state, click) else None

    with (
        patch("client.board.cursor.best_move", best),
        patch("engine.handling.double_click", double_click),
    ):
        yield
