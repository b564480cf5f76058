"""`samedeal referee` on real pipes."""

import io
import json
import subprocess
import sys
from pathlib import Path

from engine.referee import MAX_LINE
from samedeal.commands.referee import lines

ROOT = Path(__file__).parents[3]


def talk(*arguments: str, given: bytes) -> tuple[int, list[dict[str, object]], str]:
    done = subprocess.run(
        [sys.executable, "-m", "samedeal", "referee", *arguments],
        input=given,
        capture_output=True,
        cwd=ROOT,
        timeout=30,
        check=False,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return done.returncode, answers, done.stderr.decode()


def test_an_answer_for_every_line() -> None:
    noise = b"\xff\xfe\x00 noise"
    long = b"x" * (3 * MAX_LINE)
    status, answers, complaints = talk(
        "spider", given=b"\n".join([b"new 1", noise, long, b"", b"do click 0", b"measure 1 2 2"])
    )
    assert status == 0
    assert complaints == ""
    assert len(answers) == 6
    assert ["error" in answer for answer in answers] == [False, True, True, True, False, False]
    assert answers[4]["done"] is True


def test_no_such_game() -> None:
    status, answers, complaints = talk("no-such-game", given=b"")
    assert (status, answers) == (2, [])
    assert "there is no game called 'no-such-game'" in complaints
    assert "Traceback" not in complaints


def test_long_lines_are_cut_and_the_next_one_is_whole() -> None:
    given = io.BytesIO(b"a\n" + b"x" * (2 * MAX_LINE + 5) + b"\nb")
    first, long, last = lines(given)
    assert (first, last) == ("a\n", "b")
    assert MAX_LINE < len(long) < 2 * MAX_LINE
