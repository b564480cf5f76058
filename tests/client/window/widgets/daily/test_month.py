from msgspec.structs import replace

from client.window.widgets.daily.month import MonthPanel
from harness.fakes import ADA, BOB, HOSTILE, PAST, TODAY, FakeLink, Show, month, press
from protocol.messages import Dailies, DailyTallied, GetDailies


def shown(link: FakeLink, show: Show, *, tallied: bool = True, player: int = 0) -> MonthPanel:
    panel = show(MonthPanel(link.session, tallied=tallied))
    link.received.connect(panel.take)
    panel.ask(player)
    return panel


def test_the_months_table(link: FakeLink, show: Show) -> None:
    panel = shown(link, show)
    assert link.take_sent() == [GetDailies()]
    link.tell(month())
    assert panel.title.text() == "November 2026"
    rows = [[panel.table.text(y, x) for x in range(5)] for y in range(3)]
    assert rows[0] == ["1", "Bob", "73½", "22", "15"]
    assert rows[2][1] == HOSTILE
    assert panel.table.chosen == ADA
    assert not panel.streak.isVisible()


def test_who_is_too_far_down_has_a_row_of_their_own(link: FakeLink, show: Show) -> None:
    panel = shown(link, show)
    own = DailyTallied(ADA, "Ada", 240, 4, 1)
    link.tell(replace(month(), own=own, rows=month().rows[:1]))
    assert panel.table.rowCount() == 2
    assert panel.table.text(1, 0) == "240"


def test_other_months(link: FakeLink, show: Show) -> None:
    panel = shown(link, show)
    link.tell(month())
    assert not panel.later.isEnabled()
    link.take_sent()
    press(panel, "Earlier month")
    assert link.take_sent() == [GetDailies("2026-10")]
    assert panel.title.text() == "October 2026"
    assert panel.table.rowCount() == 0, "of another month until the answer has come"
    link.tell(Dailies("2026-11", player=ADA))  # an answer to what was asked before
    assert panel.title.text() == "October 2026"
    link.tell(Dailies("2026-10", "2026-10", player=ADA))
    assert not panel.earlier.isEnabled()
    press(panel, "Later month")
    assert link.take_sent() == [GetDailies()]
    assert panel.title.text() == "November 2026"


def test_somebody_elses_days_with_the_streak(link: FakeLink, show: Show) -> None:
    panel = shown(link, show, tallied=False, player=BOB)
    assert link.take_sent() == [GetDailies("", BOB)]
    link.tell(month(ADA))
    assert panel.title.text() == "", "of another player"
    link.tell(month(BOB))
    assert panel.title.text() == "November 2026"
    assert panel.streak.text() == "3 days in a row · most so far: 9"
    assert not panel.table.isVisible()


def test_it_follows_the_day_beside_it_until_another_month_is_wanted(
    link: FakeLink, show: Show
) -> None:
    panel = shown(link, show)
    panel.show_day("2026-09-30")
    link.tell(month())
    assert link.take_sent() == [GetDailies(), GetDailies("2026-09")]
    link.tell(Dailies("2026-09", "2026-09", player=ADA))
    assert panel.title.text() == "September 2026"
    press(panel, "Later month")
    assert link.take_sent() == [GetDailies("2026-10")]
    link.tell(Dailies("2026-10", "2026-09", player=ADA))
    assert link.take_sent() == []
    panel.show_day(TODAY)
    assert link.take_sent() == [GetDailies("2026-11")]


def test_a_day_and_a_player_can_be_wanted(link: FakeLink, show: Show) -> None:
    panel = shown(link, show)
    days: list[str] = []
    players: list[object] = []
    panel.chosen.connect(days.append)
    panel.profile.connect(players.append)
    link.tell(month())
    panel.calendar.chosen.emit(PAST)
    panel.table.choose(BOB)
    panel.table.itemActivated.emit(panel.table.item(0, 0))
    assert (days, players) == ([PAST], [BOB])
