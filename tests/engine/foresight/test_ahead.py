from engine import catalogue
from engine.foresight.ahead import best_step
from engine.foresight.choices import alike, choices
from engine.game import Game
from engine.solver.sameness import interchangeable, sight
from engine.state import Action, Move, State
from tests.engine.positions import table

freecell = catalogue.make("freecell")
FIRST, SECOND, THIRD, FOURTH = 8, 9, 10, 11


def steps(game: Game, view: State) -> dict[Action, State]:
    """Return what can be done, and what comes of it."""
    actions = choices(game, alike(game), view)
    return {action: game.view(game.play(view, action)) for action in actions}


def lying(piles: dict[int, str]) -> State:
    return freecell.view(table(piles, len(freecell.places)))


BURIED = {FIRST: "AC KH", SECOND: "9S 8D", THIRD: "TC 9D", FOURTH: "6S JD"}


def test_the_step_is_found_that_frees_a_card_for_the_foundation() -> None:
    view = lying(BURIED)
    best = best_step(freecell, view, steps(freecell, view), [])
    assert isinstance(best, Move)
    assert best[:2] == (FIRST, 1)


def test_only_the_steps_that_are_offered_are_taken() -> None:
    view = lying(BURIED)
    others = {a: after for a, after in steps(freecell, view).items() if a[:1] != (FIRST,)}
    best = best_step(freecell, view, others, [])
    assert best is None or best in others


def test_what_is_known_is_passed_by() -> None:
    view = lying(BURIED)
    offered, groups = steps(freecell, view), interchangeable(freecell)
    known = [sight(groups, after) for after in offered.values()]
    assert best_step(freecell, view, offered, known) is None


def test_nothing_is_better_where_nothing_can_be_done() -> None:
    view = lying({0: "KC", 1: "KD", 2: "KH", 3: "KS"})
    assert best_step(freecell, view, {}, []) is None


def test_a_win_is_seen() -> None:
    suits = {4 + i: " ".join(f"{r}{s}" for r in "A23456789TJ") for i, s in enumerate("CDHS")}
    view = lying({**suits, FIRST: "QC KC", SECOND: "QD KD", THIRD: "QH KH", FOURTH: "KS QS"})
    assert best_step(freecell, view, steps(freecell, view), []) is not None
