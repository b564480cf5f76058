"""What holds for every test: no display, and no verdict on a machine's speed."""

import gc
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

# A shell starts what runs in the background deaf to Ctrl-C, and that is inherited: the programs
# that the tests start have to hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Before anything imports Qt.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

# A server that is started as a program looks for the deal of the day at once, in a process that no
# test waits for.
os.environ["SAMEDEAL_DAILY"] = "none"

# Servers write each move through to the disk, which a test waits for and learns nothing from: where
# there is memory enough that is a file system, temporary files are there.
MEMORY = Path("/dev/shm")
ENOUGH = 1 << 30
"""Bytes; a run of everything takes a fraction of it."""
if (
    "TMPDIR" not in os.environ
    and os.access(MEMORY, os.W_OK)
    and (shutil.disk_usage(MEMORY).free >= ENOUGH)
):
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)  # pytest has looked already

# Hundreds of programs are started, and none should have to compile what another one has compiled.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A slow machine is no failure; what is about speed is under bench/. pytest's own limit still holds.
settings.register_profile("samedeal", deadline=None)
settings.load_profile("samedeal")


@pytest.fixture
def hangups() -> Generator[None]:
    """Have the programs that a test starts end with their terminal, also if nohup runs the suite.

    Only while they do: what nohup was asked for is that the suite goes on.
    """
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Let four workers share two cores: nearly half of the tests' time is spent on waiting."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else 2 * cores


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among ten thousand tests: they stay until the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
