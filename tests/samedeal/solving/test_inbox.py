import threading
from collections.abc import Callable

import msgspec
import pytest

from samedeal.solving.inbox import LONGEST_REST, Inbox
from samedeal.solving.quota import Thrift
from server.stock.foundry import Order, Rest

ORDERS = msgspec.json.Decoder[Order | Rest](Order | Rest)
ORDER = Order(1, "spider", {}, 1000)


class Patient(threading.Condition):
    """A condition on which nobody waits for long."""

    def __init__(self, waited: list[float | None]) -> None:
        super().__init__()
        self._waited = waited

    def wait_for(self, predicate: Callable[[], object], timeout: float | None = None) -> bool:  # type: ignore[override]
        if not predicate():
            self._waited.append(timeout)
        return bool(predicate())


@pytest.fixture
def waited(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """How long somebody would have waited."""
    found: list[float | None] = []
    monkeypatch.setattr(threading, "Condition", lambda: Patient(found))
    return found


def spending(*seconds: float) -> Thrift:
    used = iter([0.0, *seconds])
    return Thrift(0.25, lambda: next(used))


def test_where_there_is_little_it_waits_between_two_slices(waited: list[float | None]) -> None:
    inbox = Inbox[Order](ORDERS)
    inbox.thrift = spending(0.002, 0.002, 0.004)
    assert not inbox.pause()
    assert not inbox.pause()
    assert not inbox.pause()
    assert waited == [pytest.approx(0.038)] * 2


def test_it_does_so_between_two_orders_too(waited: list[float | None]) -> None:
    inbox = Inbox[Order](ORDERS)
    inbox.thrift = spending(0.002)
    inbox.take_in(msgspec.json.encode(ORDER))
    assert inbox.next() == ORDER
    assert waited == [pytest.approx(0.038)]


def test_another_order_is_not_waited_for(waited: list[float | None]) -> None:
    inbox = Inbox[Order](ORDERS)
    inbox.thrift = spending(1.0)
    inbox.take_in(msgspec.json.encode(ORDER))
    assert inbox.pause()
    assert waited == []


def test_it_rests_beside_that(waited: list[float | None]) -> None:
    inbox = Inbox[Order](ORDERS)
    inbox.take_in(msgspec.json.encode(Rest(True)))
    assert not inbox.pause()
    assert waited == [LONGEST_REST]
