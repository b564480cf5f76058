import argparse
from pathlib import Path

import pytest

from protocol.messages import Dailies, Daily, DailyDay, DailyResult, DailyTallied, Streak
from samedeal.__main__ import main
from samedeal.commands.daily import add_arguments, daily_lines, month_lines, run

DAY = "2026-11-27"
ANN = DailyResult(1, "ann", 1, "won", 52, 83_450, 120, 7)
BOB = DailyResult(12, "bob the great", 2, "gave up", 9, 60_000, 40, 8)
DAILY = Daily(
    day=DAY,
    game="klondike",
    options={"deal": "no-redeals"},
    deals="hard",
    until=1_795_824_000,
    attempt="over",
    players=3,
    winners=1,
    rows=[ANN, BOB],
    own=BOB,
    curve=[0, 7],
    streak=Streak(3, 5),
)


def test_a_day() -> None:
    assert "\n".join(daily_lines(DAILY, "https://example.org/")) == (
        """\
2026-11-27: Klondike (deal=no-redeals), hard, until 2026-11-28 00:00 UTC
3 attempts, 1 won

   name           score    time  moves  status   race  player
1  ann               52  1:23.4    120  won         7       1
2  bob the great      9  1:00.0     40  gave up     8      12
And 1 more.

Your streak: 3 days in a row, 5 at best
Samedeal 2026-11-27, Klondike: 2nd of 3 so far, 9 points, gave up, 40 moves ▁█ \
https://example.org/#daily/2026-11-27"""
    )


def test_a_day_on_which_there_was_no_attempt_yet() -> None:
    daily = Daily(day=DAY, game="golf", options={}, deals="winnable", until=0, players=1)
    assert [*daily_lines(daily)] == [
        "2026-11-27: Golf, until 1970-01-01 00:00 UTC",
        "1 attempt, 0 won",
        "How they went is told to who has made an attempt, and to all when the day is over.",
        "",
        "Your streak: 0 days in a row, 0 at best",
    ]


def test_a_month() -> None:
    before = DailyDay("2026-11-26", "golf", {}, over=True, players=2, own=BOB, best=ANN)
    month = Dailies(
        month="2026-11",
        days=[before, DailyDay(DAY, "klondike", {}, "hard", players=1)],
        players=60,
        rows=[DailyTallied(1, "ann", 1, 27, 2, 1)],
        own=DailyTallied(12, "bob the great", 58, 3, 1, 0),
    )
    assert "\n".join(month_lines(month)) == (
        """\
day         deal            played  your result  first
2026-11-26  Golf                 2  2. gave up   ann, 1:23.4
2026-11-27  Klondike, hard       1  –            –

    name           points  days  wins  player
 1  ann              13.5     2     1       1
58  bob the great     1.5     1     0      12
Points: 10, 7, 5, 4, 3, 2, 1 for the first seven of a day, half without a win."""
    )


def test_a_month_without_any() -> None:
    assert [*month_lines(Dailies(month="2026-01"))] == ["2026-01: no daily deals"]


@pytest.mark.parametrize("when", ["yesterday", "2026-1", "2026-11-27T12", "20261127"])
def test_what_is_no_day(when: str, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert run(parser.parse_args([when])) == 2
    assert f"{when!r} is no day: write 2026-11-27, or 2026-11" in capsys.readouterr().err


def test_who_is_nobody_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["daily", "--tokens", str(tmp_path / "none.json")]) == 1
    assert "knows of no token for anybody" in capsys.readouterr().err
