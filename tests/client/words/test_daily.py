from msgspec.structs import replace

from client.words.daily import daily_link, share_text
from protocol.messages import Daily, DailyResult

OWN = DailyResult(7, "ann", 2, "won", 52, 161_400, 87, 12)
DAY = Daily(
    day="2026-11-27",
    game="freecell",
    options={},
    deals="medium",
    until=1_796_000_000,
    attempt="over",
    players=17,
    winners=9,
    rows=[OWN],
    own=OWN,
    curve=[0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 7],
)


def test_a_line_to_share() -> None:
    assert share_text(DAY, "https://example.org/") == (
        "Samedeal 2026-11-27, FreeCell: 2nd of 17 so far, 2:41.4, 87 moves "
        "▁▁▂▂▃▃▄▅▆▇██ https://example.org/#daily/2026-11-27"
    )


def test_when_the_day_is_over_the_place_is_for_good_and_without_a_page_there_is_no_link() -> None:
    assert share_text(replace(DAY, over=True), "") == (
        "Samedeal 2026-11-27, FreeCell: 2nd of 17, 2:41.4, 87 moves ▁▁▂▂▃▃▄▅▆▇██"
    )


def test_who_has_not_won() -> None:
    own = DailyResult(7, "ann", 4, "gave up", 12, 30_000, 20, 12)
    assert share_text(replace(DAY, own=own, curve=[], over=True), "") == (
        "Samedeal 2026-11-27, FreeCell: 4th of 17, 12 points, gave up, 20 moves"
    )


def test_without_an_attempt_there_is_nothing_to_share() -> None:
    assert share_text(replace(DAY, own=None, attempt="on"), "https://example.org/") == ""


def test_the_link_to_a_day() -> None:
    assert daily_link("http://[::1]:7713/club/", "2026-11-27") == (
        "http://[::1]:7713/club/#daily/2026-11-27"
    )
