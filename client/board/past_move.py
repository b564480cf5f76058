"""A move of a game that is over, in words.  Pure."""

from collections.abc import Sequence

from client.board.spoken import Speaker
from client.words.texts import card_sign
from engine import catalogue
from engine.state import Move, State
from protocol.messages import Replay
from protocol.wire import parse_entry


def past_move_text(replay: Replay, views: Sequence[State], number: int) -> str:
    """Return the entry `number` of a replay, from 1 on, as in "7♣ onto 8♦".

    `views` are its positions, the deal first.  What a click brought is left out.
    """
    speaker = Speaker(catalogue.make(replay.game, replay.options), card_sign, seen=True)
    before, after = views[number - 1], views[number]
    entry = parse_entry(replay.entries[number - 1])
    told = speaker.change(before, after) if entry == "undo" or isinstance(entry, Move) else ""
    return told if told or entry == "undo" else speaker.action(before, entry)
