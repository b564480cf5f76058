"""What holds for every test: no display, and no verdict on a machine's speed."""

import os
import signal

from hypothesis import settings

# A shell starts what runs in the background deaf to Ctrl-C, and that is inherited: the programs
# that the tests start have to hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Before anything imports Qt.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

# A slow machine is no failure; what is about speed is under bench/. pytest's own limit still holds.
settings.register_profile("samedeal", deadline=None)
settings.load_profile("samedeal")
