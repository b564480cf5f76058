"""A solution of a deal: what wins it, as a replay that can be checked and watched."""

from collections.abc import Mapping, Sequence
from typing import Final

from engine import catalogue
from engine.catalogue import Choice
from engine.chance import commitment
from engine.play import Play
from engine.state import Action
from protocol.certificate import packed
from protocol.messages import Replay
from protocol.racing import PRACTICE, Racer

PACE: Final = 500
"""Milliseconds from one action to the next: there was nobody who took any time."""


def replay_of(
    game: str, options: Mapping[str, Choice], seed: str, actions: Sequence[Action], name: str
) -> Replay:
    """Return the replay of `actions` from the deal, one after the other at an even pace.

    `name` is what stands where the player's name would.

    Raises:
        UnknownGame, BadOption: as `engine.catalogue.make`.
        IllegalAction: the rules refuse one of the actions.
    """
    racer = Racer(Play(catalogue.make(game, options), seed), alone=True)
    times = [PACE * number for number in range(1, len(actions) + 1)]
    for action, at in zip(actions, times, strict=True):
        racer.enter(action, at)
    return Replay(
        PRACTICE,
        0,
        name,
        game,
        dict(options),
        seed,
        list(packed(actions)),
        times,
        racer.status,
        racer.view.score,
        racer.milliseconds,
        commitment(seed),
    )
