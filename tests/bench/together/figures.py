"""What some benchmarks may have come to."""

from bench.together.running import Outcome
from harness.ratios import Ratio

OUTCOMES = [
    Outcome(
        "server",
        [
            Ratio("an echo's message", 0.456, "a move in 4x13", at_least=0.7),
            Ratio("a move <of the page's>", 1.464, "one of the window's"),
        ],
    ),
    Outcome("page", (), "wants a browser: install the package chromium-headless-shell"),
    Outcome(
        "idle",
        [Ratio("memory of an idle connection", 0.92, "the 16 KiB that it may be", at_most=1)],
        "failed (1): no room; see build/bench/idle.txt",
        failed=True,
    ),
    Outcome("elsewhere", [Ratio("guests, to the room's", -0.00123, "as many at its own")]),
]
