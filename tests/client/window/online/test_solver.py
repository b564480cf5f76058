"""The process that solves deals, as the window has it."""

from collections.abc import Iterator

import pytest

from client.session.solving.orders import Found
from client.window.online import child_process
from client.window.online.solver import Solver
from engine import catalogue
from harness.qt_waiting import until
from protocol.certificate import wins
from tests.server.stock.fake_foundry import QUICK, certified


@pytest.fixture
def solver() -> Iterator[Solver]:
    made = Solver()
    yield made
    made.end()


def test_a_deal_and_a_way_are_found_by_one_process(solver: Solver) -> None:
    told: list[Found] = []
    solver.told.connect(told.append)
    solver.find(QUICK, {})
    until(lambda: not solver.busy, "a deal", 30)
    assert wins(catalogue.make(QUICK), told[-1].seed, told[-1].solution)
    process, deal = solver._child, certified(1)
    solver.look(QUICK, {}, deal.seed, (), 50_000)
    until(lambda: not solver.busy, "a way", 30)
    assert wins(catalogue.make(QUICK), deal.seed, told[-1].solution)
    assert solver._child is process


def test_what_is_cancelled_is_told_no_more(solver: Solver) -> None:
    told: list[object] = []
    solver.told.connect(told.append)
    solver.failed.connect(lambda: told.append("failed"))
    solver.find("spider-three-decks", {})
    child = solver._child
    assert child is not None
    until(lambda: child.running, "the process", 30)
    ended: list[str] = []
    child.ended.connect(ended.append)
    solver.cancel()
    assert not solver.busy
    until(lambda: ended, "its end", 30)
    assert told == []


def test_an_order_whose_process_ends_has_failed(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(child_process, "_command", lambda *_: ["-c", "print('no answer')"])
    failed: list[bool] = []
    solver.failed.connect(lambda: failed.append(True))
    solver.find(QUICK, {})
    until(lambda: failed, "the failure", 30)
    assert not solver.busy
