import io
import re
import sys

import pytest

from bench.together.programme import Benchmark
from bench.together.progress import Forecast, minutes, telling

BENCHMARKS = [
    Benchmark("wire", "bench.wire", "reading and writing", 10),
    Benchmark("page", "bench.page", "the first card", 90, lacks=lambda: "wants a browser"),
    Benchmark("idle", "bench.idle", "memory", 20),
]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_forecast_goes_by_what_those_took_that_are_over() -> None:
    forecast = Forecast([10, 20, 30], 100.0)
    assert forecast.told(100.0) == "0:00, about 1:00 left"
    assert forecast.told(104.0) == "0:04, about 0:56 left"
    forecast.begin(1, 120.0)  # It took twice as long.
    assert forecast.told(120.0) == "0:20, about 1:40 left"
    assert forecast.told(300.0) == "3:20, about 1:00 left"
    forecast.begin(2, 300.0)
    assert forecast.told(300.0) == "3:20, about 3:20 left"


def test_minutes() -> None:
    assert [minutes(each) for each in (0, 59.9, 60, 3661)] == ["0:00", "0:59", "1:00", "61:01"]


def test_a_pipe_gets_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    with telling(BENCHMARKS, 2.0) as tell:
        tell(0)
        first = capsys.readouterr().out
        tell(1)
    assert first == "1 of 3  wire: reading and writing (0:00, about 1:00 left)\n"
    assert capsys.readouterr().out.startswith("2 of 3  page: the first card (0:0")


def test_a_terminal_gets_one_line_that_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "stdout", terminal := Terminal())
    with telling(BENCHMARKS, 1.0) as tell:
        tell(0)
        tell(2)
    plain = re.sub(r"\x1b\[[\d;?]*[a-zA-Z]", "", terminal.getvalue())
    assert re.search(r"1 of 3  wire  0:0\d, about 0:\d\d left", plain)
    assert re.search(r"3 of 3  idle  0:0\d, about 0:\d\d left", plain)
    assert terminal.getvalue().endswith("\x1b[1A\x1b[2K")
