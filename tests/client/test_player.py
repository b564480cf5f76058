import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.player import Player
from engine import catalogue
from engine.state import Deal, State

GAMES = [entry.name for entry in catalogue.entries()]
ROUND_AND_ROUND = {"first-law", "valentine"}
"""Games whose stock comes round uncounted: nothing that a player sees tells the rounds apart."""


def play(name: str, seed: str, care: float = 1.0) -> list[State]:
    """Play to the end of the game or of the player's ideas; return all positions."""
    game = catalogue.make(name)
    states, player = [game.deal(seed)], Player(game, random.Random(seed), care)
    while game.outcome(states[-1]) is None:
        action = player.choose(game.view(states[-1]))
        if action is None:
            break
        assert game.is_legal(states[-1], action)
        states.append(game.play(states[-1], action, seed))
        assert len(states) < 2000
    return states


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 9), care=st.sampled_from([0.0, 0.9, 1.0]))
def test_every_game_ends_without_a_position_twice(game: str, seed: int, care: float) -> None:
    views = [catalogue.make(game).view(state) for state in play(game, str(seed), care)]
    assert len(set(views)) == len(views) or game in ROUND_AND_ROUND


@pytest.mark.parametrize(
    ("game", "points"), [("4x13", 25), ("montana", 30), ("thirteens", 20), ("klondike", 15)]
)
def test_it_plays_sensibly(game: str, points: int) -> None:
    """The bounds are well below what `python -m bench.players` finds, and above random play."""
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
    view, player = game.view(game.deal("1")), Player(game)
    asked = []
    while (action := player.choose(view)) is not None:
        asked.append(action)
    assert len(set(asked)) == len(asked) > 1


def test_the_same_chance_plays_the_same() -> None:
    assert play("4x13", "1", 0.5) == play("4x13", "1", 0.5)
    assert play("4x13", "1", 0.5) != play("4x13", "1", 1.0)
