import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.together.programme import PROGRAMME

ROOT = Path(__file__).parents[2]


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(path := tmp_path / "pipe")
    return path


def begun(pipe: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.bench.small", str(pipe), *arguments]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def test_what_goes_wrong_does_not_stop_the_others(tmp_path: Path, pipe: Path) -> None:
    picture = tmp_path / "picture.svg"
    with begun(pipe, "lost", "ill", "well", "last", "--picture", str(picture)) as process:
        said, _ = process.communicate()
    assert process.returncode == 1
    *_, head, well, ill, wrong, lost, last, _, told, drawn = said.splitlines()
    assert head.split()[:4] == ["what", "was", "measured", "times"]
    assert well.split() == ["well", "a", "trial", "0.50", "itself", "at", "least", "0.7", "no"]
    assert ill.startswith("ill")
    assert wrong.strip() == "failed (3): the disk is full; see build/bench/ill.txt"
    assert lost == "lost  wants a moon: install one"
    assert last.startswith("last")
    assert told.startswith("0 of 3 are as they are wanted; 2 of 4 benchmarks ran to their end")
    assert drawn == f"Drawn in {picture}"
    assert "a trial" in picture.read_text(encoding="utf-8")


def test_control_c_stops_all_and_tells_what_there_is(tmp_path: Path, pipe: Path) -> None:
    picture = tmp_path / "picture.svg"
    with begun(pipe, "--picture", str(picture)) as process:
        started = [int(pid) for pid in pipe.read_text().split()]  # once it hangs
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate()
    assert process.returncode == 130
    assert "4 of 5  long: does not end" in said
    assert "last" not in said
    assert "Traceback" not in said
    *_, long, stopped, _, told = said.splitlines()
    assert long.split()[:4] == ["long", "a", "trial", "0.50"]
    assert stopped.strip() == "stopped"
    assert told.startswith("0 of 3 are as they are wanted; 1 of 4 benchmarks")
    assert not picture.exists()
    assert len(started) == 2
    for pid in started:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_wrong_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["engine", "nonsense"])
    assert ended.value.code == 2
    assert "there is no benchmark 'nonsense', but engine, " in capsys.readouterr().err


@pytest.mark.parametrize("scale", ["0", "21", "x", "nan"])
def test_a_wrong_scale(scale: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--scale", scale])
    assert ended.value.code == 2
    assert "--scale" in capsys.readouterr().err


def test_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    _, *listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == [each.name for each in PROGRAMME]
