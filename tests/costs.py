"""What tests cost: `python -m pytest -p tests.costs ...` tells at the end which take longest.

Counted is processor time, of a test's own process and of those that it has waited for: what a clock
says depends on whatever else the machine does.
"""

import resource
import time
from collections import defaultdict
from collections.abc import Generator
from operator import itemgetter
from typing import Final

import pytest

MOST: Final = 30
"""Tests that are told of, and files."""
COST: Final = "processor time"
"""What a report calls the seconds that went into it."""


class _Meter:
    """Tells how much this process has used since it was asked before."""

    def __init__(self) -> None:
        self._told = 0.0

    def lap(self) -> float:
        ended = resource.getrusage(resource.RUSAGE_CHILDREN)
        before = self._told
        self._told = time.process_time() + ended.ru_utime + ended.ru_stime
        return self._told - before


_meter: Final = _Meter()


def pytest_runtest_logstart() -> None:
    """Leave out what was between two tests."""
    _meter.lap()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Note what a test's beginning, itself or its end cost: from a worker, it comes with that."""
    report = yield
    report.user_properties.append((COST, _meter.lap()))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the sum, and what costs most."""
    tests: dict[str, float] = defaultdict(float)
    files: dict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                cost = sum(
                    float(str(what)) for name, what in report.user_properties if name == COST
                )
                tests[report.nodeid] += cost
                files[report.nodeid.partition("::")[0]] += cost
    terminalreporter.section(f"{sum(tests.values()):.1f} s of processor time")
    for costs in (files, tests):
        for what, seconds in sorted(costs.items(), key=itemgetter(1), reverse=True)[:MOST]:
            terminalreporter.write_line(f"{seconds:8.2f} s  {what}")
        terminalreporter.write_line("")
