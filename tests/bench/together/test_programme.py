import re
import resource
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from bench.together import needs
from bench.together.programme import PROGRAMME, Benchmark, UnknownBenchmark, chosen

ROOT = Path(__file__).parents[3]
ASIDE = {"bench.growth", "tools.faults.besiege"}
"""What draws a picture of its own of the same, and what takes forty minutes."""


def test_each_has_a_name_of_its_own_and_is_there() -> None:
    assert len({each.name for each in PROGRAMME}) == len(PROGRAMME)
    assert [each.module for each in PROGRAMME if find_spec(each.module) is None] == []


def test_it_has_every_benchmark_of_the_document() -> None:
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `python -m ([\w.]+)", text, re.MULTILINE)) - {"bench"}
    assert told - ASIDE == {each.module for each in PROGRAMME}


@pytest.mark.parametrize("benchmark", PROGRAMME, ids=lambda each: each.name)
def test_it_notes_ratios_and_has_the_options_that_it_is_given(benchmark: Benchmark) -> None:
    place = ROOT / benchmark.module.replace(".", "/")
    files = place.glob("*.py") if place.is_dir() else [place.with_suffix(".py")]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert re.search(r"\bnote\(", text)
    for option in benchmark.command(1.0)[2:]:
        assert not option.startswith("--") or f'"{option}"' in text


def test_all_together_take_less_than_ten_minutes() -> None:
    assert sum(each.takes for each in PROGRAMME) < 9 * 60


def test_what_is_measured_is_scaled() -> None:
    some = Benchmark("a", "bench.a", "", 30, {"--seconds": 3.0, "--runs": 3}, ("--page",))
    assert some.command(1.0) == ["-m", "bench.a", "--seconds", "3", "--runs", "3", "--page"]
    assert some.command(0.1) == ["-m", "bench.a", "--seconds", "0.3", "--runs", "1", "--page"]
    assert some.limit(0.1) == 180
    assert some.limit(2.0) == 360
    assert some._replace(takes=60).limit(1.0) == 360


def test_some_are_chosen_by_name_in_the_usual_order() -> None:
    assert [each.name for each in chosen(["idle", "engine", "idle"])] == ["engine", "idle"]
    assert chosen([]) == list(PROGRAMME)
    with pytest.raises(UnknownBenchmark, match="no benchmark 'Engine', but engine, aisleriot"):
        chosen(["engine", "Engine"])


def test_what_is_not_here_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs, "programs", lambda: None)
    monkeypatch.setattr(needs, "browser_path", lambda: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(resource, "getrlimit", lambda which: (100, 4096))
    assert needs.postgres() == "wants PostgreSQL: install the package postgresql"
    assert needs.browser() == "wants a browser: install the package chromium-headless-shell"
    assert needs.aisleriot() == "wants AisleRiot: install the packages aisleriot and guile-3.0"
    assert needs.files(5000) == "wants 5,000 open files, where 4,096 are allowed: ulimit -Hn 5000"
    assert needs.files(4096) == ""
