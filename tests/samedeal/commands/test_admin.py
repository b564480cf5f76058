import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from samedeal.commands.admin import parse_duration, parse_moment, table

ROOT = Path(__file__).parents[3]


def samedeal(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "samedeal", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


@pytest.fixture
def data(tmp_path: Path) -> Iterator[Path]:
    command = [sys.executable, "-u", "-m", "samedeal", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert re.search(r"ws://\S+?:\d+", process.stdout.readline())
    try:
        yield tmp_path
        process.communicate(timeout=60)  # the test has stopped it
        assert process.returncode == 0
    finally:
        process.kill()
        process.wait(timeout=20)


def test_a_server_is_looked_after_from_the_command_line(data: Path) -> None:
    done = samedeal("admin", str(data), "ban", "203.0.113.7/24", "--network", "--for", "7d")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ban 1: the network 203.0.113.0/24 is banned until" in done.stdout
    done = samedeal("admin", str(data), "list", "bans")
    head, row, *_ = done.stdout.splitlines()
    assert head.split() == ["ban", "player", "name", "network", "reason", "made", "until"]
    assert row.startswith("1    -       -     203.0.113.0/24")
    done = samedeal("admin", str(data), "--json", "list", "bans")
    assert json.loads(done.stdout)["rows"][0]["network"] == "203.0.113.0/24"
    done = samedeal("admin", str(data), "delete", "nobody")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "samedeal admin: there is no player 'nobody'; give a name, or an id as @12\n"
    )
    done = samedeal("admin", str(data), "ratings", "rebuild")
    assert (done.returncode, done.stderr) == (0, "")
    assert "reckoned again from 0 races: nobody has another one" in " ".join(done.stdout.split())
    done = samedeal("admin", str(data), "ratings", "new-season")
    assert done.stdout == "season 2 begins: everybody's rating begins anew\n"
    done = samedeal("admin", str(data), "ratings", "new-season", "--without", "eve")
    assert (done.returncode, done.stdout) == (1, "")
    assert "--without and --with go with rebuild" in " ".join(done.stderr.split())
    assert samedeal("admin", str(data), "stop").returncode == 0


def test_a_frozen_server_and_a_killed_one(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "samedeal", "serve", "--port", "0"]
    hasty = (
        "import sys, server.operator.socket as s; "
        "s.ask.__defaults__ = (0.2,); from samedeal.__main__ import main; sys.exit(main())"
    )
    with subprocess.Popen(
        [*command, "--data", str(tmp_path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert "Samedeal server at" in process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        done = subprocess.run(
            [sys.executable, "-c", hasty, "admin", str(tmp_path), "list", "rooms"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            "samedeal admin: the server does not answer within 0.2 seconds, so nobody knows "
            "whether it did it; its log may tell why\n"
        )
        process.kill()
    done = samedeal("admin", str(tmp_path), "list", "rooms")
    assert done.stderr.startswith("samedeal admin: no server is running on")
    assert done.returncode == 1


def test_without_a_server_there_is_a_plain_error(tmp_path: Path) -> None:
    done = samedeal("admin", str(tmp_path), "list", "players")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("samedeal admin: no server is running on")
    done = samedeal("admin", str(tmp_path), "--json", "stop")
    assert done.returncode == 1
    assert json.loads(done.stdout)["ok"] is False


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["dance"],
        ["ban"],
        ["ban", "eve", "--for", "7d", "--until", "2031-01-01"],
        ["unban", "x"],
    ],
)
def test_wrong_command_lines(tmp_path: Path, arguments: list[str]) -> None:
    done = samedeal("admin", str(tmp_path), *arguments)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_times() -> None:
    assert [parse_duration(text) for text in ("90m", "12h", "7d", "2w")] == [
        5400,
        43200,
        604800,
        1209600,
    ]
    for text in ("", "7", "d", "-1d", "1y", "1.5h"):
        with pytest.raises(ValueError, match="is no time"):
            parse_duration(text)
    with pytest.raises(ValueError, match="'999999d' is too long: give 99999d at most, or leave it"):
        parse_duration("999999d")
    assert parse_moment("1970-01-02") == 86400
    assert parse_moment("1970-01-01T01:00:00+01:00") == 0
    with pytest.raises(ValueError, match="is no time"):
        parse_moment("tomorrow")


def test_tables() -> None:
    rows = [{"id": 1, "name": "ann", "bot": False, "until": None, "since": 60}]
    assert table(rows) == [
        "id  name  bot  until  since",
        "1   ann   no   -      1970-01-01 00:01",
    ]
    assert table([]) == []
