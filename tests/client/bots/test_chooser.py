import itertools
import random
from collections.abc import Callable

import pytest

from client.bots.chooser import MoveChooser
from client.bots.planner import Planner
from engine import catalogue
from engine.game import Game
from engine.state import Deal, State

GAMES = [entry.name for entry in catalogue.entries()]
CARES = (0.0, 0.9, 1.0)


def hasty(game: Game, chance: random.Random, care: float) -> MoveChooser:
    """Return a player who looks ahead, but not far."""
    return Planner(game, chance, care, most=50)


def play(
    name: str,
    seed: str,
    care: float = 1.0,
    chooser: Callable[[Game, random.Random, float], MoveChooser] = MoveChooser,
) -> list[State]:
    """Play to the end of the game or of the player's ideas; return all positions."""
    game = catalogue.make(name)
    states, player = [game.deal(seed)], chooser(game, random.Random(seed), care)
    while game.outcome(states[-1]) is None:
        action = player.choose(game.view(states[-1]))
        if action is None:
            break
        assert game.is_legal(states[-1], action)
        states.append(game.play(states[-1], action, seed))
        assert len(states) < 2000
    return states


@pytest.mark.parametrize(
    ("name", "care"), [(name, CARES[at % len(CARES)]) for at, name in enumerate(GAMES)]
)
def test_every_game_ends_and_no_move_is_known_to_lead_back(name: str, care: float) -> None:
    """Cards that come up unknown may make a position that was there before; nothing else may."""
    game = catalogue.make(name)
    chooser = hasty if GAMES.index(name) % 4 == 1 else MoveChooser
    views = [game.view(state) for state in play(name, "1", care, chooser)]
    again = {view for i, view in enumerate(views) if view in views[:i]}
    for before, after in itertools.pairwise(views):
        if after in again:
            assert all(game.play(before, action) != after for action in game.legal_actions(before))


@pytest.mark.parametrize(
    ("game", "points"), [("4x13", 25), ("montana", 30), ("thirteens", 20), ("klondike", 15)]
)
def test_it_plays_sensibly(game: str, points: int) -> None:
    """The bounds are well below what `python -m bench.bots` finds, and above random play."""
    scores = [play(game, f"seed {seed}")[-1].score for seed in range(8)]
    assert sum(scores) / len(scores) > points


def test_montana_is_reshuffled_only_when_nothing_else_is_left() -> None:
    game = catalogue.make("montana")
    for before, after in zip(play("montana", "1"), play("montana", "1")[1:], strict=False):
        if after.redeals > before.redeals:
            assert game.legal_actions(before) == [Deal()]


def test_it_asks_for_no_move_a_second_time() -> None:
    """So a refusal, whatever its reason, leads to another move and in the end to giving up."""
    game = catalogue.make("klondike")
    view, player = game.view(game.deal("1")), MoveChooser(game)
    asked = []
    while (action := player.choose(view)) is not None:
        asked.append(action)
    assert len(set(asked)) == len(asked) > 1


def test_the_same_chance_plays_the_same() -> None:
    assert play("4x13", "1", 0.5) == play("4x13", "1", 0.5)
    assert play("4x13", "1", 0.5) != play("4x13", "1", 1.0)
