import os
from pathlib import Path

import pytest

from bench.together import running
from bench.together.programme import Benchmark
from bench.together.running import Outcome, last_line, run_all
from harness.ratios import Ratio

TRIAL = "tests.bench.together.trial"
NOTED = [Ratio("a trial", 0.5, "itself", at_least=0.7)]


class Hasty(Benchmark):
    """May take no time at all."""

    def limit(self, scale: float) -> float:
        return 0.0


async def test_each_is_run_and_told(tmp_path: Path) -> None:
    outcomes: list[Outcome] = []
    begun: list[int] = []
    benchmarks = [
        Benchmark("well", TRIAL, "", 1, options=("note",)),
        Benchmark("lost", TRIAL, "", 1, lacks=lambda: "wants a moon"),
        Benchmark("ill", TRIAL, "", 1, options=("fail",)),
    ]
    await run_all(benchmarks, 1.0, outcomes, begun.append, tmp_path)
    assert begun == [0, 1, 2]
    assert outcomes == [
        Outcome("well", NOTED),
        Outcome("lost", (), "wants a moon"),
        Outcome("ill", NOTED, f"failed (3): the disk is full; see {tmp_path}/ill.txt", failed=True),
    ]


async def test_what_was_noted_before_is_forgotten(tmp_path: Path) -> None:
    outcomes: list[Outcome] = []
    (tmp_path / "well.jsonl").write_text("nonsense\n")
    benchmark = Benchmark("well", TRIAL, "", 1, options=("note",))
    await run_all([benchmark], 1.0, outcomes, lambda over: None, tmp_path)
    assert outcomes == [Outcome("well", NOTED)]


@pytest.mark.parametrize("what", ["hang", "deaf"])
async def test_one_that_does_not_end_is_ended(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "GRACE", 0.5)
    before = running.descendants()
    outcomes: list[Outcome] = []
    benchmark = Hasty("long", TRIAL, "", 1, options=(what,))
    await run_all([benchmark], 1.0, outcomes, lambda over: None, tmp_path)
    [outcome] = outcomes
    assert outcome.trouble == f"stopped, as it took longer than 0 s: see {tmp_path}/long.txt"
    assert outcome.failed
    assert running.descendants() <= before


def test_the_last_line_that_says_anything(tmp_path: Path) -> None:
    (file := tmp_path / "said.txt").write_text("first\n  last \n\n \n")
    assert last_line(file) == "last"
    file.write_text("")
    assert last_line(file) == "it said nothing"


def test_descendants_are_known() -> None:
    assert os.getpid() not in running.descendants()
