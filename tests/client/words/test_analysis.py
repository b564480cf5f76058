import pytest

from client.words.analysis import (
    analysis_text,
    brief_text,
    could_text,
    looking_at_text,
    looking_text,
    of_whom,
)
from engine.solver.analysis import Finding
from engine.state import Click

WAY = (Click(0), Click(0))


@pytest.mark.parametrize(
    ("finding", "told", "brief"),
    [
        (
            Finding(37, 41, WAY),
            (
                "It could be won until move 37. From there, 2 moves would have won. "
                "It was lost with move 41 at the latest: 7♣ onto 8♦."
            ),
            "until 37",
        ),
        (
            Finding(37, 38, WAY[:1]),
            (
                "It could be won until move 37. From there, 1 move would have won. "
                "Move 38 lost it: 7♣ onto 8♦."
            ),
            "until 37",
        ),
        (
            Finding(0, 1, WAY),
            (
                "The deal could be won. From there, 2 moves would have won. "
                "Move 1 lost it: 7♣ onto 8♦."
            ),
            "when dealt",
        ),
        (
            Finding(60, None, WAY),
            "It could be won to the end. From there, 2 moves would have won.",
            "to the end",
        ),
        (Finding(None, 0), "Nobody could have won this deal.", "never"),
        (
            Finding(None, 41),
            (
                "Whether this deal could be won is not known. "
                "It was lost with move 41 at the latest: 7♣ onto 8♦."
            ),
            "perhaps",
        ),
        (Finding(), "Whether this deal could be won is not known.", "perhaps"),
    ],
)
def test_what_was_found_is_told(finding: Finding, told: str, brief: str) -> None:
    assert analysis_text(finding, 60, "7♣ onto 8♦") == told
    assert told.startswith(could_text(finding, 60))
    assert brief_text(finding, 60) == brief


def test_what_is_known_while_it_is_looked_for() -> None:
    assert looking_text(None) == "Looking until when this could be won…"
    assert "until move 7 at least" in looking_text(Finding(7))
    assert looking_at_text(2, 3).endswith("2 of 3")
    assert of_whom("Ada", looking_text(None)) == "Ada: Looking until when this could be won…"
