"""The window as a screen reader finds it, on the bus by which it is told."""

import os
import subprocess
import sys

import pytest

from tools.setup.reader_bus import missing


def test_tab_goes_round_every_screen_and_the_bus_names_each_stop() -> None:
    if lacking := missing():
        pytest.skip(f"needs {' '.join(lacking)}")
    walk = [sys.executable, "-m", "tests.client.bus_walk"]
    done = subprocess.run(
        ["dbus-run-session", "--", *walk],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.returncode == 0, done.stdout + done.stderr
