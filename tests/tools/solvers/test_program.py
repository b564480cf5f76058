"""Other programs, run for so long."""

from pathlib import Path

import pytest

from tests.tools.solvers.fakes import fake_program
from tools.solvers.program import CannotAsk, output


def test_what_it_prints_of_what_it_reads(tmp_path: Path) -> None:
    program = fake_program(tmp_path, "print(sys.argv[1], sys.stdin.read().upper())")
    assert output([program, "one"], "two", 60) == "one TWO\n"


def test_nothing_where_its_seconds_are_used_up(tmp_path: Path) -> None:
    program = fake_program(
        tmp_path, "import os, signal\nprint('half')\nos.kill(os.getpid(), signal.SIGXCPU)"
    )
    assert output([program], "", 60) is None


def test_it_gets_no_more_than_its_seconds(tmp_path: Path) -> None:
    program = fake_program(
        tmp_path,
        "import resource\nsys.stdin.read()\nprint(resource.getrlimit(resource.RLIMIT_CPU))",
    )
    assert output([program], "", 7) == "(7, 8)\n"


def test_what_it_complains_of(tmp_path: Path) -> None:
    program = fake_program(tmp_path, "sys.exit('no such deal')")
    with pytest.raises(CannotAsk, match="ended with 1: no such deal"):
        output([program], "", 60)


def test_a_program_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CannotAsk, match="cannot be run: No such file"):
        output([str(tmp_path / "nothing")], "", 60)
