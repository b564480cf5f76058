"""What is a contradiction, and what is told."""

import pytest

from engine.solver.answer import Verdict
from tools.solvers.comparison import Compared, report
from tools.solvers.setting import Allows, Setting, Terms

FREECELL, GOLF = Setting("freecell"), Setting("golf")


def compared(
    ours: Verdict, theirs: Verdict, allows: Allows = "the same", seed: str = "1"
) -> Compared:
    return Compared(FREECELL, seed, Terms(allows), ours, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs", "allows", "contradicts"),
    [
        ("won", "impossible", "the same", True),
        ("impossible", "won", "the same", True),
        ("won", "won", "the same", False),
        ("won", "unknown", "the same", False),
        ("unknown", "impossible", "the same", False),
        ("won", "impossible", "more", True),
        ("impossible", "won", "more", False),
        ("won", "impossible", "less", False),
        ("impossible", "won", "less", True),
    ],
)
def test_contradictions(
    ours: Verdict, theirs: Verdict, allows: Allows, *, contradicts: bool
) -> None:
    assert compared(ours, theirs, allows).contradicts == contradicts


def test_who_knows_alone() -> None:
    known = [
        (deal.only_ours, deal.only_theirs)
        for deal in (
            compared("won", "unknown"),
            compared("unknown", "impossible"),
            compared("unknown", "unknown"),
            compared("won", "won"),
        )
    ]
    assert known == [(True, False), (False, True), (False, False), (False, False)]


def test_report() -> None:
    more = Terms("more", "there a queen may be put on a king")
    found = [
        compared("won", "unknown", seed="1"),
        compared("won", "impossible", seed="2"),
        compared("unknown", "won", seed="3"),
        compared("won", "unknown", seed="4"),
        Compared(GOLF, "1", more, "impossible", "won"),
    ]
    lines = report("Other", found)
    assert lines[0] == "Samedeal here, Other there:"
    assert [line.split() for line in lines[2:4]] == [
        ["FreeCell", "4", "3", "0", "1", "1", "1", "2", "2", "1", "1", "the", "same"],
        ["Golf", "1", "0", "1", "0", "1", "0", "0", "0", "0", "0", "allow", "more"],
    ]
    assert lines[4:] == [
        "",
        "Rules:",
        "  Golf: there a queen may be put on a king",
        "",
        "Only here:",
        "  FreeCell, won: 1 4",
        "",
        "Only there:",
        "  FreeCell, won: 3",
        "",
        "Contradictions:",
        "  freecell/2: Samedeal says won, Other impossible",
    ]
