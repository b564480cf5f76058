"""Ctrl-C and the window, in a process of its own, as a terminal would send it."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
CODE = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from client.window import app
QTimer.singleShot(0, lambda: print("up", flush=True))
sys.exit(app.run(practice="klondike", settings_dir=Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_closes_the_window(number: int, status: int, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CODE, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "up\n"
        window.send_signal(number)
        _, complaints = window.communicate(timeout=30)
    assert window.returncode == status
    assert "Traceback" not in complaints
