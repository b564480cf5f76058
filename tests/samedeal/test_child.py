import subprocess
import sys
from pathlib import Path


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "samedeal.child", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--data", str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stdout.readline().startswith(b"Samedeal server at")
        child.stdin.close()
        assert child.wait(20) == 0
        assert child.stdout.read().endswith(b"Stopped.\n")


def test_its_exit_code_is_the_commands() -> None:
    command = [sys.executable, "-m", "samedeal.child", "no-such-command"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.wait(20) == 2
