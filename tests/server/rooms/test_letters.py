from protocol.messages import LeftRoom, MemberLeft
from server.rooms.events import Events
from server.rooms.letters import Letter, Mail
from server.rooms.records import RoomClosed


def test_what_is_told_has_numbers_and_answers_have_none() -> None:
    mail = Mail(Events(8, 1000))
    mail.tell((1, 2), MemberLeft(3), MemberLeft(4))
    mail.answer(1, LeftRoom(""))
    mail.tell((), MemberLeft(5))  # Nobody to tell: that is no event either.
    assert mail.take_letters() == [
        Letter((1, 2), MemberLeft(3, seq=1)),
        Letter((1, 2), MemberLeft(4, seq=2)),
        Letter((1,), LeftRoom("")),
    ]
    assert mail.events.number == 2


def test_what_was_taken_does_not_come_again() -> None:
    mail = Mail(Events(8, 1000))
    mail.records.append(RoomClosed("ABCDEF"))
    mail.answer(1, LeftRoom(""))
    assert mail.take_records() == [RoomClosed("ABCDEF")]
    assert len(mail.take_letters()) == 1
    assert mail.take_records() == []
    assert mail.take_letters() == []
