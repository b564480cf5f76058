from random import Random

from engine import catalogue
from engine.state import Move
from tests.engine.positions import table
from tools.bot_levels.careful import Careful


def test_cards_go_home_before_anything_else_is_done() -> None:
    game = catalogue.make("klondike")
    view = game.view(table({0: "5h", 6: "2C AC", 7: "6D", 8: "7S"}, len(game.places)))
    for seed in range(10):
        action = Careful(game, Random(seed)).choose(view)
        assert isinstance(action, Move)
        assert (action.source, game.places[action.target].kind) == (6, "foundation")


def test_the_last_move_is_not_taken_back() -> None:
    game = catalogue.make("freecell")
    state = game.deal("1")
    player = Careful(game, Random(1))
    before = None
    for _ in range(40):
        action = player.choose(state)
        if action is None:
            break
        after = game.play(state, action)
        assert after.piles != before
        before, state = state.piles, after


def test_it_gives_up_at_last() -> None:
    game = catalogue.make("klondike")
    state, player = game.deal("1"), Careful(game, Random(1))
    for _ in range(5000):
        action = player.choose(game.view(state))
        if action is None or game.outcome(state):
            return
        state = game.play(state, action, "1")
    raise AssertionError("it goes on for ever")
