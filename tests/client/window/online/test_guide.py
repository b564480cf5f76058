"""What a player who practises is told of the deal on the table."""

import pytest

from client.session.practice_game import PracticeGame
from client.session.solving.orders import Find, Look
from client.window.online.guide import PracticeGuide
from protocol import wire
from tests.client.fake_solver import FakeSolver
from tests.server.stock.fake_foundry import QUICK, certified

DEAL = certified(1)
SOLUTION = list(DEAL.solution)


@pytest.fixture
def solver(qt_app: object) -> FakeSolver:
    return FakeSolver()


@pytest.fixture
def guide(solver: FakeSolver) -> PracticeGuide:
    return PracticeGuide(solver=solver)


@pytest.fixture
def practice() -> PracticeGame:
    return PracticeGame(QUICK, {}, DEAL.seed)


def test_nothing_is_looked_at_for_who_does_not_want_to_know(
    guide: PracticeGuide, solver: FakeSolver, practice: PracticeGame
) -> None:
    guide.begin(practice)
    told = []
    for watching in (False, True, False):
        guide.watch(watching)
        told.append((guide.looking, isinstance(solver.order, Look)))
    assert told == [(False, False), (True, True), (False, False)]
    assert guide.verdict == "unknown"


def test_a_way_that_is_found_is_followed(
    guide: PracticeGuide, solver: FakeSolver, practice: PracticeGame
) -> None:
    guide.watch(True)
    guide.begin(practice)
    solver.answer("won", SOLUTION)
    for action in SOLUTION:
        assert guide.verdict == "won"
        assert guide.action() == wire.parse_action(action)
        practice.act(wire.parse_action(action), 0)
        guide.follow()
        assert solver.order is None, "it is known all the way"
    assert guide.action() is None


def test_a_solution_that_came_with_the_deal_needs_no_search(
    guide: PracticeGuide, solver: FakeSolver, practice: PracticeGame
) -> None:
    guide.watch(True)
    practice.solution = [*SOLUTION]
    guide.begin(practice)
    told = [guide.verdict]
    for seed in (DEAL.seed, certified(2).seed):
        assert solver.order is None, "it is the same deal"
        guide.begin(PracticeGame(QUICK, {}, seed))
        told.append(guide.verdict)
    assert told == ["won", "won", "unknown"]


def test_what_is_lost_stays_lost_until_it_is_taken_back(
    guide: PracticeGuide, solver: FakeSolver, practice: PracticeGame
) -> None:
    guide.watch(True)
    guide.begin(practice)
    solver.answer("unknown")
    assert (guide.verdict, guide.looking) == ("unknown", False)
    practice.act(wire.parse_action(SOLUTION[0]), 0)
    guide.follow()
    solver.answer("impossible")
    assert guide.verdict == "impossible"
    practice.act(wire.parse_action(SOLUTION[1]), 0)
    guide.follow()
    assert (guide.verdict, solver.order) == ("impossible", None), "nothing to look at"
    practice.undo(0)
    guide.follow()
    practice.undo(0)
    guide.follow()
    assert (guide.verdict, solver.order) == ("unknown", None), "looked at before, in vain"


def test_what_is_asked_of_another_position_is_not_taken_for_this_one(
    guide: PracticeGuide, solver: FakeSolver, practice: PracticeGame
) -> None:
    guide.watch(True)
    guide.begin(practice)
    practice.act(wire.parse_action(SOLUTION[0]), 0)
    guide.follow()
    assert isinstance(solver.order, Look)
    assert solver.order.actions == SOLUTION[:1]
    solver.answer("won", SOLUTION[1:])
    practice.undo(0)
    guide.follow()
    assert guide.verdict == "won", "what led there can be won as well"


def test_a_search_for_a_deal_goes_first(
    guide: PracticeGuide, solver: FakeSolver, practice: PracticeGame
) -> None:
    found: list[tuple[object, ...]] = []
    none: list[bool] = []
    guide.found.connect(lambda *told: found.append(told))
    guide.none_found.connect(lambda: none.append(True))
    guide.watch(True)
    guide.begin(practice)
    guide.find(QUICK, {})
    assert isinstance(solver.order, Find)
    guide.follow()
    assert isinstance(solver.order, Find)
    solver.answer("won", SOLUTION, DEAL.seed)
    assert found == [(DEAL.seed, SOLUTION)]
    guide.find(QUICK, {})
    solver.answer("unknown")
    assert (none, guide.finding) == ([True], False)
    assert isinstance(solver.order, Look), "the table is looked at again"
    guide.find(QUICK, {})
    solver.failed.emit()
    assert (none, guide.finding) == ([True, True], False)
