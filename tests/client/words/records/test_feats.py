import pytest

from client.words.records.feats import difference_text, feat_facts, passed_mark
from protocol.messages import Feat


@pytest.mark.parametrize(
    ("time", "before", "mark"),
    [
        (179_999, 180_000, 180),
        (180_000, 190_000, 0),
        (179_000, 179_500, 0),
        (100_000, 400_000, 120),
        (14_000, 4_000_000, 15),
        (100_000, 0, 0),
    ],
)
def test_the_least_mark_that_was_passed(time: int, before: int, mark: int) -> None:
    assert passed_mark(time, before) == mark


def test_differences_are_as_fine_as_they_need_to_be() -> None:
    texts = [difference_text(time) for time in (4, 400, 450, 12_000, 12_345, 72_340)]
    assert texts == ["0.004 s", "0.4 s", "0.4 s", "12 s", "12.3 s", "1:12.3"]


def test_what_a_race_has_changed() -> None:
    first = Feat(7, first_win=True, first_solved=True, ranked="fastest", milliseconds=9, place=4)
    assert feat_facts(first, "klondike") == [
        "First win in Klondike",
        "4th place on the leaderboard",
    ]
    solved = Feat(7, first_solved=True)
    assert feat_facts(solved, "klondike") == ["Klondike solved for the first time"]
    better = Feat(*(7, False, False, "fastest", 175_000, 187_000), place=4, place_before=9)
    assert feat_facts(better, "klondike") == [
        "First time under 3 minutes",
        "Own best time, by 12 s",
        "From 9th to 4th place here",
    ]
    score = Feat(7, ranked="best", score=31, score_before=30, place=9, place_before=9)
    assert feat_facts(score, "klondike") == ["Own best score: 31"]
