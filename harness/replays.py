"""Replays for tests: true ones, of somebody who gave up or played on to the end."""

import random

from msgspec.structs import replace

from client.bots.chooser import MoveChooser
from engine import catalogue
from engine.chance import commitment
from engine.play import Play
from protocol.messages import PackedEntry, PastRacer, Replay
from protocol.racing import Racer
from protocol.wire import pack_action


def played(moves: int = 12, player: int = 2, pace: int = 100) -> Replay:
    """Return the replay of so many moves in Montana, `pace` milliseconds each, and an undo."""
    game, seed = catalogue.make("montana"), "race 24"
    racer, chooser, entries = Racer(Play(game, seed)), MoveChooser(game), []
    for number in range(1, moves + 1):
        action = chooser.choose(racer.play.state)
        assert action is not None
        racer.enter(action, pace * number)
        entries.append(pack_action(action))
    racer.enter("undo", pace * (moves + 1))
    racer.end("gave up")
    return Replay(
        1,
        player,
        "<i>Bob</i>",
        "montana",
        {},
        seed,
        [*entries, "undo"],
        [pace * number for number in range(1, moves + 2)],
        racer.status,
        racer.view.score,
        racer.milliseconds,
        commitment(seed),
    )


def ended_after(replay: Replay, milliseconds: int) -> Replay:
    """Return a replay whose race was over for its racer after so long."""
    racer = PastRacer(
        replay.player,
        replay.name,
        replay.status,
        replay.score,
        1,
        replay.milliseconds,
        ended=milliseconds,
    )
    return replace(replay, racers=[racer])


def rambled(name: str, length: int) -> Replay:
    """Return the replay of a game played at random, moves and undos, a second each.

    It has `length` entries, or fewer where the game ends before.
    """
    game, seed, chance = catalogue.make(name), f"ramble {name}", random.Random(name)
    racer, entries = Racer(Play(game, seed)), list[PackedEntry]()
    while racer.status == "racing" and len(entries) < length:
        if racer.play.can_undo and chance.random() < 0.2:
            racer.enter("undo", 1000 * len(entries))
            entries.append("undo")
        else:
            action = chance.choice(game.legal_actions(racer.play.state))
            racer.enter(action, 1000 * len(entries))
            entries.append(pack_action(action))
    racer.end("gave up")
    return Replay(
        1,
        2,
        "Bob",
        name,
        {},
        seed,
        entries,
        [1000 * number for number in range(len(entries))],
        racer.status,
        racer.view.score,
        racer.milliseconds,
        commitment(seed),
    )
