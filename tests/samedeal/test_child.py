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


def test_a_bot_leaves_its_room_when_it_is_told_to_go(tmp_path: Path) -> None:
    def child(*arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "samedeal.child", *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)

    def line(of: subprocess.Popen[bytes]) -> str:
        assert of.stdout is not None
        return of.stdout.readline().decode()

    with child("serve", "--port", "0", "--data", str(tmp_path)) as server:
        where = line(server).split()[3].rstrip(",")
        with child("bot", "--game", "4x13", "--server", where) as bot:
            code = line(bot).split()[-1].rstrip(".")
            _, errors = bot.communicate(timeout=60)  # which closes its input
            assert (bot.returncode, errors) == (0, b"")
        with child("bot", code, "--server", where) as late:
            assert late.wait(20) == 1
            assert late.stderr is not None
            assert b"there is no room with that code" in late.stderr.read()
        server.communicate(timeout=60)
