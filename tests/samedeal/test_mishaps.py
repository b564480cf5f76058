"""Every command and every mishap: a status, a line or two, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from samedeal.__main__ import COMMANDS, main

ROOT = Path(__file__).parents[2]
LONG = "x" * 300
NO_UTF8 = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
HUGE = "1" + 30 * "0"
ENDLESS = "9" * 5000
DATA = "DATA"
"""Stands for an empty directory, or what a case has laid into it."""
AWAY = ("--server", "127.0.0.1:9")
WORKS: dict[str, list[str]] = {
    "serve": ["serve", "--check"],
    "admin": ["admin", "--help"],
    "play": ["play", "--help"],
    "watch": ["watch", "--help"],
    "bot": ["bot", "--help"],
    "backup": ["backup", "--help"],
    "move-database": ["move-database", "--help"],
    "verify": ["verify", "--help"],
    "replay": ["replay", "--help"],
    "leaderboard": ["leaderboard", "--help"],
    "daily": ["daily", "--help"],
    "export": ["export", "--help"],
    "delete-me": ["delete-me", "--help"],
    "nearby": ["nearby", "--help"],
    "referee": ["referee", "4x13"],
    "solve": ["solve", "freecell/7"],
}
"""Each command so that it prints something and ends."""


def run(
    arguments: list[str],
    directory: Path,
    shell: str = "",
    environment: dict[str, str] | None = None,
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command line as a child; `shell` is what a shell does with its streams."""
    arguments = [argument.replace(DATA, str(directory)) for argument in arguments]
    words = [sys.executable, "-m", "samedeal", *arguments]
    if shell:
        words = ["sh", "-c", f'"$@" {shell}', "sh", *words]
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "PYTHONUNBUFFERED")
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(
        words,
        cwd=ROOT,
        env=clean | (environment or {}),
        input=b"new 1\nshow\n",
        capture_output=True,
        timeout=100,
        check=False,
    )


def in_order(error: bytes, lines: int) -> bool:
    text = error.decode(errors="replace")
    clean = not any(sin in text for sin in ("Traceback", "mistake", "Exception", "Errno"))
    return clean and text.count("\n") <= lines


STREAMS = {
    ">/dev/full": 1,
    ">&-": 0,
    "2>&-": 0,
    "<&-": 0,
    ">&- 2>&- <&-": 0,
    "| head -n 1": 0,  # the status of head
    "| true": 0,
    "2>/dev/full": 0,
}
"""What a shell does with the streams of a program, and with which status the program then ends."""


def outputs() -> list[tuple[str, str]]:
    """Each command with each of the streams, but only three of them for a command's help.

    Every command's help is argparse's: three for each are all of them three times and more.
    """
    streams = list(STREAMS)
    helping = [name for name, words in WORKS.items() if words[-1] == "--help"]
    some = {name: [streams[(3 * at + k) % 8] for k in range(3)] for at, name in enumerate(helping)}
    return [(name, shell) for name in COMMANDS for shell in some.get(name, streams)]


