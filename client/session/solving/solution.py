"""What wins the deal of a race that is over, as a replay.  Pure."""

from msgspec.structs import replace

from client.words.deals import solution_name
from engine import catalogue
from protocol import wire
from protocol.certificate import wins
from protocol.messages import Replay, Results
from protocol.racing import PRACTICE
from protocol.solution import replay_of

SOLVER = 0
"""The player of a solution's replay: nobody's id."""


def solution_of(results: Results) -> Replay | None:
    """Return the solution that came with results, of the same race, as one more racer's replay.

    None where none came, or where what came does not win the deal.
    """
    settings, seed = results.settings, results.seed
    try:
        game = catalogue.make(settings.game, settings.options)
        if not results.solution or not wins(game, seed, results.solution):
            return None
    except ValueError:  # a game of a newer version, or no seed
        return None
    actions = [wire.parse_action(action) for action in results.solution]
    made = replay_of(settings.game, settings.options, seed, actions, solution_name())
    return replace(made, race=results.race, player=SOLVER)


def is_solution(replay: Replay) -> bool:
    """Return whether a replay is what wins a deal: nobody has played it, its times are made up."""
    named = replay.race != PRACTICE or replay.name == solution_name()  # else it may be a player's
    return replay.player == SOLVER and replay.status == "won" and named
