import random

from client.bots.chooser import MoveChooser
from client.bots.levels.beginner import Beginner
from engine import catalogue
from engine.hints import hints
from tests.client.bots.test_chooser import play


def test_it_overlooks_what_is_best_as_long_as_there_is_anything_else() -> None:
    game = catalogue.make("klondike")
    view = game.view(game.deal("1"))
    best = hints(game, view)[0]
    chosen = {Beginner(game, random.Random(seed), 0.0).choose(view) for seed in range(20)}
    assert best not in chosen
    assert len(chosen) > 1
    assert Beginner(game, random.Random(1), 1.0).choose(view) == best


def test_it_gives_up_sooner_than_others() -> None:
    deals = [str(number) for number in range(5)]
    mine = sum(len(play("klondike", seed, 0.05, Beginner)) for seed in deals)
    assert mine < sum(len(play("klondike", seed, 0.75, MoveChooser)) for seed in deals) / 2