@pytest.mark.parametrize(("command", "shell"), outputs())
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_an_output_that_goes_nowhere(command: str, shell: str, tmp_path: Path) -> None:
    done = run(WORKS[command], tmp_path, shell)
    assert in_order(done.stderr, 1), done.stderr.decode()
    if shell == ">/dev/full" and WORKS[command][-1] == "--help":
        return  # argparse's own: it takes no notice
    assert done.returncode == STREAMS[shell]
    if shell == ">/dev/full":
        assert done.stderr.decode() == f"samedeal {command}: No space left on device\n"


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        # Names that are too long for any file.
        (["serve", "--data", LONG, "--check"], 1, "cannot be read: File name too long"),
        (["serve", "--config", LONG], 1, "it cannot be read: File name too long"),
        (["admin", LONG, "stop"], 1, "the path is too long for a socket"),
        (["backup", DATA, LONG], 1, "samedeal backup: "),
        (["backup", LONG, DATA], 1, "samedeal backup: "),
        (["verify", LONG], 1, "samedeal verify: "),
        (["replay", LONG], 1, "samedeal replay: cannot read x"),
        (["replay", "--all", "--data", LONG], 1, "there is no database in x"),
        (["leaderboard", "4x13", "--data", LONG], 1, "there is no database in x"),
        (["leaderboard", LONG], 1, "there is no game called 'x"),
        (["referee", LONG], 2, "there is no game called 'x"),
        (["watch", LONG, "--terminal"], 2, "is no room's code"),
        (["bot", LONG], 2, "is no room's code"),
        # Numbers without end.
        (["serve", "--port", HUGE, "--check"], 2, "is not a whole number from 0 to 65535"),
        (["serve", "--limits-rooms", HUGE, "--check"], 2, "is too large: it is to be"),
        (["serve", "--limits-rooms", ENDLESS, "--check"], 2, "is too large: it is to be"),
        (["serve", "--limits-rate", "1e400", "--check"], 2, "is too large: it is to be"),
        (["admin", DATA, "unban", HUGE], 2, "is no number of a ban: `samedeal admin DATA list"),
        (["admin", DATA, "unban", "Eve"], 2, "'Eve' is no number of a ban: `samedeal admin DATA"),
        (["admin", DATA, "ban", "@1", "--for", HUGE], 2, "is no time: write 90m"),
        (
            ["admin", DATA, "ban", "x", "--until", "0001-01-01T00:00:00+23:59"],
            1,
            "no server is running",
        ),
        (["bot", "A", "--count", HUGE, *AWAY], 2, "is not a number from 1 to 16"),
        (["bot", "A", "--count", ENDLESS, *AWAY], 2, "is not a number from 1 to 16"),
        (["bot", "A", "--pace", ENDLESS, *AWAY], 2, "no pace"),
        (["replay", ENDLESS, "--data", DATA], 1, "File name too long"),
        (["replay", HUGE, "--data", DATA], 1, "is not the number of a race"),
        (["replay", HUGE, "Ada", "--data", DATA], 1, "is not the number of a race"),
        (["replay", "1", HUGE, "--data", DATA], 1, "there is no database in"),
        (["watch", "A", "--terminal", "--server", f"x:{HUGE}"], 2, "a port is a number from 1"),
        (["play", f"x:{ENDLESS}"], 2, "a port is a number from 1"),
        # Hosts that are none.
        (["serve", "--check", "--host", "nosuch.invalid"], 1, "there is no host 'nosuch"),
        (["serve", "--check", "--host", "203.0.113.7"], 1, "is no address of this machine"),
        (["serve", "--check", "--data", "/dev/null/x"], 1, "/dev/null is a file, not a directory"),
        (["serve", "--origins", "foo", "--check"], 2, "'foo' is no origin: it is a page's"),
        # An option is what it is called, and nothing shorter.
        (["serve", "--chec"], 2, "unknown argument --chec; did you mean --check?"),
        (["watch", "A", "--term"], 2, "unknown argument --term; did you mean --terminal?"),
        (["bot", "A", "--serv", "x"], 2, "unknown argument --serv; did you mean --server?"),
        (["admin", DATA, "--js", "stop"], 2, "unknown argument --js; did you mean --json?"),
        (["admin", DATA, "ban", "x", "--netw"], 2, "unknown argument --netw; did you mean --n"),
        (["--vers"], 2, "the following arguments are required: COMMAND"),
        # Directories where files should be, and the other way round.
        (["serve", "--config", DATA], 1, "it cannot be read: Is a directory"),
        (["replay", DATA], 1, "samedeal replay: "),
        (["backup", DATA, f"{DATA}/gone/"], 2, "gone/: make it first, or leave out the slash"),
        (["backup", DATA, f"{DATA}/gone/."], 2, "there is no directory "),
        (["replay", "1", "x", "--save", f"{DATA}/gone/"], 2, "there is no directory "),
        (["leaderboard", "4x13", "--data", "/dev/null"], 1, "there is no database in /dev/null"),
        (["admin", "/dev/null", "stop"], 1, "no server is running on /dev/null"),
        # What comes of a variable that is not set.
        (["admin", "", "stop"], 2, "argument DATA: it is empty: give a path, or . for this"),
        (["verify", ""], 2, "it is empty: give a path, or . for this directory"),
        (["move-database", "", DATA], 2, "it is empty: give a path, or . for this directory"),
        (["backup", "", DATA], 2, "it is empty: give a path, or . for this directory"),
        (["backup", DATA, ""], 2, "it is empty: give a path, or . for this directory"),
        (["replay", "--all", "--data", ""], 2, "argument --data: it is empty"),
        (["serve", "--config", "", "--check"], 2, "argument --config: it is empty"),
        (["serve", "--password-file", "", "--check"], 2, "--password-file: it is empty: leave it"),
    ],
)
def test_what_cannot_be_is_a_sentence(
    arguments: list[str],
    status: int,
    sentence: str,
    tmp_path: Path,
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert main([argument.replace(DATA, str(tmp_path)) for argument in arguments]) == status
    told = capsysbinary.readouterr()
    assert told.out == b""
    assert sentence in told.err.decode(errors="replace")
    assert in_order(told.err, 1)


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        # A server that begins to open.
        (["serve", "--data", DATA, "--host", "a..b"], 2, "'a..b' is no host: give an address"),
        (["serve", "--data", DATA, "--host", LONG], 2, "is no host: give an address"),
        (["serve", "--data", DATA, "--host", "nosuch.invalid"], 1, "there is no host 'nosuch"),
        (["serve", "--data", DATA, "--host", "203.0.113.7"], 1, "is no address of this machine"),
        # Bytes that are no text.
        (["admin", DATA, "announce", "\udcff"], 1, "what was given is no text in UTF-8"),
        (["leaderboard", "\udcff"], 1, "there is no game called"),
        (["verify", "\udcff"], 1, "there is no database in"),
        (["serve", "--data", "/dev/null/\udcff"], 1, "samedeal serve: "),
    ],
)
def test_what_cannot_be_is_a_sentence_of_a_program(
    arguments: list[str], status: int, sentence: str, tmp_path: Path
) -> None:
    """What changes the process, or depends on how it was started."""
    done = run(arguments, tmp_path)
    assert (done.returncode, done.stdout) == (status, b""), done
    assert sentence in done.stderr.decode(errors="replace")
    assert in_order(done.stderr, 1)


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        NO_UTF8,
        {"PYTHONIOENCODING": "ascii"},
    ],
)
def test_a_terminal_that_knows_no_umlauts_gets_question_marks(
    environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "samedeal.toml").write_text(f'data = "{tmp_path}/Spiel ♠ für zwölf"', "utf-8")
    done = run(["serve", "--config", f"{DATA}/samedeal.toml", "--check"], tmp_path, "", environment)
    if environment == NO_UTF8:  # Then no file can have such a name.
        assert done.returncode == 1
        assert b"Spiel " in done.stderr
        assert b"has characters in its name that this system's locale does not know" in done.stderr
        assert in_order(done.stderr, 1)
    else:
        assert done.returncode == 0, done.stderr
        assert b"Spiel " in done.stdout
    done = run(["leaderboard", "zwölf"], tmp_path, "", environment)
    assert done.returncode == 1
    assert b"there is no game called 'zw" in done.stderr
    assert in_order(done.stderr, 1)
