import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from math import isnan

import pytest

from server.bounds import Limits
from server.network import event_loop
from tools.faults import besiege
from tools.faults.attacks import cut
from tools.faults.besiege import (
    SCENARIOS,
    Delays,
    NoSiege,
    Outcome,
    Scenario,
    Span,
    delays,
    missed,
    run,
    table,
)
from tools.faults.besiegers import SIEGES


def span(late: float, answers: int = 100) -> Span:
    return Span(Delays(1.0, late, answers), Delays(1.0, late, answers), 0.1, 50.0, 1000.0)


def outcome(before: float, during: float, answers: int = 100) -> Outcome:
    return Outcome("chat", 1, span(before), span(during, answers), {"sent": 12.0})


def shown(*outcomes: Outcome) -> str:
    return " ".join(str(cell) for column in table(outcomes).columns for cell in column.cells)


@pytest.fixture
def beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all have both cores, which other tests need too, and be as important as those."""
    monkeypatch.setattr(besiege, "_pin", lambda *_, **__: None)


@pytest.mark.skipif(sys.platform != "linux", reason="priorities are Linux's")
def test_who_measures_comes_before_who_besieges() -> None:
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        besiege._pin(process.pid, nice=besiege.NICE)
        assert os.sched_getscheduler(process.pid) == os.SCHED_IDLE
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == besiege.NICE
        first, *others = sorted(os.sched_getaffinity(0))
        assert os.sched_getaffinity(process.pid) == set(others or [first])
        process.communicate()


@pytest.mark.usefixtures("beside_others")
@pytest.mark.parametrize(
    "name", ["files", "handshakes", "chat", "silent connects, TLS", "slow readers"]
)
async def test_a_short_siege_runs_and_is_told_about(name: str) -> None:
    seen = await run(SCENARIOS[name], 2, 1.0, racers=2, hellos=10, lanes=3, crowd=3, races=1)
    assert seen.faults == []
    assert seen.before.moves.answers
    assert seen.during.moves.answers
    assert seen.before.memory > 0
    assert seen.before.logged > 0
    assert seen.did
    assert name in shown(seen)


@pytest.mark.usefixtures("beside_others")
async def test_besiegers_begin_also_where_their_address_may_make_no_more_rooms() -> None:
    lanes = Limits().rooms_per_address + 1
    seen = await run(SCENARIOS["refused moves"], 1, 1.0, racers=2, hellos=10, lanes=lanes)
    assert seen.faults == []
    assert seen.did["refused"]


def test_a_siege_that_cannot_begin_is_told_about_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def quick(scenario: Scenario, addresses: int, seconds: float) -> Outcome:
        if scenario.name == "chat":
            raise NoSiege("the besiegers could not begin: they ended")
        return Outcome(scenario.name, addresses, span(1.0), span(1.0), {"sent": seconds})

    monkeypatch.setattr(besiege, "run", quick)
    arguments = ["--scenario", "chat", "--scenario", "rooms", "--addresses", "1"]
    assert besiege.main(arguments) == 1
    printed = capsys.readouterr().out
    assert "chat, 1 addresses: the besiegers could not begin: they ended" in printed
    assert "rooms, 1 addresses: kept" in printed


def test_every_scenario_has_besiegers_and_says_what_they_do() -> None:
    assert {each.siege or each.name for each in SCENARIOS.values()} == SIEGES.keys()
    assert all(siege.__doc__ for siege in SIEGES.values())


def test_which_goals_are_missed() -> None:
    assert outcome(10.0, 19.0).missed == []
    assert outcome(0.1, 3.9).missed == []  # Below what counts as usual.
    assert [text.partition(":")[0] for text in outcome(10.0, 21.0).missed] == ["moves", "hellos"]
    assert outcome(10.0, 10.0, answers=0).missed == ["moves: no answers", "hellos: no answers"]
    assert "kept" in shown(outcome(1.0, 1.0))
    assert "missed" in shown(outcome(1.0, 9.0))


@pytest.mark.parametrize(
    ("seen", "verdict", "code"),
    [
        ([1.0], "rooms, 1 addresses: kept\n", 0),
        ([50.0, 1.0, 1.0], "rooms, 1 addresses: kept in the median", 0),
        ([50.0, 1.0, 50.0], "rooms, 1 addresses: moves: 50.0 ms instead of 1.0 ms; hellos", 1),
    ],
)
def test_a_siege_that_misses_is_laid_again_and_the_medians_count(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seen: list[float],
    verdict: str,
    code: int,
) -> None:
    left = list(seen)

    async def quick(scenario: Scenario, addresses: int, seconds: float) -> Outcome:
        return Outcome(scenario.name, addresses, span(1.0), span(left.pop(0)), {"sent": seconds})

    monkeypatch.setattr(besiege, "run", quick)
    assert besiege.main(["--scenario", "rooms", "--addresses", "1"]) == code
    assert left == []
    assert verdict in capsys.readouterr().out


def test_a_fault_in_one_of_three_runs_is_one_of_all() -> None:
    good, bad = outcome(1.0, 1.0), outcome(1.0, 1.0)
    bad.faults.append("the server ended")
    assert missed([good, bad, good]) == ["the server ended"]


def test_only_what_came_in_time_counts() -> None:
    answers = [(1.0, 5.0), (2.0, 7.0), (3.0, 9.0)]
    assert delays(answers, 1.5, 2.5) == Delays(7.0, 7.0, 1)
    assert isnan(delays(answers, 4, 5).late)


@pytest.mark.parametrize(("late", "code"), [(1.0, 0), (50.0, 1)])
def test_the_exit_code_says_whether_all_goals_were_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], late: float, code: int
) -> None:
    async def quick(scenario: Scenario, addresses: int, seconds: float) -> Outcome:
        return Outcome(scenario.name, addresses, span(1.0), span(late), {"sent": seconds})

    monkeypatch.setattr(besiege, "run", quick)
    arguments = ["--scenario", "chat", "--scenario", "rooms", "--seconds", "3"]
    assert besiege.main(arguments) == code
    printed = capsys.readouterr().out
    assert "chat, 1 addresses" in printed
    assert "rooms, 12 addresses" in printed


def test_who_was_cut_off_can_be_cut_off() -> None:
    async def main() -> None:
        async with await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1") as to:
            port = to.sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            await reader.read()
            writer.transport.abort()
            with suppress(ConnectionError):
                await writer.wait_closed()
            cut(writer.transport)

    event_loop.run(main())
