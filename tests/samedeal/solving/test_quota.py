from itertools import chain, repeat
from pathlib import Path

import pytest

from samedeal.solving.quota import LONGEST, SHARE, Thrift, cores

UNBOUND = float("inf")


def own(folder: Path, text: str) -> Path:
    file = folder / "own"
    file.write_text(text)
    return file


def older(folder: Path, quota: int, period: int = 100_000) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cpu.cfs_quota_us").write_text(f"{quota}\n")
    (folder / "cpu.cfs_period_us").write_text(f"{period}\n")


def newer(folder: Path, quota: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cpu.max").write_text(f"{quota}\n")


def test_a_group_of_the_newer_kind_says_how_much_there_is(tmp_path: Path) -> None:
    newer(tmp_path / "system.slice" / "samedeal.service", "25000 100000")
    assert cores(tmp_path, own(tmp_path, "0::/system.slice/samedeal.service\n")) == 0.25


def test_so_does_one_of_the_older_kind(tmp_path: Path) -> None:
    older(tmp_path / "cpu" / "samedeal", 5000, 10_000)
    lines = "4:memory:/elsewhere\n3:cpu,cpuacct:/samedeal\n0::/\n"
    assert cores(tmp_path, own(tmp_path, lines)) == 0.5


def test_the_narrowest_of_the_groups_counts_that_it_is_in(tmp_path: Path) -> None:
    newer(tmp_path / "a" / "b", "max 100000")
    newer(tmp_path / "a", "150000 100000")
    newer(tmp_path, "300000 100000")
    assert cores(tmp_path, own(tmp_path, "0::/a/b\n")) == 1.5


def test_in_a_container_the_root_is_its_own_group(tmp_path: Path) -> None:
    older(tmp_path / "cpu", 200_000)
    assert cores(tmp_path, own(tmp_path, "1:cpu:/docker/0123456789ab\n")) == 2.0


@pytest.mark.parametrize(
    "lines", ["", "nonsense\n", "0::/\n", "1:cpu:/\n", "1:memory:/\n", "0::/not there\n"]
)
def test_without_bounds_it_may_have_all(tmp_path: Path, lines: str) -> None:
    older(tmp_path / "cpu", -1)
    newer(tmp_path, "max 100000")
    assert cores(tmp_path, own(tmp_path, lines)) == UNBOUND
    assert cores(tmp_path / "nowhere", tmp_path / "nobody") == UNBOUND


def test_who_works_in_the_background_keeps_to_a_share() -> None:
    used = iter([1.0, 1.01, 1.01, 1.03])
    thrift = Thrift(0.25, lambda: next(used))
    assert thrift.bounded
    share = 0.25 * SHARE
    assert thrift.due() == pytest.approx(0.01 / share - 0.01)
    assert thrift.due() == 0
    assert thrift.due() == pytest.approx(0.02 / share - 0.02)


def test_no_wait_is_very_long() -> None:
    used = chain([0.0], repeat(1000.0))
    assert Thrift(0.25, lambda: next(used)).due() == LONGEST


@pytest.mark.parametrize("there", [4.0, 64.0, UNBOUND])
def test_with_plenty_of_cores_nobody_waits(there: float) -> None:
    used = chain([0.0], repeat(1000.0))
    thrift = Thrift(there, lambda: next(used))
    assert (thrift.bounded, thrift.due()) == (False, 0)
