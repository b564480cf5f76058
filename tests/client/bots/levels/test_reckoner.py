from random import Random

import pytest

from client.bots.levels.reckoner import SLICE, Budget, Reckoner
from engine import catalogue
from engine.game import Game
from engine.solver.answer import Answer
from engine.solver.search import Solver
from engine.state import Move
from tests.client.bots.test_chooser import play
from tests.engine.positions import table

SMALL = Budget(most=6000, each=300, solved=1000, guesses=4, guess=500, share=0.3, planned=300)


def reckoner(game: Game, chance: Random, care: float) -> Reckoner:
    return Reckoner(game, chance, care, SMALL)


def test_where_all_cards_are_known_it_plays_the_solution() -> None:
    game = catalogue.make("freecell")
    for seed in ("1", "2", "3"):
        states = play("freecell", seed, 1.0, reckoner)
        assert game.won(states[-1])


def test_it_wins_deals_of_which_it_does_not_see_all() -> None:
    game = catalogue.make("klondike")
    assert any(game.won(play("klondike", str(seed), 1.0, reckoner)[-1]) for seed in range(4))


def test_it_plays_what_most_guesses_turn_up() -> None:
    """Whatever lies below, the win begins with turning up the one card that is not known."""
    game = catalogue.make("klondike")
    piles = {2: " ".join(f"{rank}S" for rank in "A23456789TJQK")}
    piles |= {3: " ".join(f"{rank}H" for rank in "A23456789TJQK")}
    piles |= {4: " ".join(f"{rank}C" for rank in "A23456789TJQK")}
    piles |= {5: " ".join(f"{rank}D" for rank in "A23456789T"), 6: "kd QD", 7: "JD"}
    state = table(piles, len(game.places))
    player = reckoner(game, Random(1), 1.0)
    assert player.choose(game.view(state)) == Move(7, 1, 5)
    assert player.is_sure


def test_it_pauses_while_it_thinks_and_thinks_no_further_than_it_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []
    go_on = Solver.go_on

    def counted(solver: Solver, positions: int) -> Answer:
        made.append(positions)
        return go_on(solver, positions)

    monkeypatch.setattr(Solver, "go_on", counted)
    game = catalogue.make("spider")
    player = reckoner(game, Random(1), 1.0)
    view = game.view(game.deal("1"))
    pauses = sum(1 for _ in player.thoughts(view))
    assert pauses == len(made) > 1
    assert max(made) <= SLICE
    assert sum(made) <= SMALL.guesses * SMALL.guess
    player.choose(view)
    assert pauses == len(made), "it has thought about that already"


def test_where_luck_alone_decides_it_thinks_about_nothing() -> None:
    game = catalogue.make("cover")
    player = reckoner(game, Random(1), 1.0)
    view = game.view(game.deal("1"))
    assert [*player.thoughts(view)] == []
    assert player.choose(view) is not None
