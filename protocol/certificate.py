"""The certificate of a deal that can be won: the hash of a solution, told before the race.

It is the SHA-256, in hexadecimal, of a text in UTF-8: the seed, a line feed, and the solution as
JSON without spaces, as `[[6,1,2],[0],[]]`.  A seed has no line feed in it, so no two deals and no
two solutions give the same text.  The seed keeps the solution from being guessed.
"""

import hashlib
from collections.abc import Iterable, Sequence

import msgspec

from engine.game import Game, IllegalAction
from engine.play import Play
from engine.state import Action
from protocol import wire
from protocol.forms import BadMessage
from protocol.messages import WireAction


def certificate(seed: str, solution: Iterable[WireAction]) -> str:
    """Return the certificate of the deal of `seed`, which the actions of `solution` win."""
    actions = msgspec.json.encode([list(action) for action in solution])
    return hashlib.sha256(seed.encode() + b"\n" + actions).hexdigest()


def packed(actions: Iterable[Action]) -> tuple[WireAction, ...]:
    """Return actions as they are told and stored."""
    return tuple(wire.pack_action(action) for action in actions)


def wins(game: Game, seed: str, solution: Sequence[WireAction]) -> bool:
    """Return whether these actions, and no fewer of them, win the deal of `seed`."""
    try:
        play = Play(game, seed)
        for action in solution:
            if play.outcome() is not None:
                return False
            play.enter(wire.parse_action(action))
    except (IllegalAction, BadMessage, ValueError):
        return False
    return play.outcome() == "won"
