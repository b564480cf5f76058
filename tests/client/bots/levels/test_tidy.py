from random import Random

import pytest

from client.bots.levels.level import LEVELS
from client.bots.levels.tidy import takes_off
from engine import catalogue
from engine.game import Game
from engine.solver.sameness import interchangeable, sight
from engine.state import Action, Move, State
from tests.engine.positions import pile

LONGEST = 400
"""Moves after which a game is taken as it stands."""


def play(game: Game, seed: str, level: int) -> list[tuple[State, Action]]:
    """Return what a bot of this level does, each action with the view before it."""
    player = LEVELS[level].player(game, Random(seed))
    state, done = game.deal(seed), list[tuple[State, Action]]()
    while len(done) < LONGEST and game.outcome(state) is None:
        view = game.view(state)
        action = player.choose(view)
        if action is None:
            break
        done.append((view, action))
        state = game.play(state, action, seed)
    return done


@pytest.mark.parametrize("name", ["klondike", "gypsy", "agnes", "thumb-and-pouch", "eight-off"])
@pytest.mark.parametrize("level", [1, 2])
def test_at_first_glance_nothing_comes_off_a_foundation(name: str, level: int) -> None:
    game = catalogue.make(name)
    for seed in "123":
        assert [a for _, a in play(game, seed, level) if takes_off(game, a)] == []


@pytest.mark.parametrize("name", ["freecell", "eight-off", "yukon", "bakers-game"])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_nobody_goes_in_circles(name: str, level: int) -> None:
    """Where no stock is turned, that is: what a stock brings has to be looked at again."""
    game = catalogue.make(name)
    groups = interchangeable(game) if level < 3 else []
    for seed in "123":
        seen = [sight(groups, view) for view, _ in play(game, seed, level)]
        assert len(set(seen)) == len(seen)


def test_who_plans_takes_a_card_off_only_for_another_to_lie_on_it() -> None:
    game = catalogue.make("klondike")
    for seed in "123":
        done = play(game, seed, 3)
        for number, (_, action) in enumerate(done):
            if isinstance(action, Move) and takes_off(game, action):
                later = [a for _, a in done[number + 1 :] if isinstance(a, Move)]
                assert any(a.target == action.target for a in later)


def test_a_lonely_ace_stays_where_it_is() -> None:
    game = catalogue.make("klondike")
    texts = {0: "2s", 2: "AC", 6: "2D", 7: "KS"}
    state = State(tuple(pile(texts.get(number, "--")) for number in range(13)))
    for level in (1, 2, 3):
        for luck in range(20):
            action = LEVELS[level].player(game, Random(luck)).choose(state)
            assert action is not None
            assert not takes_off(game, action)
