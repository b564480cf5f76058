from pathlib import Path

import pytest

from tools.faults import trials
from tools.faults.trials import Bench, LeftOut


def test_a_short_trial_on_a_server_that_may_write_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = trials.main(["--only", "no-more-bytes", "--times", "1", "--seed", "1"])
    told = capsys.readouterr().out
    assert code == 0, told
    assert "passed" in told
    assert "entries acknowledged" in " ".join(told.split())


async def passes(bench: Bench) -> None:
    """Do nothing."""
    bench.done = "nothing"


async def fails(bench: Bench) -> None:
    """Find something."""
    bench.check("water is wet", holds=False)


async def breaks(bench: Bench) -> None:
    """Break off."""
    raise RuntimeError("no more")


async def cannot(bench: Bench) -> None:
    """Do nothing here."""
    raise LeftOut("not here")


@pytest.mark.parametrize(
    ("names", "code", "told"),
    [
        (["passes", "cannot"], 0, ["passed", "left out", "not here"]),
        (["passes", "fails"], 1, ["fails: WRONG: water is wet", "failed"]),
        (["breaks"], 1, ["breaks: WRONG: RuntimeError: no more"]),
    ],
)
def test_the_exit_code_says_whether_one_has_failed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    names: list[str],
    code: int,
    told: list[str],
) -> None:
    known = {"passes": passes, "fails": fails, "breaks": breaks, "cannot": cannot}
    monkeypatch.setattr(trials, "TRIALS", {name: known[name] for name in names})
    assert trials.main([]) == code
    out = capsys.readouterr().out
    for text in told:
        assert text in out


def test_the_trials_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert trials.main(["--list"]) == 0
    told = capsys.readouterr().out
    for name, trial in trials.TRIALS.items():
        assert f"{name:18}{trial.__doc__}" in told


async def test_numbers_that_cannot_be_read_are_no_numbers(tmp_path: Path) -> None:
    async with trials.serving(tmp_path / "data") as server:
        assert "samedeal_errors_total 0.0" in server.metrics()
    with pytest.raises(RuntimeError, match="/metrics answers 0"):
        server.metrics()
