from client.words.records.rows import points_row, result_row
from harness.fakes import ADA, BOB, HOSTILE
from protocol.messages import DailyResult, DailyTallied, PastRacer, Tallied


def test_results_begin_alike_of_a_day_and_of_an_evening() -> None:
    ended = ["1", "Ada", "Solved", "52", "1:23.4"]
    assert result_row(DailyResult(ADA, "Ada", 1, "won", 52, 83_400, 99)) == ended
    assert result_row(PastRacer(ADA, "Ada", "won", 52, 1, 83_400)) == ended
    bot = result_row(PastRacer(BOB, "Cog", "gave up", 3, 2, 1000, bot=True))
    assert bot[:3] == ["2", "Cog (bot)", "Gave up"]
    assert "\n" not in result_row(DailyResult(BOB, HOSTILE, 2, "gave up"))[1]


def test_points_stand_before_races_and_wins_with_more_between_them() -> None:
    tallied = Tallied(ADA, "Ada", 1, 35, last=20, before=2, deals=3, wins=2)
    assert points_row(tallied) == ["1", "Ada", "17½", "3", "2"]
    assert points_row(tallied, "+10", "▲ 1") == ["1", "Ada", "17½", "+10", "▲ 1", "3", "2"]
    assert points_row(DailyTallied(ADA, "Ada", 1, 40, 4, 3)) == ["1", "Ada", "20", "4", "3"]
