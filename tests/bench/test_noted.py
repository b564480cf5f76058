"""What some benchmarks note of figures that they may have come to."""

from pathlib import Path

import pytest

from bench import deals, engine, lookups, server, spectators
from bench.lookups import Part
from bench.server import Measured
from bench.spectators import Watched
from harness.ratios import VARIABLE, noted


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(path := tmp_path / "ratios.jsonl"))
    return path


def test_of_a_server(file: Path) -> None:
    echo, moves = Measured([0.5, 0.5], 1.0, 0.4), Measured([0.5, 0.5, 0.5, 0.502], 1.0, 1.6)
    held_up = moves._replace(processor=16.0)
    turns = [(echo, moves), (echo, held_up), (echo, moves)]
    assert server.tell_ratio("4x13", turns, paced=False) == pytest.approx(0.5)
    [ratio] = noted(file)
    assert (ratio.what, ratio.beside) == ("an echo's message, by processor time", "a move in 4x13")
    assert ratio.value == pytest.approx(0.5)
    assert ratio.reached is False


def test_of_a_server_at_a_pace(file: Path) -> None:
    echo, moves = Measured([0.001] * 200, 1.0, 0.4), Measured([0.0015] * 200, 1.0, 1.6)
    server.tell_ratio("4x13", [(echo, moves)] * 2, paced=True)
    [ratio] = noted(file)
    assert ratio.value == pytest.approx(0.5)
    assert ratio.reached is True


def test_of_spectators(file: Path) -> None:
    many = Watched(150_000, 70_000, [0.02], [0.003], [0.002], 0.5, 0)
    spectators.tell_ratios(1000, many, many._replace(processor=0.25))
    values = [(each.value, each.reached) for each in noted(file)]
    slower = (pytest.approx(1.5), None)
    assert values == [(pytest.approx(2), True), slower, slower, (0.5, None)]


def test_of_lookups(file: Path) -> None:
    lookups.tell_ratios(Part([0.3], [0.1], 0.5), Part([0.2], [0.2], 0.5))
    assert [each.value for each in noted(file)] == [pytest.approx(1.5), 0.5]


def test_of_the_engine(file: Path) -> None:
    quick = engine.Measured("quick", 1.0, 1.0, 2.0, 200.0, 4.0)
    slow = engine.Measured("slow", 1.0, 1.0, 8.0, 200.0, 64.0)
    engine.tell_ratios([slow, quick])
    assert [each.value for each in noted(file)] == [pytest.approx(x) for x in (50, 25, 4)]
    engine.tell_ratios([quick])
    assert noted(file)[3].what == "copy.deepcopy of a position, quick"


def test_so_many_deals_are_the_same_in_each_run() -> None:
    first = deals.tried("diamond-mine", {}, 0.0, 3)
    again = deals.tried("diamond-mine", {}, 9.0, 3)
    assert first.deals == again.deals == 3
    assert first.won == again.won
