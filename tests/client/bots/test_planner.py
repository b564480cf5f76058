from random import Random

import pytest

from client.bots.planner import MOST, Planner
from engine import catalogue
from engine.game import Game
from engine.state import Action, Click, Move, State
from tests.client.bots.test_chooser import play
from tests.engine.positions import table


def best(name: str, piles: dict[int, str]) -> Action | None:
    """Return what it does with these cards on these piles."""
    game = catalogue.make(name)
    return Planner(game).choose(game.view(table(piles, len(game.places))))


def test_it_wins_what_is_lost_at_first_glance_or_without_care() -> None:
    game, deals = catalogue.make("freecell"), ["1", "2", "3"]
    assert sum(game.won(play("freecell", seed, chooser=Planner)[-1]) for seed in deals) >= 2
    assert not any(game.won(play("freecell", seed)[-1]) for seed in deals)
    assert not any(game.won(play("freecell", seed, 0.3, Planner)[-1]) for seed in deals)


def test_a_card_of_the_waste_is_played_before_another_covers_it() -> None:
    assert best("klondike", {0: "kc qc", 1: "5S", 6: "6D", 7: "9C"}) == Move(1, 1, 6)


def test_the_stock_is_turned_before_cards_are_moved_for_nothing() -> None:
    assert best("klondike", {0: "kc qc", 6: "5S", 7: "6D"}) != Click(0)
    assert best("klondike", {0: "kc qc", 6: "5S", 7: "8D", 8: "9H"}) == Click(0)


@pytest.mark.parametrize("seed", ["6", "8"])
def test_where_nothing_helps_it_takes_nothing_back_from_home_and_gives_up(seed: str) -> None:
    scores = [state.score for state in play("klondike", seed, chooser=Planner)]
    assert scores == sorted(scores)
    assert len(scores) < 100


@pytest.mark.parametrize("name", ["spider", "freecell", "accordion"])
def test_it_makes_no_more_positions_than_it_may(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, follow = 0, Game.follow

    def counted(game: Game, state: State, action: Action, seed: str | None = None) -> State:
        nonlocal made
        made += 1
        return follow(game, state, action, seed)

    game = catalogue.make(name)
    view, player = game.view(game.deal("1")), Planner(game, Random(1))
    monkeypatch.setattr(Game, "follow", counted)
    player.choose(view)
    branching = 100  # It looks at all that can be done in a position, or at nothing.
    assert 0 < made <= MOST + branching
