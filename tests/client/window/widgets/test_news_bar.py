from msgspec.structs import replace

from client.window.widgets.news_bar import NewsBar
from harness.fakes import HOSTILE, Show
from protocol.messages import Announcement, Stopping, Welcome
from protocol.racing import ONLY_BOTS


def test_an_announcement_stays_until_it_is_read(show: Show) -> None:
    bar = show(NewsBar())
    bar.hide()
    bar.take(Announcement(text=f"{HOSTILE}\nand more"))
    assert bar.isVisible()
    assert bar.text.text() == f"{HOSTILE} and more"
    bar.read.click()
    assert not bar.isVisible()


def test_what_holds_for_seconds_is_nothing_to_put_away(show: Show) -> None:
    bar = show(NewsBar())
    bar.hide()
    bar.take(replace(ONLY_BOTS, seq=7))
    assert not bar.isVisible()


def test_a_stop_is_counted_down_and_over_when_the_server_is_back(show: Show) -> None:
    bar = show(NewsBar())
    bar.take(Stopping(seconds=150))
    assert "stop in 2:30" in bar.text.text()
    assert bar._stops is not None
    bar._stops -= 100
    bar._show()
    assert "stop in 50 seconds" in bar.text.text()
    bar._stops -= 100
    bar._show()
    assert "stop now" in bar.text.text()
    bar.take(Announcement(text="Back at nine."))
    assert bar.text.text().startswith("Back at nine.")
    bar.take(Welcome(version=1, player=1, name="Ada"))
    assert bar.text.text() == "Back at nine."
    assert not bar._timer.isActive()
