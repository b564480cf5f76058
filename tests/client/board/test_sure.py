"""What cannot be taken back is asked for twice."""

from client.board.sure import HASTE, PATIENCE, Sure
from engine.state import Click, Deal


def test_the_second_time_does_it_neither_at_once_nor_late() -> None:
    clock = [100.0]
    sure = Sure(lambda: clock[0])
    asking = [sure.asking]
    meant = [sure.is_meant(Deal())]
    asking.append(sure.asking)
    for _ in range(3):  # a hand that goes on
        clock[0] += HASTE * 0.9
        meant.append(sure.is_meant(Deal()))
    clock[0] += HASTE
    meant.append(sure.is_meant(Deal()))
    asking.append(sure.asking)
    assert meant == [False] * 4 + [True]
    assert asking == [False, True, False]
    clock[0] += HASTE
    assert not sure.is_meant(Deal()), "each time is asked"
    clock[0] += PATIENCE
    assert not sure.asking
    assert not sure.is_meant(Deal())


def test_what_is_done_between_is_no_answer() -> None:
    clock = [100.0]
    sure = Sure(lambda: clock[0])
    assert not sure.is_meant(Click(0))
    clock[0] += 1
    assert not sure.is_meant(Click(1))
    clock[0] += 1
    assert not sure.is_meant(Click(0))
    sure.forget()
    clock[0] += 1
    assert not sure.is_meant(Click(0))
    clock[0] += 1
    assert sure.is_meant(Click(0))
