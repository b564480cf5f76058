from msgspec.structs import replace

from client.window.widgets.buttons.leave_button import LeaveButton
from harness.fakes import ADA, BOB, FakeLink, Show, member, room
from protocol.messages import LeaveRoom


def test_a_host_is_asked_where_the_room_is_left_to_others(link: FakeLink, show: Show) -> None:
    button = show(LeaveButton(link))
    bot, away = member(3, bot=True), replace(member(4), connected=False)
    for told in (room(member(ADA), bot, away), room(member(ADA), member(BOB), host=BOB)):
        link.tell(told)
        link.take_sent()
        button.click()
        assert link.take_sent() == [LeaveRoom()]
    link.tell(room(member(ADA), member(BOB)))
    link.take_sent()
    button.click()
    assert (link.take_sent(), button.text()) == ([], "Really?")
    button.click()
    assert link.take_sent() == [LeaveRoom()]
