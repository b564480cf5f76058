"""A replay for tests: a true one, of somebody who gave up."""

from client.bots.chooser import MoveChooser
from engine import catalogue
from engine.chance import commitment
from engine.play import Play
from protocol.messages import Replay
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
