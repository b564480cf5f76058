"""Messages in the usual form, which is msgpack; and the engine's values in messages."""

from typing import Final

from engine.play import Entry
from engine.state import Action, Click, Deal, Move, State, changed_piles
from protocol.forms import MSGPACK, BadMessage
from protocol.messages import Board, Change, PackedEntry, Status, Step, WireAction

DEFAULT_PORT: Final = 7713
"""The port where a server is looked for, when nobody says another."""

# The usual form: what `MSGPACK` does, by itself.
encode: Final = MSGPACK.encode
decode_move: Final = MSGPACK.decode_move
decode_client: Final = MSGPACK.decode_client
decode_server: Final = MSGPACK.decode_server
kind: Final = MSGPACK.kind
gather: Final = MSGPACK.gather
split: Final = MSGPACK.split


# The engine's values in messages ------------------------------------------------------


def pack_action(action: Action) -> WireAction:
    """Return an action as messages carry it."""
    return list(action)


def parse_action(numbers: WireAction) -> Action:
    """Return the action that a message carries.

    Raises:
        BadMessage: it is none.
    """
    match numbers:
        case [source, count, target]:
            return Move(source, count, target)
        case [pile]:
            return Click(pile)
        case []:
            return Deal()
    raise BadMessage("an action is [source, count, target], [pile] or []", "$.action")


def pack_entry(entry: Entry) -> PackedEntry:
    """Return a journal's entry as messages carry it."""
    return "undo" if entry == "undo" else pack_action(entry)


def parse_entry(entry: PackedEntry) -> Entry:
    """Return the entry of a journal that a message carries.

    Raises:
        BadMessage: it is none.
    """
    return "undo" if entry == "undo" else parse_action(entry)


def board(player: int, number: int, view: State, status: Status) -> Board:
    """Return the message that shows a whole board.  `view` is what its reader may see."""
    return Board(player, number, list(view.piles), view.score, view.redeals, view.marks, status)


def step(
    player: int,
    number: int,
    before: State,
    view: State,
    status: Status,
    changed: list[int] | None = None,
) -> Step:
    """Return the message that leads from one view to the next.

    If it is known already, `changed` are the only piles that may be different.
    """
    piles = _changed(before, view, changed_piles(before, view) if changed is None else changed)
    return Step(player, number, piles, view.score, view.redeals, view.marks, status)


def change(before: State, view: State) -> Change:
    """Return what leads from one view of a replay to the next."""
    piles = _changed(before, view, changed_piles(before, view))
    return Change(piles, view.score, view.redeals, view.marks)


def _changed(before: State, view: State, among: list[int]) -> dict[int, bytes]:
    """Return those of these piles that do not look as they did."""
    old, new = before.piles, view.piles
    return {pile: new[pile] for pile in among if old[pile] != new[pile]}


def board_view(message: Board) -> State:
    """Return the view that a `Board` shows."""
    return State(tuple(message.piles), message.score, message.redeals, message.marks)


def step_view(before: State, message: Step | Change) -> State:
    """Return the view that a `Step` or a `Change` leads to from the one before it."""
    piles = list(before.piles)
    for pile, cards in message.piles.items():
        piles[pile] = cards
    return State(tuple(piles), message.score, message.redeals, message.marks)
