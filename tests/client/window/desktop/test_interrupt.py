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
WITH_A_SERVER = """
import sys
from functools import partial
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from client.window import app
from client.window.window import Window

def open_server():
    (window,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, Window)]
    # A moment later the window is idle, so that Qt hears of the signal before Python does.
    up = partial(print, "up", flush=True)
    window.own_server.opened.connect(lambda: QTimer.singleShot(500, up))
    window.open_own_server("Ada")

app.Window = partial(Window, own_port=0)
QTimer.singleShot(0, open_server)
sys.exit(app.run(settings_dir=Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("code", [CODE, WITH_A_SERVER])
def test_a_signal_closes_the_window(number: int, status: int, code: str, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "up\n"
        window.send_signal(number)
        _, complaints = window.communicate(timeout=60)
    assert window.returncode == status
    assert "Traceback" not in complaints
