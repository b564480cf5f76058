"""How hard deals are: the same each time, and the harder the less far bots come."""

from client.bots.chooser import MoveChooser
from client.bots.hardness import (
    PLAYERS,
    WHOLE,
    Player,
    Way,
    come,
    hardness,
    hardness_of,
    playouts,
)
from engine import catalogue
from engine.game import Game
from engine.solver.search import solve
from protocol.bands import MEASURE

CAREFUL = Player(MoveChooser, 1.0)
KNOWN = {
    ("thirteens", "fresh 1"): 927,
    ("thirteens", "fresh 3"): 478,
    ("canfield", "fresh 2"): 817,
    ("yukon", "fresh 10"): 639,
    ("montana", "fresh 2"): 257,
}
"""How hard some deals are by the measure that `protocol.bands` counts as this one."""
OF_MEASURE = 1


def solved(game: Game, seed: str) -> tuple[Way, int]:
    """Return what way leads to a win of this deal, and the positions until it was found."""
    answer = solve(game, seed, 20_000)
    assert answer.verdict == "won"
    return Way.of(game, seed, answer.actions), answer.positions


def test_a_way_has_parts() -> None:
    way = Way(10, 60)
    assert [way.part(score) for score in (0, 10, 35, 60, 99)] == [0, 0, 500, 1000, 1000]
    assert Way(5, 5).part(5) == 0  # A game that pays nothing: all or nothing.


def test_what_a_way_is_follows_from_what_wins() -> None:
    assert solved(catalogue.make("thirteens"), "fresh 1")[0] == Way(0, 52)


def test_who_wins_has_come_the_whole_way_and_nobody_further() -> None:
    game = catalogue.make("thirteens")
    parts = [
        come(game, f"fresh {number}", Way(0, 1000), CAREFUL, "luck") for number in range(1, 20)
    ]
    assert WHOLE in parts  # Whatever the score: the way that is told here is far too long.
    assert all(part < 60 for part in parts if part != WHOLE)


def test_it_is_the_same_each_time() -> None:
    game = catalogue.make("canfield")
    way, _ = solved(game, "fresh 1")
    first, again = (list(playouts(game, "fresh 1", way)) for _ in range(2))
    assert first == again
    assert len(first) == len(PLAYERS)
    assert all(0 <= part <= WHOLE for part in first)


def test_a_deal_is_the_harder_the_less_far_players_come_and_the_longer_it_was_looked_for() -> None:
    easy = hardness([1000, 900], 100)
    assert easy < hardness([500, 400], 100) < hardness([500, 400], 3000)
    assert hardness([WHOLE], 0) == 0


def test_the_measure_is_the_one_by_which_the_games_were_measured() -> None:
    """Where this fails, hardness has changed: see CONTRIBUTING.md, "The tests"."""
    assert MEASURE == OF_MEASURE
    found = {}
    for name, seed in KNOWN:
        game = catalogue.make(name)
        answer = solve(game, seed, 20_000)
        found[name, seed] = hardness_of(game, seed, answer.actions, answer.positions)
    assert found == KNOWN
