import argparse
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from client.session.recording import read_replay
from protocol.racing import play_again
from samedeal.commands import solve
from tests.protocol.banded import take_bands

FOUR_DEALS = ("cover", "--deals", "4")


def call(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    solve.add_arguments(parser)
    return solve.run(parser.parse_args(arguments))


def test_a_solution_is_found_told_and_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call("freecell", "--seed", "7", "--save", str(tmp_path)) == 0
    assert capsys.readouterr().out.startswith("freecell/7: won in ")
    replay = read_replay(tmp_path / "freecell-7.json")
    assert replay.status == "won"
    assert play_again(replay).fault is None
    assert call("freecell", "--seed", "7", "--save", str(tmp_path)) == 1
    assert "is there already" in capsys.readouterr().err


def test_many_deals_end_with_what_they_say_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(*FOUR_DEALS) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines[:4]] == [f"cover/{n}" for n in range(1, 5)]
    assert lines[4].startswith("Cover: ")
    assert lines[4].endswith("of all deals can be won")


def test_json_has_what_a_program_needs(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("freecell/7", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["game"], found["seed"], found["verdict"]) == ("freecell", "7", "won")
    assert found["actions"][0] == [9, 1, 4]
    assert call("spider", "--positions", "100", "--json") == 0
    assert json.loads(capsys.readouterr().out)["actions"] is None


def test_how_hard_a_deal_is_is_told_where_it_was_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert call("thirteens", "--deals", "6", "--band") == 0
    *lines, _ = capsys.readouterr().out.splitlines()
    won = [line for line in lines if ": won in " in line]
    assert won
    for line in lines:
        told = re.search(r" moves, (easy|medium|hard) \(", line)
        assert (told is not None) == (line in won)
    code = won[0].split(":")[0]
    assert call(code, "--band", "--json") == 0
    assert json.loads(capsys.readouterr().out)["band"] in won[0]
    assert call(code, "--json") == 0
    assert "band" not in json.loads(capsys.readouterr().out)
    take_bands(monkeypatch, "cover")
    assert call(*FOUR_DEALS, "--band") == 1
    assert "was not measured of Cover with these options" in capsys.readouterr().err


def test_the_table_has_a_row_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--table", "--deals", "1", "--positions", "1") == 0
    page = capsys.readouterr().out
    assert page.startswith("# Which deals can be won\n")
    assert "\n| Yukon |" in page


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "name a game or a deal code"),
        (("bridge",), "there is no game called 'bridge'"),
        (("klondike", "--option", "deal=five"), "deal cannot be 'five'"),
        (("klondike", "--seed", ""), "a seed has 1 to 64 characters"),
        (("klondike/a/b",), "option"),
        (("klondike/7", "--deals", "3"), "give only the code"),
        (("golf", "--save", "/nowhere/at/all"), "make it first"),
        (("golf", "--table"), "--table is about all games"),
    ],
)
def test_what_is_wrong_is_a_sentence(
    arguments: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*arguments) == 1
    error = capsys.readouterr().err
    assert error.startswith("samedeal solve: ")
    assert told in error


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_control_c_tells_what_was_found_so_far(jobs: str) -> None:
    command = ["cover", "--deals", "100000", "--jobs", jobs]
    with subprocess.Popen(
        [sys.executable, "-m", "samedeal", "solve", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("cover/1: ")
        process.send_signal(signal.SIGINT)
        out, error = process.communicate()
    assert process.returncode == 130
    assert out.splitlines()[-1].startswith("Cover: ")
    assert error == ""
