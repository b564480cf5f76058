import errno
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from samedeal.__main__ import COMMANDS, main

ROOT = Path(__file__).parents[2]
ENVIRONMENT = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
}


def samedeal(*arguments: str, timeout: float = 50) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user without a display does."""
    return subprocess.run(
        [sys.executable, "-m", "samedeal", *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        check=False,
        capture_output=True,
        text=True,
        timeout=timeout,
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    text = capsys.readouterr().out
    assert f"usage: samedeal {command}" in text
    assert "examples:" in text
    assert f"  samedeal {command}" in text
    assert all(len(line) <= 100 for line in text.splitlines())


def test_the_commands_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"    {command}" in text for command in COMMANDS)
    assert main(["--version"]) == 0
    assert re.fullmatch(
        r"samedeal (\d+\.\d+\S*|\(not installed\)), (compiled|pure Python)\n",
        capsys.readouterr().out,
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "samedeal: the following arguments are required: COMMAND"),
        (["win"], "samedeal: argument COMMAND: invalid choice: 'win'"),
        (["watch"], "samedeal watch: the following arguments are required: CODE"),
        (["watch", "a b"], "samedeal watch: 'a b' is no room's code"),
        (["watch", "x/"], "samedeal watch: '' is no room's code"),
        (["watch", "ftp://x/A"], "samedeal watch: ftp:// leads to no Samedeal server"),
        (["watch", "A", "--server", "x:y"], "a port is a number from 1 to 65535"),
        (["bot"], "samedeal bot: give either a room's CODE or --game GAME"),
        (["bot", "A", "--game", "4x13"], "samedeal bot: give either a room's CODE or --game"),
        (["bot", "A", "--pace", "fast"], "'fast' is no pace"),
        (["bot", "A", "--count", "0"], "'0' is not a number from 1 to 16"),
        (["bot", "--game", "chess"], "there is no game called 'chess'"),
        (["play", "ftp://x"], "samedeal play: argument ADDRESS: ftp:// leads to no Samedeal"),
        (["play", "host:x"], "a port is a number from 1 to 65535"),
        (["play", "--demo", "host"], "samedeal play: --demo brings its own server"),
        (["play", "--seed", "1"], "samedeal play: --seed is for --practice"),
        (["play", "--pace", "1"], "samedeal play: --game, --pace and --data are for --demo"),
        (["play", "host", "--practice", "4x13"], "give either an address or --practice"),
        (["serve", "--port", "x"], "argument --port: 'x' is not a whole number from 0 to 65535"),
        (
            ["serve", "--limit-rate=3"],
            "samedeal serve: unknown argument --limit-rate; did you mean --limits-rate?",
        ),
        (["backup", "a", "b", "c"], "samedeal backup: unknown argument c (samedeal backup --help"),
        (["admin", "x", "stop", "--jsn"], "samedeal admin DATA stop: unknown argument --jsn"),
        (["referee", "chess"], "there is no game called 'chess'"),
    ],
)
def test_a_wrong_command_line_is_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert sentence in output.err
    assert output.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["watch", "ABCDEF"], "there is no display for a window; add --terminal"),
        (["watch", "ABCDEF", "--terminal", "--server", "127.0.0.1:9"], "nobody listens there"),
        (["bot", "ABCDEF", "--server", "127.0.0.1:9"], "nobody listens there"),
        (["play"], "there is no display for a window; samedeal watch CODE --terminal"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = samedeal(*arguments)
    assert done.returncode == 1
    assert done.stderr.startswith(f"samedeal {arguments[0]}: ")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("arguments", [["play"], ["play", "--demo"], ["watch", "ABCDEF"]])
def test_without_qt_one_is_told_what_to_install(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(arguments) == 1
    assert "pip install 'samedeal[client]'" in capsys.readouterr().err


def test_a_mistake_of_the_program_is_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SAMEDEAL_DEBUG", raising=False)
    monkeypatch.setattr("samedeal.commands.referee.run", lambda args: 1 // 0)
    assert main(["referee", "4x13"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("samedeal: a mistake of the program: ZeroDivisionError")
    monkeypatch.setenv("SAMEDEAL_DEBUG", "1")
    assert main(["referee", "4x13"]) == 1
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (FileNotFoundError(errno.ENOENT, "No such file", "x.json"), "x.json: No such file"),
        (ConnectionError("nobody is there"), "nobody is there"),
        (UnicodeEncodeError("utf-8", "\udcff", 0, 1, ""), "what was given is no text in UTF-8"),
        (BrokenPipeError(), ""),
    ],
)
def test_what_the_machine_refuses_is_no_mistake_whichever_task_hears_it(
    error: Exception,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for raised in (error, ExceptionGroup("", [ExceptionGroup("", [error])])):

        def fail(args: object, raised: Exception = raised) -> int:
            raise raised

        monkeypatch.setattr("samedeal.commands.referee.run", fail)
        assert main(["referee", "4x13"]) == 1
        told = capsys.readouterr().err
        assert told == (f"samedeal referee: {sentence}\n" if sentence else "")


def test_control_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(args: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("samedeal.commands.referee.run", interrupted)
    assert main(["referee", "4x13"]) == 130


@pytest.mark.parametrize(
    ("command", "unwanted"),
    [
        ("serve", {"client", "PySide6"}),
        ("admin", {"server.network", "structlog", "prometheus_client"}),
        ("referee", {"importlib.metadata", "asyncio", "msgspec"}),
    ],
)
def test_a_command_imports_no_more_than_it_needs(command: str, unwanted: set[str]) -> None:
    code = (
        "import sys; from samedeal.__main__ import main; main([sys.argv[1], '--help']);"
        "sys.exit(' '.join(sys.modules.keys() & set(sys.argv[2:])))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, command, *unwanted],
        cwd=ROOT,
        check=False,
        capture_output=True,
    )
    assert done.stderr == b"\n"


# A server, bots and a spectator, each a process of its own ----------------------------------------


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    command = [sys.executable, "-u", "-m", "samedeal", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    found = re.search(r"ws://\S+?:\d+", process.stdout.readline())
    assert found is not None
    yield found[0]
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_race_of_bots_watched_in_the_terminal(server: str) -> None:
    command = [sys.executable, "-u", "-m", "samedeal", "bot", "--server", server]
    command += ["--game", "4x13", "--count", "3", "--racers", "3", "--pace", "200/s"]
    bots = subprocess.Popen(
        [*command, "--rounds", "1"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert bots.stdout is not None
    code = re.search(r"in room (\w+)\.", bots.stdout.readline())
    assert code is not None
    watching = samedeal("watch", code[1], "--terminal", "--server", server)
    rest, _ = bots.communicate(timeout=60)
    assert watching.returncode == 0, watching.stderr
    assert "4x13, race 1: the results" in watching.stdout
    assert "Checked: " in watching.stdout
    assert "\x1b" not in watching.stdout
    assert bots.returncode == 0
    assert len(re.findall(r"^\w+: place [123] with \d+ points", rest, re.MULTILINE)) == 3


def test_the_demo_without_a_display(tmp_path: Path) -> None:
    options = ["--game", "thirteens", "--pace", "100/s", "--data", str(tmp_path)]
    for race in (1, 2):
        done = samedeal("play", "--demo", *options)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        assert "The race is about to start." in done.stdout
        assert f"Thirteens, race {race}: the results" in done.stdout
        for name in ("Abacus", "Bellows", "Cog"):
            assert f"{name} [bot " in done.stdout
        assert "the cards dealt are its cards." in done.stdout


def test_control_c_ends_the_demo_with_all_that_belongs_to_it(tmp_path: Path) -> None:
    command = [sys.executable, "-u", "-m", "samedeal", "play", "--demo", "--data", str(tmp_path)]
    demo = subprocess.Popen(
        command,
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert demo.stdout is not None
    for line in demo.stdout:
        if "about to start" in line:
            break
    demo.send_signal(signal.SIGINT)
    _, error = demo.communicate(timeout=60)
    assert demo.returncode == 130
    assert error == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize("module", ["argparse", "samedeal.standard_streams", "server.app"])
def test_control_c_while_modules_are_imported_is_no_traceback(module: str) -> None:
    program = f"""
import os, signal, sys
class Interrupts:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.modules.pop({module!r}, None)
sys.meta_path.insert(0, Interrupts())
from samedeal.__main__ import main
sys.exit(main(["serve", "--help"]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
