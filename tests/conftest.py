"""What holds for every test: no display, and no verdict on a machine's speed."""

import os

from hypothesis import settings

# Before anything imports Qt.
os.environ["QT_QPA_PLATFORM"] = "offscreen"

# A slow machine is no failure; what is about speed is under bench/. pytest's own limit still holds.
settings.register_profile("samedeal", deadline=None)
settings.load_profile("samedeal")
