from protocol.messages import LeftRoom, MemberLeft
from server.rooms.events import Events
from server.rooms.output import Outgoing, Output
from server.rooms.records import RoomClosed


def test_what_is_told_has_numbers_and_answers_have_none() -> None:
    output = Output(Events(8, 1000), Events(8, 1000))
    output.tell((1, 2), MemberLeft(3), MemberLeft(4))
    output.answer(1, LeftRoom(""))
    output.tell((), MemberLeft(5))  # Nobody to tell: that is no event either.
    assert output.take_outgoing() == [
        Outgoing((1, 2), MemberLeft(3, seq=1)),
        Outgoing((1, 2), MemberLeft(4, seq=2)),
        Outgoing((1,), LeftRoom("")),
    ]
    assert output.events(1).number == 2


def test_what_was_taken_does_not_come_again() -> None:
    output = Output(Events(8, 1000), Events(8, 1000))
    output.records.append(RoomClosed("ABCDEF"))
    output.answer(1, LeftRoom(""))
    assert output.take_records() == [RoomClosed("ABCDEF")]
    assert len(output.take_outgoing()) == 1
    assert output.take_records() == []
    assert output.take_outgoing() == []
