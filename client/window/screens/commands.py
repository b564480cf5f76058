"""What a screen gives to the menu: its buttons, with the keys that do the same."""

from typing import Final, TypeAlias

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QMenu, QWidget

from client.window.scene import key_hand
from client.words.translation import translate

Command: TypeAlias = QAbstractButton | None
"""A button of a screen, or None for a line between two groups of them."""
LEADERBOARD_KEYS: Final = ("Ctrl+L",)
"""The keys that lead to the leaderboard, and back."""
DAILY_KEYS: Final = ("Ctrl+T",)
"""The keys that lead to the daily deal, and back."""
SETTINGS_KEYS: Final = ("Ctrl+,", "F10")
"""The keys that lead to the settings, and back."""


def give_key(made: QAbstractButton, keys: QKeySequence) -> None:
    """Tell of a key that does the same as a button: in its tool tip, and in the menu."""
    key, tip = keys.toString(QKeySequence.SequenceFormat.NativeText), made.toolTip()
    made.setProperty("key", key)
    with_tip = translate("commands", "{tip} ({key})", "what a button does, and its key")
    alone = translate("commands", "Key: {key}")
    made.setToolTip((with_tip if tip else alone).format(tip=tip, key=key))


def key_of(made: QAbstractButton) -> str:
    """Return the key that does the same as a button, in the player's language; empty for none."""
    return str(made.property("key") or "")


def keep_in_menu(page: QWidget, *buttons: QAbstractButton) -> None:
    """Let these buttons of a page be in its menu also while their place on it has no room."""
    for made in buttons:
        made.setProperty("page", page)


def is_offered(command: QAbstractButton) -> bool:
    """Return whether the menu has this button now: it is in sight, or would be if it had room."""
    page = command.property("page")
    kept = isinstance(page, QWidget) and page.isVisible() and not command.isHidden()
    return command.isVisible() or kept


def mirror(menu: QMenu, button: QAbstractButton) -> QAction:
    """Add an item to a menu that is this button: it says the same, and clicks it."""
    item = menu.addAction(button.text())
    item.triggered.connect(button.click)
    show_as_button(item, button)
    return item


def show_as_button(item: QAction, button: QAbstractButton) -> None:
    """Let an item say what its button says now."""
    key = key_of(button)
    text = button.accessibleName() or button.text()
    item.setText(f"{text}\t{key}" if key else text)
    item.setEnabled(button.isEnabled())
    item.setCheckable(button.isCheckable())
    item.setChecked(button.isChecked())


def give_board_keys(
    *,
    undo: QAbstractButton,
    redo: QAbstractButton,
    hint: QAbstractButton,
    finish: QAbstractButton,
    deal: QAbstractButton,
) -> None:
    """Tell of the board's own keys, which do the same as these buttons below it."""
    commands: dict[key_hand.Command, QAbstractButton] = {
        "undo": undo,
        "redo": redo,
        "hint": hint,
        "finish": finish,
        "button": deal,
    }
    for command, button in commands.items():
        give_key(button, key_hand.key_of(command))
